"""Gear chosen anew between two battles: what a unit wears, has in its hands and carries (GEAR-1 to 5, GEAR-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.kernel.components import Gear, changed
from game.kernel.ecs import World
from game.rules.outfits import filled
from game.rules.ruleset import Slot
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Body, body
from game.systems.gear import outfit

PACKS = 3  # things a unit may carry besides those in its hands
NOTHING = ""


def slots(world: World, unit: int) -> tuple[Slot, ...]:
    """Armour, both hands and what is carried; nothing for those who fight with what they are born with."""
    sheet, own, gear = sheet_of(world), body(world, unit), world.get(unit, Gear)
    if own.thing or own.beast or own.natural:
        return ()
    titles = sheet.titles
    weapons = [key for key, weapon in sheet.weapons.items() if not weapon.natural]  # VITALITY-GEAR-7
    small = [key for key in weapons if sheet.weapons[key].hands == 1]
    shields = [*sheet.gear.shields]
    right, left = _hands(world, unit)
    packed = [*gear.carried, *[NOTHING] * (PACKS - len(gear.carried))]
    found = [
        Slot("armour", titles["slot_armour"], own.armour, _suits(world)),
        Slot("right", titles["slot_right"], right, _choices(world, [*weapons, *shields], right)),
        Slot("left", titles["slot_left"], left, _choices(world, [*small, *shields], left)),
    ]
    for at, item in enumerate(packed, start=1):
        kinds = [*weapons, *shields, *sheet.gear.items]
        found.append(Slot(f"pack_{at}", f"{titles['slot_pack']} {at}", item, _choices(world, kinds, item)))
    return tuple(found)


def _suits(world: World) -> tuple[tuple[str, str], ...]:
    return tuple((key, _told(world, key)) for key in sheet_of(world).gear.armour)


def _hands(world: World, unit: int) -> tuple[str, str]:
    """What is in its right hand and its left; a shield alone is in the left."""
    shields = sheet_of(world).gear.shields
    match sorted(world.get(unit, Gear).held, key=lambda item: item in shields):
        case [shield] if shield in shields:
            return NOTHING, shield
        case held:
            right, left = (*held, NOTHING, NOTHING)[:2]
            return right, left


def _choices(world: World, items: Iterable[str], now: str) -> tuple[tuple[str, str], ...]:
    keys = [NOTHING, *items]
    if now and now not in keys:
        keys.append(now)
    return tuple((key, _told(world, key) if key else sheet_of(world).titles["slot_empty"]) for key in keys)


def _told(world: World, item: str) -> str:
    sheet = sheet_of(world)
    titles, parts = sheet.titles, list[str]()
    if item in sheet.weapons:
        weapon = sheet.weapons[item]
        parts = [f"{weapon.dice} {titles[weapon.type].lower()}"]
        for name, far in (("slot_reach", weapon.melee), ("slot_range", weapon.range), ("slot_thrown", weapon.thrown)):
            parts += [f"{titles[name]} {far} m"] if far else []
        parts += [titles["slot_both_hands"]] if weapon.hands == 2 else []
        parts += [f"{titles['slot_reload']} {weapon.reload} {titles['ap']}"] if weapon.reload else []
    elif item in sheet.gear.shields:
        parts = [f"{titles['evasion']} +{sheet.gear.shields[item].evasion}"]
    elif item in sheet.gear.armour:
        worn = sheet.gear.armour[item]
        parts = [f"{titles['armour']} {worn.armour}", f"{titles['slot_cap']} {worn.cap}"]
    return f"{titles[item]} ({', '.join(parts)})" if parts else titles[item]


def refit(world: World, unit: int, chosen: Mapping[str, str]) -> None:
    """VITALITY-GEAR-1: other gear by slot; ValueError says why not."""
    sheet, now = sheet_of(world), filled(slots(world, unit), chosen)
    held = tuple(item for item in (now["right"], now["left"]) if item)
    if sum(sheet.weapons[item].hands if item in sheet.weapons else 1 for item in held) > 2:
        raise ValueError(f"two hands are not enough for {' and '.join(sheet.titles[item].lower() for item in held)}")
    if sum(item in sheet.gear.shields for item in held) > 1:
        raise ValueError("one shield is enough")
    carried = tuple(item for key, item in now.items() if key.startswith("pack_") and item)
    outfit(world, unit, Gear(held, carried, (now["armour"],)))
    world.put(unit, Body(changed(body(world, unit), held=held, carried=carried, armour=now["armour"])))
