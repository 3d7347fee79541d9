"""The end of a skirmish: who won and why, a table of the sides, and where to go from here."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import pygame
from msgspec.structs import replace

from game.kernel.components import Side
from game.rules.ruleset import Links, Outcome
from game.skirmish.record import Skirmish, read
from game.text import names, words
from game.text.tally import LUCK, heads, tally
from game.ui.battle import report_file
from game.ui.battle.replay import Replay
from game.ui.battle.screen import BattleScreen
from game.ui.kit import page, save_files, skin, text
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.widgets import Button, Widget
from game.ui.kit.window import App
from game.ui.menus.next_skirmish import NextSkirmish

_FIRST = "board"  # what Enter takes: whoever has just hurried the last cards on with it loses nothing


class Ending:
    """Over the board, which can be looked at again."""

    scope = "menu"

    def __init__(self, app: App, skirmish: Skirmish) -> None:
        self.app, self.skirmish = app, skirmish
        world = skirmish.session.world
        outcome = skirmish.ruleset.outcome(world) or Outcome((), "")
        self.winners = outcome.winners
        self.title = words.outcome(skirmish.ruleset, world, outcome)
        self.rule = outcome.rule
        self.tallies = tally(skirmish)
        self.form = Form(self.app, _FIRST)

    def layout(self) -> None:
        """Place what is seen: its buttons below."""
        look, rect = self.app.look, self._rect()
        pad, gap, high = look.px(18), look.px(8), look.px(36)
        entries: list[tuple[str, str, Callable[[], Reply]]] = [
            ("rematch", "Rematch", self._rematch),
            ("replay", "Replay", self._replay),
            ("save", "Save", self._save),
            ("report", "Report", self._report),
            ("board", "Look at the board", Pop),
            ("title", "Title", self._title),
        ]
        if isinstance(self.skirmish.ruleset, Links):
            entries.insert(1, ("next", "Next skirmish", self._next))
        columns = len(entries) if rect.width >= look.px(660) and len(entries) < 6 else 4
        wide = (rect.width - 2 * pad + gap) // columns - gap
        rows = -(-len(entries) // columns)
        widgets: list[Widget] = []
        for number, (key, label, act) in enumerate(entries):
            row, column = divmod(number, columns)
            y = rect.bottom - pad - (rows - row) * (high + gap) + gap
            place = pygame.Rect(rect.x + pad + column * (wide + gap), y, wide, high)
            widgets.append(Button(key, place, label, act, kind="primary" if key == _FIRST else "plain"))
        self.form.put(widgets)

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 800, 180 + 34 * len(self.tallies) + 56)

    def _next(self) -> Reply:
        return Push(NextSkirmish(self.app, self.skirmish))

    def _rematch(self) -> Reply:
        scenario = replace(self.skirmish.scenario, seed=str(secrets.randbelow(1_000_000)))
        skirmish = Skirmish(scenario, self.skirmish.ruleset).settle()
        self.app.go(Reset(self.app.screens.title(self.app)))
        return Push(BattleScreen(self.app, skirmish))

    def _replay(self) -> Reply:
        return Push(Replay(self.app, read(self.skirmish.text())))

    def _save(self) -> Reply:
        name = f"{self.skirmish.scenario.name or 'Skirmish'} {time.strftime('%Y-%m-%d %H-%M')}, ended"
        save_files.keep(self.app.say, name, self.skirmish.text())
        return None

    def _report(self) -> Reply:
        report_file.write(self.app, self.skirmish)
        return None

    def _title(self) -> Reply:
        return Reset(self.app.screens.title(self.app))

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: buttons; Esc shows the board."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw verdict and table."""
        page.behind(surface, self.app)
        inside = page.window(surface, self.app, self._rect(), self.title)
        look, world = self.app.look, self.skirmish.session.world
        columns = [inside.x + round(inside.width * share) for share in (0, 0.42, 0.56, 0.68, 0.8, 0.9)]
        size, step, y = look.size("body"), look.px(34), inside.y + look.px(4)
        for x, head in zip(columns, heads(self.skirmish), strict=True):
            text.draw(surface, head, (x, y), size, look.palette.dim, room=look.px(110))
        for one in self.tallies:
            y += step
            number = world.get(one.side, Side).number
            skin.side_mark(surface, look, number, (columns[0] + look.px(9), y + look.px(9)), look.px(9))
            won = one.side in self.winners
            name = names.side_name(world, one.side) + (" – winner" if won else "")
            color = look.palette.accent if won else look.palette.text
            room = columns[1] - columns[0] - look.px(34)
            text.draw(surface, name, (columns[0] + look.px(26), y), size, color, bold=won, room=room)
            luck = f"{round(one.luck):+} %".replace("-", "−") if one.dice else "–"
            cells = (f"{one.standing} of {one.units}", str(one.felled), str(one.damage), str(one.dice), luck)
            for x, value in zip(columns[1:], cells, strict=True):
                text.draw(surface, value, (x, y), size, look.palette.text, room=look.px(110))
        text.draw(surface, LUCK, (inside.x, y + step), look.size("small"), look.palette.dim, room=inside.width)
        self.form.draw(surface)
        self.form.draw_tip(surface)
