"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import FIELD, Carried, Down, Side
from game.kernel.ecs import World, derived_own
from game.kernel.flow import Action
from game.rules.foresight import Arm
from game.rules.wounds.checks.blows import Blow
from game.rules.wounds.gear import arms as weapons_at_hand
from game.rules.wounds.gear import increments, weapon
from game.rules.wounds.pace import rate
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Round, Stock, body, immobile, pool
from game.rules.wounds.worth import fallen, promise_in_the_open, seizing_pays, value_of

STEPS = 3  # range increments at which a shot is still worth something


def value(world: World, unit: int) -> float:
    """See `Gauges.value`."""
    return (
        0.0 if world.has(unit, Down) else value_of(world, unit, done=unit in world.get(FIELD, Round).acted, beset=False)
    )


def team_value(world: World, side: int) -> float:
    """See `Gauges.team_value`: those who lie unconscious."""
    return fallen(world, world.get(side, Side).team)


@derived_own
def arms(world: World, unit: int) -> tuple[Arm, ...]:
    """See `Gauges.arms`."""
    found = []
    for key in weapons_at_hand(world, unit):
        arm = weapon(world, key)
        if arm.kind == "melee":
            found.append(Arm(Action("standard_attack", what=key), arm.reach + 1))
        elif not arm.shots or world.get(unit, Stock).shots:
            yards, most = increments(arm)
            found.append(Arm(Action("standard_attack", what=key), yards * min(STEPS, max(1, most)), far=True))
    for key in body(world, unit).spells:
        spell = sheet_of(world).spells[key]
        if spell.damage and pool(world, unit, "mana") >= 2:
            found.append(Arm(Action("cast", what=key), spell.range, far=True))
    return tuple(found)


def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    return 0 if immobile(world, unit) else rate(world, unit).total


def vain(world: World, unit: int) -> tuple[str, ...]:
    """See `Prospects.vain`."""
    return () if seizing_pays(world, unit) else ("seize_initiative",)


def prospect(world: World, unit: int, arm: Arm, target: int) -> float | None:
    """See `Prospects.prospect`: of spells nothing is told, and nothing where somebody rides."""
    if arm.action.verb != "standard_attack" or world.each(Carried):
        return None
    return promise_in_the_open(world, Blow(unit, target, arm.action.what, ranged=arm.far))
