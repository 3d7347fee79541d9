"""A unit's defences and armour, each number with its lines."""

from __future__ import annotations

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.aura.checks.numbers import halved, proficient, style_lines
from game.rules.aura.gear import in_both_hands, melee_weapons, shield_of, title_of, weapon
from game.rules.aura.sheet.entries import Armour
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Wear


def _inherent(world: World, unit: int, at: int) -> int:
    body, main = world.get(unit, Body), sheet_of(world).main
    if body.inherent is not None:
        return body.inherent[at]
    return (main.sizes[body.size].evasion, main.numbers.fortitude, main.numbers.will)[at]


def _armour_cost(world: World, unit: int) -> list[Modifier]:
    """The armour's penalty, and what it costs those not trained for it (AURA-MPL-4)."""
    mpl, lines = world.get(unit, Body).mpl, list[Modifier]()
    for worn in worn_by(world, unit):
        lines.append(add(-worn.evasion_cost, worn.title.lower(), "AURA-DEF-4"))
        lines.append(add(min(0, mpl - worn.mpr), f"{worn.title.lower()}: not proficient", "AURA-MPL-4"))
    return [line for line in lines if line.value]


def worn_by(world: World, unit: int) -> list[Armour]:
    """The suits that a unit wears."""
    return [sheet_of(world).armour[item] for item in world.get(unit, Gear).worn]


def unarmed_evasion(world: World, unit: int) -> Breakdown:
    """AURA-DEF-7: what is left where neither weapon nor shield helps."""
    return world.derive_own(unit, "unarmed", lambda world: _unarmed_evasion(world, unit))


def _unarmed_evasion(world: World, unit: int) -> Breakdown:
    body = world.get(unit, Body)
    lines = [
        add(_inherent(world, unit, 0), f"{body.size} size", "AURA-DEF-5"),
        add(body.level // 3, "level", "AURA-DEF-4"),
        add(halved(body, "dexterity"), "half dexterity", "AURA-DEF-4"),
        *_armour_cost(world, unit),
        *style_lines(world, unit, "evasion"),
    ]
    return Breakdown("unarmed_evasion", tuple(line for line in lines if line.value))


def evasion(world: World, unit: int, *, heavy: bool = False, shield: bool = True) -> Breakdown:
    """AURA-DEF-4: with weapon and shield; `heavy` blows pass the light ones (AURA-GEAR-4)."""
    return world.derive_own(
        unit, ("evasion", heavy, shield), lambda world: _evasion(world, unit, heavy=heavy, shield=shield)
    )


def _evasion(world: World, unit: int, *, heavy: bool, shield: bool) -> Breakdown:
    lines = [*unarmed_evasion(world, unit).parts, *_weapon_guard(world, unit, heavy=heavy)]
    if shield:
        lines += _shield_guard(world, unit, heavy=heavy)
    return Breakdown("evasion", tuple(lines))


def _weapon_guard(world: World, unit: int, *, heavy: bool) -> list[Modifier]:
    """AURA-GEAR-3: the best weapon's bonus and those of light ones beside it."""
    known = melee_weapons(world, unit)
    held = [item for item in world.get(unit, Gear).held if item in known]  # two of a kind are two
    found = [(item, *_guard(world, unit, item)) for item in held]
    strong = sorted((each for each in found if not each[2]), key=lambda each: -each[1])[:1]
    light = [] if heavy else [each for each in found if each[2]]
    lines = list[Modifier]()
    for item, bonus, _ in (*strong, *light):
        title, clumsy = title_of(world, item), not proficient(world, unit, weapon(world, item).mpr)
        unfit = (clumsy, -1, f"{title}: not proficient", "AURA-MPL-2")
        lines += counting((bonus, bonus, title, "AURA-GEAR-3"), unfit)
    return lines


def _guard(world: World, unit: int, item: str) -> tuple[int, bool]:
    """A weapon's Evasion bonus, and whether it is a light one."""
    found = weapon(world, item)
    return found.evasion + (1 if in_both_hands(world, unit, item) else 0), found.light


def _shield_guard(world: World, unit: int, *, heavy: bool = False) -> list[Modifier]:
    shield = shield_of(world, unit)
    if shield is None or (heavy and shield[1].light):
        return []
    item, found = shield
    missing = found.mpr - world.get(unit, Body).mpl
    unfit = counting((missing > 0, -missing, f"{title_of(world, item)}: not proficient", "AURA-MPL-4"))
    return [add(found.evasion, found.title.lower(), "AURA-DEF-4"), *unfit]


def ranged_evasion(world: World, unit: int, *, shield: bool = True) -> Breakdown:
    """AURA-DEF-6: half dexterity, shield, armour; GEAR-19 for plates that turn shots."""
    return world.derive_own(unit, ("ranged", shield), lambda world: _ranged_evasion(world, unit, shield=shield))


def _ranged_evasion(world: World, unit: int, *, shield: bool) -> Breakdown:
    lines = [add(halved(world.get(unit, Body), "dexterity"), "half dexterity", "AURA-DEF-6")]
    lines += _shield_guard(world, unit) if shield else []
    for worn in worn_by(world, unit):
        lines += counting((worn.ranged_evasion, worn.ranged_evasion, worn.title.lower(), "AURA-GEAR-19"))
    return Breakdown("ranged_evasion", (*lines, *_armour_cost(world, unit)))


def fortitude(world: World, unit: int) -> Breakdown:
    """AURA-DEF-10."""
    return _resisting(world, unit, "fortitude", 1, ("constitution", "strength"), "AURA-DEF-10")


def will(world: World, unit: int) -> Breakdown:
    """AURA-DEF-11."""
    return _resisting(world, unit, "will", 2, ("charisma", "wisdom"), "AURA-DEF-11")


def _resisting(world: World, unit: int, what: str, at: int, scores: tuple[str, str], rule: str) -> Breakdown:
    body = world.get(unit, Body)
    halves = (add(halved(body, score), f"half {score}", rule) for score in scores)
    return Breakdown(
        what, (add(_inherent(world, unit, at), "inherent", rule), add(body.level // 3, "level", rule), *halves)
    )


# Armour


def armour_rating(world: World, unit: int) -> Breakdown:
    """The worn set's rating with what is under it (AURA-GEAR-17), half of a broken one (GEAR-10)."""
    return world.derive_own(unit, "ar", lambda world: _armour_rating(world, unit))


def _armour_rating(world: World, unit: int) -> Breakdown:
    sheet, broken = sheet_of(world), world.get(unit, Wear).broken
    lines = []
    for item in world.get(unit, Gear).worn:
        worn = sheet.armour[item]
        if item in broken:
            lines.append(add(worn.ar // 2, f"broken {worn.title.lower()}", "AURA-GEAR-10"))
        elif worn.ar:
            lines.append(add(worn.ar, worn.title.lower(), "AURA-ATK-9"))
    return Breakdown("armour_rating", (*lines, *style_lines(world, unit, "ar"), at_least(0, "AURA-ATK-9")))


def coverage(world: World, unit: int) -> int:
    """AURA-ATK-9: the outer set's coverage; under-armour has its own when worn alone."""
    return coverage_lines(world, unit).total


def coverage_lines(world: World, unit: int) -> Breakdown:
    """AURA-ATK-9, GEAR-17 and 18: Combat and Hit rolls below it strike the armour, and which suit that is."""
    worn = worn_by(world, unit)
    outer = [each for each in worn if not each.under and each.ar] or worn
    suit = max(outer, key=lambda each: each.ac, default=None)
    lines = () if suit is None else (add(suit.ac, suit.title.lower(), "AURA-ATK-9"),)
    return Breakdown("armour_coverage", lines)
