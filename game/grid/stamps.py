"""Sets of cells made from shapes: discs, footprints and lines, stamped on the map row by row."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TypeAlias

from game.grid.clip import passages
from game.grid.lattice import Lattice
from game.grid.layout import Layout, Metric, Offset, Size
from game.grid.masks import Cell, CellSet, cells, first

Rows: TypeAlias = tuple[tuple[int, int, int], ...]
"""Runs of cells relative to one: (row, first q, last q)."""


def stamp(grid: Lattice, cell: Cell, rows: Rows) -> CellSet:
    """The runs about a cell, cut off at the map's rim."""
    q, r = grid.axial(cell)
    starts, width, height, stride = grid.starts, grid.width, grid.height, grid.stride
    mask = 0
    for dr, low, high in rows:
        row = r + dr
        if not 0 <= row < height:
            continue
        start = starts[row]
        low, high, end = q + low, q + high, start + width
        low, high = low if low > start else start, high if high < end else end - 1
        if low <= high:
            mask |= ((1 << high - low + 1) - 1) << row * stride + low
    return mask


def runs(members: list[int]) -> list[tuple[int, int]]:
    """Ascending numbers as (first, last) of each unbroken run."""
    found: list[tuple[int, int]] = []
    for member in members:
        if found and member == found[-1][1] + 1:
            found[-1] = (found[-1][0], member)
        else:
            found.append((member, member))
    return found


@lru_cache(maxsize=1024)
def _disc_rows(layout: Layout, radius: int, metric: Metric) -> Rows:
    measure = layout.metrics[metric]
    rows: list[tuple[int, int, int]] = []
    for r in range(-radius, radius + 1):
        inside = [q for q in range(-radius, radius + 1) if measure(q, r) <= radius]
        rows.extend((r, low, high) for low, high in runs(inside))
    return tuple(rows)


@lru_cache(maxsize=1 << 15)
def disc(grid: Lattice, cell: Cell, radius: int, metric: Metric) -> CellSet:
    """All cells at a distance of at most `radius`; larger radii than the map are cut to it."""
    return stamp(grid, cell, _disc_rows(grid.layout, min(radius, 2 * (grid.width + grid.height)), metric))


@lru_cache(maxsize=8192)
def within(grid: Lattice, mask: CellSet, radius: int, metric: Metric) -> CellSet:
    """All cells at a distance of at most `radius` from any member."""
    if radius < 0:
        return 0
    if radius == 1 and (metric != "manhattan" or grid.kind == "hex"):
        return grid.spread(mask)
    found = 0
    for cell in cells(mask):
        found |= disc(grid, cell, radius, metric)
    return found


@lru_cache(maxsize=65536)
def gap(grid: Lattice, a_mask: CellSet, b_mask: CellSet, metric: Metric) -> int:
    """The distance between the nearest two cells of two sets."""
    first(a_mask), first(b_mask)
    measure = grid.layout.metrics[metric]
    here = [grid.axial(cell) for cell in cells(a_mask)]
    there = [grid.axial(cell) for cell in cells(b_mask)]
    return min(measure(q - x, r - y) for (q, r), (x, y) in product(here, there))


@lru_cache(maxsize=256)
def shape(layout: Layout, size: Size) -> tuple[Offset, ...]:
    """The offsets a unit covers."""
    return layout.shape(size) if isinstance(size, int) else size


@lru_cache(maxsize=8192)
def footprint(grid: Lattice, anchor: Cell, size: Size) -> CellSet:
    """The cells covered from an anchor, 0 if any of them lies off the map."""
    if not anchors(grid, size) >> anchor & 1:
        return 0
    return sum(1 << anchor + r * grid.stride + q for q, r in shape(grid.layout, size))


@lru_cache(maxsize=256)
def anchors(grid: Lattice, size: Size) -> CellSet:
    """Where a unit of that size can stand with all its cells on the map."""
    offsets = shape(grid.layout, size)
    mask = 0
    for row in range(grid.height):
        if not all(0 <= row + r < grid.height for _, r in offsets):
            continue
        low = max(grid.starts[row + r] - q for q, r in (*offsets, (0, 0)))
        high = min(grid.starts[row + r] + grid.width - 1 - q for q, r in (*offsets, (0, 0)))
        if low <= high:
            mask |= ((1 << high - low + 1) - 1) << row * grid.stride + low
    return mask


def expand(grid: Lattice, mask: CellSet, size: Size) -> CellSet:
    """The cells covered by footprints at the given anchors."""
    mask &= anchors(grid, size)
    found = 0
    for q, r in shape(grid.layout, size):
        found |= _moved(mask, r * grid.stride + q)
    return found


def anchors_touching(grid: Lattice, mask: CellSet, size: Size) -> CellSet:
    """The anchors whose footprint overlaps the set."""
    if size == 1:
        return mask & anchors(grid, size)
    found = 0
    for q, r in shape(grid.layout, size):
        found |= _moved(mask, -(r * grid.stride + q))
    return found & anchors(grid, size)


def _moved(mask: CellSet, by: int) -> CellSet:
    return mask << by if by >= 0 else mask >> -by


def line(grid: Lattice, a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells that the line of centres crosses, in order; both where it follows a border."""
    found = []
    for passage in passages(grid.layout, grid.centre(a), grid.centre(b)):
        cell = grid.at_axial(passage.q, passage.r)
        if cell is not None and (passage.start < passage.end or a == b):
            found.append(cell)
    return tuple(found)


def straight(grid: Lattice, a: Cell, b: Cell, lean: int) -> tuple[Cell, ...]:
    """Evenly spaced points on the line of centres, rounded to cells; ties are broken by a nudge of a millionth."""
    steps = grid.distance(a, b, "chebyshev")
    path = [a]
    for i in range(1, steps):
        cell = _point_between(grid, a, b, i, steps, lean)
        if cell is None:  # only at a tie on the jagged side of a map of hexes, and then the other cell is on the map
            cell = _point_between(grid, a, b, i, steps, -lean)
        assert cell is not None
        path.append(cell)
    return (*path, b) if steps else (a,)


def _point_between(grid: Lattice, a: Cell, b: Cell, i: int, steps: int, lean: int) -> Cell | None:
    (q, r), (x, y) = grid.axial(a), grid.axial(b)
    fine = 1_000_000 * steps
    at_q = (q * steps + (x - q) * i) * 1_000_000 + lean * steps
    at_r = (r * steps + (y - r) * i) * 1_000_000 + 2 * lean * steps
    if grid.kind == "square":
        return grid.at_axial(_near(at_q, fine), _near(at_r, fine))
    return grid.at_axial(*_round_axial(at_q, at_r, fine))


def _near(number: int, scale: int) -> int:
    return (2 * number + scale) // (2 * scale)


def _round_axial(q: int, r: int, scale: int) -> tuple[int, int]:
    """The hex around the point (q, r) / scale: round three coordinates, mend the one rounded furthest."""
    s = -q - r
    near_q, near_r, near_s = _near(q, scale), _near(r, scale), _near(s, scale)
    off_q, off_r, off_s = (abs(n * scale - c) for n, c in ((near_q, q), (near_r, r), (near_s, s)))
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r
