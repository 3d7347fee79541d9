"""Where units stand to each other: distance, levels, reach, cover, sight, flanking, and what steps cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from game.grid import angles
from game.grid.grid import Grid
from game.grid.layout import UNIT, Metric
from game.grid.masks import Cell, CellSet, Point, bits, union
from game.grid.masks import cells as each_cell
from game.grid.paths import Reach, Tolls, make_tolls, reach
from game.grid.rays import rays
from game.grid.sight import is_stopped
from game.kernel.components import FIELD, Carried, Position
from game.kernel.ecs import World, derived, renewed
from game.map.board import LEVEL, Board
from game.rules.clash.gear import reach_of
from game.rules.clash.house import house
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import REACH, Body, pace
from game.systems.field import PLACES, board_of, cells_of, enemies, measured, only_own, size_of, standing, team, teams
from game.systems.steps import apart, is_rough, level, passage

STEEP = 2  # levels that nobody steps up, and that are a fall the other way (CLASH-MOVE-6)


def metric(world: World) -> Metric:
    """CLASH-GRID-2: how diagonals count."""
    return house(world).diagonal


def distances(world: World, one: int) -> dict[int, int]:
    """Unit -> cells to it, for everybody on the board."""
    return measured(world, one, "distances", _distances)


def _distances(world: World, one: int, others: Mapping[int, CellSet]) -> dict[int, int]:
    grid, own, how = board_of(world).grid, cells_of(world, one), metric(world)
    return {other: apart(grid, own, cells, how) for other, cells in others.items()}


def reach_cells(world: World, unit: int, metres: int) -> CellSet:
    """CLASH-GRID-4: the cells a weapon of that reach covers from where the unit stands, its own left out."""
    return covered(board_of(world), cells_of(world, unit), pace(world, metres, 1), metric(world))


@lru_cache(maxsize=8192)
def covered(board: Board, body: CellSet, far: int, how: Metric) -> CellSet:
    """Cells at most so far from a body, levels included (CLASH-GRID-8), with no wall on the line between."""
    grid = board.grid
    around = grid.within(body, far, how) & ~body
    if board.heights:
        own = level(board, body)
        rises = ((cell, abs(board.ground[cell] // LEVEL - own)) for cell in each_cell(around))
        around = bits(c for c, rise in rises if not rise or grid.distance_sets(body, 1 << c, how) + rise <= far)
    if not (board.opaque or board.blocks_sight & around):
        return around
    found = 0
    for cell in each_cell(around):
        near, _ = grid.nearest_cells(body, 1 << cell, how)
        if not is_stopped(rays(grid, near, cell)[0], board.blocks_sight, board.opaque):
            found |= 1 << cell
    return found


def zone_of(world: World, unit: int) -> CellSet:
    """CLASH-GRID-4: all cells in reach of what a unit wields; none off its feet for good (CLASH-COND-5)."""
    return zones(world).get(unit, 0)


def _zones(world: World) -> dict[int, CellSet]:
    """The same of everybody who has one."""
    return {unit: reach_cells(world, unit, reach_of(world, unit)) for unit in standing(world)}


def _zones_since(world: World, before: dict[int, CellSet], entities: frozenset[int]) -> dict[int, CellSet]:
    """Mostly one unit has moved."""
    if FIELD in entities or world.each(Carried):
        return _zones(world)
    found, up = before.copy(), standing(world)
    for unit in entities:
        if unit in up:
            found[unit] = reach_cells(world, unit, reach_of(world, unit))
        else:
            found.pop(unit, None)
    return found


zones = renewed(_zones, _zones_since, REACH)


def foes_reach(world: World, own: int) -> CellSet:
    """All cells in reach of those who do not fight for that team."""
    return world.renew(("foes' reach", own), _foes_reach, _foes_reach_since, REACH, own)


def _foes_reach(world: World, own: int) -> CellSet:
    fights_for = teams(world)
    return union(reached for unit, reached in zones(world).items() if fights_for[unit] != own)


def _foes_reach_since(world: World, before: CellSet, entities: frozenset[int], own: int) -> CellSet:
    return before if only_own(world, own, entities) else _foes_reach(world, own)


def in_reach(world: World, unit: int, other: int, metres: int) -> bool:
    """Whether one of the other's cells is in reach of a weapon of that length."""
    return bool(reach_cells(world, unit, metres) & cells_of(world, other))


@derived(REACH)
def flanked(world: World, unit: int) -> tuple[int, int] | None:
    """CLASH-FLANK-1, 5, 6 and GRID-6: two foes that have the unit between them, the first such pair."""
    cells = cells_of(world, unit)
    if not cells & foes_reach(world, team(world, unit)):
        return None
    reached = zones(world)
    near = [foe for foe in enemies(world, unit) if reached[foe] & cells]
    if len(near) < 2:
        return None
    grid, width = board_of(world).grid, size_of(world, unit)
    for one, other in combinations(near, 2):
        if team(world, one) == team(world, other) and between(
            grid, cells_of(world, one), cells, cells_of(world, other), width
        ):
            return one, other
    return None


@lru_cache(maxsize=8192)
def between(grid: Grid, one: CellSet, middle: CellSet, other: CellSet, width: int) -> bool:
    """CLASH-GRID-6: whether a line from a cell of one to a cell of the other runs through the middle's centre. Exact:
    all vectors are whole, in lattice units times the number of the middle's cells."""
    (x, y), count = angles.middle(grid, middle), middle.bit_count()
    starts = [(px * count - x, py * count - y) for px, py in map(grid.centre, each_cell(one))]
    ends = [(px * count - x, py * count - y) for px, py in map(grid.centre, each_cell(other))]
    slack = (width - 1) * UNIT * count  # twice the tolerance
    return any(_through(grid, a, b, slack) for a in starts for b in ends)


def _through(grid: Grid, a: Point, b: Point, slack: int) -> bool:
    """Whether the origin lies strictly between a and b and at most half of `slack` off the line."""
    along = (b[0] - a[0], b[1] - a[1])
    back = (-a[0], -a[1])
    length, forward = angles.dot(grid.layout, along, along), angles.dot(grid.layout, back, along)
    if not 0 < forward < length:
        return False
    # off² = |back|² − forward² / length; the form gives twice every product, so lengths are doubled alike.
    off = angles.dot(grid.layout, back, back) * length - forward * forward
    return 2 * off <= slack * slack * length


def step_cost(board: Board, size: int, climb: int, start: Cell, end: Cell, d: int, *, prone: bool) -> int | None:
    """Metres for one step of a footprint; None where none is possible (CLASH-MOVE-3, 6, GRID-3, 5). Steps down two
    levels or more are left out: those are falls, and a choice of their own."""
    way = passage(board, size, start, end, d)
    if way is None or abs(rise := level(board, way[1]) - level(board, way[0])) >= STEEP:
        return None
    return 1 + is_rough(board, *way, d) + prone + climb * abs(rise)


@lru_cache(maxsize=64)
def tolls(board: Board, size: int, climb: int, *, prone: bool) -> Tolls:
    """What each step costs a unit of that size."""
    return make_tolls(board.grid, lambda start, end, d: step_cost(board, size, climb, start, end, d, prone=prone))


def barring(world: World, unit: int) -> CellSet:
    """CLASH-MOVE-4: the cells of conscious foes less than two sizes different."""
    return world.renew(("barring", unit), _barring, _barring_since, _BARRING, unit)


_BARRING = PLACES | {Body}


def _barring(world: World, unit: int) -> CellSet:
    own = world.get(unit, Body).size
    near = (foe for foe in enemies(world, unit) if abs(world.get(foe, Body).size - own) < 2)
    return union(cells_of(world, foe) for foe in near)


def _barring_since(world: World, before: CellSet, entities: frozenset[int], unit: int) -> CellSet:
    """Mostly it was the unit itself that went elsewhere."""
    return before if entities == {unit} and not world.each(Carried) else _barring(world, unit)


def may_step(world: World, unit: int, there: Cell) -> bool:
    """Whether a unit could step to that neighbouring anchor now: nothing was shut, and no foe came into the way."""
    board, size, here = board_of(world), size_of(world, unit), world.get(unit, Position).cell
    return not board.grid.footprint(there, size) & barring(world, unit) and _lead(board, size, here, there)


@lru_cache(maxsize=1 << 15)
def _lead(board: Board, size: int, here: Cell, there: Cell) -> bool:
    """Whether the ground lets a unit of that size step to a neighbouring anchor."""
    ways = (d for d in range(board.grid.directions) if board.grid.step(here, d) == there)
    return any(step_cost(board, size, 0, here, there, d, prone=False) is not None for d in ways)


def reachable(world: World, unit: int, budget: int, *, prone: bool, shun: CellSet = 0) -> Reach:
    """Where a unit can walk with so many metres; cells of `shun` are not left once entered."""

    def found(world: World) -> Reach:
        board, size = board_of(world), size_of(world, unit)
        return reach(
            board.grid,
            tolls(board, size, pace(world, sheet_of(world).numbers.climb, 1), prone=prone),
            world.get(unit, Position).cell,
            budget,
            diagonals="alternating" if metric(world) == "alternating" else "flat",
            blocked=board.grid.anchors_touching(barring(world, unit), size),
            stop=board.grid.anchors_touching(shun, size) if shun else 0,
        )

    return world.derive(("reach", unit, budget, prone, shun), found, _BARRING)
