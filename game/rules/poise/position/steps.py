"""What single steps cost on a board, on foot and in the air, and where a body can stand."""

from __future__ import annotations

from functools import lru_cache

from game.grid.cuts import cut_steps
from game.grid.grid import Cell, CellSet, Grid, bits
from game.grid.grid import cells as each_cell
from game.grid.paths import Tolls, make_tolls
from game.map.board import LEVEL, Board
from game.systems.steps import astride, level

CLIMB = 2  # levels that one step climbs (POISE-HIGH-2)
EASY_DROP = 2  # levels down that a step includes (POISE-HIGH-3)
DEEP_DROP = 4  # more cannot be walked


def step_cost(board: Board, size: int, start: Cell, end: Cell, direction: int) -> int | None:
    """Points for one step of a footprint, the surcharge of diagonals left out; None where no step is possible.

    POISE-MOVE-12 and 13, HIGH-2 and 3: the dearest terrain newly entered, low edges, levels climbed, deep drops.
    """
    grid = board.grid
    here, there = grid.footprint(start, size), grid.footprint(end, size)
    if not here or not there or there & board.impassable or here & board.walls[direction] or astride(board, there):
        return None
    if grid.is_diagonal(direction):
        flanks = grid.shift(here, grid.turn(direction, -1)) | grid.shift(here, grid.turn(direction, 1))
        if flanks & board.impassable:
            return None
    rise = level(board, there) - level(board, here)
    if not -DEEP_DROP <= rise <= CLIMB:
        return None
    cost = 1 + max(board.extra(cell) for cell in each_cell(there & ~here)) + bool(here & board.low_steps[direction])
    return cost + rise if rise > 0 else cost + (rise < -EASY_DROP)


def _parted(grid: Grid, walls: tuple[CellSet, ...], cells: CellSet) -> bool:
    return any(cells & cut & grid.shift(cells, grid.opposite(d)) for d, cut in enumerate(walls))


@lru_cache(maxsize=64)
def tolls(board: Board, size: int) -> Tolls:
    """What each step costs a unit of that size on that board, by its anchor."""
    return make_tolls(board.grid, lambda start, end, direction: step_cost(board, size, start, end, direction))


@lru_cache(maxsize=16)
def air_tolls(board: Board, size: int, over: int) -> Tolls:
    """POISE-UNIT-3: what each step costs a flyer: a point, one more for each level up; what is lower is flown over."""
    grid = board.grid
    rises = ((cell, board.tops[cell] - board.ground[cell]) for cell in each_cell(board.impassable))
    tall = bits(cell for cell, rise in rises if rise >= over * LEVEL)
    high = board.closed & board.of_edge(lambda kind: kind.height >= over)
    walls = cut_steps(grid, high | board.rim_walls)

    def cost(start: Cell, end: Cell, direction: int) -> int | None:
        here, there = grid.footprint(start, size), grid.footprint(end, size)
        if not here or not there or there & tall or here & walls[direction] or _parted(grid, walls, there):
            return None
        return 1 + max(0, level(board, there) - level(board, here))

    return make_tolls(grid, cost)
