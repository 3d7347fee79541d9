"""What computer players think of those who are left with too little Energy for a blow each Round."""

from __future__ import annotations

import pytest

from game.kernel.components import FIELD, Clock, Condition, Conditions, Pools, Unit, changed
from game.kernel.ecs import World
from game.rules.aura.foresight import arms, value
from game.rules.aura.state import Spent
from game.rules.aura.worth import REST, WINDED, taken_up
from game.systems.field import team
from tests.rules.aura.test_asked_odds import at, field

EXHAUSTED = Conditions((Condition("exhausted"),))


@pytest.fixture
def duel() -> tuple[World, int]:
    """A swordsman with a foe beside it."""
    world = field("square", [at("1,1")], [at("2,1")]).session.world
    return world, min(unit for unit, _ in world.each(Unit))


def tire(world: World, unit: int, stamina: int, energy: int, *, conditions: Conditions = EXHAUSTED) -> None:
    """So much is left to it, in a Round that gave that Energy."""
    world.put(unit, world.get(unit, Pools).with_("stamina", stamina).with_("energy", energy))
    world.put(unit, Spent(granted=energy))
    world.put(unit, conditions)


def ways(world: World, unit: int) -> list[str]:
    """The ways to attack that count."""
    return [arm.action.verb for arm in arms(world, unit)]


@pytest.mark.parametrize(
    ("stamina", "energy", "found"),
    [
        (9, 5, ["strike"]),
        (5, 2, ["strike"]),  # the next Round gives three
        (4, 3, ["strike"]),  # this one has
        (4, 2, ["punch"]),
        (3, 1, []),
    ],
)
def test_no_weapon_counts_for_which_there_is_never_enough_energy(
    duel: tuple[World, int], stamina: int, energy: int, found: list[str]
) -> None:
    world, unit = duel
    tire(world, unit, stamina, energy)
    assert ways(world, unit) == found


def test_stamina_may_stand_for_the_energy_that_is_missing(duel: tuple[World, int]) -> None:
    world, unit = duel
    tire(world, unit, 2, 2, conditions=Conditions())
    assert ways(world, unit) == ["strike"]


def test_the_breath_that_is_enough_for_a_blow_counts_most(duel: tuple[World, int]) -> None:
    world, unit = duel
    gains = []
    for stamina in (3, 4, 5):
        tire(world, unit, stamina, 1)
        before = value(world, unit)
        tire(world, unit, stamina + 1, 1)
        gains.append(value(world, unit) - before)
    assert gains[1] > max(gains[0], gains[2]) + WINDED / 2


def test_a_side_takes_up_whoever_needs_a_breath(duel: tuple[World, int]) -> None:
    world, unit = duel
    world.put(FIELD, changed(world.get(FIELD, Clock), active=unit, phase="turn"))
    tire(world, unit, 4, 2)
    rested = taken_up(world, team(world, unit))
    tire(world, unit, 4, 0)
    assert rested > REST > taken_up(world, team(world, unit))
