"""Players that see the screen alone: widgets with their words and keys, units as they are drawn, the mark of a plan.

Each has its own hands: keys, a mouse, or a gamepad. What they cannot reach, nobody can.
"""

from __future__ import annotations

import math

import pygame

from game.ui.battle import scene_builder
from game.ui.battle.option_groups import TABS
from game.ui.battle.screen import BattleScreen
from game.ui.kit import commands
from tests.ui.hands import STEPS, Hands

_KEYS = {
    "↑": pygame.K_UP,
    "↓": pygame.K_DOWN,
    "←": pygame.K_LEFT,
    "→": pygame.K_RIGHT,
    "Enter": pygame.K_RETURN,
    "Esc": pygame.K_ESCAPE,
    "Tab": pygame.K_TAB,
    "Space": pygame.K_SPACE,
}
_PAD = {"A": 0, "B": 1, "X": 2, "Y": 3, "LB": 4, "RB": 5, "Back": 6, "Start": 7, "Left stick": 9, "Right stick": 10}
_HAT = {"↑": (0, 1), "↓": (0, -1), "←": (-1, 0), "→": (1, 0)}
_WAYS = {"→": 0, "↓": 90, "←": 180, "↑": 270}


class Steps(Hands):
    """Hands that press something for each of four ways, and for a command by the name that the screen gives it."""

    def press(self, name: str) -> None:
        raise NotImplementedError

    def command(self, name: str) -> None:
        self.press(self.stage.app.key(name))

    def confirm(self) -> None:
        self.command("confirm")

    def cancel(self) -> None:
        self.command("cancel")

    def decline(self) -> None:
        """Let it pass, or end the turn: a second time if attacks are left."""
        before = self.happened()
        for _ in range(2):
            if self.happened() == before and self.stage.name() == "BattleScreen":
                self.command("end_turn")
        if self.happened() == before and self.planned():
            self.confirm()

    def approach(self) -> None:
        """A foe that can be got at by one plan; else as near to one as the way goes."""
        self.command("next_target")
        if self.planned() or self.battle.cursor is not None:
            if not self.planned():
                self.confirm()
            self.finish()
            return
        self.walk()

    def walk(self) -> None:
        foes, last = self.foes(), None
        if not foes:
            return
        way = self.toward(foes[0])
        self.press(way)  # the cursor comes up where the unit stands
        for step in range(1, STEPS + 1):
            self.press(way)
            if self.battle.hovered_options():
                last = step
        for _ in range(STEPS - (last or STEPS)):
            self.press({"↑": "↓", "↓": "↑", "←": "→", "→": "←"}[way])
        if last:
            self.confirm()
            self.finish()

    def toward(self, place: tuple[int, int]) -> str:
        me = self.battle.pane.place_of(self.acting().cell)
        turn = math.degrees(math.atan2(place[1] - me[1], place[0] - me[0]))
        return min(_WAYS, key=lambda way: abs(math.remainder(turn - _WAYS[way], 360)))

    def leave(self) -> None:
        """From the end to the title."""
        for _ in range(30):
            if self.stage.top.form.focus == "title":
                break
            self.command("next")
        self.confirm()


class Keys(Steps):
    """Plays by keys alone."""

    def press(self, name: str) -> None:
        key = _KEYS.get(name)
        self.stage.key(key if key is not None else ord(name.lower()), typed="" if key else name)

    def open(self, tab: str) -> None:
        self.press(str([name for name, _ in TABS].index(tab) + 1))

    def reply(self) -> None:
        """One of the answers that have a key, each in its turn."""
        hints = [button.hint for button in self.buttons().values() if button.hint.isdigit()]
        if hints:
            self.press(hints[self.count % len(hints)])
        else:
            self.command("next_target")
        self.finish()


class Pad(Steps):
    """Plays by a gamepad alone."""

    def press(self, name: str) -> None:
        way = name.removeprefix("D-pad ")
        if way in _HAT:
            self._post(pygame.JOYHATMOTION, hat=0, value=_HAT[way])
            self._post(pygame.JOYHATMOTION, hat=0, value=(0, 0))
        elif name in ("LT", "RT"):
            for value in (1.0, -1.0):
                self._post(pygame.JOYAXISMOTION, axis=2 if name == "LT" else 5, value=value)
        else:
            for kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                self._post(kind, button=_PAD[name])
        self.stage.tick()

    def _post(self, kind: int, **fields: object) -> None:
        pygame.event.post(pygame.event.Event(kind, instance_id=7, **fields))
        for event in pygame.event.get((kind,)):
            self.stage.app.event(event)

    def command(self, name: str) -> None:
        self.press(commands.first_key(name, self.stage.app.bound, pad=True))

    def open(self, tab: str) -> None:
        """In the list of all that can be done, where the pad goes from group to group."""
        self.command("list_here")
        if self.battle.chooser is None:
            return
        if not hasattr(self.battle.chooser, "tab"):
            return
        for _ in TABS:
            if self.battle.chooser.tab == tab:
                return
            self.press("→")
        self.cancel()

    def reply(self) -> None:
        """One of the answers, each in its turn."""
        for _ in range(self.count % 3 + 1):
            self.press("↓")
        self.finish()


class Mouse(Hands):
    """Plays by clicks alone."""

    def _click(self, key: str) -> None:
        """The button of that key; the wheel brings those that do not fit into sight."""
        for _ in range(12):
            found = self.buttons().get(key)
            if found is not None:
                self.stage.click(found.rect.center)
                return
            self.stage.move(self.battle.areas.options.center)
            self.stage.app.event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
            self.stage.tick()
        raise AssertionError(f"no button {key!r} comes into sight")

    def open(self, tab: str) -> None:
        """The first button of a group that can be pressed."""
        self._click(f"tab {tab}")
        found = [key for key, button in self.buttons().items() if not key.startswith("tab ")]
        if found:
            self._click(found[0])

    def finish(self) -> None:
        """A second click, on the button or on the place; the row of a list that came up."""
        before = self.happened()
        for _ in range(4):
            battle = self.stage.top
            if self.happened() != before or not isinstance(battle, BattleScreen):
                return
            if battle.chooser is not None:
                rect = battle.chooser.rect
                self.stage.click((rect.right - 12, rect.y + battle.chooser.step * 3 // 2))
            elif battle.pending and battle.pending in self.buttons():
                self._click(battle.pending)
            elif battle.verb or battle.pending:
                self._point()

    def _point(self) -> None:
        """At a place that lights up: units with brackets first."""
        scene = scene_builder.scene(self.battle)
        cells = [look.cell for look in self.battle.pane.unit_sprites.looks if look.unit in dict(scene.targets)]
        cells += [cell for cell in range(scene.options.bit_length()) if scene.options >> cell & 1]
        if cells:
            self.stage.click(self.battle.pane.place_of(cells[0]))

    def attack(self) -> None:
        """Two clicks on a foe: what can be done from here, or the way there and the attack."""
        for place in self.foes()[:2]:
            before = self.happened()
            self.stage.click(place)
            if self.planned():
                self.stage.click(place)
            if self.happened() != before or self.stage.name() != "BattleScreen":
                return

    def approach(self) -> None:
        """Two clicks on a cell towards the nearest foe, the farthest first."""
        me, foes = self.acting(), self.foes()
        if me is None or not foes:
            return
        (x, y), (to_x, to_y) = self.battle.pane.place_of(me.cell), foes[0]
        size = self.battle.pane.camera.size
        far = max(1.0, math.dist((x, y), (to_x, to_y)))
        for step in range(STEPS, 0, -1):
            share = step * size / far
            if share < 1:
                place = round(x + (to_x - x) * share), round(y + (to_y - y) * share)
                self.stage.click(place)
                if self.planned():
                    self.stage.click(place)
                    return

    def reply(self) -> None:
        found = [key for key in self.buttons() if not key.startswith("tab ")]
        self._click(found[self.count % len(found)])
        self.finish()

    def take_marked(self) -> None:
        """The button that stands out."""
        found = [key for key, button in self.buttons().items() if button.on and not key.startswith("tab ")]
        self._click(found[0])

    def confirm(self) -> None:
        for key in ("show", "close"):
            if self.stage.top.form.find(key) is not None:
                self.stage.press(key)
                return

    def cancel(self) -> None:
        self.stage.click((self.battle.areas.board.x + 2, self.battle.areas.board.bottom - 2), button=3)

    def decline(self) -> None:
        """The button that has the key of ending the turn or letting it pass."""
        before, key = self.happened(), self.stage.app.key("end_turn")
        if "turn" in self.tabs():
            self._click("tab turn")
        for _ in range(2):
            found = next((one for one, button in self.buttons().items() if button.hint == key), None)
            if found is not None:
                self._click(found)
            if self.happened() != before or self.stage.name() != "BattleScreen":
                return

    def leave(self) -> None:
        self.stage.press("title")
