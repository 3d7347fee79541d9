"""A unit's numbers, each with its lines: abilities, gear, styles and conditions added up."""

from __future__ import annotations

from game.components import Conditions, Gear, Side, Unit
from game.ecs import World
from game.numbers import Breakdown, Modifier, add
from game.rules.aura.entries import SCORES, SIZES, Shield, Style, Trio, Weapon
from game.rules.aura.sheet import AuraSheet, house, lookup, sheet_of
from game.rules.aura.state import Body, Spent, Wear

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


def style_lines(world: World, unit: int, field: str) -> list[Modifier]:
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
    return Breakdown(what, (*lines, *style_lines(world, unit, what)))


def masab(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee Attack Values."""
    return world.derive_own(unit, "masab", lambda world: _both(world, unit, "masab"))


def masdb(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee damage."""
    return world.derive_own(unit, "masdb", lambda world: _both(world, unit, "masdb"))


def attack_value(world: World, unit: int, item: str) -> Breakdown:
    """AURA-ATK-2 and UNARM-3: 15 + MASAB + the weapon's bonus."""
    return world.derive_own(unit, ("av", item), lambda world: _attack_value(world, unit, item))


def _attack_value(world: World, unit: int, item: str) -> Breakdown:
    found = weapon(world, item)
    rule = "AURA-UNARM-3" if item == "unarmed" else "AURA-ATK-2"
    lines = [add(sheet_of(world).main.numbers.av, "base", rule), add(masab(world, unit).total, "MASAB", "AURA-ATK-3")]
    if found.av:
        lines.append(add(found.av, title_of(world, item), rule))
    if not proficient(world, unit, found.mpr):
        lines.append(add(-1, "not proficient", "AURA-MPL-2"))
    return Breakdown("attack_value", (*lines, *style_lines(world, unit, "melee_av")))


# Reach and shots


def reach_of(world: World, unit: int, item: str) -> int:
    """AURA-GEAR-1 and SIZE-2: metres up to which a weapon strikes."""
    found = weapon(world, item)
    return max(0, found.reach + sheet_of(world).main.sizes[world.get(unit, Body).size].reach + 1)


def longest_reach(world: World, unit: int) -> int:
    """AURA-SWIFT-4: the longest reach at hand, at least that of the body itself."""
    return world.derive_own(unit, "longest", lambda world: _longest_reach(world, unit))


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
    lines += [Modifier(-line.value, line.label, line.rule) for line in style_lines(world, unit, "accuracy")]
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
    """The unit's name, with its side's letter and its number: "Soldier R1"."""
    entry = world.get(unit, Unit)
    side = world.get(entry.side, Side).name
    alike = [other for _, other in world.each(Side) if other.name[:1] == side[:1]]
    name = entry.name.rstrip("0123456789 ") or entry.name  # its number among its kind says less than that in its side
    return f"{name} {side[:1] if len(alike) == 1 else side + ' '}{entry.number}"


def may_spend_stamina(world: World, unit: int) -> bool:
    """AURA-ECON-15."""
    items = world.get(unit, Conditions)
    return "shaken" not in items and "exhausted" not in items


def substitutes_left(world: World, unit: int) -> int:
    """AURA-ECON-5: Stamina points that may still stand for Energy in this Round."""
    return 0 if not may_spend_stamina(world, unit) else max(0, 1 - world.get(unit, Spent).substitutes)
