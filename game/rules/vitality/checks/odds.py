"""Exact chances of an attack, redirected misses included, by the functions that resolve it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from game.kernel.ecs import World
from game.rules.odds import Dist, mixture, sure
from game.rules.vitality.checks.numbers import attack_modes, net
from game.rules.vitality.checks.rolls import SIDES, d20
from game.rules.vitality.harm.damage import Blow, damage_dist
from game.rules.vitality.harm.suffering import most_spared
from game.rules.vitality.position.sight import Look, look
from game.rules.vitality.state import Attack, is_thing
from game.rules.vitality.verbs.strike import certain_blow, defending, hit_bonus, next_targets


class Result(Struct, frozen=True):
    """Who is hit (None: nobody) and whether it is critical."""

    unit: int | None
    critical: bool = False


def results(world: World, attack: Attack, target: int, *, parry: int = 0) -> Sequence[tuple[Result, int]]:
    """What each kept die comes to, with its weight, if nobody reacts (ATK-11, ATK-12) but the target by a parry."""
    key = ("results", attack, target, parry)
    return world.derive(key, lambda world: _results(world, attack, target, parry))


def _results(world: World, attack: Attack, target: int, parry: int) -> Sequence[tuple[Result, int]]:
    if is_thing(world, target):
        return [(Result(target), 1)]
    bonus = hit_bonus(world, attack).total
    modes = net(world, attack_modes(world, attack.user, target, ranged=attack.ranged))
    steps = _steps(world, attack, target, [])
    return _rolled(modes, ((steps[0][0], steps[0][1] + parry - bonus), *[(u, n - bonus) for u, n in steps[1:]]))


@lru_cache(maxsize=4096)
def _rolled(modes: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[Result, int], ...]:
    """The same by what the die must come to against each."""
    found: dict[Result, int] = {}
    for natural, weight in d20(modes).items():
        hit = (other for other, least in steps if natural == SIDES or natural >= least)
        result = Result(next(hit, None) if natural > 1 else None, natural == SIDES)
        found[result] = found.get(result, 0) + weight
    return tuple(found.items())


def _steps(world: World, attack: Attack, target: int, done: list[int]) -> list[tuple[int, int]]:
    """Whom the attack is at one after the other while it misses, each with the Evasion against it."""
    done.append(target)
    number, seen = defending(world, attack, target)
    found = [(target, number.total)]
    for other in next_targets(world, target, seen):
        if other not in done:
            found += _steps(world, attack, other, done)
    return found


def damage(world: World, attack: Attack, target: int, *, critical: bool) -> Dist:
    """What one hit takes from this target."""
    blow = certain_blow(world, attack, target, crit=critical)
    found = damage_dist(world, target, blow, look(world, attack.user, target) if attack.ranged else None)
    return found.clamp(high=most_spared(world, target)) if attack.gentle else found


def spread(world: World, attack: Attack, target: int) -> Dist:
    """What the whole attack takes from the target that it was aimed at."""
    parts: list[tuple[int, Dist]] = []
    for result, weight in results(world, attack, target):
        own = result.unit == target
        parts.append((weight, damage(world, attack, target, critical=result.critical) if own else sure(0)))
    return mixture(parts)


def resisted(world: World, target: int, blow: Blow, passed: tuple[int, int], *, half: bool, seen: Look) -> Dist:
    """Damage of an effect that a Defense Roll answers; `passed` is its chance as (ways, of)."""
    full = damage_dist(world, target, blow, seen)
    soft = damage_dist(world, target, Blow(blow.parts, halved=True), seen) if half else sure(0)
    ways, total = passed
    return mixture([(ways, soft), (total - ways, full)])
