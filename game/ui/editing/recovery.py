"""What a crash left behind: all maps that were not saved, to recover, discard, or leave for later."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.data.sheets import SheetError
from game.edit.editor import Editor
from game.edit.files import Found
from game.ui.editing import map_files
from game.ui.editing.screen import EditorScreen
from game.ui.kit import page, text
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, ListBox, Row
from game.ui.kit.window import App


class Recovery:
    """A list of autosaves, newest first; `later` opens the editor as it was asked for."""

    scope = "menu"

    def __init__(self, app: App, found: Sequence[Found], later: Callable[[], Reply]) -> None:
        self.app, self.later = app, later
        self.found, self.at = [*found], 0
        self.sure: Found | None = None  # what the next press discards
        self.form = Form(app, "list")

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 680, 480)

    def layout(self) -> None:
        """Place what is seen: the list over three buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        top = rect.y + look.px(104)
        low = rect.bottom - pad - high
        box = pygame.Rect(rect.x + pad, top, rect.width - 2 * pad, low - pad - top)
        wide = (box.width - 2 * pad) // 3
        places = [pygame.Rect(box.x + n * (wide + pad), low, wide, high) for n in range(3)]
        rows = [Row(f"{each.rescue.name}, {each.date}", each.rescue.file or "was never saved") for each in self.found]
        discard = "Really discard it" if self.sure is not None else "Discard it"
        self.form.put(
            [
                ListBox("list", box, rows, self.at, self._pick, self._recover, look.px(46)),
                Button("recover", places[0], "Recover it", lambda: self._recover(self.at), kind="primary"),
                Button("discard", places[1], discard, self._discard),
                Button("later", places[2], "Later", self._later, hint=self.app.key("cancel")),
            ]
        )

    def _pick(self, at: int) -> Reply:
        self.at, self.sure = at, None
        self.layout()
        return None

    def _recover(self, at: int) -> Reply:
        found = self.found[at]
        try:
            editor = Editor.recover(found)
        except (SheetError, ValueError) as problem:
            return Push(map_files.unreadable(self.app, found.slot, problem))
        editor.keep()
        assert editor.keeper is not None
        editor.keeper.save_now(editor.history)  # its own copy, before the old one goes
        found.discard()
        self.app.go(Pop())
        return Push(EditorScreen(self.app, editor, map_files.first_ruleset()))

    def _discard(self) -> Reply:
        """The first press asks, the second does it."""
        found = self.found[self.at]
        if self.sure is not found:
            self.sure = found
            self.layout()
            return None
        found.discard()
        self.found.remove(found)
        self.sure, self.at = None, max(0, min(self.at, len(self.found) - 1))
        if not self.found:
            return self._later()
        self.layout()
        return None

    def _later(self) -> Reply:
        self.app.go(Pop())
        return self.later()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: list and buttons; Esc leaves all for later."""
        return self._later() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        look, rect = self.app.look, self._rect()
        page.behind(surface, self.app)
        count = len(self.found)
        page.window(surface, self.app, rect, "Maps to recover" if count > 1 else "A map to recover")
        words = "The editor ended before these were saved. Recover opens one as it was; its file stays as it is."
        place = rect.x + look.px(18), rect.y + look.px(52)
        text.draw_wrapped(surface, words, place, look.size("body"), look.palette.text, rect.width - look.px(36))
        self.form.draw(surface)
        self.form.draw_tip(surface)
