"""What is thrown against a creature without a wound, and the number to reach (WOUNDS-HIND, GRAP, ACT-13 to 15)."""

from __future__ import annotations

from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.wounds.checks.blows import crowding, saddle
from game.rules.wounds.checks.numbers import (
    better_defense,
    burdens,
    check,
    combat_check,
    defense,
    situation,
    weapon_check,
)
from game.rules.wounds.grapples import opponents, pinners
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Grapple


def weapon_bonus(world: World, unit: int, key: str, against: int) -> Breakdown:
    """WOUNDS-ATK-10: a melee weapon check: accuracy counts, damage does not."""
    lines = [*weapon_check(world, unit, key, ranged=False), *burdens(world, unit)]
    lines += [*situation(world, unit, against, ranged=False), *crowding(world, unit, against, key)]
    return Breakdown("weapon_check", (*lines, *saddle(world, unit, against)))


def deception(world: World, unit: int, attribute: str) -> Breakdown:
    """WOUNDS-HIND-2: Prs or Prc [Deception]."""
    return check(world, unit, "deception", attribute, "Deception", rule="WOUNDS-HIND-2")


def power_tn(world: World, foe: int, unit: int) -> Breakdown:
    """WOUNDS-HIND-3 and 4: the better of Power and Agility Defense."""
    return defense(world, foe, better_defense(world, foe), unit)


def drag_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-GRAP-4 and ATK-10: against the strongest, worse for every opponent beyond the first."""
    crowd = len(world.get(unit, Grapple).others) - 1
    found = combat_check(world, unit, "power", strongest(world, unit))
    return found.plus(add(sheet_of(world).numbers.drag * crowd, "opponents", "WOUNDS-GRAP-4")) if crowd > 0 else found


def strongest(world: World, unit: int) -> int:
    """Who of all that grapple the unit has the highest Power Defense."""
    return max(world.get(unit, Grapple).others, key=lambda each: defense(world, each, "power", unit).total)


def drag_tn(world: World, unit: int) -> int:
    """The highest Power Defense of all who grapple the unit."""
    return defense(world, strongest(world, unit), "power", unit).total


def escape_tn(world: World, unit: int, what: str) -> int:
    """WOUNDS-HD-8 and GRAP-9."""
    if what == "held":
        return sheet_of(world).spells["hold"].escape_tn
    holders = pinners(world, unit) if what == "pin" else opponents(world, unit)
    return max((defense(world, each, better_defense(world, each), unit).total for each in holders), default=0)


def interpose_bonus(world: World, unit: int, shield: int, how: str) -> Breakdown:
    """WOUNDS-GRAP-6: harder unless the other one is pinned, by whomever."""
    bonus = combat_check(world, unit, how, shield)
    if "pinned" in world.get(shield, Conditions):
        return bonus
    return bonus.plus(add(sheet_of(world).numbers.interpose, "not pinned", "WOUNDS-GRAP-6"))


def hasty_bonus(world: World, unit: int, how: str) -> Breakdown:
    """WOUNDS-FAST-2: Dex [Acrobatics] or Str [Athletics]."""
    attribute, skill = ("Dex", "Acrobatics") if how == "acrobatics" else ("Str", "Athletics")
    return check(world, unit, "haste", attribute, skill, rule="WOUNDS-FAST-2")
