"""A bar from 0 to 100 per cent: click or drag it, or press left and right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.kit import text
from game.ui.kit.screen import Reply
from game.ui.kit.theme import Look

_STEP = 5


@dataclass
class Slider:
    """A widget of a form."""

    key: str
    rect: pygame.Rect
    value: int
    change: Callable[[int], Reply]
    tip: tuple[str, ...] = ()
    enabled: bool = True

    def bar(self) -> pygame.Rect:
        """The bar; its words stand right of it."""
        return pygame.Rect(self.rect.x + 12, self.rect.centery - 4, max(20, round(self.rect.width * 0.72) - 12), 8)

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw the bar, its knob and the value in words."""
        p, bar = look.palette, self.bar()
        pygame.draw.rect(surface, p.hover if hot else p.raised, self.rect, border_radius=look.px(5))
        if focused:
            around = self.rect.inflate(look.px(4), look.px(4))
            pygame.draw.rect(surface, p.focus, around, look.px(2), border_radius=look.px(7))
        knob = bar.x + round(bar.width * self.value / 100), bar.centery
        pygame.draw.rect(surface, p.line, bar, border_radius=4)
        pygame.draw.rect(surface, p.accent, (bar.x, bar.y, knob[0] - bar.x, bar.height), border_radius=4)
        pygame.draw.circle(surface, p.text, knob, look.px(8))
        size = look.size("body")
        words, y = f"{self.value} %" if self.value else "Off", self.rect.centery - text.line_height(size) // 2
        text.draw(surface, words, (self.rect.right - look.px(10), y), size, p.text, align="right")

    def cut(self, look: Look) -> tuple[str, ...]:
        """Nothing: "100 %" fits."""
        return ()

    def click(self, place: tuple[int, int]) -> Reply:
        """Set it to what lies under the place."""
        bar = self.bar()
        return self._set(round((place[0] - bar.x) / bar.width * 100 / _STEP) * _STEP)

    def command(self, name: str) -> tuple[bool, Reply]:
        """Less and more; whether the command was used, and what comes of it."""
        ways = {"left": -_STEP, "right": _STEP}
        return (True, self._set(self.value + ways[name])) if name in ways else (False, None)

    def _set(self, value: int) -> Reply:
        value = min(100, max(0, value))
        if value == self.value:
            return None
        self.value = value
        return self.change(value)
