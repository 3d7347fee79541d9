"""The board as it changes in play: doors that open and shut; the only writer of `Field`."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import EdgeId
from game.kernel.components import FIELD, Field, changed
from game.kernel.ecs import World
from game.map.board import Board, Edge
from game.map.terrain import kinds
from game.systems.field import board_of


@lru_cache(maxsize=256)
def turned(board: Board, edge: EdgeId) -> Board:
    """The board with that door the other way: open or shut."""
    other = kinds().edges[board.doors[edge]].turns_to
    edges = tuple(Edge(each.edge, other) if each.edge == edge else each for each in board.edges)
    return changed(board, edges=edges)


def turn_door(world: World, edge: EdgeId) -> None:
    """Open or shut a door."""
    world.put(FIELD, changed(world.get(FIELD, Field), board=turned(board_of(world), edge)))
