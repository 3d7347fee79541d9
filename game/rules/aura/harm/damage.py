"""Damage before anybody takes it: what multiplies it, dice thrown again, sparing, and what breaks."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.aura.checks.guards import armour_rating
from game.rules.aura.sheet.entries import Weapon
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body
from game.rules.throwing import throw_dice


def damage_type(found: Weapon) -> str:
    """AURA-HOUSE-4: what weaknesses and resistances ask for, blunt or sharp."""
    return "blunt" if found.group in ("blunt", "unarmed") else "sharp"


def pierced(rating: int, found: Weapon, dice: tuple[int, ...], rule: str) -> list[Modifier]:
    """What struck armour takes off; a high die of a devastating weapon passes half of it (AURA-GEAR-9)."""
    if found.devastate and max(dice, default=0) >= found.devastate:
        return [add(-(rating // 2), "half the armour", "AURA-GEAR-9")]
    return [add(-rating, "armour", rule)]


def scaling(world: World, target: int, kind: str, doubles: int, halves: list[Modifier]) -> list[Modifier]:
    """AURA-DMG-2 to 7: doublings add up on the base, halvings multiply, and all is rounded down once."""
    body = world.get(target, Body)
    weak, tough = kind in body.weaknesses, kind in body.resistances
    lines, times = list[Modifier](), 1 + doubles + (weak and not tough)
    if times > 1:
        label = "doubled" if not weak or tough else "weakness" if not doubles else "weakness and doubled"
        lines.append(Modifier(times, label, "AURA-DMG-6" if doubles else "AURA-DMG-3", "times"))
    found = [*halves]
    if tough and not weak:
        found.append(Modifier(2, "resistance", "AURA-DMG-2", "divide"))
    if len(found) > 1:  # one rounding at the end
        return [*lines, Modifier(2 ** len(found), "halved more than once", "AURA-DMG-6", "divide")]
    return [*lines, *found]


async def roll_dice(world: World, unit: int, dice: tuple[int, ...], brutal: int, rule: str) -> tuple[int, ...]:
    """Weapon dice; Brutal ones are thrown again until they exceed its number (AURA-GEAR-5)."""
    faces = list(await throw_dice(world, unit, "damage_roll", dice, rule))
    while low := [at for at, face in enumerate(faces) if face <= brutal < dice[at]]:
        again = await throw_dice(world, unit, "damage_roll", tuple(dice[at] for at in low), "AURA-GEAR-5")
        for at, face in zip(low, again, strict=True):
            faces[at] = face
    return tuple(dice[at] if brutal >= dice[at] else face for at, face in enumerate(faces))


def mercy(world: World, group: str, care: int) -> int:
    """The Chance roll that sparing needs; 1 or less is sure."""
    table, numbers = sheet_of(world).main.nonlethal, sheet_of(world).main.numbers
    return table.get(group, table["melee"]) - numbers.care_step * care


def done_to(
    world: World,
    target: int,
    found: Weapon,
    enhance: tuple[str, ...],
    lines: list[Modifier],
    dice: tuple[int, ...],
    armour: str,
    halves: list[Modifier],
) -> Breakdown:
    """AURA-DMG-1: what comes after these lines: enhancements, armour by a rule if it is struck, doubling, halving."""
    sheet = sheet_of(world)
    lines += [add(sheet.abilities[name].damage, sheet.titles[name].lower(), "AURA-HOUSE-6") for name in enhance]
    if armour:
        lines += pierced(armour_rating(world, target).total, found, dice, armour)
    doubles = sum(1 for name in enhance if sheet.abilities[name].times)
    lines += (at_least(0, "AURA-DMG-1"), *scaling(world, target, damage_type(found), doubles, halves))
    return Breakdown("damage", tuple(line for line in lines if line.value or line.kind == "least"))
