"""Leaving the battle by an exit."""

from __future__ import annotations

from game.components import Down
from game.ecs import World
from game.flow import Action
from game.rules.objectives import escaped
from game.rules.poise.harm.conditions import release, take_off
from game.rules.poise.state import is_animal, steed_of
from game.rules.verbs import invite
from game.systems.downfall import fell
from game.systems.field import board_of, carried_by, cells_of


async def may_leave(world: World, unit: int) -> None:
    """POISE-END-2: whoever ends a maneuver on an exit may leave the battle."""
    if world.has(unit, Down) or not cells_of(world, unit) & board_of(world).exits:
        return
    if await invite(world, unit, "leave", [Action("leave")]):
        for each in _together(world, unit):
            cells = cells_of(world, each)
            release(world, each, "POISE-SKILL-11")
            take_off(world, each, "POISE-END-2")
            fell(world, each, "fled", "POISE-END-2")
            if not is_animal(world, each):
                escaped(world, each, cells)


def _together(world: World, unit: int) -> list[int]:
    """POISE-MOUNT-3: who leaves with the unit: its rider, or first itself and then its mount."""
    rider, steed = carried_by(world, unit), steed_of(world, unit)
    if rider is not None:
        return [rider, unit]
    return [unit] if steed is None else [unit, steed]
