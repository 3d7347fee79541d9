"""A unit's numbers, each with its lines: abilities, gear, styles and conditions added up."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.components import Conditions, Side, Unit
from game.kernel.ecs import World, derived_of
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.aura.gear import draw_row, in_both_hands, melee_weapons, shield_of, shooters, title_of, weapon
from game.rules.aura.house import house
from game.rules.aura.sheet.entries import SCORES, SIZES, Style, Trio
from game.rules.aura.sheet.load import lookup, sheet_of
from game.rules.aura.state import ARMED, Body
from game.systems.field import board_of, cells_of, standing

_SIZES = {size: place for place, size in enumerate(SIZES)}


def modifier(body: Body, score: str) -> int:
    """AURA-GEN-4: an ability's modifier."""
    return body.scores[SCORES.index(score)] - 10


def halved(body: Body, score: str) -> int:
    """AURA-GEN-4: half an ability's modifier, rounded down (AURA-GEN-1)."""
    return modifier(body, score) // 2


def damage_dice(world: World, unit: int, item: str, *, thrown: bool = False) -> str:
    """The weapon's dice, those for two hands where it is so held."""
    found = weapon(world, item)
    return found.two_hands if found.two_hands and not thrown and in_both_hands(world, unit, item) else found.damage


def proficient(world: World, unit: int, mpr: int) -> bool:
    """AURA-MPL-1."""
    return world.get(unit, Body).mpl >= mpr


def has(world: World, unit: int, ability: str) -> bool:
    """Whether a unit has an ability."""
    return ability in world.get(unit, Body).abilities


def _works(world: World, unit: int, style: Style, item: str) -> bool:
    weapons = [weapon(world, each) for each in ((item,) if item else melee_weapons(world, unit))]
    match style.needs:
        case "reach_2":
            return any(each.reach >= 2 for each in weapons)
        case "light_shield":
            shield = shield_of(world, unit)
            return shield is not None and shield[1].light
        case "heavy_weapon":
            return any(each.heavy for each in weapons)
        case "ranged_weapon":
            return item in shooters(world, unit) if item else bool(shooters(world, unit))
        case _:
            return True


def style_lines(world: World, unit: int, field: str, item: str = "") -> list[Modifier]:
    """AURA-MPL-6: what Combat Styles add to a number that work with what is in hand, or with one weapon used."""
    styles = (sheet_of(world).styles[name] for name in world.get(unit, Body).styles)
    found = ((style, getattr(style, field)) for style in styles)
    fit = ((style, value) for style, value in found if value and _works(world, unit, style, item))
    return [add(value, style.title.lower(), "AURA-MPL-6") for style, value in fit]


def style_sum(world: World, unit: int, field: str, item: str = "") -> int:
    """What the unit's styles add to a number."""
    return sum(line.value for line in style_lines(world, unit, field, item))


def _both(world: World, unit: int, what: str) -> Breakdown:
    """AURA-ATK-3 and 4: a third of strength and dexterity, with other abilities that effects add, each once."""
    body, sheet = world.get(unit, Body), sheet_of(world)
    adds = {sheet.abilities[name].adds for name in body.abilities if what in sheet.abilities[name].to}
    rows = [("strength", "AURA-ATK-3"), ("dexterity", "AURA-ATK-3")]
    rows += [(score, "AURA-ATK-4") for score in SCORES if score in adds]
    lines = [add(modifier(body, score), score, rule) for score, rule in rows]
    opportunist = what == "masdb" and "opportunist_strike" in body.abilities
    less = counting((opportunist, -1, "opportunist strike", "AURA-ATK-7"))
    third = Modifier(3, "a third", "AURA-ATK-3", "divide")
    return Breakdown(what, (*lines, third, *less, *style_lines(world, unit, what)))


@derived_of(ARMED)
def melee_attack_bonus(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee Attack Values."""
    return _both(world, unit, "masab")


@derived_of(ARMED)
def melee_damage_bonus(world: World, unit: int) -> Breakdown:
    """AURA-ATK-3: what scores add to melee damage."""
    return _both(world, unit, "masdb")


def attack_value(world: World, unit: int, item: str) -> Breakdown:
    """AURA-ATK-2 and UNARM-3: 15 + MASAB + the weapon's bonus."""

    def compute(world: World) -> Breakdown:
        found, rule = weapon(world, item), "AURA-UNARM-3" if item == "unarmed" else "AURA-ATK-2"
        lines = counting(
            (True, sheet_of(world).main.numbers.av, "base", rule),
            (True, melee_attack_bonus(world, unit).total, "MASAB", "AURA-ATK-3"),
            (found.av, found.av, title_of(world, item), rule),
            (not proficient(world, unit, found.mpr), -1, "not proficient", "AURA-MPL-2"),
        )
        return Breakdown("attack_value", (*lines, *style_lines(world, unit, "melee_av", item)))

    return world.derive_of(unit, ARMED, ("av", item), compute)


def reach_of(world: World, unit: int, item: str) -> int:
    """AURA-GEAR-1 and SIZE-2: metres up to which a weapon strikes."""
    return weapon(world, item).reach + 1 + sheet_of(world).main.sizes[world.get(unit, Body).size].reach


def reach_lines(world: World, unit: int, item: str) -> Breakdown:
    """AURA-GEAR-1 and SIZE-2: a weapon's reach, one metre more, and what the size adds or takes."""
    size, label = world.get(unit, Body).size, "unarmed" if item == "unarmed" else title_of(world, item)
    more = sheet_of(world).main.sizes[size].reach
    lines = counting(
        (True, weapon(world, item).reach, label, "AURA-GEAR-1"),
        (True, 1, "beside it", "AURA-GEAR-1"),
        (more, more, f"{size} size", "AURA-SIZE-2"),
    )
    return Breakdown("reach_metres", tuple(lines))


@derived_of(ARMED)
def longest_reach(world: World, unit: int) -> int:
    """AURA-SWIFT-4: the longest reach at hand, at least that of the body itself."""
    return max(reach_of(world, unit, item) for item in ("unarmed", *melee_weapons(world, unit)))


def reached(world: World, unit: int) -> CellSet:
    """AURA-SWIFT-4: the cells in its longest reach, its own among them; none off the board or unconscious."""
    if unit not in standing(world):
        return 0
    return board_of(world).grid.within(cells_of(world, unit), longest_reach(world, unit), "chebyshev")


def miss_modifier(world: World, unit: int, item: str, *, thrown: bool = False) -> Breakdown:
    """AURA-RNG-4: 8 − accuracy − half dexterity; a thrown weapon's accuracy is its Attack Value bonus (THROW-2, 3)."""
    found = weapon(world, item)
    accuracy, rule = found.accuracy, "AURA-RNG-4"
    if thrown and found.range is None:
        accuracy, rule = (found.av, "AURA-THROW-2") if found.thrown else (0, "AURA-THROW-3")
    lines = counting(
        (True, sheet_of(world).main.numbers.miss, "base", "AURA-RNG-4"),
        (accuracy, -accuracy, title_of(world, item), rule),
        (True, -halved(world.get(unit, Body), "dexterity"), "half dexterity", "AURA-RNG-4"),
    )
    styles = (add(-line.value, line.label, line.rule) for line in style_lines(world, unit, "accuracy", item))
    return Breakdown("miss_modifier", (*lines, *styles))


def range_of(world: World, unit: int, item: str) -> Trio:
    """AURA-RNG-11, DRAW-2, THROW-2 to 4: advantage up to, disadvantage beyond, and the farthest aimed shot."""
    near, beyond, most = range_lines(world, unit, item)
    return near.total, beyond.total, most.total


def range_lines(world: World, unit: int, item: str) -> tuple[Breakdown, ...]:
    """The three metres of a range, each with what draw weight or a strong arm adds."""

    def compute(world: World) -> tuple[Breakdown, ...]:
        main, found, why = sheet_of(world).main, weapon(world, item), "AURA-RNG-11"
        throws, base = main.throw_range, found.range
        if base is None and isinstance(found.thrown, tuple):
            base, why = found.thrown, "AURA-THROW-2"
        elif base is None:
            base, why = throws.light if found.light else throws.heavy if found.heavy else throws.other, "AURA-THROW-3"
        extra: Trio = lookup(main.throw_extra, world.get(unit, Body).arm)
        label, rule = "arm strength", "AURA-THROW-4"
        if found.draw:
            extra, label, rule = draw_row(world, unit, item).range, "draw weight", "AURA-DRAW-2"
        return tuple(
            Breakdown(what, (add(metres, title_of(world, item), why), *counting((more, more, label, rule))))
            for what, metres, more in zip(("range_near", "range_far", "range_most"), base, extra, strict=True)
        )

    return world.derive_of(unit, ARMED, ("range", item), compute)


def shot_price(world: World, unit: int, item: str) -> Breakdown:
    """AURA-RNG-1 and MPL-3: Energy for a shot or throw."""
    unfit = counting((not proficient(world, unit, weapon(world, item).mpr), 1, "not proficient", "AURA-MPL-3"))
    return Breakdown("energy_cost", (add(house(world).ranged_attack_energy, "ranged attack", "AURA-RNG-1"), *unfit))


def initiative_dice(world: World, unit: int) -> tuple[int, ...]:
    """AURA-INIT-11."""
    dice: tuple[int, ...] = lookup(sheet_of(world).main.initiative_dice, world.get(unit, Body).initiative)
    return dice


def spell_bonus(world: World, unit: int, spell: str) -> Breakdown:
    """AURA-MAGIC-2 and HOUSE-20: half intelligence, keyword bonuses up to 5, a third of the level."""
    body = world.get(unit, Body)
    lines = (
        add(halved(body, "intelligence"), "half intelligence", "AURA-HOUSE-20"),
        add(min(5, dict(body.spells)[spell]), "keywords", "AURA-MAGIC-2"),
        add(body.level // 3, "level", "AURA-MAGIC-2"),
    )
    return Breakdown("spell_bonus", tuple(line for line in lines if line.value))


def size_index(world: World, unit: int) -> int:
    """AURA-SIZE-1: a unit's place among the sizes."""
    return _SIZES[world.get(unit, Body).size]


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
