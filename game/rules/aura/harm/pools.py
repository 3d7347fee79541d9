"""Pools lost, regained and granted."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.numbers import Breakdown
from game.systems import pools as pools_of
from game.systems.pools import amount, rebase, reset


def lose(
    world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Lose points, down to 0 (AURA-ECON-8); how many."""
    verb = "damage" if name == "aura" else "lose"
    return -change(world, unit, name, -amount, verb, rule, source, *numbers)


def gain(world: World, unit: int, name: str, amount: int, rule: str, source: int | None = None) -> int:
    """Regain points, up to the maximum (AURA-ECON-10); how many."""
    return change(world, unit, name, amount, "gain", rule, source)


def grant(world: World, unit: int, name: str, points: int, base: int, rule: str) -> None:
    """AURA-ROUND-4: set a pool and its maximum, whatever was left in it."""
    before = amount(world, unit, name)
    rebase(world, unit, name, base)
    reset(world, unit, name, points)
    if points < base:  # what everybody has anew is not worth a line
        world.emit(PoolChanged(unit, name, before, points, "restore", None, (), rule))


def no_stamina(world: World, unit: int) -> bool:
    """Whether no Stamina is left."""
    return amount(world, unit, "stamina") == 0


def change(
    world: World, unit: int, name: str, by: int, verb: str, rule: str, source: int | None = None, *numbers: Breakdown
) -> int:
    """Change a pool within 0 and, upward, its maximum; by how much it changed."""
    pools = world.get(unit, Pools)
    before = pools[name]
    after = max(0, before + by) if by < 0 else max(before, min(pools.base_of(name), before + by))
    pools_of.change(world, unit, name, after, verb, rule, source, numbers)
    return after - before
