"""Which weapons are loaded: each for itself, in hand, put away, or on the ground (AURA-ACT-1, HOUSE-30)."""

from __future__ import annotations

from collections.abc import Iterable

from game.kernel.components import Gear, Lying, changed
from game.kernel.ecs import World
from game.rules.aura.figures import weapon
from game.rules.aura.state import Ready


def without(items: Iterable[str], item: str) -> tuple[str, ...]:
    """The items less one of that kind."""
    left = list(items)
    left.remove(item)
    return tuple(left)


def loaded(world: World, unit: int, item: str) -> int:
    """How many weapons of that kind in hand are loaded."""
    return world.get(unit, Ready).loaded.count(item)


def empty(world: World, unit: int, item: str) -> int:
    """How many weapons of that kind in hand are not loaded."""
    return world.get(unit, Gear).held.count(item) - loaded(world, unit, item)


def is_loaded(world: World, unit: int, item: str) -> bool:
    """Whether a weapon needs no loading, or one of that kind in hand has been loaded."""
    return not weapon(world, item).load or loaded(world, unit, item) > 0


def load(world: World, unit: int, item: str) -> None:
    """One in hand is ready to shoot."""
    ready = world.get(unit, Ready)
    world.put(unit, changed(ready, loaded=(*ready.loaded, item)))


def shoot_off(world: World, unit: int, item: str) -> None:
    """AURA-HOUSE-8: a loaded weapon is empty, and its ammunition gone; also if it was struck from the hand just now."""
    if not weapon(world, item).load:
        return
    ready = world.get(unit, Ready)
    if item in ready.loaded:
        ready = changed(ready, loaded=without(ready.loaded, item))
    else:
        things = [thing for thing, lying, _ in world.each(Lying, Ready) if lying.item == item]
        for thing in things[-1:]:
            world.drop(thing, Ready)
    world.put(unit, changed(ready, ammunition=max(0, ready.ammunition - 1)))


# From hand to hand


def part_with(world: World, unit: int, item: str, *, full: bool = False) -> bool:
    """One of a kind leaves the hand, an empty one first, or with `full` a loaded one; whether it is loaded.

    To be called while it is still in hand.
    """
    ready = world.get(unit, Ready)
    if item not in ready.loaded or (not full and empty(world, unit, item)):
        return False
    world.put(unit, changed(ready, loaded=without(ready.loaded, item)))
    return True


def put_away(world: World, unit: int, item: str) -> None:
    """One of a kind is stowed, an empty one first."""
    if part_with(world, unit, item):
        ready = world.get(unit, Ready)
        world.put(unit, changed(ready, stowed=(*ready.stowed, item)))


def bring_out(world: World, unit: int, item: str) -> bool:
    """One of a kind is drawn, a loaded one first; whether it is loaded."""
    ready = world.get(unit, Ready)
    if item not in ready.stowed:
        return False
    world.put(unit, changed(ready, loaded=(*ready.loaded, item), stowed=without(ready.stowed, item)))
    return True


def lay(world: World, thing: int, item: str) -> None:
    """What lies there is loaded."""
    world.put(thing, Ready((item,)))


def take_up(world: World, unit: int, thing: int, *, away: bool = False) -> None:
    """Something comes up from the ground as it lies there, into the hand, or `away` into the pack."""
    if not world.has(thing, Ready):
        return
    (item,) = world.get(thing, Ready).loaded
    world.drop(thing, Ready)
    load(world, unit, item)
    if away:
        ready = world.get(unit, Ready)
        world.put(unit, changed(ready, loaded=without(ready.loaded, item), stowed=(*ready.stowed, item)))
