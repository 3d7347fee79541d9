"""Gear chosen anew between two battles: what a unit wears, has in its hands and carries (GEAR-1 to 5, GEAR-10)."""

from __future__ import annotations

from collections.abc import Mapping

from game.kernel.components import Gear, changed
from game.kernel.ecs import World
from game.rules.outfits import Slot, carried_so, carrying, filled
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Body, body
from game.systems.gear import outfit


def slots(world: World, unit: int) -> tuple[Slot, ...]:
    """Armour, both hands and what is carried; nothing for those who fight with what they are born with."""
    sheet, own, gear = sheet_of(world), body(world, unit), world.get(unit, Gear)
    if own.thing or own.beast or own.natural:
        return ()
    weapons = [key for key, weapon in sheet.weapons.items() if not weapon.natural]  # VITALITY-GEAR-7
    shields = [*sheet.gear.shields]
    small = [*(key for key in weapons if sheet.weapons[key].hands == 1), *shields]
    kinds = ([*weapons, *shields], small, [*weapons, *shields, *sheet.gear.items])
    suits = tuple((key, _told(world, key)) for key in sheet.gear.armour)
    worn = Slot("armour", sheet.titles["slot_armour"], own.armour, suits)
    return worn, *carrying(sheet.titles, gear.held, gear.carried, shields, kinds, lambda item: _told(world, item))


def _told(world: World, item: str) -> str:
    sheet = sheet_of(world)
    titles = sheet.titles
    parts: list[str] = []
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
    held, carried = carried_so(now)
    if sum(sheet.weapons[item].hands if item in sheet.weapons else 1 for item in held) > 2:
        raise ValueError(f"two hands are not enough for {' and '.join(sheet.titles[item].lower() for item in held)}")
    if sum(item in sheet.gear.shields for item in held) > 1:
        raise ValueError("one shield is enough")
    outfit(world, unit, Gear(held, carried, (now["armour"],)))
    world.put(unit, Body(changed(body(world, unit), held=held, carried=carried, armour=now["armour"])))
