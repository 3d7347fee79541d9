"""What units hold: hands, wielded weapons, reach in metres, and what handling things does."""

from __future__ import annotations

from game.kernel.components import Gear, changed
from game.kernel.ecs import World, derived_of
from game.kernel.events import ItemMoved
from game.rules.clash.sheet import Power, sheet_of
from game.rules.clash.state import ARMS, Body, Owned, Unloaded, held_by
from game.systems import gear
from game.systems.gear import use_up, without

UNARMED = "unarmed"


def hands_of(world: World, item: str) -> int:
    """Hands an item takes while it is held (CLASH-GEAR-1, SHLD-8)."""
    return sheet_of(world).hands(item)


def free_hands(world: World, unit: int) -> int:
    """CLASH-GEAR-1: empty hands; what is held and whom it holds take the others."""
    return max(0, _spare_hands(world, unit) - len(held_by(world, unit)))


@derived_of(ARMS)
def _spare_hands(world: World, unit: int) -> int:
    return world.get(unit, Body).hands - sum(hands_of(world, item) for item in world.get(unit, Gear).held)


@derived_of((Gear,))
def shield_of(world: World, unit: int) -> str:
    """The shield in hand with the best rating, or nothing."""
    shields = sheet_of(world).gear.shields
    held = [item for item in world.get(unit, Gear).held if item in shields]
    return max(held, key=lambda item: shields[item].block, default="")


@derived_of(ARMS)
def weapons_of(world: World, unit: int) -> tuple[str, ...]:
    """Weapons a unit could use now: held ones, natural ones, and an empty hand (CLASH-DEF-4): whoever holds a bow
    strikes with a foot or an elbow (CLASH-OA-9)."""
    weapons, body = sheet_of(world).weapons, world.get(unit, Body)
    held = (item for item in world.get(unit, Gear).held if item in weapons)
    return tuple(dict.fromkeys((*held, *body.natural_weapons, *((UNARMED,) if body.hands else ()))))


@derived_of(ARMS)
def melee_weapons(world: World, unit: int) -> tuple[str, ...]:
    """Those of them that reach anybody; bare hands only where nothing better is wielded."""
    weapons = sheet_of(world).weapons
    found = tuple(item for item in weapons_of(world, unit) if weapons[item].reach)
    return tuple(item for item in found if item != UNARMED) or found


@derived_of(ARMS)
def reach_of(world: World, unit: int) -> int:
    """CLASH-GRID-4: metres, at least 1."""
    weapons, body = sheet_of(world).weapons, world.get(unit, Body)
    items = [item for item in (*world.get(unit, Gear).held, *body.natural_weapons) if item in weapons]
    return max([1, *(weapons[item].reach for item in items)])


def loaded(world: World, unit: int, item: str) -> int:
    """CLASH-GEAR-3: how many of that kind in hand, or of those grown on, can be shot now."""
    return max(1, world.get(unit, Gear).held.count(item)) - _empty(world, unit).items.count(item)


def _empty(world: World, unit: int) -> Unloaded:
    return world.find(unit, Unloaded) or Unloaded()


# What a copy has of its own: whether it is loaded (see `game.systems.adapter`)


def drawn(world: World, unit: int, item: str) -> None:
    """A loaded copy comes to hand first."""
    empty = _empty(world, unit)
    if empty.stowed.count(item) == world.get(unit, Gear).carried.count(item):
        world.put(unit, Unloaded((*empty.items, item), without(empty.stowed, item)))


def stowed(world: World, unit: int, item: str) -> None:
    """An empty copy is put away first."""
    empty = _empty(world, unit)
    if item in empty.items:
        world.put(unit, Unloaded(without(empty.items, item), (*empty.stowed, item)))


def dropped(world: World, unit: int, item: str, thing: int) -> None:
    """An empty copy falls first, and lies there empty."""
    empty = _empty(world, unit)
    if item in empty.items:
        world.put(unit, changed(empty, items=without(empty.items, item)))
        world.put(thing, Unloaded((item,)))


def picked_up(world: World, unit: int, item: str, thing: int) -> None:
    """What lay there empty is empty in the hand."""
    if world.has(thing, Unloaded):
        world.drop(thing, Unloaded)
        unload(world, unit, item)


def reload(world: World, unit: int, item: str, rule: str) -> None:
    """CLASH-GEAR-3: ready for the next shot."""
    empty = _empty(world, unit)
    world.put(unit, changed(empty, items=without(empty.items, item)))
    world.emit(ItemMoved(unit, item, "reloaded", None, rule))


def unload(world: World, unit: int, item: str) -> None:
    """CLASH-GEAR-3: shot off."""
    empty = _empty(world, unit)
    world.put(unit, changed(empty, items=(*empty.items, item)))


def items_of(world: World, unit: int) -> list[str]:
    """Magic items a unit has about it."""
    have = world.get(unit, Gear)
    return [item for item in dict.fromkeys((*have.held, *have.carried)) if item in sheet_of(world).gear.items]


@derived_of(ARMS)
def powers_of(world: World, unit: int) -> dict[str, Power]:
    """Spells, abilities and magic items at hand, by key; not to be changed."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    found = {key: sheet.spells[key] for key in body.spells}
    found |= {key: sheet.abilities[key] for key in body.abilities if not sheet.abilities[key].free}
    return found | {key: sheet.gear.items[key] for key in items_of(world, unit)}


def consume(world: World, unit: int, item: str) -> None:
    """An item that is used up; it does not come back after the battle (CLASH-REST-3)."""
    owned = world.get(unit, Owned)
    for kind in ("held", "carried"):
        if item in getattr(owned, kind):
            world.put(unit, changed(owned, **{kind: without(getattr(owned, kind), item)}))
            break
    use_up(world, unit, item, "CLASH-ACT-7")


def own(world: World, unit: int, held: tuple[str, ...], carried: tuple[str, ...]) -> None:
    """Between skirmishes: what the unit brings along from now on, all of it loaded."""
    gear.outfit(world, unit, Gear(held, carried))
    world.put(unit, Owned(held, carried))
    world.put(unit, Unloaded())
