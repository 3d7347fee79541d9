"""Conditions by poise's rules, and what units concentrate on: the only writer of `Concentration` and `Left`."""

from __future__ import annotations

from game.kernel.components import Condition
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Body, Breath, Concentration, Left, Submerged
from game.systems import conditions
from game.systems.conditions import lift
from game.systems.field import cells_of, team
from game.systems.movement import remove


def inflict(world: World, unit: int, condition: str, rule: str, source: int | None = None) -> None:
    """Put a condition on a unit; the same one does not stack (POISE-COND-12). It may drive out others (COND-14)."""
    entry = sheet_of(world).conditions[condition]
    if condition == "choking":
        if world.has(unit, Breath):
            world.emit(Blocked(unit, condition, "POISE-WATER-7"))
            return
        release(world, unit, "POISE-COND-15")
    # Whoever is under water chokes for as long as it stays there (POISE-WATER-6).
    lasts = condition == "choking" and world.has(unit, Submerged)
    until = _until(world, unit, source) if entry.temporary and not lasts else ""
    conditions.inflict(world, unit, Condition(condition, rule, source, until))
    for other in entry.removes:
        lift(world, unit, other, "POISE-COND-14")


def _until(world: World, unit: int, source: int | None) -> str:
    """POISE-COND-11; on legendary creatures an ally of the one who put it there must act as well (POISE-LEG-4)."""
    if world.get(unit, Body).tier != "legendary" or source is None or team(world, source) == team(world, unit):
        return "action"
    return "action ally"


def sheds(world: World, unit: int, condition: str) -> bool:
    """POISE-COND-10: whether a cure that names nothing ends it; under water choking is persistent (WATER-6)."""
    under = condition == "choking" and world.has(unit, Submerged)
    return sheet_of(world).conditions[condition].sheds and not under


def concentrate(world: World, unit: int, skill: str, target: int) -> None:
    """POISE-SKILL-11: keep up a lasting skill, in place of any other."""
    release(world, unit, "POISE-SKILL-11")
    world.put(unit, Concentration(skill, target))


def release(world: World, unit: int, rule: str) -> None:
    """End what the unit concentrates on (POISE-SKILL-11), unless somebody else keeps up the same."""
    kept = world.find(unit, Concentration)
    if kept is not None:
        world.drop(unit, Concentration)
        if all(other != kept for _, other in world.each(Concentration)):
            lift(world, kept.target, sheet_of(world).skills[kept.skill].condition, rule)


def take_off(world: World, unit: int, rule: str) -> None:
    """Take a unit off the board and remember from where."""
    world.put(unit, Left(cells_of(world, unit)))
    remove(world, unit, rule=rule)
