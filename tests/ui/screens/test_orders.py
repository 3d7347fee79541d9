"""Standing orders by the chance, and from one skirmish to the next."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.rules.ruleset import Chance, Preview
from game.ui.kit import prefs
from game.ui.kit.standing_orders import Order, renewed

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
    asked.table.command(side, "defend", verb="stand", result="Lives", least=percent)
    assert asked.table.ordered() == answered
    asked.table.command(side, "defend", result="Another result", least=50)
    assert asked.table.ordered() is None


def test_the_window_of_orders_asks_for_a_chance_and_remembers(stage: Stage, asked) -> None:
    side, number = asked.table.side(), asked.table.number_of(asked.table.side())
    stage.key(pygame.K_o, typed="o")
    key = f"{side} defend"
    stage.press(key)
    stage.press(key)
    assert asked.table.orders[side, "defend"].verb == "stand"
    stage.press(f"{key} least")
    stage.press(f"{key} result")
    wanted = Order("toy", number, "defend", "stand", "Lives", 50)
    assert asked.table.orders[side, "defend"] == wanted
    assert prefs.load()[0].orders == (wanted,)
    stage.key(pygame.K_ESCAPE)
    stage.tick()
    lines = [entry.text for entry in asked.chronicle.entries()]
    assert "Answered by standing order: Stand (Lives: at least 50 %)" in lines
    again = stage.battle()
    assert again.table.orders == {(side, "defend"): wanted}
    assert (side, "defend", ("stand",)) in again.table.questions()  # it can be taken back before it is asked
    stage.key(pygame.K_o, typed="o")
    stage.press(key)
    assert prefs.load()[0].orders == ()
    assert again.table.orders == {}


def test_orders_of_others_are_kept() -> None:
    mine, other = least("defend", 50), replace(least("defend", 75), side=2)
    assert renewed((mine, other), least("defend", 90)) == (other, least("defend", 90))
    assert renewed((mine, other), replace(mine, verb="ask")) == (other,)
