"""What blows, shots and spells are worth on average, by what their damage is: as their odds, but quickly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier
from game.rules.aura.checks.odds import aim_cases, blow_cases, cast_chances, extras, sizes_of, spell_dice, throws
from game.rules.aura.gear import weapon
from game.rules.aura.sheet.load import dice_of
from game.rules.aura.verbs.shots import Aim, Shot, brutality
from game.rules.aura.verbs.shots import harm as shot_harm
from game.rules.aura.verbs.spells import Cast
from game.rules.aura.verbs.spells import harm as spell_harm
from game.rules.aura.verbs.strikes import Blow, Facts, harm

Value = Callable[[int], float]
"""What so much damage is worth to whoever deals it."""


def blow_mean(world: World, blow: Blow, known: Facts, value: Value) -> float:
    """What a blow is worth on average, by what its damage is; nothing for a miss."""
    cases: dict[tuple[bool, int], Fraction] = {}
    for (critical, armoured), part in blow_cases(world, known).items():
        for extra, share in extras(world, blow, known, critical=critical):
            cases[armoured, extra] = cases.get((armoured, extra), Fraction(0)) + part * share
    found, sizes = weapon(world, blow.item), sizes_of(world, blow)
    mean = 0.0
    for (armoured, extra), part in cases.items():
        number = partial(_harm, world, blow, known, face=1 if armoured else 20, critical=not armoured, extra=extra)
        mean += float(part) * _mean(sizes, found.brutal, found.devastate, number, value)
    return mean


def _harm(
    world: World, blow: Blow, known: Facts, faces: tuple[int, ...], *, face: int, critical: bool, extra: int
) -> Breakdown:
    return harm(world, blow, known, faces, face, critical=critical, extra=extra)


def shot_mean(world: World, shot: Shot, known: Aim, value: Value) -> float:
    """What a shot is worth on average, by what its damage is; nothing for a miss."""
    found = weapon(world, shot.item)
    sizes, brutal = dice_of(found.damage), brutality(world, shot)

    def mean(face: int, *, critical: bool) -> float:
        def number(faces: tuple[int, ...]) -> Breakdown:
            return shot_harm(world, shot, known, faces, face, critical=critical)

        return _mean(sizes, brutal, found.devastate, number, value)

    return _aim_mean(known, mean)


def spell_mean(world: World, cast: Cast, known: Aim, value: Value) -> float:
    """What a spell that attacks is worth on average."""
    works, sure = cast_chances(world, cast)
    sizes = spell_dice(world, cast)

    def mean(face: int, *, critical: bool) -> float:
        def number(faces: tuple[int, ...]) -> Breakdown:
            return spell_harm(world, cast, known, faces, face, critical=critical)

        return _mean(sizes, 0, 0, number, value)

    own = float(sure) * mean(20, critical=True) if sure else 0.0
    return own + float(works - sure) * _aim_mean(known, mean)


def _aim_mean(known: Aim, mean: Callable[..., float]) -> float:
    """What a shot is worth on average; `mean` is what its hits are worth, by face and whether they are critical."""
    found: dict[tuple[bool, bool], float] = {}
    total = 0.0
    for face, critical, part in aim_cases(known):
        key = (not critical and face < known.coverage, face == 20)
        if key not in found:
            found[key] = mean(face, critical=critical)
        total += float(part) * found[key]
    return total


def _mean(
    sizes: tuple[int, ...], brutal: int, edge: int, number: Callable[[tuple[int, ...]], Breakdown], value: Value
) -> float:
    """What the damage of a hit is worth on average. The dice are its first line, so that the others are found once."""
    if not sizes:
        return value(number(()).total)
    known: dict[bool, tuple[Modifier, ...]] = {}
    mean = 0.0
    for faces, high, part in throws(sizes, brutal, edge):
        if high not in known:
            known[high] = number(faces).parts[1:]
        total = sum(faces)
        for line in known[high]:
            total = line.apply(total)
        mean += float(part) * value(total)
    return mean
