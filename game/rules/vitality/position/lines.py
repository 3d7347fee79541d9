"""What a board lets through from an eye to a cell: samples seen, samples without half cover, areas."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from game.grid.grid import Cell, CellSet, EdgeSet, Metric, bits
from game.grid.grid import cells as each_cell
from game.grid.layout import UNIT, Layout
from game.grid.masks import Point
from game.grid.rays import edge_shift, moved, ray_between, track_of
from game.grid.sight import Slope, is_stopped
from game.map.board import LEVEL, Board

METRIC: Metric = "chebyshev"  # VITALITY-MOVE-2; hexes know one metric
FINE = 2  # heights in twelfths of a metre, so that a quarter of a body is whole
POINT_HEIGHT = LEVEL + LEVEL // 2  # the origin of an area: at the height of a medium body's eyes


@lru_cache(maxsize=4096)
def _exempt(board: Board, source: CellSet, top: int) -> tuple[CellSet, EdgeSet]:
    """Half cover in or next to the source's own space that is lower than the source does not hamper it."""
    grid = board.grid
    near = grid.spread(source) & board.obstacles & ~board.blocks_sight
    low = bits(cell for cell in each_cell(near) if board.tops[cell] < top)
    sides = {grid.edge(cell, d) for cell in each_cell(source) for d in grid.layout.sides}
    return low, bits(edge for edge in sides if board.edge_tops.get(edge, top) < top)


@lru_cache(maxsize=64)
def _tops(board: Board) -> tuple[dict[Cell, int], dict[int, int]]:
    low = {cell: FINE * board.tops[cell] for cell in each_cell(board.grid.everywhere)}
    return low, {edge: FINE * top for edge, top in board.edge_tops.items()}


@lru_cache(maxsize=64)
def samples(layout: Layout) -> tuple[Point, ...]:
    """The centre of a cell, and its corners pulled a tenth toward it."""
    return ((0, 0), *((x * 9 // 10, y * 9 // 10) for x, y in layout.corners))


@lru_cache(maxsize=1 << 15)
def _corridor(layout: Layout, stride: int, dq: int, dr: int) -> tuple[int, CellSet, EdgeSet]:
    """All that the rays to the samples of a cell at that offset meet: the lowest index, cells and edges from it."""
    tracks = [track_of(layout, stride, (0, 0), (dq * UNIT + x, dr * UNIT + y)) for x, y in samples(layout)]
    low, cells, edges = min(track.low for track in tracks), 0, 0
    for track in tracks:
        cells |= track.cells << track.low - low
        edges |= track.edges << (track.low - low) * len(layout.owners)
    return low, cells, edges


def _between(board: Board, eye: Cell, target: Cell) -> tuple[CellSet, EdgeSet]:
    """The cells and edges that any ray from the eye to the target's samples meets."""
    grid = board.grid
    (q, r), (x, y) = grid.axial(eye), grid.axial(target)
    low, cells, edges = _corridor(grid.layout, grid.stride, x - q, y - r)
    by = eye + low
    return moved(cells, by) & ~(1 << eye | 1 << target), moved(edges, edge_shift(grid, by))


Stopped = Callable[[Point], bool]


def _stopper(
    board: Board, eye: Cell, target: Cell, found: tuple[CellSet, EdgeSet], heights: tuple[int, int], *, strict: bool
) -> Stopped | None:
    """Whether one of these things stops a ray to a sample, so high at its ends; None if nothing ever does."""
    tops, edge_tops = _tops(board)
    bottom, top = min(heights), max(heights)
    # What is higher than both ends stops it anyhow, what is lower never; for the rest the ray's height there matters
    sure, doubt = _sorted(found[0], tops, bottom + strict, top + strict)
    sure_edges, doubt_edges = _sorted(found[1], edge_tops, bottom + strict, top + strict)
    if not (sure or doubt or sure_edges or doubt_edges):
        return None
    slope, grid = Slope(heights[0], heights[1], tops, edge_tops, strict=strict), board.grid
    start, (x, y) = grid.centre(eye), grid.centre(target)

    def stopped(sample: Point) -> bool:
        ray = ray_between(grid, start, (x + sample[0], y + sample[1]))
        if is_stopped(ray, sure, sure_edges):
            return True
        return bool(doubt or doubt_edges) and is_stopped(ray, sure | doubt, sure_edges | doubt_edges, slope)

    return stopped


def _sorted(found: int, tops: dict[int, int], bottom: int, top: int) -> tuple[int, int]:
    """Of some cells or edges: those at least as high as `top`, and the others that are as high as `bottom`."""
    sure = doubt = 0
    for each in each_cell(found):
        height = tops.get(each)
        if height is None or height >= top:
            sure |= 1 << each
        elif height >= bottom:
            doubt |= 1 << each
    return sure, doubt


@lru_cache(maxsize=1 << 17)
def seen(board: Board, eye: Cell, sight: int, target: Cell, aim: int, skip: CellSet) -> bool:
    """Whether any sample of a cell is seen from an eye; `skip` are cells that do not count."""
    if eye == target or not (board.blocks_sight & ~skip or board.opaque):
        return True
    cells, edges = _between(board, eye, target)
    found = (cells & board.blocks_sight & ~skip, edges & board.opaque)
    stopped = _stopper(board, eye, target, found, (sight, aim), strict=True) if any(found) else None
    return stopped is None or not all(stopped(sample) for sample in samples(board.grid.layout))


@lru_cache(maxsize=1 << 16)
def counted(
    board: Board, source: CellSet, top: int, eye: Cell, sight: int, target: Cell, aim: int, low: int, skip: CellSet
) -> tuple[int, int]:
    """Of the samples of one target cell: how many are seen from this eye, and how many of these without half cover."""
    points = samples(board.grid.layout)
    things = (board.obstacles | board.blocks_sight) & ~skip
    if eye == target or not (things or board.obstacle_edges or board.opaque):
        return len(points), len(points)
    cells, edges = _between(board, eye, target)
    cells &= ~skip
    spared, spared_edges = _exempt(board, source, top)
    full = (cells & board.blocks_sight, edges & board.opaque)
    half = (cells & things & ~spared, edges & (board.obstacle_edges | board.opaque) & ~spared_edges)
    hides = _stopper(board, eye, target, full, (sight, aim), strict=True) if any(full) else None
    hampers = _stopper(board, eye, target, half, (sight, low), strict=False) if any(half) else None
    open_ = points if hides is None else tuple(sample for sample in points if not hides(sample))
    clear = len(open_) if hampers is None else sum(not hampers(sample) for sample in open_)
    return len(open_), clear


@lru_cache(maxsize=1 << 17)
def best(
    board: Board, source: CellSet, own: tuple[Cell, ...], top: int, eye_height: int, there: CellSet, tall: int
) -> tuple[int, int, int, Cell]:
    """(seen, clear, samples, eye) of the eye that sees most of a target's cells, which are `tall` sixths high."""
    skip = (source | there) & (board.blocks_sight | board.obstacles)
    ground, points = board.ground, len(samples(board.grid.layout))
    found = (-1, -1, 0, own[0])
    for eye in own:
        many = clear = 0
        for cell in each_cell(there):
            aim = FINE * ground[cell] + tall * FINE // 2
            low = FINE * ground[cell] + tall * FINE // 4
            one = counted(board, source, top, eye, FINE * (ground[eye] + eye_height), cell, aim, low, skip)
            many, clear = many + one[0], clear + one[1]
        if (many, clear) > found[:2]:
            found = (many, clear, points * there.bit_count(), eye)
    return found


@lru_cache(maxsize=1 << 17)
def any_seen(board: Board, source: CellSet, own: tuple[Cell, ...], eye_height: int, there: CellSet, tall: int) -> bool:
    """Whether any of these eyes sees anything of a target's cells."""
    skip, ground = (source | there) & (board.blocks_sight | board.obstacles), board.ground
    eyes = ((eye, FINE * (ground[eye] + eye_height)) for eye in own)
    aims = [(cell, FINE * ground[cell] + tall * FINE // 2) for cell in each_cell(there)]
    return any(seen(board, eye, high, cell, aim, skip) for eye, high in eyes for cell, aim in aims)


@lru_cache(maxsize=1 << 16)
def blocked(board: Board, origin: Cell, cell: Cell, skip: CellSet = 0) -> bool:
    """Whether nothing of a cell's ground space is seen from another (areas); `skip` does not block."""
    eye, aim = FINE * (board.ground[origin] + POINT_HEIGHT), FINE * (board.ground[cell] + LEVEL)
    return not seen(board, origin, eye, cell, aim, skip)


@lru_cache(maxsize=4096)
def area(board: Board, origin: Cell, radius: int) -> CellSet:
    """The cells within a radius that the origin sees."""
    ground, open_cells = board.ground, board.grid.disc(origin, radius, METRIC) & ~board.impassable
    near = [cell for cell in each_cell(open_cells) if abs(ground[cell] - ground[origin]) // LEVEL <= radius]
    return bits(cell for cell in near if not blocked(board, origin, cell))
