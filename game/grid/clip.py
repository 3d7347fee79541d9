"""Where a straight segment enters and leaves cells, in exact whole numbers."""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

from game.grid.layout import UNIT, Layout, Offset
from game.grid.masks import Point


class Passage(NamedTuple):
    """A segment's way through one cell, from `start` to `end` in parts of the segment's scale."""

    q: int
    r: int
    start: int
    end: int
    border: bool
    """Whether it runs along the cell's border instead of its inside; `start == end` is a touch of one corner."""


def scale_of(layout: Layout, a: Point, b: Point) -> int:
    """The number of parts of a segment in which every entry and exit is a whole number."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return lcm(*(abs(m * dx + n * dy) or 1 for m, n in layout.strips))


def passages(layout: Layout, a: Point, b: Point) -> list[Passage]:
    """All cells that a segment crosses, follows or touches, in order of entry, then of row and column."""
    scale = scale_of(layout, a, b)
    found = (_passage(layout, a, b, scale, cell) for cell in _candidates(a, b))
    return sorted((p for p in found if p is not None), key=lambda p: (p.start, p.end, p.r, p.q))


def meets(layout: Layout, a: Point, b: Point, cell: Offset) -> bool:
    """Whether a segment crosses a cell, follows its border or touches it at a corner."""
    return _passage(layout, a, b, scale_of(layout, a, b), cell) is not None


def _passage(layout: Layout, a: Point, b: Point, scale: int, cell: Offset) -> Passage | None:
    """Cuts the segment with the two or three strips whose common part is the cell."""
    start, end, border = 0, scale, False
    x, y = a[0] - cell[0] * UNIT, a[1] - cell[1] * UNIT
    dx, dy = b[0] - a[0], b[1] - a[1]
    for m, n in layout.strips:
        at, slope = m * x + n * y, m * dx + n * dy
        if slope == 0:
            if abs(at) > UNIT:
                return None
            border = border or abs(at) == UNIT
            continue
        part = scale // slope
        one, other = (-UNIT - at) * part, (UNIT - at) * part
        start, end = max(start, min(one, other)), min(end, max(one, other))
    return Passage(*cell, start, end, border) if start <= end else None


def _candidates(a: Point, b: Point) -> list[Offset]:
    """Cells near the segment, a few too many."""
    if a[1] > b[1]:
        a, b = b, a
    found: list[Offset] = []
    for r in range(a[1] // UNIT - 1, b[1] // UNIT + 3):
        ends = [_x_at(a, b, min(max(y, a[1]), b[1])) for y in (UNIT * (r - 1), UNIT * (r + 1))]
        if a[1] == b[1]:
            ends = [a[0], b[0]]
        low, high = min(ends) // UNIT - 1, max(ends) // UNIT + 2
        found.extend((q, r) for q in range(low, high + 1))
    return found


def _x_at(a: Point, b: Point, y: int) -> int:
    return a[0] if a[1] == b[1] else a[0] + (b[0] - a[0]) * (y - a[1]) // (b[1] - a[1])
