"""Moving along a path cell by cell, with a moment for others at each step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from game.grid.masks import Cell, CellSet, union
from game.kernel.components import Carried
from game.kernel.ecs import World
from game.rules.ruleset import Note
from game.rules.verbs import table_of
from game.systems.field import board_of, size_of
from game.systems.movement import place, stroll


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


def walk_unhindered(
    world: World, unit: int, path: Sequence[Cell], costs: Sequence[int], guarded: CellSet, *, rule: str = ""
) -> int:
    """Take those of the first steps at once that begin outside of the guarded cells; how many there are.

    None where somebody carries somebody: those come along one by one.
    """
    if world.each(Carried):
        return 0
    grid, size, many = board_of(world).grid, size_of(world, unit), 0
    while many < len(path) - 1 and not (guarded and grid.footprint(path[many], size) & guarded):
        many += 1
    if many:
        stroll(world, unit, ((path[at], costs[at] - costs[at - 1]) for at in range(1, many + 1)), rule=rule)
    return many


def perils(world: World, unit: int, path: Sequence[Cell], rule: str) -> tuple[Note, ...]:
    """What dangerous ground does to whoever goes that way, for a preview: the words of the ruleset's `danger_...`."""
    board, titles = board_of(world), table_of(world).titles
    if not board.hazards or len(path) < 2:
        return ()
    filled = union(board.grid.footprint(cell, size_of(world, unit)) for cell in path[1:])
    met = [word for word, place in board.hazards.items() if place & filled and f"danger_{word}" in titles]
    return tuple(Note(f"{title[:1].upper()}{title[1:]}", rule) for word in met for title in [titles[f"danger_{word}"]])
