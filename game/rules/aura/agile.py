"""Agile Moves: steps inside one's own action (AURA-MOVE-9 to 11)."""

from __future__ import annotations

from collections.abc import Sequence

from game.grid.grid import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.flow import Option, decide
from game.rules.aura.pools import Price, pay, unaffordable
from game.rules.aura.sheet import sheet_of
from game.rules.aura.space import distances, others
from game.rules.aura.state import Orders
from game.rules.aura.steps import agile_cells, step
from game.systems.field import board_of


async def agile(world: World, unit: int, uses: int, *, cells: Sequence[Cell] | None = None, reserved: int = 0) -> int:
    """AURA-MOVE-9: up to so many steps of a metre for a point of Agility each; how many were made.

    `cells` limits the first step.
    """
    made = 0
    while made < uses and world.find(unit, Position) is not None:
        if not _wants(world, unit) or unaffordable(world, unit, Price(0, 0, 1)):
            return made
        where = (
            agile_cells(world, unit) if cells is None or made else [c for c in agile_cells(world, unit) if c in cells]
        )
        name = board_of(world).grid.name
        options = [Option(f"agile {name(cell)}", cell=cell, rule="AURA-MOVE-9") for cell in where]
        if not options:
            return made
        options.append(Option("no", rule="AURA-MOVE-9"))
        about = world.events[-1] if world.events else None
        key = await decide(unit, "agile", options, rule="AURA-MOVE-9", about=about)
        if key == "no":
            return made
        pay(world, unit, Price(agility=1), "AURA-MOVE-9")
        await step(world, unit, board_of(world).grid.parse(key.partition(" ")[2]), 1, "AURA-MOVE-9")
        made += 1
    return made


def _wants(world: World, unit: int) -> bool:
    """AURA-FLOOR-11 and HOUSE-22: whether the unit's standing order is to ask now."""
    order = world.get(unit, Orders).agile
    if order != "near":
        return order != "never"
    metres, most = distances(world, unit), sheet_of(world).main.numbers.agile_near
    return any(metres[foe] <= most for foe in others(world, unit))
