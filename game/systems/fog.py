"""Fog: the ground that a team sees, and the foes that stand where none of it looks."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import CellSet, cells
from game.grid.masks import union
from game.grid.views import seen
from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.map.board import Board
from game.systems.field import PLACES, board_of, bodies, standing, team, teams

_NOBODY: frozenset[int] = frozenset()


def fog_of(world: World) -> str:
    """What sides are not shown: off, fog or shroud."""
    field = world.find(FIELD, Field)
    return field.fog if field is not None else "off"


@lru_cache(maxsize=4096)
def view(board: Board, here: CellSet) -> CellSet:
    """The cells that somebody who stands there sees over the terrain, its own included."""
    found = here
    for cell in cells(here):
        found |= seen(board.grid, cell, board.grid.everywhere & ~found, board.blocks_sight, board.opaque)
    return found


def sighted(world: World, own: int) -> CellSet:
    """What a team sees of the ground: everything where there is no fog."""
    if fog_of(world) == "off":
        return board_of(world).grid.everywhere
    return world.derive(("sighted", own), lambda world: _sighted(world, own), PLACES)


def _sighted(world: World, own: int) -> CellSet:
    board, filled = board_of(world), bodies(world)
    return union(view(board, filled[unit]) for unit in standing(world) if team(world, unit) == own)


def fogged(world: World, own: int) -> frozenset[int]:
    """The units of other teams of which nobody of this one sees any cell."""
    if fog_of(world) == "off":
        return _NOBODY
    bright = sighted(world, own)
    known = teams(world)
    return frozenset(unit for unit, filled in bodies(world).items() if known[unit] != own and not filled & bright)
