"""Symmetries of a map: their centres, and the images of cells, edges, sides and zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec import Struct

from game.edit import lattice
from game.edit.draft import Draft
from game.edit.lattice import Motion
from game.grid.grid import Cell, CellSet, EdgeId, EdgeSet, Grid, Kind, Point, bits, cells

Way = Literal["none", "mirror_h", "mirror_v", "half_turn", "mirror_hv", "quarter_turns", "third_turns", "sixth_turns"]
Source = Literal["either", "left", "right", "top", "bottom"]

WAYS: dict[Kind, tuple[Way, ...]] = {
    "square": ("none", "mirror_h", "mirror_v", "half_turn", "mirror_hv", "quarter_turns"),
    "hex": ("none", "mirror_h", "mirror_v", "half_turn", "mirror_hv", "third_turns", "sixth_turns"),
}
"""The symmetries of each kind of grid."""

TITLES: dict[Way, str] = {
    "none": "No symmetry",
    "mirror_h": "Mirror left and right",
    "mirror_v": "Mirror top and bottom",
    "half_turn": "Half turn",
    "mirror_hv": "Four-fold: both mirrors",
    "quarter_turns": "Four-fold: quarter turns",
    "third_turns": "Three-fold",
    "sixth_turns": "Six-fold",
}


class Symmetry(Struct, frozen=True):
    """What is mirrored how. `centre` is a lattice point of the grid (of a cell, an edge or a corner), by default the
    middle of the map; `source` the part of the map that its other parts follow, by default wherever one draws.

    Sides swap with the images unless `swap` is off: the first two with a mirror, three or four in turn with turns.
    """

    way: Way = "none"
    centre: Point | None = None
    source: Source = "either"
    swap: bool = True


class Image(Struct, frozen=True):
    """One image of the map; `turn` counts the turns (0 for mirrors), `flips` the mirrors."""

    motion: Motion
    turn: int = 0
    of: int = 1
    flips: int = 0

    def side(self, number: int, count: int) -> int:
        """The side that stands in the image where side `number` of `count` stands."""
        if self.flips:
            for swap in (1, 2):
                number = number ^ swap if self.flips & swap and number ^ swap < count else number
            return number
        cycle = min(self.of, count)
        block = number // cycle * cycle if cycle else 0
        if cycle < 2 or self.of % cycle or block + cycle > count:
            return number
        return block + (number - block + self.turn) % cycle


# Images


@lru_cache(maxsize=256)
def images_of(grid: Grid, symmetry: Symmetry) -> tuple[Image, ...]:
    """The images of the map besides itself; none for no symmetry. ValueError if the centre does not allow it."""
    if symmetry.way == "none":
        return ()
    if symmetry.way not in WAYS[grid.kind]:
        raise ValueError(f"{TITLES[symmetry.way]} does not fit a map of {grid.kind} cells")
    centre = middle(grid, symmetry.way) if symmetry.centre is None else symmetry.centre
    found = _about(grid, symmetry.way, centre)
    if found is None:
        raise ValueError(f"{TITLES[symmetry.way]} does not fit that centre")
    return found


def _about(grid: Grid, way: Way, centre: Point) -> tuple[Image, ...] | None:
    found = []
    for plain in _plain(grid, way):
        motion = lattice.about(plain.motion, centre)
        if motion is None:
            return None
        found.append(msgspec.structs.replace(plain, motion=motion))
    return tuple(found)


def _plain(grid: Grid, way: Way) -> list[Image]:
    """The images of a symmetry about (0, 0)."""
    layout, circle = grid.layout, lattice.turns(grid.layout)
    across, down = (lattice.flipping(layout, flip) for flip in ("horizontal", "vertical"))
    half = lattice.turning(layout, circle // 2)
    if way == "mirror_h":
        return [Image(across, flips=1)]
    if way == "mirror_v":
        return [Image(down, flips=1)]
    if way == "mirror_hv":
        return [Image(across, flips=1), Image(down, flips=2), Image(half, flips=3)]
    of = {"half_turn": 2, "quarter_turns": 4, "third_turns": 3, "sixth_turns": 6}[way]
    return [Image(lattice.turning(layout, n * circle // of), n, of) for n in range(1, of)]


@lru_cache(maxsize=256)
def middle(grid: Grid, way: Way) -> Point:
    """The centre that leaves the fewest cells without an image, the nearest to the middle of the map if several."""
    width, height = grid.extent_px(1.0)

    def off(point: Point) -> tuple[float, Point]:
        x, y = grid.point_px(point, 1.0)
        return round((x - width / 2) ** 2 + (y - height / 2) ** 2, 6), point

    best: tuple[int, Point] | None = None
    ends = [(col, row) for row in range(grid.height) for col in {0, grid.width - 1}]
    ends += [(col, row) for row in {0, grid.height - 1} for col in range(grid.width)]
    rim = [grid.at(*spot) for spot in dict.fromkeys(ends)]
    for point in sorted(_candidates(grid), key=off):
        images = _about(grid, way, point)
        if images is None:
            continue
        alone = sum(lattice.image(grid, each.motion, cell) is None for cell in rim for each in images)
        best = (alone, point) if best is None or alone < best[0] else best
        if not alone:
            break
    assert best is not None, "the middle of any cell is a centre"
    return best[1]


def _candidates(grid: Grid) -> set[Point]:
    """Middles of cells, edges and corners about the middle of the map."""
    cell = grid.at((grid.width - 1) // 2, (grid.height - 1) // 2)
    found: set[Point] = set()
    for near in (cell, *grid.neighbours(cell)):
        corners = grid.corners(near)
        found |= {grid.centre(near), *corners}
        for (x, y), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            found.add(((x + x2) // 2, (y + y2) // 2))
    return found


# Orbits: a cell or edge and its images

Order = Callable[[int], tuple[int, ...]]


def winners(
    members: Iterable[int],
    image: Callable[[int, Motion], int | None],
    images: tuple[Image, ...],
    order: Order,
    *,
    forced: bool,
) -> dict[int, None]:
    """Of each orbit that is touched the member that the others follow: the first in order, of all if forced."""
    changed = set(members)
    found: dict[int, None] = {}
    done: set[int] = set()
    for member in sorted(changed, key=order):
        if member in done:
            continue
        orbit = {member, *(there for each in images if (there := image(member, each.motion)) is not None)}
        done |= orbit
        found[min(orbit if forced else orbit & changed, key=order)] = None
    return found


def cell_order(grid: Grid, source: Source) -> Order:
    """The source's cells come first."""
    shift = grid.layout.stagger

    def key(cell: Cell) -> tuple[int, int]:
        q, r = grid.axial(cell)
        x = 2 * q + shift * r
        return {"left": (x, r), "right": (-x, r), "top": (r, x), "bottom": (-r, x)}[source]

    return key


def edge_order(grid: Grid, order: Order) -> Order:
    def key(edge: EdgeId) -> tuple[int, ...]:
        beside = [order(cell) for cell in grid.edge_cells(edge) if cell is not None]
        ends = beside * 2 if len(beside) == 1 else beside
        return (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1], edge)

    return key


def zone_names(draft: Draft, image: Image, *, swap: bool = True) -> dict[str, str]:
    """The zones that stand for others in an image: those in which the sides deploy."""
    count = len(draft.sides) if swap else 0
    found: dict[str, str] = {}
    for number, side in enumerate(draft.sides[:count]):
        other = draft.sides[image.side(number, count)].zone
        if side.zone and other:
            found[side.zone] = other
    return found


def across(grid: Grid, symmetry: Symmetry, mask: CellSet) -> CellSet:
    """A set of cells with all its images: what a stroke will touch."""
    found = mask
    for each in images_of(grid, symmetry):
        found |= bits(there for cell in cells(mask) if (there := lattice.image(grid, each.motion, cell)) is not None)
    return found


def edges_across(grid: Grid, symmetry: Symmetry, edges: EdgeSet) -> EdgeSet:
    """A set of edges with all its images."""
    found = edges
    for each in images_of(grid, symmetry):
        there = (lattice.edge_image(grid, each.motion, edge) for edge in cells(edges))
        found |= bits(edge for edge in there if edge is not None)
    return found
