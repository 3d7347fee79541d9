"""Exact odds of blows, shots and spells, from the numbers that resolve them, and what they are worth on average."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple, Protocol

from msgspec import Struct

import game.rules.aura.verbs.shots as shots
from game.kernel.components import Pools, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules.aura.checks.numbers import damage_dice, has
from game.rules.aura.checks.powers import fortitude
from game.rules.aura.checks.rolls import Weighed, net_advantage
from game.rules.aura.gear import weapon
from game.rules.aura.house import house
from game.rules.aura.position.space import distances
from game.rules.aura.sheet.load import dice_of, sheet_of
from game.rules.aura.verbs.maneuvers import fortitude_sources
from game.rules.aura.verbs.shots import Aim, Cast, Shot
from game.rules.aura.verbs.strikes import Blow, Facts, harm
from game.rules.odds import Dist, advantage, die, disadvantage, explode
from game.systems.conditions import holds

Spread = dict[int, Fraction]


class Number(Protocol):
    """A hit's damage with its lines, by the faces of its dice, that of the attack roll, and whether it is critical."""

    def __call__(self, faces: tuple[int, ...], face: int, *, critical: bool) -> Breakdown: ...


class Damage(NamedTuple):
    """What a hit does: its dice, the number that each must exceed, the one from which on they differ, and the rest."""

    sizes: tuple[int, ...]
    brutal: int
    edge: int
    number: Number


class Odds(Struct, frozen=True):
    """What comes of an attack: the chances of each result, and of each amount of damage."""

    miss: Fraction
    hit: Fraction
    critical: Fraction
    spread: tuple[tuple[int, float], ...] = ()
    fails: Fraction = Fraction(0)  # the spell does not come about


def one_die(sides: int, net: int) -> Dist:
    """A die, or the better or worse of two."""
    return advantage(sides) if net > 0 else disadvantage(sides) if net < 0 else die(sides)


@lru_cache(maxsize=4096)
def at_most(sides: int, net: int, bonus: int, most: int) -> Fraction:
    """The chance that an exploding roll and a bonus come to at most so much."""
    need = max(0, most - bonus)
    return explode(one_die(sides, net), need // sides).at_most(need)


def landing(known: Facts, *, shield: bool = False) -> Fraction:
    """AURA-ATK-8: the chance that a blow beats the Defense roll."""
    if known.auto:
        return Fraction(1)
    most = known.value.total - (1 if known.ties or shield else 0)
    return at_most(10, net_advantage(known.defence), known.guard.total, most)


def faces_of(net: int) -> list[tuple[int, Fraction]]:
    """Each face of a d20 with its chance."""
    found = one_die(20, net)
    return [(face, Fraction(weight, found.total)) for face, weight in found.items()]


@lru_cache(maxsize=1024)
def throws(sizes: tuple[int, ...], brutal: int, edge: int) -> tuple[tuple[tuple[int, ...], bool, Fraction], ...]:
    """Throws that come to different damage, one for all alike in sum and side of `edge`; `brutal`: AURA-GEAR-5."""
    groups: dict[tuple[int, bool], tuple[tuple[int, ...], int]] = {}
    every = list(product(*(range(brutal + 1 if brutal < size else size, size + 1) for size in sizes)))
    for faces in every:
        key = (sum(faces), bool(edge) and any(face >= edge for face in faces))
        groups[key] = (faces, 1 + (groups[key][1] if key in groups else 0))
    return tuple((faces, high, Fraction(count, len(every))) for (_, high), (faces, count) in groups.items())


def _spread(damage: Damage, face: int, *, critical: bool) -> Spread:
    found: Spread = {}
    for faces, _, part in throws(damage.sizes, damage.brutal, damage.edge):
        value = damage.number(faces, face, critical=critical).total
        found[value] = found.get(value, Fraction(0)) + part
    return found


def _mix(into: Spread, part: Fraction, other: Spread) -> None:
    for value, share in other.items():
        into[value] = into.get(value, Fraction(0)) + part * share


def _listed(spread: Spread) -> tuple[tuple[int, float], ...]:
    return tuple((value, float(spread[value])) for value in sorted(spread) if spread[value])


def _odds(parts: dict[bool, Fraction], spread: Spread) -> Odds:
    """By the chances of hits and Critical Hits, and their damage; what is left misses."""
    miss = 1 - parts[True] - parts[False]
    _mix(spread, miss, {0: Fraction(1)})
    return Odds(miss, parts[False], parts[True], _listed(spread))


# Blows


def blow_odds(world: World, blow: Blow, known: Facts) -> Odds:
    """AURA-ATK-6, 8 and 9: miss, hit and Critical Hit with the damage of each."""
    parts = {True: Fraction(0), False: Fraction(0)}
    spread: dict[int, Fraction] = {}
    for (critical, armoured), part in blow_cases(world, known).items():
        parts[critical] += part
        _mix(spread, part, _harms(world, blow, known, 1 if armoured else 20, critical=critical))
    return _odds(parts, spread)


class Blows(NamedTuple):
    """What decides how a blow strikes, in short."""

    lands: Fraction
    net: int
    crit: int
    coverage: int
    sure: bool


def blow_cases(world: World, known: Facts) -> Mapping[tuple[bool, bool], Fraction]:
    """AURA-ATK-6, 8 and 9: the chances to hit by whether it is a Critical Hit and whether armour is in the way."""
    return striking(in_short(world, known))


def in_short(world: World, known: Facts) -> Blows:
    """What decides how a blow strikes."""
    sure = known.auto and house(world).auto_hit_beats_fumble
    return Blows(landing(known), net_advantage(known.combat), known.crit, known.coverage, sure)


@lru_cache(maxsize=4096)
def striking(blow: Blows) -> Mapping[tuple[bool, bool], Fraction]:
    """See `blow_cases`."""
    lands, thrown = blow.lands, one_die(20, blow.net)
    found: dict[tuple[bool, bool], int] = {}
    for face, weight in thrown.items():
        critical = face >= blow.crit
        ways = weight * (lands.denominator if critical else lands.numerator)
        if ways and (face > 1 or blow.sure):
            case = (critical, not critical and face < blow.coverage)
            found[case] = found.get(case, 0) + ways
    return {case: Fraction(ways, thrown.total * lands.denominator) for case, ways in found.items()}


def harm_spread(world: World, blow: Blow, known: Facts, face: int, *, critical: bool) -> tuple[tuple[int, float], ...]:
    """AURA-GEAR-8: the damage of a blow that has hit with that Combat roll."""
    return _listed(_harms(world, blow, known, face, critical=critical))


def _harms(world: World, blow: Blow, known: Facts, face: int, *, critical: bool) -> Spread:
    spread = Spread()
    for extra, share in extras(world, blow, known, critical=critical):
        _mix(spread, share, _spread(blow_damage(world, blow, known, extra), face, critical=critical))
    return spread


def blow_damage(world: World, blow: Blow, known: Facts, extra: int) -> Damage:
    """What a blow does when it hits."""
    found = weapon(world, blow.item)
    sizes = dice_of(damage_dice(world, blow.user, blow.item)) if blow.item != "unarmed" else ()
    return Damage(sizes, found.brutal, found.devastate, partial(harm, world, blow, known, extra=extra))


def extras(world: World, blow: Blow, known: Facts, *, critical: bool) -> tuple[tuple[int, Fraction], ...]:
    """AURA-ATK-7: what an opportunist strike adds, how likely."""
    return additions(open_to_it=(known.exposed or critical) and has(world, blow.user, OPPORTUNIST))


OPPORTUNIST = "opportunist_strike"


@cache
def additions(*, open_to_it: bool) -> tuple[tuple[int, Fraction], ...]:
    """The same by whether the target gives an opportunist the chance."""
    return tuple((face, Fraction(1, 4)) for face in range(1, 5)) if open_to_it else ((0, Fraction(1)),)


def maneuver_odds(world: World, blow: Blow, known: Facts) -> Fraction:
    """AURA-MAN-2 to 4: the chance that a maneuver does what it is for."""
    lands, works = landing(known, shield=blow.maneuver == "shield"), Fraction(0)
    for face, part in faces_of(net_advantage(known.combat)):
        critical = face >= known.crit
        if face == 1 and not (known.auto and house(world).auto_hit_beats_fumble):
            continue
        sure = critical or known.auto
        part *= Fraction(1) if sure else lands
        if blow.maneuver not in ("restrain", "shield"):  # AURA-MAN-4: Fortitude is not above the full Attack Value
            net = net_advantage(fortitude_sources(world, blow, known, evaded=not sure))
            part *= at_most(10, net, fortitude(world, blow.target).total, known.full - known.ties)
        works += part
    return works


# Shots and spells


def finding(known: Aim, face: int) -> Fraction:
    """AURA-RNG-2, 8 and 13: the chance that a Hit roll of that face finds its target."""
    return _finding(_needs(known), face)


class Needs(NamedTuple):
    """What decides whether an aim finds its target, in short."""

    net: int
    crit: int
    coverage: int
    miss: int  # one more where the target wins ties
    guard: int | None
    defence: int


def _needs(known: Aim) -> Needs:
    net, miss = net_advantage(known.hit), known.miss.total
    if known.guard is None:
        return Needs(net, known.crit, known.coverage, miss, None, 0)
    return Needs(net, known.crit, known.coverage, miss + known.ties, known.guard.total, net_advantage(known.defence))


def _finding(needs: Needs, face: int) -> Fraction:
    if face == 1:
        return Fraction(0)
    if face >= needs.crit:
        return Fraction(1)
    if needs.guard is None:
        return Fraction(face >= needs.miss)
    return at_most(4, needs.defence, needs.guard, face - needs.miss)


def _aim_odds(known: Aim, damage: Damage) -> Odds:
    spread, parts = Spread(), {True: Fraction(0), False: Fraction(0)}
    for face, critical, part in aim_cases(known):
        parts[critical] += part
        _mix(spread, part, _spread(damage, face, critical=critical))
    return _odds(parts, spread)


def aim_cases(known: Aim) -> tuple[tuple[int, bool, Fraction], ...]:
    """AURA-RNG-2, 8, 9: a face for all of like damage, whether that is a Critical Hit, and the chance to hit so."""
    return _cases(_needs(known))


@lru_cache(maxsize=4096)
def _cases(needs: Needs) -> tuple[tuple[int, bool, Fraction], ...]:
    found: dict[tuple[bool, bool, bool], tuple[int, Fraction]] = {}
    thrown = one_die(20, needs.net)
    for face, weight in thrown.items():
        critical, chance = face >= needs.crit, _finding(needs, face)
        key = (critical, face < needs.coverage, face == 20)
        if chance:
            found[key] = (face, weight * chance + (found[key][1] if key in found else 0))
    return tuple((face, key[0], part / thrown.total) for key, (face, part) in found.items())


def shot_odds(world: World, shot: Shot, known: Aim) -> Odds:
    """AURA-RNG-2, 9 and 10."""
    return _aim_odds(known, shot_damage(world, shot, known))


def shot_damage(world: World, shot: Shot, known: Aim) -> Damage:
    """What a shot does when it hits."""
    found = weapon(world, shot.item)
    number = partial(shots.harm, world, shot, known)
    return Damage(dice_of(found.damage), shots.brutality(world, shot), found.devastate, number)


def spell_odds(world: World, cast: Cast, known: Aim | None) -> Odds:
    """AURA-MAGIC-2 and 3: the Cast roll, then as a shot; a natural 20 hits by itself and ignores armour."""
    works, sure = cast_chances(world, cast)
    if known is None:
        return Odds(Fraction(0), works, Fraction(0), (), 1 - works)
    damage = spell_damage(world, cast, known)
    thrown, spread = _aim_odds(known, damage), Spread()
    _mix(spread, works - sure, {amount: Fraction(chance) for amount, chance in thrown.spread})
    _mix(spread, sure, _spread(damage, 20, critical=True))
    _mix(spread, 1 - works, {0: Fraction(1)})
    rest = works - sure
    return Odds(rest * thrown.miss, rest * thrown.hit, rest * thrown.critical + sure, _listed(spread), 1 - works)


def cast_chances(world: World, cast: Cast) -> tuple[Fraction, Fraction]:
    """AURA-MAGIC-2 and 3: the chances that it comes about, and that it does by a natural 20."""
    need = shots.cast_number(world, cast.user, cast.spell).total
    roll = one_die(20, -int(holds(world, cast.user, "dazed")))
    return roll.at_least(need), roll.exactly(20) if 1 < need <= 20 else Fraction(0)


def spell_damage(world: World, cast: Cast, known: Aim) -> Damage:
    """What a spell does when it hits."""
    dice = sheet_of(world).spells[cast.spell].dice
    return Damage(dice_of(dice) if dice else (), 0, 0, partial(shots.spell_harm, world, cast, known))


def jumps(world: World, cast: Cast) -> dict[int, Fraction]:
    """AURA-MAGIC-3: whom a bolt hits as well, by jumping on from its target or by straying, how likely."""
    need = shots.cast_number(world, cast.user, cast.spell).total
    found: dict[int, Fraction] = {}
    if not sheet_of(world).spells[cast.spell].arcs or need <= 1:
        return found

    def reaching(target: int) -> Fraction:
        known = shots.spell_aim(world, changed(cast, target=target))
        return sum((part * finding(known, face) for face, part in faces_of(net_advantage(known.hit))), Fraction(0))

    roll = one_die(20, -int(holds(world, cast.user, "dazed")))
    onward = roll.at_least(max(shots.ARCS, need)), shots.arcs_to(world, cast, distances(world, cast.target))
    for part, units in (onward, (roll.at_most(shots.STRAYS), shots.strays_to(world, cast))):
        for unit in units:
            found[unit] = part / len(units) * (1 if unit == cast.user else reaching(unit))
    return {unit: part for unit, part in found.items() if part}


def weighed_odds(weighed: Weighed, how: tuple[str, ...]) -> dict[tuple[str, str], Fraction]:
    """AURA-GEN-2: what comes of a roll, with its rule, by what its owner answers about its dice."""
    net, bonus = 0 if "without" in how else weighed.net, weighed.bonus
    if weighed.faces:
        face = min(weighed.faces) if "lower" in how else max(weighed.faces)
        bonus += face
        if not weighed.bursts or face < weighed.sides:
            return {next((what, rule) for least, what, rule in reversed(weighed.rungs) if bonus >= least): Fraction(1)}

    def least(total: int) -> Fraction:
        if weighed.bursts:
            return 1 - at_most(weighed.sides, net, bonus, total - 1)
        return one_die(weighed.sides, net).at_least(total - bonus)

    found: dict[tuple[str, str], Fraction] = {}
    bounds = [least(total) for total, _, _ in weighed.rungs] + [Fraction(0)]
    for (_, what, rule), high, low in zip(weighed.rungs, bounds, bounds[1:], strict=False):
        found[what, rule] = found.get((what, rule), Fraction(0)) + high - low
    return {end: part for end, part in found.items() if part}


def fell_chance(
    world: World, target: int, spread: tuple[tuple[int, float], ...], *, fatal: bool = False, spared: float = 0.0
) -> float:
    """The chance that this damage ends the fight for its target: by the Death roll that it asks for, or outright.

    `fatal` damage kills whoever has no Aura left, and a life is `spared` with that chance (AURA-DEATH-2, 3, 9; NL-3).
    """
    aura = world.get(target, Pools)["aura"]
    most = aura if not aura or house(world).overflow_death_roll else spread[-1][0] if spread else 0
    wounds = sum(chance for points, chance in spread if points > most)
    rows = sheet_of(world).main.death_roll
    found = [next(row for row in rows if face >= row.min) for face in range(1, 21)]
    falls = sum(row.dead or row.unconscious for row in found) / len(found)
    return wounds * (1 - spared) * (1.0 if fatal else falls)
