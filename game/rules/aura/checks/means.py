"""What blows, shots and spells are worth on average, by what their damage is: as their odds, but quickly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from game.kernel.ecs import World
from game.kernel.numbers import Modifier
from game.rules.aura.checks import odds
from game.rules.aura.checks.odds import Damage
from game.rules.aura.verbs.shots import Aim, Shot
from game.rules.aura.verbs.spells import Cast
from game.rules.aura.verbs.strikes import Blow, Facts

Value = Callable[[int], float]
"""What so much damage is worth to whoever deals it."""


def blow_mean(world: World, blow: Blow, known: Facts, value: Value) -> float:
    """What a blow is worth on average, by what its damage is; nothing for a miss."""
    cases: dict[tuple[bool, int], Fraction] = {}
    for (critical, armoured), part in odds.blow_cases(world, known).items():
        for extra, share in odds.extras(world, blow, known, critical=critical):
            cases[armoured, extra] = cases.get((armoured, extra), Fraction(0)) + part * share
    mean = 0.0
    for (armoured, extra), part in cases.items():
        damage = odds.blow_damage(world, blow, known, extra)
        mean += float(part) * _mean(damage, 1 if armoured else 20, value, critical=not armoured)
    return mean


def shot_mean(world: World, shot: Shot, known: Aim, value: Value) -> float:
    """What a shot is worth on average, by what its damage is; nothing for a miss."""
    return _aim_mean(known, odds.shot_damage(world, shot, known), value)


def spell_mean(world: World, cast: Cast, known: Aim, value: Value) -> float:
    """What a spell that attacks is worth on average."""
    (works, sure), damage = odds.cast_chances(world, cast), odds.spell_damage(world, cast, known)
    own = float(sure) * _mean(damage, 20, value, critical=True) if sure else 0.0
    return own + float(works - sure) * _aim_mean(known, damage, value)


def _aim_mean(known: Aim, damage: Damage, value: Value) -> float:
    """What a shot is worth on average."""
    found: dict[tuple[bool, bool], float] = {}
    total = 0.0
    for face, critical, part in odds.aim_cases(known):
        key = (not critical and face < known.coverage, face == 20)
        if key not in found:
            found[key] = _mean(damage, face, value, critical=critical)
        total += float(part) * found[key]
    return total


def _mean(damage: Damage, face: int, value: Value, *, critical: bool) -> float:
    """What it is worth on average. The dice are its first line, so that the others are found once."""
    if not damage.sizes:
        return value(damage.number((), face, critical=critical).total)
    known: dict[bool, tuple[Modifier, ...]] = {}
    mean = 0.0
    for faces, high, part in odds.throws(damage.sizes, damage.brutal, damage.edge):
        if high not in known:
            known[high] = damage.number(faces, face, critical=critical).parts[1:]
        total = sum(faces)
        for line in known[high]:
            total = line.apply(total)
        mean += float(part) * value(total)
    return mean
