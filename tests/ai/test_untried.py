"""What is told at once agrees with what is worked out one by one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import cast

import pytest

from game.ai.controller import find_controller
from game.ai.lateness import pressure
from game.ai.places import Places
from game.ai.profiles import profile
from game.ai.rehearsing import Rehearsals
from game.ai.threat import Threats
from game.ai.untried import paid_moves
from game.grid.grid import CellSet, bits, union
from game.kernel.flow import Decision
from game.kernel.scratch import Scratch
from game.kernel.session import Session
from game.rules.foresight import Prospects
from game.rules.ruleset import Ruleset
from game.rules.verbs import price_of, table_of
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


def _turns(seed: int) -> Iterator[Rehearsals]:
    """Turns in wounds as the captain looks at them: of units that may move into foes' reach and elsewhere."""
    skirmish, player, known = brawl("wounds", "hex", seed), find_controller("captain", seed), profile("captain")
    while isinstance(request := skirmish.session.request, Decision):
        if request.question == "turn":
            assert known is not None
            trial = Rehearsals(skirmish.session, request, "0", frozenset(), known)
            held = _held(trial)
            if len({bool(held >> option.action.there & 1) for option in request.options if option.verb == "move"}) > 1:
                yield trial
        skirmish.answer(player.choose(skirmish.session))


def _held(trial: Rehearsals) -> CellSet:
    """The cells in foes' reach."""
    assert trial.places is not None
    return union(trial.places.zones)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_what_a_unit_may_go_to_counts_less_by_what_the_way_takes(seed: int) -> None:
    trial = next(_turns(seed))
    places, ways = trial.places, trial.ways
    assert places is not None and ways is not None
    options = [option for option in trial.decision.options if option.verb == "move" and option.cell is not None]
    fares = [*ways.fares({"move": bits(option.action.there for option in options)})]
    assert all(fare.cost >= 0 for fare in fares) and any(fare.cost > 0 for fare in fares)
    table, then = table_of(trial.root), Scratch()
    net = list[float]()
    for option in options:
        (fare,) = [fare for fare in fares if fare.cells >> option.action.there & 1]
        then.load(trial.root.save())
        before = places.threats.gauges.value(then, trial.who)
        table.pay(then, trial.who, price_of(trial.root, trial.who, "turn", option))
        assert fare.cost == pytest.approx(before - places.threats.gauges.value(then, trial.who))
        net.append(places.value(option.action.there) - fare.cost)
    assert ways.further(trial.root, -100.0) == pytest.approx(max(net))


def test_a_way_beyond_foes_reach_is_always_thought_of() -> None:
    for trial in itertools.islice(_turns(1), 130):
        moves = [option for option in trial.decision.options if option.verb == "move"]
        assert any(not _held(trial) >> option.action.there & 1 for option, _ in paid_moves(trial, moves))
