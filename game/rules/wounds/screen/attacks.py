"""What attacks and spells would do, with all numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, add
from game.rules.joint import Joint
from game.rules.odds import Dist, dice
from game.rules.ruleset import Chance, Note, Preview
from game.rules.wounds.checks.blows import (
    Blow,
    answered,
    attack_bonus,
    best_defense,
    damage_bonus,
    guards,
    hard,
    outcomes,
    plain_defense,
    spell_bonus,
    spell_damage,
    spell_levels,
    steadiness,
    wet,
    while_hanging,
)
from game.rules.wounds.checks.rolls import defense, ordinary_dice, toughness, wild_dice
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


def weapon_attack(blow_of: Callable[[World, int, Action], Blow]) -> Effect:
    """An attack with a weapon, by what the action means."""
    return lambda world, unit, action, title: attack_preview(world, blow_of(world, unit, action), title)


def rebuff(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-REACT-1: an attack on whoever comes near."""
    return attack_preview(world, Blow(unit, action.target, action.what, "rebuff"), title)


def attack_preview(world: World, blow: Blow, title: str) -> Preview:
    """Chance of each wound after overflow; a defender is expected to choose its best Defense."""
    bonus, met = attack_bonus(world, blow), best_defense(world, blow)
    return _attack_preview(world, blow, title, bonus, met, risky=True)


def _attack_preview(
    world: World, blow: Blow, title: str, bonus: Breakdown, met: Breakdown, *, risky: bool = False
) -> Preview:
    """`risky`: swimmers and climbers may still lose their hold (WOUNDS-ENV-7)."""
    harm, tough = damage_bonus(world, blow), hard(world, blow)
    levels = outcomes(world, blow, bonus.total, harm.total, met.total, tough.total)
    levels = while_hanging(world, blow.unit, levels) if risky else levels
    numbers = (bonus, met, harm, tough) if blow.mode != "grapple" else (bonus, met)
    return Preview(
        title,
        _chances(world, blow.target, levels, grapple=blow.mode == "grapple"),
        numbers,
        spread=() if blow.mode == "grapple" else _spread(levels),
        spread_of="" if blow.mode == "grapple" else title_of(world, "wound_level"),
        targets=(blow.target,),
        sight=witness(world, blow.unit, blow.target),
        notes=_notes(world, blow),
    )


_LABELS = ("miss", "no_wound", *LEVELS, "kills")


def _chances(world: World, target: int, levels: Joint[int], *, grapple: bool = False) -> tuple[Chance, ...]:
    labels = ("miss", "grappled") if grapple else _LABELS
    found = []
    for level, label in enumerate(labels, start=-1):
        chance = float(levels.exactly(level))
        if chance:
            found.append(Chance(title_of(world, label), chance, "WOUNDS-WND-10" if level > 0 else "WOUNDS-ATK-1"))
    return tuple(found)


def _spread(levels: Joint[int]) -> tuple[tuple[int, float], ...]:
    law = levels.map(lambda level: max(0, level))
    return tuple((level, float(law.exactly(level))) for level in range(7) if law.exactly(level))


def _notes(world: World, blow: Blow) -> tuple[Note, ...]:
    """Criticals, the target's choices, what the weapon brings."""
    spec, found = sheet_of(world).main.dice.wild, []
    law = dice(*spec.dice)
    good, bad = law.at_least(spec.success), law.at_most(spec.failure)
    found.append(Note(f"{title_of(world, 'critical_success')} {float(good):.0%}", "WOUNDS-INIT-7"))
    found.append(Note(f"{title_of(world, 'critical_failure')} {float(bad):.0%}", "WOUNDS-INIT-8"))
    if guards(world, blow):
        found.append(Note(title_of(world, "best_guard"), "WOUNDS-ACT-8"))
    arm = weapon(world, blow.key)
    if arm.slicing and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(title_of(world, "slices"), "WOUNDS-HD-11"))
    if arm.concussive and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(f"{title_of(world, 'shakes')} {arm.concussive}", "WOUNDS-HD-11"))
    return tuple(found)


def guard(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The target's side of an attack: what each answer leaves of it."""
    blow = answered(request.who, option.action)
    met = plain_defense(world, blow, option.verb)
    if blow.key in sheet_of(world).weapons:
        return _attack_preview(world, blow, title, attack_bonus(world, blow), met)
    unit, target, spell = blow.unit, blow.target, blow.key
    bonus = spell_bonus(world, unit, spell, target, blow.place)
    levels = spell_levels(world, unit, spell, target, bonus.total, met.total)
    return Preview(
        title,
        _chances(world, target, levels),
        (bonus, met, spell_damage(world, unit, spell, target), toughness(world, target)),
        spread=_spread(levels),
        spread_of=title_of(world, "wound_level"),
        targets=(target,),
        sight=witness(world, unit, target),
    )


def spell(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-7: a spell with what it costs."""
    key = action.what
    cast, title = sheet_of(world).spells[key], f"{title}: {title_of(world, key)}"
    if cast.radius:
        return _burst(world, unit, action, title)
    target = action.target
    if not cast.target:
        if cast.effect == "recovery":
            return recovery_preview(world, target, title)
        return replace(sure(world, title, "certain", "WOUNDS-HD-12", *_mana(world, key)), targets=(target,))
    bonus, harm = spell_bonus(world, unit, key, target), spell_damage(world, unit, key, target)
    if cast.target == "ranged":
        met = best_defense(world, Blow(unit, target, key, ranged=True))
    else:
        met = defense(world, target, cast.target, unit)
    tough = toughness(world, target)
    levels = while_hanging(world, unit, spell_levels(world, unit, key, target, bonus.total, met.total))
    grapple = not cast.damage
    numbers = (bonus, met, harm, tough) if cast.damage else (bonus, met)
    chances = _chances(world, target, levels, grapple=grapple)
    if grapple:
        chances = tuple(
            replace(each, label=title_of(world, "held")) if each.label == title_of(world, "grappled") else each
            for each in chances
        )
    notes = () if not cast.rider or wet(world, unit, target) else (Note(title_of(world, "may_burn"), "WOUNDS-HD-12"),)
    return Preview(
        title,
        chances,
        (*numbers, *_mana(world, key)),
        spread=() if grapple else _spread(levels),
        spread_of="" if grapple else title_of(world, "wound_level"),
        targets=(target,),
        sight=witness(world, unit, target),
        notes=notes,
    )


def _mana(world: World, key: str) -> tuple[Breakdown, ...]:
    spell = sheet_of(world).spells[key]
    rows = (("mana_cost", spell.spend), ("mana_invested", spell.invest))
    return tuple(Breakdown(what, (add(cost, spell.title.lower(), "WOUNDS-MANA-2"),)) for what, cost in rows if cost)


def _burst(world: World, unit: int, action: Action, title: str) -> Preview:
    """One roll against everybody in the area: how many are hit."""
    key = action.what
    area = board_of(world).grid.disc(action.there, sheet_of(world).spells[key].radius, METRIC)
    targets = burst_targets(world, area)
    rows = []
    for other in targets:
        blow = Blow(unit, other, key, ranged=True)
        rows.append((spell_bonus(world, unit, key, other), best_defense(world, blow)))
    hits = wild_dice(world).map(lambda natural: sum(natural + bonus.total >= met.total for bonus, met in rows))
    hits = _steady_hits(world, unit, hits)
    numbers = tuple(number for row in rows for number in row)
    chances = tuple(
        Chance(f"{count} {title_of(world, 'hit_count')}", float(chance), "WOUNDS-HD-12")
        for count, chance in hits.chances().items()
    )
    spread = tuple((count, float(chance)) for count, chance in hits.chances().items())
    return Preview(
        title,
        chances,
        (*numbers, *_mana(world, key)),
        spread=spread,
        spread_of="hits",
        targets=tuple(targets),
        area=area,
    )


def _steady_hits(world: World, unit: int, hits: Dist) -> Dist:
    law = while_hanging(world, unit, Joint(dict(hits.items())))
    return law.map(lambda count: max(0, count)).marginal(lambda count: count)


def recovery_preview(world: World, unit: int, title: str) -> Preview:
    """WOUNDS-REST-14: whether anything gets better."""
    bonus = recovery_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: int(bool(recoverable(world, unit, result))))
    chance = float(law.at_least(1))
    rows = (("healed", chance), ("not_healed", 1 - chance))
    chances = tuple(Chance(title_of(world, label), each, "WOUNDS-REST-14") for label, each in rows if each)
    return Preview(title, chances, (bonus,), targets=(unit,))


def open_up(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-12: the number that may stand in for a Defense."""
    bonus = attack_bonus(world, Blow(unit, action.target, action.what))
    law = wild_dice(world) + bonus.total
    holds_on = steadiness(world, unit)
    spread = tuple((number, float(holds_on * chance)) for number, chance in law.chances().items())
    found = sure(world, title, "certain", "WOUNDS-ACT-12", bonus)
    if holds_on < 1:
        lost = Chance(title_of(world, "failure"), float(1 - holds_on), "WOUNDS-ENV-7")
        found = replace(found, chances=(replace(found.chances[0], probability=float(holds_on)), lost))
    return replace(found, spread=spread, spread_of="opening", targets=(action.target,))
