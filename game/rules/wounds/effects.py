"""Conditions: how they come, how long they last, how they get weaker (WOUNDS-COND, DUR)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Condition, Conditions
from game.kernel.ecs import World
from game.kernel.events import Gained, Lost
from game.rules.wounds.state import body
from game.systems.conditions import lift


def round_number(world: World) -> int:
    """The round it is; 0 before the first."""
    return world.get(FIELD, Clock).round


def lasting(world: World, rounds: int) -> str:
    """WOUNDS-DUR-1: until the end of the round in which that many rounds are over, this one counted."""
    return f"round {round_number(world) + rounds - 1}"


def inflict(
    world: World, unit: int, name: str, rule: str, source: int | None = None, *, until: str = "", level: int = 1
) -> bool:
    """Put a condition on a unit; the same one again keeps the higher level (section 2.24) and the later end
    (WOUNDS-DUR-1). Whether anything changed.
    """
    if name in body(world, unit).immune:
        return False
    if name == "prone":
        lift(world, unit, "crouching", rule)  # WOUNDS-ACT-11: nobody has two postures
    now, since = world.get(unit, Conditions), round_number(world)
    before = now.find(name)
    if before is not None:
        until, since = _later(before.until, until), before.since
        if before.level >= level and until == before.until:
            return False
        level = max(level, before.level)
    world.put(unit, now.with_(Condition(name, rule, source, until, level, since)))
    world.emit(Gained(unit, name, source, rule))
    return True


def _later(one: str, other: str) -> str:
    """The later of two ends of the same condition, in rounds; none is later than any."""
    return max(one, other, key=lambda end: int(end.removeprefix("round "))) if one and other else ""


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
