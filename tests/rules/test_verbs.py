"""What `game.rules.verbs` and `game.rules.supposing` promise of every ruleset whose verbs are in a table."""

from __future__ import annotations

import pytest

from game.cases.reading import read_cases
from game.cases.setting import open_stage
from game.kernel.components import FIELD, Clock, Position
from game.kernel.ecs import World, same
from game.kernel.flow import Decision, IllegalAnswer
from game.rules.asking import promise
from game.rules.offering import options
from game.rules.supposing import Supposition
from game.rules.verbs import price_of, question_of
from game.skirmish.record import Skirmish
from tests.contract import walk
from tests.playing import GRIDS, RULESETS, brawl, ruleset

every = pytest.mark.parametrize("name", RULESETS)


@every
@pytest.mark.parametrize("grid", GRIDS)
def test_a_key_and_its_action_are_each_others_inverse(name: str, grid: str) -> None:
    """No two options of a decision share key or action, and a key leads back to its option."""

    def check(game: Skirmish, number: int) -> None:
        request = game.session.request
        if not isinstance(request, Decision):
            return
        assert len({option.key for option in request.options}) == len(request.options)
        assert len({option.action for option in request.options}) == len(request.options)
        for option in request.options:
            assert request.option(option.key) is option
            assert option.action.verb in question_of(game.session.world, request.question).verbs
            assert option.key.split(" ")[0] == option.action.verb
        with pytest.raises(IllegalAnswer):
            request.option("no such key")

    walk(brawl(name, grid, "verbs"), "verbs", 150, check)


@every
def test_each_question_has_a_moment_and_each_option_a_price(name: str) -> None:
    """Own turns are asked in own turns, prices are amounts, and nobody pays for letting it pass."""

    def check(game: Skirmish, number: int) -> None:
        request, world = game.session.request, game.session.world
        if not isinstance(request, Decision):
            return
        assert (request.moment == "own_turn") == (request.question == "turn")
        for option in request.options:
            price = price_of(world, request.who, request.question, option)
            assert all(purse and amount >= 0 for purse, amount in price)
            assert option.role == "act" or not price, option.key
            made = promise(world, request.who, request.question, option)
            assert made is None or -10 < made < 10

    walk(brawl(name, "square", "prices"), "prices", 120, check)


@every
@pytest.mark.parametrize("grid", GRIDS)
def test_what_is_supposed_is_what_would_be(name: str, grid: str) -> None:
    """From each cell that the unit can walk to: the same attacks as if it stood there, and nothing has changed."""

    def check(game: Skirmish, number: int) -> None:
        request, world = game.session.request, game.session.world
        if not isinstance(request, Decision) or request.moment != "own_turn" or number % 5:
            return
        before, events = world.save(), len(world.events)
        guess, unit = Supposition(world), request.who
        for option in [each for each in request.options if each.group == "move" and each.cell is not None][:6]:
            assert option.cell is not None
            there, verbs = guess.attacks(unit, option.cell)
            found = [option for each in verbs for option in each]
            assert there.get(unit, Position).cell == option.cell
            really = World(tuple(there.save()))
            assert [each.key for each in found] == [
                each.key for each in options(really, unit, "turn") if each.group == "attack"
            ]
        assert same(world.save(), before) and len(world.events) == events

    walk(brawl(name, grid, "suppose"), "suppose", 80, check)


def test_a_blow_that_fells_promises_more() -> None:
    """Of two foes alike the one that any blow fells is worth more."""
    text = """
- id: two
  rules: [CLASH-ATK-1]
  given: {board: ["b A c"], each: {unit: forest_bandit}, b: {health: 1}}
  then: {}
"""
    stage = open_stage(ruleset("clash"), read_cases(text, "clash").cases[0])
    world = stage.world
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    made = {
        option.action.target: promise(world, unit, "turn", option) for option in options(world, unit, "turn", "strike")
    }
    nearly, fresh = stage.names.ids["b"], stage.names.ids["c"]
    assert made[nearly] > made[fresh] > 0  # type: ignore[operator]
