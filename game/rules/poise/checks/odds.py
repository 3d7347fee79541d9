"""What comes of a yield, exactly: damage, cunning effects and shoves together; how many dice a defeat needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Literal

from msgspec import Struct

from game.grid.grid import Cell
from game.kernel.components import Carried, Pools, Position
from game.kernel.ecs import World
from game.rules.joint import Joint, numbers
from game.rules.odds import dice
from game.rules.poise.riding import kept_in_fall
from game.rules.poise.sheet import EMPTY, Skill, sheet_of
from game.rules.poise.state import amount, pool_of
from game.rules.poise.verbs.shoving import Course, fall_dice, hardest, shove_paces
from game.rules.ruleset import Chance

Harm = tuple[int, int]  # what the dice come to: damage, and cunning effects earned
_RULES = {"yield_stands": "POISE-YIELD-1", "thrown_off": "POISE-MOUNT-10", "defeated": "POISE-DEFEAT-1"}


class Toll(Struct, frozen=True):
    """Something that an attack takes: damage runs over into other pools, a loss does not."""

    verb: Literal["damage", "lose"]
    pool: str
    amount: int


Tolls = Iterable[Toll]


def needed(pools: Pools, faces: Sequence[int], takes: Callable[[tuple[int, ...]], Tolls]) -> int:
    """The size of the smallest set of dice that would have emptied the pools; all of them if no set would; `takes` says
    what an attack with only these faces takes, in order.
    """
    for count in range(len(faces)):
        for chosen in set(combinations(sorted(faces), count)):
            left = dict(zip(pools.names, pools.now, strict=True))
            for toll in takes(chosen):
                take(left, toll)
            if not any(left.values()):
                return count
    return len(faces)


def take(left: dict[str, int], toll: Toll) -> int:
    """Take it off the pools; damage runs over into the largest pool, as its default goes. What none could hold."""
    name, amount = toll.pool if toll.pool in left else next(iter(left)), toll.amount
    while amount:
        taken = min(left[name], amount)
        left[name], amount = left[name] - taken, amount - taken
        if toll.verb == "lose" or not any(left.values()):
            break
        name = max(left, key=left.__getitem__)
    return amount


class Blow(Struct, frozen=True):
    """One thing that a yield does to its target: a toll, damage by the dice of a fall, or a throw from the saddle."""

    toll: Toll | None = None
    fall: tuple[int, ...] = ()
    throws: bool = False


def results(world: World, user: int, target: int, skill: Skill, harm: Joint[Harm]) -> tuple[Chance, ...]:
    """What that much damage and so many cunning effects lead to: nothing, the pool emptied, a fall from the saddle, or
    defeat. Shoves go where they take most; where a rider is shoved once it has landed is left out.
    """
    assert skill.yield_ is not None
    pool, titles = skill.yield_.type, sheet_of(world).titles
    effects = {earned: tuple(_effects(world, user, target, skill, earned)) for (_, earned), _ in harm.items()}

    def follow(both: Harm) -> Joint[str]:
        blows = (Blow(Toll("damage", pool, both[0])), *effects[both[1]])
        falls: Joint[tuple[int, ...]] = Joint.sure(())  # what the dice of each fall come to
        for blow in blows:
            if blow.fall:
                falls = falls.then(partial(_further, numbers(dice(*blow.fall))))
        return falls.map(partial(_end, world, target, pool, blows))

    ends = harm.then(follow)
    order = ("yield_stands", *EMPTY.values(), "thrown_off", "defeated")
    found = ((label, float(ends.exactly(label))) for label in order)
    return tuple(Chance(titles[label], chance, _RULES.get(label, "POISE-POOL-8")) for label, chance in found if chance)


def _effects(world: World, user: int, target: int, skill: Skill, earned: int) -> Iterator[Blow]:
    """POISE-YIELD-4 to 7: what the yield and so many cunning effects bring besides damage, in order."""
    assert skill.yield_ is not None
    cunning, at = skill.cunning, world.get(target, Position).cell
    first = skill.yield_.shove_away
    at, blows = _shoved(world, user, target, at, first + cunning.more_shove * earned if first else 0)
    yield from blows
    for _ in range(earned):
        yield from (Blow(Toll("lose", pool, loss)) for pool, loss in cunning.target_lose.items())
        at, blows = _shoved(world, user, target, at, cunning.shove_away)
        yield from blows


def _shoved(world: World, user: int, target: int, at: Cell, paces: int) -> tuple[Cell, tuple[Blow, ...]]:
    """Where a shove that takes most leads from there, and what it does."""
    total = shove_paces(world, user, target, paces).total if paces else 0
    if not total or world.has(target, Carried):
        return at, (Blow(throws=True),) if total else ()
    led = hardest(world, user, target, at, total, "away")
    return led.end, tuple(_blows(world, target, led))


def _blows(world: World, target: int, led: Course) -> Iterator[Blow]:
    if led.barred:
        yield Blow(Toll("lose", "momentum", led.barred * sheet_of(world).numbers.shove_loss))
    if faces := fall_dice(world, target, led):
        yield Blow(fall=faces)


def _further(thrown: Joint[int], known: tuple[int, ...]) -> Joint[tuple[int, ...]]:
    return thrown.map(lambda number: (*known, number))


def _end(world: World, target: int, pool: str, blows: tuple[Blow, ...], falls: tuple[int, ...]) -> str:
    """The title's key of how all that ends. A rider lives on its mount's momentum until it falls (POISE-MOUNT-10)."""
    left = {name: amount(world, target, name) for name in world.get(target, Pools).names}
    name, fallen, off = pool_of(world, target, pool), iter(falls), False
    had, riding = left[name], world.has(target, Carried)
    for blow in blows:
        toll = Toll("damage", "momentum", next(fallen)) if blow.fall else blow.toll
        excess = take(left, toll) if toll else 0
        if riding and not off and (blow.throws or not left["momentum"]):
            left["momentum"], off = kept_in_fall(world, target), True
            take(left, Toll("damage", "momentum", excess))
    if not any(left.values()):
        return "defeated"
    return "thrown_off" if off else EMPTY[name] if had and not left[name] else "yield_stands"
