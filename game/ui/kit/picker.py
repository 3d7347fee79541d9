"""A list to choose one line from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button, ListBox, Row, Widget
from game.ui.kit.window import App


class Picker:
    """Lines of (title, note); `act` gets the number of the one chosen, after the list is closed."""

    scope = "menu"

    def __init__(
        self,
        app: App,
        title: str,
        lines: Sequence[tuple[str, str]],
        act: Callable[[int], Reply],
        label: str = "Open",
        other: tuple[str, Callable[[], Reply]] | None = None,
    ) -> None:
        """`other` is a further button: its label, and what it does after the list is closed."""
        self.app, self.title, self.lines, self.act, self.label = app, title, lines, act, label
        self.other = other
        self.form, self.at = Form(app, "list"), 0

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 620, min(560, 136 + 46 * max(5, len(self.lines))))

    def layout(self) -> None:
        """Place what is seen: a list above two buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        box = pygame.Rect(rect.x + pad, rect.y + look.px(52), rect.width - 2 * pad, rect.height - look.px(52 + 70))
        count = 2 if self.other is None else 3
        part = (box.width - pad * (count - 1)) // count
        ok = pygame.Rect(box.x, rect.bottom - pad - high, part, high)
        rows = [Row(title, note) for title, note in self.lines]
        widgets: list[Widget] = [
            ListBox("list", box, rows, self.at, self._pick, self._act, look.px(46)),
            Button("ok", ok, self.label, lambda: self._act(self.at), kind="primary", enabled=bool(rows)),
        ]
        if self.other is not None:
            widgets.append(Button("other", ok.move(part + pad, 0), self.other[0], self._other))
        last = ok.move((count - 1) * (part + pad), 0)
        widgets.append(Button("cancel", last, "Cancel", Pop, hint=self.app.key("cancel")))
        self.form.put(widgets)

    def _pick(self, at: int) -> Reply:
        self.at = at
        return None

    def _act(self, at: int) -> Reply:
        self.app.go(Pop())
        return self.act(at)

    def _other(self) -> Reply:
        assert self.other is not None
        self.app.go(Pop())
        return self.other[1]()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: the list; Esc closes."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), self.title)
        self.form.draw(surface)
        self.form.draw_tip(surface)
