"""What an attacker sees of a target: cover by sampled lines, and line of sight (CLASH-GRID-7, 11)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from game.grid.grid import Grid
from game.grid.layout import UNIT, Kind, Layout, Metric
from game.grid.masks import Cell, CellSet, Point, union
from game.grid.masks import cells as each_cell
from game.grid.rays import Track, edge_shift, moved, track_of
from game.grid.sight import Sight
from game.kernel.components import Field
from game.kernel.ecs import World, derived
from game.map.board import Board
from game.map.terrain import kinds
from game.rules.clash.house import house
from game.rules.clash.position.space import STEEP, metric
from game.rules.clash.sheet import CoverSheet, sheet_of
from game.systems.field import board_of, bodies, cells_of
from game.systems.steps import level

FULL = 100  # per cent of a body: nothing is seen of it


class View(Struct, frozen=True):
    """What an attacker sees of a target: quarters of its body hidden, summed over the samples (CLASH-GRID-7)."""

    quarters: int
    samples: int
    origin: Cell

    @property
    def seen(self) -> bool:
        """CLASH-GRID-11: at least one sample is free of full cover."""
        return self.quarters < 4 * self.samples


@derived((Field,))
def bare(world: World) -> bool:
    """Whether nothing hides anybody, anywhere."""
    board = board_of(world)
    things = board.obstacles or board.blocks_sight or board.obstacle_edges or board.opaque
    return not (things or house(world).creature_cover == "low")


def view(world: World, unit: int, target: int) -> View:
    """CLASH-GRID-7: from the unit's cell that sees most of the target."""
    others = 0
    if house(world).creature_cover == "low":  # CLASH-COVER-7
        others = union(filled for other, filled in bodies(world).items() if other not in (unit, target))
    return look(board_of(world), cells_of(world, unit), cells_of(world, target), metric(world), others)


@lru_cache(maxsize=16384)
def look(board: Board, viewer: CellSet, target: CellSet, how: Metric, others: CellSet = 0) -> View:
    """The best view from any cell of one set on another."""
    if viewer & target or not (
        board.obstacles or board.blocks_sight or board.obstacle_edges or board.opaque or others
    ):  # nothing hides anything
        return View(0, len(_aims(board.grid.kind)) * target.bit_count(), next(each_cell(viewer)))
    views = (_look_from(board, origin, viewer, target, how, others) for origin in each_cell(viewer))
    return min(views, key=lambda view: (view.quarters, view.origin))


@lru_cache(maxsize=4)
def _aims(kind: Kind) -> tuple[Point, ...]:
    """Sample points about a cell's centre, in lattice units (CLASH-GRID-7)."""
    if kind == "square":
        far, near = UNIT * 12 // 32, UNIT * 5 // 32
        signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
        return tuple((a * x, b * y) for x, y in ((far, near), (near, far)) for a, b in signs)
    parts = (4, -1, -3)
    ordered = [(p, q) for p in parts for q in parts if p != q]
    return tuple((s * p * UNIT // 9, s * q * UNIT // 9) for s in (1, -1) for p, q in ordered)


@lru_cache(maxsize=256)
def _by_quarters(board: Board) -> tuple[tuple[int, CellSet, int], ...]:
    """Quarters hidden -> the cells and edges that hide so much, the most first."""
    found: dict[int, tuple[CellSet, int]] = {}
    for cell in each_cell(board.obstacles | board.blocks_sight):
        prop = board.prop(cell)
        share = max(board.terrain(cell).protect, prop.protect if prop else 0)
        _note(found, FULL if board.blocks_sight >> cell & 1 else share, 1 << cell, 0)
    for edge in board.edges:
        _note(found, kinds().edges[edge.kind].protect, 0, 1 << edge.edge)
    _note(found, FULL, 0, board.rim_walls)
    return tuple((quarters, *found[quarters]) for quarters in sorted(found, reverse=True) if quarters)


def _note(found: dict[int, tuple[CellSet, int]], percent: int, cells: CellSet, edges: int) -> None:
    before = found.get(percent * 4 // FULL, (0, 0))
    found[percent * 4 // FULL] = (before[0] | cells, before[1] | edges)


class _Fan(Struct, frozen=True):
    """All lines from one cell to the samples of another, relative to the first, and what they meet together."""

    tracks: tuple[Track, ...]
    low: int
    cells: CellSet
    edges: int


@lru_cache(maxsize=32768)
def _fan(layout: Layout, stride: int, dq: int, dr: int) -> _Fan:
    ends = ((dq * UNIT + dx, dr * UNIT + dy) for dx, dy in _aims(layout.kind))
    tracks = tuple(track_of(layout, stride, (0, 0), end) for end in ends)
    low, axes, cells, edges = min(track.low for track in tracks), len(layout.owners), 0, 0
    for track in tracks:
        cells |= track.solid << track.low - low
        edges |= track.solid_edges << (track.low - low) * axes
    return _Fan(tracks, low, cells, edges)


def _look_from(board: Board, origin: Cell, viewer: CellSet, target: CellSet, how: Metric, others: CellSet) -> View:
    """Sum what each sample's line meets. What is only touched at a corner does not count."""
    grid, skip, total, many = board.grid, viewer | target, 0, 0
    q, r = grid.axial(origin)
    for cell in each_cell(target):
        x, y = grid.axial(cell)
        fan = _fan(grid.layout, grid.stride, x - q, y - r)
        many += len(fan.tracks)
        met = moved(fan.cells, origin + fan.low) & ~skip
        met_edges = moved(fan.edges, edge_shift(grid, origin + fan.low))
        hiding = _counting(board, origin, target, how, met, met_edges)
        if others & met:
            hiding.append((2, others & met, 0))
        if hiding:
            total += sum(_hidden(grid, origin, track, hiding) for track in fan.tracks)
    return View(total, many, origin)


def _hidden(grid: Grid, origin: Cell, track: Track, hiding: list[tuple[int, CellSet, int]]) -> int:
    """Quarters: the most that one thing on the line hides."""
    by = origin + track.low
    by_edge = edge_shift(grid, by)
    for quarters, cells, edges in hiding:
        if track.solid & moved(cells, -by) or track.solid_edges & moved(edges, -by_edge):
            return quarters
    return 0


def witness(world: World, unit: int, target: int) -> Sight:
    """The lines that decided about cover, for the screen."""
    board, found, there = board_of(world), view(world, unit, target), cells_of(world, target)
    grid, aims = board.grid, _aims(board.grid.kind)
    return Sight(
        grid, "unseen" if not found.seen else "cover" if grade(world, found) else "clear", found.origin,
        next(each_cell(there)), cells_of(world, unit) | there, (board.blocks_sight, board.opaque),
        (board.obstacles | board.blocks_sight, board.obstacle_edges | board.opaque),
        ends=tuple((x + dx, y + dy) for x, y in map(grid.centre, each_cell(there)) for dx, dy in aims),
    )  # fmt: skip


def _counting(
    board: Board, origin: Cell, target: CellSet, how: Metric, met: CellSet, met_edges: int
) -> list[tuple[int, CellSet, int]]:
    """Of what the lines meet, by quarters hidden: all that is full, and of the rest what the attacker does not shoot
    over or through (CLASH-GRID-7)."""
    grid, found = board.grid, []
    high = level(board, 1 << origin)
    for quarters, cells, edges in _by_quarters(board):
        cells, edges = cells & met, edges & met_edges
        if quarters < 4:
            for cell in each_cell(cells):
                far = grid.distance_sets(1 << cell, target, how)
                near = grid.distance(cell, origin, how)
                above = high - level(board, 1 << cell) >= STEEP and far > 1
                if above or (near == 1 and far > near):
                    cells &= ~(1 << cell)
            for edge in each_cell(edges):
                if _over_edge(board, edge, origin, target, how, high):
                    edges &= ~(1 << edge)
        if cells or edges:
            found.append((quarters, cells, edges))
    return found


def _over_edge(board: Board, edge: int, origin: Cell, target: CellSet, how: Metric, high: int) -> bool:
    """Whether the attacker shoots over or through what stands on an edge: both its cells are at distance 1 from it."""
    beside = [cell for cell in board.grid.edge_cells(edge) if cell is not None]
    near = 1 + min(board.grid.distance(cell, origin, how) for cell in beside)
    far = 1 + min(board.grid.distance_sets(1 << cell, target, how) for cell in beside)
    above = high - max(level(board, 1 << cell) for cell in beside) >= STEEP and far > 1
    return above or (near == 1 and far > near)


def grade(world: World, found: View) -> CoverSheet | None:
    """CLASH-COVER-4: the grade of cover, None for none; grades replace each other."""
    grades = [each for each in sheet_of(world).main.cover.values() if found.quarters >= each.quarters * found.samples]
    return max(grades, key=lambda each: each.quarters, default=None)


def cover(world: World, unit: int, target: int) -> CoverSheet | None:
    """The target's cover from the unit."""
    return grade(world, view(world, unit, target))


def sees(world: World, unit: int, target: int) -> bool:
    """CLASH-GRID-11: line of sight."""
    return view(world, unit, target).seen
