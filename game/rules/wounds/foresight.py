"""What attacks and spells would do, exactly: chances of each wound after overflow."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.events import Attacked
from game.kernel.numbers import Breakdown, add
from game.rules.joint import Joint
from game.rules.odds import Dist, dice, die
from game.rules.ruleset import Chance, Note, Preview
from game.rules.wounds.attack import (
    Blow,
    attack_bonus,
    blow_told,
    damage_bonus,
    final_level,
    guards,
    hard,
    opened,
    plain_defense,
)
from game.rules.wounds.casting import burst_targets, spell_bonus, spell_damage, wet
from game.rules.wounds.checks import (
    defense,
    hold_bonus,
    hold_tn,
    ordinary_dice,
    toughness,
    wild_dice,
)
from game.rules.wounds.cover import witness
from game.rules.wounds.element import climbing, swimming
from game.rules.wounds.fighting import blow_of
from game.rules.wounds.harm import level_for
from game.rules.wounds.healing import recoverable, recovery_bonus
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    body,
    landing,
    weapon,
)
from game.systems.field import board_of


def title_of(world: World, key: str) -> str:
    return sheet_of(world).titles.get(key, key.replace("_", " ").capitalize())


def sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(title_of(world, label), 1.0, rule),), tuple(numbers))


# Attacks


def weapon_preview(world: World, unit: int, key: str, title: str) -> Preview:
    if key.startswith("grapple "):
        _, foe, arm = key.split(" ")
        return attack_preview(world, Blow(unit, int(foe), arm, "grapple"), title)
    return attack_preview(world, blow_of(world, unit, key), title)


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
    levels = _while_hanging(world, blow.unit, levels) if risky else levels
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


def best_defense(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ACT-8 and 12: the highest Defense that the target may meet the attack with."""
    opening = ["opening"] if opened(world, blow) is not None else []
    found = [plain_defense(world, blow, guard) for guard in ("no", *guards(world, blow), *opening)]
    return max(found, key=lambda each: each.total)


def outcomes(world: World, blow: Blow, bonus: int, harm: int, met: int, tough: int) -> Joint[int]:
    """-1 for a miss, else the number of the level at which the wound is recorded (0 none, 6 beyond fatal)."""
    arm = weapon(world, blow.key)
    strong: Dist | None = die(sheet_of(world).main.dice.strong) if blow.mode == "strong" else None
    weights: dict[int, int] = {}
    law = wild_dice(world)
    extras = list(strong.items()) if strong is not None else [(0, 1)]
    for natural, ways in law.items():
        result = natural + bonus
        for extra, more in extras:
            outcome = -1
            if result + (harm if arm.penetrating and blow.mode != "grapple" else 0) >= met:
                final = result + harm + extra - met - tough
                outcome = 0 if blow.mode == "grapple" else recorded(world, blow.target, final_level(world, blow, final))
            weights[outcome] = weights.get(outcome, 0) + ways * more
    return Joint(weights)


def recorded(world: World, target: int, grade: int) -> int:
    """WOUNDS-WND-10 and NPC-2: where a wound of that level lands; an NPC's fatal one is its death."""
    if not grade:
        return 0
    landed = landing(world, target, grade)
    return 6 if landed == 5 and body(world, target).npc else landed


def _while_hanging(world: World, unit: int, levels: Joint[int]) -> Joint[int]:
    """WOUNDS-ENV-7: swimmers and climbers miss when they lose their hold."""
    holds_on = steadiness(world, unit)
    if holds_on == 1:
        return levels
    steady = Joint({True: holds_on.numerator, False: holds_on.denominator - holds_on.numerator})
    return steady.then(lambda well: levels if well else Joint.sure(-1))


def steadiness(world: World, unit: int) -> Fraction:
    """WOUNDS-ENV-7: the chance that a unit keeps its hold while it attacks; 1 on firm ground."""
    water = swimming(world, unit)
    if (not water and not climbing(world, unit)) or ("swim" if water else "climb") in body(world, unit).modes:
        return Fraction(1)
    return (ordinary_dice(world) + hold_bonus(world, unit).total).at_least(hold_tn(world, unit))


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


def guard_preview(world: World, attacked: Attacked, key: str, title: str) -> Preview:
    """The target's side of an attack: what each answer leaves of it. The event has what is added to the dice."""
    bonus = attacked.numbers[0]
    if attacked.what in sheet_of(world).weapons:
        blow = blow_told(attacked)
        return _attack_preview(world, blow, title, bonus, plain_defense(world, blow, key))
    unit, target, spell = attacked.unit, attacked.target, attacked.what
    met = plain_defense(world, Blow(unit, target, spell, ranged=True), key)
    levels = _spell_levels(world, unit, spell, target, bonus.total, met.total)
    return Preview(
        title,
        _chances(world, target, levels),
        (bonus, met, spell_damage(world, unit, spell, target), toughness(world, target)),
        spread=_spread(levels),
        spread_of=title_of(world, "wound_level"),
        targets=(target,),
        sight=witness(world, unit, target),
    )


# Spells


def spell_preview(world: World, unit: int, words: list[str], title: str) -> Preview:
    key = words[1]
    spell, name = sheet_of(world).spells[key], title_of(world, words[1])
    title = f"{title}: {name}"
    if spell.radius:
        return _burst(world, unit, words, title)
    target = int(words[2])
    if not spell.target:
        if spell.effect == "recovery":
            return recovery_preview(world, target, title)
        return replace(sure(world, title, "certain", "WOUNDS-HD-12", *_mana(world, key)), targets=(target,))
    bonus, harm = spell_bonus(world, unit, key, target), spell_damage(world, unit, key, target)
    if spell.target == "ranged":
        met = best_defense(world, Blow(unit, target, key, ranged=True))
    else:
        met = defense(world, target, spell.target, unit)
    tough = toughness(world, target)
    levels = _while_hanging(world, unit, _spell_levels(world, unit, key, target, bonus.total, met.total))
    grapple = not spell.damage
    numbers = (bonus, met, harm, tough) if spell.damage else (bonus, met)
    chances = _chances(world, target, levels, grapple=grapple)
    if grapple:
        chances = tuple(
            replace(each, label=title_of(world, "held")) if each.label == title_of(world, "grappled") else each
            for each in chances
        )
    notes = () if not spell.rider or wet(world, unit, target) else (Note(title_of(world, "may_burn"), "WOUNDS-HD-12"),)
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


def _spell_levels(world: World, unit: int, key: str, target: int, bonus: int, met: int) -> Joint[int]:
    spell, harm = sheet_of(world).spells[key], spell_damage(world, unit, key, target).total
    tough, weights = toughness(world, target).total, dict[int, int]()
    for natural, ways in wild_dice(world).items():
        outcome, result = -1, natural + bonus
        if result + (harm if spell.penetrating else 0) >= met:
            final = result + harm - met - tough
            outcome = recorded(world, target, level_for(world, final)) if spell.damage else 0
        weights[outcome] = weights.get(outcome, 0) + ways
    return Joint(weights)


def _mana(world: World, key: str) -> tuple[Breakdown, ...]:
    spell = sheet_of(world).spells[key]
    rows = (("mana_cost", spell.spend), ("mana_invested", spell.invest))
    return tuple(Breakdown(what, (add(cost, spell.title.lower(), "WOUNDS-MANA-2"),)) for what, cost in rows if cost)


def _burst(world: World, unit: int, words: list[str], title: str) -> Preview:
    """One roll against everybody in the area: how many are hit."""
    board, key = board_of(world), words[1]
    spell = sheet_of(world).spells[key]
    area = board.grid.disc(board.grid.parse(words[2]), spell.radius, "alternating")
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
    law = _while_hanging(world, unit, Joint(dict(hits.items())))
    return law.map(lambda count: max(0, count)).marginal(lambda count: count)


def recovery_preview(world: World, unit: int, title: str) -> Preview:
    """WOUNDS-REST-14: whether anything gets better."""
    bonus = recovery_bonus(world, unit)
    law = (ordinary_dice(world) + bonus.total).map(lambda result: int(bool(recoverable(world, unit, result))))
    chance = float(law.at_least(1))
    rows = (("healed", chance), ("not_healed", 1 - chance))
    chances = tuple(Chance(title_of(world, label), each, "WOUNDS-REST-14") for label, each in rows if each)
    return Preview(title, chances, (bonus,), targets=(unit,))
