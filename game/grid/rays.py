"""Straight rays between places of the map and what they meet, as sets of cells and edges.

A ray's track is worked out once, relative to its first cell, and shared by all rays that lie alike.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

import msgspec

from game.grid.clip import scale_of
from game.grid.grid import Grid
from game.grid.layout import UNIT, Layout
from game.grid.masks import Cell, CellSet, EdgeSet, Point, bits
from game.grid.spots import Way, border_of, spots, ways_across
from game.grid.walk import walk


class Side(msgspec.Struct, frozen=True):
    """One way past a spot: the cells and edges in it."""

    cells: CellSet
    edges: EdgeSet


class Crossing(msgspec.Struct, frozen=True):
    """A spot of a ray, from `start` to `end` in parts of the ray's scale (equal at an edge or a corner).

    Inside a cell and through an edge there is one side. Along a border and through a corner point there are two, and
    the ray is stopped only if there is something in each.
    """

    start: int
    end: int
    sides: tuple[Side, ...]


class Track(msgspec.Struct, frozen=True):
    """What a ray meets, relative to its first cell: bit 0 lies `low` indices after that."""

    low: int
    cells: CellSet
    edges: EdgeSet
    solid: CellSet
    """The cells that stop the ray alone."""
    solid_edges: EdgeSet
    """The edges that stop the ray alone."""
    forks: tuple[tuple[Side, ...], ...]
    """The sides where there are two."""


class Fan(msgspec.Struct, frozen=True):
    """The tracks of all rays from one cell to another."""

    tracks: tuple[Track, ...]
    shared: CellSet
    """The cells that stop every one of them."""


class Ray(msgspec.Struct, frozen=True):
    """A segment between two lattice points of a map; the cells in `skip` do not count."""

    grid: Grid
    start: Point
    end: Point
    skip: CellSet
    track: Track
    by: int
    """The index of the track's bit 0 among the cells; among the edges it is `by_edge`."""
    by_edge: int

    @property
    def scale(self) -> int:
        """How many parts the ray has: those that crossings count in."""
        return scale_of(self.grid.layout, self.start, self.end)

    @property
    def cells(self) -> CellSet:
        """All cells that the ray crosses, follows or touches at a corner."""
        return moved(self.track.cells, self.by) & self.grid.everywhere & ~self.skip

    @property
    def edges(self) -> EdgeSet:
        """All edges that the ray cuts or touches at an end."""
        return moved(self.track.edges, self.by_edge)

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """What the ray meets, in order; without what lies only in `skip`."""
        return self.crossings_of(-1, -1, one=True)

    def crossings_of(self, near: CellSet, edges: EdgeSet, *, one: bool = False) -> tuple[Crossing, ...]:
        """Those with some of these in each of their sides, or in `one`; cells and edges are placed as in the track."""
        grid, (x, y), reach = self.grid, self.start, any if one else all
        q, r = x // UNIT * UNIT, y // UNIT * UNIT
        end = self.end[0] - q, self.end[1] - r
        found = []
        for start, stop, sides in _spots(grid.layout, grid.stride, (x - q, y - r), end, self.track.low):
            if reach([side.cells & near or side.edges & edges for side in sides]):
                there = tuple([self._placed(side) for side in sides])
                if any(side.cells or side.edges for side in there):
                    found.append(Crossing(start, stop, there))
        return tuple(found)

    def _placed(self, side: Side) -> Side:
        cells = moved(side.cells, self.by) & self.grid.everywhere & ~self.skip
        return Side(cells, moved(side.edges, self.by_edge))


def rays(grid: Grid, a: Cell, t: Cell, *, skip: CellSet = 0) -> tuple[Ray, ...]:
    """Rays from the centre of a to the centre of t, then to each corner of t pulled in by a fifth (POISE section 7).

    The cells a, t and those in `skip` do not count. No rays if a is t.
    """
    if a == t:
        return ()
    (q, r), (x, y) = grid.axial(a), grid.axial(t)
    skip |= 1 << a | 1 << t
    ends = aims(grid.layout, x - q, y - r)
    start = (q * UNIT, r * UNIT)
    tracks = fan(grid.layout, grid.stride, x - q, y - r).tracks
    places = ((start[0] + end[0], start[1] + end[1]) for end in ends)
    return tuple(_ray(grid, start, end, skip, track, a) for end, track in zip(places, tracks, strict=True))


def ray_between(grid: Grid, start: Point, end: Point, *, skip: CellSet = 0) -> Ray:
    """The ray between any two lattice points of the map (see `layout.UNIT`).

    It counts all cells that it crosses but those in `skip`: the footprints at its ends, as a rule. ValueError if the
    points coincide.
    """
    if start == end:
        raise ValueError(f"a ray needs two different points, not {start} twice")
    q, r = start[0] // UNIT, start[1] // UNIT
    x, y = q * UNIT, r * UNIT
    track = track_of(grid.layout, grid.stride, (start[0] - x, start[1] - y), (end[0] - x, end[1] - y))
    return _ray(grid, start, end, skip, track, r * grid.stride + q)


def rays_between(
    grid: Grid, starts: tuple[Point, ...], ends: tuple[Point, ...], *, skip: CellSet = 0
) -> tuple[Ray, ...]:
    """The rays from every start to every end, starts first."""
    return tuple(ray_between(grid, start, end, skip=skip) for start in starts for end in ends)


def moved(mask: int, by: int) -> int:
    """All bits `by` places up (down if negative)."""
    return mask << by if by >= 0 else mask >> -by


def any_closed(forks: tuple[tuple[Side, ...], ...], near: CellSet, edges: EdgeSet) -> bool:
    """Whether some fork has something in each of its sides."""
    for fork in forks:
        for side in fork:
            if not (side.cells & near or side.edges & edges):
                break
        else:
            return True
    return False


def edge_shift(grid: Grid, by: int) -> int:
    """How far edges move when cells move by so many indices, counted from an edge set without its spare row."""
    return (by + grid.stride + 1) * len(grid.layout.owners)


@lru_cache(maxsize=4096)
def aims(layout: Layout, dq: int, dr: int) -> tuple[Point, ...]:
    """The points of a cell that rays aim at: its centre, and its corners pulled in by a fifth."""
    x, y = dq * UNIT, dr * UNIT
    return (x, y), *((x + cx * 4 // 5, y + cy * 4 // 5) for cx, cy in layout.corners)


@lru_cache(maxsize=32768)
def fan(layout: Layout, stride: int, dq: int, dr: int) -> Fan:
    """The tracks of all rays to a cell at that offset; they share one `low`."""
    low = _low(stride, dq, dr)
    others = [_track(layout, stride, (0, 0), aim, low) for aim in aims(layout, dq, dr)[1:]]
    centre = centre_track(layout, stride, dq, dr)
    shared = centre.solid
    for track in others:
        shared &= track.solid
    return Fan((centre, *others), shared)


@lru_cache(maxsize=32768)
def centre_track(layout: Layout, stride: int, dq: int, dr: int) -> Track:
    """The first track of a fan alone; it decides most pairs.

    One that passes through the centres of cells in between repeats its first part.
    """
    parts, low = gcd(dq, dr), _low(stride, dq, dr)
    dq, dr = dq // parts, dr // parts
    one = _track(layout, stride, (0, 0), (dq * UNIT, dr * UNIT), low)
    solid = solid_edges = 0
    forks: list[tuple[Side, ...]] = []
    for part in range(parts):
        by = part * (dr * stride + dq)
        by_edge = by * len(layout.owners)
        solid |= moved(one.solid, by)
        solid_edges |= moved(one.solid_edges, by_edge)
        for fork in one.forks:
            forks.append(tuple(Side(moved(side.cells, by), moved(side.edges, by_edge)) for side in fork))
    return _with_forks(low, solid, solid_edges, tuple(forks))


@lru_cache(maxsize=65536)
def track_of(layout: Layout, stride: int, start: Point, end: Point) -> Track:
    """The track of one ray that begins in or near the cell (0, 0)."""
    return _track(layout, stride, start, end, _low(stride, end[0] // UNIT, end[1] // UNIT))


def _low(stride: int, dq: int, dr: int) -> int:
    """An index below all cells that a ray to an offset can meet or whose edges it can meet."""
    return min(0, dr * stride + dq) - 3 * stride


def _track(layout: Layout, stride: int, start: Point, end: Point, low: int) -> Track:
    path = walk(layout, start, end)
    if path is None:
        return _track_by_spots(layout, stride, start, end, low)
    cells = edges = 0
    forks: list[tuple[Side, ...]] = []
    borders = _borders(layout, stride)
    for q, r, d, _ in path:
        index = r * stride + q - low
        cells |= 1 << index
        if d in borders:
            edges |= 1 << index * len(layout.owners) + borders[d]
        elif d >= 0:
            forks.append(tuple(_side(layout, stride, way, low) for way in ways_across(layout, q, r, d)))
    return _with_forks(low, cells, edges, tuple(forks))


def _with_forks(low: int, solid: CellSet, solid_edges: EdgeSet, forks: tuple[tuple[Side, ...], ...]) -> Track:
    cells, edges = solid, solid_edges
    for fork in forks:
        for side in fork:
            cells |= side.cells
            edges |= side.edges
    return Track(low, cells, edges, solid, solid_edges, forks)


def _track_by_spots(layout: Layout, stride: int, start: Point, end: Point, low: int) -> Track:
    """The same for rays that meet corner points or follow borders."""
    solid = solid_edges = 0
    forks = []
    for spot in spots(layout, start, end):
        sides = tuple(_side(layout, stride, way, low) for way in spot.ways)
        if len(sides) == 1:
            solid |= sides[0].cells
            solid_edges |= sides[0].edges
        else:
            forks.append(sides)
    return _with_forks(low, solid, solid_edges, tuple(forks))


@lru_cache(maxsize=256)
def _borders(layout: Layout, stride: int) -> dict[int, int]:
    """By direction, the index of a cell's edge less that of the cell's own first edge."""
    found = {}
    for d in layout.sides:
        q, r, axis = border_of(layout, 0, 0, d)
        found[d] = (r * stride + q) * len(layout.owners) + axis
    return found


def _side(layout: Layout, stride: int, way: Way, low: int) -> Side:
    axes = len(layout.owners)
    return Side(
        bits([r * stride + q - low for q, r in way.cells]),
        bits([(r * stride + q - low) * axes + axis for q, r, axis in way.borders]),
    )


def _ray(grid: Grid, start: Point, end: Point, skip: CellSet, track: Track, origin: int) -> Ray:
    by = origin + track.low
    return Ray(grid, start, end, skip, track, by, edge_shift(grid, by))


@lru_cache(maxsize=8192)
def _spots(
    layout: Layout, stride: int, start: Point, end: Point, low: int
) -> tuple[tuple[int, int, tuple[Side, ...]], ...]:
    """What a ray meets that begins in or near the cell (0, 0), in order: from where to where, and by either side."""
    return tuple(
        (spot.start, spot.end, tuple(_side(layout, stride, way, low) for way in spot.ways))
        for spot in spots(layout, start, end)
    )
