"""Where units stand to each other: distance, facing, lines of reach, and what a step costs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from game.grid import angles
from game.grid.grid import Cell, CellSet, EdgeId, Grid, Metric, bits, union
from game.grid.grid import cells as each_cell
from game.grid.layout import Size
from game.grid.paths import Tolls, make_tolls
from game.kernel.components import Conditions, Down, Facing, Position
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.aura.checks.numbers import longest_reach, reach_of, size_index
from game.rules.aura.house import house
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import ARMED, Body, Holding, conscious, helpless
from game.systems.conditions import holds
from game.systems.field import (
    FIXED,
    PLACES,
    board_of,
    bodies,
    cells_of,
    measured,
    only_own,
    shape_of,
    standing,
    team,
    teams,
)
from game.systems.steps import astride, ground

_BARRING = frozenset({*FIXED, Body, Conditions})
_STRIKING = frozenset({*FIXED, *ARMED, Down})
STEP = LEVEL // 2  # half a metre up is no climb (AURA-GRID-13)
TINY = 3  # its place among the sizes
TALL = 2  # size categories by which a body hides another (AURA-COVER-6)


# Distance


def distance(world: World, one: int, other: int) -> int:
    """Metres for reach, from footprint to footprint (AURA-GRID-3), the difference in height counted (GRID-13)."""
    board = board_of(world)
    if board.heights:
        return distances(world, one)[other]
    filled = bodies(world)
    return _gaps(board.grid, filled[one], "chebyshev")[filled[other]]


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> metres for reach, for everybody on the board."""
    if board_of(world).heights:
        return measured(world, one, "distances", lambda world, one, others: _distances(world, one, others, "chebyshev"))
    return _flat(world, one)


@derived(PLACES)
def _flat(world: World, one: int) -> dict[int, int]:
    """The same where all ground is level."""
    filled = bodies(world)
    row = _gaps(board_of(world).grid, filled[one], "chebyshev")
    return {other: row[cells] for other, cells in filled.items()}


def far(world: World, one: int, other: int) -> int:
    """AURA-GRID-2: metres for range, counted as movement is; reach never follows that setting."""
    how = house(world).square_metric
    if how == "chebyshev":
        return distance(world, one, other)
    return measured(world, one, "far", lambda world, one, others: _distances(world, one, others, how))[other]


def _distances(world: World, one: int, others: Mapping[int, CellSet], how: Metric) -> dict[int, int]:
    board, own = board_of(world), cells_of(world, one)
    row = _gaps(board.grid, own, how)
    found = {other: row[filled] for other, filled in others.items()}
    if not board.heights:
        return found
    here = ground(world, one)  # started metres of height count
    return {other: max(metres, -(-abs(here - ground(world, other)) // LEVEL)) for other, metres in found.items()}


class _Gaps(dict[CellSet, int]):
    """How far other bodies are from one, each found out once."""

    def __init__(self, grid: Grid, own: CellSet, how: Metric) -> None:
        super().__init__()
        self._grid, self._own, self._how = grid, own, how

    def __missing__(self, other: CellSet) -> int:
        found = self[other] = self._grid.distance_sets(self._own, other, self._how)
        return found


@lru_cache(maxsize=1 << 10)
def _gaps(grid: Grid, own: CellSet, how: Metric) -> _Gaps:
    return _Gaps(grid, own, how)


def gap_to(world: World, unit: int, cell: Cell, there: CellSet) -> int:
    """Metres for reach from a cell to which a unit has not come yet to other cells (AURA-GRID-3, GRID-13)."""
    board = board_of(world)
    filled = board.grid.footprint(cell, shape_of(world, unit))
    metres = _gaps(board.grid, filled, "chebyshev")[there]
    if not board.heights:
        return metres
    return max(metres, -(-abs(level(board, filled) - level(board, there)) // LEVEL))


Strikers: TypeAlias = "tuple[tuple[int, int], ...]"
Rings: TypeAlias = "tuple[tuple[int, CellSet, CellSet], ...]"
"""Units, the cells at the longest reach of each, and those that are nearer."""


def rings(world: World, unit: int) -> Rings:
    """AURA-SWIFT-4: those of all enemies that are up; height is not counted."""
    own = team(world, unit)
    strikers = _strikers(world, own)
    return world.renew(("rings", strikers), _rings, _rings_since, PLACES, own, strikers)


@derived(_STRIKING)
def _strikers(world: World, own: int) -> Strikers:
    """Everybody of other teams that is up, on the board or not, with its longest reach."""
    up = (other for other, its in teams(world).items() if its != own and not world.has(other, Down))
    return tuple((other, longest_reach(world, other)) for other in up)


def _rings(world: World, own: int, strikers: Strikers) -> Rings:
    grid, filled = board_of(world).grid, bodies(world)
    found: list[tuple[int, CellSet, CellSet]] = []
    for striker, reach in strikers:
        if striker in filled:
            nearer = grid.within(filled[striker], reach - 1, "chebyshev")
            found.append((striker, grid.within(filled[striker], reach, "chebyshev") & ~nearer, nearer))
    return tuple(found)


def _rings_since(world: World, before: Rings, entities: frozenset[int], own: int, strikers: Strikers) -> Rings:
    return before if only_own(world, own, entities) else _rings(world, own, strikers)


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
    filled = bodies(world)
    return _toward(board_of(world).grid, filled[unit], filled[other])


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

    def compute(world: World) -> bool:
        a, b = board.grid.nearest_cells(cells_of(world, one), cells_of(world, other), "chebyshev")
        return any(_unbarred(board, board.grid.straight(a, b, lean=lean)) for lean in (1, -1))

    return world.derive(("open", one, other), compute, PLACES)


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
    rise = level(board, there) - level(board, here)
    if rise > LEVEL or -rise > 2 * LEVEL:
        return None
    return 1 + bool((there & ~here) & board.difficult or here & board.low_steps[direction]) + (rise > STEP)


def level(board: Board, cells: CellSet) -> int:
    """How high the highest of these cells lies."""
    return max(board.ground[cell] for cell in each_cell(cells))


@lru_cache(maxsize=64)
def tolls(board: Board, size: Size) -> Tolls:
    """What each step costs a unit of that size on that board, by its anchor."""
    return make_tolls(board.grid, lambda start, end, direction: step_cost(board, size, start, end, direction))


def barring(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: spaces of enemies that cannot be passed: up, and less than two sizes apart.

    Whoever drags somebody passes nobody, for that one comes to where it has been (AURA-MAN-16).
    """
    if world.has(unit, Holding):
        return union(filled for other, filled in bodies(world).items() if other != unit)
    return _barring(world, _bars(world, team(world, unit), size_index(world, unit)))


@derived(PLACES)
def _barring(world: World, strangers: tuple[int, ...]) -> CellSet:
    """The spaces of those of them that are on the board."""
    filled = bodies(world)
    return union([filled[other] for other in strangers if other in filled])


@derived(_BARRING)
def _bars(world: World, own: int, size: int) -> tuple[int, ...]:
    """Who bars the way to everybody of a team and a size that drags nobody, on the board or not."""
    return tuple(
        other
        for other, its in teams(world).items()
        if its != own and abs(size_index(world, other) - size) < TALL and not helpless(world, other)
    )


@derived(PLACES)
def stops(world: World, unit: int) -> CellSet:
    """AURA-MOVE-19: anchors at which a unit overlaps nobody; the tiny share, also with whoever is two sizes above."""
    grid, size, own = board_of(world).grid, shape_of(world, unit), size_index(world, unit)
    if own > TINY:
        body, (anybody, several) = bodies(world).get(unit, 0), _filled(world)
        filled = anybody & ~body | several & body
        return grid.anchors(size) & ~(filled if size == 1 else grid.anchors_touching(filled, size))

    def shares(other: int) -> bool:
        return own <= TINY and (size_index(world, other) <= TINY or size_index(world, other) - own >= TALL)

    filled = union(cells for other, cells in bodies(world).items() if other != unit and not shares(other))
    return grid.anchors(size) & ~grid.anchors_touching(filled, size)


@derived(PLACES)
def _filled(world: World) -> tuple[CellSet, CellSet]:
    """Spaces that anybody is in, and those that more than one are in."""
    anybody = several = 0
    for filled in bodies(world).values():
        several |= anybody & filled
        anybody |= filled
    return anybody, several


def stands_free(world: World, unit: int, cells: CellSet) -> bool:
    """Whether a body would lie there on even, passable ground, with no wall through it and nobody in it."""
    board = board_of(world)
    heights = [board.ground[cell] for cell in each_cell(cells)]
    if cells & board.impassable or astride(board, cells) or max(heights) - min(heights) > STEP:
        return False
    return not any(cells & filled for other, filled in bodies(world).items() if other != unit)


def door_edges(world: World, unit: int) -> list[EdgeId]:
    """Edges beside a unit that can be broken down."""
    board, table, own = board_of(world), sheet_of(world).main.doors, cells_of(world, unit)
    fit = (each.edge for each in board.edges if each.kind in table)
    return [edge for edge in fit if bits(board.grid.cells_beside(edge)) & own]


def door_toward(world: World, unit: int, cell: Cell) -> EdgeId:
    """The door that leads to a cell, else the first."""
    grid, edges = board_of(world).grid, door_edges(world, unit)
    return next((edge for edge in edges if cell in grid.edge_cells(edge)), edges[0])


def at(world: World, unit: int) -> Cell:
    """The anchor of a unit."""
    return world.get(unit, Position).cell


def others(world: World, unit: int) -> list[int]:
    """Awake units of other teams, in id order."""
    own = team(world, unit)
    return [other for other in standing(world) if team(world, other) != own and conscious(world, other)]


def foes(world: World, unit: int) -> list[int]:
    """Everybody of other teams on the board that is not dead, in id order."""
    return _foes(world, team(world, unit))


@derived(PLACES)
def _foes(world: World, own: int) -> list[int]:
    known = teams(world)
    return [each for each in bodies(world) if known[each] != own]
