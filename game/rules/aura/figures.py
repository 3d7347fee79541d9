"""A unit's numbers, each with its lines: abilities, gear, styles and conditions added up."""

from __future__ import annotations

from math import floor

from game.components import Conditions, Gear, Pools, Unit
from game.ecs import World
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.aura.sheet import SCORES, SIZES, Armour, AuraSheet, Shield, Style, Trio, Weapon, house, lookup, sheet_of
from game.rules.aura.state import GEARED, Body, Spent, Wear, holds

UNARMED = Weapon(title="Unarmed", damage="0d1", group="unarmed")


def modifier(body: Body, score: str) -> int:
    """AURA-GEN-4: an ability's modifier."""
    return body.scores[SCORES.index(score)] - 10


def halved(body: Body, score: str) -> int:
    """AURA-GEN-4: half an ability's modifier, rounded down (AURA-GEN-1)."""
    return modifier(body, score) // 2


def weapon(world: World, item: str) -> Weapon:
    """A weapon of the sheet; "unarmed" is the body itself."""
    return UNARMED if item == "unarmed" else sheet_of(world).weapons[item]


def title_of(world: World, item: str) -> str:
    """What players read of an item, in lower case."""
    return sheet_of(world).titles[item].lower()


# Hands


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


def damage_dice(world: World, unit: int, item: str, *, thrown: bool = False) -> str:
    """The weapon's dice, those for two hands where it is so held."""
    found = weapon(world, item)
    return found.two_hands if found.two_hands and not thrown and in_both_hands(world, unit, item) else found.damage


def proficient(world: World, unit: int, mpr: int) -> bool:
    """AURA-MPL-1."""
    return world.get(unit, Body).mpl >= mpr


# Styles and abilities


def has(world: World, unit: int, ability: str) -> bool:
    """Whether a unit has an ability."""
    return ability in world.get(unit, Body).abilities


def styles_of(world: World, unit: int) -> list[Style]:
    """AURA-MPL-6: the unit's Combat Styles that work with what is in hand."""
    sheet = sheet_of(world)
    return [
        style for name in world.get(unit, Body).styles for style in (sheet.styles[name],) if _works(world, unit, style)
    ]


def _works(world: World, unit: int, style: Style) -> bool:
    weapons = [weapon(world, item) for item in melee_weapons(world, unit)]
    match style.needs:
        case "reach_2":
            return any(each.reach >= 2 for each in weapons)
        case "light_shield":
            shield = shield_of(world, unit)
            return shield is not None and shield[1].light
        case "heavy_weapon":
            return any(each.heavy for each in weapons)
        case "ranged_weapon":
            return bool(shooters(world, unit))
        case _:
            return True


def _style_lines(world: World, unit: int, field: str) -> list[Modifier]:
    return [
        add(getattr(style, field), style.title.lower(), "AURA-MPL-6")
        for style in styles_of(world, unit)
        if getattr(style, field)
    ]


def style_sum(world: World, unit: int, field: str) -> int:
    """What the unit's styles add to a number."""
    return sum(getattr(style, field) for style in styles_of(world, unit))


# Attack values


def _both(world: World, unit: int, what: str) -> Breakdown:
    """AURA-ATK-3 and 4: a third of strength and dexterity, with other abilities that effects add, each once."""
    body, sheet = world.get(unit, Body), sheet_of(world)
    lines = [
        add(modifier(body, "strength"), "strength", "AURA-ATK-3"),
        add(modifier(body, "dexterity"), "dexterity", "AURA-ATK-3"),
    ]
    adds = {sheet.abilities[name].adds for name in body.abilities if what in sheet.abilities[name].to}
    lines += [add(modifier(body, score), score, "AURA-ATK-4") for score in SCORES if score in adds]
    lines.append(Modifier(3, "a third", "AURA-ATK-3", "divide"))
    if what == "masdb" and "opportunist_strike" in body.abilities:
        lines.append(add(-1, "opportunist strike", "AURA-ATK-7"))
    return Breakdown(what, (*lines, *_style_lines(world, unit, what)))


def masab(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee Attack Values."""
    return world.derive(("masab", unit), lambda world: _both(world, unit, "masab"), GEARED)


def masdb(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee damage."""
    return world.derive(("masdb", unit), lambda world: _both(world, unit, "masdb"), GEARED)


def attack_value(world: World, unit: int, item: str) -> Breakdown:
    """AURA-ATK-2 and UNARM-3: 15 + MASAB + the weapon's bonus."""
    return world.derive(("av", unit, item), lambda world: _attack_value(world, unit, item), GEARED)


def _attack_value(world: World, unit: int, item: str) -> Breakdown:
    found = weapon(world, item)
    rule = "AURA-UNARM-3" if item == "unarmed" else "AURA-ATK-2"
    lines = [add(sheet_of(world).main.numbers.av, "base", rule), add(masab(world, unit).total, "MASAB", "AURA-ATK-3")]
    if found.av:
        lines.append(add(found.av, title_of(world, item), rule))
    if not proficient(world, unit, found.mpr):
        lines.append(add(-1, "not proficient", "AURA-MPL-2"))
    return Breakdown("attack_value", (*lines, *_style_lines(world, unit, "melee_av")))


# Defences


def _inherent(world: World, unit: int, at: int) -> int:
    body, main = world.get(unit, Body), sheet_of(world).main
    if body.inherent is not None:
        return body.inherent[at]
    return (main.sizes[body.size].evasion, main.numbers.fortitude, main.numbers.will)[at]


def _armour_cost(world: World, unit: int) -> list[Modifier]:
    """The armour's penalty, and what it costs those not trained for it (AURA-MPL-4)."""
    lines = []
    sheet, mpl = sheet_of(world), world.get(unit, Body).mpl
    for item in world.get(unit, Gear).worn:
        worn = sheet.armour[item]
        if worn.evasion_cost:
            lines.append(add(-worn.evasion_cost, worn.title.lower(), "AURA-DEF-4"))
        if worn.mpr > mpl:
            lines.append(add(mpl - worn.mpr, f"{worn.title.lower()}: not proficient", "AURA-MPL-4"))
    return lines


def unarmed_evasion(world: World, unit: int) -> Breakdown:
    """AURA-DEF-7: what is left where neither weapon nor shield helps."""
    return world.derive(("unarmed", unit), lambda world: _unarmed_evasion(world, unit), GEARED)


def _unarmed_evasion(world: World, unit: int) -> Breakdown:
    body = world.get(unit, Body)
    lines = [
        add(_inherent(world, unit, 0), f"{body.size} size", "AURA-DEF-5"),
        add(body.level // 3, "level", "AURA-DEF-4"),
        add(halved(body, "dexterity"), "half dexterity", "AURA-DEF-4"),
        *_armour_cost(world, unit),
        *_style_lines(world, unit, "evasion"),
    ]
    return Breakdown("unarmed_evasion", tuple(line for line in lines if line.value))


def evasion(world: World, unit: int, *, heavy: bool = False, shield: bool = True) -> Breakdown:
    """AURA-DEF-4: with weapon and shield; `heavy` blows pass the light ones (AURA-GEAR-4)."""
    return world.derive(
        ("evasion", unit, heavy, shield), lambda world: _evasion(world, unit, heavy=heavy, shield=shield), GEARED
    )


def _evasion(world: World, unit: int, *, heavy: bool, shield: bool) -> Breakdown:
    lines = [*unarmed_evasion(world, unit).parts, *_weapon_guard(world, unit, heavy=heavy)]
    if shield:
        lines += _shield_guard(world, unit, heavy=heavy)
    return Breakdown("evasion", tuple(lines))


def _weapon_guard(world: World, unit: int, *, heavy: bool) -> list[Modifier]:
    """AURA-GEAR-3: the best weapon's bonus and those of light ones beside it."""
    found = [(item, *_guard(world, unit, item)) for item in melee_weapons(world, unit)]
    strong = sorted((each for each in found if not each[2]), key=lambda each: -each[1])[:1]
    light = [] if heavy else [each for each in found if each[2]]
    lines = []
    for item, bonus, _ in (*strong, *light):
        if bonus:
            lines.append(add(bonus, title_of(world, item), "AURA-GEAR-3"))
        if not proficient(world, unit, weapon(world, item).mpr):
            lines.append(add(-1, f"{title_of(world, item)}: not proficient", "AURA-MPL-2"))
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
    lines = [add(found.evasion, found.title.lower(), "AURA-DEF-4")]
    missing = found.mpr - world.get(unit, Body).mpl
    if missing > 0:
        lines.append(add(-missing, f"{title_of(world, item)}: not proficient", "AURA-MPL-4"))
    return lines


def ranged_evasion(world: World, unit: int, *, shield: bool = True) -> Breakdown:
    """AURA-DEF-6: half dexterity, shield, armour; GEAR-19 for plates that turn shots."""
    return world.derive(("ranged", unit, shield), lambda world: _ranged_evasion(world, unit, shield=shield), GEARED)


def _ranged_evasion(world: World, unit: int, *, shield: bool) -> Breakdown:
    body, sheet = world.get(unit, Body), sheet_of(world)
    lines = [add(halved(body, "dexterity"), "half dexterity", "AURA-DEF-6")]
    if shield:
        lines += _shield_guard(world, unit)
    for item in world.get(unit, Gear).worn:
        if sheet.armour[item].ranged_evasion:
            lines.append(add(sheet.armour[item].ranged_evasion, title_of(world, item), "AURA-GEAR-19"))
    return Breakdown("ranged_evasion", (*lines, *_armour_cost(world, unit)))


def fortitude(world: World, unit: int) -> Breakdown:
    """AURA-DEF-10."""
    body = world.get(unit, Body)
    return Breakdown(
        "fortitude",
        (
            add(_inherent(world, unit, 1), "inherent", "AURA-DEF-10"),
            add(body.level // 3, "level", "AURA-DEF-10"),
            add(halved(body, "constitution"), "half constitution", "AURA-DEF-10"),
            add(halved(body, "strength"), "half strength", "AURA-DEF-10"),
        ),
    )


def will(world: World, unit: int) -> Breakdown:
    """AURA-DEF-11."""
    body = world.get(unit, Body)
    return Breakdown(
        "will",
        (
            add(_inherent(world, unit, 2), "inherent", "AURA-DEF-11"),
            add(body.level // 3, "level", "AURA-DEF-11"),
            add(halved(body, "charisma"), "half charisma", "AURA-DEF-11"),
            add(halved(body, "wisdom"), "half wisdom", "AURA-DEF-11"),
        ),
    )


# Armour


def armour_rating(world: World, unit: int) -> Breakdown:
    """The worn set's rating with what is under it (AURA-GEAR-17), half of a broken one (GEAR-10)."""
    return world.derive(("ar", unit), lambda world: _armour_rating(world, unit), GEARED)


def _armour_rating(world: World, unit: int) -> Breakdown:
    sheet, broken = sheet_of(world), world.get(unit, Wear).broken
    lines = []
    for item in world.get(unit, Gear).worn:
        worn = sheet.armour[item]
        rating = worn.ar // 2 if item in broken else worn.ar
        rule = "AURA-GEAR-10" if item in broken else "AURA-ATK-9"
        if worn.ar:
            lines.append(add(rating, f"broken {worn.title.lower()}" if item in broken else worn.title.lower(), rule))
    return Breakdown("armour_rating", (*lines, *_style_lines(world, unit, "ar"), at_least(0, "AURA-ATK-9")))


def coverage(world: World, unit: int) -> int:
    """AURA-ATK-9: the outer set's coverage; under-armour has its own when worn alone."""
    sheet = sheet_of(world)
    worn = [sheet.armour[item] for item in world.get(unit, Gear).worn]
    outer = [each for each in worn if not each.under and each.ar] or worn
    return max((each.ac for each in outer), default=0)


# Movement and pools


def speed(world: World, unit: int) -> Breakdown:
    """AURA-MOVE-18: heavy armour slows (GEAR-16), Slowed halves and rounds up (COND-14)."""
    return world.derive(("speed", unit), lambda world: _speed(world, unit), GEARED)


def _speed(world: World, unit: int) -> Breakdown:
    lines = [add(world.get(unit, Body).speed, "speed", "AURA-MOVE-18")]
    if any(sheet_of(world).armour[item].heavy for item in world.get(unit, Gear).worn):
        lines.append(add(-1, "heavy armour", "AURA-GEAR-16"))
    if slowed(world, unit):
        total = Breakdown("speed", tuple(lines)).total
        lines.append(add(-(total // 2), "slowed", "AURA-COND-14"))
    return Breakdown("speed", tuple(lines))


def slowed(world: World, unit: int) -> bool:
    """AURA-COND-14, and 17 for whoever holds somebody; an ability may ignore it for the Round (COND-4)."""
    items = world.get(unit, Conditions)
    return "restraining" in items or ("slowed" in items and "ignoring" not in items)


def weakness_of_arms(world: World, unit: int) -> tuple[list[Modifier], list[Modifier]]:
    """AURA-GEAR-15: Agility and Energy that weak bearers lose by shield and armour."""
    sheet, numbers = sheet_of(world), sheet_of(world).main.numbers
    strength = world.get(unit, Body).scores[0]
    gear, agility, energy = world.get(unit, Gear), list[Modifier](), list[Modifier]()
    shields = [sheet.shields[item] for item in gear.held if item in sheet.shields]
    suits = [sheet.armour[item] for item in gear.worn if not sheet.armour[item].natural and sheet.armour[item].ar]
    things: list[Shield | Armour] = [*shields, *suits]
    for thing in things:
        if strength < numbers.weak and not thing.light:
            agility.append(add(-1, f"too weak for {thing.title.lower()}", "AURA-GEAR-15"))
        if strength < numbers.too_weak and thing.heavy:
            energy.append(add(-1, f"too weak for {thing.title.lower()}", "AURA-GEAR-15"))
    return agility, energy


def agility_maximum(world: World, unit: int) -> Breakdown:
    """AURA-ECON-12."""
    sheet, body, gear = sheet_of(world), world.get(unit, Body), world.get(unit, Gear)
    lines = [
        add(sheet.main.numbers.agility, "base", "AURA-ECON-12"),
        add(lookup(sheet.main.agility_extra, body.leg), "leg strength", "AURA-ECON-12"),
    ]
    shields = [sheet.shields[item] for item in gear.held if item in sheet.shields]
    things: list[Shield | Armour] = [*shields, *(sheet.armour[item] for item in gear.worn)]
    for thing in things:
        if thing.agility:
            lines.append(add(-thing.agility, thing.title.lower(), "AURA-ECON-12"))
        if thing.mpr > body.mpl:
            lines.append(add(body.mpl - thing.mpr, f"{thing.title.lower()}: not proficient", "AURA-MPL-4"))
    lines += [*weakness_of_arms(world, unit)[0], *_style_lines(world, unit, "agility")]
    return Breakdown("agility_maximum", (*(line for line in lines if line.value), at_least(0, "AURA-ECON-12")))


def energy_grant(world: World, unit: int) -> Breakdown:
    """AURA-ECON-1 and 4: what the Round's start gives."""
    sheet, stamina = sheet_of(world), world.get(unit, Pools)["stamina"]
    lines = [add(min(stamina, sheet.main.numbers.energy), "stamina", "AURA-ECON-1")]
    if holds(world, unit, "exhausted"):
        lines.append(add(-sheet.main.numbers.exhausted, "exhausted", "AURA-COND-10"))
    for item in world.get(unit, Gear).worn:
        if sheet.armour[item].energy:
            lines.append(add(-sheet.armour[item].energy, title_of(world, item), "AURA-ECON-4"))
    lines += weakness_of_arms(world, unit)[1]
    return Breakdown("energy_grant", (*lines, at_least(0, "AURA-ECON-4")))


def aura_modifier(body: Body) -> int:
    """AURA-POOL-4: all abilities but dexterity."""
    return sum(score - 10 for at, score in enumerate(body.scores) if SCORES[at] != "dexterity")


def aura_strength(sheet: AuraSheet, body: Body, factor: str, scale: float) -> int:
    """AURA-POOL-3, by the settings `aura_factor` and `aura_scale`."""
    thirds = 4 if factor == "four_thirds" else 3 + body.level
    strength = sheet.main.numbers.aura + aura_modifier(body) * thirds // 3
    return max(0, floor(strength * scale))


def surges_maximum(sheet: AuraSheet, body: Body) -> int:
    """AURA-POOL-7."""
    return max(0, sheet.main.numbers.surges + halved(body, "constitution"))


def recovery_value(body: Body) -> int:
    """AURA-POOL-8."""
    return max(1, aura_modifier(body))


# Reach and shots


def reach_of(world: World, unit: int, item: str) -> int:
    """AURA-GEAR-1 and SIZE-2: metres up to which a weapon strikes."""
    found = weapon(world, item)
    return max(0, found.reach + sheet_of(world).main.sizes[world.get(unit, Body).size].reach + 1)


def longest_reach(world: World, unit: int) -> int:
    """AURA-SWIFT-4: the longest reach at hand, at least that of the body itself."""
    return world.derive(("longest", unit), lambda world: _longest_reach(world, unit), GEARED)


def _longest_reach(world: World, unit: int) -> int:
    items = ["unarmed", *melee_weapons(world, unit)]
    return max(reach_of(world, unit, item) for item in items)


def miss_modifier(world: World, unit: int, item: str, *, thrown: bool = False) -> Breakdown:
    """AURA-RNG-4: 8 − accuracy − half dexterity; a thrown weapon's accuracy is its Attack Value bonus (THROW-2, 3)."""
    body, found = world.get(unit, Body), weapon(world, item)
    lines = [add(sheet_of(world).main.numbers.miss, "base", "AURA-RNG-4")]
    accuracy, rule = found.accuracy, "AURA-RNG-4"
    if thrown and found.range is None:
        accuracy, rule = (found.av, "AURA-THROW-2") if found.thrown else (0, "AURA-THROW-3")
    if accuracy:
        lines.append(add(-accuracy, title_of(world, item), rule))
    lines.append(add(-halved(body, "dexterity"), "half dexterity", "AURA-RNG-4"))
    lines += [Modifier(-line.value, line.label, line.rule) for line in _style_lines(world, unit, "accuracy")]
    return Breakdown("miss_modifier", tuple(lines))


def draw_row(world: World, unit: int, item: str) -> int:
    """AURA-DRAW-1 and 3: which row of the table the unit's arms and training allow."""
    sheet, body, found = sheet_of(world), world.get(unit, Body), weapon(world, item)
    arm = body.arm + (sheet.main.numbers.crossbow_arm if found.crossbow and found.two_handed else 0)
    level = body.mpl if house(world).draw_limit == "mpl" else found.mpr
    limit = 40 if level <= 2 else 45 if level <= 4 else 50
    if item == "hand_crossbow":
        limit = 35
    best = 0
    for number, row in enumerate(sheet.main.draw_weight):
        fits = item in row.only if row.only else row.kg <= limit
        if arm >= row.arm and fits:
            best = number
    return best


def range_of(world: World, unit: int, item: str, *, thrown: bool = False) -> Trio:
    """AURA-RNG-11, DRAW-2, THROW-2 to 4: advantage up to, disadvantage beyond, and the farthest aimed shot."""
    sheet, body, found = sheet_of(world), world.get(unit, Body), weapon(world, item)
    if found.range is not None:
        extra: Trio = sheet.main.draw_weight[draw_row(world, unit, item)].range if found.draw else (0, 0, 0)
        base = found.range
        if found.thrown:
            extra = lookup(sheet.main.throw_extra, body.arm)
    else:
        throws = sheet.main.throw_range
        own = found.thrown if not isinstance(found.thrown, bool) else None
        base = own or (throws.light if found.light else throws.heavy if found.heavy else throws.other)
        extra = lookup(sheet.main.throw_extra, body.arm)
    return max(0, base[0] + extra[0]), max(0, base[1] + extra[1]), max(0, base[2] + extra[2])


def shot_energy(world: World, unit: int, item: str) -> int:
    """AURA-RNG-1 and MPL-3."""
    return house(world).ranged_attack_energy + (0 if proficient(world, unit, weapon(world, item).mpr) else 1)


def initiative_dice(world: World, unit: int) -> tuple[int, ...]:
    """AURA-INIT-11."""
    dice: tuple[int, ...] = lookup(sheet_of(world).main.initiative_dice, world.get(unit, Body).initiative)
    return dice


def spell_bonus(world: World, unit: int, spell: str) -> int:
    """Half intelligence, keyword bonuses up to 5, a third of the level."""
    body = world.get(unit, Body)
    return halved(body, "intelligence") + min(5, dict(body.spells).get(spell, 0)) + body.level // 3


def size_index(world: World, unit: int) -> int:
    """AURA-SIZE-1: a unit's place among the sizes."""
    return SIZES.index(world.get(unit, Body).size)


def name_of(world: World, unit: int) -> str:
    """The unit's name."""
    return world.get(unit, Unit).name


def may_spend_stamina(world: World, unit: int) -> bool:
    """AURA-ECON-15."""
    items = world.get(unit, Conditions)
    return "shaken" not in items and "exhausted" not in items


def substitutes_left(world: World, unit: int) -> int:
    """AURA-ECON-5: Stamina points that may still stand for Energy in this Round."""
    return 0 if not may_spend_stamina(world, unit) else max(0, 1 - world.get(unit, Spent).substitutes)
