"""Conditions: what holds of a unit, how it comes, goes and ends."""

from __future__ import annotations

from game.components import Condition, Conditions
from game.ecs import World
from game.events import Gained, Lost


def holds(world: World, unit: int, condition: str) -> bool:
    """Whether a condition holds of the unit."""
    return condition in world.get(unit, Conditions)


def inflict(world: World, unit: int, condition: Condition) -> bool:
    """Put a condition on a unit unless one of its name holds already; whether it came."""
    now = world.get(unit, Conditions)
    if condition.name in now:
        return False
    world.put(unit, now.with_(condition))
    world.emit(Gained(unit, condition.name, condition.source, condition.rule))
    return True


def lift(world: World, unit: int, condition: str, rule: str) -> None:
    """Take a condition off a unit, if it is there."""
    now = world.get(unit, Conditions)
    if condition in now:
        world.put(unit, now.without(condition))
        world.emit(Lost(unit, condition, rule))


def expire(world: World, unit: int, until: str, rule: str) -> None:
    """End all conditions of a unit that last until that moment."""
    for item in world.get(unit, Conditions).items:
        if item.until == until:
            lift(world, unit, item.name, rule)
