"""What every player who sees the screen alone does; its presses are its own, see `bots`."""

from __future__ import annotations

import math

import pytest

from game.ui.battle import scene_builder
from game.ui.battle.screen import BattleScreen
from tests.ui.screens.stage import Stage

PATIENCE = 1500  # questions after which a skirmish counts as endless


STEPS = 5  # cells that a unit is sent at most


class Hands:
    """What every player does: look at the screen and answer until the end.

    The presses are its own: `open` a group, `reply`, `approach`, `confirm`, `cancel`, `decline` and `leave`.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.count = 0  # questions so far: they make one try another group than attack and move
        self.used: set[str] = set()  # groups of actions that were taken up

    # what is seen

    @property
    def battle(self) -> BattleScreen:
        battle = self.stage.top
        assert isinstance(battle, BattleScreen), f"it looks at {self.stage.name()}"
        return battle

    def buttons(self) -> dict[str, object]:
        return {button.key: button for button in self.battle.buttons if button.enabled}

    def tabs(self) -> list[str]:
        """The groups of actions that are not greyed."""
        found = [button for key, button in self.buttons().items() if key.startswith("tab ") and button.kind == "plain"]
        return [button.key.removeprefix("tab ") for button in found]

    def planned(self) -> bool:
        return bool(self.battle.pending)

    def acting(self):
        """The unit with the ring."""
        scene = scene_builder.scene(self.battle)
        return next((look for look in self.battle.pane.unit_sprites.looks if look.unit == scene.selected), None)

    def foes(self) -> list[tuple[int, int]]:
        """Where foes are seen, the nearest first."""
        me, pane = self.acting(), self.battle.pane
        if me is None:
            return []
        here = pane.place_of(me.cell)
        found = [pane.place_of(one.cell) for one in pane.unit_sprites.looks if one.side != me.side and not one.down]
        return sorted(found, key=lambda place: math.dist(place, here))

    def happened(self) -> int:
        battle = next((one for one in self.stage.app.stack if isinstance(one, BattleScreen)), None)
        return len(battle.table.skirmish.session.answers()) if battle is not None else -1  # it is over

    # playing

    def play(self) -> None:
        """Until the end is shown."""
        for _ in range(PATIENCE):
            name = self.stage.name()
            if name == "Ending":
                return
            if name == "Curtain":
                self.stage.wait()
                self.confirm()
            elif self.battle.request is None or self.battle.pane.busy:
                self.stage.tick()
            elif not self.battle.may_answer():
                self.stage.wait()  # a prompt takes nothing in its first moments
            else:
                self.answer()
        pytest.fail("the skirmish did not end")

    def answer(self) -> None:
        """One question, by the first way that leads to anything."""
        self.count += 1
        before = self.happened()
        shown = [button.label for button in self.battle.buttons]
        for way in self.ways():
            way()
            if self.stage.name() != "BattleScreen" or self.happened() != before:
                return
            while self.stage.name() == "BattleScreen" and (self.planned() or self.battle.chooser is not None):
                self.cancel()
            self.stage.wait()
        pytest.fail(f"nothing leads on from {shown}")

    def ways(self):
        """What is tried, in order."""
        if not self.tabs():
            return (self.decline, self.reply) if self.count % 3 == 0 else (self.reply, self.decline)
        others = [tab for tab in self.tabs() if tab not in ("attack", "move", "turn")]
        if others and self.count % 4 == 3:
            tab = others[self.count // 4 % len(others)]
            return (lambda: self.group(tab), self.attack, self.approach, self.decline)
        return self.attack, self.approach, lambda: self.group("move"), self.decline

    def group(self, tab: str) -> None:
        """Take up the best of a group, and do it."""
        self.used.add(tab)
        self.open(tab)
        self.finish()

    def attack(self) -> None:
        if "attack" in self.tabs():
            self.group("attack")

    def take_marked(self) -> None:
        """Give the answer that is marked."""
        self.confirm()

    def finish(self) -> None:
        """Confirm what is planned or listed, as often as it takes."""
        before = self.happened()
        for _ in range(3):
            battle = self.stage.top
            if self.happened() != before or not isinstance(battle, BattleScreen):
                return
            if battle.pending or battle.chooser is not None:
                self.confirm()
