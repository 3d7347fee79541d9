"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import Side
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.checks.numbers import longest_reach, may_spend_stamina, shot_price
from game.rules.aura.checks.powers import energy_grant, speed
from game.rules.aura.gear import able_shooters, melee_weapons, shooters, weapon
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import BUILT, Body, Ready, Spent, conscious
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
    """See `Gauges.arms`; what a Round that gives little Energy does not suffice for is none (AURA-ECON-16)."""
    if not conscious(world, unit):
        return ()
    energy = _energy(world, unit)
    return world.derive_of(unit, _ARMED, ("arms", energy), lambda world: _arms(world, unit, energy))


_ARMED = BUILT | {Ready}


def _energy(world: World, unit: int) -> int:
    """The Energy of this Round or of the next, whichever gives more; one of it may be Stamina (AURA-ECON-1 and 5)."""
    granted = world.get(unit, Spent).granted
    if granted < sheet_of(world).main.numbers.energy:
        granted = max(granted, energy_grant(world, unit).total)
    return granted + may_spend_stamina(world, unit)


def _arms(world: World, unit: int, energy: int) -> tuple[Arm, ...]:
    found, costs = [], sheet_of(world).main.costs
    able = able_shooters(world, unit)
    for number, item in enumerate(shooters(world, unit)):
        if item not in able or shot_price(world, unit, item).total > energy:
            continue
        reach = weapon(world, item).range
        assert reach is not None  # it shoots
        found.append(Arm(Action("shoot", what=item if number else "", how=("shot",)), reach[1], far=True))
    if melee_weapons(world, unit) and costs.melee <= energy:
        found.append(Arm(Action("strike", how=("blow",)), longest_reach(world, unit)))
    elif costs.unarmed <= energy:
        found.append(Arm(Action("punch", how=("blow", "unarmed")), 1))
    for key, _ in world.get(unit, Body).spells:
        spell = sheet_of(world).spells[key]
        price = spell.energy if spell.gesture is None else min(spell.energy, spell.gesture.energy)
        if not spell.mends and price <= energy:
            found.append(Arm(Action(key, what=key, how=("spell",)), spell.range[1], far=True))
    return tuple(found)


def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    return 0 if holds(world, unit, "restrained") else speed(world, unit).total


def acts_again(world: World, unit: int) -> bool:
    """See `ActsAgain`: Energy is for the whole Round (AURA-FLOOR-3)."""
    return able(world, unit)
