"""From where a unit could attack, as computer players see it."""

from __future__ import annotations

from typing import cast

import pytest

from game.ai.areas import sights
from game.ai.lateness import Pressure
from game.ai.places import Places
from game.ai.threat import Threats
from game.grid.masks import cells, union
from game.kernel.components import Down
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.rules.registry import SHIPPED
from game.rules.ruleset import Ruleset
from game.rules.supposing import Supposition
from game.systems.field import board_of, bodies, enemies, standing, team
from game.systems.movement import place
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


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_where_blows_are_reckoned_with_the_rules_allow_them(grid: str) -> None:
    """Heights included (CLASH-GRID-8)."""
    session = brawl("clash", grid, 2).session
    request = session.request
    assert isinstance(request, Decision)
    world, rules, unit = session.world, cast(Ruleset, session.rules), request.who
    place(world, enemies(world, unit)[0], board_of(world).grid.parse("5,3"))  # on the hill
    threats, tried, steep = Threats(world, rules, unit), 0, 0
    supposition, taken = Supposition(world), union(bodies(world).values())
    for foe in threats.foes:
        there = bodies(world)[foe]
        struck = union(threats.struck_from(there, arm) for arm in threats.arms_of(unit) if not arm.far)
        flat = threats.board.grid.within(there, 1, rules.metric) & threats.board.passable & ~taken
        for cell in cells(flat):
            _, found = supposition.attacks(unit, cell)
            offered = any((option.verb, option.unit) == ("strike", foe) for options in found for option in options)
            assert offered == bool(struck >> cell & 1)
            tried += 1
            steep += not offered
    assert tried > steep > 0


@pytest.mark.parametrize("grid", ["hex", "square"])
@pytest.mark.parametrize("name", SHIPPED)
def test_with_one_on_the_heels_of_a_foe_that_gets_away_others_do_not_run_after_it(name: str, grid: str) -> None:
    session = brawl(name, grid, 1).session
    world, rules = session.world, cast(Ruleset, session.rules)
    unit = standing(world)[0]
    foe, *others = enemies(world, unit)
    for other in others:
        world.put(other, Down("defeated"))
    place(world, foe, board_of(world).grid.parse("11,0"))

    def goes(quiet: int) -> bool:
        places = Places(Threats(world, rules, unit), 10.0, team(world, unit), Pressure(0.0, 0.0, 0.0, quiet), {})
        return any(way.name == "approach" for way in places.ways())

    assert goes(0) and goes(1)
    threats = Threats(world, rules, unit)
    friend = next(one for one in threats.friends if any(not arm.far for arm in threats.arms_of(one)))
    place(world, friend, board_of(world).grid.parse("10,0"))
    assert goes(0) and not goes(1)
    for other in threats.friends:
        if other != friend:
            world.put(other, Down("defeated"))
    assert not goes(1), "two against one"
    world.drop(others[0], Down)
    place(world, others[0], board_of(world).grid.parse("9,0"))
    assert goes(1), "two against two, and the friend cannot be on the heels of both"
