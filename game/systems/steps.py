"""What stands in a walker's way, and what plain steps cost; rulesets with dearer steps ask `passage` and price them."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache

from game.grid.grid import Grid, Metric
from game.grid.masks import Cell, CellSet, bits, union
from game.grid.masks import cells as each_cell
from game.grid.paths import Diagonals, Reach, Tolls, make_tolls, reach
from game.kernel.components import Position
from game.kernel.ecs import World
from game.map.board import LEVEL, Board
from game.systems.field import PLACES, board_of, bodies, cells_of, derived_there, enemies, size_of


def level(board: Board, cells: CellSet) -> int:
    """Whole levels of the highest cell."""
    return max(board.ground[cell] for cell in each_cell(cells)) // LEVEL


@derived_there(PLACES)
def ground(world: World, unit: int) -> int:
    """Height of the highest ground under a unit, in sixths of a level."""
    heights = board_of(world).ground
    return max(heights[cell] for cell in each_cell(cells_of(world, unit)))


@lru_cache(maxsize=1 << 16)
def apart(grid: Grid, one: CellSet, other: CellSet, how: Metric) -> int:
    """Cells between the nearest ones of two sets."""
    return grid.distance_sets(one, other, how)


@lru_cache(maxsize=64)
def rooms(board: Board, size: int) -> CellSet:
    """The anchors at which a body of that size can stand: nothing impassable in it, no wall through it."""
    free = board.grid.anchors(size) & ~board.grid.anchors_touching(board.impassable, size)
    if size == 1:
        return free
    return free & ~bits(cell for cell in each_cell(free) if astride(board, board.grid.footprint(cell, size)))


def borders(board: Board, cells: CellSet) -> CellSet:
    """The cells next to those, some of them maybe, that no wall cuts off."""
    return union(board.grid.shift(cells & ~cut, d) for d, cut in enumerate(board.walls))


def cut_off(grid: Grid, here: CellSet, d: int, cut: tuple[CellSet, ...], blocked: CellSet) -> bool:
    """Whether edges stand in the way of a step; a diagonal goes past one corner."""
    if not grid.is_diagonal(d):
        return bool(here & cut[d])
    left, right = grid.turn(d, -1), grid.turn(d, 1)
    return all(
        here & cut[out] or grid.shift(here, out) & ~here & (cut[across] | blocked)
        for out, across in ((left, right), (right, left))
    )


def astride(board: Board, cells: CellSet) -> bool:
    """Whether a closed edge stands between two cells of a set."""
    if cells & (cells - 1) == 0:
        return False
    grid = board.grid
    return any(cells & cut and cells & cut & grid.shift(cells, grid.opposite(d)) for d, cut in enumerate(board.walls))


def passage(board: Board, size: int, start: Cell, end: Cell, d: int) -> tuple[CellSet, CellSet] | None:
    """The cells of a body before a step and after it; None where rock, a wall or the rim is in the way."""
    grid = board.grid
    here, there = grid.footprint(start, size), grid.footprint(end, size)
    if not here or not there or there & board.impassable or astride(board, there):
        return None
    return None if cut_off(grid, here, d, board.walls, board.impassable) else (here, there)


def is_rough(board: Board, here: CellSet, there: CellSet, d: int) -> bool:
    """Whether a step leads onto difficult ground or over something low."""
    return bool((there & ~here) & board.difficult or cut_off(board.grid, here, d, board.low_steps, 0))


@lru_cache(maxsize=64)
def plain_tolls(board: Board, size: int, climb: int) -> Tolls:
    """A step costs 1, 1 more where it is rough, 1 more a level; more than `climb` levels at once are too steep."""

    def cost(start: Cell, end: Cell, d: int) -> int | None:
        found = passage(board, size, start, end, d)
        if found is None:
            return None
        rise = abs(level(board, found[1]) - level(board, found[0]))
        return None if rise > climb else 1 + is_rough(board, *found, d) + rise

    return make_tolls(board.grid, cost)


def repriced(table: Tolls, into: Sequence[CellSet], outside: int, inside: Callable[[int], int]) -> Tolls:
    """Tolls times `outside`, but as `inside` says for steps in each direction from the anchors `into`."""
    rows = []
    for by_cost, some in zip(table.by_direction, into, strict=True):
        found: dict[int, CellSet] = {}
        for cost, sources in by_cost:
            for price, part in ((cost * outside, sources & ~some), (inside(cost), sources & some)):
                if part:
                    found[price] = found.get(price, 0) | part
        rows.append(tuple(sorted(found.items())))
    return Tolls(tuple(rows))


def free_anchors(world: World, unit: int) -> CellSet:
    """The anchors at which a unit overlaps nobody else."""
    grid, size, filled = board_of(world).grid, size_of(world, unit), 0
    for other, cells in bodies(world).items():
        if other != unit:
            filled |= cells
    return grid.anchors(size) & ~grid.anchors_touching(filled, size)


def harmful(world: World, unit: int, words: Container[str]) -> CellSet:
    """The anchors at which a unit stands in a hazard of one of these kinds."""
    board = board_of(world)
    if not board.hazards:
        return 0
    there = union(place for effect, place in board.hazards.items() if effect.split(" ")[0] in words)
    return board.grid.anchors_touching(there, size_of(world, unit))


def foes_cells(world: World, unit: int) -> CellSet:
    """The cells of foes on their feet, through whom nobody walks."""
    return union(cells_of(world, foe) for foe in enemies(world, unit))


def reachable(
    world: World, unit: int, budget: int, *, climb: int = 1, diagonals: Diagonals = "flat", shun: CellSet = 0
) -> Reach:
    """Where a unit gets by plain steps through its own side; `free_anchors` says where it may stop.

    Cells of `shun` are not left once entered.
    """
    key = ("plain steps", unit, budget, climb, diagonals, shun)
    return world.derive(key, lambda world: _reachable(world, unit, budget, climb, diagonals, shun), PLACES)


def _reachable(world: World, unit: int, budget: int, climb: int, diagonals: Diagonals, shun: CellSet) -> Reach:
    board, size = board_of(world), size_of(world, unit)
    tolls, start = plain_tolls(board, size, climb), world.get(unit, Position).cell
    blocked = board.grid.anchors_touching(foes_cells(world, unit), size)
    stop = board.grid.anchors_touching(shun, size) if shun else 0
    return reach(board.grid, tolls, start, budget, diagonals=diagonals, blocked=blocked, stop=stop)
