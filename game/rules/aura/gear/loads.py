"""Which weapons are loaded: each for itself, in hand, put away, or on the ground (AURA-ACT-1, HOUSE-30)."""

from __future__ import annotations

from game.kernel.components import Gear, Lying, changed
from game.kernel.ecs import World
from game.rules.aura.gear.held import weapon
from game.rules.aura.state import Ready
from game.systems.gear import without


def loaded(world: World, unit: int, item: str) -> int:
    """How many weapons of that kind in hand are loaded."""
    return world.get(unit, Ready).loaded.count(item)


def unloaded(world: World, unit: int, item: str) -> int:
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


# From hand to hand: what the system of gear asks


def drawn(world: World, unit: int, item: str) -> None:
    """One of a kind is drawn, a loaded one first."""
    ready = world.get(unit, Ready)
    if item in ready.stowed:
        world.put(unit, changed(ready, loaded=(*ready.loaded, item), stowed=without(ready.stowed, item)))


def stowed(world: World, unit: int, item: str) -> None:
    """One of a kind is stowed, an empty one first."""
    ready = world.get(unit, Ready)
    if item in ready.loaded and not unloaded(world, unit, item):
        world.put(unit, changed(ready, loaded=without(ready.loaded, item), stowed=(*ready.stowed, item)))


def dropped(world: World, unit: int, item: str, thing: int) -> None:
    """One of a kind has left the hand, an empty one if there was any."""
    if unloaded(world, unit, item) < 0:
        falls_loaded(world, unit, item, thing)


def falls_loaded(world: World, unit: int, item: str, thing: int) -> None:
    """Of two alike it is a loaded one that lies there."""
    ready = world.get(unit, Ready)
    if item in ready.loaded:
        world.put(unit, changed(ready, loaded=without(ready.loaded, item)))
        world.put(thing, Ready((item,)))


def picked_up(world: World, unit: int, item: str, thing: int) -> None:
    """Something comes up from the ground as it lies there, into the hand."""
    if world.has(thing, Ready):
        world.drop(thing, Ready)
        load(world, unit, item)


def packed(world: World, unit: int, item: str, thing: int) -> None:
    """The same, into the pack."""
    if world.has(thing, Ready):
        world.drop(thing, Ready)
        ready = world.get(unit, Ready)
        world.put(unit, changed(ready, stowed=(*ready.stowed, item)))
