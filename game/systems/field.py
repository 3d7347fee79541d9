"""The whole skirmish's facts: board, rounds, teams, who stands where."""

from __future__ import annotations

from typing import Any

from game.grid.grid import CellSet
from game.grid.layout import Size
from game.kernel.components import FIELD, Carried, Down, Field, Footprint, Position, Side, Unit
from game.kernel.ecs import World, derived
from game.map.board import Board

_FIELD = frozenset((Field,))
_CARRYING = frozenset((Carried,))
FIXED = frozenset((Field, Unit, Side))  # kinds that never change once a skirmish is mustered
SIZES = FIXED | {Footprint}
PLACES = SIZES | {Position, Carried, Down}  # kinds that say who stands where


def board_of(world: World) -> Board:
    """The skirmish's board."""
    board: Board = world.get(FIELD, Field).board
    return board


def sheet_of(world: World) -> Any:
    """The data of the skirmish: the ruleset's own struct, whose `sheet_of` gives this its type."""
    return world.get(FIELD, Field).sheet


@derived(_FIELD)
def settings_of(world: World) -> Any:
    """The skirmish's settings: the ruleset's own struct, whose `house` gives this its type."""
    return world.get(FIELD, Field).settings


def round_limit(world: World) -> int:
    """The round after which time is up."""
    return world.get(FIELD, Field).round_limit


@derived(FIXED)
def teams(world: World) -> dict[int, int]:
    """Unit -> the team it fights for."""
    return {unit: world.get(entry.side, Side).team for unit, entry in world.each(Unit)}


def team(world: World, unit: int) -> int:
    """The team a unit fights for."""
    return teams(world)[unit]


@derived(PLACES)
def standing(world: World) -> list[int]:
    """Units on the board that are not out of the fight, in id order."""
    return [unit for unit in bodies(world) if not world.has(unit, Down)]


def enemies(world: World, unit: int) -> list[int]:
    """Standing units of other teams, in id order."""
    own = team(world, unit)
    return world.derive(("enemies", own), lambda world: _enemies(world, own), PLACES)


def _enemies(world: World, own: int) -> list[int]:
    known = teams(world)
    return [other for other in standing(world) if known[other] != own]


@derived(PLACES)
def bodies(world: World) -> dict[int, CellSet]:
    """The cells of everybody on the board, the defeated included."""
    grid, found = board_of(world).grid, {}
    for unit, size in _shapes(world).items():
        place = world.find(unit, Position)
        if place is not None:
            found[unit] = grid.footprint(place.cell, size)
    for unit, carried in world.each(Carried):
        if not carried.seated and carried.by in found:  # both may still be to come
            found[unit] = found[carried.by]
    return found


def _shapes(world: World) -> dict[int, Size]:
    return world.derive("shapes", lambda world: {unit: shape_of(world, unit) for unit in teams(world)}, SIZES)


def cells_of(world: World, unit: int) -> CellSet:
    """The cells a unit fills; KeyError off the board."""
    return bodies(world)[unit]


def carried_by(world: World, unit: int) -> int | None:
    """Whom a unit carries, if it carries anybody."""
    return next(iter(riders(world, unit)), None)


def riders(world: World, unit: int) -> tuple[int, ...]:
    """All whom a unit carries itself, in id order."""
    found = world.derive("carriers", _carriers, _CARRYING)
    return found.get(unit, ()) if found else ()


def _carriers(world: World) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for unit, carried in world.each(Carried):
        found[carried.by] = (*found.get(carried.by, ()), unit)
    return found


def shape_of(world: World, unit: int) -> Size:
    """What the grid calls a size: cells a side, or the offsets of a body that is not as wide as long."""
    return world.get(unit, Footprint).shape


def size_of(world: World, unit: int) -> int:
    """Cells a side; sizes below 1 take one cell."""
    return max(1, world.get(unit, Footprint).size)
