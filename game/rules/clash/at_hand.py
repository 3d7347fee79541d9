"""What is at hand: things on the ground, and doors (CLASH-REACT-2)."""

from __future__ import annotations

from functools import lru_cache

from game.board import Board, Edge, kinds
from game.components import FIELD, Field, Gear, Lying, Position, changed
from game.ecs import World
from game.events import Used
from game.grid.grid import CellSet, EdgeId, bits
from game.rules.clash.position import reach_cells
from game.rules.clash.sheet import sheet_of
from game.systems.field import board_of, bodies, cells_of, enemies


def doors_beside(world: World, unit: int) -> list[EdgeId]:
    """CLASH-REACT-2: doors beside the unit's cells that nobody stands astride of."""
    board, own = board_of(world), cells_of(world, unit)
    found = []
    for edge in board.doors:
        beside = bits(cell for cell in board.grid.edge_cells(edge) if cell is not None)
        if beside & own and not any(filled & beside == beside for filled in bodies(world).values()):
            found.append(edge)
    return found


@lru_cache(maxsize=256)
def turned(board: Board, edge: EdgeId) -> Board:
    """The board with that door the other way: open or shut."""
    other = kinds().edges[board.doors[edge]].turns_to
    edges = tuple(Edge(each.edge, other) if each.edge == edge else each for each in board.edges)
    made = changed(board, edges=edges)
    assert isinstance(made, Board)
    return made


def turn_door(world: World, unit: int, edge: EdgeId) -> None:
    """CLASH-REACT-2: open or shut a door."""
    field, board = world.get(FIELD, Field), board_of(world)
    world.put(FIELD, changed(field, board=turned(board, edge)))
    world.emit(Used(unit, "door", "action", cell=board.grid.edge_side(edge)[0], rule="CLASH-REACT-2"))


def touch(world: World, unit: int) -> CellSet:
    """CLASH-REACT-2: the own cells and those next to them that no wall separates."""
    return cells_of(world, unit) | reach_cells(world, unit, sheet_of(world).numbers.touch)


def lying(world: World, unit: int) -> list[tuple[str, int]]:
    """(item, cell) of what lies in touch; nothing under a conscious foe's feet."""
    near = touch(world, unit)
    for foe in enemies(world, unit):
        near &= ~cells_of(world, foe)
    rows = [(row[1].item, row[2].cell) for row in world.each(Lying, Position)]
    return list(dict.fromkeys(row for row in rows if near >> row[1] & 1))


def in_touch(world: World, unit: int) -> list[str]:
    """What a unit carries, and what lies about it."""
    return [*world.get(unit, Gear).carried, *(item for item, _ in lying(world, unit))]
