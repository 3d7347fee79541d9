"""Pools lost, regained and granted."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.numbers import Breakdown
from game.rules.aura.state import pool


def lose(
    world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Lose points, down to 0 (AURA-ECON-8); how many."""
    verb = "damage" if name == "aura" else "lose"
    return -change(world, unit, name, -amount, verb, rule, source, *numbers)


def gain(world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None) -> int:
    """Regain points, up to the maximum (AURA-ECON-10); how many."""
    return change(world, unit, name, amount, "gain", rule, source)


def reset(world: World, unit: int, name: str, amount: int, base: int, rule: str) -> None:
    """AURA-ROUND-4: set a pool, whatever was left in it."""
    pools = world.get(unit, Pools)
    at, before = pools.names.index(name), pools[name]
    world.put(unit, Pools(pools.names, pools.now, (*pools.base[:at], base, *pools.base[at + 1 :])).with_(name, amount))
    if amount < base:  # what everybody has anew is not worth a line
        world.emit(PoolChanged(unit, name, before, amount, "restore", None, (), rule))


def no_stamina(world: World, unit: int) -> bool:
    """Whether no Stamina is left."""
    return pool(world, unit, "stamina") == 0


def change(
    world: World, unit: int, name: str, by: int, verb: str, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Change a pool within 0 and, upward, its maximum; by how much it changed."""
    pools = world.get(unit, Pools)
    before = pools[name]
    after = max(0, before + by) if by < 0 else max(before, min(pools.base_of(name), before + by))
    if after != before:
        world.put(unit, pools.with_(name, after))
        world.emit(PoolChanged(unit, name, before, after, verb, source, numbers, rule))
    return after - before
