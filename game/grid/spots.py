"""What a segment meets on its way, spot by spot: the geometry under the rays, relative to the cell (0, 0)."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple, TypeAlias

from game.grid.clip import Passage, passages, scale_of
from game.grid.layout import UNIT, Layout, Offset
from game.grid.masks import Point
from game.grid.walk import walk

Border: TypeAlias = tuple[int, int, int]
"""An edge: (q, r) of the cell that owns it and the number of the owning direction."""


class Way(NamedTuple):
    """One way past a spot."""

    cells: frozenset[Offset]
    borders: frozenset[Border]


class Spot(NamedTuple):
    """A spot from `start` to `end` in parts of the segment's scale; it stops the segment if each way is stopped."""

    start: int
    end: int
    ways: tuple[Way, ...]


class _Vertex:
    """What lies left (0) and right (1) of a segment where it passes through a corner point."""

    def __init__(self) -> None:
        self.cells: tuple[set[Offset], set[Offset]] = (set(), set())
        self.borders: tuple[set[Border], set[Border]] = (set(), set())


def spots(layout: Layout, start: Point, end: Point) -> list[Spot]:
    """All spots of the open segment, in order."""
    path = walk(layout, start, end)
    if path is None:
        return _spots_by_corners(layout, start, end)
    found = []
    entered = 0
    for pace in path:
        if entered < pace.leaves:
            found.append(Spot(entered, pace.leaves, (_way([(pace.q, pace.r)]),)))
        if pace.d >= 0:
            found.append(Spot(pace.leaves, pace.leaves, ways_across(layout, pace.q, pace.r, pace.d)))
        entered = pace.leaves
    return found


def ways_across(layout: Layout, q: int, r: int, d: int) -> tuple[Way, ...]:
    """How a segment gets from a cell to the next: through their edge, or past either side of a corner."""
    if d in layout.sides:
        return (_way((), [border_of(layout, q, r, d)]),)
    ways = []
    for turn in (-1, 1):
        first, then = (d + turn) % len(layout.steps), (d - turn) % len(layout.steps)
        dq, dr = layout.steps[first]
        cell = (q + dq, r + dr)
        ways.append(_way([cell], [border_of(layout, q, r, first), border_of(layout, *cell, then)]))
    return tuple(ways)


def _spots_by_corners(layout: Layout, start: Point, end: Point) -> list[Spot]:
    """The same for segments that pass through corner points or along borders: cuts every cell nearby."""
    passed = passages(layout, start, end)
    found = [Spot(p.start, p.end, (_way([_cell(p)]),)) for p in passed if p.start < p.end and not p.border]
    cut, vertices = _edges_met(layout, start, end, passed)
    found.extend(Spot(at, at, (_way((), [border]),)) for border, at in cut.items())
    scale = scale_of(layout, start, end)
    for p in passed:
        if p.start == p.end and 0 < p.start < scale:
            vertices[p.start].cells[_side(start, end, _centre(p))].add(_cell(p))
    runs = _runs(start, end, passed)
    found.extend(_run_spot(run, cells, vertices) for run, cells in runs.items())
    in_runs = {at for run in runs for at in run}
    found.extend(_vertex_spot(at, vertex) for at, vertex in vertices.items() if at not in in_runs)
    return sorted(found, key=lambda spot: (spot.start, spot.end))


def _edges_met(
    layout: Layout, start: Point, end: Point, passed: list[Passage]
) -> tuple[dict[Border, int], dict[int, _Vertex]]:
    """Where the segment cuts edges between their ends, and the corner points it passes with their edges."""
    scale = scale_of(layout, start, end)
    cut: dict[Border, int] = {}
    vertices: dict[int, _Vertex] = defaultdict(_Vertex)
    for border, (one, other) in _outlines(layout, passed).items():
        here, there = _cross(start, end, one), _cross(start, end, other)
        if here * there < 0:
            at = _parameter_of_cut(start, end, one, other, scale)
            if 0 < at < scale:
                cut[border] = at
        elif (here == 0) != (there == 0):
            at = _parameter_of_point(start, end, one if here == 0 else other, scale)
            if 0 < at < scale:
                vertices[at].borders[0 if here + there < 0 else 1].add(border)
    return cut, vertices


def _outlines(layout: Layout, passed: list[Passage]) -> dict[Border, tuple[Point, Point]]:
    """The edges of all the cells passed, with their ends."""
    found = {}
    corners = layout.corners
    for p in passed:
        x, y = _centre(p)
        for side, d in enumerate(layout.sides):
            (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % len(corners)]
            found[border_of(layout, p.q, p.r, d)] = ((x + x1, y + y1), (x + x2, y + y2))
    return found


def border_of(layout: Layout, q: int, r: int, d: int) -> Border:
    """The edge of a cell in a direction, named by its owner."""
    if d in layout.owners:
        return q, r, layout.owners.index(d)
    dq, dr = layout.steps[d]
    return q + dq, r + dr, layout.owners.index((d + len(layout.steps) // 2) % len(layout.steps))


def _runs(start: Point, end: Point, passed: list[Passage]) -> dict[tuple[int, int], tuple[set[Offset], set[Offset]]]:
    """Stretches along a border with the cells left and right of it."""
    found: dict[tuple[int, int], tuple[set[Offset], set[Offset]]] = {}
    for p in passed:
        if p.border and p.start < p.end:
            sides = found.setdefault((p.start, p.end), (set(), set()))
            sides[_side(start, end, _centre(p))].add(_cell(p))
    return found


def _run_spot(run: tuple[int, int], cells: tuple[set[Offset], set[Offset]], vertices: dict[int, _Vertex]) -> Spot:
    """A stretch along a border; the edges that end at either end of it close its sides too."""
    ends = [vertices[at] for at in run if at in vertices]
    return Spot(*run, tuple(_way(cells[side], *(vertex.borders[side] for vertex in ends)) for side in (0, 1)))


def _vertex_spot(at: int, vertex: _Vertex) -> Spot:
    return Spot(at, at, tuple(_way(vertex.cells[side], vertex.borders[side]) for side in (0, 1)))


def _way(cells: set[Offset] | list[Offset] | tuple[()], *borders: set[Border] | list[Border]) -> Way:
    return Way(frozenset(cells), frozenset(border for listed in borders for border in listed))


def _cell(p: Passage) -> Offset:
    return p.q, p.r


def _centre(p: Passage) -> Point:
    return p.q * UNIT, p.r * UNIT


def _cross(start: Point, end: Point, point: Point) -> int:
    """Negative, 0 or positive: the point lies left of the segment, on it or right of it (y runs down)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return dx * (point[1] - start[1]) - dy * (point[0] - start[0])


def _side(start: Point, end: Point, point: Point) -> int:
    return 0 if _cross(start, end, point) < 0 else 1


def _parameter_of_point(start: Point, end: Point, point: Point, scale: int) -> int:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return scale * (point[0] - start[0]) // dx if dx else scale * (point[1] - start[1]) // dy


def _parameter_of_cut(start: Point, end: Point, one: Point, other: Point, scale: int) -> int:
    """Exact: the edge lies on the bound of a strip, which the scale was made for."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ex, ey = other[0] - one[0], other[1] - one[1]
    return scale * ((one[0] - start[0]) * ey - (one[1] - start[1]) * ex) // (dx * ey - dy * ex)
