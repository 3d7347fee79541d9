"""Angles between cells in whole numbers: flanking, arcs of facing, cones."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import cos, radians

from game.grid import stamps
from game.grid.lattice import Lattice
from game.grid.layout import Layout, Metric, Offset
from game.grid.masks import Cell, CellSet, Point, bits, cells, count

_EXACT = {0: Fraction(1), 30: Fraction(3, 4), 45: Fraction(1, 2), 60: Fraction(1, 4), 90: Fraction(0)}


def dot(layout: Layout, u: Offset, v: Offset) -> int:
    """Twice the dot product of two vectors as they lie on the ground."""
    a, b, c = layout.gram
    return a * u[0] * v[0] + b * (u[0] * v[1] + u[1] * v[0]) + c * u[1] * v[1]


@lru_cache(maxsize=512)
def _squared_cosine(degrees: int) -> tuple[int, Fraction]:
    """Sign and square of a cosine.

    Angles not listed have irrational squares, which no ratio of whole numbers equals: twelve digits are plenty.
    """
    sign = 1 if degrees < 90 else -1
    sharp = degrees if degrees <= 90 else 180 - degrees
    if sharp in _EXACT:
        return sign, _EXACT[sharp]
    return sign, Fraction(round(cos(radians(sharp)) ** 2 * 10**12), 10**12)


def compare(layout: Layout, u: Offset, v: Offset, degrees: int) -> int:
    """-1, 0 or 1: the angle between two vectors (neither null) is smaller than, equal to or larger than `degrees`."""
    if not 0 <= degrees <= 180:
        raise ValueError(f"an angle between two lines has 0 to 180 degrees, not {degrees}")
    product = dot(layout, u, v)
    sign, square = _squared_cosine(degrees)
    have = (product * abs(product)) * square.denominator
    want = sign * square.numerator * dot(layout, u, u) * dot(layout, v, v)
    return (have < want) - (have > want)


def at_least(layout: Layout, a: Point, centre: Point, b: Point, degrees: int) -> bool:
    """Whether a and b lie at least that far apart, seen from the centre."""
    u, v = _minus(a, centre), _minus(b, centre)
    return u != (0, 0) and v != (0, 0) and compare(layout, u, v, degrees) >= 0


def in_arc(layout: Layout, centre: Point, facing: int, point: Point, degrees: int) -> bool:
    """Whether a point lies in an arc of `degrees` (0 to 360) about a direction, bounds included."""
    if not 0 <= degrees <= 360:
        raise ValueError(f"an arc has 0 to 360 degrees, not {degrees}")
    v = _minus(point, centre)
    return v != (0, 0) and _in_arc(layout, layout.steps[facing], v, degrees)


def arc(grid: Lattice, cell: Cell, facing: int, degrees: int) -> CellSet:
    """All cells of an arc, without the cell itself."""
    reach = grid.width + grid.height
    rows = _arc_rows(grid.layout, facing, degrees, reach, grid.height)
    return stamps.stamp(grid, cell, rows) & ~(1 << cell)


def cone(grid: Lattice, mask: CellSet, toward: Cell, degrees: int, radius: int, metric: Metric) -> CellSet:
    """Cells within reach of a footprint and within half of `degrees` of the line from its middle to a cell."""
    number = count(mask)
    x, y = middle(grid, mask)
    qx, qy = grid.centre(toward)
    ray = (qx * number - x, qy * number - y)
    if ray == (0, 0):
        raise ValueError(f"a cone needs a direction: {grid.name(toward)} is the middle of its source")
    found = []
    for cell in cells(stamps.within(grid, mask, radius, metric) & ~mask):
        cx, cy = grid.centre(cell)
        if _in_arc(grid.layout, ray, (cx * number - x, cy * number - y), degrees):
            found.append(cell)
    return bits(found)


@lru_cache(maxsize=1 << 12)
def middle(grid: Lattice, mask: CellSet) -> Point:
    """The centroid of a set times the number of its cells, in lattice units (so that it is a whole number)."""
    centres = [grid.centre(cell) for cell in cells(mask)]
    return sum(x for x, _ in centres), sum(y for _, y in centres)


def between_middles(grid: Lattice, a_mask: CellSet, b_mask: CellSet) -> Offset:
    """A vector along the line from the centroid of one set to that of another."""
    (ax, ay), (bx, by) = middle(grid, a_mask), middle(grid, b_mask)
    m, n = count(a_mask), count(b_mask)
    return bx * m - ax * n, by * m - ay * n


def _minus(a: Point, b: Point) -> Offset:
    return a[0] - b[0], a[1] - b[1]


def _in_arc(layout: Layout, axis: Offset, v: Offset, degrees: int) -> bool:
    """Doubles the vectors' angle rather than halve an odd number of degrees."""
    if degrees % 2:
        raise ValueError(f"an arc has an even number of degrees, not {degrees}")
    if degrees == 180:  # half of all, which is most often asked for
        return dot(layout, axis, v) >= 0
    return compare(layout, axis, v, degrees // 2) <= 0


@lru_cache(maxsize=64)
def _arc_rows(layout: Layout, facing: int, degrees: int, reach: int, height: int) -> stamps.Rows:
    """The arc about (0, 0) as runs of cells, row by row."""
    axis = layout.steps[facing]
    rows: list[tuple[int, int, int]] = []
    for r in range(1 - height, height):
        inside = [q for q in range(-reach, reach + 1) if (q or r) and _in_arc(layout, axis, (q, r), degrees)]
        rows.extend((r, low, high) for low, high in stamps.runs(inside))
    return tuple(rows)
