"""Who sees whom, and how much cover is in between (AURA-COVER-1 to 8, GEN-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from msgspec import Struct

from game.grid.grid import Cell, CellSet, EdgeSet, Grid, bits, union
from game.grid.grid import cells as each_cell
from game.grid.rays import Ray, ray_between
from game.grid.sight import Slope, is_stopped
from game.kernel.components import Conditions
from game.kernel.ecs import World, derived, derived_of
from game.map.board import Board
from game.rules.aura.checks.numbers import size_index
from game.rules.aura.position.lines import line
from game.rules.aura.position.space import TALL
from game.rules.aura.sheet.entries import Size
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import BUILT, PLACED, Body, conscious
from game.systems.conditions import having, holds
from game.systems.field import PLACES, board_of, bodies, team
from game.systems.steps import ground

Grade = Literal["none", "partial", "heavy", "total"]


class View(Struct, frozen=True):
    """What stands in the way of a look: the grade of cover and the share of lines that are cut."""

    grade: Grade
    cut: int = 0
    lines: int = 0
    why: str = ""


CLEAR = View("none")


class Look(NamedTuple):
    """What a look depends on: the two footprints, the heights of eye and aim, and whether the target ducks."""

    board: Board
    here: CellSet
    there: CellSet
    eye: int
    aim: int
    ducked: bool


def view(world: World, viewer: int, target: int) -> View:
    """AURA-COVER-1 to 6: how much of the target its viewer does not see."""
    big = _giants(world) and _tall_bodies(world, viewer, target)
    filled = bodies(world)
    if not big and not _between(board_of(world), filled[viewer], filled[target]):
        return CLEAR
    return _view(_look(world, viewer, target), big)


def _look(world: World, viewer: int, target: int) -> Look:
    board, filled = board_of(world), bodies(world)
    _, aim, ducked = _stance(world, target)
    if board.heights:
        aim += 2 * ground(world, target)
    return Look(board, filled[viewer], filled[target], _stance(world, viewer)[0], aim, ducked)


@derived_of(BUILT)
def _stance(world: World, unit: int) -> tuple[int, int, bool]:
    """Eyes and middle of a unit above its ground, in twelfths of a metre, and whether it kneels or lies."""
    items = world.get(unit, Conditions)
    posture = "prone" if "prone" in items else "kneeling" if "kneeling" in items else ""
    return *_body(sheet_of(world), world.get(unit, Body).size, posture), posture != ""


@lru_cache(maxsize=1 << 17)
def _between(board: Board, here: CellSet, there: CellSet) -> bool:
    """Whether anything that could be in the way lies near the lines from space to space: no look strays farther."""
    return bool(_lens(board, here, there) & _solid(board) | (here | there) & _fenced(board))


@lru_cache(maxsize=1 << 17)
def _curtained(board: Board, here: CellSet, there: CellSet) -> bool:
    fenced = _beside(board, board.opaque)
    solid = board.blocks_sight | fenced
    return bool(solid and _lens(board, here, there) & solid | (here | there) & fenced)


def _lens(board: Board, here: CellSet, there: CellSet) -> CellSet:
    """The spaces between two bodies that lines from one to the other can touch."""
    grid = board.grid
    near = union(line(grid, a, b, 1)[1] for a, b in product(each_cell(here), each_cell(there)))
    return grid.spread(near) & ~(here | there)


@lru_cache(maxsize=32)
def _solid(board: Board) -> CellSet:
    return board.blocks_sight | board.obstacles | _fenced(board)


@lru_cache(maxsize=32)
def _fenced(board: Board) -> CellSet:
    return _beside(board, board.opaque | board.obstacle_edges)


@lru_cache(maxsize=64)
def _beside(board: Board, edges: EdgeSet) -> CellSet:
    pairs = map(board.grid.edge_cells, each_cell(edges))
    return bits(cell for a, b in pairs if a is not None and b is not None for cell in (a, b))  # not past the rim


@derived(PLACES)
def _giants(world: World) -> bool:
    """Whether anybody is big enough to hide another (AURA-COVER-6)."""
    sizes = [size_index(world, unit) for unit in bodies(world)]
    return bool(sizes) and max(sizes) - min(sizes) >= TALL


@lru_cache(maxsize=1 << 16)
def _view(look: Look, big: CellSet) -> View:
    views = (_view_from(look, cell, big) for cell in each_cell(look.here))
    return min(views, key=lambda view: (view.cut, view.grade != "none"))


def _view_from(look: Look, cell: Cell, big: CellSet) -> View:
    """From one space: the share of lines to the target's centres and corners that are cut, and what lies lower."""
    board, there, grid = look.board, look.there, look.board.grid
    if there >> cell & 1:
        return CLEAR
    lines = tuple(_lines(look, cell))
    cut = sum(map(_stopper(look, cell), lines))
    if 2 * cut > len(lines):
        return View("total" if cut == len(lines) else "heavy", cut, len(lines), "wall")
    low = board.obstacles & ~board.blocks_sight & ~grid.spread(1 << cell)
    edges = board.obstacle_edges & ~board.opaque & ~_edges_of(grid, cell)
    behind = [ray for ray in lines if is_stopped(ray, low, edges)]
    beside = sum(_edges_of(grid, each) & edges for each in each_cell(there)) if look.ducked and edges else 0
    if look.ducked and any(is_stopped(ray, low & grid.spread(there), beside) for ray in behind):
        return View("heavy", cut, len(lines), "low")
    if cut or behind or (big and any(is_stopped(ray, big) for ray in lines)):
        return View("partial", cut, len(lines), "wall" if cut else "low" if behind else "body")
    return View("none", cut, len(lines))


def _lines(look: Look, cell: Cell) -> Iterator[Ray]:
    grid, skip = look.board.grid, look.here | look.there
    for each in each_cell(look.there):
        for point in _samples(grid, each):
            yield ray_between(grid, grid.centre(cell), point, skip=skip)


def _stopper(look: Look, cell: Cell) -> Callable[[Ray], bool]:
    board = look.board
    slope = Slope(2 * board.ground[cell] + look.eye, look.aim, *_tops(board), strict=True)
    tall, tall_edges = _towering(board, max(slope.start, slope.end))
    short, short_edges = board.blocks_sight & ~tall, board.opaque & ~tall_edges

    def stopped(ray: Ray) -> bool:  # what towers above both ends need not be measured
        return is_stopped(ray, tall, tall_edges) or is_stopped(ray, short, short_edges, slope)

    return stopped


@lru_cache(maxsize=1 << 16)
def _seen(look: Look) -> bool:
    """Whether any line is free: quicker than a whole view."""
    for cell in each_cell(look.here):
        if look.there >> cell & 1:
            return True
        stopped = _stopper(look, cell)
        if not all(stopped(line) for line in _lines(look, cell)):  # found one by one: mostly the first is free
            return True
    return False


@lru_cache(maxsize=8192)
def _samples(grid: Grid, cell: Cell) -> tuple[tuple[int, int], ...]:
    """A space's centre and its corners, each at nine tenths of its way."""
    x, y = grid.centre(cell)
    return (x, y), *((x + (cx - x) * 9 // 10, y + (cy - y) * 9 // 10) for cx, cy in grid.corners(cell))


@lru_cache(maxsize=4096)
def _edges_of(grid: Grid, cell: Cell) -> int:
    return bits(grid.edge(cell, d) for d in grid.layout.sides)


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
    tall = bits(cell for cell in each_cell(board.blocks_sight) if tops[cell] > height)
    return tall, bits(edge for edge in each_cell(board.opaque) if edge not in edge_tops or edge_tops[edge] > height)


@lru_cache(maxsize=256)
def _body(sheet: AuraSheet, size: Size, posture: str) -> tuple[int, int]:
    """Eyes and middle of a body above its ground, in twelfths of a metre; lower when it kneels or lies."""
    height = sheet.main.sizes[size].body * {"prone": 0.25, "kneeling": 0.5, "": 1.0}[posture]
    return round(height * 9), round(height * 6)


def _tall_bodies(world: World, viewer: int, target: int) -> CellSet:
    """AURA-COVER-6: the spaces of those two sizes above the target."""
    size = size_index(world, target) + TALL
    others = ((other, filled) for other, filled in bodies(world).items() if other not in (viewer, target))
    return union(filled for other, filled in others if size_index(world, other) >= size)


def sees(world: World, viewer: int, target: int) -> bool:
    """AURA-COVER-8 and GEN-12: line of sight, and the target is not hidden from the viewer's team."""
    if having(world, "hidden") and holds(world, target, "hidden") and team(world, viewer) != team(world, target):
        return False
    board = board_of(world)
    return not (board.blocks_sight or board.opaque) or _in_sight(world, viewer, target)


def in_the_open(world: World) -> bool:
    """Whether everybody sees everybody: nothing blocks the view, and nobody hides."""
    board = board_of(world)
    return not (board.blocks_sight or board.opaque or having(world, "hidden"))


@derived(PLACED)
def _in_sight(world: World, viewer: int, target: int) -> bool:
    board, filled = board_of(world), bodies(world)
    return not _curtained(board, filled[viewer], filled[target]) or _seen(_look(world, viewer, target))


def aware(world: World, unit: int, of: int) -> bool:
    """AURA-GEN-12: awake, and sees who acts; facing does not matter."""
    return conscious(world, unit) and sees(world, unit, of)
