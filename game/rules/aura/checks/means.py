"""What blows, shots and spells are worth on average, by what so much damage is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.kernel.ecs import World
from game.kernel.numbers import Modifier
from game.rules.aura.checks.numbers import has
from game.rules.aura.checks.odds import (
    OPPORTUNIST,
    Blows,
    Damage,
    additions,
    aim_cases,
    blow_damage,
    cast_chances,
    in_short,
    shot_damage,
    spell_damage,
    striking,
    throws,
)
from game.rules.aura.verbs.shots import Aim, Cast, Shot
from game.rules.aura.verbs.strikes import Blow, Facts

Losses = tuple[float, ...]
"""What so much damage is worth to whoever deals it, from none on; more than that is worth as much as the last."""


def blow_mean(world: World, blow: Blow, known: Facts, losses: Losses) -> float:
    """What a blow is worth on average, by what its damage is; nothing for a miss."""
    mean, bold = 0.0, has(world, blow.user, OPPORTUNIST)
    for armoured, extra, part in _parts(in_short(world, known), bold=bold, exposed=known.exposed):
        damage = blow_damage(world, blow, known, extra)
        mean += part * _mean(damage, 1 if armoured else 20, losses, critical=not armoured)
    return mean


@lru_cache(maxsize=4096)
def _parts(blow: Blows, *, bold: bool, exposed: bool) -> tuple[tuple[bool, int, float], ...]:
    """Whether armour is in the way and what an opportunist adds, with the chance of that."""
    cases: dict[tuple[bool, int], Fraction] = {}
    for (critical, armoured), part in striking(blow).items():
        for extra, share in additions(open_to_it=bold and (exposed or critical)):
            cases[armoured, extra] = cases.get((armoured, extra), Fraction(0)) + part * share
    return tuple((armoured, extra, float(part)) for (armoured, extra), part in cases.items())


def shot_mean(world: World, shot: Shot, known: Aim, losses: Losses) -> float:
    """What a shot is worth on average, by what its damage is; nothing for a miss."""
    return _aim_mean(known, shot_damage(world, shot, known), losses)


def spell_mean(world: World, cast: Cast, known: Aim, losses: Losses) -> float:
    """What a spell that attacks is worth on average."""
    (works, sure), damage = cast_chances(world, cast), spell_damage(world, cast, known)
    own = float(sure) * _mean(damage, 20, losses, critical=True) if sure else 0.0
    return own + float(works - sure) * _aim_mean(known, damage, losses)


def _aim_mean(known: Aim, damage: Damage, losses: Losses) -> float:
    found: dict[tuple[bool, bool], float] = {}
    total = 0.0
    for face, critical, part in aim_cases(known):
        key = (not critical and face < known.coverage, face == 20)
        if key not in found:
            found[key] = _mean(damage, face, losses, critical=critical)
        total += float(part) * found[key]
    return total


def _mean(damage: Damage, face: int, losses: Losses, *, critical: bool) -> float:
    """What it is worth on average. The dice are its first line, so that the others are found once."""
    if not damage.sizes:
        return losses[min(damage.number((), face, critical=critical).total, len(losses) - 1)]
    dice = (damage.sizes, damage.brutal, damage.edge)
    lines = tuple([damage.number(faces, face, critical=critical).parts[1:] for faces in _thrown(*dice).alike])
    return _average(dice, lines, losses)


class _Thrown(NamedTuple):
    """Throws on one side of the edge, as long as they differ in what comes after them; and all sums by place in those,
    with their chances."""

    alike: tuple[tuple[int, ...], ...]
    sums: tuple[tuple[int, int, float], ...]


@lru_cache(maxsize=1024)
def _thrown(sizes: tuple[int, ...], brutal: int, edge: int) -> _Thrown:
    every = throws(sizes, brutal, edge)
    firsts = {high: faces for faces, high, _ in reversed(every)}
    places = {high: place for place, high in enumerate(firsts)}
    return _Thrown(
        tuple(firsts.values()), tuple((places[high], sum(faces), float(part)) for faces, high, part in every)
    )


@lru_cache(maxsize=1 << 13)
def _average(dice: tuple[tuple[int, ...], int, int], lines: tuple[tuple[Modifier, ...], ...], losses: Losses) -> float:
    mean, most = 0.0, len(losses) - 1
    for place, total, part in _thrown(*dice).sums:
        for line in lines[place]:
            total = line.apply(total)
        mean += part * losses[min(total, most)]
    return mean
