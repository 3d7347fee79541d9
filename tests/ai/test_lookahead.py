"""The players that look ahead: what they take, what they leave alone, what they can explain."""

from __future__ import annotations

import subprocess
import sys

import pytest

from game.ai.controller import find_controller
from game.ai.lookahead import Lookahead
from game.ai.profiles import Profile, profile, shown
from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.flow import Decision, IllegalAnswer, decide
from game.map.scenario import quick
from game.skirmish.record import Skirmish
from tests.options import option
from tests.playing import brawl
from tests.toy import Toy, duel

CAPTAIN = profile("captain")


def near_the_end(life: int) -> Skirmish:
    """A duel in which A stands beside b, who has so much life left."""
    skirmish = Skirmish(duel(), Toy()).settle()
    world = skirmish.session.world
    world.put(5, world.get(5, Pools).with_("life", life))
    return Skirmish.settle(_reopened(skirmish))


def _reopened(skirmish: Skirmish) -> Skirmish:
    """The same skirmish with the world as it is for its start."""
    skirmish.session = type(skirmish.session)(skirmish.ruleset, skirmish.session.world.save())
    return skirmish


@pytest.mark.parametrize("name", [each.name for each in shown() if each.notices == 1])
def test_it_strikes_when_a_strike_wins(name: str) -> None:
    assert find_controller(name, 1).choose(near_the_end(1).session) == "strike 5"


def test_the_list_is_ordered_and_the_best_of_it_is_taken() -> None:
    session = near_the_end(8).session
    captain = Lookahead(CAPTAIN, 3)
    evaluations = captain.evaluations(session)
    assert [evaluation.score for evaluation in evaluations] == sorted(
        (evaluation.score for evaluation in evaluations), reverse=True
    )
    assert captain.choose(session) == evaluations[0].option.key == "strike 5"
    assert evaluations[0].samples == CAPTAIN.samples
    assert {evaluation.samples for evaluation in evaluations[1:]} == {1}  # without dice one sample tells all


def test_a_score_is_the_sum_of_its_terms() -> None:
    berserker = Lookahead(profile("berserker"), 3)
    for evaluation in berserker.evaluations(near_the_end(8).session):
        assert {"wish foe", "wish far", "wish own"} <= {name for name, _ in evaluation.terms}
        assert evaluation.score == pytest.approx(sum(value for _, value in evaluation.terms))


def test_it_reckons_with_the_reply_that_is_worst_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.rehearsing.default_reply", lambda *_, **__: "take")
    session = near_the_end(8).session

    def score(profile: Profile) -> float:
        return next(t.score for t in Lookahead(profile, 3).evaluations(session) if t.option.key == "strike 5")

    taken, braced = score(Profile("test", samples=1, replies=False)), score(Profile("test", samples=1))
    assert braced == taken - 1  # bracing takes a point off the harm


def test_weights_change_what_is_taken() -> None:
    session = Skirmish(duel(4), Toy()).settle().session
    closing = Lookahead(Profile("closing", (("far", -1.0),)), 1)
    fleeing = Lookahead(Profile("fleeing", (("far", 1.0),)), 1)
    assert closing.choose(session) in ("walk 2,0", "walk 2,1")
    assert fleeing.choose(session) in ("walk 0,0", "walk 0,1")


def test_the_node_budget_is_kept_and_leaves_at_least_one_thought() -> None:
    session = near_the_end(8).session
    assert len(Lookahead(Profile("hasty", nodes=1), 1).evaluations(session)) == 1


def test_an_easy_player_overlooks_options_but_always_answers() -> None:
    session = near_the_end(8).session
    counts = {len(Lookahead(Profile("easy", notices=0.2), seed).evaluations(session)) for seed in range(30)}
    assert min(counts) == 1
    assert max(counts) < len(_decision(session.request).options)


@pytest.mark.parametrize(("looks", "least"), [(1, 2), (3, 3), (99, 6)])
def test_an_option_is_looked_at_with_so_many_throws_before_it_is_put_aside(looks: int, least: int) -> None:
    """One bad throw must not hide what is good, nor a lucky one lead there."""
    session = brawl("poise", "hex", 1).session  # each that could be sent throws dice
    first, *others = Lookahead(Profile("looks", samples=6, looks=looks), 1).evaluations(session)
    assert first.samples == 6
    assert min(evaluation.samples for evaluation in others) == least


def test_thinking_throws_no_dice_of_the_skirmish() -> None:
    skirmish = near_the_end(8)
    events, rolls, world = len(skirmish.session.world.events), skirmish.session.rolls, skirmish.session.world.save()
    Lookahead(CAPTAIN, 1).choose(skirmish.session)
    assert (len(skirmish.session.world.events), skirmish.session.rolls) == (events, rolls)
    assert skirmish.session.world.save() == world


def test_in_the_middle_of_an_action_it_answers_from_there() -> None:
    skirmish = near_the_end(8)
    skirmish.answer("strike 5")
    assert _decision(skirmish.session.request).question == "brace"
    assert Lookahead(CAPTAIN, 1).choose(skirmish.session) == "brace"


def test_of_many_cells_a_few_are_tried() -> None:
    skirmish = Skirmish(quick("arena", "poise", seed=1)).settle()
    while not any(option.verb == "dash" for option in _decision(skirmish.session.request).options):
        skirmish.answer(_decision(skirmish.session.request).options[0].key)
    decision = _decision(skirmish.session.request)
    tried = [evaluation.option for evaluation in Lookahead(CAPTAIN, 1).evaluations(skirmish.session)]
    verbs = [option.verb for option in tried]
    assert 0 < verbs.count("dash") <= CAPTAIN.moves < sum(option.verb == "dash" for option in decision.options)
    assert "end" in verbs


def test_the_hash_seed_makes_no_difference() -> None:
    script = (
        "from game.map.scenario import quick; from game.ai.batch import *;"
        "from game.ai.controller import find_controller;"
        "two = [find_controller(name, 5) for name in ('captain', 'squire')];"
        "print(play(quick('arena', 'poise', seed=5), two, cap=25, keep=True).record)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count("\n> ") == 25


def _decision(request: object) -> Decision:
    assert isinstance(request, Decision)
    return request


class Chatty(Toy):
    """Asks three questions in a row; the second has many answers."""

    async def step(self, world: World) -> None:
        """The world ends with the third answer."""
        await decide(4, "first", [option("a"), option("b")])
        await decide(4, "many", [option(f"many {number}") for number in range(8)])
        last = await decide(4, "last", [option("c"), option("d")])
        world.put(5, world.get(5, Pools).with_("life", 1 if last == "c" else 5))
        self._pass_turn(world, 4)


def test_a_reply_is_an_answer_to_the_very_next_question() -> None:
    session = Skirmish(duel(), Chatty()).settle().session
    evaluations = Lookahead(CAPTAIN, 1).evaluations(session)
    assert {evaluation.option.key: evaluation.reply for evaluation in evaluations} == {"a": None, "b": None}


def test_a_rehearsal_refuses_what_does_not_fit() -> None:
    session = near_the_end(8).session
    rehearsal = session.rehearse(World())
    with pytest.raises(IllegalAnswer):
        rehearsal.answer("fly")
    rehearsal.answer("strike 5")
    assert _decision(rehearsal.request).question == "brace"
    assert session.request is not rehearsal.request
    assert not session.tape
