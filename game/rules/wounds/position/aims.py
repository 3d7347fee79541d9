"""Whom a unit could attack, and with what (WOUNDS-HD-9, HD-10, COVER-2)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Down
from game.kernel.ecs import World
from game.rules.wounds.checks.blows import increments
from game.rules.wounds.house import house
from game.rules.wounds.position.element import underwater
from game.rules.wounds.position.space import distances, reaches, seen
from game.rules.wounds.state import WIELDED, Stock, arms, weapon
from game.systems.field import bodies, enemies, team


def aims(world: World, unit: int) -> tuple[tuple[int, str, str], ...]:
    """Whom the unit could attack, with which weapon, and how: "melee", "shot" or "thrown"."""
    return world.derive(("aims", unit), lambda world: tuple(_aims(world, unit)), WIELDED)


def _aims(world: World, unit: int) -> Iterator[tuple[int, str, str]]:
    for target in foes(world, unit):
        for key in arms(world, unit):
            melee = weapon(world, key).kind == "melee"
            if melee and strikes(world, unit, key, target):
                yield target, key, "melee"
            if not lacking(world, unit, key) and shoots(world, unit, key, target):
                yield target, key, "thrown" if melee else "shot"


def strikes(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-9, COVER-2: in reach of the weapon, and something of the target can be hit."""
    return reaches(world, unit, key, target) and seen(world, unit, target)


def lacking(world: World, unit: int, key: str) -> str:
    """What a shot or throw with that weapon lacks: it does not fly, shots, loading, air (WOUNDS-HD-4, ENV-2)."""
    arm, stock = weapon(world, key), world.get(unit, Stock)
    if arm.kind == "melee" and arm.thrown is None:
        return "reason_no_missile"
    if underwater(world, unit):
        return "reason_underwater"
    if arm.shots and stock.shots <= 0:
        return "reason_no_shots"
    return "reason_unloaded" if key in stock.unloaded else ""


def shoots(world: World, unit: int, key: str, target: int) -> bool:
    """WOUNDS-HD-10: within the most increments, with a line of sight."""
    inc, most = increments(weapon(world, key))
    return distances(world, unit)[target] <= inc * most and seen(world, unit, target)


def foes(world: World, unit: int) -> list[int]:
    """Enemies that may be attacked: standing ones, and by setting those who lie unconscious."""
    found = enemies(world, unit)
    if house(world).strike_fallen:
        own = team(world, unit)
        found = [*found, *(each for each in bodies(world) if world.has(each, Down) and team(world, each) != own)]
    return found
