"""From each press in a whole skirmish to the picture of what came of it, from the press of Start on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import pygame
import pytest
from msgspec.structs import replace

from game.data import paths
from game.map.roster import ROLES, Entry
from game.rules.registry import SHIPPED
from game.ui.kit import choices
from game.ui.kit.tidying import Tidying
from tests.ui.bots import Keys, Mouse
from tests.ui.hands import Hands
from tests.ui.screens.stage import Stage

CLICK = 0.1  # seconds
ANSWERS = 24  # that each pair of hands gives
_PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)


@pytest.fixture(autouse=True)
def tidy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The user's folders are empty, and memory is tidied up as the window's loop has it."""
    for name in ("user_data", "user_config"):
        monkeypatch.setattr(paths, name, lambda: tmp_path)
    before = gc.get_threshold()
    Tidying(lambda: 0)
    yield
    gc.set_threshold(*before)
    choices.forget()


class Timed(Stage):
    """Takes the time from each press until the next picture."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[tuple[float, str]] = []
        self.what, self._spent = "", 0.0
        self._event, self._tick = self.app.event, self.app.tick
        self.app.event, self.app.tick = self._timed_event, self._timed_tick

    def _timed_event(self, event: pygame.event.Event) -> None:
        start = perf_counter()
        self._event(event)
        if event.type in _PRESSES:
            self._spent += perf_counter() - start

    def _timed_tick(self, seconds: float) -> None:
        start, spent = perf_counter(), self._spent
        self._tick(seconds)
        if spent:
            self.taken.append((spent + perf_counter() - start, self.what))
            self._spent = 0.0


def started(stage: Timed, ruleset: str, many: int) -> None:
    """A skirmish on the arena, with so many on either side, begun from the set-up."""
    arena = choices.stages()["arena"]
    roster = tuple(Entry(role=ROLES[n % len(ROLES)]) for n in range(many))
    sides = tuple(replace(side, roster=roster) for side in arena.board.sides)
    choices.stages()["arena"] = choices.Stage(replace(arena.board, sides=sides))
    stage.title()
    stage.press("new")
    setup = stage.top
    choices.stages()["arena"] = choices.Stage(replace(arena.board, sides=sides))
    setup._set(map="arena", ruleset=ruleset, seats=choices.seats_for(arena.board), seed="5")
    setup.layout()
    stage.app.change(handover=False)
    stage.tick()
    stage.taken.clear()
    stage.what = "start"
    stage.press("start")
    assert stage.name() == "BattleScreen" and len(set(stage.top.covered().values())) == 2 * many


def answers(stage: Timed, hands: Hands, number: int) -> None:
    """So many answers, or fewer if it ends before."""
    for _ in range(20 * number):
        if stage.name() != "BattleScreen" or hands.count >= number:
            return
        battle = hands.battle
        if battle.request is None or not battle.table.human():
            stage.tick()
        elif not battle.may_answer() or battle.pane.busy:
            stage.wait()
        else:
            stage.what = f"{type(hands).__name__}, {battle.request.question}"
            hands.answer()


@pytest.mark.parametrize("many", [4, 10])
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_press_has_its_picture_soon(ruleset: str, many: int) -> None:
    stage = Timed()
    started(stage, ruleset, many)
    hands: Callable[[Stage], Hands]
    for hands in (Mouse, Keys):
        answers(stage, hands(stage), ANSWERS)
    stage.close()
    (first, _), *rest = stage.taken
    slow, what = max(rest)
    middle = median(taken for taken, _ in rest) * 1e3
    print(f"\n{ruleset}, {many}: start {first * 1e3:.0f} ms; {middle:.1f} ms, at most {slow * 1e3:.0f} ms ({what})")
    print("   ", [(f"{taken * 1e3:.0f}", what) for taken, what in sorted(rest)[-4:]])
    pygame.display.quit()
    assert first < CLICK and slow < CLICK
