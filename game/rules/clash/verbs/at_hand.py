"""What is at hand of things on the ground (CLASH-REACT-2)."""

from __future__ import annotations

from game.grid.masks import Cell, CellSet
from game.kernel.components import Gear
from game.kernel.ecs import World
from game.rules.clash.position.space import reach_cells
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Unloaded
from game.systems.field import cells_of, enemies
from game.systems.gear import things


def touch(world: World, unit: int) -> CellSet:
    """CLASH-REACT-2: the own cells and those next to them that no wall separates."""
    return cells_of(world, unit) | reach_cells(world, unit, sheet_of(world).numbers.touch)


def lying(world: World, unit: int) -> list[tuple[str, int]]:
    """(item, cell) of what lies in touch; nothing under a conscious foe's feet."""
    near = touch(world, unit)
    for foe in enemies(world, unit):
        near &= ~cells_of(world, foe)
    return list(dict.fromkeys((item, cell) for _, item, cell in things(world) if near >> cell & 1))


def lies_at(world: World, item: str, cell: Cell) -> int:
    """The thing of that kind in a cell, a loaded one first."""
    found = [thing for thing, name, at in things(world) if name == item and at == cell]
    return min(found, key=lambda thing: world.has(thing, Unloaded))


def in_touch(world: World, unit: int) -> list[str]:
    """What a unit carries, and what lies about it."""
    return [*world.get(unit, Gear).carried, *(item for item, _ in lying(world, unit))]
