"""Conditions: what holds of a unit, how it comes, goes and ends; the only writer of `Conditions`."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.components import Condition, Conditions, changed
from game.kernel.ecs import World, derived
from game.kernel.events import Gained, Lost
from game.systems.adapter import adapter_of


def holds(world: World, unit: int, condition: str) -> bool:
    """Whether a condition holds of the unit."""
    # Asked all the time: the same as `in`, without another call.
    for item in world.rows[unit][Conditions].items:  # noqa: SIM110
        if item.name == condition:
            return True
    return False


@derived((Conditions,))
def _having(world: World) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for unit, now in world.each(Conditions):
        for name in dict.fromkeys([item.name for item in now.items]) if now.items else ():
            found.setdefault(name, []).append(unit)
    return found


def having(world: World, condition: str) -> Sequence[int]:
    """All of whom a condition holds, in id order, the defeated and absent included."""
    return _having(world).get(condition, ())


def sources(world: World, unit: int, condition: str) -> list[int]:
    """From whom a unit has a condition: who holds it, at whom it has feinted."""
    items = world.get(unit, Conditions).items
    return [item.source for item in items if item.name == condition and item.source is not None]


def inflict(world: World, unit: int, condition: Condition) -> bool:
    """Put a condition on a unit by the ruleset's merging; whether it is new. What it drives out ends."""
    rules = adapter_of(world)
    if rules.bars(world, unit, condition):
        return False
    now = world.get(unit, Conditions)
    items = rules.merge(now.items, condition)
    fresh = len(items) > len(now.items)
    if items != now.items:
        world.put(unit, Conditions(items))
    if fresh:
        world.emit(Gained(unit, condition.name, condition.source, condition.rule))
    for name in rules.drives_out(world, unit, condition.name):
        lift(world, unit, name, condition.rule)
    return fresh


def lift(world: World, unit: int, condition: str, rule: str) -> None:
    """Take a condition off a unit, if it is there, from whomever it came."""
    now = world.get(unit, Conditions)
    if condition in now:
        world.put(unit, now.without(condition))
        world.emit(Lost(unit, condition, rule))


def free(world: World, unit: int, condition: str, source: int, rule: str) -> bool:
    """Take away what one source has done; whether it was the last. Others' stays."""
    items = world.get(unit, Conditions).items
    left = tuple(item for item in items if item.name != condition or item.source != source)
    if len(left) == len(items):
        return False
    world.put(unit, Conditions(left))
    last = not holds(world, unit, condition)
    if last:
        world.emit(Lost(unit, condition, rule))
    return last


def expire(world: World, unit: int, until: str, rule: str) -> None:
    """End all conditions of a unit that last until that moment."""
    for item in world.get(unit, Conditions).items:
        if item.until == until:
            lift(world, unit, item.name, rule)


def put_off(world: World, unit: int, before: str, after: str) -> None:
    """What lasts until one moment lasts until another: its end has come nearer."""
    items = world.get(unit, Conditions).items
    if any(item.until == before for item in items):
        later = tuple(changed(item, until=after) if item.until == before else item for item in items)
        world.put(unit, Conditions(later))


def become(world: World, unit: int, items: tuple[Condition, ...]) -> None:
    """These hold of the unit and no others, without a word: for a situation that is set up, and between skirmishes."""
    world.put(unit, Conditions(items))


def add(world: World, unit: int, condition: Condition) -> None:
    """As `inflict`, without a word: for what another event has told already."""
    world.put(unit, Conditions(adapter_of(world).merge(world.get(unit, Conditions).items, condition)))


def turn_into(world: World, unit: int, items: tuple[Condition, ...], rule: str) -> None:
    """These hold of the unit from now on; what came and what went is told, what went by that rule."""
    before, after = world.get(unit, Conditions), Conditions(items)
    if after == before:
        return
    world.put(unit, after)
    for item in items:
        if item.name not in before:
            world.emit(Gained(unit, item.name, item.source, item.rule))
    for name in dict.fromkeys(item.name for item in before.items):
        if name not in after:
            world.emit(Lost(unit, name, rule))
