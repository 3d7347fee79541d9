"""A list to choose one line from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui import page
from game.ui.app import App
from game.ui.form import Form
from game.ui.screen import Pop, Reply
from game.ui.widgets import Button, ListBox, Row


class Picker:
    """Lines of (title, note); `act` gets the number of the one chosen, after the list is closed."""

    scope = "menu"

    def __init__(
        self, app: App, title: str, lines: Sequence[tuple[str, str]], act: Callable[[int], Reply], label: str = "Open"
    ) -> None:
        self.app, self.title, self.lines, self.act, self.label = app, title, lines, act, label
        self.form, self.at = Form(app, "list"), 0

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 620, 560)

    def layout(self) -> None:
        """A list above two buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        box = pygame.Rect(rect.x + pad, rect.y + look.px(52), rect.width - 2 * pad, rect.height - look.px(52 + 70))
        half = (box.width - pad) // 2
        ok = pygame.Rect(box.x, rect.bottom - pad - high, half, high)
        rows = [Row(title, note) for title, note in self.lines]
        self.form.put(
            [
                ListBox("list", box, rows, self.at, self._pick, self._act, look.px(46)),
                Button("ok", ok, self.label, lambda: self._act(self.at), kind="primary", enabled=bool(rows)),
                Button("cancel", ok.move(half + pad, 0), "Cancel", Pop, hint=self.app.key("cancel")),
            ]
        )

    def _pick(self, at: int) -> Reply:
        self.at = at
        return None

    def _act(self, at: int) -> Reply:
        self.app.go(Pop())
        return self.act(at)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """The list; Esc closes."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), self.title)
        self.form.draw(surface)
