"""Ways over plain ground are the same everywhere: looked for once for a budget and heading, and moved from then on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, Grid, bits, cells, make_grid
from game.grid.layout import Kind
from game.grid.paths import Reach, make_tolls, reach
from game.rules.aura.position.lines import Vector, turn_cost, vector

Way = tuple[tuple[Cell, ...], tuple[int, ...], int]  # path, metres used at each cell, turns paid
Find = Callable[[Reach], "dict[Cell, Way]"]
"""The ways to all places within a reach, all of it plain."""


def direction(heading: Vector | None) -> Vector | None:
    """A heading without its length, on which nothing depends."""
    if heading is None or heading == (0, 0):
        return heading
    length = gcd(*heading)
    return heading[0] // length, heading[1] // length


class Moved(NamedTuple):
    """A way as differences of indices from its start.

    The sets are moved up by the table's `lift`. As long as all cells `among` are plain the way is this one.
    """

    among: CellSet
    crossed: CellSet
    path: tuple[int, ...]
    costs: tuple[int, ...]
    turns: int


class Table(NamedTuple):
    """The ways over plain ground, by the difference of the index of their end from that of their start."""

    lift: int
    ways: dict[int, Moved]

    def taken(self, start: Cell, cell: Cell, good: CellSet) -> tuple[CellSet, Way] | None:
        """The way and the cells it crosses; None where not all that matters is among the `good` cells in reach."""
        moved, by = self.ways.get(cell - start), start - self.lift
        if moved is None or moved.among & ~(good >> by if by >= 0 else good << -by):
            return None
        crossed = moved.crossed << by if by >= 0 else moved.crossed >> -by
        return crossed, (tuple([start + offset for offset in moved.path]), moved.costs, moved.turns)


_TABLES: dict[tuple[Kind, int, int, Vector | None, bool], Table] = {}
_MOST = 4096


def table(grid: Grid, budget: int, heading: Vector | None, *, turning: bool, find: Find) -> Table | None:
    """All ways over plain ground on maps as wide as this one; `find` goes by the same terms.

    None where the map is so narrow that what lies off one rim would be taken for cells at the other.
    """
    if grid.width <= 2 * budget + 2:
        return None
    key = (grid.kind, grid.stride, budget, heading, turning)
    if key not in _TABLES:
        if len(_TABLES) >= _MOST:
            _TABLES.clear()
        _TABLES[key] = _table(grid, budget, heading, find)
    return _TABLES[key]


def _table(grid: Grid, budget: int, heading: Vector | None, find: Find) -> Table:
    plain = _plain(grid.kind, budget)
    wide, start = plain.grid, plain.start
    lift, ways = budget * grid.stride + budget, dict[int, Moved]()
    by = {cell: r * grid.stride + q for cell in cells(plain.everywhere) for q, r in [vector(wide, start, cell)]}
    for cell, (path, costs, turns) in find(plain).items():
        among = _between(wide, start, cell, heading) & plain.everywhere
        mattering, crossed = (bits(lift + by[each] for each in members) for members in (cells(among), path))
        ways[by[cell]] = Moved(mattering, crossed, tuple(by[each] for each in path), costs, turns)
    return Table(lift, ways)


@lru_cache(maxsize=64)
def _plain(kind: Kind, budget: int) -> Reach:
    """The reach from the middle of a map on which every step costs one metre."""
    grid = make_grid(kind, 2 * budget + 5, 2 * budget + 5)
    start = grid.at(budget + 2, budget + 2)
    return reach(grid, make_tolls(grid, lambda here, there, d: 1), start, budget, diagonals="flat")


def _between(grid: Grid, start: Cell, cell: Cell, heading: Vector | None) -> CellSet:
    """Every cell on a way that could be shorter than the straight one with its turn, or as short as without it."""
    apart, turn = grid.distance(start, cell, "chebyshev"), turn_cost(grid, heading, vector(grid, start, cell))
    longest, found = max(apart, apart + turn - 1), 0
    for gone in range(longest + 1):
        found |= grid.disc(start, gone, "chebyshev") & grid.disc(cell, longest - gone, "chebyshev")
    return found
