"""Gear chosen anew between two skirmishes: what each unit may wear, hold and carry (CLASH-REST-8, GEAR-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.kernel.ecs import World
from game.rules.clash.campaign.rest import equip
from game.rules.clash.sheet import ClashSheet, Weapon, Worn, sheet_of
from game.rules.clash.state import Body, Owned
from game.rules.outfits import NOTHING, Slot, carried_so, carrying, filled


def slots(world: World, unit: int) -> tuple[Slot, ...]:
    """Armour, both hands and what is carried; nothing for those without hands, no armour over a thick hide."""
    body, sheet = world.get(unit, Body), sheet_of(world)
    if not body.hands:
        return ()
    owned, sizes = world.get(unit, Owned), sheet.main.sizes
    held, carried = ([i for i in items if i not in sheet.gear.items] for items in (owned.held, owned.carried))
    weapons = [  # no natural weapons of others, nothing made for bigger hands
        key
        for key, weapon in sheet.weapons.items()
        if weapon.hands and not weapon.natural and body.size >= sizes.index(weapon.made_for or sizes[0])
    ]
    packable = [*weapons, *sheet.gear.shields]
    small = [key for key in packable if sheet.hands(key) == 1]
    kinds, shields = (weapons, small, packable), sheet.gear.shields
    found = carrying(sheet.titles, held, carried, shields, kinds, lambda item: _told(world, unit, item))
    if body.natural_armour:
        return tuple(found)
    return (Slot("armour", sheet.titles["armour"], _worn(body), tuple(_suits(world, unit))), *found)


def _told(world: World, unit: int, item: str) -> str:
    """A thing in short, and whether no style of the unit lists it."""
    sheet, titles = sheet_of(world), sheet_of(world).titles
    shield = sheet.gear.shields.get(item)
    parts = [f"{titles['block'].lower()} {shield.block}"] if shield else _weapon(sheet, sheet.weapons[item])
    if not any(sheet.style_item(item) in style.gear for style in world.get(unit, Body).styles):
        parts.append(titles["slot_untrained"])
    return f"{titles[item]} ({', '.join(parts)})"


def _weapon(sheet: ClashSheet, weapon: Weapon) -> list[str]:
    titles = sheet.titles
    parts = [f"{weapon.damage} {titles[weapon.type].lower()}"]
    for name in ("reach", "range", "thrown"):
        if far := getattr(weapon, name):
            parts.append(f"{titles[f'slot_{name}']} {far}")
    return [*parts, titles["both_hands"]] if weapon.hands == 2 else parts


def _worn(body: Body) -> str:
    return f"{body.level} {body.material}" if body.level else NOTHING


def _suits(world: World, unit: int) -> Iterable[tuple[str, str]]:
    titles, body = sheet_of(world).titles, world.get(unit, Body)
    yield NOTHING, titles["slot_unarmoured"]
    for key, material in sheet_of(world).gear.armour.items():
        for level, rating in (("partial", material.partial), ("full", material.full)):
            trained = any(f"{level}_armor" in style.gear for style in body.styles)
            untrained = "" if trained else f", {titles['slot_untrained']}"
            text = f"{titles[f'{level}_armor'].lower()} ({titles['slot_rating']} {rating}{untrained})"
            yield f"{level} {key}", f"{titles[key]}, {text}"


def refit(world: World, unit: int, chosen: Mapping[str, str]) -> None:
    """CLASH-REST-8: other gear by slot; ValueError says why not."""
    now, owned = filled(slots(world, unit), chosen), world.get(unit, Owned)
    held, packed = carried_so(now)
    kept = [item for item in (*owned.held, *owned.carried) if item in sheet_of(world).gear.items]
    level, _, material = now.get("armour", _worn(world.get(unit, Body))).partition(" ")
    armour = Worn("full" if level == "full" else "partial", material) if material else None
    if refusal := equip(world, unit, held, (*packed, *kept), armour):
        raise ValueError(refusal)
