"""The board as it changes in play: doors that open, shut and break; the only writer of `Field`."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import EdgeId
from game.grid.masks import bits
from game.kernel.components import FIELD, Field, changed
from game.kernel.ecs import World
from game.map.board import Board, Edge
from game.map.terrain import kinds
from game.systems.field import board_of, bodies, cells_of


@lru_cache(maxsize=256)
def turned(board: Board, edge: EdgeId) -> Board:
    """The board with that door the other way: open or shut."""
    other = kinds().edges[board.doors[edge]].turns_to
    edges = tuple(Edge(each.edge, other) if each.edge == edge else each for each in board.edges)
    return changed(board, edges=edges)


def doors_beside(world: World, unit: int) -> list[EdgeId]:
    """Doors beside a unit's cells that nobody stands astride of: those could not be shut."""
    board = board_of(world)
    if not board.doors:
        return []
    own, filled = cells_of(world, unit), bodies(world).values()
    ends = {edge: bits(board.grid.cells_beside(edge)) for edge in board.doors}
    return [edge for edge, both in ends.items() if both & own and not any(body & both == both for body in filled)]


def become(world: World, board: Board) -> None:
    """The board is another one from now on: something on it has broken, come or gone."""
    world.put(FIELD, changed(world.get(FIELD, Field), board=board))


def turn_door(world: World, edge: EdgeId) -> None:
    """Open or shut a door."""
    become(world, turned(board_of(world), edge))


@lru_cache(maxsize=256)
def _without(board: Board, edge: EdgeId) -> Board:
    return changed(board, edges=tuple(each for each in board.edges if each.edge != edge))


def remove_edge(world: World, edge: EdgeId) -> None:
    """What stood on an edge is broken down."""
    become(world, _without(board_of(world), edge))
