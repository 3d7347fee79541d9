"""A run by a way of one's own: straight stretches, one after the other (AURA-HOUSE-35)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from game.grid.grid import Cell, CellSet, cells
from game.grid.layout import Size
from game.grid.paths import Diagonals
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.map.board import Board
from game.rules.asking import invite
from game.rules.aura.budget import Price, unaffordable
from game.rules.aura.checks.powers import speed
from game.rules.aura.position.lines import Vector, both_lines
from game.rules.aura.position.space import at, barring
from game.rules.aura.position.ways import Way, can_stand_at, diagonals, sprint_extra, walked
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import spent
from game.rules.aura.verbs.targets import metres_at_hand
from game.systems.field import board_of, shape_of


class Routing(Struct, frozen=True):
    """On a runner who is asked for the next stretch of its way: how far that goes already."""

    way: Way


class _Ground(NamedTuple):
    """What stretches depend on."""

    board: Board
    size: Size
    bars: CellSet
    heading: Vector | None
    most: int
    diagonals: Diagonals


async def route(world: World, unit: int) -> Way | None:
    """One stretch after the other, as far as can be paid; None if it thinks better of it."""
    way: Way = ((at(world, unit),), (0,), 0)
    while True:
        found = onward(world, unit, way)
        given = [Action("stretch", cell=cell) for cell in found]
        if can_stand_at(world, unit, way[0][-1]) and len(way[0]) > 1:
            given.append(Action("end"))
        world.put(unit, Routing(way))
        option = await invite(world, unit, "stretch", given)
        world.drop(unit, Routing)
        if option is None or option.role == "commit":
            return way if option is not None else None
        way = found[option.action.there]


def onward(world: World, unit: int, way: Way) -> dict[Cell, Way]:
    """Where the next straight stretch of a way may end, and the way with it. The result must not be changed."""
    board, size = board_of(world), shape_of(world, unit)
    bars = board.grid.anchors_touching(barring(world, unit), size)
    return _onward(_Ground(board, size, bars, spent(world, unit).heading, _most(world, unit), diagonals(world)), way)


def _most(world: World, unit: int) -> int:
    """AURA-MOVE-4: metres that can be paid, those of a Sprint included."""
    pace = speed(world, unit).total
    if unaffordable(world, unit, Price(3, sheet_of(world).main.numbers.sprint_stamina)):
        return metres_at_hand(world, unit, pace)
    return pace + sprint_extra(world, unit)


@lru_cache(maxsize=256)
def _onward(ground: _Ground, way: Way) -> dict[Cell, Way]:
    board, size, bars, heading, most, how = ground
    grid, here, found = board.grid, way[0][-1], dict[Cell, Way]()
    for cell in cells(grid.disc(here, most - way[1][-1], "chebyshev") & ~bars & ~(1 << here)):
        for path, mask in both_lines(grid, here, cell):
            longer = None if mask & bars else walked(board, size, (*way[0], *path[1:]), heading, how)
            if longer is not None and longer[1][-1] <= most:
                found[cell] = longer
                break
    return found
