"""What tells squares from hexes: directions, metrics, shapes and the outline of a cell.

Both kinds use the same coordinates, q to the right and r downwards: column and row on squares, axial
coordinates on hexes. A cell's index is `r * stride + q`, so a step is one addition and a whole set moves by one shift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from game.grid.masks import Point

Kind: TypeAlias = Literal["square", "hex"]
Metric: TypeAlias = Literal["chebyshev", "alternating", "manhattan", "euclid"]
Offset: TypeAlias = tuple[int, int]
Size: TypeAlias = int | tuple[Offset, ...]
"""A size number, or a shape of its own: offsets (dq, dr) from the anchor."""

UNIT = 1440
"""Lattice units from a cell to its neighbour: a multiple of every fraction of a cell that a ruleset samples at
(halves, thirds, ninths, twentieths, thirty-seconds, and corners of hexes pulled in by tenths or fifths)."""


class Layout(msgspec.Struct, frozen=True, eq=False):
    """One kind of grid. Directions run clockwise; offsets and points are (q, r)."""

    kind: Kind
    stagger: int
    """1 if odd rows are shifted half a cell to the right, else 0."""
    names: tuple[str, ...]
    steps: tuple[Offset, ...]
    sides: tuple[int, ...]
    """The directions that lead across an edge; side n runs from corner n to corner n + 1."""
    owners: tuple[int, ...]
    """The directions in which a cell owns its edge; the opposite ones belong to the neighbour."""
    corners: tuple[Point, ...]
    """The outline, clockwise, from the centre."""
    strips: tuple[Offset, ...]
    """(a, b): a point (x, y) from the centre lies inside if every |a x + b y| < UNIT."""
    gram: tuple[int, int, int]
    """(a, b, c): twice the dot product of u and v is a ux vx + b (ux vy + uy vx) + c uy vy."""
    metrics: Mapping[str, Callable[[int, int], int]]
    shape: Callable[[int], tuple[Offset, ...]]
    """The offsets that a unit of a size covers."""
    heading: Callable[[int, int], int]
    """The direction nearest in angle to a vector other than (0, 0)."""
