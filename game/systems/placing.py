"""Putting units on the board and off it; whoever is carried comes along."""

from __future__ import annotations

from game.components import Carried, Position
from game.ecs import World
from game.events import Moved
from game.grid.grid import Cell
from game.systems.field import carried_by


def place(world: World, unit: int, cell: Cell, how: str = "walk", *, cost: int = 0, rule: str = "") -> None:
    """Set the unit's anchor cell and say so; `cost` is what the step took."""
    before = world.find(unit, Position)
    world.put(unit, Position(cell))
    world.emit(Moved(unit, before.cell if before else None, cell, how, cost, rule))
    rider = carried_by(world, unit)
    if rider is not None:
        place(world, rider, cell, "carried", rule=rule)


def remove(world: World, unit: int, how: str = "leave", *, rule: str = "") -> None:
    """Take the unit off the board, with whomever it carries."""
    rider = carried_by(world, unit)
    if rider is not None:
        remove(world, rider, how, rule=rule)
    before = world.get(unit, Position).cell
    world.drop(unit, Position)
    world.drop(unit, Carried)
    world.emit(Moved(unit, before, None, how, 0, rule))
