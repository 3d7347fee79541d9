"""A grid of squares or hexes: names, steps, sets, distances, footprints, edges and angles of its cells.

Whatever takes one cell calls it `cell`, `a` or `b`; whatever takes a set calls it `mask`: both are ints.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

from game.grid import angles, pixels, stamps
from game.grid.hexes import HEXES
from game.grid.lattice import Lattice
from game.grid.layout import UNIT, Kind, Metric, Size
from game.grid.masks import Cell, CellSet, EdgeId, EdgeSet, Point, bits, cells, count, first, union
from game.grid.square import SQUARES

__all__ = [
    "UNIT",
    "Cell",
    "CellSet",
    "EdgeId",
    "EdgeSet",
    "Grid",
    "Kind",
    "Metric",
    "Point",
    "Size",
    "bits",
    "cells",
    "count",
    "first",
    "make_grid",
    "union",
]


@lru_cache(maxsize=64)
def make_grid(kind: Kind, width: int, height: int) -> Grid:
    """The grid of that kind and size; the same arguments give the same object. ValueError for a size below 1."""
    for layout in (SQUARES, HEXES):
        if layout.kind == kind:
            return Grid(layout, width, height)
    raise ValueError(f"unknown kind of grid {kind!r}: expected 'square' or 'hex'")


class Grid(Lattice):
    """A lattice with all that can be asked of it: sets, footprints, lines, angles, pixels; made by `make_grid`."""

    def __repr__(self) -> str:
        return f"make_grid({self.kind!r}, {self.width}, {self.height})"

    def __reduce__(self) -> tuple[object, ...]:
        return make_grid, (self.kind, self.width, self.height)

    # Directions

    def direction_sets(self, a_mask: CellSet, b_mask: CellSet) -> int | None:
        """The direction from the middle of one set to the middle of another, None if the middles coincide."""
        dx, dy = angles.between_middles(self, a_mask, b_mask)
        return self.layout.heading(dx, dy) if dx or dy else None

    # Whole sets

    def disc(self, cell: Cell, radius: int, metric: Metric) -> CellSet:
        """All cells at a distance of at most `radius` (none if it is negative)."""
        return stamps.disc(self, cell, radius, metric)

    def ring(self, cell: Cell, radius: int, metric: Metric) -> CellSet:
        """All cells at exactly that distance."""
        return stamps.disc(self, cell, radius, metric) & ~stamps.disc(self, cell, radius - 1, metric)

    def within(self, mask: CellSet, radius: int, metric: Metric) -> CellSet:
        """All cells at a distance of at most `radius` from any member."""
        return stamps.within(self, mask, radius, metric)

    # Distances

    def distance_sets(self, a_mask: CellSet, b_mask: CellSet, metric: Metric) -> int:
        """The distance between the nearest two cells of two sets; ValueError if one is empty."""
        if a_mask & b_mask:
            return 0
        if a_mask & (a_mask - 1) == 0 and b_mask & (b_mask - 1) == 0 and a_mask and b_mask:
            return self.distance(a_mask.bit_length() - 1, b_mask.bit_length() - 1, metric)
        return stamps.gap(self, a_mask, b_mask, metric)

    def nearest_cells(self, a_mask: CellSet, b_mask: CellSet, metric: Metric) -> tuple[Cell, Cell]:
        """The nearest pair of cells of two sets, the lowest indices if several; ValueError if a set is empty."""
        first(a_mask), first(b_mask)
        best, pair = inf, (-1, -1)
        for a in cells(a_mask):
            for b in cells(b_mask):
                found = self.distance(a, b, metric)
                if found < best:
                    best, pair = found, (a, b)
        return pair

    # Footprints

    def shape(self, size: Size) -> tuple[tuple[int, int], ...]:
        """The offsets (dq, dr) from its anchor that a unit covers."""
        return stamps.shape(self.layout, size)

    def footprint(self, anchor: Cell, size: Size) -> CellSet:
        """The cells a unit covers; 0 if any of them lies off the map.

        Squares: size n > 1 covers n x n cells, the anchor being the one at the top left. Hexes: 3 and
        5 are discs of 7 and 19 about the anchor; 2 is the anchor with its neighbours e and se, 4 those and their nine.
        """
        return stamps.footprint(self, anchor, size)

    def anchors(self, size: Size) -> CellSet:
        """Where a unit of that size can stand with all its cells on the map."""
        return stamps.anchors(self, size)

    def expand(self, mask: CellSet, size: Size) -> CellSet:
        """The cells covered by footprints at the given anchors (those off the map are left out)."""
        return stamps.expand(self, mask, size)

    def anchors_touching(self, mask: CellSet, size: Size) -> CellSet:
        """The anchors whose footprint overlaps the set: turns obstacles into forbidden anchors."""
        return stamps.anchors_touching(self, mask, size)

    # Lines

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The cells whose inside the line of centres crosses, in order, both ends included.

        Where the line runs along a border both cells count, the lower index first. As a set it is the same from b to a.
        """
        return stamps.line(self, a, b)

    def straight(self, a: Cell, b: Cell, *, lean: int = 1) -> tuple[Cell, ...]:
        """A shortest path along the line: points rounded to cells, ties to the side `lean` (1 or -1) says.

        AURA-GRID-6's canonical lines; both ends included.
        """
        return stamps.straight(self, a, b, lean)

    # Angles and lattice points

    def angle_at_least(self, a: Point, centre: Point, b: Point, degrees: int) -> bool:
        """Whether a and b lie at least that far apart, seen from the centre; exact. False if either is the centre."""
        return angles.at_least(self.layout, a, centre, b, degrees)

    def in_arc(self, centre: Point, facing: int, point: Point, degrees: int) -> bool:
        """Whether a point lies at most `degrees` / 2 to either side of a direction; the centre itself does not."""
        return angles.in_arc(self.layout, centre, facing, point, degrees)

    def arc(self, cell: Cell, facing: int, degrees: int) -> CellSet:
        """All cells whose centre lies in that arc, without the cell itself; 180 includes the sides."""
        return angles.arc(self, cell, facing, degrees)

    def cone(self, mask: CellSet, toward: Cell, degrees: int, radius: int, metric: Metric) -> CellSet:
        """Cells in range of a footprint, at most `degrees` / 2 off the line from its middle."""
        return angles.cone(self, mask, toward, degrees, radius, metric)

    # Pixels: `size_px` is the width of a cell

    def extent_px(self, size_px: float) -> tuple[float, float]:
        """Width and height of the whole map."""
        return pixels.extent(self, size_px)

    def point_px(self, point: Point, size_px: float) -> tuple[float, float]:
        """Where a lattice point is drawn; the map's top left corner is (0, 0)."""
        return pixels.point(self, point, size_px)

    def centre_px(self, cell: Cell, size_px: float) -> tuple[float, float]:
        """Where the middle of a cell is drawn."""
        return pixels.point(self, self.centre(cell), size_px)

    def polygon_px(self, cell: Cell, size_px: float) -> tuple[tuple[float, float], ...]:
        """The outline of a cell, clockwise."""
        return tuple(pixels.point(self, corner, size_px) for corner in self.corners(cell))

    def edge_px(self, edge: EdgeId, size_px: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of an edge."""
        start, end = self.edge_ends(edge)
        return pixels.point(self, start, size_px), pixels.point(self, end, size_px)

    def cell_at_px(self, x: float, y: float, size_px: float) -> Cell | None:
        """The cell drawn at a place, None off the map."""
        return pixels.cell_at(self, x, y, size_px)

    def edge_at_px(self, x: float, y: float, size_px: float) -> EdgeId | None:
        """The edge nearest to a place on the map, None off the map."""
        return pixels.edge_at(self, x, y, size_px)
