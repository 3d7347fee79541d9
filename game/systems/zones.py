"""Zones of control: which cells units hold about them, and who is flanked or surrounded by that. Reads only."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from game.grid.grid import CellSet, Grid, cells
from game.kernel.components import ZoneOfControl
from game.kernel.ecs import World
from game.map.board import LEVEL, Board
from game.systems.adapter import adapter_of
from game.systems.field import PLACES, board_of, cells_of, enemies, standing, team

_ZONES = PLACES | {ZoneOfControl}


@lru_cache(maxsize=64)
def open_borders(board: Board, climb: int) -> tuple[CellSet, ...]:
    """By direction: cells whose neighbour is at most `climb` whole levels off and behind no closed edge."""
    grid, ground = board.grid, board.ground
    found = [0] * grid.directions
    for cell in cells(grid.everywhere):
        for d in range(grid.directions):
            there = grid.step(cell, d)
            if there is None or board.walls[d] >> cell & 1:
                continue
            if abs(ground[cell] // LEVEL - ground[there] // LEVEL) <= climb:
                found[d] |= 1 << cell
    return tuple(found)


def around(board: Board, footprint: CellSet, climb: int) -> CellSet:
    """A footprint and the neighbours that nothing separates from it: a zone of one pace."""
    covered = footprint
    for d, border in enumerate(open_borders(board, climb)):
        covered |= board.grid.shift(footprint & border, d)
    return covered


def zone(world: World, unit: int, climb: int = 1) -> CellSet:
    """The cells that a unit holds or strikes into, as its ruleset has it; none off the board or down.

    Rulesets that say nothing of it have `ZoneOfControl` cells around, past nothing closed or too steep.
    """
    own = adapter_of(world).zone
    if own is not None:
        return own(world, unit) if unit in standing(world) else 0
    return world.derive(("zone of control", unit, climb), lambda world: _zone(world, unit, climb), _ZONES)


def _zone(world: World, unit: int, climb: int) -> CellSet:
    held = world.find(unit, ZoneOfControl)
    if held is None or not held.radius or unit not in standing(world):
        return 0
    covered = cells_of(world, unit)
    for _ in range(held.radius):
        covered = around(board_of(world), covered, climb)
    return covered


def holders(world: World, unit: int, cells: CellSet = 0, climb: int = 1) -> list[int]:
    """Foes who hold one of these cells, by default one of the unit's own."""
    cells = cells or cells_of(world, unit)
    return [foe for foe in enemies(world, unit) if zone(world, foe, climb) & cells]


def left_by(world: World, unit: int, here: CellSet, there: CellSet, climb: int = 1) -> list[int]:
    """Foes whose zones a step of the unit from some cells to others leaves."""
    return [foe for foe in holders(world, unit, here, climb) if not zone(world, foe, climb) & there]


def flanked(world: World, unit: int, climb: int = 1) -> tuple[int, int] | None:
    """Two foes of one team on opposite sides who both hold the unit's cells, the first such pair."""
    return world.derive(("flanked by zones", unit, climb), lambda world: _flanked(world, unit, climb), _ZONES)


def _flanked(world: World, unit: int, climb: int) -> tuple[int, int] | None:
    grid, cells = board_of(world).grid, cells_of(world, unit)
    beside = [(foe, _sides(grid, cells, cells_of(world, foe))) for foe in holders(world, unit, climb=climb)]
    for (one, sides), (other, others) in combinations(beside, 2):
        if team(world, one) == team(world, other) and {grid.opposite(d) for d in sides} & others:
            return one, other
    return None


def _sides(grid: Grid, cells: CellSet, other: CellSet) -> set[int]:
    """The directions from one body in which the other touches it."""
    return {d for d in range(grid.directions) if grid.shift(cells, d) & ~cells & other}
