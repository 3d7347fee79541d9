"""A grid of squares or hexes: names, steps, sets, distances, footprints, edges and angles of its cells.

Whatever takes one cell calls it `cell`, `a` or `b`; whatever takes a set calls it `mask`: both are ints.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import inf

from game.grid import angles, pixels, stamps
from game.grid.hexes import HEXES
from game.grid.layout import UNIT, Kind, Layout, Metric, Size
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


class Grid:
    """Cells in `height` rows of `width`; made by `make_grid`, immutable."""

    def __init__(self, layout: Layout, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a grid needs at least one column and one row, not {width} x {height}")
        self.layout = layout
        self.kind: Kind = layout.kind
        self.width, self.height = width, height
        # One spare index between rows (two on hexes, where rows begin at odd places) catches steps off the map.
        self.stride = width + 1 + layout.stagger
        self.starts = tuple(-(row // 2) * layout.stagger for row in range(height))
        self.bases = tuple(row * self.stride + self.starts[row] for row in range(height))
        self.everywhere: CellSet = sum(((1 << width) - 1) << base for base in self.bases)
        self.directions = len(layout.steps)
        self.names = layout.names
        self.offsets = tuple(r * self.stride + q for q, r in layout.steps)
        self._span = self.bases[-1] + width
        self._q, self._r = [0] * self._span, [-1] * self._span
        for row, base in enumerate(self.bases):
            for col in range(width):
                self._q[base + col], self._r[base + col] = col + self.starts[row], row
        self._neighbours: dict[Cell, tuple[Cell, ...]] = {}

    def __repr__(self) -> str:
        return f"make_grid({self.kind!r}, {self.width}, {self.height})"

    def __reduce__(self) -> tuple[object, ...]:
        return make_grid, (self.kind, self.width, self.height)

    # Names and coordinates

    def inside(self, col: int, row: int) -> bool:
        """Whether the map has that column and row."""
        return 0 <= col < self.width and 0 <= row < self.height

    def at(self, col: int, row: int) -> Cell:
        """The cell in that column and row, counted from 0 at the top left; ValueError off the map."""
        if not self.inside(col, row):
            raise ValueError(f"cell {col},{row} lies off the {self.width} x {self.height} map")
        return self.bases[row] + col

    def xy(self, cell: Cell) -> tuple[int, int]:
        """Column and row."""
        row = self._r[cell]
        return cell - self.bases[row], row

    def axial(self, cell: Cell) -> tuple[int, int]:
        """(q, r); on squares column and row."""
        return self._q[cell], self._r[cell]

    def cube(self, cell: Cell) -> tuple[int, int, int]:
        """(q, r, s) with q + r + s = 0; for hexes."""
        q, r = self._q[cell], self._r[cell]
        return q, r, -q - r

    def at_axial(self, q: int, r: int) -> Cell | None:
        """The cell with those axial coordinates, or None off the map."""
        if 0 <= r < self.height and 0 <= q - self.starts[r] < self.width:
            return r * self.stride + q
        return None

    def has(self, cell: Cell) -> bool:
        """Whether the index is that of a cell of the map."""
        return 0 <= cell < self._span and self._r[cell] >= 0

    def name(self, cell: Cell) -> str:
        """The text of a cell, "column,row"."""
        col, row = self.xy(cell)
        return f"{col},{row}"

    def parse(self, text: str) -> Cell:
        """The cell of a text "column,row"; ValueError quotes what is wrong."""
        col, comma, row = text.partition(",")
        if not (comma and col.strip().isdecimal() and row.strip().isdecimal()):
            raise ValueError(f"{text!r} is not a cell: expected 'column,row', such as '4,5'")
        return self.at(int(col), int(row))

    # Directions and steps

    def opposite(self, d: int) -> int:
        """The direction straight back."""
        return (d + self.directions // 2) % self.directions

    def turn(self, d: int, steps: int) -> int:
        """The direction so many steps clockwise (counter-clockwise if negative)."""
        return (d + steps) % self.directions

    def is_diagonal(self, d: int) -> bool:
        """Whether the direction leads across a corner (never on hexes)."""
        return d not in self.layout.sides

    def parse_direction(self, text: str) -> int:
        """The direction of a name such as "ne"; ValueError if there is none."""
        if text not in self.names:
            raise ValueError(f"{text!r} is not a direction: expected one of {', '.join(self.names)}")
        return self.names.index(text)

    def step(self, cell: Cell, d: int) -> Cell | None:
        """The neighbour in a direction, or None off the map."""
        there = cell + self.offsets[d]
        return there if 0 <= there < self._span and self._r[there] >= 0 else None

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The neighbours on the map, in the order of directions."""
        found = self._neighbours.get(cell)
        if found is None:
            steps = (self.step(cell, d) for d in range(self.directions))
            found = self._neighbours[cell] = tuple(there for there in steps if there is not None)
        return found

    def direction(self, a: Cell, b: Cell) -> int:
        """The direction nearest in angle; of two equally near ones (hexes) the clockwise one. ValueError if a is b."""
        if a == b:
            raise ValueError(f"no direction leads from {self.name(a)} to itself")
        return self.layout.heading(self._q[b] - self._q[a], self._r[b] - self._r[a])

    def direction_sets(self, a_mask: CellSet, b_mask: CellSet) -> int | None:
        """The direction from the middle of one set to the middle of another, None if the middles coincide."""
        dx, dy = angles.between_middles(self, a_mask, b_mask)
        return self.layout.heading(dx, dy) if dx or dy else None

    # Whole sets

    def shift(self, mask: CellSet, d: int) -> CellSet:
        """The set moved one step; what leaves the map is dropped."""
        by = self.offsets[d]
        return (mask << by if by > 0 else mask >> -by) & self.everywhere

    def spread(self, mask: CellSet) -> CellSet:
        """The set and all its neighbours."""
        stride = self.stride
        if self.layout.stagger:
            mask |= mask << 1 | mask >> 1 | mask << stride | mask >> stride | mask << stride - 1 | mask >> stride - 1
            return mask & self.everywhere
        mask |= (mask << 1 | mask >> 1) & self.everywhere
        return (mask | mask << stride | mask >> stride) & self.everywhere

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

    def distance(self, a: Cell, b: Cell, metric: Metric) -> int:
        """Cells from a to b, rounded down; hexes know one metric whatever the name."""
        return self.layout.metrics[metric](self._q[b] - self._q[a], self._r[b] - self._r[a])

    def distance_sets(self, a_mask: CellSet, b_mask: CellSet, metric: Metric) -> int:
        """The distance between the nearest two cells of two sets; ValueError if one is empty."""
        if a_mask & b_mask:
            return 0
        if a_mask & (a_mask - 1) == 0 and b_mask & (b_mask - 1) == 0:
            return self.distance(first(a_mask), first(b_mask), metric)
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

        Squares: size n > 1 covers n x n cells, the anchor being the one at the top left. Hexes (POISE section 7): 3 and
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

    # Edges

    def edge(self, cell: Cell, d: int) -> EdgeId:
        """The edge of a cell on that side; both its cells name the same edge. ValueError for a diagonal."""
        owners = self.layout.owners
        if d in owners:
            return (cell + self.stride + 1) * len(owners) + owners.index(d)
        if d not in self.layout.sides:
            raise ValueError(f"no edge lies to the {self.names[d]}: that is a corner")
        there = cell + self.offsets[d]
        return (there + self.stride + 1) * len(owners) + owners.index(self.opposite(d))

    def edge_cells(self, edge: EdgeId) -> tuple[Cell | None, Cell | None]:
        """The two cells beside an edge, None for the outside; at least one is a cell."""
        index, axis = divmod(edge, len(self.layout.owners))
        owner = index - self.stride - 1
        other = owner + self.offsets[self.layout.owners[axis]]
        found = (owner if self.has(owner) else None, other if self.has(other) else None)
        if found == (None, None):
            raise ValueError(f"{edge} is no edge of the {self.width} x {self.height} map")
        return found

    def edge_between(self, a: Cell, b: Cell) -> EdgeId | None:
        """The edge two cells share, None if they are no side neighbours."""
        for d in self.layout.sides:
            if b - a == self.offsets[d] and self.step(a, d) == b:
                return self.edge(a, d)
        return None

    def edge_ends(self, edge: EdgeId) -> tuple[Point, Point]:
        """The lattice points where an edge begins and ends (clockwise about its owner)."""
        cell, d = self.edge_side(edge)
        corners, side = self.corners(cell), self.layout.sides.index(d)
        return corners[side], corners[(side + 1) % len(corners)]

    def edge_side(self, edge: EdgeId) -> tuple[Cell, int]:
        """A cell of the map and the direction in which the edge lies from it."""
        owner, other = self.edge_cells(edge)
        d = self.layout.owners[edge % len(self.layout.owners)]
        if owner is not None:
            return owner, d
        assert other is not None
        return other, self.opposite(d)

    def edge_name(self, edge: EdgeId) -> str:
        """The text of an edge: a cell and a side, such as "4,5 e"."""
        cell, d = self.edge_side(edge)
        return f"{self.name(cell)} {self.names[d]}"

    def parse_edge(self, text: str) -> EdgeId:
        """The edge of a text such as "4,5 e"; either of its cells will do. ValueError quotes what is wrong."""
        words = text.split()
        if len(words) != 2:
            raise ValueError(f"{text!r} is not an edge: expected a cell and a side, such as '4,5 e'")
        return self.edge(self.parse(words[0]), self.parse_direction(words[1]))

    @cached_property
    def rim(self) -> EdgeSet:
        """The edges between the map and the outside."""
        sides = ((cell, d) for cell in cells(self.everywhere) for d in self.layout.sides)
        return bits(self.edge(cell, d) for cell, d in sides if self.step(cell, d) is None)

    # Angles and lattice points

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell in lattice units, `UNIT` to a cell: x and y on squares, axial q and r on hexes."""
        return UNIT * self._q[cell], UNIT * self._r[cell]

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The outline of a cell in lattice units, clockwise: 4 points from the north-west or 6 from the north."""
        x, y = self.centre(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.layout.corners)

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
        """Cells in range of a footprint, at most `degrees` / 2 off the line from its middle (POISE section 7)."""
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
