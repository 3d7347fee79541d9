"""The bar over the board: the round and its limit, how each side stands, and who is next in every ruleset."""

from __future__ import annotations

import pytest

from game.kernel.components import FIELD, Clock, Down, Pools, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.ruleset import Foresees
from game.rules.vitality.state import inflict
from game.skirmish.record import Skirmish
from game.systems.clock import go
from game.text.tally import tally
from game.ui.battle import status_line

from .stage import Stage

TAKE_TURNS = ("poise", "clash", "wounds", "vitality")


def test_the_round_stands_with_its_limit(stage: Stage) -> None:
    world = stage.battle().table.world
    go(world, "turn", round=3)
    assert status_line.round_words(world) == f"Round 3 of {stage.battle().table.skirmish.scenario.round_limit}"
    world.put(FIELD, changed(world.get(FIELD, Clock), round=0))
    assert status_line.round_words(world) == "Opening"


def test_a_side_counts_who_is_left(stage: Stage) -> None:
    world = stage.battle().table.world
    first, second = [side for side, _ in world.each(Side)]
    before = {each.side: each for each in status_line.standings(world)}
    assert before[first].up == before[first].all > 0
    one = next(unit for unit, who in world.each(Unit) if who.side == first)
    world.put(one, Down("unconscious"))
    after = {each.side: each for each in status_line.standings(world)}
    assert (after[first].up, after[first].all) == (before[first].up - 1, before[first].all)
    assert after[second] == before[second]


def test_who_lies_bleeding_is_not_left() -> None:
    """In vitality nobody is out of the battle for good before the blood has run out."""
    skirmish = Skirmish(quick("arena", "vitality", ["human", "human"], 3)).settle()
    world = skirmish.session.world
    (one, entry), *_ = world.each(Unit)
    inflict(world, one, "down", rule="VITALITY-COND-11")
    left = {each.side: each.up for each in status_line.standings(world)}
    assert left == {line.side: line.standing for line in tally(skirmish)}
    assert left == {side: 3 if side == entry.side else 4 for side in left}


def ready(world: World, unit: int) -> int:
    return world.get(unit, Pools)["initiative"]


@pytest.mark.parametrize("name", TAKE_TURNS)
def test_who_is_said_to_be_next_is_next(name: str) -> None:
    """Whoever ends its turn and nothing else: the one named before has the next one, or who ties with it in wounds."""
    skirmish = Skirmish(quick("arena", name, ["human", "human"], 3)).settle()
    rules, world, kept, told = skirmish.ruleset, skirmish.session.world, 0, 0
    assert isinstance(rules, Foresees)
    while kept < 9 and isinstance(request := skirmish.session.request, Decision):
        end = next((option for option in request.options if option.role == "end_turn"), None)
        turn, coming = world.get(FIELD, Clock), rules.coming(world)
        assert turn.active not in coming
        skirmish.answer((end or request.declining() or request.options[0]).key)
        now = world.get(FIELD, Clock)
        if coming and now.round == turn.round and now.turn != turn.turn:
            tied = [unit for unit in coming if name == "wounds" and ready(world, unit) == ready(world, coming[0])]
            assert now.active in tied or now.active == coming[0]
            kept += 1
        told += 1
        assert told < 200
    assert kept == 9
