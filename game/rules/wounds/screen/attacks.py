"""What attacks and spells would do, with all numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, add
from game.rules.joint import Joint
from game.rules.odds import dice
from game.rules.ruleset import Chance, Note, Preview
from game.rules.wounds.checks import blows
from game.rules.wounds.checks.rolls import ordinary_dice, toughness, wild_dice
from game.rules.wounds.gear import weapon
from game.rules.wounds.harm.recovery import recoverable, recovery_bonus
from game.rules.wounds.position.cover import witness
from game.rules.wounds.position.space import METRIC
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.verbs.spells import burst_targets
from game.systems.field import board_of

Effect: TypeAlias = "Callable[[World, int, Action, str], Preview]"
"""(world, unit, action, title) -> what the effect of an action comes to, its costs aside."""


def title_of(world: World, key: str) -> str:
    """The English of a key; made of the key itself where the sheet has none."""
    return sheet_of(world).titles.get(key, key.replace("_", " ").capitalize())


def sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(title_of(world, label), 1.0, rule),), tuple(numbers))


def weapon_attack(blow_of: Callable[[World, int, Action], blows.Blow]) -> Effect:
    """An attack with a weapon, by what the action means."""
    return lambda world, unit, action, title: attack_preview(world, blow_of(world, unit, action), title)


def _notes(world: World, blow: blows.Blow) -> tuple[Note, ...]:
    spec, found = sheet_of(world).main.dice.wild, []
    odds = dice(*spec.dice)
    good, bad = odds.at_least(spec.success), odds.at_most(spec.failure)
    found.append(Note(f"{title_of(world, 'critical_success')} {float(good):.0%}", "WOUNDS-INIT-7"))
    found.append(Note(f"{title_of(world, 'critical_failure')} {float(bad):.0%}", "WOUNDS-INIT-8"))
    if blows.guards(world, blow):
        found.append(Note(title_of(world, "best_guard"), "WOUNDS-ACT-8"))
    arm = weapon(world, blow.key)
    if arm.slicing and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(title_of(world, "slices"), "WOUNDS-HD-11"))
    if arm.concussive and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(f"{title_of(world, 'shakes')} {arm.concussive}", "WOUNDS-HD-11"))
    return tuple(found)


def _mana(world: World, key: str) -> tuple[Breakdown, ...]:
    spell = sheet_of(world).spells[key]
    rows = (("mana_cost", spell.spend), ("mana_invested", spell.invest))
    return tuple(Breakdown(what, (add(cost, spell.title.lower(), "WOUNDS-MANA-2"),)) for what, cost in rows if cost)


def open_up(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-12: the number that may stand in for a Defense."""
    bonus = blows.attack_bonus(world, blows.Blow(unit, action.target, action.what))
    odds = wild_dice(world) + bonus.total
    holds_on = blows.steadiness(world, unit)
    spread = tuple((number, float(holds_on * chance)) for number, chance in odds.chances().items())
    found = sure(world, title, "certain", "WOUNDS-ACT-12", bonus)
    if holds_on < 1:
        lost = Chance(title_of(world, "failure"), float(1 - holds_on), "WOUNDS-ENV-7")
        found = replace(found, chances=(replace(found.chances[0], probability=float(holds_on)), lost))
    return replace(found, spread=spread, spread_of="opening", targets=(action.target,))


def rebuff(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-REACT-1: an attack on whoever comes near."""
    return attack_preview(world, blows.Blow(unit, action.target, action.what, "rebuff"), title)


def attack_preview(world: World, blow: blows.Blow, title: str) -> Preview:
    """A defender is expected to choose its best Defense; swimmers and climbers may lose their hold (WOUNDS-ENV-7)."""
    return _struck(world, blow, title, blows.attack_bonus(world, blow), blows.best_defense(world, blow), risky=True)


def guard(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The target's side of an attack: what each answer leaves of it."""
    blow = blows.answered(request.who, option.action)
    met = blows.plain_defense(world, blow, option.verb)
    if blow.key in sheet_of(world).weapons:
        return _struck(world, blow, title, blows.attack_bonus(world, blow), met)
    bonus = blows.spell_bonus(world, blow.unit, blow.key, blow.target, blow.place)
    levels = blows.spell_levels(world, blow.unit, blow.key, blow.target, bonus.total, met.total)
    numbers = (bonus, met, blows.spell_damage(world, blow.unit, blow.key, blow.target), toughness(world, blow.target))
    return _landed(world, blow.unit, blow.target, title, levels, numbers)


def _struck(
    world: World, blow: blows.Blow, title: str, bonus: Breakdown, met: Breakdown, *, risky: bool = False
) -> Preview:
    harm, tough, grapple = blows.damage_bonus(world, blow), blows.hard(world, blow), blow.mode == "grapple"
    levels = blows.outcomes(world, blow, bonus.total, harm.total, met.total, tough.total)
    levels = blows.while_hanging(world, blow.unit, levels) if risky else levels
    numbers, held = ((bonus, met), "grappled") if grapple else ((bonus, met, harm, tough), "")
    return _landed(world, blow.unit, blow.target, title, levels, numbers, held=held, notes=_notes(world, blow))


def _landed(
    world: World,
    unit: int,
    target: int,
    title: str,
    levels: Joint[int],
    numbers: tuple[Breakdown, ...],
    *,
    held: str = "",
    notes: tuple[Note, ...] = (),
) -> Preview:
    """Chance of each wound after overflow, or of a hold."""
    labels = ("miss", held) if held else ("miss", "no_wound", *LEVELS, "kills")
    chances = tuple(
        Chance(title_of(world, label), float(levels.exactly(level)), "WOUNDS-WND-10" if level > 0 else "WOUNDS-ATK-1")
        for level, label in enumerate(labels, start=-1)
        if levels.exactly(level)
    )
    odds, sight = levels.map(lambda level: max(0, level)), witness(world, unit, target)
    found = Preview(title, chances, numbers, targets=(target,), sight=sight, notes=notes)
    spread = tuple((level, float(odds.exactly(level))) for level in range(7) if odds.exactly(level))
    if held:
        return found
    return replace(found, spread=spread, spread_of=title_of(world, "wound_level"), fells=float(levels.exactly(6)))


def spell(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-7: a spell with what it costs."""
    key, cast = action.what, sheet_of(world).spells[action.what]
    title, costs = f"{title}: {title_of(world, key)}", _mana(world, key)
    if cast.radius:
        return _burst(world, unit, action, title)
    target = action.target
    if cast.effect == "recovery":
        return recovery_preview(world, target, title)
    if not cast.target:
        return replace(sure(world, title, "certain", "WOUNDS-HD-12", *costs), targets=(target,))
    bonus, harm = blows.spell_bonus(world, unit, key, target), blows.spell_damage(world, unit, key, target)
    met = blows.spell_defense(world, unit, key, target)
    levels = blows.while_hanging(world, unit, blows.spell_levels(world, unit, key, target, bonus.total, met.total))
    numbers, held = ((bonus, met, harm, toughness(world, target)), "") if cast.damage else ((bonus, met), "held")
    notes = (
        () if not cast.rider or blows.wet(world, unit, target) else (Note(title_of(world, "may_burn"), "WOUNDS-HD-12"),)
    )
    return _landed(world, unit, target, title, levels, (*numbers, *costs), held=held, notes=notes)


def _burst(world: World, unit: int, action: Action, title: str) -> Preview:
    """One roll against everybody in the area: how many are hit."""
    key = action.what
    area = board_of(world).grid.disc(action.there, sheet_of(world).spells[key].radius, METRIC)
    targets = burst_targets(world, area)
    met = [blows.best_defense(world, blows.Blow(unit, other, key, ranged=True)) for other in targets]
    rows = list(zip([blows.spell_bonus(world, unit, key, other) for other in targets], met, strict=True))
    hits = wild_dice(world).map(lambda natural: sum(natural + bonus.total >= met.total for bonus, met in rows))
    steady = blows.while_hanging(world, unit, Joint(dict(hits.items()))).map(lambda count: max(0, count))
    spread = steady.marginal(lambda count: count).spread()
    return Preview(
        title,
        tuple(Chance(f"{count} {title_of(world, 'hit_count')}", chance, "WOUNDS-HD-12") for count, chance in spread),
        (*(number for row in rows for number in row), *_mana(world, key)),
        spread=spread,
        spread_of="hits",
        targets=tuple(targets),
        area=area,
    )


def either(world: World, chance: float, rule: str, *labels: str) -> tuple[Chance, ...]:
    """The chances of two outcomes, those that are possible."""
    rows = zip(labels or ("success", "failure"), (chance, 1 - chance), strict=True)
    return tuple(Chance(title_of(world, label), each, rule) for label, each in rows if each)


def recovery_preview(world: World, unit: int, title: str) -> Preview:
    """WOUNDS-REST-14: whether anything gets better."""
    bonus = recovery_bonus(world, unit)
    odds = (ordinary_dice(world) + bonus.total).map(lambda result: int(bool(recoverable(world, unit, result))))
    chances = either(world, float(odds.at_least(1)), "WOUNDS-REST-14", "healed", "not_healed")
    return Preview(title, chances, (bonus,), targets=(unit,))
