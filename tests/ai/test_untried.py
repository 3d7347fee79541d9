"""What is told at once agrees with what is worked out one by one."""

from __future__ import annotations

from typing import cast

import pytest

from game.ai.lateness import pressure
from game.ai.places import Places
from game.ai.threat import Threats
from game.grid.grid import bits
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.rules.foresight import Prospects
from game.rules.ruleset import Ruleset
from game.rules.wounds.checks.blows import Blow
from game.rules.wounds.worth import _found_open_levels, _open_levels
from game.skirmish.record import team_of
from game.systems.field import enemies
from tests.playing import brawl


def _places(session: Session) -> Places:
    request = session.request
    assert isinstance(request, Decision)
    world, own = session.world, team_of(session.world, request.who)
    threats = Threats(world, cast(Ruleset, session.rules), request.who)
    return Places(threats, 10.0, own, pressure(world, world.events, own), {})


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_the_best_of_many_places_is_found_by_sets(grid: str) -> None:
    session = brawl("wounds", grid, 5).session
    places, cells = _places(session), range(0, 150, 3)
    value, where = places.best_of(bits(cells))
    assert value == max(places.value(cell) for cell in cells)
    assert where and all(places.value(cell) == value for cell in cells if where >> cell & 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_attacks_promise_in_the_open_is_remembered_rightly(seed: int) -> None:
    session = brawl("wounds", "hex", seed).session
    world, rules = session.world, session.rules
    assert isinstance(rules, Prospects)
    threats = _places(session).threats
    for one in (threats.unit, *threats.foes):
        for arm in threats.arms_of(one):
            for foe in enemies(world, one):
                found = rules.prospect(world, one, arm, foe)
                if found is not None:
                    blow = Blow(one, foe, arm.action.what, ranged=arm.far)
                    assert _open_levels(world, blow) == _found_open_levels(world, blow)
