"""Buttons, choices, text fields and lists with one focus order for keys and mouse; a thin layer over pygame-gui."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import pygame
from pygame_gui.elements import UITextEntryLine

from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.theme import Color, Look
from game.ui.kit.window import App

Action: TypeAlias = Callable[[], Reply]


class Widget(Protocol):
    """Something in a form; `key` tells it from the others, also after a new layout."""

    key: str
    rect: pygame.Rect
    enabled: bool
    tip: tuple[str, ...]

    def cut(self, look: Look) -> tuple[str, ...]:
        """What there is no room for on it: said in the tooltip, if there is no other."""
        ...

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw it, `hot` under the pointer, `focused` for keys."""
        ...

    def click(self, place: tuple[int, int]) -> Reply:
        """React to a left click on it; what the screen has to do then."""
        ...

    def command(self, name: str) -> tuple[bool, Reply]:
        """A command while focused: whether it was used, and what comes of it."""
        ...


@dataclass
class Button:
    """A label that does something. `kind`: plain, primary, quiet, tab; `on` marks the chosen one of several."""

    key: str
    rect: pygame.Rect
    label: str
    action: Action
    icon: str = ""
    hint: str = ""
    tip: tuple[str, ...] = ()
    enabled: bool = True
    kind: str = "plain"
    on: bool = False
    side: int = 0
    note: str = ""  # small words below the label
    size: str = "body"

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw ground, icon, label, key hint."""
        p = look.palette
        ground, ink = self._colours(look, hot=hot)
        pygame.draw.rect(surface, ground, self.rect, border_radius=look.px(5))
        if self.on and self.kind != "primary":
            pygame.draw.rect(surface, p.accent, self.rect, look.px(2), border_radius=look.px(5))
        if focused:
            pygame.draw.rect(
                surface, p.focus, self.rect.inflate(look.px(4), look.px(4)), look.px(2), border_radius=look.px(7)
            )
        pad = self._pad(look)
        left, right = self.rect.x + pad, self.rect.right - pad
        if self.hint:
            drawn = draw_key(surface, look, self.hint, (right, self.rect.centery), ink, ground)
            right = drawn.left - look.px(6)
        image = skin.icon(self.icon, look.px(20), ink)
        if image is not None:
            surface.blit(image, image.get_rect(midleft=(left, self.rect.centery)))
            left += image.get_width() + look.px(8)
        if self.side:
            skin.side_mark(surface, look, self.side, (left + look.px(7), self.rect.centery), look.px(8))
            left += look.px(22)
        size = look.size(self.size)
        y = self.rect.centery - text.line_height(size) // 2
        if self.note:
            below = look.size("small")
            down = text.line_height(size) - look.px(2)  # letters leave room above and below them
            y = self.rect.centery - (down + text.line_height(below)) // 2 - look.px(1)
            text.draw(surface, self.note, (left, y + down), below, look.palette.dim, room=right - left)
        alone = not (image or self.side or self.kind == "row")
        if alone:
            half = min(text.width(self.label, size), right - left) // 2
            middle = max(left + half, min(self.rect.centerx, right - half))  # off its key
            text.draw(surface, self.label, (middle, y), size, ink, align="centre", room=right - left)
        else:
            text.draw(surface, self.label, (left, y), size, ink, room=right - left)

    def _pad(self, look: Look) -> int:
        """What is left free at both ends; less on a small one."""
        return look.px(10 if self.rect.width >= look.px(90) else 4)

    def cut(self, look: Look) -> tuple[str, ...]:
        """See `Widget.cut`."""
        room = self.rect.width - 2 * self._pad(look)
        room -= look.px(28) if skin.has_icon(self.icon) else 0
        room -= look.px(22) if self.side else 0
        room -= text.width(self.hint, look.size("small")) + look.px(14) if self.hint else 0
        parts = ((self.label, self.size), (self.note, "small"))
        long = any(text.width(words, look.size(size)) > room for words, size in parts)
        return tuple(words for words, _ in parts if words) if long else ()

    def _colours(self, look: Look, *, hot: bool) -> tuple[Color, Color]:
        p = look.palette
        if not self.enabled:
            return p.panel, p.dim
        if self.kind == "primary":
            return (p.focus if hot else p.accent), p.ink
        if self.kind == "quiet":
            return (p.raised if hot else p.panel), p.text
        return (p.hover if hot else p.raised), p.text

    def click(self, place: tuple[int, int]) -> Reply:
        """Do what the button does, unless it is disabled."""
        return self.action() if self.enabled else None

    def command(self, name: str) -> tuple[bool, Reply]:
        """Press the button by Enter or Space; whether the command was used, and what comes of it."""
        if name in ("confirm", "press"):
            return True, self.click(self.rect.center)
        return False, None


@dataclass
class Choice:
    """One of several values; arrows at both ends, the wheel of keys left and right, Enter for the next."""

    key: str
    rect: pygame.Rect
    values: list[tuple[Any, str]]
    value: Any
    change: Callable[[Any], Reply]
    tip: tuple[str, ...] = ()
    enabled: bool = True

    @property
    def at(self) -> int:
        """The place of the present value among the values."""
        return next((n for n, (value, _) in enumerate(self.values) if value == self.value), 0)

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw the value between two arrows."""
        p = look.palette
        pygame.draw.rect(surface, p.hover if hot else p.raised, self.rect, border_radius=look.px(5))
        if focused:
            pygame.draw.rect(
                surface, p.focus, self.rect.inflate(look.px(4), look.px(4)), look.px(2), border_radius=look.px(7)
            )
        arrow = look.px(5)
        for x, way in ((self.rect.x + look.px(14), -1), (self.rect.right - look.px(14), 1)):
            y = self.rect.centery
            points = [(x + way * arrow, y), (x - way * arrow // 2, y - arrow), (x - way * arrow // 2, y + arrow)]
            pygame.draw.polygon(surface, p.accent if len(self.values) > 1 else p.line, points)
        size = look.size("body")
        title = self.values[self.at][1] if self.values else ""
        y = self.rect.centery - text.line_height(size) // 2
        text.draw(
            surface, title, (self.rect.centerx, y), size, p.text, align="centre", room=self.rect.width - look.px(56)
        )

    def cut(self, look: Look) -> tuple[str, ...]:
        """See `Widget.cut`."""
        title = self.values[self.at][1] if self.values else ""
        return (title,) if text.width(title, look.size("body")) > self.rect.width - look.px(56) else ()

    def click(self, place: tuple[int, int]) -> Reply:
        """Left third: the value before; else the next."""
        return self._step(-1 if place[0] < self.rect.x + self.rect.width // 3 else 1)

    def command(self, name: str) -> tuple[bool, Reply]:
        """Step to the value before or after; whether the command was used, and what comes of it."""
        ways = {"left": -1, "right": 1, "confirm": 1, "press": 1}
        return (True, self._step(ways[name])) if name in ways else (False, None)

    def _step(self, way: int) -> Reply:
        if not self.values:
            return None
        self.value = self.values[(self.at + way) % len(self.values)][0]
        return self.change(self.value)


@dataclass
class Entry:
    """A line of text to type; pygame-gui edits it. `done` answers Enter."""

    key: str
    rect: pygame.Rect
    text: str
    change: Callable[[str], Reply]
    done: Action | None = None
    placeholder: str = ""
    tip: tuple[str, ...] = ()
    enabled: bool = True
    line: UITextEntryLine | None = field(default=None, repr=False)

    def open(self, app: App) -> None:
        """Make pygame-gui's field, in which the text is edited."""
        self.line = UITextEntryLine(self.rect, app.gui, placeholder_text=self.placeholder or None)
        self.line.set_text(self.text)

    def select(self) -> None:
        """Mark the whole text, so that typing replaces it."""
        if self.line is not None:
            self.line.selection_in_progress = False  # letting go of the mouse must not shorten it
            self.line.select_range = [0, len(self.text)]
            self.line.edit_position = len(self.text)

    def close(self) -> None:
        """Take pygame-gui's field away."""
        if self.line is not None:
            self.line.kill()  # type: ignore[no-untyped-call]  # pygame-gui leaves it untyped
            self.line = None

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw a frame; pygame-gui draws the text over it."""
        if focused:
            pygame.draw.rect(surface, look.palette.focus, self.rect.inflate(look.px(6), look.px(6)), look.px(2))

    def cut(self, look: Look) -> tuple[str, ...]:
        """Nothing: the text moves along while it is typed."""
        return ()

    def click(self, place: tuple[int, int]) -> Reply:
        """pygame-gui places its cursor itself."""
        return None

    def command(self, name: str) -> tuple[bool, Reply]:
        """Enter is done; all other keys are text."""
        if name == "confirm":
            return True, self.done() if self.done else None
        return name in ("left", "right", "press"), None


@dataclass
class Row:
    """One line of a list: words, a note in dim ones, a picture, the mark of a side, keys at the right end."""

    title: str
    note: str = ""
    image: pygame.Surface | None = None
    side: int = 0
    keys: tuple[str, ...] = ()


@dataclass
class ListBox:
    """Rows of which one is chosen; Enter or a double click (see `Form`) acts on it."""

    key: str
    rect: pygame.Rect
    rows: list[Row]
    at: int
    pick: Callable[[int], Reply]
    act: Callable[[int], Reply]
    row_height: int
    tip: tuple[str, ...] = ()
    enabled: bool = True
    first: int = 0

    @property
    def fits(self) -> int:
        """How many rows fit into the box."""
        return max(1, self.rect.height // self.row_height)

    def scroll(self, rows: int) -> None:
        """Show later rows, or earlier ones for a negative number."""
        self.first = max(0, min(len(self.rows) - self.fits, self.first + rows))

    def draw(self, surface: pygame.Surface, look: Look, *, hot: bool, focused: bool) -> None:
        """Draw the rows that fit, and a bar when there are more."""
        p = look.palette
        skin.panel(surface, look, self.rect)
        for slot in range(min(self.fits, len(self.rows) - self.first)):
            wide = self.rect.width - (look.px(7) if len(self.rows) > self.fits else 0)
            rect = pygame.Rect(self.rect.x, self.rect.y + slot * self.row_height, wide, self.row_height)
            self._draw_row(surface, look, self.rows[self.first + slot], rect, chosen=self.first + slot == self.at)
        if len(self.rows) > self.fits:
            share = self.rect.height / len(self.rows)
            knob = pygame.Rect(self.rect.right - look.px(5), 0, look.px(4), max(look.px(12), round(self.fits * share)))
            knob.y = self.rect.y + round(self.first * share)
            pygame.draw.rect(surface, p.line, knob, border_radius=look.px(2))
        if focused:
            pygame.draw.rect(
                surface, p.focus, self.rect.inflate(look.px(4), look.px(4)), look.px(2), border_radius=look.px(7)
            )

    def cut(self, look: Look) -> tuple[str, ...]:
        """See `Widget.cut`: of the chosen row."""
        return self.cut_of(look, self.at)

    def cut_of(self, look: Look, at: int | None) -> tuple[str, ...]:
        """The words of a row, if not all of them fit."""
        if at is None or not 0 <= at < len(self.rows):
            return ()
        row = self.rows[at]
        room = self.rect.width - self._left(look, row) - look.px(10) - keys_width(look, row.keys)
        parts = ((row.title, "body"), (row.note, "small"))
        long = any(text.width(words, look.size(size)) > room for words, size in parts)
        return tuple(words for words, _ in parts if words) if long else ()

    def _left(self, look: Look, row: Row) -> int:
        """How far from the left its words begin: with pictures all at the same place."""
        wide = max((one.image.get_width() for one in self.rows if one.image is not None), default=0)
        picture = wide + look.px(10) if row.image is not None else 0
        return look.px(10) + picture + (look.px(24) if row.side else 0)

    def _draw_row(self, surface: pygame.Surface, look: Look, row: Row, rect: pygame.Rect, *, chosen: bool) -> None:
        p, pad = look.palette, look.px(10)
        inner = rect.inflate(-look.px(4), -look.px(4))
        if chosen:
            pygame.draw.rect(surface, p.hover, inner, border_radius=look.px(4))
            pygame.draw.rect(surface, p.accent, inner, look.px(1), border_radius=look.px(4))
        left = rect.x + self._left(look, row)
        if row.side:
            skin.side_mark(surface, look, row.side, (left - look.px(17), rect.centery), look.px(8))
        if row.image is not None:
            middle = (rect.x + pad + left - pad - (look.px(24) if row.side else 0)) // 2
            surface.blit(row.image, row.image.get_rect(center=(middle, rect.centery)))
        room = rect.right - pad - left - keys_width(look, row.keys)
        right = rect.right - pad
        for key in reversed(row.keys):
            right = draw_key(surface, look, key, (right, rect.centery), p.text, p.raised).left - look.px(4)
        body, small = look.size("body"), look.size("small")
        high = text.line_height(body) + (text.line_height(small) if row.note else 0)
        y = rect.centery - high // 2
        text.draw(surface, row.title, (left, y), body, p.text, room=room)
        if row.note:
            text.draw(surface, row.note, (left, y + text.line_height(body)), small, p.dim, room=room)

    def click(self, place: tuple[int, int]) -> Reply:
        """Choose the row."""
        at = self.row_at(place)
        if at is None:
            return None
        self.at = at
        return self.pick(at)

    def row_at(self, place: tuple[int, int]) -> int | None:
        """The row at a place of the window; None below the last."""
        at = self.first + (place[1] - self.rect.y) // self.row_height
        return at if 0 <= at < len(self.rows) else None

    def command(self, name: str) -> tuple[bool, Reply]:
        """Up and down choose, Enter acts; at an end the focus goes on."""
        if name in ("confirm", "press") and self.rows:
            return True, self.act(self.at)
        way = {"up": -1, "down": 1}.get(name, 0)
        if not way or not 0 <= self.at + way < len(self.rows):
            return False, None
        self.at += way
        self.first = min(max(self.first, self.at - self.fits + 1), self.at)
        return True, self.pick(self.at)


def keys_width(look: Look, keys: tuple[str, ...]) -> int:
    """How much room the names of keys in their frames take."""
    return sum(text.width(key, look.size("small")) + look.px(16) for key in keys)


def draw_key(
    surface: pygame.Surface, look: Look, key: str, midright: tuple[int, int], ink: Color, ground: Color
) -> pygame.Rect:
    """Draw the name of a key in a little frame that ends at `midright`; the frame comes back."""
    size = look.size("small")
    image = text.render(key, size, ink)
    frame = image.get_rect(midright=(midright[0] - look.px(4), midright[1])).inflate(look.px(8), look.px(2))
    pygame.draw.rect(surface, ground, frame)
    pygame.draw.rect(surface, ink, frame, look.px(1), border_radius=look.px(3))
    surface.blit(image, image.get_rect(center=frame.center))
    return frame
