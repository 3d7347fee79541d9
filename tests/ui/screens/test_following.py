"""From the end of a skirmish to the next one, with whoever is left."""

from __future__ import annotations

import msgspec
import pygame

from game.record import Skirmish
from game.roster import Entry
from game.rules.poise import load
from game.scenario import quick
from game.ui.app import Push
from game.ui.battle import Battle

from .stage import Stage


def ended(stage: Stage, **state: object) -> Battle:
    """A skirmish of poise with one unit a side that is over after a round without deeds."""
    base = quick("arena", "poise", seed=1)
    rosters = ((Entry(unit="footman", name="Ann", state=state),), (Entry(unit="archer", name="Bob"),))
    sides = [msgspec.structs.replace(side, roster=units) for side, units in zip(base.sides, rosters, strict=True)]
    game = Skirmish(msgspec.structs.replace(base, sides=tuple(sides), round_limit=1), load()).settle()
    for _ in range(20):
        request = game.session.request
        if request is None:
            break
        keys = [option.key for option in request.options]
        game.answer("end" if "end" in keys else "stay" if "stay" in keys else keys[0])
    battle = Battle(stage.app, game)
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
    assert stage.name() == "Following"
    assert "Ann (Stress: 7)" in told(stage) and "Bob" in told(stage)
    stage.top._set("how", "inn")
    stage.top._set("map", "ford")
    stage.tick()
    assert "Ann (Stress: 4)" in told(stage)
    stage.press("start")
    assert stage.name() in ("Battle", "Curtain")
    battle = next(screen for screen in stage.app.stack if type(screen).__name__ == "Battle")
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
