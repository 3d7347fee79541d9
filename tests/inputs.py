"""Presses and clicks that the common things take: `python -m tests.inputs` prints a line a ruleset and device.

A thing is done where it can be, by the hands that play whole skirmishes: they see the screen only. What others are
asked meanwhile is not counted. "None" stands where the rules know no such thing: poise guards in answers alone.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.ai.controller import find_controller
from game.data import paths
from game.kernel.components import Side
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.concern import targets
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, read, side_of
from game.ui.battle import planning
from game.ui.battle.screen import BattleScreen
from game.ui.kit.screen import Push
from tests.ui.bots import Keys, Mouse, Pad
from tests.ui.hands import Hands
from tests.ui.screens.stage import Stage

THINGS = ("attack a neighbour", "walk and attack", "answer an attack", "guard", "end the turn")
DEVICES: dict[str, type[Hands]] = {"keys": Keys, "mouse": Mouse, "pad": Pad}
_PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)  # what is pressed on a pad comes as a key of its own
_TRIES = 40  # questions at which a thing is looked for
_TURNS = 800  # answers


def asked(ruleset: str, thing: str) -> Iterator[Skirmish]:
    """A skirmish at each question to the first side in which a thing may be done, while computers play for both."""
    skirmish = Skirmish(quick("arena", ruleset, ["human", "captain"], 5), find_ruleset(ruleset)).settle()
    player = find_controller("squire", 1)
    for _ in range(_TURNS):
        request, world = skirmish.session.request, skirmish.session.world
        if not isinstance(request, Decision):
            return
        mine = world.get(side_of(world, request.who), Side).controller == "human"
        if mine and likely(request, thing):
            yield read(skirmish.text()).settle()
        skirmish.answer(player.choose(skirmish.session))


def shown(stage: Stage, skirmish: Skirmish) -> BattleScreen:
    """The skirmish in a window, seen for long enough to be answered."""
    stage.app.change(speed=0, handover=False)
    stage.title()
    battle = BattleScreen(stage.app, skirmish)
    stage.app.go(Push(battle))
    stage.tick(3)
    stage.wait()
    return battle


def can(battle: BattleScreen, hands: Hands, thing: str) -> bool:
    """Whether the thing can be done now, by what the screen shows."""
    tabs, cells = hands.tabs(), [battle.pane.cell_at(place) for place in hands.foes()[:1]]
    here = [battle.chosen_at(cell) for cell in cells if cell is not None]
    if thing == "attack a neighbour":
        return any(options and options[0].group == "attack" for options in here)
    if thing == "walk and attack":
        return any(cell is not None and planning.at(battle, cell) is not None for cell in cells)
    if thing == "answer an attack":
        return battle.request is not None and not battle.table.is_turn()
    return thing != "guard" or "guard" in tabs


def do(hands: Hands, thing: str) -> None:
    """Do it as these hands do."""
    if thing == "attack a neighbour" or (thing == "walk and attack" and isinstance(hands, Mouse)):
        hands.attack()
    elif thing == "walk and attack":
        hands.approach()
    elif thing == "answer an attack":
        hands.take_marked()
    elif thing == "guard":
        hands.group("guard")
    else:
        hands.decline()


def likely(request: Decision, thing: str) -> bool:
    """Whether a question is worth a look: a window takes its time."""
    if thing == "answer an attack":
        return request.moment in ("reaction", "window") and request.who in targets(request.about)
    if request.question != "turn":
        return False
    attacks = any(option.group == "attack" and option.unit is not None for option in request.options)
    return attacks == (thing == "attack a neighbour") if "attack" in thing else True


def presses(ruleset: str, device: str, thing: str) -> int | None:
    """How many presses it takes; None where it could not be done in any of some turns."""
    for skirmish in itertools.islice(asked(ruleset, thing), _TRIES):
        stage = Stage()
        battle, hands = shown(stage, skirmish), DEVICES[device](stage)
        if can(battle, hands, thing):
            found = _counted(stage, hands, partial(do, hands, thing))
            if found:
                return found
    return None


def _counted(stage: Stage, hands: Hands, act: Callable[[], None]) -> int:
    """The presses until something happened; 0 if nothing did."""
    pass_on, before, found = stage.app.event, hands.happened(), 0

    def event(event: pygame.event.Event) -> None:
        nonlocal found
        found += event.type in _PRESSES and hands.happened() == before
        pass_on(event)

    with patch.object(stage.app, "event", event):
        act()
    return found if hands.happened() != before else 0


def main() -> None:
    """A line a ruleset and device."""
    rulesets = sys.argv[1].split(",") if len(sys.argv) > 1 else SHIPPED
    with pytest.MonkeyPatch.context() as monkeypatch, tempfile.TemporaryDirectory() as folder:
        for name in ("user_data", "user_config"):
            monkeypatch.setattr(paths, name, lambda: Path(folder))
        for ruleset in rulesets:
            for device in DEVICES:
                counts = (f"{thing} {presses(ruleset, device, thing)}" for thing in THINGS)
                print(f"{ruleset}, {device}:", ", ".join(counts), flush=True)


if __name__ == "__main__":
    main()
