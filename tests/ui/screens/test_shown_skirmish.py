"""Whole skirmishes of computers are shown at normal pace: every answer is over soon, and then the present is seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from game.ui.battle.screen import BattleScreen
from game.ui.board.unit_look import Shown, looks
from game.ui.kit.screen import Push
from tests.playing import ruleset

from .stage import FRAME, Stage

LONGEST = 15  # seconds in which what comes of one answer has been shown


@pytest.mark.parametrize("name", SHIPPED)
def test_all_of_a_skirmish_is_shown(name: str) -> None:
    stage = Stage()
    stage.title()
    stage.app.change(handover=False, speed=1, still=False)
    base = quick("arena", name, ["random", "random"], 5)
    sides = tuple(replace(side, roster=side.roster[:3]) for side in base.sides)
    battle = BattleScreen(stage.app, Skirmish(replace(base, sides=sides, round_limit=2), ruleset(name)).settle())
    stage.app.go(Push(battle))
    busy = shown = answers = 0
    for _ in range(6000):
        stage.tick()
        before, answers = answers, len(battle.table.skirmish.session.answers())
        busy = busy if before == answers else 0
        if stage.name() == "Ending":
            break
        animation = battle.pane.animation
        busy = busy + 1 if battle.pane.busy else 0
        shown += battle.pane.busy
        assert busy * FRAME < LONGEST
        if not battle.pane.busy:
            assert animation.shown == Shown()
        seen = {look.unit for look in looks(battle.table.world, battle.ruleset, animation.shown)}
        for unit, place in animation.shown.offsets.items():
            assert unit in seen and max(map(abs, place)) < 20
    assert stage.name() == "Ending"
    assert shown > 50
    for _ in range(60):
        battle.pane.update(FRAME)
    assert not battle.pane.animation.live, "nothing of the last exchange stays"
