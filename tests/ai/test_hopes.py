"""What may be hoped of verbs is about verbs that there are, and leaves nothing out that matters."""

from __future__ import annotations

import math

import pytest

from game.ai.hopes import GEAR, hopes, hopes_of
from game.ai.lookahead import Lookahead
from game.ai.profiles import profile
from game.kernel.components import Condition, Conditions, Gear
from game.kernel.flow import Decision
from game.rules.foresight import foresight_of
from game.rules.registry import SHIPPED
from game.rules.verbs import question_of
from game.systems.pools import change
from tests.playing import brawl


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("question", ["turn", "interrupt"])
def test_every_verb_that_something_is_hoped_of_is_one_of_the_question(ruleset: str, question: str) -> None:
    world, found = brawl(ruleset, "hex", 5).session.world, hopes(ruleset, question)
    assert found or question != "turn"
    verbs = question_of(world, question).verbs if found else {}
    assert set(found) <= set(verbs)
    assert not [verb for verb in found if verbs[verb].promise is not None]


def test_of_other_rulesets_nothing_is_known() -> None:
    assert not hopes("toy", "turn")


def test_who_has_nothing_in_hand_thinks_of_what_to_take_up() -> None:
    session = brawl("clash", "hex", 5).session
    asked = session.request
    assert isinstance(asked, Decision)
    had = session.world.get(asked.who, Gear)
    armed = {each.option.group for each in Lookahead(profile("captain")).evaluations(session)}
    session.world.put(asked.who, Gear((), had.held + had.carried))
    empty = type(session)(session.rules, session.world.save())
    verbs = {each.option.group for each in Lookahead(profile("captain")).evaluations(empty)}
    assert GEAR in verbs and GEAR not in armed


def test_some_verbs_are_worth_a_thought_only_while_something_holds() -> None:
    session = brawl("wounds", "hex", 5).session
    world, asked = session.world, session.request
    assert isinstance(asked, Decision)
    upright = hopes_of("wounds", "turn", world, asked)
    world.put(asked.who, Conditions((Condition("prone"),)))
    prone = hopes_of("wounds", "turn", world, asked)
    assert prone["change_posture"] > upright["change_posture"] == -math.inf
    assert hopes_of("wounds", "turn", world, asked, walked=True)["move"] == -math.inf < prone["move"]
    assert upright["ignore"] == -math.inf


def test_doors_are_worth_a_thought_above_all_while_nothing_gets_on() -> None:
    session = brawl("clash", "hex", 5).session
    asked = session.request
    assert isinstance(asked, Decision)
    usual, stale = (hopes_of("clash", "turn", session.world, asked, stale=stale)["door"] for stale in (False, True))
    assert -math.inf < usual < 0 < stale


def test_defending_is_worth_a_thought_only_where_somebody_could_come() -> None:
    session = brawl("wounds", "hex", 5).session
    world, asked = session.world, session.request
    assert isinstance(asked, Decision)
    assert hopes_of("wounds", "turn", world, asked)["defend"] > 0
    assert hopes_of("wounds", "turn", world, asked, reached=lambda: False)["defend"] == -math.inf


def test_nothing_is_hoped_of_what_is_vain() -> None:
    session = brawl("wounds", "hex", 5).session
    world, asked = session.world, session.request
    assert isinstance(asked, Decision)
    assert hopes_of("wounds", "turn", world, asked, vain=("distract",))["distract"] == -math.inf


def test_only_initiative_that_counts_is_worth_its_points() -> None:
    session = brawl("wounds", "hex", 5).session
    world, asked = session.world, session.request
    told = foresight_of(session.rules).prospects
    assert isinstance(asked, Decision) and told is not None
    change(world, asked.who, "initiative", 2, "gain", "")
    assert "seize_initiative" not in told.vain(world, asked.who)
    change(world, asked.who, "initiative", 20, "gain", "")
    assert "seize_initiative" in told.vain(world, asked.who)
