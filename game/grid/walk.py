"""The quick way along a segment, cell by cell, as long as it follows no border and meets no corner of hexes."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import NamedTuple

from game.grid.clip import scale_of
from game.grid.layout import UNIT, Layout, Offset
from game.grid.masks import Point


class Pace(NamedTuple):
    """A cell on the way, the direction in which the segment leaves it and where; direction -1 at the end.

    A diagonal direction leads through a corner point.
    """

    q: int
    r: int
    d: int
    leaves: int


def walk(layout: Layout, start: Point, end: Point) -> list[Pace] | None:
    """The cells of a segment that begins inside a cell, or None if it takes more than that to tell."""
    scale = scale_of(layout, start, end)
    cell = _cell_around(layout, start)
    if cell is None:
        return None
    q, r = cell
    gates = _gates(layout, start, end, scale)
    steps = [(d, *layout.steps[d]) for *_, d in gates]
    # How much later each gate is reached for a step across each other gate.
    delays = [[(m * dq + n * dr) * UNIT * part for m, n, _, part, _ in gates] for _, dq, dr in steps]
    exits = [((m * q + n * r) * UNIT + bound) * part for m, n, bound, part, _ in gates]
    path: list[Pace] = []
    while True:
        at = min(exits)
        if at >= scale:
            path.append(Pace(q, r, -1, scale))
            return path
        gate = exits.index(at)
        d, dq, dr = steps[gate]
        corner = exits.count(at) > 1
        if corner and layout.stagger:
            return None
        exits = list(map(add, exits, delays[gate]))
        if corner:  # the two strips of squares do not depend on each other: the other bound is still where it was
            other = exits.index(at)
            dq, dr = dq + steps[other][1], dr + steps[other][2]
            d = layout.steps.index((dq, dr))
            exits = list(map(add, exits, delays[other]))
        path.append(Pace(q, r, d, at))
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
