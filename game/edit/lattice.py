"""Turns and mirrors of a grid: what they do to cells, edges and directions."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.grid.grid import UNIT, Cell, EdgeId, Grid, Point
from game.grid.layout import Layout, Size

Flip = Literal["horizontal", "vertical"]
"""Which way things move when mirrored: horizontal swaps left and right."""


class Motion(Struct, frozen=True):
    """A map of the whole grid onto itself: (q, r) becomes (a q + b r + e, c q + d r + f)."""

    a: int
    b: int
    c: int
    d: int
    e: int = 0
    f: int = 0

    def at(self, q: int, r: int) -> tuple[int, int]:
        """Where a cell comes to lie."""
        return self.a * q + self.b * r + self.e, self.c * q + self.d * r + self.f

    def after(self, first: Motion) -> Motion:
        """First the other, then this one."""
        e, f = self.at(first.e, first.f)
        return Motion(
            self.a * first.a + self.b * first.c,
            self.a * first.b + self.b * first.d,
            self.c * first.a + self.d * first.c,
            self.c * first.b + self.d * first.d,
            e,
            f,
        )


STAY = Motion(1, 0, 0, 1)


def turning(layout: Layout, steps: int) -> Motion:
    """A turn clockwise about (0, 0): by quarters on squares, by sixths on hexes."""
    once = Motion(0, -1, 1, 1) if layout.stagger else Motion(0, -1, 1, 0)
    found = STAY
    for _ in range(steps % turns(layout)):
        found = once.after(found)
    return found


def turns(layout: Layout) -> int:
    """How many turns make a full circle: 4 or 6."""
    return 6 if layout.stagger else 4


def flipping(layout: Layout, flip: Flip) -> Motion:
    """A mirror through (0, 0)."""
    if flip == "horizontal":
        return Motion(-1, -1, 0, 1) if layout.stagger else Motion(-1, 0, 0, 1)
    return Motion(1, 1, 0, -1) if layout.stagger else Motion(1, 0, 0, -1)


def about(motion: Motion, centre: Point) -> Motion | None:
    """A motion that leaves a point where it is; None if cells would then not fall on cells."""
    x, y = motion.at(*centre)
    if (centre[0] - x) % UNIT or (centre[1] - y) % UNIT:
        return None
    return Motion(motion.a, motion.b, motion.c, motion.d, (centre[0] - x) // UNIT, (centre[1] - y) // UNIT)


def image(grid: Grid, motion: Motion, cell: Cell) -> Cell | None:
    """Where a cell comes to lie, None off the map."""
    return grid.at_axial(*motion.at(*grid.axial(cell)))


def edge_image(grid: Grid, motion: Motion, edge: EdgeId, onto: Grid | None = None) -> EdgeId | None:
    """Where an edge comes to lie, None off the map; `onto` is another grid of the kind to look the place up in."""
    cell, d = grid.edge_side(edge)
    onto, ways = onto or grid, directions(grid.layout, motion)
    q, r = grid.axial(cell)
    there = onto.at_axial(*motion.at(q, r))
    if there is not None:
        return onto.edge(there, ways[d])
    dq, dr = grid.layout.steps[d]
    beyond = onto.at_axial(*motion.at(q + dq, r + dr))
    return None if beyond is None else onto.edge(beyond, onto.opposite(ways[d]))


@lru_cache(maxsize=64)
def directions(layout: Layout, motion: Motion) -> tuple[int, ...]:
    """What becomes of each direction."""
    zero = Motion(motion.a, motion.b, motion.c, motion.d)
    return tuple(layout.steps.index(zero.at(q, r)) for q, r in layout.steps)


def facing(layout: Layout, motion: Motion, name: str) -> str:
    """What becomes of a facing; a word that is no direction stays."""
    return layout.names[directions(layout, motion)[layout.names.index(name)]] if name in layout.names else name


def anchor(grid: Grid, motion: Motion, cell: Cell, size: Size) -> Cell | None:
    """Where a unit's anchor comes to lie, such that it covers the image of the cells it covers now.

    On hexes even sizes are three-cornered and do not turn in themselves: there the anchor's own image is taken.
    """
    shape = grid.shape(size)
    if grid.kind == "hex" or len(shape) < 2:
        return image(grid, motion, cell)
    q, r = grid.axial(cell)
    covered = [motion.at(q + dq, r + dr) for dq, dr in shape]
    return grid.at_axial(min(x for x, _ in covered), min(y for _, y in covered))
