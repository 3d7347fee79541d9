"""Rows of a form, words on the left and a widget on the right, that scroll when not all fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.kit import skin, text
from game.ui.kit.form import Form
from game.ui.kit.widgets import Widget
from game.ui.kit.window import App

STEP = 48  # height of a row at 100 %


@dataclass
class RowSpec:
    """One row: its words, and how to make its widgets in the rectangle right of them."""

    keys: tuple[str, ...]
    title: str
    note: str
    make: Callable[[pygame.Rect], list[Widget]]
    side: int = 0


class Rows:
    """Which of the rows are seen in an area, and where."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.specs: list[RowSpec] = []
        self.area = pygame.Rect(0, 0, 0, 0)
        self.offset = 0

    @property
    def fits(self) -> int:
        """How many rows are seen at once."""
        return max(1, self.area.height // self.app.look.px(STEP))

    def seen(self) -> list[tuple[pygame.Rect, RowSpec]]:
        """The rows that are seen and their rectangles."""
        step = self.app.look.px(STEP)
        shown = self.specs[self.offset : self.offset + self.fits]
        return [
            (pygame.Rect(self.area.x, self.area.y + n * step, self.area.width, step), spec)
            for n, spec in enumerate(shown)
        ]

    def put(self, specs: list[RowSpec], area: pygame.Rect) -> list[Widget]:
        """Lay the rows out; the widgets of those that are seen."""
        self.specs, self.area = specs, area
        self.scroll(0)
        high, widgets = self.app.look.px(36), []
        for rect, spec in self.seen():
            left = self._split(rect)
            made = spec.make(pygame.Rect(left, rect.y, rect.right - left - self.app.look.px(8), high))
            if self._cut(rect, spec):
                for widget in made:
                    widget.tip = widget.tip or (spec.title, spec.note)
            widgets += made
        return widgets

    def scroll(self, rows: int) -> bool:
        """Show later rows, or earlier ones; whether anything moved."""
        before = self.offset
        self.offset = max(0, min(self.offset + rows, len(self.specs) - self.fits))
        return self.offset != before

    def moved(self, form: Form, event: pygame.event.Event, command: str | None) -> bool:
        """Scroll by wheel, or by walking past the last or first row; whether it did."""
        return (event.type == pygame.MOUSEWHEEL and self.scroll(-event.y)) or self.follow(form, command)

    def follow(self, form: Form, command: str | None) -> bool:
        """Scroll when the focus is about to walk past the last or first row; whether it did."""
        shown = [spec.keys for _, spec in self.seen()]
        if command in ("down", "next") and form.focus in shown[-1][-1:]:
            return self.scroll(1)
        return command in ("up", "previous") and form.focus in shown[0][:1] and self.scroll(-1)

    def _room(self, rect: pygame.Rect, spec: RowSpec) -> int:
        """How wide the words of a row may be."""
        look = self.app.look
        return self._split(rect) - rect.x - look.px(12) - (look.px(32) if spec.side else 0)

    def _cut(self, rect: pygame.Rect, spec: RowSpec) -> bool:
        """Whether there is no room for all words of a row: then its widget says them under the pointer."""
        look = self.app.look
        parts = ((spec.title, "body"), (spec.note, "small"))
        return any(text.width(words, look.size(size)) > self._room(rect, spec) for words, size in parts)

    def _split(self, rect: pygame.Rect) -> int:
        return rect.x + min(self.app.look.px(330), rect.width * 2 // 5)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words of the rows, and a bar when there are more."""
        look = self.app.look
        for rect, spec in self.seen():
            x = rect.x
            if spec.side:
                skin.side_mark(surface, look, spec.side, (x + look.px(12), rect.y + look.px(18)), look.px(11))
                x += look.px(32)
            room = self._room(rect, spec)
            body, small = look.size("body"), look.size("small")
            y = rect.y if spec.note else rect.y + look.px(18) - text.line_height(body) // 2
            text.draw(surface, spec.title, (x, y), body, look.palette.text, room=room)
            if spec.note:
                text.draw(surface, spec.note, (x, y + text.line_height(body)), small, look.palette.dim, room=room)
        if len(self.specs) > self.fits:
            share = self.area.height / len(self.specs)
            knob = pygame.Rect(self.area.right - look.px(4), self.area.y + round(self.offset * share), look.px(4), 0)
            knob.height = round(self.fits * share)
            pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))
