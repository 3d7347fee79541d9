"""When a body is surrounded: a question of cells alone, asked often about the same ones and so remembered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.board import Board
from game.grid import angles
from game.grid.grid import Cell, CellSet, Grid
from game.grid.paths import step_cost
from game.rules.poise.steps import tolls


@lru_cache(maxsize=1 << 16)
def closed_in(
    board: Board, anchor: Cell, size: int, holders: tuple[CellSet, ...], zones: CellSet, barred: CellSet
) -> bool:
    """POISE-SURR-2 to 8: whether a body in the zones of `holders` is between two of them or cannot get out.

    `zones` are all their cells of control; `barred` those of all enemies about the body, which nobody walks through.
    """
    grid = board.grid
    if _between_two(grid, grid.footprint(anchor, size), holders):
        return True
    ways = _escapes(board, anchor, size, barred)
    return all(there is not None and grid.footprint(there, size) & zones for there in ways)


def _escapes(board: Board, anchor: Cell, size: int, barred: CellSet) -> Iterator[Cell | None]:
    """The anchors one step away that a unit could hypothetically move to (POISE-SURR-4 and 5).

    None stands for open ground off the map (POISE-SURR-8).
    """
    grid = board.grid
    blocked, cells = grid.anchors_touching(barred, size), grid.footprint(anchor, size)
    for d in range(grid.directions):
        there = grid.step(anchor, d)
        if there is None or not grid.footprint(there, size):
            if not cells & board.walls[d]:
                yield None
            continue
        flanks = (grid.step(anchor, grid.turn(d, side)) for side in (-1, 1)) if grid.is_diagonal(d) else ()
        if any(flank is not None and blocked >> flank & 1 for flank in flanks):
            continue
        if not blocked >> there & 1 and step_cost(grid, tolls(board, size), anchor, d) is not None:
            yield there


def _between_two(grid: Grid, cells: CellSet, others: tuple[CellSet, ...]) -> bool:
    """POISE-SURR-3: two enemies with zones at opposite corners (on hexes: opposite each other, for big units)."""
    if grid.kind == "square":
        for d in (grid.names.index("ne"), grid.names.index("se")):
            one, other = _corner(grid, cells, d), _corner(grid, cells, grid.opposite(d))
            if any(one & each for each in others) and any(other & each for each in others):
                return True
        return False
    if cells.bit_count() == 1:
        return False
    touching = [each for each in others if grid.spread(cells) & each]
    pairs = [(a, b) for at, a in enumerate(touching) for b in touching[at + 1 :]]
    return any(_opposed(grid, a, cells, b) for a, b in pairs)


def _opposed(grid: Grid, one: CellSet, middle: CellSet, other: CellSet) -> bool:
    """Whether two sets lie opposite each other about a third, to within ten degrees."""
    # Sums of centres instead of means: all vectors are scaled by positive counts, which keeps angles.
    (x, y), count = angles.middle(grid, middle), middle.bit_count()
    vectors = []
    for mask in (one, other):
        (sx, sy), many = angles.middle(grid, mask), mask.bit_count()
        vectors.append((sx * count - x * many, sy * count - y * many))
    return (0, 0) not in vectors and angles.compare(grid.layout, vectors[0], vectors[1], 170) >= 0


def _corner(grid: Grid, cells: CellSet, direction: int) -> CellSet:
    """The cell that touches a square body diagonally at one corner."""
    sides = grid.turn(direction, -1), grid.turn(direction, 1)
    beyond = grid.shift(cells, direction)
    return beyond & ~cells & ~grid.shift(cells, sides[0]) & ~grid.shift(cells, sides[1])
