"""Menus: buttons under each other, in a window over the screen below."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Action, Button, Widget
from game.ui.kit.window import App


class Menu:
    """Buttons under each other, in a window over the screen below; as many columns as a low one needs."""

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
        """One while the window is high enough, and no more than are needed."""
        look = self.app.look
        rows = max(1, (self.app.size[1] - look.px(80)) // look.px(44))
        return -(-len(self.entries) // rows)

    def _rect(self) -> pygame.Rect:
        columns = self._columns()
        rows = -(-len(self.entries) // columns)
        return page.centred(self.app, max(340, 310 * columns), 44 * rows + 66)

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: buttons; Esc closes."""
        return Pop() if command in ("cancel", "menu") else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), self.title)
        self.form.draw(surface)
        self.form.draw_tip(surface)
