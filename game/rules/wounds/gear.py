"""What becomes of things in hands, quivers and on the ground: the only writer of `Stock` and, in play, of `Body`."""

from __future__ import annotations

from game.grid.grid import first
from game.kernel.components import Gear, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved
from game.rules.wounds.position.space import near_cells
from game.rules.wounds.state import Stock, body, weapon
from game.systems.field import cells_of
from game.systems.gear import become, clear, let_fall, outfit, things


def drop_item(world: World, unit: int, item: str, rule: str = "WOUNDS-ECON-10") -> None:
    """Let go of something held: it lies in the unit's cell."""
    let_fall(world, unit, item, first(cells_of(world, unit)), "dropped", rule)


def lying_near(world: World, unit: int) -> list[tuple[int, str]]:
    """Things on the ground in reach: (entity, key)."""
    near = near_cells(world, cells_of(world, unit))
    return [(thing, item) for thing, item, cell in things(world) if near >> cell & 1]


def nearest(world: World, unit: int, item: str) -> int:
    """The first thing of that kind that lies in reach."""
    return next(thing for thing, lying in lying_near(world, unit) if lying == item)


def loose(world: World, unit: int, key: str) -> None:
    """WOUNDS-HD-4: a shot leaves the quiver."""
    stock = world.get(unit, Stock)
    unloaded = (*stock.unloaded, key) if weapon(world, key).reload else stock.unloaded
    world.put(unit, changed(stock, shots=stock.shots - 1, unloaded=unloaded))


def load(world: World, unit: int, key: str) -> None:
    """WOUNDS-ACT-23: it can be shot again."""
    stock = world.get(unit, Stock)
    world.put(unit, changed(stock, unloaded=tuple(each for each in stock.unloaded if each != key)))


def note_use(world: World, unit: int, item: str) -> None:
    """WOUNDS-HD-34: it does not come back after the skirmish."""
    stock = world.get(unit, Stock)
    world.put(unit, changed(stock, spent=(*stock.spent, item)))


def exchange(world: World, unit: int, item: str, other: str) -> None:
    """Something held becomes something else, or nothing."""
    gear = world.get(unit, Gear)
    held = list(gear.held)
    held[held.index(item)] = other
    outfit(world, unit, changed(gear, held=tuple(each for each in held if each)))


def exchange_lying(world: World, thing: int, other: str) -> None:
    """The same with something on the ground."""
    if other:
        become(world, thing, other)
    else:
        clear(world, thing)


def take_off(world: World, unit: int) -> None:
    """WOUNDS-ECON-8: the armour is off."""
    own = body(world, unit)
    world.put(unit, changed(own, armour="no_armour"))
    world.emit(ItemMoved(unit, own.armour, "stowed", rule="WOUNDS-ECON-8"))
