"""Where units stand to each other: distance, facing, lines of reach, and what a step costs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from game.grid import angles
from game.grid.grid import Cell, CellSet, Grid, Metric, union
from game.grid.grid import cells as each_cell
from game.grid.layout import Size
from game.grid.paths import Tolls, make_tolls
from game.kernel.components import Conditions, Facing, Position
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.aura.checks.numbers import reach_of, size_index
from game.rules.aura.house import house
from game.rules.aura.state import Holding, conscious, helpless
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies, cells_of, measured, shape_of, standing, team, teams
from game.systems.steps import apart, astride, ground

_BARRING = frozenset({*PLACES, Conditions, Holding})
STEP = LEVEL // 2  # half a metre up is no climb (AURA-GRID-13)
TINY = 3  # its place among the sizes
TALL = 2  # size categories by which a body hides another (AURA-COVER-6)


# Distance


def metric(world: World) -> Metric:
    """AURA-GRID-2: how movement and range are counted; reach never follows the setting."""
    return house(world).square_metric


def distance(world: World, one: int, other: int) -> int:
    """Metres for reach, from footprint to footprint (AURA-GRID-3), the difference in height counted (GRID-13)."""
    return distances(world, one)[other]


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> metres for reach, for everybody on the board."""
    return measured(world, one, "distances", lambda world, one, others: _distances(world, one, others, "chebyshev"))


def far(world: World, one: int, other: int) -> int:
    """Metres for range."""
    how = metric(world)
    if how == "chebyshev":
        return distance(world, one, other)
    return measured(world, one, "far", lambda world, one, others: _distances(world, one, others, how))[other]


def _distances(world: World, one: int, others: Mapping[int, CellSet], how: Metric) -> dict[int, int]:
    grid, own = board_of(world).grid, cells_of(world, one)
    found = {other: apart(grid, own, filled, how) for other, filled in others.items()}
    if not board_of(world).heights:
        return found
    return {other: max(metres, _rise(world, one, other)) for other, metres in found.items()}


def gap_at(world: World, unit: int, cell: Cell, other: int) -> int:
    """Metres for reach to another unit from a cell to which the unit has not come yet (AURA-GRID-3, GRID-13)."""
    return gap_to(world, unit, cell, cells_of(world, other))


def gap_to(world: World, unit: int, cell: Cell, there: CellSet) -> int:
    """The same to cells, whoever fills them."""
    board = board_of(world)
    filled = board.grid.footprint(cell, shape_of(world, unit))
    metres = apart(board.grid, filled, there, "chebyshev")
    if not board.heights:
        return metres
    rise = abs(_level(board, filled) - _level(board, there))
    return max(metres, -(-rise // LEVEL))


def _rise(world: World, one: int, other: int) -> int:
    """Whole metres between the grounds of two units, started ones counted."""
    return -(-abs(ground(world, one) - ground(world, other)) // LEVEL)


# Facing


def faced_cells(world: World, unit: int, direction: int | None = None) -> CellSet:
    """AURA-FACE-1, 8 and GRID-5: the half of the board in front of a unit that can turn, or as if it faced that way."""
    if not conscious(world, unit) or holds(world, unit, "bound"):
        return 0
    if direction is None:
        facing = world.find(unit, Facing)
        direction = facing.direction if facing else 0
    return _faced(board_of(world).grid, cells_of(world, unit), direction)


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
    walls, direction = board.walls, board.grid.direction
    if any(walls[direction(here, there)] >> here & 1 for here, there in pairwise(line)):
        return False
    return not any(board.blocks_sight >> cell & 1 for cell in line[1:-1])


# Steps


def step_cost(board: Board, size: Size, start: Cell, end: Cell, direction: int) -> int | None:
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


@lru_cache(maxsize=64)
def tolls(board: Board, size: Size) -> Tolls:
    """What each step costs a unit of that size on that board, by its anchor."""
    return make_tolls(board.grid, lambda start, end, direction: step_cost(board, size, start, end, direction))


@derived(_BARRING)
def barring(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: spaces of enemies that cannot be passed: up, and less than two sizes apart.

    Whoever drags somebody passes nobody, for that one comes to where it has been (AURA-MAN-16).
    """
    own, size, known, drags = team(world, unit), size_index(world, unit), teams(world), world.has(unit, Holding)

    def bars(other: int) -> bool:
        near = known[other] != own and abs(size_index(world, other) - size) < TALL
        return drags or (near and not helpless(world, other))

    return union(filled for other, filled in bodies(world).items() if other != unit and bars(other))


@derived(PLACES)
def stops(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: anchors at which a unit overlaps nobody; the tiny share, also with whoever is two sizes above."""
    grid, size, own = board_of(world).grid, shape_of(world, unit), size_index(world, unit)

    def shares(other: int) -> bool:
        return own <= TINY and (size_index(world, other) <= TINY or size_index(world, other) - own >= TALL)

    filled = union(cells for other, cells in bodies(world).items() if other != unit and not shares(other))
    return grid.anchors(size) & ~grid.anchors_touching(filled, size)


def stands_free(world: World, unit: int, cells: CellSet) -> bool:
    """Whether a body would lie there on even, passable ground, with no wall through it and nobody in it."""
    board = board_of(world)
    heights = [board.ground[cell] for cell in each_cell(cells)]
    if cells & board.impassable or astride(board, cells) or max(heights) - min(heights) > STEP:
        return False
    return not any(cells & filled for other, filled in bodies(world).items() if other != unit)


def at(world: World, unit: int) -> Cell:
    """The anchor of a unit."""
    return world.get(unit, Position).cell


def others(world: World, unit: int) -> list[int]:
    """Awake units of other teams, in id order."""
    own = team(world, unit)
    return [other for other in standing(world) if team(world, other) != own and conscious(world, other)]


def foes(world: World, unit: int) -> list[int]:
    """Everybody of other teams on the board that is not dead, in id order."""
    own = team(world, unit)
    return world.derive(("foes", own), lambda world: _foes(world, own), PLACES)


def _foes(world: World, own: int) -> list[int]:
    known = teams(world)
    return [other for other in bodies(world) if known[other] != own]
