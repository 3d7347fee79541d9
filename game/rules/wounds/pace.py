"""How fast a unit is, the yards it has bought and used, how far its AP would take it: the only writer of `Going`.
WOUNDS-MOVE-1 to 5."""

from __future__ import annotations

from typing import Any

from game.grid.grid import CellSet
from game.kernel.components import Down, Position, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.wounds.budget import exhausted
from game.rules.wounds.position.ground import mode_of
from game.rules.wounds.position.space import reachable, stops
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Going, body, immobile, pool
from game.systems.conditions import holds


def rate(world: World, unit: int) -> Breakdown:
    """WOUNDS-MOVE-1 and 5: yards for 4 AP as the unit is now."""
    # The ground counts for those alone that move in several ways.
    mode = mode_of(world, unit) if body(world, unit).modes else ""
    return world.derive_own(unit, ("rate", mode), _rate, unit, mode)


def _rate(world: World, unit: int, mode: str) -> Breakdown:
    own, sheet = body(world, unit), sheet_of(world)
    armour = sheet.armour[own.armour]
    modes = own.modes
    if mode in modes:
        lines = [add(modes[mode], mode, "WOUNDS-MOVE-5")]
    elif own.rate is not None:
        lines = [add(own.rate, "own rate", "WOUNDS-MOVE-5")]
    else:
        strength = own.attribute("Str") + own.size + own.rank("Athletics")
        lines = [add(max(0, 8 + (strength + 1) // 4), "Str + Size + athletics", "WOUNDS-MOVE-1")]
    if armour.rate:
        lines.append(add(armour.rate, armour.title.lower(), "WOUNDS-HD-11"))
    if holds(world, unit, "wind_step"):
        lines.append(add(2, "wind step", "WOUNDS-ACT-19"))
    if exhausted(world, unit):
        lines.append(Modifier(2, "exhausted", "WOUNDS-HD-23", "divide"))
    if holds(world, unit, "hobbled"):
        lines.append(Modifier(2, "hobbled", "WOUNDS-HD-28", "divide"))
    if holds(world, unit, "dashing"):
        lines.append(Modifier(2, "dash", "WOUNDS-ACT-17", "times"))
    if again := world.get(unit, Going).bonus:
        lines.append(add(again, "dash again", "WOUNDS-ACT-18"))
    return Breakdown("rate", (*lines, at_least(0, "WOUNDS-MOVE-1")))


def yards_left(world: World, unit: int) -> int:
    """WOUNDS-MOVE-3: yards of this round's pool that are not used yet."""
    now = world.get(unit, Going)
    return now.quarters // 4 - now.used


def affordable(world: World, unit: int, ap: int) -> int:
    """Yards that the unit could go if it turned so many AP into movement (WOUNDS-MOVE-2, 4)."""
    now = world.get(unit, Going)
    return (now.quarters + ap * rate(world, unit).total) // 4 - now.used


def ap_for(world: World, unit: int, yards: int) -> int:
    """The fewest AP that bring so many yards; quarter-yards count, so that splitting neither loses nor gains."""
    return missing_ap(world.get(unit, Going), rate(world, unit).total, yards)


def missing_ap(now: Going, speed: int, yards: int) -> int:
    """The same at that speed."""
    missing = 4 * (yards + now.used) - now.quarters
    if missing <= 0:
        return 0
    return -(-missing // speed) if speed else 10**6


def purse(world: World, unit: int, rider: int | None = None) -> int:
    """AP that can go into movement: a rider pays as much as its mount (WOUNDS-MOUNT-5)."""
    own = pool(world, unit, "ap")
    return own if rider is None else min(own, pool(world, rider, "ap"))


def movable(world: World, unit: int) -> bool:
    """Whether the unit may move at all (WOUNDS-COND-9, 10)."""
    return not immobile(world, unit) and not world.has(unit, Down)


def destinations(world: World, unit: int, budget: int) -> CellSet:
    """Anchors the unit may end at with that many yards, its own left out."""
    if budget <= 0 or not movable(world, unit):
        return 0
    here = world.get(unit, Position).cell
    return reachable(world, unit, budget).everywhere & stops(world, unit) & ~(1 << here)


def add_to_pace(world: World, unit: int, **more: int) -> None:
    """Add to some of the numbers of this round's movement."""
    now = world.get(unit, Going)
    world.put(unit, changed(now, **{name: getattr(now, name) + value for name, value in more.items()}))


def set_pace(world: World, unit: int, **fields: Any) -> None:
    """Set some of them."""
    world.put(unit, changed(world.get(unit, Going), **fields))


def buy(world: World, unit: int, ap: int) -> None:
    """Turn AP, paid elsewhere, into movement."""
    add_to_pace(world, unit, quarters=ap * rate(world, unit).total)


def leap(world: World, unit: int, yards: int, diagonals: int = 0) -> None:
    """WOUNDS-JUMP-6: the yards of a jump, after which there is no run-up."""
    add_to_pace(world, unit, used=yards, run=-world.get(unit, Going).run, diagonals=diagonals)


def lose_yards(world: World, unit: int, yards: int) -> None:
    """Yards that are gone without a step, as far as there are any."""
    add_to_pace(world, unit, used=min(yards, yards_left(world, unit)))


def start_round(world: World) -> None:
    """Nothing is bought or used yet."""
    for unit, _ in world.each(Going):
        world.put(unit, Going())
