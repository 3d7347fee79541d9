"""Free lines drawn over a grid -> the edges they most likely mean, each with how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot

from game.formats.report import FormatError
from game.grid.grid import EdgeId, Grid, Point, cells

MAX_STEPS = 100_000
"""Edges that all lines of one file may pass together."""

Place = tuple[float, float]
"""Widths of a cell from the map's top left corner."""


class Lattice:
    """The corners of a grid's cells, and which edges join them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.steps = 0
        self._places: dict[Point, Place] = {}

    @cached_property
    def roads(self) -> dict[Point, list[tuple[EdgeId, Point]]]:
        """Corner -> the edges that begin there, with their other ends."""
        found: dict[Point, list[tuple[EdgeId, Point]]] = {}
        seen = set()
        for cell in cells(self.grid.everywhere):
            for d in self.grid.layout.sides:
                edge = self.grid.edge(cell, d)
                if edge not in seen:
                    seen.add(edge)
                    start, end = self.grid.edge_ends(edge)
                    found.setdefault(start, []).append((edge, end))
                    found.setdefault(end, []).append((edge, start))
        return found

    def place(self, corner: Point) -> Place:
        """Where a corner lies."""
        found = self._places.get(corner)
        if found is None:
            found = self._places[corner] = self.grid.point_px(corner, 1)
        return found

    def nearest(self, place: Place) -> Point:
        """The corner nearest to a place on the map or beside it."""
        wide, high = self.grid.extent_px(1)
        x, y = min(max(place[0], 0.01), wide - 0.01), min(max(place[1], 0.01), high - 0.01)
        near = self.grid.cell_at_px(x, y, 1)
        if near is None:  # in a notch between hexes of the rim
            near = min(
                cells(self.grid.everywhere), key=lambda cell: hypot(*_minus(self.grid.centre_px(cell, 1), place))
            )
        return min(self.grid.corners(near), key=lambda corner: hypot(*_minus(self.place(corner), place)))

    def trace(self, line: Sequence[Place]) -> Iterator[tuple[EdgeId, int]]:
        """The edges along a line of two or more places, each with a confidence in per cent.

        Lines that meet still meet: both run to the corner nearest to where they do. FormatError for far too many.
        """
        for start, end in pairwise(line):
            part = clipped(start, end, self.grid.extent_px(1))
            if part is not None:
                yield from self._segment(*part)

    def snap(self, line: Sequence[Place]) -> tuple[EdgeId, int] | None:
        """The edge nearest to a line too short to reach from corner to corner, with its confidence in per cent."""
        if len(line) < 2 or clipped(line[0], line[-1], self.grid.extent_px(1)) is None:
            return None
        start, end = line[0], line[-1]
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2

        def off(way: tuple[EdgeId, Place, Place]) -> tuple[float, EdgeId]:
            edge, a, b = way
            apart = hypot(*_minus(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), middle))
            return round(apart - _along(a, b, start, end), 6), edge  # as close as it can be, and as straight

        corner = self.nearest(middle)
        ways = [(edge, self.place(corner), self.place(there)) for edge, there in self.roads[corner]]
        edge, a, b = min(ways, key=off)
        return edge, _confidence(a, b, start, end)

    def _segment(self, start: Place, end: Place) -> Iterator[tuple[EdgeId, int]]:
        here, goal = self.nearest(start), self.nearest(end)
        aim = self.place(goal)
        while here != goal:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise FormatError(f"more than {MAX_STEPS} pieces of wall")
            left = hypot(*_minus(self.place(here), aim))
            ways = [
                (_off(self.place(there), start, end), hypot(*_minus(self.place(there), aim)), edge, there)
                for edge, there in self.roads[here]
            ]
            _, _, edge, there = min(way for way in ways if way[1] < left - 1e-9)
            yield edge, _confidence(self.place(here), self.place(there), start, end)
            here = there


def _minus(a: Place, b: Place) -> Place:
    return a[0] - b[0], a[1] - b[1]


def _off(place: Place, start: Place, end: Place) -> float:
    """How far a place lies from the straight line through two others, to a millionth, so that ties are ties."""
    (dx, dy), (px, py) = _minus(end, start), _minus(place, start)
    length = hypot(dx, dy)
    return round(abs(dx * py - dy * px) / length, 6) if length else round(hypot(px, py), 6)


def _confidence(a: Place, b: Place, start: Place, end: Place) -> int:
    """100 for an edge right under the line, less the further away and the more aslant it is."""
    off = _off(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), start, end)
    return round(100 * max(0.0, 1 - 2 * off) * _along(a, b, start, end))


def _along(a: Place, b: Place, start: Place, end: Place) -> float:
    """1 for two lines in one direction, 0 for a right angle, or for a line without a direction."""
    (ax, ay), (dx, dy) = _minus(b, a), _minus(end, start)
    size = hypot(ax, ay) * hypot(dx, dy)
    return abs(ax * dx + ay * dy) / size if size else 0.0


def clipped(start: Place, end: Place, size: Place) -> tuple[Place, Place] | None:
    """The part of a line that lies on a map of that size, with half a cell around it; None if nothing does."""
    (x, y), (dx, dy) = start, _minus(end, start)
    low, high = 0.0, 1.0
    sides = ((-dx, x + 0.5), (dx, size[0] + 0.5 - x), (-dy, y + 0.5), (dy, size[1] + 0.5 - y))
    for slope, room in sides:
        if slope == 0:
            if room < 0:
                return None
        elif slope < 0:
            low = max(low, room / slope)
        else:
            high = min(high, room / slope)
    if low > high:
        return None
    return (x + low * dx, y + low * dy), (x + high * dx, y + high * dy)


def inside(place: Place, polygon: Sequence[Place]) -> bool:
    """Whether a place lies in a polygon, by counting the sides to its left."""
    x, y = place
    found = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found
