"""With the setting, what others did stays on the screen until Space, Enter, a click or a gamepad's A."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.kernel.components import Position, Unit
from game.kernel.events import Attacked
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.ui.battle.screen import BattleScreen

from .stage import Stage
from .test_gamepad import START, A, button


class Brawler:
    """A computer that walks to the nearest enemy and strikes."""

    def __init__(self, battle: BattleScreen) -> None:
        self.grid = battle.board.grid

    def choose(self, session: Session) -> str:
        world, request = session.world, session.request
        assert isinstance(request, Decision)
        side = world.get(request.who, Unit).side
        foes = [at.cell for _, who, at in world.each(Unit, Position) if who.side != side]

        def far(option: Option) -> int:
            if option.cell is None:
                return 0 if option.verb in ("strike", "stand") else 999
            return min(self.grid.distance(option.cell, foe, "chebyshev") for foe in foes)

        return min(request.options, key=far).key


def table(stage: Stage, *, wait: bool = True, **more: object) -> BattleScreen:
    """A skirmish against a computer, shown fast."""
    battle = stage.battle("human", "squire")
    battle.table._controllers["squire"] = Brawler(battle)
    stage.app.change(speed=16, wait=wait, handover=False, **more)
    battle.layout()
    return battle


def until(stage: Stage, battle: BattleScreen, wanted: Callable[[], bool], times: int = 300) -> bool:
    """End one's own turns until something is so; whether it came to that."""
    for _ in range(times):
        if wanted():
            return True
        if battle.table.request is None:
            return False
        if battle.request is not None and not battle.pane.busy and battle.may_answer():
            battle.answer(next(one.key for one in battle.request.options if one.verb in ("end", "stand")))
        stage.tick()
    return False


def held(stage: Stage, battle: BattleScreen) -> tuple[object, ...]:
    """Wait for the computer's first attack to be over."""
    assert until(stage, battle, lambda: battle.playing.holding)
    return shown(battle)


def shown(battle: BattleScreen) -> tuple[object, ...]:
    session = battle.table.skirmish.session
    return (
        len(session.answers()),
        len(battle.pane.animation._queue),
        [each.stroke for each in battle.pane.animation.live],
    )


def test_it_is_off_at_first(stage: Stage) -> None:
    battle = table(stage, wait=False)
    assert not until(stage, battle, lambda: battle.playing.holding)


def test_what_a_computer_did_stays_and_nothing_goes_on_meanwhile(stage: Stage) -> None:
    battle = table(stage)
    before = held(stage, battle)
    doer = battle.pane.animation.live[0].stroke
    assert doer.kind == "line" and doer.doer not in battle.pane.animation.own
    stage.wait(60_000)
    stage.tick(50)
    assert shown(battle) == before
    assert [one.key for one in battle.buttons] == ["on"]
    assert not stage.app._moving(), "nothing is drawn meanwhile"


@pytest.mark.parametrize("way", ["space", "enter", "click", "right click", "button", "A", "Start"])
def test_each_way_on_goes_on_and_does_nothing_else(stage: Stage, way: str) -> None:
    battle = table(stage)
    answers = held(stage, battle)[0]
    cell = battle.pane.place_of(battle.board.grid.at(0, 0))
    does: dict[str, Callable[[], None]] = {
        "space": lambda: stage.key(pygame.K_SPACE),
        "enter": lambda: stage.key(pygame.K_RETURN),
        "click": lambda: stage.click(cell),
        "right click": lambda: stage.click(cell, button=3),
        "button": lambda: stage.click(battle.buttons[0].rect.center),
        "A": lambda: button(stage, A),
        "Start": lambda: button(stage, START),
    }
    battle.pane.animation._queue.clear()  # so that nothing else is waited for
    does[way]()
    assert not battle.playing.holding
    assert not battle.pending and battle.inspected is None
    if battle.request is not None:
        assert not battle.may_answer(), "what comes up now is not answered by the same press"
        does[way]()
        assert len(battle.table.skirmish.session.answers()) == answers


def test_escape_skips_to_the_next_question(stage: Stage) -> None:
    battle = table(stage)
    held(stage, battle)
    stage.key(pygame.K_ESCAPE)
    for _ in range(400):
        assert not battle.playing.holding
        if battle.request is not None or battle.table.request is None:
            break
        stage.tick()
    assert stage.name() in ("BattleScreen", "Ending")


def test_ones_own_attacks_are_not_waited_for(stage: Stage) -> None:
    battle = table(stage)
    battle.playing._own = lambda: frozenset(unit for unit, _ in battle.table.world.each(Unit))
    assert not until(stage, battle, lambda: battle.playing.holding)
    assert any(isinstance(event, Attacked) for event in battle.table.world.events)


def test_a_question_is_waiting_enough(stage: Stage) -> None:
    """Whoever is asked in the middle of an attack, or after it, is not asked to look at it as well."""
    battle = table(stage)
    assert until(stage, battle, lambda: battle.request is not None and not battle.table.is_turn())
    animation = battle.pane.animation
    animation._done = {7}
    stage.tick(20)
    battle.asked_at = -1000
    battle.answer(battle.request.options[0].key)
    assert not animation._done


def test_without_pace_there_is_nothing_to_look_at(stage: Stage) -> None:
    battle = table(stage, speed_theirs=0)
    assert not until(stage, battle, lambda: battle.playing.holding)
