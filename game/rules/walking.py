"""Moving along a path cell by cell, with a moment for others at each step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from game.grid.masks import Cell
from game.kernel.ecs import World
from game.systems.movement import place


async def walk(
    world: World,
    unit: int,
    path: Sequence[Cell],
    costs: Sequence[int],
    leaving: Callable[[], Awaitable[bool]],
    *,
    rule: str = "",
) -> bool:
    """Take the steps of a path (its first cell is where the unit stands; costs are cumulative).

    `leaving` is awaited before each step and tells whether the unit still goes on. Returns whether it arrived.
    """
    for at in range(1, len(path)):
        if not await leaving():
            return False
        place(world, unit, path[at], cost=costs[at] - costs[at - 1], rule=rule)
    return True
