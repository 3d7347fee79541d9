"""Where bodies get, reach and see, as sets of cells: what dangers and prospects are weighed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from game.grid.grid import Cell, CellSet, Grid, Metric, bits, cells, first, union
from game.grid.paths import distance_field
from game.grid.views import seen
from game.kernel.components import Position
from game.kernel.ecs import World
from game.map.board import LEVEL, Board
from game.systems.field import board_of, bodies, size_of
from game.systems.steps import level, plain_tolls, reachable

CLIMB = 1  # levels that a step is taken to climb
WALKS = (0.0, 0.5, 1.0)  # shares of its way that a foe may walk for an attack
_BARS = 4  # cells beyond its way within which others may bar it


@lru_cache(maxsize=4096)
def _looks(board: Board, here: Cell) -> list[CellSet]:
    """The cells that have been looked at from there, and those of them that are seen."""
    return [0, 0]


@lru_cache(maxsize=1 << 14)
def around(grid: Grid, body: CellSet, far: int, metric: Metric) -> CellSet:
    """Cells at most so far from a body."""
    return grid.within(body, far, metric)


@lru_cache(maxsize=4096)
def level_with(board: Board, body: CellSet, far: int, metric: Metric) -> CellSet:
    """Cells at most so far from a body, sideways and up or down."""
    found = around(board.grid, body, far, metric)
    if not board.heights:
        return found
    own = level(board, body)
    return bits(cell for cell in cells(found) if abs(board.ground[cell] // LEVEL - own) <= far)


def sights(board: Board, here: Cell, wanted: CellSet) -> CellSet:
    """Those of the wanted cells that are seen from there."""
    if not board.blocks_sight and not board.opaque:
        return wanted
    known = _looks(board, here)
    new = wanted & ~known[0]
    if new:
        known[1] |= seen(board.grid, here, new, board.blocks_sight, board.opaque)
        known[0] |= new
    return known[1] & wanted


Covered: TypeAlias = "tuple[tuple[CellSet, ...], Mapping[int, CellSet]]"


def covered(world: World, foe: int, stride: int, reach: int, metric: Metric) -> Covered:
    """What a foe can attack in its next turn from so far, by how much of its way it walks; and who stood where."""
    grid, filled = board_of(world).grid, bodies(world)
    ways = reachable(world, foe, stride, climb=CLIMB).everywhere if stride else 1 << world.get(foe, Position).cell
    size = size_of(world, foe)
    found = grid.within(grid.expand(ways, size) if size > 1 else ways, reach, metric)
    return _by_walks(grid, found, filled[foe], stride, reach, metric), filled


def _by_walks(
    grid: Grid, found: CellSet, body: CellSet, stride: int, reach: int, metric: Metric
) -> tuple[CellSet, ...]:
    """What is covered by those who walk no farther than so much of their way, and in all."""
    walks = [int(stride * part) for part in WALKS]
    near = [around(grid, body, reach + walked, metric) if walked < stride else ~0 for walked in walks]
    return tuple([found & there for there in near])


@lru_cache(maxsize=1 << 14)
def roamed(board: Board, body: CellSet, size: int, stride: int, reach: int, metric: Metric) -> tuple[CellSet, ...]:
    """The same as if nobody stood in the way: for all whose dangers are rough anyhow."""
    grid = board.grid
    ways = union(distance_field(grid, plain_tolls(board, size, CLIMB), 1 << first(body), stride)) if stride else body
    return _by_walks(
        grid, grid.within(grid.expand(ways, size) if size > 1 else ways, reach, metric), body, stride, reach, metric
    )


def covered_since(
    world: World, before: Covered, entities: frozenset[int], foe: int, stride: int, reach: int, metric: Metric
) -> Covered:
    """The same, carried on from a state before; only who is near may have barred or freed a way."""
    now, then = bodies(world), before[1]
    near = around(board_of(world).grid, now.get(foe, 0), stride + _BARS, metric)
    for one in entities:
        if (now.get(one, 0) | then.get(one, 0)) & near:
            return covered(world, foe, stride, reach, metric)
    return before


def costs_in(levels: Sequence[CellSet], wanted: CellSet) -> Iterator[tuple[int, CellSet]]:
    """Of the wanted cells those in each level that has any; those in none are left out."""
    for cost, there in enumerate(levels):
        here = there & wanted
        if here:
            yield cost, here
            wanted &= ~here
            if not wanted:
                break
