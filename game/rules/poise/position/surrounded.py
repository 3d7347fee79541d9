"""When a unit is surrounded: a question of cells alone, asked often about the same ones and so remembered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from game.grid import angles
from game.grid.grid import Cell, CellSet, Grid, cells, union
from game.grid.layout import Offset
from game.grid.paths import step_cost
from game.kernel.components import Position
from game.kernel.ecs import World, derived
from game.map.board import Board
from game.rules.poise.position.space import CLIMB, barring, holders, tolls, zone_of
from game.rules.poise.state import ZONES, steed_of
from game.systems.field import board_of, cells_of, size_of
from game.systems.steps import astride, level


@derived(ZONES)
def surrounded(world: World, unit: int) -> bool:
    """POISE-SURR-2 to 8; a rider's body is its mount's (POISE-MOUNT-6)."""
    steed = steed_of(world, unit)
    unit = unit if steed is None else steed
    held_by = holders(world, unit)
    if not held_by:
        return False
    board, anchor, size = board_of(world), world.get(unit, Position).cell, size_of(world, unit)
    filled, zones = (cells_of(world, enemy) for enemy in held_by), union(zone_of(world, enemy) for enemy in held_by)
    barred = barring(world, unit) & board.grid.spread(cells_of(world, unit))
    return closed_in(board, anchor, size, tuple(filled), zones, barred)


@lru_cache(maxsize=1 << 16)
def closed_in(
    board: Board, anchor: Cell, size: int, holders: tuple[CellSet, ...], zones: CellSet, barred: CellSet
) -> bool:
    """POISE-SURR-2 to 8: whether a body in the `zones` of `holders` is between two of them or cannot get out; `barred`
    are the cells of all enemies about it, which nobody walks through.
    """
    grid = board.grid
    body = grid.footprint(anchor, size)
    if _between_two(grid, body, holders):
        return True
    # The places off the map in the zones of those enemies: a pace off them, through no wall (POISE-ZOC-1)
    filled = union(holders)
    outside = {place for d, cut in enumerate(board.walls) for place in _off_map(board.grid, filled & ~cut, d)}
    on_board = all(grid.footprint(there, size) & zones for there in _escapes(board, anchor, size, barred))
    return on_board and all(here & zones or not outside.isdisjoint(off) for here, off in _ways_off(board, body, barred))


def _escapes(board: Board, anchor: Cell, size: int, barred: CellSet) -> Iterator[Cell]:
    """The anchors one step away on the map that a unit could hypothetically move to (POISE-SURR-4 and 5)."""
    grid = board.grid
    blocked = grid.anchors_touching(barred, size)
    for d in range(grid.directions):
        there = grid.step(anchor, d)
        if there is None or not grid.footprint(there, size):
            continue
        flanks = (grid.step(anchor, grid.turn(d, side)) for side in (-1, 1)) if grid.is_diagonal(d) else ()
        if any(flank is not None and blocked >> flank & 1 for flank in flanks):
            continue
        if not blocked >> there & 1 and step_cost(grid, tolls(board, size), anchor, d) is not None:
            yield there


def _ways_off(board: Board, body: CellSet, barred: CellSet) -> Iterator[tuple[CellSet, set[Offset]]]:
    """POISE-SURR-8: each step off the open rim, to ground as high: the cells it still fills, the places off the map."""
    grid = board.grid
    for d in range(grid.directions):
        off = _off_map(grid, body, d)
        if not off or body & board.walls[d]:
            continue
        here = grid.shift(body, d)
        flanks = grid.shift(body, grid.turn(d, -1)) | grid.shift(body, grid.turn(d, 1)) if grid.is_diagonal(d) else 0
        climb = level(board, here) - level(board, body) if here else 0
        if not (here | flanks) & ~body & (board.impassable | barred) and climb <= CLIMB and not astride(board, here):
            yield here, off


def _off_map(grid: Grid, mask: CellSet, d: int) -> set[Offset]:
    """Where off the map, in axial coordinates, a step leads from any of these cells."""
    dq, dr = grid.layout.steps[d]
    steps = ((q + dq, r + dr) for q, r in map(grid.axial, cells(mask)))
    return {place for place in steps if grid.at_axial(*place) is None}


def _between_two(grid: Grid, body: CellSet, others: tuple[CellSet, ...]) -> bool:
    """POISE-SURR-3: two enemies with zones at opposite corners (on hexes: opposite each other, for big units)."""
    if grid.kind == "square":
        for d in (grid.names.index("ne"), grid.names.index("se")):
            one, other = _corner(grid, body, d), _corner(grid, body, grid.opposite(d))
            if any(one & each for each in others) and any(other & each for each in others):
                return True
        return False
    if body.bit_count() == 1:
        return False
    touching = [each for each in others if grid.spread(body) & each]
    return any(_opposed(grid, a, body, b) for a, b in combinations(touching, 2))


def _opposed(grid: Grid, one: CellSet, middle: CellSet, other: CellSet) -> bool:
    """Whether two sets lie opposite each other about a third, to within ten degrees."""
    # Sums of centres instead of means: all vectors are scaled by positive counts, which keeps angles.
    (x, y), count = angles.middle(grid, middle), middle.bit_count()
    vectors = []
    for mask in (one, other):
        (sx, sy), many = angles.middle(grid, mask), mask.bit_count()
        vectors.append((sx * count - x * many, sy * count - y * many))
    return (0, 0) not in vectors and angles.compare(grid.layout, vectors[0], vectors[1], 170) >= 0


def _corner(grid: Grid, body: CellSet, direction: int) -> CellSet:
    """The cell that touches a square body diagonally at one corner."""
    sides = grid.turn(direction, -1), grid.turn(direction, 1)
    return grid.shift(body, direction) & ~body & ~grid.shift(body, sides[0]) & ~grid.shift(body, sides[1])
