"""Dangers as they are shown: what units then attack lies in what was foretold, and the odds are those of the attack."""

from __future__ import annotations

import pytest

from game.grid.grid import cells
from game.grid.masks import union
from game.kernel.components import FIELD, Clock, Position
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules import danger
from game.rules.danger import Threat
from game.rules.foresight import Gauges
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, digest
from game.systems.field import cells_of, enemies, standing
from game.systems.fog import view
from tests.ai.baseline import squire


def begin(name: str, board: str = "village-green") -> Skirmish:
    return Skirmish(quick(board, name, ["human", "human"], 1), find_ruleset(name)).settle()


def play_to(skirmish: Skirmish, answers: int) -> int:
    """Let a player play, until somebody on the board has its turn; who."""
    player = squire(1)
    for number in range(400):
        request = skirmish.session.request
        assert isinstance(request, Decision)
        if number >= answers and request.moment == "own_turn" and request.who in standing(skirmish.session.world):
            return request.who
        skirmish.answer(player.choose(skirmish.session))
    raise AssertionError("nobody had a turn")


def test_a_sum_says_how_many_reach_a_cell() -> None:
    found = danger.crowds([Threat(1, strikes=0b0111), Threat(2, shots=0b0110), Threat(3, strikes=0b1100), Threat(4)])
    assert found == (0b1001, 0b0010, 0b0100)
    assert danger.crowds([]) == ()


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_attacked_was_in_danger(name: str) -> None:
    """Nearly always: what a unit draws, or is given, in the middle of its turn nobody foretells."""
    skirmish, player = begin(name), squire(1)
    rules, inside, outside = skirmish.ruleset, 0, list[str]()
    before, threat = (-1, -1, -1), Threat(0)
    for _ in range(260):
        request, world = skirmish.session.request, skirmish.session.world
        if not isinstance(request, Decision):
            break
        key = player.choose(skirmish.session)
        if request.moment == "own_turn" and request.who in standing(world):
            clock = world.get(FIELD, Clock)
            now = (clock.round, clock.turn, request.who)
            threat = threat if now == before else danger.threat(world, rules, request.who)
            before, option = now, request.option(key)
            if option.group == "attack" and option.unit in standing(world):
                met = cells_of(world, option.unit) & threat.cells
                inside, outside = inside + bool(met), outside + ([] if met else [key])
        skirmish.answer(key)
    assert inside >= 5
    assert len(outside) <= 0.1 * inside, outside


@pytest.mark.parametrize("name", SHIPPED)
def test_whoever_could_attack_at_a_cell_is_told_with_its_odds(name: str) -> None:
    skirmish = begin(name)
    unit = play_to(skirmish, 30)
    rules, world, before = skirmish.ruleset, skirmish.session.world, digest(skirmish.session.world)
    assert isinstance(rules, Gauges)
    threats = [danger.threat(world, rules, foe) for foe in enemies(world, unit)]
    reached = union(each.cells for each in threats)
    told = 0
    here = world.get(unit, Position).cell
    for cell in [here, *cells(reached)][:12]:
        found = danger.worst_first(danger.attacks(world, rules, unit, cell, threats))
        assert {each.foe for each in found} <= {each.unit for each in threats if each.cells >> cell & 1}
        assert [each.gain for each in found] == sorted((each.gain for each in found), reverse=True)
        for each in found:
            assert sum(chance.probability for chance in each.preview.chances) == pytest.approx(1.0)
            assert each.option.unit == unit
            assert danger.stands(world, rules, each.foe) >> each.cell & 1
        told += len(found)
    assert told
    assert digest(world) == before, "nothing happens"


def test_the_odds_at_a_cell_are_those_of_the_attack_once_it_comes() -> None:
    """Blue's archer, asked where red stands, shoots with just what was told."""
    skirmish = begin("clash", "arena")
    checked = 0
    player = squire(1)
    for _ in range(200):
        request, world = skirmish.session.request, skirmish.session.world
        assert isinstance(request, Decision)
        if request.moment == "own_turn" and request.question == "turn":
            for option in request.options:
                if option.verb == "shoot" and option.unit in standing(world):
                    threat = danger.threat(world, skirmish.ruleset, request.who)
                    cell = world.get(option.unit, Position).cell
                    found = danger.worst_first(danger.attacks(world, skirmish.ruleset, option.unit, cell, [threat]))
                    alike = [each for each in found if each.option.key == option.key]
                    if alike and alike[0].cell == world.get(request.who, Position).cell:
                        told = skirmish.ruleset.preview(world, request, option.key)
                        assert alike[0].preview.spread == told.spread
                        checked += 1
        if checked >= 3:
            return
        skirmish.answer(player.choose(skirmish.session))
    raise AssertionError("nobody shot")


def test_what_is_seen_ends_at_walls() -> None:
    board = quick("ruined-village", "poise").board
    start = next(cells(board.grid.everywhere & ~board.blocks_sight & ~board.impassable))
    seen = view(board, 1 << start)
    assert seen >> start & 1
    assert seen != board.grid.everywhere
