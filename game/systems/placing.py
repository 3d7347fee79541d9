"""Putting units on the board and off it."""

from __future__ import annotations

from game.components import Position
from game.ecs import World
from game.events import Moved
from game.grid.grid import Cell


def place(world: World, unit: int, cell: Cell, how: str = "walk", *, cost: int = 0, rule: str = "") -> None:
    """Set the unit's anchor cell and say so; `cost` is what the step took."""
    before = world.find(unit, Position)
    world.put(unit, Position(cell))
    world.emit(Moved(unit, before.cell if before else None, cell, how, cost, rule))


def remove(world: World, unit: int, how: str = "leave", *, rule: str = "") -> None:
    """Take the unit off the board."""
    before = world.get(unit, Position).cell
    world.drop(unit, Position)
    world.emit(Moved(unit, before, None, how, 0, rule))
