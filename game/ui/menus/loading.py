"""The list of saves, and how one is opened."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.data import disk
from game.data.faults import SheetError
from game.skirmish import record
from game.skirmish.record import RecordError, Skirmish
from game.ui.battle.replay import Replay
from game.ui.battle.screen import BattleScreen
from game.ui.kit import page, save_files
from game.ui.kit.form import Form
from game.ui.kit.notice import Notice
from game.ui.kit.page import Line
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.widgets import Button, ListBox, Row
from game.ui.kit.window import App


def read_save(path: Path) -> Skirmish:
    """The skirmish of a record file; RecordError tells why it cannot be read."""
    try:
        return record.read(disk.read_text(path), path.name)
    except (disk.Unreadable, SheetError) as error:
        raise RecordError(path.name, str(error)) from error


def open_save(app: App, path: Path, *, replay: bool = False) -> Reply:
    """The battle or the replay of a save in place of all screens; a notice when it cannot be read."""
    try:
        skirmish = read_save(path)
    except RecordError as error:
        return Push(Notice(app, "This save cannot be opened", failure(error)))
    app.go(Reset(app.screens.title(app)))
    return Push(Replay(app, skirmish) if replay else BattleScreen(app, skirmish))


def failure(error: RecordError) -> list[Line]:
    """Why a save cannot be read, in words."""
    lines = [Line(str(error)), Line("", "gap"), Line("The file was left as it is; nothing else was changed.", "dim")]
    return lines


class Loading:
    """The saves, newest first, to be opened or deleted."""

    scope = "menu"

    def __init__(self, app: App, *, replay: bool = False) -> None:
        self.app, self.replay = app, replay
        self.form = Form(app, "list")
        self.saves = save_files.saves()
        self.at = 0

    def layout(self) -> None:
        """Place what is seen: a list above its buttons."""
        look = self.app.look
        wide, high = self.app.size
        pad = look.px(28)
        area = pygame.Rect(pad, look.px(70), min(wide - 2 * pad, look.px(760)), high - look.px(134))
        rows = [Row(save.name, ", ".join(filter(None, (save.board, save.date)))) for save in self.saves]
        width = min(look.px(180), (wide - 2 * pad - look.px(24)) // 3)
        button = pygame.Rect(pad, high - look.px(52), width, look.px(36))
        shift = width + look.px(12)
        label = "Watch" if self.replay else "Load"
        any_save = bool(rows)
        self.form.put(
            [
                ListBox("list", area, rows, self.at, self._pick, self._open, look.px(46), enabled=any_save),
                Button("open", button, label, lambda: self._open(self.at), kind="primary", enabled=any_save),
                Button("delete", button.move(shift, 0), "Delete", self._ask, enabled=any_save),
                Button("back", button.move(2 * shift, 0), "Back", Pop, hint=self.app.key("cancel")),
            ]
        )

    def _pick(self, at: int) -> Reply:
        self.at = at
        return None

    def _open(self, at: int) -> Reply:
        return open_save(self.app, self.saves[at].path, replay=self.replay) if at < len(self.saves) else None

    def _ask(self) -> Reply:
        save = self.saves[self.at]
        words = [Line(f"Delete “{save.name}” of {save.date}? This cannot be undone.")]
        return Push(Notice(self.app, "Delete a save", words, (("Keep", None), ("Delete", self._delete)), (480, 240)))

    def _delete(self) -> Reply:
        try:
            self.saves[self.at].path.unlink()
        except OSError as error:
            self.app.say(f"The save could not be deleted: {error}")
        self.saves = save_files.saves()
        self.at = min(self.at, max(0, len(self.saves) - 1))
        self.layout()
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: list and buttons."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list, or a word that there is nothing."""
        page.ground(surface, self.app, "Watch a replay" if self.replay else "Load a skirmish")
        self.form.draw(surface)
        self.form.draw_tip(surface)
        if not self.saves:
            place = pygame.Rect(self.app.look.px(40), self.app.look.px(84), self.app.size[0], 0)
            page.draw_line(surface, self.app.look, Line("Nothing was saved yet.", "dim"), place.topleft, place.width)
