"""What is at hand, and what becomes of it: the only writer of `Stock` and, in play, of `Body`."""

from __future__ import annotations

from game.grid.grid import first
from game.kernel.components import Gear, changed
from game.kernel.ecs import World, derived
from game.kernel.events import ItemMoved
from game.rules.wounds.sheet import Weapon, sheet_of
from game.rules.wounds.state import Body, Stock, body
from game.systems.field import cells_of
from game.systems.gear import let_fall, outfit

AT_HAND = frozenset((Gear, Body))


@derived(AT_HAND)
def arms(world: World, unit: int) -> tuple[str, ...]:
    """WOUNDS-HD-4: weapons at hand: held ones, natural ones, and fists with a hand free."""
    """WOUNDS-HD-4: weapons at hand: held ones, natural ones, and fists with a hand free."""
    held = (item for item in world.get(unit, Gear).held if item in sheet_of(world).weapons)
    fists = ("unarmed",) if free_hands(world, unit) > 0 else ()
    return tuple(dict.fromkeys((*held, *body(world, unit).natural, *fists)))


@derived(AT_HAND)
def free_hands(world: World, unit: int) -> int:
    """Hands with nothing in them."""
    return body(world, unit).hands - sum(hands_of(world, item) for item in world.get(unit, Gear).held)


def hands_of(world: World, item: str) -> int:
    """How many hands a thing takes."""
    sheet = sheet_of(world)
    return sheet.weapons[item].hands if item in sheet.weapons else sheet.items[item].hands


def weapon(world: World, key: str) -> Weapon:
    """The weapon of that key."""
    return sheet_of(world).weapons[key]


@derived(AT_HAND)
def melee_arms(world: World, unit: int) -> list[str]:
    """Weapons at hand with which it strikes."""
    return [key for key in arms(world, unit) if weapon(world, key).kind == "melee"]


def increments(arm: Weapon) -> tuple[int, int]:
    """WOUNDS-HD-10: yards of a range increment, and how many there are at most."""
    return (arm.thrown.inc, arm.thrown.max_inc) if arm.thrown else (arm.inc, arm.max_inc)


def drop_item(world: World, unit: int, item: str, rule: str = "WOUNDS-ECON-10") -> None:
    """Let go of something held: it lies in the unit's cell."""
    let_fall(world, unit, item, first(cells_of(world, unit)), "dropped", rule)


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
    at = gear.held.index(item)
    held = (*gear.held[:at], *((other,) if other else ()), *gear.held[at + 1 :])
    outfit(world, unit, changed(gear, held=held))


def take_off(world: World, unit: int) -> None:
    """WOUNDS-ECON-8: the armour is off."""
    own = body(world, unit)
    world.put(unit, changed(own, armour="no_armour"))
    world.emit(ItemMoved(unit, own.armour, "stowed", rule="WOUNDS-ECON-8"))
