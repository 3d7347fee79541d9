"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from msgspec.structs import replace

from game.components import Position, Side, Unit
from game.ecs import World
from game.events import Attacked
from game.flow import Decision, Option, Request
from game.grid.grid import Cell
from game.numbers import Breakdown, Modifier, at_least
from game.rules.joint import unordered_faces
from game.rules.poise.areas import around, cone_cells, in_cone
from game.rules.poise.attack import boons, defences, earned_by, raised_by, threat, yield_damage, yield_dice
from game.rules.poise.chances import results
from game.rules.poise.offers import MOVES, mover_of
from game.rules.poise.pools import may_defy
from game.rules.poise.position import enemy_zones, holders, sight
from game.rules.poise.rolling import spooks, target_number
from game.rules.poise.routes import allowance, route, straight_route
from game.rules.poise.sheet import KINDS, STEED, Skill, sheet_of
from game.rules.poise.shoving import shove_paces
from game.rules.poise.state import Body, amount, in_gambit, pool_of, skills_of, speed_of
from game.rules.poise.targeting import confused_targets, in_reach, price
from game.rules.poise.using import gain_of, loss_of, shove_of
from game.rules.poise.water import breath_cost
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.systems.field import board_of, size_of

_MANEUVERS = ("dash_steps", "draw", "pick_up", "mount", "dismount", "surface")  # beside the skills


def preview(world: World, request: Request, key: str) -> Preview:
    """The preview of one option of a decision; KeyError for a key that is no option."""
    assert isinstance(request, Decision)
    option = {option.key: option for option in request.options}[key]
    title = option.label or sheet_of(world).titles.get(option.verb, option.verb)
    if request.question == "turn":
        return _turn(world, request.who, option, title)
    if request.question == "defend":
        return _defend(world, request, key, title)
    if request.question == "included_step" and option.cell is not None:
        return _move(world, request.who, "included_step", title, option.cell, option.rule)
    if request.question == "hinder":
        return _hinder(world, request, key, title)
    if request.question == "critical":
        return _critical(world, option, title)
    return _sure(world, title, key if key in sheet_of(world).titles else "certain", option.rule)


def _sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(sheet_of(world).titles.get(label, label), 1.0, rule),), tuple(numbers))


def _turn(world: World, unit: int, option: Option, title: str) -> Preview:
    verb, _, rest = option.key.partition(" ")
    mover = mover_of(world, unit) if verb in MOVES or verb.startswith(STEED) else unit
    found = _skill(world, mover, verb.removeprefix(STEED), rest, title, option.rule)
    return found if mover == unit or verb == "sprint" else _commanded(world, unit, mover, found)


def _commanded(world: World, rider: int, steed: int, found: Preview) -> Preview:
    """POISE-MOUNT-17: with the chance that the animal obeys, where it may shy."""
    sides = spooks(world, steed)
    if sides is None:
        return found
    number = target_number(world, rider, "cunning")
    text = f"{sheet_of(world).titles['may_shy']}: {min(sides, number.total)} / {sides}"
    return replace(found, notes=(*found.notes, Note(text, "POISE-MOUNT-17")), numbers=(*found.numbers, number))


def _skill(world: World, unit: int, verb: str, rest: str, title: str, rule: str) -> Preview:
    if verb in MOVES:
        return _move(world, unit, verb, title, board_of(world).grid.parse(rest), rule)
    skills = skills_of(world, unit)
    if verb not in skills:
        return _hinderable(world, unit, _free(world, unit, verb, title, rule), alarmed=verb in _MANEUVERS)
    skill = skills[verb]
    if skill.area and (skill.area != "cone" or rest):
        return _area(world, unit, verb, rest, title)
    if skill.mode != "self" and not rest:
        return _at_random(world, confused_targets(world, unit, skill), title)
    if _confuses(world, unit, skill, rest) and (anybody := in_reach(world, unit, skill)):
        return _at_random(world, anybody, title)
    if skill.threat is not None:
        return attack_preview(world, unit, verb, int(rest), title)
    alarmed = skill.type == "maneuver" and "careful" not in skill.tags
    return _hinderable(world, unit, _utility(world, unit, skill, rest, title), alarmed=alarmed)


def _free(world: World, unit: int, verb: str, title: str, rule: str) -> Preview:
    """What is no skill: drawing, mounting, ending the turn ..."""
    if verb == "gambit":
        words = (sheet_of(world).titles[key] for key in ("gambit_text", "gambit_ends"))
        return replace(_sure(world, title, "certain", rule), notes=tuple(Note(each, rule) for each in words))
    if verb != "hold_breath":
        return _sure(world, title, "certain", rule)
    price = breath_cost(world, unit, ahead=1)
    cost = tuple(Breakdown(f"{pool}_cost", (Modifier(price, "breath", rule),)) for pool in ("momentum", "focus"))
    return _sure(world, title, "no_choking", rule, *cost)


def _critical(world: World, option: Option, title: str) -> Preview:
    """What a critical effect does, in the sheet's words."""
    entry = sheet_of(world).criticals[option.verb]
    found = _sure(world, title, "certain", option.rule)
    targets = () if option.unit is None else (option.unit,)
    return replace(found, targets=targets, notes=(Note(entry.text, entry.rule),))


# Moves


def _move(world: World, unit: int, verb: str, title: str, cell: Cell, rule: str) -> Preview:
    """Path, costs, and every cell on it where somebody may hinder."""
    if verb == "included_step":
        path, costs = route(world, unit, speed_of(world, unit).total, cell)
        asked = holders(world, unit)  # by the maneuver whose step it is
        alarms = tuple(alarm for alarm in _alarms(world, unit, path) if alarm.unit not in asked)
    else:
        way = straight_route if verb == "sprint" else route
        path, costs = way(world, unit, allowance(world, unit, verb), cell)
        alarms = _alarms(world, unit, path) if verb == "dash" else ()
    numbers = []
    if verb == "dash":
        base = Modifier(sheet_of(world).numbers.dash, "dash", "POISE-MOVE-2")
        numbers.append(Breakdown("allowance", (base, *speed_of(world, unit).parts)))
    if verb == "sprint":
        each = Modifier(sheet_of(world).numbers.sprint_cost, "each", "POISE-MOVE-4", "times")
        parts = (Modifier(costs[-1], "movement points", "POISE-MOVE-4"), each)
        numbers.append(Breakdown("momentum_cost", parts))
    titles = sheet_of(world).titles
    notes = (Note(titles["may_be_hindered"], "POISE-HINDER-5"),) if alarms else ()
    return Preview(
        title,
        (Chance(titles["unless_hindered" if alarms else "arrives"], 1.0, rule),),
        tuple(numbers),
        path=path,
        costs=costs,
        alarms=alarms,
        notes=notes,
    )


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each enemy once, at the first cell of its zone that the path leaves (POISE-HINDER-5, 8, 10)."""
    grid, size, found = board_of(world).grid, size_of(world, unit), list[Alarm]()
    way = [(cell, grid.footprint(cell, size)) for cell in path[:-1]]
    for enemy, zone in enemy_zones(world, unit).items():
        left = next((cell for cell, filled in way if zone & filled), None)
        if left is not None:
            found.append(Alarm(left, enemy, "hinder", "POISE-HINDER-5"))
    return tuple(sorted(found, key=lambda alarm: path.index(alarm.cell)))


def _hinderable(world: World, unit: int, found: Preview, *, alarmed: bool) -> Preview:
    """POISE-HINDER-1: with an alarm from everybody who may hinder a maneuver where it begins."""
    here = world.get(unit, Position).cell
    alarms = tuple(Alarm(here, enemy, "hinder", "POISE-HINDER-1") for enemy in holders(world, unit)) if alarmed else ()
    if not alarms:
        return found
    note = Note(sheet_of(world).titles["may_be_hindered"], "POISE-HINDER-1")
    return replace(found, alarms=alarms, notes=(*found.notes, note))


# Attacks


def attack_preview(world: World, user: int, key: str, target: int, title: str) -> Preview:
    """Threat, the defences it leaves, and what a yield would do, exactly."""
    skill, titles = sheet_of(world).skills[key], sheet_of(world).titles
    danger = threat(world, user, key, target)
    rolled = unordered_faces(tuple(yield_dice(world, user, key, target)))
    bonus = yield_damage(world, user, key, target, 0)
    # What the dice come to: damage, and cunning effects.
    harm = rolled.map(
        lambda faces: (yield_damage(world, user, key, target, sum(faces)).total, earned_by(world, user, skill, faces))
    )
    assert skill.yield_ is not None
    answers = [
        Note(f"{titles[KINDS[pool]]}: {titles[name]} {now} → {now - danger.total}", "POISE-DEF-2")
        for pool in defences(world, target, skill, danger.total)
        for name in (pool_of(world, target, pool),)
        for now in (amount(world, target, pool),)
    ]
    if not answers:
        answers = [Note(titles["must_yield"], "POISE-DEF-7")]
    return Preview(
        title,
        results(world, user, target, skill, harm),
        (danger, Breakdown("damage_besides_dice", bonus.parts[1:]), *_cost_lines(world, user, skill, target)),
        spread=tuple((value, float(chance)) for value, chance in harm.marginal(lambda both: both[0]).chances().items()),
        spread_of="damage",
        targets=(target,),
        sight=sight(world, user, target),
        notes=(Note(titles["if_it_yields"], "POISE-DEF-1"), *answers, *_effect_notes(world, user, skill, target)),
    )


def _area(world: World, user: int, key: str, rest: str, title: str) -> Preview:
    """Everybody whom a skill strikes; the numbers are those of the first, who answers first (POISE-DEF-12)."""
    skill, titles = sheet_of(world).skills[key], sheet_of(world).titles
    aim = board_of(world).grid.parse(rest) if rest else None
    struck = around(world, user, skill) if aim is None else in_cone(world, user, skill, aim)
    cells = 0 if aim is None else cone_cells(world, user, skill, aim)
    notes = tuple(Note(f"{titles['struck']}: {_who(world, other)}", "POISE-ATK-2") for other in struck)
    if skill.threat is None:
        numbers = (shove_of(world, user, skill, struck[0]), *(_losses(world, user, skill, struck[0])))
        chance = Chance(titles["certain"], 1.0, skill.rule)
        return Preview(title, (chance,), numbers, targets=tuple(struck), notes=notes)
    first = attack_preview(world, user, key, struck[0], title)
    return replace(first, targets=tuple(struck), area=cells, notes=(*notes, *first.notes))


def _losses(world: World, user: int, skill: Skill, target: int) -> list[Breakdown]:
    return [loss_of(world, user, skill, target, pool) for pool in skill.lose]


def _who(world: World, unit: int) -> str:
    """A unit with its side, as both may have a Captain."""
    entry = world.get(unit, Unit)
    return f"{entry.name} ({world.get(entry.side, Side).name})"


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
    cunning = min(world.get(user, Body).cunning, skill.yield_.dice[0])
    found.append(Note(f"{titles['cunning_effect']}: {cunning} in {skill.yield_.dice[0]} a die", "POISE-YIELD-4"))
    return found


def _cost_lines(world: World, user: int, skill: Skill, target: int) -> list[Breakdown]:
    cost = price(world, user, skill, target)
    return [
        Breakdown(f"{pool}_cost", (Modifier(paid, skill.title.lower(), "POISE-POOL-10"),))
        for pool, paid in cost.items()
        if paid
    ]


def _confuses(world: World, user: int, skill: Skill, rest: str) -> bool:
    """POISE-POOL-10: whether the cost takes the last focus, which makes the target random at once."""
    word = rest.partition(" ")[0]
    cost = price(world, user, skill, int(word)) if word.isdigit() else {}
    return bool(cost.get("focus")) and cost["focus"] == amount(world, user, "focus")


def _at_random(world: World, pool: list[int], title: str) -> Preview:
    """POISE-COND-9: everybody in range is as likely."""
    chances = tuple(Chance(_who(world, each), 1 / len(pool), "POISE-COND-9") for each in pool)
    return Preview(title, chances, targets=tuple(pool))


def _utility(world: World, user: int, skill: Skill, rest: str, title: str) -> Preview:
    """Gains, shoves, wards: certain, with their numbers."""
    word = rest.partition(" ")[0]
    target = int(word) if word.isdigit() else user
    numbers = _cost_lines(world, user, skill, target)
    if skill.gain:
        numbers.append(gain_of(world, user, skill, target))
    if skill.shove:
        numbers.append(shove_of(world, user, skill, target))
    elif not skill.gain and target != user:
        numbers += [Breakdown("boons", tuple(found))] if (found := boons(world, user, skill, target)) else []
    chance = Chance(sheet_of(world).titles["certain"], 1.0, skill.rule)
    return Preview(title, (chance,), tuple(numbers), targets=(target,))


# Answers


def _defend(world: World, request: Decision, key: str, title: str) -> Preview:
    """The target's side of an attack: what each answer costs it."""
    attack = request.about
    assert isinstance(attack, Attacked)
    if key == "yield":
        return attack_preview(world, attack.unit, attack.what, attack.target, title)
    number = threat(world, attack.unit, attack.what, attack.target)
    if key not in KINDS.values():
        skill = sheet_of(world).skills[key]
        raised = raised_by(world, attack.target, skill).total
        better = number.plus(Modifier(-raised, skill.title.lower(), "POISE-GEAR-3"), at_least(0, "POISE-DEF-4"))
        return _sure(
            world, title, "asked_again", skill.rule, better, *_cost_lines(world, attack.target, skill, attack.target)
        )
    pool = next(pool for pool, kind in KINDS.items() if kind == key)
    now = amount(world, attack.target, pool)
    left = now - number.total
    titles = sheet_of(world).titles
    label = f"{titles[pool_of(world, attack.target, pool)]} {now} → {left}"
    return Preview(title, (Chance(label, 1.0, "POISE-DEF-2"),), (number,))


def _hinder(world: World, request: Decision, key: str, title: str) -> Preview:
    if key == "no":
        return _sure(world, title, "goes_on", "POISE-HINDER-9")
    loss = Breakdown("each_pool", (Modifier(-sheet_of(world).numbers.hinder, "hindered", "POISE-HINDER-2"),))
    return _sure(world, title, "loses_each", "POISE-HINDER-2", loss)
