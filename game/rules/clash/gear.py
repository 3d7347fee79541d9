"""What units hold: hands, wielded weapons, reach in metres, and what handling things does."""

from __future__ import annotations

from collections.abc import Iterable

from game.components import Gear, Lying, Position, changed
from game.ecs import World
from game.events import ItemMoved
from game.grid.grid import Cell
from game.rules.clash.sheet import Power, sheet_of
from game.rules.clash.state import REACH, Body, Owned, Unloaded, held_by
from game.systems.field import FIXED

UNARMED = "unarmed"


def hands_of(world: World, item: str) -> int:
    """Hands an item takes while it is held (CLASH-GEAR-1, SHLD-8)."""
    return sheet_of(world).hands(item)


def free_hands(world: World, unit: int) -> int:
    """CLASH-GEAR-1: empty hands; what is held and whom it holds take the others."""
    held = sum(hands_of(world, item) for item in world.get(unit, Gear).held)
    return max(0, world.get(unit, Body).hands - held - len(held_by(world, unit)))


def shield_of(world: World, unit: int) -> str:
    """The shield in hand with the best rating, or nothing."""
    shields = sheet_of(world).gear.shields
    held = [item for item in world.get(unit, Gear).held if item in shields]
    return max(held, key=lambda item: shields[item].block, default="")


def weapons_of(world: World, unit: int) -> tuple[str, ...]:
    """Weapons a unit could use now: held ones, natural ones, and an empty hand (CLASH-OA-9, DEF-4)."""
    return world.derive(("weapons", unit), lambda world: _weapons(world, unit), (*FIXED, Gear, Body))


def _weapons(world: World, unit: int) -> tuple[str, ...]:
    weapons, body = sheet_of(world).weapons, world.get(unit, Body)
    found = [item for item in world.get(unit, Gear).held if item in weapons]
    found += body.natural_weapons
    if body.hands:
        # Whoever holds a bow strikes with a foot or an elbow (CLASH-OA-9).
        found.append(UNARMED)
    return tuple(dict.fromkeys(found))


def melee_weapons(world: World, unit: int) -> tuple[str, ...]:
    """Those of them that reach anybody; bare hands only where nothing better is wielded."""
    weapons = sheet_of(world).weapons
    found = [item for item in weapons_of(world, unit) if weapons[item].reach]
    armed = [item for item in found if item != UNARMED]
    return tuple(armed or found)


def reach_of(world: World, unit: int) -> int:
    """CLASH-GRID-4: metres, at least 1."""
    return world.derive(("metres", unit), lambda world: _metres(world, unit), REACH)


def _metres(world: World, unit: int) -> int:
    weapons, body = sheet_of(world).weapons, world.get(unit, Body)
    items = [item for item in (*world.get(unit, Gear).held, *body.natural_weapons) if item in weapons]
    return max([1, *(weapons[item].reach for item in items)])


def loaded(world: World, unit: int, item: str) -> int:
    """CLASH-GEAR-3: how many of that kind in hand, or of those grown on, can be shot now."""
    return max(1, world.get(unit, Gear).held.count(item)) - _empty(world, unit).items.count(item)


def _empty(world: World, unit: int) -> Unloaded:
    return world.find(unit, Unloaded) or Unloaded()


# Handling


def without(items: Iterable[str], item: str) -> tuple[str, ...]:
    """The items less one of that kind."""
    left = list(items)
    left.remove(item)
    return tuple(left)


def draw(world: World, unit: int, item: str, rule: str) -> None:
    """Something carried comes to hand, a loaded one first."""
    gear, empty = world.get(unit, Gear), _empty(world, unit)
    if empty.stowed.count(item) == gear.carried.count(item):
        world.put(unit, Unloaded((*empty.items, item), without(empty.stowed, item)))
    world.put(unit, changed(gear, held=(*gear.held, item), carried=without(gear.carried, item)))
    world.emit(ItemMoved(unit, item, "drawn", None, rule))


def stow(world: World, unit: int, item: str, rule: str) -> None:
    """Something held is put away, an empty one first."""
    gear, empty = world.get(unit, Gear), _empty(world, unit)
    if item in empty.items:
        world.put(unit, Unloaded(without(empty.items, item), (*empty.stowed, item)))
    world.put(unit, changed(gear, held=without(gear.held, item), carried=(*gear.carried, item)))
    world.emit(ItemMoved(unit, item, "stowed", None, rule))


def let_fall(world: World, unit: int, item: str, cell: Cell, how: str, rule: str) -> None:
    """Something held ends on the ground: dropped, thrown or lost; an empty one first."""
    gear, empty = world.get(unit, Gear), _empty(world, unit)
    world.put(unit, changed(gear, held=without(gear.held, item)))
    thing = world.spawn(Lying(item), Position(cell))
    if item in empty.items:
        world.put(unit, changed(empty, items=without(empty.items, item)))
        world.put(thing, Unloaded((item,)))
    world.emit(ItemMoved(unit, item, how, cell, rule))


def take_up(world: World, unit: int, item: str, cell: Cell, rule: str) -> None:
    """Something on the ground comes to hand, a loaded one first."""
    things = [row[0] for row in world.each(Lying, Position) if row[1].item == item and row[2].cell == cell]
    thing = min(things, key=lambda thing: world.has(thing, Unloaded))
    if world.has(thing, Unloaded):
        world.drop(thing, Unloaded)
        unload(world, unit, item)
    world.drop(thing, Lying)
    world.drop(thing, Position)
    gear = world.get(unit, Gear)
    world.put(unit, changed(gear, held=(*gear.held, item)))
    world.emit(ItemMoved(unit, item, "picked_up", cell, rule))


def reload(world: World, unit: int, item: str, rule: str) -> None:
    """CLASH-GEAR-3: ready for the next shot."""
    empty = _empty(world, unit)
    world.put(unit, changed(empty, items=without(empty.items, item)))
    world.emit(ItemMoved(unit, item, "reloaded", None, rule))


def unload(world: World, unit: int, item: str) -> None:
    """CLASH-GEAR-3: shot off."""
    empty = _empty(world, unit)
    world.put(unit, changed(empty, items=(*empty.items, item)))


# Magic items, spells and abilities


def items_of(world: World, unit: int) -> list[str]:
    """Magic items a unit has about it."""
    have = world.get(unit, Gear)
    return [item for item in dict.fromkeys((*have.held, *have.carried)) if item in sheet_of(world).gear.items]


def powers_of(world: World, unit: int) -> dict[str, Power]:
    """Spells, abilities and magic items at hand, by key."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    found = {key: sheet.spells[key] for key in body.spells}
    found |= {key: sheet.abilities[key] for key in body.abilities if not sheet.abilities[key].free}
    return found | {key: sheet.gear.items[key] for key in items_of(world, unit)}


def consume(world: World, unit: int, item: str) -> None:
    """An item that is used up; it does not come back after the battle (CLASH-REST-3)."""
    have, owned = world.get(unit, Gear), world.get(unit, Owned)
    world.put(unit, Gear(*_less(have.held, have.carried, item), have.worn))
    world.put(unit, Owned(*_less(owned.held, owned.carried, item)))
    world.emit(ItemMoved(unit, item, "used_up", None, "CLASH-ACT-7"))


def _less(held: tuple[str, ...], carried: tuple[str, ...], item: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both lists, one item of that kind less."""
    if item in held:
        return without(held, item), carried
    return held, without(carried, item) if item in carried else carried
