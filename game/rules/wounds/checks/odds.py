"""What attacks and spells come to, exactly: chances of each wound after overflow."""

from __future__ import annotations

from fractions import Fraction

from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules.joint import Joint
from game.rules.odds import Dist, die
from game.rules.wounds.checks.blows import Blow, final_level, guards, level_for, opening_of, plain_defense, spell_damage
from game.rules.wounds.checks.numbers import hold_bonus, hold_tn, toughness
from game.rules.wounds.checks.rolls import ordinary_dice, wild_dice
from game.rules.wounds.gear import weapon
from game.rules.wounds.position.ground import climbing, swimming
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import body, landing


def best_defense(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ACT-8 and 12: the highest Defense that the target may meet the attack with."""
    opening = ["opening"] if opening_of(world, blow) is not None else []
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


def while_hanging(world: World, unit: int, levels: Joint[int]) -> Joint[int]:
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


def spell_levels(world: World, unit: int, key: str, target: int, bonus: int, met: int) -> Joint[int]:
    spell, harm = sheet_of(world).spells[key], spell_damage(world, unit, key, target).total
    tough, weights = toughness(world, target).total, dict[int, int]()
    for natural, ways in wild_dice(world).items():
        outcome, result = -1, natural + bonus
        if result + (harm if spell.penetrating else 0) >= met:
            final = result + harm - met - tough
            outcome = recorded(world, target, level_for(world, final)) if spell.damage else 0
        weights[outcome] = weights.get(outcome, 0) + ways
    return Joint(weights)
