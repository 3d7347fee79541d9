"""Things on the board: doors that open, props and edges that break (BATTLE-6, ATK-3, DR-5)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game.grid.grid import Cell
from game.grid.masks import EdgeId
from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.kernel.events import Used
from game.map.board import Board
from game.map.terrain import kinds
from game.rules.vitality.entries import Thing
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Things
from game.systems import ground
from game.systems.field import board_of


class Spot(NamedTuple):
    """Where a thing is: in a cell, or on an edge of it."""

    cell: Cell
    edge: EdgeId | None = None

    def name(self, world: World) -> str:
        """`4,5` or `4,5 e`."""
        grid = board_of(world).grid
        return grid.name(self.cell) if self.edge is None else grid.edge_name(self.edge)


def thing_in(world: World, spot: Spot) -> Thing | None:
    """What is there to be struck."""
    return thing_at(world, spot.cell) if spot.edge is None else edge_thing(world, spot.edge)


def thing_at(world: World, cell: Cell) -> Thing | None:
    """What prop in a cell counts as, for hits; None for none that can be hit."""
    board = board_of(world)
    name = next((prop.kind for prop in board.props if prop.cell == cell), "")
    if name in sheet_of(world).gear.props:
        return sheet_of(world).gear.things[sheet_of(world).gear.props[name]]
    if board.terrain(cell).id in ("stone_wall",):
        return sheet_of(world).gear.things["wall"]
    return None


def edge_thing(world: World, edge: EdgeId) -> Thing | None:
    """What stands on an edge and can be hit, None for nothing; an open door is no obstacle."""
    gear, board = sheet_of(world).gear, board_of(world)
    kind = next((entry.kind for entry in board.edges if entry.edge == edge), "")
    return gear.things[gear.edges[kind]] if kind in gear.edges else None


def vitality_left(world: World, spot: Spot, thing: Thing) -> int:
    """Vitality that is left of the thing in a place."""
    return dict(world.get(FIELD, Things).left).get(spot.name(world), thing.vitality)


def damage_thing(world: World, source: int, spot: Spot, amount: int) -> None:
    """Hurt the thing in that place; below 1 it is gone (DMG-12)."""
    board, thing, name = board_of(world), thing_in(world, spot), spot.name(world)
    if thing is None:
        return
    now = vitality_left(world, spot, thing) - max(0, amount - thing.armour)
    known = tuple(entry for entry in world.get(FIELD, Things).left if entry[0] != name)
    world.put(FIELD, Things((*known, (name, now))))
    cell = spot.cell if spot.edge is None else board.grid.edge_side(spot.edge)[0]
    world.emit(Used(source, "hit_thing" if now >= 1 else "broke_thing", "free", cell=cell, rule="VITALITY-ATK-3"))
    if now >= 1:
        return
    if spot.edge is None:
        _remove(world, board, cell)
    else:
        edges = tuple(entry for entry in board.edges if entry.edge != spot.edge)
        ground.become(world, msgspec.structs.replace(board, edges=edges))


def _remove(world: World, board: Board, cell: Cell) -> None:
    """A board without the prop in that cell; a broken wall is rubble."""
    props = tuple(prop for prop in board.props if prop.cell != cell)
    rows = board.rows
    if len(props) == len(board.props):
        col, row = board.grid.xy(cell)
        line = rows[row]
        rows = (*rows[:row], f"{line[:col]}r{line[col + 1 :]}", *rows[row + 1 :])
    ground.become(world, msgspec.structs.replace(board, props=props, rows=rows))


# Doors


def turn_door(world: World, unit: int, edge: EdgeId) -> bool:
    """VITALITY-ACT-5: open what is shut, shut what is open; whether it is open now."""
    ground.turn_door(world, edge)
    board = board_of(world)
    opened = kinds().edges[board.doors[edge]].step == "open"
    cell = board.grid.edge_side(edge)[0]
    world.emit(Used(unit, "open_door" if opened else "shut_door", "action", cell=cell, rule="VITALITY-ACT-5"))
    return opened
