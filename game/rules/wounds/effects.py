"""Conditions: how they come, how long they last, how they get weaker (WOUNDS-COND, DUR)."""

from __future__ import annotations

from game.components import FIELD, Clock, Condition, Conditions
from game.ecs import World
from game.events import Gained, Lost
from game.rules.wounds.state import body
from game.systems.lasting import lift


def round_number(world: World) -> int:
    """The round it is; 0 before the first."""
    return world.get(FIELD, Clock).round


def lasting(world: World, rounds: int) -> str:
    """WOUNDS-DUR-1: until the end of the round in which that many rounds are over, this one counted."""
    return f"round {round_number(world) + rounds - 1}"


def inflict(
    world: World, unit: int, name: str, rule: str, source: int | None = None, *, until: str = "", level: int = 1
) -> bool:
    """Put a condition on a unit; the same one again keeps the higher level (section 2.24). Whether anything changed.

    It also keeps the later end, so that a spell cast anew is not over with the first one.
    """
    if name in body(world, unit).immune:
        return False
    if name == "prone":
        lift(world, unit, "crouching", rule)
    now = world.get(unit, Conditions)
    before = now.find(name)
    if before is not None:
        until, level = _later(before.until, until), max(level, before.level)
        if before.level == level and before.until == until:
            return False
    since = before.since if before is not None else round_number(world)
    world.put(unit, now.with_(Condition(name, rule, source, until, level, since)))
    world.emit(Gained(unit, name, source, rule))
    return True


def _later(one: str, other: str) -> str:
    """The later of two ends; without one it does not end by itself."""
    if not one or not other:
        return ""
    rounds = all(text.startswith("round ") for text in (one, other))
    return max(one, other, key=lambda text: int(text.removeprefix("round "))) if rounds else one


def soften(world: World, unit: int, name: str, by: int, rule: str) -> None:
    """Lower a condition's level; below 1 it is gone."""
    now = world.get(unit, Conditions)
    found = now.find(name)
    if found is None:
        return
    if found.level > by:
        lowered = Condition(name, found.rule, found.source, found.until, found.level - by, found.since)
        world.put(unit, Conditions(tuple(lowered if item is found else item for item in now.items)))
    else:
        world.put(unit, now.without(name))
        world.emit(Lost(unit, name, rule))
