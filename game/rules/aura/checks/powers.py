"""Speed, Energy, Agility and Aura of a unit, each number with its lines."""

from __future__ import annotations

from math import floor

from game.kernel.components import Conditions, Gear, Pools
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.aura.checks.guards import worn_by
from game.rules.aura.checks.numbers import halved, style_lines
from game.rules.aura.sheet.entries import SCORES, Armour, Shield
from game.rules.aura.sheet.load import AuraSheet, lookup, sheet_of
from game.rules.aura.state import Body
from game.systems.conditions import holds

HOUR = 60  # minutes


def speed(world: World, unit: int) -> Breakdown:
    """AURA-MOVE-18: heavy armour slows (GEAR-16), Slowed halves and rounds up (COND-14)."""
    return world.derive_own(unit, "speed", lambda world: _speed(world, unit))


def _speed(world: World, unit: int) -> Breakdown:
    lines = [add(world.get(unit, Body).speed, "speed", "AURA-MOVE-18")]
    lines += counting((any(worn.heavy for worn in worn_by(world, unit)), -1, "heavy armour", "AURA-GEAR-16"))
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


def aura_modifier(body: Body) -> int:
    """AURA-POOL-4: all abilities but dexterity."""
    return aura_lines(body).total


def aura_lines(body: Body) -> Breakdown:
    """AURA-POOL-4: the Aura Modifier, ability by ability."""
    lines = (add(score - 10, name, "AURA-POOL-4") for name, score in zip(SCORES, body.scores, strict=True))
    return Breakdown("aura_modifier", tuple(line for line in lines if line.value and line.label != "dexterity"))


def aura_strength(sheet: AuraSheet, body: Body, factor: str, scale: float) -> int:
    """AURA-POOL-3, by the settings `aura_factor` and `aura_scale`."""
    return strength_lines(sheet, body, factor, scale).total


def strength_lines(sheet: AuraSheet, body: Body, factor: str, scale: float) -> Breakdown:
    """AURA-POOL-3: the most Aura that a body has: 20, a multiple of its Aura Modifier, and the scenario's scale."""
    thirds = 4 if factor == "four_thirds" else 3 + body.level
    lines = [
        add(sheet.main.numbers.aura, "base", "AURA-POOL-3"),
        add(aura_modifier(body) * thirds // 3, f"Aura Modifier × {thirds}/3", "AURA-POOL-3"),
    ]
    whole = sum(line.value for line in lines)
    if scale != 1:
        lines.append(add(floor(whole * scale) - whole, f"quick play: × {scale:g}", "AURA-POOL-3"))
    return Breakdown("aura_strength", (*lines, at_least(0, "AURA-POOL-1")))


def stamina_maximum(sheet: AuraSheet, body: Body, worn: tuple[str, ...], minutes: int) -> Breakdown:
    """AURA-ECON-7, and REST-12: less for each full hour in armour that is not light, but not below five by that."""
    numbers, most = sheet.main.numbers, body.scores[SCORES.index("constitution")]
    suits = [sheet.armour[item] for item in worn if sheet.armour[item].ar and not sheet.armour[item].natural]
    hourly = max(
        (numbers.fatigue_heavy if suit.heavy else numbers.fatigue for suit in suits if not suit.light), default=0
    )
    lost = min(hourly * (minutes // HOUR), max(0, most - numbers.fatigue_least))
    lines = [add(most, "constitution", "AURA-ECON-7")]
    return Breakdown("stamina_maximum", (*lines, add(-lost, "hours in armour", "AURA-REST-12")) if lost else (*lines,))


def surges_maximum(sheet: AuraSheet, body: Body) -> int:
    """AURA-POOL-7."""
    return max(0, sheet.main.numbers.surges + halved(body, "constitution"))


def recovery_value(body: Body) -> int:
    """AURA-POOL-8."""
    return recovery_lines(body).total


def recovery_lines(body: Body) -> Breakdown:
    """AURA-POOL-8: what a Recovery Surge brings back."""
    return Breakdown(
        "recovery_value", (add(aura_modifier(body), "Aura Modifier", "AURA-POOL-8"), at_least(1, "AURA-POOL-8"))
    )
