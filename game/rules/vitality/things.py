"""Things on the board: doors that open, props and edges that break (BATTLE-6, ATK-3, DR-5)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.grid.grid import Cell, bits, cells
from game.grid.masks import EdgeId
from game.kernel.components import FIELD, Field, changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.map.board import Board
from game.map.terrain import kinds
from game.rules.vitality.kinds import Thing
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Things
from game.systems.field import board_of, bodies


def thing_at(world: World, cell: Cell) -> Thing | None:
    """What prop in a cell counts as, for hits; None for none that can be hit."""
    board = board_of(world)
    name = next((prop.kind for prop in board.props if prop.cell == cell), "")
    if name in sheet_of(world).gear.props:
        return sheet_of(world).gear.things[sheet_of(world).gear.props[name]]
    if board.terrain(cell).id in ("stone_wall",):
        return sheet_of(world).gear.things["wall"]
    return None


def left(world: World, spot: str, thing: Thing) -> int:
    """Vitality that is left of the thing in a place."""
    return dict(world.get(FIELD, Things).left).get(spot, thing.vitality)


def edge_thing(world: World, edge: EdgeId) -> Thing | None:
    """What stands on an edge and can be hit, None for nothing; an open door is no obstacle."""
    gear, board = sheet_of(world).gear, board_of(world)
    kind = next((entry.kind for entry in board.edges if entry.edge == edge), "")
    return gear.things[gear.edges[kind]] if kind in gear.edges else None


def damage_thing(world: World, source: int, spot: str, amount: int) -> None:
    """Hurt the thing in the cell (`4,5`) or on the edge (`4,5 e`) of that name; below 1 it is gone (DMG-12)."""
    board = board_of(world)
    edge = board.grid.parse_edge(spot) if " " in spot else None
    cell = board.grid.parse(spot.partition(" ")[0])
    thing = thing_at(world, cell) if edge is None else edge_thing(world, edge)
    if thing is None:
        return
    hurt = max(0, amount - thing.armour)
    now = left(world, spot, thing) - hurt
    known = tuple(entry for entry in world.get(FIELD, Things).left if entry[0] != spot)
    world.put(FIELD, Things((*known, (spot, now))))
    world.emit(Used(source, "hit_thing" if now >= 1 else "broke_thing", "free", cell=cell, rule="VITALITY-ATK-3"))
    if now >= 1:
        return
    if edge is None:
        _remove(world, board, cell)
    else:
        edges = tuple(entry for entry in board.edges if entry.edge != edge)
        put_board(world, msgspec.structs.replace(board, edges=edges))


def _remove(world: World, board: Board, cell: Cell) -> None:
    """A board without the prop in that cell; a broken wall is rubble."""
    props = tuple(prop for prop in board.props if prop.cell != cell)
    rows = board.rows
    if len(props) == len(board.props):
        col, row = board.grid.xy(cell)
        line = rows[row]
        rows = (*rows[:row], f"{line[:col]}r{line[col + 1 :]}", *rows[row + 1 :])
    put_board(world, msgspec.structs.replace(board, props=props, rows=rows))


def put_board(world: World, board: Board) -> None:
    """The board is another one from now on."""
    field: Any = world.get(FIELD, Field)
    world.put(FIELD, changed(field, board=board))


# Doors


def doors_near(world: World, own: int) -> list[EdgeId]:
    """Doors on the edges of these cells, but for those in which somebody stands: they cannot be shut."""
    board = board_of(world)
    grid = board.grid
    sides = {grid.edge(cell, d) for cell in cells(own) for d in grid.layout.sides}
    return sorted(edge for edge in board.doors if edge in sides and not _stood_in(world, edge))


def _stood_in(world: World, edge: EdgeId) -> bool:
    both = bits(cell for cell in board_of(world).grid.edge_cells(edge) if cell is not None)
    return any(own & both == both for own in bodies(world).values())


def turn_door(world: World, unit: int, edge: EdgeId) -> bool:
    """VITALITY-ACT-5: open what is shut, shut what is open; whether it is open now."""
    board = board_of(world)
    known = {entry.edge: entry for entry in board.edges}
    kind = kinds().edges[known[edge].kind].turns_to
    edges = tuple(msgspec.structs.replace(entry, kind=kind) if entry.edge == edge else entry for entry in board.edges)
    put_board(world, msgspec.structs.replace(board, edges=edges))
    opened = kinds().edges[kind].step == "open"
    cell = board.grid.edge_side(edge)[0]
    world.emit(Used(unit, "open_door" if opened else "shut_door", "action", cell=cell, rule="VITALITY-ACT-5"))
    return opened
