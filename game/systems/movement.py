"""Where units and things are, who carries whom, who faces where; the only writer of `Position`, `Carried`, `Facing`.

Whoever is carried comes along.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.grid.grid import Cell
from game.kernel.components import Carried, Facing, Position
from game.kernel.ecs import World
from game.kernel.events import Moved
from game.systems.adapter import adapter_of
from game.systems.field import board_of, riders


def place(world: World, unit: int, cell: Cell, how: str = "walk", *, cost: int = 0, rule: str = "") -> None:
    """Set the unit's anchor cell and say so; `cost` is what the step took."""
    before = world.find(unit, Position)
    world.put(unit, Position(cell))
    world.emit(Moved(unit, before.cell if before else None, cell, how, cost, rule))
    for rider in riders(world, unit):
        if not world.get(rider, Carried).seated:
            place(world, rider, cell, "carried", rule=rule)
        elif before:
            _bear(world, rider, before.cell, cell, how)


def stroll(world: World, unit: int, way: Iterable[tuple[Cell, int]], *, rule: str = "") -> None:
    """Several steps in a row by a unit that carries nobody: each cell, and what the step there took."""
    here = world.get(unit, Position).cell
    for cell, cost in way:
        world.emit(Moved(unit, here, cell, "walk", cost, rule))
        here = cell
    world.put(unit, Position(here))


def _bear(world: World, rider: int, before: Cell, after: Cell, how: str) -> None:
    """Somebody with cells of its own comes along by the same way; whoever would leave the board by that stays."""
    grid, rules = board_of(world).grid, adapter_of(world)
    (q, r), (x, y), (a, b) = (grid.axial(cell) for cell in (before, after, world.get(rider, Position).cell))
    there = grid.at_axial(a + x - q, b + y - r)
    if there is not None:
        place(world, rider, there, how, rule=rules.bearing)
        rules.borne(world, rider)


def remove(world: World, unit: int, how: str = "leave", *, rule: str = "") -> None:
    """Take the unit off the board, with whomever it carries, and say so."""
    for rider in riders(world, unit):
        if not world.get(rider, Carried).seated:
            remove(world, rider, how, rule=rule)
    before = world.get(unit, Position).cell
    world.drop(unit, Position)
    world.drop(unit, Carried)
    world.emit(Moved(unit, before, None, how, 0, rule))


def lay(world: World, entity: int, cell: Cell) -> None:
    """Set where a thing lies, or a unit stands in a situation that is set up, without a word."""
    world.put(entity, Position(cell))


def clear(world: World, entity: int) -> None:
    """A thing, or a unit that is still to come, is off the board, without a word."""
    world.drop(entity, Position)


def carry(world: World, unit: int, by: int, *, seated: bool = False) -> None:
    """A unit gets onto another; `seated` in cells of its own."""
    world.put(unit, Carried(by, seated))


def put_down(world: World, unit: int) -> None:
    """A unit is carried no longer."""
    world.drop(unit, Carried)


def turn_to(world: World, unit: int, direction: int) -> None:
    """A unit faces that way."""
    world.put(unit, Facing(direction))
