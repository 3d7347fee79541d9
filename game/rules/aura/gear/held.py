"""What is in hand, and the hands that are free."""

from __future__ import annotations

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.rules.aura.sheet.entries import Shield, Weapon
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import Body, Wear

UNARMED = Weapon(title="Unarmed", damage="0d1", group="unarmed")


def weapon(world: World, item: str) -> Weapon:
    """A weapon of the sheet; "unarmed" is the body itself."""
    return UNARMED if item == "unarmed" else sheet_of(world).weapons[item]


def title_of(world: World, item: str) -> str:
    """What players read of an item, in lower case."""
    return sheet_of(world).titles[item].lower()


def in_hand(world: World, unit: int, item: str) -> bool:
    """Whether a unit has what it attacks with: a weapon that it holds, or its body."""
    return item == "unarmed" or item in world.get(unit, Gear).held


def hands(sheet: AuraSheet, item: str) -> int:
    """AURA-GEAR-20: how many hands an item takes; a beast's own weapons take none."""
    found = sheet.weapons.get(item)
    if found is None:
        return 1
    return 0 if found.natural else 2 if found.two_handed else 1


def free_hands(world: World, unit: int) -> int:
    """AURA-GEAR-20: hands with nothing in them."""
    if world.get(unit, Body).beast:
        return 0
    sheet = sheet_of(world)
    return max(0, 2 - sum(hands(sheet, item) for item in world.get(unit, Gear).held))


def melee_weapons(world: World, unit: int) -> list[str]:
    """Held weapons that strike, in the order they are held."""
    weapons = sheet_of(world).weapons
    held = world.get(unit, Gear).held
    return list(dict.fromkeys(item for item in held if item in weapons and weapons[item].range is None))


def shooters(world: World, unit: int) -> list[str]:
    """Held weapons that shoot."""
    weapons = sheet_of(world).weapons
    held = world.get(unit, Gear).held
    return list(dict.fromkeys(item for item in held if item in weapons and weapons[item].range is not None))


def shield_of(world: World, unit: int) -> tuple[str, Shield] | None:
    """The shield in hand, if there is one that is not broken."""
    sheet, broken = sheet_of(world), world.get(unit, Wear).broken
    for item in world.get(unit, Gear).held:
        if item in sheet.shields and item not in broken:
            return item, sheet.shields[item]
    return None


def in_both_hands(world: World, unit: int, item: str) -> bool:
    """AURA-GEAR-11: whether a Versatile weapon has the second hand to itself."""
    found = weapon(world, item)
    return found.versatile and not found.two_handed and free_hands(world, unit) >= 1
