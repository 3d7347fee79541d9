"""Damage and healing: one sum of what reduces it, the Health Pool, unconsciousness."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.components import Condition, Down, Pools
from game.kernel.ecs import World
from game.kernel.events import Fell, Rolled
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.clash.sheet import ClashSheet, dice_of, sheet_of
from game.rules.clash.state import Body, free, held_by, inflict
from game.rules.odds import Dist, dice
from game.systems import conditions
from game.systems.conditions import holds, lift
from game.systems.downfall import bring_down, bring_up
from game.systems.pools import change

Parts = Sequence[tuple[str, int]]  # damage by type: what was rolled of each, bonus included
Source = tuple[str, int, int, str]


def worst(world: World, table: dict[str, int], kind: str) -> tuple[int, str]:
    """CLASH-DMG-5 to 8: the highest entry for a type or its group, and whose it is; entries never add up."""
    group = sheet_of(world).groups[kind]
    return max((table.get(kind, 0), kind), (table.get(group, 0), group), key=lambda entry: entry[0])


def sources_of_armour(world: World, unit: int) -> list[Source]:
    """(label, rating, rating against magic, rule) of each source; only one of them counts (CLASH-ARM-5)."""
    sheet, body, found = sheet_of(world), world.get(unit, Body), []
    if body.level:
        material, full = sheet.gear.armour[body.material], body.level == "full"
        rating = material.full if full else material.partial
        against_magic = material.magic_full if full else material.magic_partial
        found.append((f"{body.level} {material.title.lower()}", rating, against_magic, "CLASH-ARM-1"))
    if body.natural_armour:
        found.append(("natural armour", body.natural_armour, 0, "CLASH-ARM-2"))
    if holds(world, unit, "warded"):
        ward = next(power for power in sheet.spells.values() if power.condition == "warded")
        found.append((ward.title.lower(), ward.armour, ward.magic_armour, "CLASH-ARM-5"))
    return found


def suffered(world: World, unit: int, parts: Parts, lines: Sequence[Modifier], shield: str = "") -> Breakdown:
    """CLASH-DMG-10: rolled + vulnerability − resistance − armour − shield, by type, each at least 0. `lines` say how
    the damage came about; `shield` has blocked the attack."""
    sheet = sheet_of(world)
    order = sheet.main.damage_types["physical"]
    ordered = sorted(parts, key=lambda part: order.index(part[0]) if part[0] in order else len(order))

    def behind(source: Source) -> Breakdown:
        """The damage if that source of armour is the one that counts (CLASH-ARM-5)."""
        left, made = _shields(sheet, shield, source), list(lines)
        for kind, amount in ordered:
            mine = _of_type(world, unit, kind, amount, left)
            below = -sum((amount, *(line.value for line in mine)))
            if below > 0 and len(parts) > 1:
                mine.append(add(below, f"{kind} at least 0", "CLASH-DMG-10"))
            made += mine
        return Breakdown("damage", (*made, at_least(0, "CLASH-DMG-10")))

    sources = sources_of_armour(world, unit) or [("", 0, 0, "CLASH-ARM-6")]
    return min(map(behind, sources), key=lambda number: number.total)


def _shields(sheet: ClashSheet, shield: str, source: Source) -> dict[str, list[tuple[str, int, str]]]:
    """Group -> what is taken off its damage once: armour and, on a block, the shield (CLASH-SHLD-2, 3, ARM-8)."""
    label, rating, against_magic, rule = source
    found = {"physical": [(label, rating, rule)], "magical": [(label, against_magic, "CLASH-ARM-8")]}
    if shield:
        block = sheet.gear.shields[shield]
        found["physical"].append((block.title.lower(), block.block, "CLASH-SHLD-2"))
        found["magical"].append((block.title.lower(), (block.block + 1) // 2, "CLASH-SHLD-3"))
    return found


def _of_type(
    world: World, unit: int, kind: str, amount: int, left: dict[str, list[tuple[str, int, str]]]
) -> list[Modifier]:
    """The lines of one type; what armour does not need for it stays in `left` for the next (CLASH-DMG-12)."""
    body, titles, group = world.get(unit, Body), sheet_of(world).titles, sheet_of(world).groups[kind]
    more, weak_to = worst(world, body.vulnerabilities, kind)
    less, proof_against = worst(world, body.resistances, kind)
    by_type = "CLASH-DMG-5" if proof_against == kind else "CLASH-DMG-6"
    found = counting(
        (more, more, f"{titles.get(weak_to, weak_to).lower()} vulnerability", "CLASH-DMG-7"),
        (less, -less, f"{titles.get(proof_against, proof_against).lower()} resistance", by_type),
    )
    needed = amount + more - less
    for at, (label, rating, rule) in enumerate(left.get(group, ())):
        found += counting((rating, -rating, label, rule))
        left[group][at] = label, max(0, rating - max(0, needed)), rule
        needed -= rating
    return found


def bonus_of(world: World, unit: int) -> int:
    """CLASH-DMG-12: half of Strength, rounded up."""
    return (world.get(unit, Body).attributes.get("STR", 0) + 1) // 2


def thrown_dice(texts: Sequence[str]) -> tuple[int, ...]:
    """All dice of these throws, left to right."""
    return tuple(side for text in texts for side in dice_of(text)[0])


def spread(text: str) -> Dist:
    """The distribution of `2d6+3`."""
    sides, plus = dice_of(text)
    return dice(*sides) + plus


def harm(world: World, unit: int, number: Breakdown, source: int | None, rule: str) -> None:
    """CLASH-DMG-1: take damage off the Health Pool, not below 0."""
    before = world.get(unit, Pools)["health"]
    after = max(0, before - number.total)
    if after != before:
        change(world, unit, "health", after, "damage", rule, source, (number,))
        if not after:
            knock_out(world, unit, source)


def knock_out(world: World, unit: int, by: int | None) -> None:
    """CLASH-DMG-1 and COND-5: unconscious, on the ground, holding nobody, held by nobody."""
    bring_down(world, unit, "unconscious", "CLASH-COND-5")
    conditions.add(world, unit, Condition("unconscious", "CLASH-COND-5", by))  # that it fell is told once
    world.emit(Fell(unit, "unconscious", by, "CLASH-DMG-1"))
    inflict(world, unit, "prone", "CLASH-COND-5", by)
    for name in ("grappled", "hidden", "disengaged", "warded"):
        lift(world, unit, name, "CLASH-COND-5")
    for other in held_by(world, unit):
        free(world, other, unit, "CLASH-COND-4")


def heal(world: World, unit: int, amount: Breakdown, source: int | None) -> None:
    """CLASH-DMG-15: up to the maximum; whoever was unconscious wakes up prone."""
    pools = world.get(unit, Pools)
    before = pools["health"]
    after = min(pools.base_of("health"), before + amount.total)
    if after > before:
        change(world, unit, "health", after, "gain", "CLASH-DMG-15", source, (amount,))
    if after and world.has(unit, Down):
        bring_up(world, unit)
        lift(world, unit, "unconscious", "CLASH-DMG-15")


async def fall(world: World, unit: int, metres: int) -> None:
    """CLASH-DMG-4: a die for each full 3 m, crushing; armour counts."""
    numbers = sheet_of(world).numbers
    sides = (numbers.fall_die,) * (metres // numbers.fall_m)
    faces = await Roll(unit, "fall", sides, "CLASH-DMG-4")
    lines = [add(sum(faces), "fall", "CLASH-DMG-4")]
    number = suffered(world, unit, [("crushing", sum(faces))], lines)
    if faces:
        world.emit(Rolled(unit, "fall", sides, faces, (number,), "CLASH-DMG-4"))
    harm(world, unit, number, None, "CLASH-DMG-4")
