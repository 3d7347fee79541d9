"""Where cells lie on a screen: plain arithmetic, no drawing."""

from __future__ import annotations

from math import floor, sqrt

from game.grid.lattice import Lattice
from game.grid.layout import UNIT
from game.grid.masks import Cell, EdgeId, Point

_SLANT = sqrt(3) / 2  # from row to row on hexes, in widths of a cell
_CAP = 1 / sqrt(3)  # from a hex's middle to its top corner, in widths of a cell


def extent(grid: Lattice, size: float) -> tuple[float, float]:
    """Width and height of the whole map."""
    if grid.kind == "square":
        return grid.width * size, grid.height * size
    return (grid.width + (0.5 if grid.height > 1 else 0)) * size, ((grid.height - 1) * _SLANT + 2 * _CAP) * size


def point(grid: Lattice, place: Point, size: float) -> tuple[float, float]:
    """Where a lattice point is drawn."""
    x, y = place[0] / UNIT, place[1] / UNIT
    if grid.kind == "square":
        return (x + 0.5) * size, (y + 0.5) * size
    return (x + y / 2 + 0.5) * size, (y * _SLANT + _CAP) * size


def cell_at(grid: Lattice, x: float, y: float, size: float) -> Cell | None:
    """The cell drawn at a place, None off the map."""
    if grid.kind == "square":
        return grid.at_axial(floor(x / size), floor(y / size))
    r = (y / size - _CAP) / _SLANT
    q = x / size - 0.5 - r / 2
    return grid.at_axial(*_round_cube(q, r))


def edge_at(grid: Lattice, x: float, y: float, size: float) -> EdgeId | None:
    """The edge nearest to a place on the map."""
    cell = cell_at(grid, x, y, size)
    if cell is None:
        return None

    def distance(d: int) -> float:
        (x1, y1), (x2, y2) = (point(grid, end, size) for end in grid.edge_ends(grid.edge(cell, d)))
        return ((x1 + x2) / 2 - x) ** 2 + ((y1 + y2) / 2 - y) ** 2

    return grid.edge(cell, min(grid.layout.sides, key=distance))


def _round_cube(q: float, r: float) -> tuple[int, int]:
    """The hex around a point: round all three coordinates, then mend the one that was rounded furthest."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r
