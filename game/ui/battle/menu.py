"""The menu of a skirmish, and saving under a name."""

from __future__ import annotations

import time
from functools import partial

import pygame

from game.skirmish.record import read
from game.ui.battle import advice
from game.ui.battle.option_groups import given_up
from game.ui.battle.prompts import StandingOrders, battle_help
from game.ui.battle.replay import Replay
from game.ui.battle.state import Battle
from game.ui.battle.table import Table
from game.ui.kit import page, save_files
from game.ui.kit.form import Form
from game.ui.kit.menu import Menu
from game.ui.kit.notice import help_screen
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.widgets import Action, Button, Entry
from game.ui.kit.window import App


def menu(battle: Battle, find: Action | None = None) -> Menu:
    """The menu of a skirmish: saving, loading, looking back, orders, settings, help, and the way out.

    `find` opens the list of all commands.
    """
    app = battle.app
    entries: list[tuple[str, Action]] = [
        ("Resume", Pop),
        ("Save under a name", lambda: Push(Saving(app, battle.table))),
        ("Load", lambda: Push(app.screens.saves(app))),
        ("Look back, play on from earlier", lambda: _look_back(battle)),
        *_asking(battle),
        ("Standing orders", lambda: Push(StandingOrders(app, battle.table))),
        *([("Find a command", find)] if find is not None else []),
        *_giving_up(battle),
        ("Settings", lambda: Push(app.screens.settings(app))),
        ("Help and keys", lambda: Push(help_screen(app, battle_help(battle.ruleset)))),
        ("Save and go to the title", lambda: to_title(app, battle.table)),
    ]
    return Menu(app, "Skirmish", entries)


def _asking(battle: Battle) -> list[tuple[str, Action]]:
    """What a computer player can be asked now."""

    def asks(*, hint: bool) -> Reply:
        advice.ask(battle, hint=hint)
        return Pop()

    found: list[tuple[str, Action]] = []
    if battle.request is not None:
        found.append(("Hint", partial(asks, hint=True)))
    if battle.table.decided:
        found.append(("Why did the computer do that?", partial(asks, hint=False)))
    return found


def _giving_up(battle: Battle) -> list[tuple[str, Action]]:
    """What ends the fight by words: taken up here, and done at the table by another key."""
    request = battle.request

    def plan(key: str) -> Reply:
        battle.choose(key)
        return Pop()

    options = [one for one in request.options if given_up(request, one)] if request is not None else []
    return [(f"{battle.option_title(one)} …", partial(plan, one.key)) for one in options]


def _look_back(battle: Battle) -> Reply:
    """The replay up to now, from which a skirmish can be played on; this one is kept for “Continue”."""
    record = battle.table.text()
    if not save_files.keep(battle.app.say, save_files.LAST, record, quiet=True):
        return None
    return Push(Replay(battle.app, read(record), at_end=True))


def to_title(app: App, table: Table) -> Reply:
    """Keep the skirmish for “Continue” and go to the first screen; stay when it cannot be saved."""
    return (
        Reset(app.screens.title(app)) if save_files.keep(app.say, save_files.LAST, table.text(), quiet=True) else None
    )


class Saving:
    """A window that asks for the name of a save and writes it."""

    scope = "menu"

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table
        map_name = table.skirmish.scenario.name or "Skirmish"
        self.name = f"{map_name} {time.strftime('%Y-%m-%d %H-%M')}"
        self.form = Form(app, "name")

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 520, 190)

    def layout(self) -> None:
        """Place what is seen: a field and two buttons."""
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
        return Pop() if save_files.keep(self.app.say, self.name, self.table.text()) else None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: field and buttons."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), "Save the skirmish")
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def leave(self) -> None:
        """Take the text field away."""
        self.form.close()
