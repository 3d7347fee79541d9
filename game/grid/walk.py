"""The quick way along a segment, cell by cell, as long as it meets no corner point."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.grid.clip import scale_of
from game.grid.layout import UNIT, Layout, Offset
from game.grid.masks import Point


class Pace(NamedTuple):
    """A cell on the way, the direction in which the segment leaves it and where; direction -1 at the end."""

    q: int
    r: int
    d: int
    leaves: int


def walk(layout: Layout, start: Point, end: Point) -> list[Pace] | None:
    """The cells of a segment that begins inside a cell, or None if it touches a corner or follows a border."""
    scale = scale_of(layout, start, end)
    cell = _cell_around(layout, start)
    if cell is None:
        return None
    q, r = cell
    gates = _gates(layout, start, end, scale)
    path: list[Pace] = []
    while True:
        exits = sorted((((m * q + n * r) * UNIT + bound) * part, d) for m, n, bound, part, d in gates)
        at, d = exits[0]
        if at >= scale:
            path.append(Pace(q, r, -1, scale))
            return path
        if len(exits) > 1 and exits[1][0] == at:
            return None
        path.append(Pace(q, r, d, at))
        dq, dr = layout.steps[d]
        q, r = q + dq, r + dr


def _gates(layout: Layout, start: Point, end: Point, scale: int) -> list[tuple[int, int, int, int, int]]:
    """For each strip that the segment crosses: its form, the bound ahead, parts per unit, the direction across."""
    x, y = start
    dx, dy = end[0] - x, end[1] - y
    found = []
    for m, n in layout.strips:
        slope = m * dx + n * dy
        if slope:
            sign = 1 if slope > 0 else -1
            found.append((m, n, sign * UNIT - m * x - n * y, scale // slope, _across(layout, m, n, sign)))
    return found


@lru_cache(maxsize=64)
def _across(layout: Layout, m: int, n: int, sign: int) -> int:
    return next(d for d in layout.sides if sign * (m * layout.steps[d][0] + n * layout.steps[d][1]) == 2)


def _cell_around(layout: Layout, point: Point) -> Offset | None:
    """The cell whose inside holds the point, None on a border."""
    q, r = point[0] // UNIT, point[1] // UNIT
    for cell in ((q, r), (q + 1, r), (q, r + 1), (q + 1, r + 1)):
        x, y = point[0] - cell[0] * UNIT, point[1] - cell[1] * UNIT
        if all(abs(m * x + n * y) < UNIT for m, n in layout.strips):
            return cell
    return None
