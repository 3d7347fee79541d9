"""The menu of a skirmish, and saving under a name."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.skirmish.record import read
from game.ui import files, page
from game.ui.app import App
from game.ui.form import Form
from game.ui.notice import help_screen
from game.ui.prompts import Orders, battle_help
from game.ui.screen import Pop, Push, Reply, Reset
from game.ui.settings import Settings
from game.ui.table import Table
from game.ui.widgets import Action, Button, Entry, Widget

if TYPE_CHECKING:
    from game.ui.battle import Battle


class Menu:
    """Buttons under each other, in a window over the screen below; two columns where it is low."""

    scope = "menu"

    def __init__(self, app: App, title: str, entries: Sequence[tuple[str, Action]]) -> None:
        self.app, self.title, self.entries = app, title, entries
        self.form = Form(app)

    def layout(self) -> None:
        """Place the buttons."""
        look, rect = self.app.look, self._rect()
        pad, step, top = look.px(18), look.px(44), rect.y + look.px(54)
        columns = self._columns()
        wide = (rect.width - pad * (columns + 1)) // columns
        rows = -(-len(self.entries) // columns)
        widgets: list[Widget] = []
        for number, (label, act) in enumerate(self.entries):
            column, row = divmod(number, rows)
            place = pygame.Rect(rect.x + pad + column * (wide + pad), top + row * step, wide, look.px(36))
            kind = "primary" if number == 0 else "plain"
            widgets.append(Button(f"entry{number}", place, label, act, kind=kind))
        self.form.put(widgets)

    def _columns(self) -> int:
        return 1 if self.app.look.px(44) * len(self.entries) + self.app.look.px(80) < self.app.size[1] else 2

    def _rect(self) -> pygame.Rect:
        columns = self._columns()
        rows = -(-len(self.entries) // columns)
        return page.centred(self.app, 340 if columns == 1 else 620, 44 * rows + 66)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Buttons; Esc closes."""
        return Pop() if command in ("cancel", "menu") else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), self.title)
        self.form.draw(surface)


def menu(battle: Battle) -> Menu:
    """The menu of a skirmish."""
    from game.ui.loading import Loading

    app = battle.app
    entries: list[tuple[str, Action]] = [
        ("Go on", Pop),
        ("Save under a name", lambda: Push(Saving(app, battle.table))),
        ("Load", lambda: Push(Loading(app))),
        ("Look back, go on from earlier", lambda: _look_back(battle)),
        ("Standing orders", lambda: Push(Orders(app, battle.table))),
        ("Settings", lambda: Push(Settings(app))),
        ("Help and keys", lambda: Push(help_screen(app, battle_help(battle.ruleset)))),
        ("Save and go to the title", lambda: to_title(app, battle.table)),
    ]
    return Menu(app, "Skirmish", entries)


def _look_back(battle: Battle) -> Reply:
    """The replay up to now, from which a skirmish can be played on; this one is kept for “Continue”."""
    from game.ui.replay import Replay

    record = battle.table.text()
    if not files.keep(battle.app.say, files.LAST, record, quiet=True):
        return None
    return Push(Replay(battle.app, read(record), at_end=True))


def to_title(app: App, table: Table) -> Reply:
    """Keep the skirmish for “Continue” and go to the first screen; stay when it cannot be saved."""
    from game.ui.title import Title

    return Reset(Title(app)) if files.keep(app.say, files.LAST, table.text(), quiet=True) else None


class Saving:
    """A name for the save."""

    scope = "menu"

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table
        map_name = table.skirmish.scenario.name or "Skirmish"
        self.name = f"{map_name} {time.strftime('%Y-%m-%d %H-%M')}"
        self.form = Form(app, "name")

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 520, 190)

    def layout(self) -> None:
        """A field and two buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        field = pygame.Rect(rect.x + pad, rect.y + look.px(56), rect.width - 2 * pad, high)
        half = (rect.width - 3 * pad) // 2
        save = pygame.Rect(rect.x + pad, rect.bottom - pad - high, half, high)
        self.form.put(
            [
                Entry("name", field, self.name, self._rename, self._save),
                Button("save", save, "Save", self._save, kind="primary"),
                Button("cancel", save.move(half + pad, 0), "Cancel", Pop, hint=self.app.key("cancel")),
            ]
        )

    def _rename(self, name: str) -> Reply:
        self.name = name
        return None

    def _save(self) -> Reply:
        return Pop() if files.keep(self.app.say, self.name, self.table.text()) else None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Field and buttons."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), "Save the skirmish")
        self.form.draw(surface)

    def leave(self) -> None:
        """Give the field up."""
        self.form.close()
