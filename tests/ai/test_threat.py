"""From where a unit could attack, as computer players see it."""

from __future__ import annotations

from typing import cast

import pytest

from game.ai.lateness import Pressure
from game.ai.places import Places
from game.ai.threat import Threats, sights
from game.grid.masks import union
from game.kernel.components import Down
from game.kernel.ecs import World
from game.rules.registry import SHIPPED
from game.rules.ruleset import Ruleset
from game.systems.field import bodies, standing, team
from tests.playing import brawl


@pytest.mark.parametrize("grid", ["hex", "square"])
@pytest.mark.parametrize("name", SHIPPED)
def test_nobody_counts_on_a_place_where_somebody_has_fallen(name: str, grid: str) -> None:
    session = brawl(name, grid, 1).session
    world, rules = session.world, cast(Ruleset, session.rules)
    pairs = [
        (unit, friend)
        for unit in standing(world)
        for friend in Threats(world, rules, unit).friends
        if _spots(world, rules, unit) & bodies(world)[friend]
    ]
    assert pairs
    unit, friend = pairs[0]
    world.put(friend, Down("defeated"))
    assert bodies(world)[friend], "it lies where it fell"
    assert not _spots(world, rules, unit) & bodies(world)[friend]
    assert _spots(world, rules, unit)


def _spots(world: World, rules: Ruleset, unit: int) -> int:
    return union(spots.cells for spots in Threats(world, rules, unit).strikes())


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_worth_walking_to_for_an_archer_sees_its_target(name: str) -> None:
    hidden = 0
    for seed in range(1, 5):
        session = brawl(name, "hex", seed).session
        world, rules = session.world, cast(Ruleset, session.rules)
        for unit in standing(world):
            threats = Threats(world, rules, unit)
            places = Places(threats, 10.0, team(world, unit), Pressure(0.0, 0.0), {})
            seen = 0
            for spots in places.strikes:
                free = spots.cells if spots.eye is None else sights(threats.board, spots.eye, spots.cells)
                hidden |= spots.cells & ~free
                seen |= free
            goals = union(way.goals for way in places.ways() if way.name == "approach")
            assert goals and not goals & ~seen
    assert hidden, "the rock hides something"
