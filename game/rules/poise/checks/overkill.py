"""How many of an attack's dice a defeat really needed (POISE-DMG-5 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct

from game.kernel.components import Pools


class Toll(Struct, frozen=True):
    """Something that an attack takes: damage runs over into other pools, a loss does not."""

    verb: Literal["damage", "lose"]
    pool: str
    amount: int


Tolls = Iterable[Toll]


def needed(pools: Pools, faces: Sequence[int], takes: Callable[[tuple[int, ...]], Tolls]) -> int:
    """The size of the smallest set of dice that would have emptied the pools; all of them if no set would.

    `takes` says what an attack with only these faces takes, in order.
    """
    for count in range(len(faces)):
        if any(empties(pools, takes(chosen)) for chosen in set(combinations(sorted(faces), count))):
            return count
    return len(faces)


def empties(pools: Pools, tolls: Tolls) -> bool:
    """Whether nothing would be left."""
    return not any(remainder(pools, tolls).values())


def remainder(pools: Pools, tolls: Tolls) -> dict[str, int]:
    """What would be left in each pool."""
    left = dict(zip(pools.names, pools.now, strict=True))
    for toll in tolls:
        take(left, toll)
    return left


def take(left: dict[str, int], toll: Toll) -> int:
    """Take it off the pools; damage runs over into the largest pool, as its default goes. What none could hold."""
    name, amount = toll.pool if toll.pool in left else next(iter(left)), toll.amount
    while amount:
        taken = min(left[name], amount)
        left[name], amount = left[name] - taken, amount - taken
        if toll.verb == "lose" or not any(left.values()):
            break
        name = max(left, key=lambda each: left[each])
    return amount
