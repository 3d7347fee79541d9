"""Conditions: how they come, how long they last, how they get weaker (WOUNDS-COND, DUR)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Condition, Conditions, changed
from game.kernel.ecs import World
from game.kernel.events import Gained
from game.rules.wounds.state import body
from game.systems import conditions
from game.systems.adapter import Adapter, Items
from game.systems.conditions import lift


def round_number(world: World) -> int:
    """The round it is; 0 before the first."""
    return world.get(FIELD, Clock).round


def until_round(number: int) -> str:
    """Until the end of that round."""
    return f"round {number}"


def last_round(until: str) -> int:
    """The round at whose end something is over."""
    return int(until.removeprefix("round "))


def lasting(world: World, rounds: int) -> str:
    """WOUNDS-DUR-1: until the end of the round in which that many rounds are over, this one counted."""
    return until_round(round_number(world) + rounds - 1)


def inflict(
    world: World, unit: int, name: str, rule: str, source: int | None = None, *, until: str = "", level: int = 1
) -> bool:
    """Put a condition on a unit, or a stronger or longer one; whether anything changed."""
    if name in body(world, unit).immune:
        return False
    if name == "prone":
        lift(world, unit, "crouching", rule)  # WOUNDS-ACT-11: nobody has two postures
    before = world.get(unit, Conditions)
    fresh = conditions.inflict(world, unit, Condition(name, rule, source, until, level, round_number(world)))
    stronger = not fresh and world.get(unit, Conditions) != before
    if stronger:
        world.emit(Gained(unit, name, source, rule))
    return fresh or stronger


def _merged(items: Items, new: Condition) -> Items:
    """The same one again keeps the higher level and the later end (WOUNDS-DUR-1)."""
    before = next((item for item in items if item.name == new.name), None)
    if before is None:
        return (*items, new)
    until, level = _later(before.until, new.until), max(before.level, new.level)
    if level == before.level and until == before.until:
        return items
    return (*(item for item in items if item is not before), changed(new, until=until, level=level, since=before.since))


def _later(one: str, other: str) -> str:
    """The later of two ends of the same condition, in rounds; none is later than any."""
    return max(one, other, key=last_round) if one and other else ""


ADAPTER = Adapter(merge=_merged)


def soften(world: World, unit: int, name: str, by: int, rule: str) -> None:
    """Lower a condition's level; below 1 it is gone."""
    now = world.get(unit, Conditions)
    found = now.find(name)
    if found is not None and found.level > by:
        lowered = changed(found, level=found.level - by)
        conditions.become(world, unit, tuple(lowered if item is found else item for item in now.items))
    else:
        lift(world, unit, name, rule)
