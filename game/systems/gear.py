"""Gear in hand, carried and on the ground; the only writer of `Gear` and `Lying`.

What a copy has of its own (loaded, counted, broken) goes with it by the ruleset's adapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from game.grid.grid import Cell
from game.kernel.components import Gear, Lying, Position, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved
from game.systems import movement
from game.systems.adapter import adapter_of

_LYING = frozenset((Lying, Position))


def without(items: Iterable[str], item: str) -> tuple[str, ...]:
    """The items less one of that kind; ValueError if there is none."""
    left = list(items)
    left.remove(item)
    return tuple(left)


def things(world: World) -> tuple[tuple[int, str, Cell], ...]:
    """Everything on the ground: (entity, item, cell), in the order in which it came there."""
    if not world.each(Lying):
        return ()  # mostly, and units that move need not be looked at
    return world.renew("things", _things, _things_since, _LYING)


def _things(world: World) -> tuple[tuple[int, str, Cell], ...]:
    return tuple((thing, entry.item, at.cell) for thing, entry, at in world.each(Lying, Position))


def _things_since(
    world: World, before: tuple[tuple[int, str, Cell], ...], entities: frozenset[int]
) -> tuple[tuple[int, str, Cell], ...]:
    """Mostly it was units that went elsewhere."""
    moved = any(thing in entities for thing, _, _ in before) or any(world.has(each, Lying) for each in entities)
    return _things(world) if moved else before


def _as_it_is(world: World, unit: int, item: str, thing: int) -> None:
    """A copy has nothing of its own."""


def draw(world: World, unit: int, item: str, rule: str) -> None:
    """Something carried comes to hand."""
    gear = world.get(unit, Gear)
    adapter_of(world).drawn(world, unit, item)
    world.put(unit, changed(gear, held=(*gear.held, item), carried=without(gear.carried, item)))
    world.emit(ItemMoved(unit, item, "drawn", None, rule))


def stow(world: World, unit: int, item: str, rule: str) -> None:
    """Something held is put away."""
    gear = world.get(unit, Gear)
    adapter_of(world).stowed(world, unit, item)
    world.put(unit, changed(gear, held=without(gear.held, item), carried=(*gear.carried, item)))
    world.emit(ItemMoved(unit, item, "stowed", None, rule))


def let_fall(world: World, unit: int, item: str, cell: Cell, how: str, rule: str) -> int:
    """Something held ends on the ground: `how` is dropped, thrown or lost; the thing."""
    gear = world.get(unit, Gear)
    world.put(unit, changed(gear, held=without(gear.held, item)))
    thing = lay(world, item, cell)
    adapter_of(world).dropped(world, unit, item, thing)
    world.emit(ItemMoved(unit, item, how, cell, rule))
    return thing


def lay(world: World, item: str, cell: Cell) -> int:
    """A new thing on the ground."""
    thing = world.spawn(Lying(item))
    movement.lay(world, thing, cell)
    return thing


def pick_up(world: World, unit: int, thing: int, rule: str) -> None:
    """A thing on the ground comes to hand."""
    item, cell, gear = world.get(thing, Lying).item, world.get(thing, Position).cell, world.get(unit, Gear)
    adapter_of(world).picked_up(world, unit, item, thing)
    clear(world, thing)
    world.put(unit, changed(gear, held=(*gear.held, item)))
    world.emit(ItemMoved(unit, item, "picked_up", cell, rule))


def become(world: World, thing: int, item: str) -> None:
    """A thing on the ground is another now, without a word: a torch is lit."""
    world.put(thing, Lying(item))


def clear(world: World, thing: int) -> None:
    """A thing is on the ground no longer."""
    world.drop(thing, Lying)
    movement.clear(world, thing)


def use_up(world: World, unit: int, item: str, rule: str) -> None:
    """An item in hand, or else one carried, is gone for good."""
    gear = world.get(unit, Gear)
    if item in gear.held:
        world.put(unit, changed(gear, held=without(gear.held, item)))
    else:
        world.put(unit, changed(gear, carried=without(gear.carried, item)))
    world.emit(ItemMoved(unit, item, "used_up", None, rule))


def gather(
    world: World, unit: int, usual: Iterable[str], rule: str, taken: Callable[[World, int, str, int], None] = _as_it_is
) -> None:
    """What lies about goes into a unit's pack, as far as it lacks what it usually has; `taken` sees to each copy."""
    gear = world.get(unit, Gear)
    missing = Counter(usual) - Counter((*gear.held, *gear.carried))
    for thing, item, cell in things(world):
        if missing[item] > 0:
            missing[item] -= 1
            clear(world, thing)
            taken(world, unit, item, thing)
            gear = changed(gear, carried=(*gear.carried, item))
            world.emit(ItemMoved(unit, item, "picked_up", cell, rule))
    world.put(unit, gear)


def outfit(world: World, unit: int, gear: Gear) -> None:
    """All of a unit's gear at once, without a word: between skirmishes, and for situations that are set up."""
    world.put(unit, gear)
