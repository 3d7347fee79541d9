"""Where units stand to each other: distance, facing, lines of reach, sight and cover, and what a step costs."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from game.board import LEVEL, Board
from game.components import Conditions, Facing, Position
from game.ecs import World
from game.grid import angles
from game.grid.grid import Cell, CellSet, Grid, Metric
from game.grid.grid import cells as each_cell
from game.grid.paths import Tolls, make_tolls
from game.grid.rays import rays_between
from game.grid.sight import Slope, is_stopped
from game.rules.aura.entries import Size
from game.rules.aura.figures import longest_reach, reach_of, size_index
from game.rules.aura.sheet import AuraSheet, house, sheet_of
from game.rules.aura.state import Body, conscious, helpless, holds
from game.systems.field import PLACES, board_of, bodies, cells_of, size_of, standing, team, teams

Grade = Literal["none", "partial", "heavy", "total"]
STEP = LEVEL // 2  # half a metre up is no climb (AURA-GRID-13)
_MEDIUM = 5  # its place among the sizes
_TALL = 2  # size categories by which a body hides another (AURA-COVER-6)


# Distance


def metric(world: World) -> Metric:
    """AURA-GRID-2: how movement and range are counted; reach never follows the setting."""
    return house(world).square_metric


def ground(world: World, unit: int) -> int:
    """Height of the highest ground under a unit, in sixths of a metre (AURA-GRID-13)."""
    return world.derive(("ground", unit), lambda world: _ground(world, unit), PLACES)


def _ground(world: World, unit: int) -> int:
    heights = board_of(world).ground
    return max(heights[cell] for cell in each_cell(cells_of(world, unit)))


def distance(world: World, one: int, other: int) -> int:
    """Metres for reach, from footprint to footprint (AURA-GRID-3), the difference in height counted (GRID-13)."""
    return distances(world, one)[other]


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> metres for reach, for everybody on the board."""
    return world.derive(("distances", one), lambda world: _distances(world, one, "chebyshev"), PLACES)


def far(world: World, one: int, other: int) -> int:
    """Metres for range."""
    how = metric(world)
    if how == "chebyshev":
        return distance(world, one, other)
    return world.derive(("far", one), lambda world: _distances(world, one, how), PLACES)[other]


def _distances(world: World, one: int, how: Metric) -> dict[int, int]:
    grid, own = board_of(world).grid, cells_of(world, one)
    flat = not board_of(world).heights
    found = {}
    for other, filled in bodies(world).items():
        metres = grid.distance_sets(own, filled, how)
        found[other] = metres if flat else max(metres, _rise(world, one, other))
    return found


def _rise(world: World, one: int, other: int) -> int:
    """Whole metres between the grounds of two units, started ones counted."""
    return -(-abs(ground(world, one) - ground(world, other)) // LEVEL)


# Facing


def faced_cells(world: World, unit: int) -> CellSet:
    """AURA-FACE-1 and GRID-5: the half of the board in front of a unit; nothing for whoever cannot turn (FACE-8)."""
    if not conscious(world, unit) or holds(world, unit, "bound"):
        return 0
    facing = world.find(unit, Facing)
    return _faced(board_of(world).grid, cells_of(world, unit), facing.direction if facing else 0)


@lru_cache(maxsize=8192)
def _faced(grid: Grid, own: CellSet, direction: int) -> CellSet:
    if own & (own - 1) == 0:
        return grid.arc(own.bit_length() - 1, direction, 180) | own
    x, y = angles.middle(grid, own)
    number, ahead, found = own.bit_count(), grid.layout.steps[direction], own
    for cell in each_cell(grid.everywhere):
        cx, cy = grid.centre(cell)
        if angles.dot(grid.layout, ahead, (cx * number - x, cy * number - y)) >= 0:
            found |= 1 << cell
    return found


def faces(world: World, unit: int, other: int) -> bool:
    """Whether any space of the other lies in front of the unit."""
    return bool(faced_cells(world, unit) & cells_of(world, other))


def toward(world: World, unit: int, other: int) -> int | None:
    """The direction nearest in angle to another unit (AURA-GRID-4)."""
    return _toward(board_of(world).grid, cells_of(world, unit), cells_of(world, other))


@lru_cache(maxsize=1 << 16)
def _toward(grid: Grid, here: CellSet, there: CellSet) -> int | None:
    return grid.direction_sets(here, there)


# Reach


def reaches(world: World, unit: int, other: int, item: str) -> bool:
    """AURA-GRID-8: near enough for a weapon, and nothing solid between."""
    return distance(world, unit, other) <= reach_of(world, unit, item) and open_line(world, unit, other)


def open_line(world: World, one: int, other: int) -> bool:
    """AURA-GRID-8: whether a canonical line between the nearest spaces is free of walls."""
    board = board_of(world)
    if not board.closed and not board.blocks_sight:
        return True
    return world.derive(("open", one, other), lambda world: _open_line(world, one, other), PLACES)


def _open_line(world: World, one: int, other: int) -> bool:
    board = board_of(world)
    a, b = board.grid.nearest_cells(cells_of(world, one), cells_of(world, other), "chebyshev")
    return any(_unbarred(board, board.grid.straight(a, b, lean=lean)) for lean in (1, -1))


def _unbarred(board: Board, line: tuple[Cell, ...]) -> bool:
    grid = board.grid
    for here, there in pairwise(line):
        if board.walls[grid.direction(here, there)] >> here & 1:
            return False
    return not any(board.blocks_sight >> cell & 1 for cell in line[1:-1])


def on_ring(world: World, unit: int, other: int) -> bool:
    """AURA-SWIFT-4 and GRID-11: whether the other stands at exactly the unit's longest reach."""
    return distance(world, unit, other) == longest_reach(world, unit)


# Sight and cover


class View(Struct, frozen=True):
    """What stands in the way of a look: the grade of cover and the share of lines that are cut."""

    grade: Grade
    cut: int = 0
    lines: int = 0
    why: str = ""


CLEAR = View("none")


def view(world: World, viewer: int, target: int) -> View:
    """AURA-COVER-1 to 6: how much of the target its viewer does not see."""
    board = board_of(world)
    plain = not (board.blocks_sight or board.obstacles or board.opaque or board.obstacle_edges or board.heights)
    big = _tall_bodies(world, viewer, target) if _giants(world) else 0
    if plain and not big:
        return CLEAR
    eye = _body(sheet_of(world), world.get(viewer, Body).size, _posture(world, viewer))[0]
    posture = _posture(world, target)
    aim = _body(sheet_of(world), world.get(target, Body).size, posture)[1]
    filled = bodies(world)
    if board.heights:
        aim += 2 * ground(world, target)
    return _view(board, filled[viewer], filled[target], eye, aim, big, ducked=posture != "")


def _giants(world: World) -> bool:
    """Whether anybody is big enough to hide others."""
    return world.derive(
        "giants", lambda world: any(size_index(world, unit) > _MEDIUM for unit in bodies(world)), PLACES
    )


@lru_cache(maxsize=1 << 16)
def _view(board: Board, here: CellSet, there: CellSet, eye: int, aim: int, big: CellSet, *, ducked: bool) -> View:
    best: View | None = None
    for cell in each_cell(here):
        found = _view_from(board, here, cell, there, (eye, aim), big, ducked=ducked)
        if best is None or (found.cut, found.grade != "none") < (best.cut, best.grade != "none"):
            best = found
    assert best is not None
    return best


def _view_from(
    board: Board, here: CellSet, cell: Cell, there: CellSet, heights: tuple[int, int], big: CellSet, *, ducked: bool
) -> View:
    """From one space: the share of lines to the target's centres and corners that are cut, and what lies lower."""
    grid = board.grid
    if there >> cell & 1:
        return CLEAR
    points = tuple(point for each in each_cell(there) for point in _samples(grid, each))
    lines = rays_between(grid, (grid.centre(cell),), points, skip=here | there)
    slope = Slope(2 * board.ground[cell] + heights[0], heights[1], *_tops(board), strict=True)
    tall, tall_edges = _towering(board, max(slope.start, slope.end))
    short, short_edges = board.blocks_sight & ~tall, board.opaque & ~tall_edges
    cut = sum(
        is_stopped(ray, tall, tall_edges) or is_stopped(ray, short, short_edges, slope)
        for ray in lines  # what towers above both ends need not be measured
    )
    if 2 * cut > len(lines):
        return View("total" if cut == len(lines) else "heavy", cut, len(lines), "wall")
    low = board.obstacles & ~board.blocks_sight & ~grid.spread(1 << cell)
    edges = board.obstacle_edges & ~board.opaque & ~_edges_of(grid, cell)
    behind = [ray for ray in lines if is_stopped(ray, low, edges, slope)]
    if behind and ducked and any(ray.cells & low & grid.spread(there) for ray in behind):
        return View("heavy", cut, len(lines), "low")
    if cut or behind or (big and any(is_stopped(ray, big) for ray in lines)):
        return View("partial", cut, len(lines), "wall" if cut else "low" if behind else "body")
    return View("none", cut, len(lines))


@lru_cache(maxsize=8192)
def _samples(grid: Grid, cell: Cell) -> tuple[tuple[int, int], ...]:
    """A space's centre and its corners, each at nine tenths of its way."""
    x, y = grid.centre(cell)
    return (x, y), *((x + (cx - x) * 9 // 10, y + (cy - y) * 9 // 10) for cx, cy in grid.corners(cell))


@lru_cache(maxsize=4096)
def _edges_of(grid: Grid, cell: Cell) -> int:
    return sum(1 << grid.edge(cell, d) for d in grid.layout.sides)


@lru_cache(maxsize=32)
def _tops(board: Board) -> tuple[dict[int, int], dict[int, int]]:
    """How high things reach, in twelfths of a metre: by cell and by edge."""
    return (
        {cell: 2 * top for cell, top in enumerate(board.tops)},
        {edge: 2 * top for edge, top in board.edge_tops.items()},
    )


@lru_cache(maxsize=512)
def _towering(board: Board, height: int) -> tuple[CellSet, int]:
    """What blocks sight and reaches above a height in twelfths of a metre: cells and edges."""
    tops, edge_tops = _tops(board)
    tall = sum(1 << cell for cell in each_cell(board.blocks_sight) if tops[cell] > height)
    edges = sum(1 << edge for edge in each_cell(board.opaque) if edge_tops.get(edge, height + 1) > height)
    return tall, edges


def _posture(world: World, unit: int) -> str:
    items = world.get(unit, Conditions)
    return "prone" if "prone" in items else "kneeling" if "kneeling" in items else ""


@lru_cache(maxsize=256)
def _body(sheet: AuraSheet, size: Size, posture: str) -> tuple[int, int]:
    """Eyes and middle of a body above its ground, in twelfths of a metre; lower when it kneels or lies."""
    height = sheet.main.sizes[size].body * {"prone": 0.25, "kneeling": 0.5, "": 1.0}[posture]
    return round(height * 9), round(height * 6)


def _tall_bodies(world: World, viewer: int, target: int) -> CellSet:
    """AURA-COVER-6: the spaces of those two sizes above the target."""
    found, size = 0, size_index(world, target)
    for other, filled in bodies(world).items():
        if other not in (viewer, target) and size_index(world, other) >= size + _TALL:
            found |= filled
    return found


def sees(world: World, viewer: int, target: int) -> bool:
    """AURA-COVER-8 and GEN-12: line of sight, and the target is not hidden from the viewer's team."""
    if viewer == target:
        return True
    if holds(world, target, "hidden") and team(world, viewer) != team(world, target):
        return False
    return view(world, viewer, target).grade != "total"


def aware(world: World, unit: int, of: int) -> bool:
    """AURA-GEN-12: awake, and sees who acts; facing does not matter."""
    return conscious(world, unit) and sees(world, unit, of)


# Steps


def step_cost(board: Board, size: int, start: Cell, end: Cell, direction: int) -> int | None:
    """Metres for one step of a footprint, None where none is possible (AURA-MOVE-19, GRID-13)."""
    grid = board.grid
    here, there = grid.footprint(start, size), grid.footprint(end, size)
    if not here or not there or there & board.impassable or here & board.walls[direction] or astride(board, there):
        return None
    if grid.is_diagonal(direction):
        flanks = grid.shift(here, grid.turn(direction, -1)) | grid.shift(here, grid.turn(direction, 1))
        if flanks & board.impassable:
            return None
    rise = _level(board, there) - _level(board, here)
    if rise > LEVEL or -rise > 2 * LEVEL:
        return None
    hard = bool((there & ~here) & board.difficult) or bool(here & board.low_steps[direction])
    return 1 + hard + (rise > STEP)


def _level(board: Board, cells: CellSet) -> int:
    return max(board.ground[cell] for cell in each_cell(cells))


def astride(board: Board, cells: CellSet) -> bool:
    """Whether a closed edge stands between two spaces of a body."""
    grid = board.grid
    return any(cells & cut & grid.shift(cells, grid.opposite(d)) for d, cut in enumerate(board.walls))


@lru_cache(maxsize=64)
def tolls(board: Board, size: int) -> Tolls:
    """What each step costs a unit of that size on that board, by its anchor."""
    return make_tolls(board.grid, lambda start, end, direction: step_cost(board, size, start, end, direction))


def barring(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: spaces of enemies that cannot be passed: up, and less than two sizes apart."""
    return world.derive(("barring", unit), lambda world: _barring(world, unit), (*PLACES, Conditions))


def _barring(world: World, unit: int) -> CellSet:
    own, size, known, cells = team(world, unit), size_index(world, unit), teams(world), 0
    for other, filled in bodies(world).items():
        if known[other] != own and not helpless(world, other) and abs(size_index(world, other) - size) < _TALL:
            cells |= filled
    return cells


def stops(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: anchors at which a unit overlaps nobody; the tiny share."""
    return world.derive(("stops", unit), lambda world: _stops(world, unit), PLACES)


def _stops(world: World, unit: int) -> CellSet:
    grid, size, tiny = board_of(world).grid, size_of(world, unit), _tiny(world, unit)
    filled = 0
    for other, cells in bodies(world).items():
        if other != unit and not (tiny and _tiny(world, other)):
            filled |= cells
    return grid.anchors(size) & ~grid.anchors_touching(filled, size)


def _tiny(world: World, unit: int) -> bool:
    return size_index(world, unit) <= 3


def at(world: World, unit: int) -> Cell:
    """The anchor of a unit."""
    return world.get(unit, Position).cell


def others(world: World, unit: int) -> list[int]:
    """Awake units of other teams, in id order."""
    own = team(world, unit)
    return [other for other in standing(world) if team(world, other) != own and conscious(world, other)]


def foes(world: World, unit: int) -> list[int]:
    """Everybody of other teams on the board that is not dead, in id order."""
    own, known = team(world, unit), teams(world)
    return [other for other in bodies(world) if known[other] != own]
