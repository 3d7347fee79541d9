"""The settings: everything is applied and written at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.ui import page, prefs, skin, text, theme
from game.ui.app import App, Pop, Push, Reply
from game.ui.form import Form
from game.ui.notice import Notice, key_lines
from game.ui.page import Line
from game.ui.widgets import Button, Choice, Widget

_SWITCH = [(True, "On"), (False, "Off")]
_ROWS: tuple[tuple[str, str, str, list[tuple[Any, str]]], ...] = (
    ("scale", "Size of texts and buttons", "Also Ctrl + and Ctrl −", [(scale, f"{scale} %") for scale in theme.SCALES]),
    ("palette", "Colours", "Sides differ in shape as well", [(one.key, one.title) for one in theme.PALETTES]),
    (
        "speed",
        "Pace of animations",
        "Also the key . in a skirmish",
        [(speed, f"× {speed}" if speed else "At once") for speed in prefs.SPEEDS],
    ),
    ("still", "Reduced motion", "Nothing glides or pulses; changes show at once", _SWITCH),
    ("handover", "Curtain between people", "Covers the board while the seat changes hands", _SWITCH),
    ("volume", "Sounds", "", [(0, "Off"), *((step, f"{step} %") for step in range(10, 101, 10))]),
    ("full_screen", "Full screen", "", _SWITCH),
)


class Settings:
    """One row a setting, a sample of the colours, and the way to the list of keys."""

    scope = "menu"

    def __init__(self, app: App) -> None:
        self.app = app
        self.form = Form(app, "scale")
        self.offset = 0

    def layout(self) -> None:
        """Two columns: words and value; a page of rows when not all fit."""
        look = self.app.look
        wide, high = self.app.size
        pad, step = look.px(28), look.px(52)
        top, bottom = look.px(70), high - look.px(60)
        self.fits = max(1, (bottom - top) // step)
        self.offset = max(0, min(self.offset, len(_ROWS) - self.fits))
        room = min(wide - 2 * pad, look.px(860))
        widgets: list[Widget] = []
        for slot, (name, _, note, values) in enumerate(self._seen()):
            rect = pygame.Rect(pad + room // 2, top + slot * step, room // 2, look.px(36))
            value = getattr(self.app.prefs, name)
            widgets.append(Choice(name, rect, values, value, self._changing(name), (note,) if note else ()))
        button = pygame.Rect(pad, high - look.px(52), min(look.px(220), (wide - 3 * pad) // 2), look.px(36))
        widgets.append(Button("back", button, "Back", Pop, kind="primary", hint=self.app.key("cancel")))
        widgets.append(Button("keys", button.move(button.width + look.px(12), 0), "Keys", self._keys))
        self.form.put(widgets)

    def _seen(self) -> tuple[tuple[str, str, str, list[tuple[Any, str]]], ...]:
        return _ROWS[self.offset : self.offset + self.fits]

    def _changing(self, name: str) -> Callable[[Any], Reply]:
        def change(value: Any) -> Reply:
            self.app.change(**{name: value})
            return None

        return change

    def _keys(self) -> Reply:
        where = f"To change keys, edit “keys” in {prefs.path()}, such as {{\"undo\": [\"u\", \"ctrl+z\"]}}."
        return Push(Notice(self.app, "Keys", [Line(where, "dim"), *key_lines(self.app.bound)], size=(760, 640)))

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Widgets, Esc, scrolling by wheel or by walking past the last row."""
        if command == "cancel":
            return Pop()
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
            return None
        seen = [row[0] for row in self._seen()]
        if command in ("down", "next") and self.form.focus == seen[-1] and self.offset + self.fits < len(_ROWS):
            self._scroll(1)
        if command in ("up", "previous") and self.form.focus == seen[0] and self.offset > 0:
            self._scroll(-1)
        return self.form.event(event, command)[1]

    def _scroll(self, rows: int) -> None:
        before = self.offset
        self.offset = max(0, min(self.offset + rows, len(_ROWS) - self.fits))
        if self.offset != before:
            self.layout()

    def update(self, seconds: float) -> Reply:
        """Nothing moves."""
        return None

    def busy(self) -> bool:
        """Nothing moves."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Words beside the values; marks of sides as a sample."""
        look = self.app.look
        page.ground(surface, self.app, "Settings")
        for name, title, note, _ in self._seen():
            widget = self.form.find(name)
            if widget is not None:
                self._draw_words(surface, widget.rect, title, note)
        x, y = surface.get_width() - look.px(30), surface.get_height() - look.px(34)
        for number in range(6, 0, -1):
            skin.side_mark(surface, look, number, (x, y), look.px(11))
            x -= look.px(32)
        self.form.draw(surface)

    def _draw_words(self, surface: pygame.Surface, rect: pygame.Rect, title: str, note: str) -> None:
        look, left = self.app.look, self.app.look.px(28)
        room = rect.x - left - look.px(12)
        y = rect.y if note else rect.centery - text.line_height(look.size("body")) // 2
        text.draw(surface, title, (left, y), look.size("body"), look.palette.text, room=room)
        if note:
            y += text.line_height(look.size("body"))
            text.draw(surface, note, (left, y), look.size("small"), look.palette.dim, room=room)

    def leave(self) -> None:
        """Nothing to give up."""
        self.form.close()

    def rescue(self) -> Path | None:
        """Nothing to save."""
        return None
