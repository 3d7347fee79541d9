"""Pages of text that scroll, headings, grounds: what screens other than the battle are laid out with."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from msgspec import Struct

from game.ui.kit import skin, text
from game.ui.kit.theme import Look, mix
from game.ui.kit.window import App


class Line(Struct, frozen=True):
    """One paragraph of a page. `style`: head, body, dim, key (two columns: `words` and `more`), gap."""

    words: str
    style: str = "body"
    more: str = ""


class Scroll:
    """Paragraphs in a rectangle, moved by wheel and keys."""

    def __init__(self, lines: Sequence[Line] = ()) -> None:
        self.lines = list(lines)
        self.offset = 0
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.height = 0

    def event(self, event: pygame.event.Event, command: str | None, look: Look) -> bool:
        """Scroll by wheel, arrows or page keys; whether it did."""
        step = look.px(48)
        if event.type == pygame.MOUSEWHEEL:
            return self._move(-event.y * step)
        if event.type != pygame.KEYDOWN:
            return False
        page = max(step, self.rect.height - step)
        ways = {pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page, pygame.K_UP: -step, pygame.K_DOWN: step}
        return event.key in ways and self._move(ways[event.key])

    def _move(self, pixels: int) -> bool:
        before = self.offset
        self.offset = max(0, min(self.height - self.rect.height, self.offset + pixels))
        return self.offset != before

    def draw(self, surface: pygame.Surface, look: Look, rect: pygame.Rect) -> None:
        """Draw the part that is seen, and a bar when there is more."""
        self.rect = rect
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        y = rect.y - self.offset
        for line in self.lines:
            y += draw_line(surface, look, line, (rect.x, y), rect.width - look.px(12))
        surface.set_clip(clip)
        self.height = y + self.offset - rect.y
        self._move(0)
        if self.height > rect.height:
            share = rect.height / self.height
            knob = pygame.Rect(rect.right - look.px(5), rect.y + round(self.offset * share), look.px(4), 0)
            knob.height = max(look.px(16), round(rect.height * share))
            pygame.draw.rect(surface, look.palette.line, knob, border_radius=look.px(2))


def draw_line(surface: pygame.Surface, look: Look, line: Line, place: tuple[int, int], room: int) -> int:
    """Draw a paragraph; the height it took."""
    p, (x, y) = look.palette, place
    body = look.size("body")
    match line.style:
        case "gap":
            return look.px(10)
        case "head":
            size = look.size("lead")
            return text.draw_wrapped(surface, line.words, (x, y), size, p.accent, room, bold=True) + look.px(4)
        case "key":
            first = min(look.px(210), room * 2 // 5)
            text.draw(surface, line.words, (x, y), body, p.text, bold=True, room=first - look.px(10))
            high = text.draw_wrapped(surface, line.more, (x + first, y), body, p.text, room - first)
            return max(high, text.line_height(body))
    color = p.dim if line.style == "dim" else p.text
    return text.draw_wrapped(surface, line.words, (x, y), body, color, room) + look.px(4)


def ground(surface: pygame.Surface, app: App, title: str, note: str = "") -> pygame.Rect:
    """Fill the window, write the heading; the rectangle left for the rest."""
    look = app.look
    surface.fill(look.palette.back)
    pad = look.px(28)
    y = look.px(20)
    size = look.size("head")
    text.draw(surface, title, (pad, y), size, look.palette.accent, bold=True, room=surface.get_width() - 2 * pad)
    y += text.line_height(size)
    if note:
        y += text.draw_wrapped(
            surface, note, (pad, y), look.size("body"), look.palette.dim, surface.get_width() - 2 * pad
        )
    y += look.px(14)
    return pygame.Rect(pad, y, surface.get_width() - 2 * pad, surface.get_height() - y - look.px(20))


def behind(surface: pygame.Surface, app: App) -> None:
    """The screen below the one that is being drawn, darkened."""
    app.depth += 1
    try:
        if len(app.stack) > app.depth:
            app.stack[-1 - app.depth].draw(surface)
        else:
            surface.fill(app.look.palette.back)
    finally:
        app.depth -= 1
    shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    shade.fill((*app.look.palette.back, 170))
    surface.blit(shade, (0, 0))


def window(surface: pygame.Surface, app: App, rect: pygame.Rect, title: str) -> pygame.Rect:
    """A framed panel with a heading; the rectangle inside."""
    look = app.look
    skin.panel(surface, look, rect)
    pygame.draw.rect(
        surface, mix(look.palette.line, look.palette.accent, 0.4), rect, look.px(1), border_radius=look.px(6)
    )
    pad = look.px(18)
    size = look.size("lead")
    text.draw(
        surface, title, (rect.x + pad, rect.y + pad), size, look.palette.accent, bold=True, room=rect.width - 2 * pad
    )
    top = rect.y + pad + text.line_height(size) + look.px(8)
    return pygame.Rect(rect.x + pad, top, rect.width - 2 * pad, rect.bottom - pad - top)


def centred(app: App, width: int, height: int) -> pygame.Rect:
    """A rectangle of that size (at 100 %) in the middle, no bigger than the window."""
    wide, high = app.size
    rect = pygame.Rect(0, 0, min(app.look.px(width), wide - 16), min(app.look.px(height), high - 16))
    rect.center = (wide // 2, high // 2)
    return rect
