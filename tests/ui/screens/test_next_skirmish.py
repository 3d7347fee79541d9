"""From the end of a skirmish to the next one, with whoever is left."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from game.map.roster import Entry
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ui.bots import Pad

from .stage import Stage


def ended(
    stage: Stage, ruleset: str = "poise", units: tuple[str, str] = ("footman", "archer"), **state: object
) -> BattleScreen:
    """A skirmish with one unit a side that is over after a round without deeds."""
    base = quick("arena", ruleset, seed=1)
    rosters = ((Entry(unit=units[0], name="Ann", state=state),), (Entry(unit=units[1], name="Bob"),))
    sides = [msgspec.structs.replace(side, roster=units) for side, units in zip(base.sides, rosters, strict=True)]
    game = Skirmish(msgspec.structs.replace(base, sides=tuple(sides), round_limit=1), find_ruleset(ruleset)).settle()
    for _ in range(20):
        request = game.session.request
        if request is None:
            break
        keys = [option.key for option in request.options]
        game.answer(next(key for key in ("end", "stay", "no", keys[0]) if key in keys))
    battle = BattleScreen(stage.app, game)
    stage.title()
    stage.app.go(Push(battle))
    stage.wait(3000)
    stage.tick(20)
    assert stage.name() == "Ending"
    return battle


def told(stage: Stage) -> str:
    """What the screen says of who goes on."""
    return " ".join(line.words for line in stage.top.words.lines)


def test_the_next_skirmish_begins_with_what_is_left(stage: Stage) -> None:
    ended(stage, stress=7)
    stage.press("next")
    assert stage.name() == "NextSkirmish"
    assert "Ann (Stress: 7)" in told(stage) and "Bob" in told(stage)
    stage.top._set("how", "inn")
    stage.top._set("map", "ford")
    stage.tick()
    assert "Ann (Stress: 4)" in told(stage)
    stage.press("start")
    assert stage.name() in ("BattleScreen", "Curtain")
    battle = next(screen for screen in stage.app.stack if type(screen).__name__ == "BattleScreen")
    scenario = battle.table.skirmish.scenario
    assert scenario.board.name == "The ford" or scenario.name == scenario.board.name
    assert scenario.sides[0].roster[0].state == {"stress": 4}


def test_a_side_may_come_fresh(stage: Stage) -> None:
    ended(stage)
    stage.press("next")
    stage.press("fresh1")  # the middle of a choice is its next value
    assert "Bob" not in told(stage) and "Ann" in told(stage)


def test_why_there_is_no_next_one(stage: Stage) -> None:
    ended(stage, stress=40)
    stage.press("next")
    assert "nobody left" in told(stage)
    start = stage.top.form.find("start")
    assert start is not None and not start.enabled


def test_back_to_the_end(stage: Stage) -> None:
    ended(stage)
    stage.press("next")
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "Ending"


def test_gear_is_seen_and_changed_where_the_ruleset_allows_it(stage: Stage) -> None:
    ended(stage, ruleset="clash", units=("classical_knight", "forest_bandit"))
    stage.press("next")
    stage.press("gear")
    assert stage.name() == "Outfitting"
    stage.press("right")  # the next weapon, which is no long sword
    assert stage.top.gear
    stage.top._choose(stage.top._slots()[1], "greataxe")
    assert "hands" in stage.top.fault  # the shield is still there
    stage.top._choose(stage.top._slots()[2], "")
    assert not stage.top.fault
    stage.key(pygame.K_ESCAPE)
    assert stage.name() == "NextSkirmish" and "In hand: Great axe" in told(stage)
    stage.press("gear")
    stage.press("undo")
    stage.press("back")
    assert "Great axe" not in told(stage)


def test_no_gear_is_changed_where_the_ruleset_does_not_know_of_it(stage: Stage) -> None:
    ended(stage)
    stage.press("next")
    assert stage.top.form.find("gear") is None


@pytest.mark.parametrize("device", ["mouse", "keys", "pad"])
def test_from_the_board_after_the_end_there_is_a_way_back_to_the_results(stage: Stage, device: str) -> None:
    battle = ended(stage)
    stage.press("board")
    assert stage.top is battle
    stage.wait()
    assert {button.label for button in battle.buttons} >= {"Results", "Menu"}
    if device == "mouse":
        stage.click(next(one for one in battle.buttons if one.label == "Results").rect.center)
    elif device == "keys":
        stage.key(pygame.K_RETURN)
    else:
        Pad(stage).confirm()
    assert stage.name() == "Ending"
