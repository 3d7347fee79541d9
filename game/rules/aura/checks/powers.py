"""A unit's defences and armour, its Speed, Energy, Agility and Aura, each number with its lines."""

from __future__ import annotations

from math import floor

from game.kernel.components import Conditions, Gear, Pools
from game.kernel.ecs import World, derived_of
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.aura.checks.numbers import halved, proficient, style_lines
from game.rules.aura.gear import in_both_hands, melee_weapons, shield_of, title_of, weapon
from game.rules.aura.sheet.entries import SCORES, Armour, Shield
from game.rules.aura.sheet.load import AuraSheet, lookup, sheet_of
from game.rules.aura.state import ARMED, BUILT, Body, Wear
from game.systems.conditions import holds


def _inherent(world: World, unit: int, at: int) -> int:
    body, main = world.get(unit, Body), sheet_of(world).main
    if body.inherent is not None:
        return body.inherent[at]
    return (main.sizes[body.size].evasion, main.numbers.fortitude, main.numbers.will)[at]


def _armour_cost(world: World, unit: int) -> list[Modifier]:
    """The armour's penalty, and what it costs those not trained for it (AURA-MPL-4)."""
    mpl = world.get(unit, Body).mpl
    lines: list[Modifier] = []
    for worn in worn_by(world, unit):
        cost, title, missing = worn.evasion_cost, worn.title.lower(), worn.mpr - mpl
        unfit = (missing > 0, -missing, f"{title}: not proficient", "AURA-MPL-4")
        lines += counting((cost, -cost, title, "AURA-DEF-4"), unfit)
    return lines


def worn_by(world: World, unit: int) -> list[Armour]:
    """The suits that a unit wears."""
    return [sheet_of(world).armour[item] for item in world.get(unit, Gear).worn]


@derived_of(ARMED)
def unarmed_evasion(world: World, unit: int) -> Breakdown:
    """AURA-DEF-7: what is left where neither weapon nor shield helps."""
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

    def compute(world: World) -> Breakdown:
        warded = _shield_guard(world, unit, heavy=heavy) if shield else []
        bare, armed = unarmed_evasion(world, unit).parts, _weapon_guard(world, unit, heavy=heavy)
        return Breakdown("evasion", (*bare, *armed, *warded))

    return world.derive_of(unit, ARMED, ("evasion", heavy, shield), compute)


def _weapon_guard(world: World, unit: int, *, heavy: bool) -> list[Modifier]:
    """AURA-GEAR-3: the best weapon's bonus and those of light ones beside it."""
    known = melee_weapons(world, unit)
    lines: list[Modifier] = []
    held = [(item, weapon(world, item)) for item in world.get(unit, Gear).held if item in known]  # of a kind, too
    found = [(item, each, each.evasion + in_both_hands(world, unit, item)) for item, each in held]
    strong = sorted((row for row in found if not row[1].light), key=lambda row: -row[2])[:1]
    light = [] if heavy else [row for row in found if row[1].light]
    for item, each, bonus in (*strong, *light):
        title, clumsy = title_of(world, item), not proficient(world, unit, each.mpr)
        unfit = (clumsy, -1, f"{title}: not proficient", "AURA-MPL-2")
        lines += counting((bonus, bonus, title, "AURA-GEAR-3"), unfit)
    return lines


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

    def compute(world: World) -> Breakdown:
        lines = [add(halved(world.get(unit, Body), "dexterity"), "half dexterity", "AURA-DEF-6")]
        lines += _shield_guard(world, unit) if shield else []
        for worn in worn_by(world, unit):
            lines += counting((worn.ranged_evasion, worn.ranged_evasion, worn.title.lower(), "AURA-GEAR-19"))
        return Breakdown("ranged_evasion", (*lines, *_armour_cost(world, unit)))

    return world.derive_of(unit, ARMED, ("ranged", shield), compute)


def fortitude(world: World, unit: int) -> Breakdown:
    """AURA-DEF-10."""
    return _resisting(world, unit, "fortitude", 1, ("constitution", "strength"), "AURA-DEF-10")


def will(world: World, unit: int) -> Breakdown:
    """AURA-DEF-11."""
    return _resisting(world, unit, "will", 2, ("charisma", "wisdom"), "AURA-DEF-11")


def _resisting(world: World, unit: int, what: str, at: int, scores: tuple[str, str], rule: str) -> Breakdown:
    body, inherent = world.get(unit, Body), add(_inherent(world, unit, at), "inherent", rule)
    halves = (add(halved(body, score), f"half {score}", rule) for score in scores)
    return Breakdown(what, (inherent, add(body.level // 3, "level", rule), *halves))


@derived_of(ARMED)
def armour_rating(world: World, unit: int) -> Breakdown:
    """The worn set's rating with what is under it (AURA-GEAR-17), half of a broken one (GEAR-10)."""
    sheet, broken, lines = sheet_of(world), world.get(unit, Wear).broken, []
    for item in world.get(unit, Gear).worn:
        worn = sheet.armour[item]
        if item in broken:
            lines.append(add(worn.ar // 2, f"broken {worn.title.lower()}", "AURA-GEAR-10"))
        elif worn.ar:
            lines.append(add(worn.ar, worn.title.lower(), "AURA-ATK-9"))
    return Breakdown("armour_rating", (*lines, *style_lines(world, unit, "ar"), at_least(0, "AURA-ATK-9")))


@derived_of(ARMED)
def coverage(world: World, unit: int) -> Breakdown:
    """AURA-ATK-9, GEAR-17 and 18: rolls below it strike the outer suit; under-armour has its own when worn alone."""
    worn = worn_by(world, unit)
    outer = [each for each in worn if not each.under and each.ar] or worn
    suits = sorted(outer, key=lambda each: -each.ac)[:1]
    return Breakdown("armour_coverage", tuple(add(suit.ac, suit.title.lower(), "AURA-ATK-9") for suit in suits))


HOUR = 60  # minutes


@derived_of(BUILT)
def speed(world: World, unit: int) -> Breakdown:
    """AURA-MOVE-18: heavy armour slows (GEAR-16), Slowed halves and rounds up (COND-14)."""
    lines = [add(world.get(unit, Body).speed, "speed", "AURA-MOVE-18")]
    lines += counting((any(worn.heavy for worn in worn_by(world, unit)), -1, "heavy armour", "AURA-GEAR-16"))
    if slowed(world, unit):
        lines.append(add(-(sum(line.value for line in lines) // 2), "slowed", "AURA-COND-14"))
    return Breakdown("speed", tuple(lines))


@derived_of(BUILT)
def speed_metres(world: World, unit: int) -> int:
    """AURA-MOVE-18: the Speed in metres."""
    return speed(world, unit).total


def slowed(world: World, unit: int) -> bool:
    """AURA-COND-14, and 17 for whoever holds somebody; an ability may ignore it for the Round (COND-4)."""
    items = world.get(unit, Conditions)
    return "restraining" in items or ("slowed" in items and "ignoring" not in items)


def weakness_of_arms(world: World, unit: int) -> tuple[list[Modifier], list[Modifier]]:
    """AURA-GEAR-15: Agility and Energy that weak bearers lose by shield and armour."""
    sheet, numbers = sheet_of(world), sheet_of(world).main.numbers
    strength = world.get(unit, Body).scores[0]
    gear = world.get(unit, Gear)
    agility: list[Modifier] = []
    energy: list[Modifier] = []
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
        lines.append(add(-thing.agility, thing.title.lower(), "AURA-ECON-12"))
        lines.append(add(min(0, body.mpl - thing.mpr), f"{thing.title.lower()}: not proficient", "AURA-MPL-4"))
    lines += [*weakness_of_arms(world, unit)[0], *style_lines(world, unit, "agility")]
    return Breakdown("agility_maximum", (*(line for line in lines if line.value), at_least(0, "AURA-ECON-12")))


def energy_grant(world: World, unit: int) -> Breakdown:
    """AURA-ECON-1 and 4: what the Round's start gives."""
    sheet, stamina = sheet_of(world), world.get(unit, Pools)["stamina"]
    lines = [add(min(stamina, sheet.main.numbers.energy), "stamina", "AURA-ECON-1")]
    lines += counting((holds(world, unit, "exhausted"), -sheet.main.numbers.exhausted, "exhausted", "AURA-COND-10"))
    for worn in worn_by(world, unit):
        lines += counting((worn.energy, -worn.energy, worn.title.lower(), "AURA-ECON-4"))
    lines += weakness_of_arms(world, unit)[1]
    return Breakdown("energy_grant", (*lines, at_least(0, "AURA-ECON-4")))


def aura_modifier(body: Body) -> Breakdown:
    """AURA-POOL-4: all abilities but dexterity."""
    lines = (add(score - 10, name, "AURA-POOL-4") for name, score in zip(SCORES, body.scores, strict=True))
    return Breakdown("aura_modifier", tuple(line for line in lines if line.value and line.label != "dexterity"))


def aura_strength(sheet: AuraSheet, body: Body, factor: str, scale: float) -> Breakdown:
    """AURA-POOL-3: the most Aura of a body, by its Aura Modifier and the settings `aura_factor` and `aura_scale`."""
    thirds = 4 if factor == "four_thirds" else 3 + body.level
    lines = [
        add(sheet.main.numbers.aura, "base", "AURA-POOL-3"),
        add(aura_modifier(body).total * thirds // 3, f"Aura Modifier × {thirds}/3", "AURA-POOL-3"),
    ]
    whole = sum(line.value for line in lines)
    if scale != 1:
        lines.append(add(floor(whole * scale) - whole, f"quick play: × {scale:g}", "AURA-POOL-3"))
    return Breakdown("aura_strength", (*lines, at_least(0, "AURA-POOL-1")))


def stamina_maximum(sheet: AuraSheet, body: Body, worn: tuple[str, ...], minutes: int) -> Breakdown:
    """AURA-ECON-7, and REST-12: less for each full hour in armour that is not light, but not below five by that."""
    numbers, most = sheet.main.numbers, body.scores[SCORES.index("constitution")]
    suits = (sheet.armour[item] for item in worn)
    hard = (suit for suit in suits if suit.ar and not suit.natural and not suit.light)
    hourly = max((numbers.fatigue_heavy if suit.heavy else numbers.fatigue for suit in hard), default=0)
    lost = min(hourly * (minutes // HOUR), max(0, most - numbers.fatigue_least))
    tired = counting((lost, -lost, "hours in armour", "AURA-REST-12"))
    return Breakdown("stamina_maximum", (add(most, "constitution", "AURA-ECON-7"), *tired))


def surges_maximum(sheet: AuraSheet, body: Body) -> int:
    """AURA-POOL-7."""
    return max(0, sheet.main.numbers.surges + halved(body, "constitution"))


def recovery_value(body: Body) -> Breakdown:
    """AURA-POOL-8: what a Recovery Surge brings back."""
    line = add(aura_modifier(body).total, "Aura Modifier", "AURA-POOL-8")
    return Breakdown("recovery_value", (line, at_least(1, "AURA-POOL-8")))
