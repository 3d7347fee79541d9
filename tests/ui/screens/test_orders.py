"""Standing orders by the chance, and from one skirmish to the next."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.kernel.events import RoundBegan
from game.rules import concern
from game.rules.concern import Verdict
from game.rules.ruleset import Chance, Preview
from game.text import names
from game.ui.battle.table import Remark
from game.ui.kit import prefs
from game.ui.kit.standing_orders import ALWAYS, Order, renewed

from .stage import Stage
from .test_battle import until_prompt

LIKELY = 0.8


@pytest.fixture
def asked(stage: Stage, toy, monkeypatch):
    """Somebody is asked whether to duck; standing leaves it to chance."""
    whole = type(toy).preview

    def preview(ruleset, world, request, key):
        if request.question != "defend" or key != "stand":
            return whole(ruleset, world, request, key)
        return Preview("Stand", (Chance("Lives", LIKELY), Chance("Falls", 1 - LIKELY)))

    monkeypatch.setattr(type(toy), "preview", preview)
    stage.title()
    stage.app.change(handover=False)
    stage.battle()
    battle = until_prompt(stage)
    stage.wait()
    return battle


def least(key: str, value: int) -> Order:
    return Order("toy", 1, key, "stand", "Lives", value)


@pytest.mark.parametrize(("percent", "answered"), [(0, "stand"), (75, "stand"), (80, "stand"), (90, None)])
def test_an_order_is_obeyed_only_if_the_chance_is_good(asked, percent: int, answered: str | None) -> None:
    side = asked.table.side()
    asked.table.asking.command(side, "defend", verb="stand", result="Lives", least=percent)
    assert asked.table.asking.ordered() == answered
    asked.table.asking.command(side, "defend", result="Another result", least=50)
    assert asked.table.asking.ordered() is None


def test_the_window_of_orders_asks_for_a_chance_and_remembers(stage: Stage, asked) -> None:
    side, number = asked.table.side(), asked.table.number_of(asked.table.side())
    stage.key(pygame.K_o, typed="o")
    key = f"{side} defend"
    stage.press(key)
    stage.press(key)
    assert asked.table.asking.orders[side, "defend", ""].verb == "stand"
    stage.press(f"{key} least")
    stage.press(f"{key} result")
    wanted = Order("toy", number, "defend", "stand", "Lives", 50)
    assert asked.table.asking.orders[side, "defend", ""] == wanted
    assert prefs.load()[0].orders == (wanted,)
    stage.key(pygame.K_ESCAPE)
    stage.tick()
    lines = [entry.text for entry in asked.battle_log.entries()]
    assert "Answered by standing order: Stand (Lives: at least 50 %)" in lines
    again = stage.battle()
    assert again.table.asking.orders == {(side, "defend", ""): wanted}
    assert (side, "defend", ("stand",)) in again.table.asking.questions()  # it can be taken back before it is asked
    stage.key(pygame.K_o, typed="o")
    stage.press(key)
    assert again.table.asking.orders[side, "defend", ""].verb == ALWAYS
    stage.press(key)
    assert prefs.load()[0].orders == ()
    assert again.table.asking.orders == {}


def test_what_a_unit_lets_pass_in_a_round_is_one_line(stage: Stage, asked) -> None:
    table, who = asked.table, asked.table.request.who
    name = names.who_name(table.world, who)
    table.remarks += [Remark(0, "it did not concern your side", who, 5, "unconcerned") for _ in range(3)]
    table.remarks.append(Remark(0, "Time is up: Duck", who, 5))
    assert [one.text for one in table.told()] == [
        f"{name} let it pass 3 times: it did not concern your side",
        "Time is up: Duck",
    ]
    table.world.emit(RoundBegan(2))
    table.remarks.append(Remark(0, "it did not concern your side", who, len(table.world.events), "unconcerned"))
    assert [one.text for one in table.told()][-1] == f"{name} let it pass: it did not concern your side"
    assert len(table.told()) == 3


def test_nobody_thinks_on_when_a_table_is_left(stage: Stage) -> None:
    battle = stage.battle("captain", "captain")
    battle.table.think()
    stage.close()
    assert not battle.table.thinking


def test_orders_of_others_are_kept() -> None:
    mine, other = least("defend", 50), replace(least("defend", 75), side=2)
    assert renewed((mine, other), least("defend", 90)) == (other, least("defend", 90))
    assert renewed((mine, other), replace(mine, verb="ask")) == (other,)


def declining(battle) -> str:
    option = battle.table.request.declining()
    assert option is not None
    return option.key


def test_what_concerns_nobody_is_let_pass_unless_all_is_to_be_asked(asked, monkeypatch) -> None:
    monkeypatch.setattr(concern, "verdict", lambda world, request: Verdict(False, "unconcerned"))
    asked.table.asking.forget()
    assert asked.table.asking.ordered() == declining(asked)
    assert asked.table.asking.said("Duck") == "it did not concern your side"
    asked.table.asking.command(asked.table.side(), "defend", verb=ALWAYS)
    assert asked.table.asking.ordered() is None
    asked.table.asking.command(asked.table.side(), "defend", verb="ask")
    asked.table.asking.always = True
    assert asked.table.asking.ordered() is None


@pytest.mark.parametrize(("why", "quiet"), [("near", True), ("aimed", True), ("target", False), ("hurt", False)])
def test_not_this_turn_holds_but_for_what_is_aimed_at_ones_own(asked, monkeypatch, why, quiet) -> None:
    monkeypatch.setattr(concern, "verdict", lambda world, request: Verdict(True, why))
    asked.table.asking.forget()
    assert asked.table.asking.ordered() is None
    asked.table.asking.keep_quiet(whole_round=False)
    assert asked.table.asking.ordered() == (declining(asked) if quiet else None)


def test_the_links_beside_the_question_decline_and_keep_quiet(stage: Stage, asked) -> None:
    answers, side = len(asked.table.skirmish.session.answers()), asked.table.side()
    stage.wait()
    stage.key(pygame.K_F7)
    stage.tick()
    assert len(asked.table.skirmish.session.answers()) > answers
    assert asked.table.asking._quiet[side] == (asked.table.asking._now()[0] + 1, 0)
    assert any("Asked nothing more this round" in entry.text for entry in asked.battle_log.entries())
