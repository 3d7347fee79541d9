"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from game.grid.masks import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, Modifier, at_least
from game.rules.asking import certain
from game.rules.cards import called
from game.rules.joint import unordered_faces
from game.rules.poise.budget import may_defy, turn
from game.rules.poise.checks import numbers as figures
from game.rules.poise.checks.odds import results
from game.rules.poise.checks.rolls import spooks, target_number
from game.rules.poise.harm.conditions import breath_cost
from game.rules.poise.position.sight import sight
from game.rules.poise.position.space import dash_points, enemy_zones, holders, route, straight_route
from game.rules.poise.riding import mover_of
from game.rules.poise.sheet import KINDS, Skill, sheet_of
from game.rules.poise.state import Body, amount, in_gambit, pool_of, speed_of
from game.rules.poise.turns.hazards import awaiting
from game.rules.poise.verbs.shoving import shove_paces
from game.rules.poise.verbs.targets import around, cone_cells, confused_targets, in_cone, in_reach, price
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.systems.field import board_of, size_of

Path: TypeAlias = tuple[Cell, ...]
Costs: TypeAlias = tuple[int, ...]
Alarms: TypeAlias = tuple[Alarm, ...]


def skill(key: str, skill: Skill) -> Previewing:
    """A skill of the unit, or of the animal under it."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        actor = option.action.by or request.who
        return _commanded(world, request.who, actor, _skill(world, actor, key, skill, option.action, title))

    return preview


def _skill(world: World, unit: int, key: str, skill: Skill, action: Action, title: str) -> Preview:
    if skill.area and (skill.area != "cone" or action.cell is not None):
        return _area(world, unit, key, action.cell, title)
    if skill.mode != "self" and action.unit is None:
        return _at_random(world, confused_targets(world, unit, skill), title)
    target = unit if action.unit is None else action.unit
    # POOL-10: if the cost takes the last focus, that makes the target random at once
    cost = price(world, unit, skill, target).get("focus") if skill.mode != "self" else 0
    if cost and cost == amount(world, unit, "focus") and (anybody := in_reach(world, unit, skill)):
        return _at_random(world, anybody, title)
    if skill.threat is not None:
        return attack_preview(world, unit, key, target, title)
    found = _utility(world, unit, skill, target, title)
    return found if skill.type != "maneuver" or "careful" in skill.tags else _hinderable(world, unit, found)


def _commanded(world: World, rider: int, steed: int, found: Preview) -> Preview:
    """POISE-MOUNT-17: with the chance that the animal obeys, where it may shy."""
    sides = spooks(world, steed) if steed != rider else None
    if sides is None:
        return found
    number = target_number(world, rider, "cunning")
    text = f"{sheet_of(world).titles['may_shy']}: {min(sides, number.total)} / {sides}"
    return replace(found, notes=(*found.notes, Note(text, "POISE-MOUNT-17")), numbers=(*found.numbers, number))


def maneuver(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Something certain that enemies may hinder where it begins."""
    return _hinderable(world, request.who, certain(world, request, option, title))


def gambit(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What it does, and that it ends."""
    words = (sheet_of(world).titles[key] for key in ("gambit_text", "gambit_ends"))
    return replace(certain(world, request, option, title), notes=tuple(Note(each, option.rule) for each in words))


def hold_breath(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What it costs when the turn ends."""
    price, rule = breath_cost(world, request.who, ahead=1), option.rule
    cost = tuple(Breakdown(f"{pool}_cost", (Modifier(price, "breath", rule),)) for pool in ("momentum", "focus"))
    return Preview(title, (Chance(sheet_of(world).titles["no_choking"], 1.0, rule),), cost)


def critical(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What a critical effect does, in the sheet's words."""
    entry = sheet_of(world).criticals[option.verb]
    targets = () if option.unit is None else (option.unit,)
    return replace(certain(world, request, option, title), targets=targets, notes=(Note(entry.text, entry.rule),))


def dash(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Path and costs, of the unit or of the animal under it."""
    unit = mover_of(world, request.who)
    path, costs = route(world, unit, dash_points(world, unit), option.action.there)
    base = Modifier(sheet_of(world).numbers.dash, "dash", "POISE-MOVE-2")
    allowed = Breakdown("allowance", (base, *speed_of(world, unit).parts))
    found = _way(world, unit, title, path, costs, _alarms(world, unit, path), option.rule, allowed)
    return _commanded(world, request.who, unit, found)


def shift(world: World, request: Decision, option: Option, title: str) -> Preview:
    """A pace that nobody can hinder."""
    unit = mover_of(world, request.who)
    found = _way(world, unit, title, *route(world, unit, 1, option.action.there), (), option.rule)
    return _commanded(world, request.who, unit, found)


def sprint(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Path, and what it costs in momentum."""
    unit = mover_of(world, request.who)
    path, costs = straight_route(world, unit, turn(world).sprint, option.action.there)
    each = Modifier(sheet_of(world).numbers.sprint_cost, "each", "POISE-MOVE-4", "times")
    price = Breakdown("momentum_cost", (Modifier(costs[-1], "movement points", "POISE-MOVE-4"), each))
    return _way(world, unit, title, path, costs, (), option.rule, price)


def included_step(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Path and costs; whoever could hinder the maneuver whose step it is has been asked."""
    unit = request.who
    path, costs = route(world, unit, speed_of(world, unit).total, option.action.there)
    asked = holders(world, unit)
    alarms = tuple(alarm for alarm in _alarms(world, unit, path) if alarm.unit not in asked)
    return _way(world, unit, title, path, costs, alarms, option.rule)


def _way(
    world: World, unit: int, title: str, path: Path, costs: Costs, alarms: Alarms, rule: str, *numbers: Breakdown
) -> Preview:
    titles = sheet_of(world).titles
    end = board_of(world).grid.footprint(path[-1], size_of(world, unit))
    found = [(titles[f"danger_{word}"], rule) for word, rule in awaiting(world, end)]
    dangers = [Note(f"{told[:1].upper()}{told[1:]}", rule) for told, rule in found]
    hinder = [Note(titles["may_be_hindered"], "POISE-HINDER-5")] if alarms else []
    chance = Chance(titles["unless_hindered" if alarms else "arrives"], 1.0, rule)
    notes = (*hinder, *dangers)
    return Preview(title, (chance,), numbers, path=path, costs=costs, alarms=alarms, notes=notes)


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each enemy once, at the first cell of its zone that the path leaves (POISE-HINDER-5, 8, 10)."""
    grid, size = board_of(world).grid, size_of(world, unit)
    found: list[Alarm] = []
    way = [(cell, grid.footprint(cell, size)) for cell in path[:-1]]
    for enemy, zone in enemy_zones(world, unit).items():
        left = next((cell for cell, filled in way if zone & filled), None)
        if left is not None:
            found.append(Alarm(left, enemy, "hinder", "POISE-HINDER-5"))
    return tuple(sorted(found, key=lambda alarm: path.index(alarm.cell)))


def _hinderable(world: World, unit: int, found: Preview) -> Preview:
    """POISE-HINDER-1: with an alarm from everybody who may hinder a maneuver where it begins."""
    here = world.get(unit, Position).cell
    alarms = tuple(Alarm(here, enemy, "hinder", "POISE-HINDER-1") for enemy in holders(world, unit))
    if not alarms:
        return found
    note = Note(sheet_of(world).titles["may_be_hindered"], "POISE-HINDER-1")
    return replace(found, alarms=alarms, notes=(*found.notes, note))


def attack_preview(world: World, user: int, key: str, target: int, title: str) -> Preview:
    """Threat, the defences it leaves, and what a yield would do, exactly."""
    skill, titles = sheet_of(world).skills[key], sheet_of(world).titles
    danger = figures.threat(world, user, key, target)
    rolled = unordered_faces(tuple(figures.yield_dice(world, user, key, target)))
    bonus = figures.yield_damage(world, user, key, target, 0)

    def comes_to(faces: tuple[int, ...]) -> tuple[int, int]:
        damage = figures.yield_damage(world, user, key, target, sum(faces)).total
        return damage, figures.earned_by(world, user, skill, faces)

    harm = rolled.map(comes_to)
    notes = [Note(titles["if_it_yields"], "POISE-DEF-1")]
    answers = figures.defences(world, target, skill, danger.total)
    for pool in answers:
        name, now = titles[pool_of(world, target, pool)], amount(world, target, pool)
        notes.append(Note(f"{titles[KINDS[pool]]}: {name} {now} → {now - danger.total}", "POISE-DEF-2"))
    notes += [] if answers else [Note(titles["must_yield"], "POISE-DEF-7")]
    notes += _effect_notes(world, user, skill, target)
    ends, spread = results(world, user, target, skill, harm), harm.marginal(lambda both: both[0]).spread()
    fells = sum(each.probability for each in ends if each.label == titles["defeated"])
    numbers = (danger, Breakdown("damage_besides_dice", bonus.parts[1:]), *_cost_lines(world, user, skill, target))
    found = Preview(title, ends, numbers, spread=spread, spread_of="damage", targets=(target,), notes=tuple(notes))
    return replace(found, sight=sight(world, user, target), fells=fells)


def _area(world: World, user: int, key: str, aim: Cell | None, title: str) -> Preview:
    """Everybody whom a skill strikes; the numbers are those of the first, who answers first (POISE-DEF-12)."""
    skill, titles = sheet_of(world).skills[key], sheet_of(world).titles
    struck = around(world, user, skill) if aim is None else in_cone(world, user, skill, aim)
    cells = 0 if aim is None else cone_cells(world, user, skill, aim)
    notes = tuple(Note(f"{titles['struck']}: {called(world, other)}", "POISE-ATK-2") for other in struck)
    if skill.threat is None:
        losses = (figures.loss_of(world, user, skill, struck[0], pool) for pool in skill.lose)
        numbers = (figures.shove_of(world, user, skill, struck[0]), *losses)
        chance = Chance(titles["certain"], 1.0, skill.rule)
        return Preview(title, (chance,), numbers, targets=tuple(struck), notes=notes)
    first = attack_preview(world, user, key, struck[0], title)
    return replace(first, targets=tuple(struck), area=cells, notes=(*notes, *first.notes))


def _effect_notes(world: World, user: int, skill: Skill, target: int) -> list[Note]:
    """Shove and cunning effects in words, with the chance of each die, and what may keep the target up."""
    titles, found = sheet_of(world).titles, []
    if in_gambit(world, target):
        found.append(Note(titles["gambit_holds"], "POISE-GAMBIT-2"))
    if may_defy(world, target):
        found.append(Note(titles["may_defy"], "POISE-LEG-5"))
    assert skill.yield_ is not None
    if shoved := skill.yield_.shove_away or skill.cunning.shove_away:
        paces = shove_paces(world, user, target, shoved)
        found.append(Note(f"{titles['shove']}: {paces}; {titles['shoved_hard']}", "POISE-SHOVE-1"))
    sides = skill.yield_.dice[0]
    percent = round(100 * min(world.get(user, Body).cunning, sides) / sides)
    return [*found, Note(f"{titles['cunning_effect']}: {percent} % per die", "POISE-YIELD-4")]


def _cost_lines(world: World, user: int, skill: Skill, target: int) -> list[Breakdown]:
    label, cost = skill.title.lower(), price(world, user, skill, target)
    return [Breakdown(f"{pool}_cost", (Modifier(paid, label, "POISE-POOL-10"),)) for pool, paid in cost.items() if paid]


def _at_random(world: World, pool: list[int], title: str) -> Preview:
    """POISE-COND-9: everybody in range is as likely."""
    chances = tuple(Chance(called(world, each), 1 / len(pool), "POISE-COND-9") for each in pool)
    return Preview(title, chances, targets=tuple(pool))


def _utility(world: World, user: int, skill: Skill, target: int, title: str) -> Preview:
    numbers = _cost_lines(world, user, skill, target)
    if skill.gain:
        numbers.append(figures.gain_of(world, user, skill, target))
    if skill.shove:
        numbers.append(figures.shove_of(world, user, skill, target))
    elif not skill.gain and target != user:
        numbers += [Breakdown("boons", tuple(found))] if (found := figures.boons(world, user, skill, target)) else []
    chance = Chance(sheet_of(world).titles["certain"], 1.0, skill.rule)
    return Preview(title, (chance,), tuple(numbers), targets=(target,))


def yield_to(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What the attack may do."""
    user, target = option.action.others
    return attack_preview(world, user, option.action.what, target, title)


def raise_armour(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The threat as it is then, and what that costs."""
    user, target = option.action.others
    reaction = sheet_of(world).skills[option.verb]
    raised = Modifier(-figures.raised_by(world, target, reaction).total, reaction.title.lower(), "POISE-GEAR-3")
    number = figures.threat(world, user, option.action.what, target).plus(raised, at_least(0, "POISE-DEF-4"))
    chance = Chance(sheet_of(world).titles["asked_again"], 1.0, reaction.rule)
    return Preview(title, (chance,), (number, *_cost_lines(world, target, reaction, target)))


def defend(pool: str) -> Previewing:
    """What defending with that pool costs the target of an attack."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        user, target = option.action.others
        number, now = figures.threat(world, user, option.action.what, target), amount(world, target, pool)
        titles = sheet_of(world).titles
        name = titles[pool_of(world, target, pool)]
        label = f"{name} {now} → {now - number.total}"
        pays = titles["pays_threat"].format(pool=name, need=number.total, have=now)
        return Preview(title, (Chance(label, 1.0, "POISE-DEF-2"),), (number,), notes=(Note(pays, "POISE-DEF-2"),))

    return preview


def hinder(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What it takes."""
    loss = Breakdown("each_pool", (Modifier(-sheet_of(world).numbers.hinder, "hindered", "POISE-HINDER-2"),))
    return Preview(title, (Chance(sheet_of(world).titles["loses_each"], 1.0, "POISE-HINDER-2"),), (loss,))
