"""Pools: amounts and their bases; the only writer of `Pools`. What follows from an empty pool is the rules' matter."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.numbers import Breakdown


def amount(world: World, unit: int, pool: str) -> int:
    """The present amount; 0 for a pool that the unit has not."""
    pools = world.get(unit, Pools)
    return pools[pool] if pool in pools.names else 0


def change(
    world: World,
    unit: int,
    pool: str,
    to: int,
    verb: str,
    rule: str,
    source: int | None = None,
    numbers: tuple[Breakdown, ...] = (),
) -> None:
    """Set an amount and say so, unless it stays as it is."""
    pools = world.get(unit, Pools)
    before = pools[pool]
    if to != before:
        world.put(unit, pools.with_(pool, to))
        world.emit(PoolChanged(unit, pool, before, to, verb, source, numbers, rule))


def reset(world: World, unit: int, pool: str, to: int) -> None:
    """Set an amount without a word: for what begins and ends with turns, and situations that are set up."""
    pools = world.get(unit, Pools)
    if pools[pool] != to:
        world.put(unit, pools.with_(pool, to))


def rebase(world: World, unit: int, pool: str, base: int) -> None:
    """Set the base of a pool; the amount stays."""
    pools = world.get(unit, Pools)
    at = pools.names.index(pool)
    world.put(unit, Pools(pools.names, pools.now, (*pools.base[:at], base, *pools.base[at + 1 :])))
