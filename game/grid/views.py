"""Who of many can be seen from one cell, on flat ground: the quick question, and its tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from game.grid.grid import Grid
from game.grid.layout import Layout
from game.grid.masks import Cell, CellSet, EdgeSet, cells
from game.grid.rays import Side, any_closed, edge_shift, fan, moved

_Forks: TypeAlias = "tuple[tuple[Side, ...], ...]"
_Rays: TypeAlias = "tuple[CellSet, tuple[tuple[CellSet, EdgeSet, _Forks], ...]]"
"""The cells that stop all rays, and what stops each: cells, edges and forks."""

_MOST = 8192  # offsets kept for one size of map


def sees(grid: Grid, a: Cell, t: Cell, blocks: CellSet, edge_blocks: EdgeSet = 0) -> bool:
    """Whether any ray from a to t is free, as `sight.look` has it. Neither cell blocks."""
    return bool(seen(grid, a, 1 << t, blocks, edge_blocks))


def seen(grid: Grid, a: Cell, targets: CellSet, blocks: CellSet, edge_blocks: EdgeSet = 0) -> CellSet:
    """Those of the targets that `a` sees; many at once cost far less than one by one."""
    low = -(grid.height + 3) * grid.stride  # below all that rays from anywhere meet: one shift serves all targets
    near = moved(blocks, -a - low)
    edges = moved(edge_blocks, -edge_shift(grid, a + low)) if edge_blocks else 0
    known, axial, (q, r) = _table(grid.layout, grid.stride, low), grid.axial, grid.axial(a)
    found = targets & 1 << a
    for t in cells(targets & ~(1 << a)):
        x, y = axial(t)
        shared, tracks = known.get((x - q, y - r)) or _learn(known, grid, low, x - q, y - r)
        if shared & near:
            continue
        for solid, solid_edges, forks in tracks:
            if not (solid & near or solid_edges & edges or (forks and any_closed(forks, near, edges))):
                found |= 1 << t
                break
    return found


def seen_by_rows(grid: Grid, a: Cell, targets: CellSet, blocks: CellSet, edge_blocks: EdgeSet = 0) -> Iterator[CellSet]:
    """The same a row at a time, for whoever cannot wait for all: what has never been asked for takes its time."""
    row = (1 << grid.width) - 1
    for base in grid.bases:
        if targets >> base & row:
            yield seen(grid, a, targets & row << base, blocks, edge_blocks)


@lru_cache(maxsize=4)
def _table(layout: Layout, stride: int, low: int) -> dict[tuple[int, int], _Rays]:
    """By offset, as far as it has been asked for."""
    return {}


def _learn(known: dict[tuple[int, int], _Rays], grid: Grid, low: int, dq: int, dr: int) -> _Rays:
    """The rays to an offset, all counted from `low`, without the two cells at their ends."""
    if len(known) >= _MOST:
        known.clear()
    rays, axes = fan(grid.layout, grid.stride, dq, dr), len(grid.layout.owners)
    by = rays.tracks[0].low - low
    ends = 1 << -low | 1 << dr * grid.stride + dq - low
    tracks = []
    for track in rays.tracks:
        forks = tuple(
            tuple(Side(moved(side.cells, by) & ~ends, moved(side.edges, by * axes)) for side in fork)
            for fork in track.forks
        )
        tracks.append((moved(track.solid, by) & ~ends, moved(track.solid_edges, by * axes), forks))
    known[dq, dr] = moved(rays.shared, by) & ~ends, tuple(tracks)
    return known[dq, dr]
