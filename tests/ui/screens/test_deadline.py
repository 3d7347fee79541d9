"""Questions in the middle of an action answer themselves once the time for them is over, if the settings say."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.kernel.flow import Decision
from game.ui.battle.screen import BattleScreen

from .stage import Stage
from .test_battle import until_prompt

SECONDS = 10


@pytest.fixture
def asked(stage: Stage, toy: Any) -> BattleScreen:
    """Somebody is asked whether to duck or to let it pass, and has ten seconds."""
    stage.title()
    stage.app.change(handover=False, prompt_seconds=SECONDS)
    stage.battle()
    return until_prompt(stage)


def question(battle: BattleScreen) -> Decision:
    request = battle.table.request
    assert request is not None
    return request


def pass_time(stage: Stage, seconds: int) -> None:
    for _ in range(seconds * 2):
        stage.wait(500)


def test_what_nobody_answers_in_time_is_declined(stage: Stage, asked: BattleScreen) -> None:
    before = question(asked)
    assert asked.seconds_left() == SECONDS
    pass_time(stage, SECONDS - 1)
    assert question(asked) is before
    assert asked.seconds_left() == 1
    pass_time(stage, 2)
    assert asked.table.request is not before
    assert "stand" in asked.table.skirmish.session.answers()
    assert any(remark.text.startswith("Time is up") for remark in asked.table.remarks)


def test_the_clock_stands_still_under_a_menu(stage: Stage, asked: BattleScreen) -> None:
    before = question(asked)
    pass_time(stage, SECONDS - 2)
    stage.key(pygame.K_F1)
    assert stage.top is not asked
    pass_time(stage, 3 * SECONDS)
    stage.key(pygame.K_ESCAPE)
    assert stage.top is asked
    assert question(asked) is before
    assert asked.seconds_left() in (1, 2)
    pass_time(stage, 3)
    assert asked.table.request is not before


def test_without_a_limit_nothing_is_hurried(stage: Stage, asked: BattleScreen) -> None:
    stage.app.change(prompt_seconds=0)
    before = question(asked)
    assert asked.seconds_left() is None
    pass_time(stage, 4 * SECONDS)
    assert question(asked) is before


def test_a_turns_own_question_waits(stage: Stage, asked: BattleScreen) -> None:
    pass_time(stage, SECONDS + 1)
    for _ in range(20):
        if asked.table.is_turn():
            break
        asked.answer(question(asked).options[0].key)
    assert asked.table.is_turn()
    before = question(asked)
    assert asked.seconds_left() is None
    pass_time(stage, 2 * SECONDS)
    assert question(asked) is before
