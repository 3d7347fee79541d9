"""Dice that are thrown and told."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add


async def throw_dice(world: World, unit: int, why: str, dice: tuple[int, ...], rule: str) -> tuple[int, ...]:
    """The faces of these dice; without dice nothing is told."""
    faces = await Roll(unit, why, dice, rule)
    if faces:
        world.emit(Rolled(unit, why, dice, faces, (), rule))
    return faces


async def damage_by(
    world: World, unit: int, why: str, dice: tuple[int, ...], rule: str, label: str = "", *more: Modifier
) -> Breakdown:
    """Damage without an attack, by dice that are thrown for it; its first line is their sum."""
    faces = await Roll(unit, why, dice, rule)
    number = Breakdown("damage", (add(sum(faces), label or why, rule), *more))
    if faces:
        world.emit(Rolled(unit, why, dice, faces, (number,), rule))
    return number
