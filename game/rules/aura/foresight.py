"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import Side
from game.kernel.ecs import World, derived_of
from game.kernel.flow import Action
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.powers import speed
from game.rules.aura.gear import able_shooters, melee_weapons, shooters, weapon
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import BUILT, Body, Ready, conscious
from game.rules.aura.turns.challenges import able
from game.rules.aura.worth import taken_up, value_of
from game.rules.foresight import Arm
from game.systems.conditions import holds


def value(world: World, unit: int) -> float:
    """See `Gauges.value`."""
    return value_of(world, unit)


def team_value(world: World, side: int) -> float:
    """See `Gauges.team_value`: whom the side has taken up."""
    return taken_up(world, world.get(side, Side).team)


def arms(world: World, unit: int) -> tuple[Arm, ...]:
    """See `Gauges.arms`."""
    return _arms(world, unit) if conscious(world, unit) else ()


@derived_of(BUILT | {Ready})
def _arms(world: World, unit: int) -> tuple[Arm, ...]:
    found = []
    able = able_shooters(world, unit)
    for number, item in enumerate(shooters(world, unit)):
        if item not in able:
            continue
        reach = weapon(world, item).range
        assert reach is not None  # it shoots
        found.append(Arm(Action("shoot", what=item if number else "", how=("shot",)), reach[1], far=True))
    if melee_weapons(world, unit):
        found.append(Arm(Action("strike", how=("blow",)), longest_reach(world, unit)))
    else:
        found.append(Arm(Action("punch", how=("blow", "unarmed")), 1))
    for key, _ in world.get(unit, Body).spells:
        spell = sheet_of(world).spells[key]
        if not spell.mends:
            found.append(Arm(Action(key, what=key, how=("spell",)), spell.range[1], far=True))
    return tuple(found)


def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    return 0 if holds(world, unit, "restrained") else speed(world, unit).total


def acts_again(world: World, unit: int) -> bool:
    """See `ActsAgain`: Energy is for the whole Round (AURA-FLOOR-3)."""
    return able(world, unit)
