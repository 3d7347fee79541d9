"""Painting edges: walls, doors and windows that snap to the borders of cells."""

from __future__ import annotations

from collections.abc import Iterable

from game.data.faults import unknown
from game.edit.content import put
from game.edit.draft import Draft
from game.edit.shapes import outline
from game.grid.grid import CellSet, EdgeId, Grid, Point
from game.map.terrain import kinds


def edges(draft: Draft, where: Iterable[EdgeId], kind: str) -> Draft:
    """The same on each of some edges, "" to take what is there; LookupError for an unknown kind."""
    if kind and kind not in kinds().edges:
        raise LookupError(unknown("edge", kind, kinds().edges)[0])
    return put(draft, {}, dict.fromkeys(where, kind), layers=("edges",))


def enclose(draft: Draft, mask: CellSet, kind: str) -> Draft:
    """An edge all round some cells, the rim of the map aside."""
    rim = draft.grid.rim
    return edges(draft, (edge for edge in outline(draft.grid, mask) if not rim >> edge & 1), kind)


def track(grid: Grid, start: Point, end: Point) -> list[EdgeId]:
    """The edges along a line between two lattice points, from the corner nearest to one to that nearest to the other.

    Nothing if that is the same corner; a point off the map counts as the nearest place on it.
    """
    here, goal = corner(grid, start), corner(grid, end)
    found: list[EdgeId] = []
    a, b = grid.point_px(here, 1.0), grid.point_px(goal, 1.0)
    while here != goal:
        left = _apart(grid, here, goal)
        nearer = [(edge, other) for edge, other in spokes(grid, here) if _apart(grid, other, goal) < left - 1e-9]
        if not nearer:  # only along the jagged rim of a map of hexes
            break
        edge, here = min(nearer, key=lambda way: (_off(grid.point_px(way[1], 1.0), a, b), way))
        found.append(edge)
    return found


def corner(grid: Grid, point: Point) -> Point:
    """The corner of a cell nearest to a lattice point."""
    width, height = grid.extent_px(1.0)
    x, y = grid.point_px(point, 1.0)
    inside = (min(max(x, 0.01), width - 0.01), min(max(y, 0.01), height - 0.01))
    cell = grid.cell_at_px(*inside, 1.0)
    if cell is None:  # in a gap of the jagged rim
        cell = min(
            (grid.at(col, row) for col in (0, grid.width - 1) for row in range(grid.height)),
            key=lambda each: _apart(grid, grid.centre(each), point),
        )
    return min(grid.corners(cell), key=lambda each: (_apart(grid, each, point), each))


def spokes(grid: Grid, point: Point) -> list[tuple[EdgeId, Point]]:
    """The edges that meet in a corner, each with its other end."""
    x, y = grid.point_px(point, 1.0)
    offsets = ((-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.0, -0.1), (0.0, 0.1))
    beside = {grid.cell_at_px(x + dx, y + dy, 1.0) for dx, dy in offsets}
    found: dict[EdgeId, Point] = {}
    for cell in beside:
        corners = grid.corners(cell) if cell is not None else ()
        if cell is not None and point in corners:
            at, sides = corners.index(point), grid.layout.sides
            found[grid.edge(cell, sides[at])] = corners[(at + 1) % len(corners)]
            found[grid.edge(cell, sides[at - 1])] = corners[at - 1]
    return sorted(found.items())


def _apart(grid: Grid, a: Point, b: Point) -> float:
    (x, y), (x2, y2) = grid.point_px(a, 1.0), grid.point_px(b, 1.0)
    return (x - x2) ** 2 + (y - y2) ** 2


def _off(at: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a place lies off the line from a to b, times that line's length."""
    return round(abs((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])), 9)
