"""Doors beside a unit that can be broken down (AURA-ACT-13)."""

from __future__ import annotations

from game.grid.grid import Cell, EdgeId, bits
from game.kernel.ecs import World
from game.rules.aura.position.space import at
from game.rules.aura.sheet.load import sheet_of
from game.systems.field import board_of, cells_of


def door_edges(world: World, unit: int) -> list[EdgeId]:
    """Edges beside a unit that can be broken down."""
    board, table, own = board_of(world), sheet_of(world).main.doors, cells_of(world, unit)
    fit = (each.edge for each in board.edges if each.kind in table)
    return [edge for edge in fit if bits(_beside(world, edge)) & own]


def beyond(world: World, unit: int, edge: EdgeId) -> Cell:
    """The cell to which such a door leads."""
    cells = _beside(world, edge)
    return next((cell for cell in cells if cell != at(world, unit)), cells[0])


def _beside(world: World, edge: EdgeId) -> list[Cell]:
    return [cell for cell in board_of(world).grid.edge_cells(edge) if cell is not None]


def door_toward(world: World, unit: int, cell: Cell) -> EdgeId:
    """The door that leads to a cell, else the first."""
    grid, edges = board_of(world).grid, door_edges(world, unit)
    return next((edge for edge in edges if cell in grid.edge_cells(edge)), edges[0])
