"""Line of sight and cover between footprints, with the rays that decided (POISE section 7).

Rulesets that grade otherwise take rays from `rays`, ask `is_stopped` of each, and `stops` for what to show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, EdgeId, EdgeSet, Point, cells, first
from game.grid.rays import (
    Crossing,
    Fan,
    Ray,
    Side,
    Track,
    any_closed,
    centre_track,
    edge_shift,
    fan,
    moved,
    rays,
    rays_between,
)

Grade: TypeAlias = Literal["clear", "cover", "unseen"]


class Slope(msgspec.Struct, frozen=True):
    """A ray's height at its start and end, and how high things reach, all in the same whole units of the caller.

    What is not listed is too high to see over.
    """

    start: int
    end: int
    tops: Mapping[Cell, int]
    edge_tops: Mapping[EdgeId, int] = {}
    strict: bool = False
    """Whether a thing must rise above the ray to count; else touching it is enough."""


class Heights(msgspec.Struct, frozen=True):
    """Where rays start and end over each cell, and how high things reach, all in the same whole units of the caller."""

    eyes: Mapping[Cell, int]
    """Over the viewer's cells."""
    aims: Mapping[Cell, int]
    """Over the target's cells."""
    tops: Mapping[Cell, int]
    edge_tops: Mapping[EdgeId, int] = {}
    strict: bool = False

    def slope(self, a: Cell, t: Cell) -> Slope:
        """The ray from a to t."""
        return Slope(self.eyes[a], self.aims[t], self.tops, self.edge_tops, self.strict)


class Sight(msgspec.Struct, frozen=True):
    """How well a target is seen, by the best pair of cells, and all that is needed to show why."""

    grid: Grid
    grade: Grade
    viewer: Cell
    target: Cell
    skip: CellSet = 0
    blocks: tuple[CellSet, EdgeSet] = (0, 0)
    obstacles: tuple[CellSet, EdgeSet] = (0, 0)
    slope: Slope | None = None
    ends: tuple[Point, ...] = ()
    """Where the rays end, for rulesets with samples of their own; they start in the middle of the viewer."""

    def rays(self) -> tuple[Ray, ...]:
        """The rays of the best pair, the one between the centres first."""
        if self.ends:
            return rays_between(self.grid, (self.grid.centre(self.viewer),), self.ends, skip=self.skip)
        return rays(self.grid, self.viewer, self.target, skip=self.skip)

    def stopped(self) -> tuple[tuple[Crossing, ...], ...]:
        """For each ray the crossings at which sight ends."""
        return tuple(stops(ray, *self.blocks, self.slope) for ray in self.rays())

    def covered(self) -> tuple[Crossing, ...]:
        """The crossings of the first ray that give cover."""
        return stops(self.rays()[0], *self.obstacles, self.slope) if self.viewer != self.target else ()


def is_stopped(ray: Ray, blocks: CellSet, edge_blocks: EdgeSet = 0, slope: Slope | None = None) -> bool:
    """Whether anything stops a ray."""
    near = moved(blocks & ~ray.skip, -ray.by)
    edges = moved(edge_blocks, -ray.by_edge)
    if slope is None:
        return _is_closed(ray.track, near, edges)
    return _meets(ray.track, near, edges) and bool(stops(ray, blocks, edge_blocks, slope))


def stops(ray: Ray, blocks: CellSet, edge_blocks: EdgeSet = 0, slope: Slope | None = None) -> tuple[Crossing, ...]:
    """The crossings that stop a ray: those with something in each of their sides."""
    near, edges = moved(blocks & ~ray.skip, -ray.by), moved(edge_blocks, -ray.by_edge)
    if not _meets(ray.track, near, edges):
        return ()
    scale = ray.scale
    return tuple(
        crossing
        for crossing in ray.crossings_of(near, edges)
        if slope is None or all(_bars(scale, crossing, side, blocks, edge_blocks, slope) for side in crossing.sides)
    )


def cells_in(crossings: tuple[Crossing, ...]) -> CellSet:
    """All cells of some crossings; `&` with what blocks says which of them did."""
    found = 0
    for crossing in crossings:
        for side in crossing.sides:
            found |= side.cells
    return found


def edges_in(crossings: tuple[Crossing, ...]) -> EdgeSet:
    """All edges of some crossings."""
    found = 0
    for crossing in crossings:
        for side in crossing.sides:
            found |= side.edges
    return found


def look(
    grid: Grid,
    viewer: CellSet,
    target: CellSet,
    *,
    blocks: CellSet,
    obstacles: CellSet,
    edge_blocks: EdgeSet = 0,
    edge_obstacles: EdgeSet = 0,
    heights: Heights | None = None,
) -> Sight:
    """The best grade of any cell of the viewer and any of the target; of equal pairs the lowest cells.

    `blocks` stop sight; `obstacles` (and all that blocks) give cover to whoever is behind them. Neither counts under
    the two themselves. Unseen: every ray of the pair is stopped; cover: the ray between the centres meets an obstacle.
    """
    skip = viewer | target
    if not viewer or not target:
        raise ValueError("sight needs a viewer and a target of at least one cell")
    if viewer & target:
        shared = first(viewer & target)
        return Sight(grid, "clear", shared, shared)
    walls = (blocks & ~skip, edge_blocks)
    things = ((blocks | obstacles) & ~skip, edge_blocks | edge_obstacles)
    best: Sight | None = None
    for a in cells(viewer):
        for t in cells(target):
            slope = heights.slope(a, t) if heights else None
            grade = _grade(grid, a, t, skip, walls, things, slope)
            if best is None or (grade == "cover" and best.grade == "unseen") or grade == "clear":
                best = Sight(grid, grade, a, t, skip, walls, things, slope)
            if grade == "clear":
                return best
    assert best is not None
    return best


def _grade(
    grid: Grid,
    a: Cell,
    t: Cell,
    skip: CellSet,
    walls: tuple[CellSet, EdgeSet],
    things: tuple[CellSet, EdgeSet],
    slope: Slope | None,
) -> Grade:
    """One pair of cells: whether any ray gets through, and what the first one meets."""
    (q, r), (x, y) = grid.axial(a), grid.axial(t)
    centre = centre_track(grid.layout, grid.stride, x - q, y - r)
    by = a + centre.low
    by_edge = edge_shift(grid, by)
    far, far_edges = moved(things[0], -by), moved(things[1], -by_edge) if things[1] else 0
    if not _meets(centre, far, far_edges):
        return "clear"
    if slope is None:
        covered = _is_closed(centre, far, far_edges)
    else:
        sure, doubt = _by_height(centre.cells & far, by, slope, slope.tops)
        sure_edges, doubt_edges = _by_height(centre.edges & far_edges, by_edge, slope, slope.edge_tops)
        covered = _is_closed(centre, sure, sure_edges)
        if not covered and (doubt or doubt_edges):
            covered = bool(stops(rays(grid, a, t, skip=skip)[0], *things, slope))
    if not covered:
        return "clear"
    if not (walls[0] or walls[1]):
        return "cover"
    near, near_edges = moved(walls[0], -by), moved(walls[1], -by_edge) if walls[1] else 0
    shut = _is_shut(fan(grid.layout, grid.stride, x - q, y - r), near, near_edges)
    if shut and slope is not None:
        shut = all(stops(ray, *walls, slope) for ray in rays(grid, a, t, skip=skip))
    return "unseen" if shut else "cover"


def passed(grid: Grid, a: Cell, t: Cell) -> tuple[CellSet, EdgeSet]:
    """The cells and edges that the ray between two centres meets, the two cells left out: with nothing there, there is
    a clear view.
    """
    (q, r), (x, y) = grid.axial(a), grid.axial(t)
    centre = centre_track(grid.layout, grid.stride, x - q, y - r)
    by = a + centre.low
    return moved(centre.cells, by) & ~(1 << a | 1 << t), moved(centre.edges, edge_shift(grid, by))


def _by_height(found: int, by: int, slope: Slope, tops: Mapping[int, int]) -> tuple[int, int]:
    """Of cells or edges on a ray, `by` places down: those in its way wherever it is, and those for which it matters."""
    sure = doubt = 0
    highest, lowest = max(slope.start, slope.end) + slope.strict, min(slope.start, slope.end) + slope.strict
    for each in cells(found):
        top = tops.get(each + by)
        if top is None or top >= highest:
            sure |= 1 << each
        elif top >= lowest:
            doubt |= 1 << each
    return sure, doubt


def _bars(
    scale: int, crossing: Crossing, side: Side, blocks: CellSet, edge_blocks: EdgeSet, slope: Slope | None
) -> bool:
    """Whether something in one side is in the way of the ray, at the lowest point of the ray in the crossing."""
    hit, cut = side.cells & blocks, side.edges & edge_blocks
    if slope is None or not (hit or cut):
        return bool(hit or cut)
    rise = slope.end - slope.start
    lowest = slope.start * scale + rise * (crossing.start if rise >= 0 else crossing.end) + slope.strict
    tops = [slope.tops.get(cell) for cell in cells(hit)] + [slope.edge_tops.get(edge) for edge in cells(cut)]
    return any(top is None or top * scale >= lowest for top in tops)


def _is_shut(all_rays: Fan, near: CellSet, edges: EdgeSet) -> bool:
    if all_rays.shared & near:
        return True
    for track in all_rays.tracks:
        if not (track.solid & near or track.solid_edges & edges or _is_closed(track, near, edges)):
            return False
    return True


def _meets(track: Track, near: CellSet, edges: EdgeSet) -> bool:
    return bool(track.cells & near or track.edges & edges)


def _is_closed(track: Track, near: CellSet, edges: EdgeSet) -> bool:
    if track.solid & near or track.solid_edges & edges:
        return True
    return any_closed(track.forks, near, edges)
