"""The cells and edges of a map without their shapes: names, steps, distances, and the points about them.

Whatever takes one cell calls it `cell`, `a` or `b`; whatever takes a set calls it `mask`: both are ints.
"""

from __future__ import annotations

from functools import cached_property, reduce
from operator import and_

from game.grid.layout import UNIT, Kind, Layout, Metric
from game.grid.masks import Cell, CellSet, EdgeId, EdgeSet, Point, bits, cells


class Lattice:
    """Cells in `height` rows of `width`, immutable; ValueError for a size below 1."""

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

    # Distances

    def distance(self, a: Cell, b: Cell, metric: Metric) -> int:
        """Cells from a to b, rounded down; hexes know one metric whatever the name."""
        return self.layout.metrics[metric](self._q[b] - self._q[a], self._r[b] - self._r[a])

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

    def cells_beside(self, edge: EdgeId) -> tuple[Cell, ...]:
        """Those of them that are cells of the map."""
        return tuple(cell for cell in self.edge_cells(edge) if cell is not None)

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

    @cached_property
    def border(self) -> CellSet:
        """The outermost cells: those that lack a neighbour."""
        inner = reduce(and_, (self.shift(self.everywhere, d) for d in range(self.directions)))
        return self.everywhere & ~inner

    # Points

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell in lattice units, `UNIT` to a cell: x and y on squares, axial q and r on hexes."""
        return UNIT * self._q[cell], UNIT * self._r[cell]

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The outline of a cell in lattice units, clockwise: 4 points from the north-west or 6 from the north."""
        x, y = self.centre(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.layout.corners)
