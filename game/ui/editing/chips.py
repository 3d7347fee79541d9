"""Small buttons with words, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from msgspec import Struct

from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Pen, Spot

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

Act = Callable[[], Reply]


class Chip(Struct, frozen=True):
    """A small button with words."""

    words: str
    act: Act
    on: bool = False
    tip: tuple[str, ...] = ()
    side: int = 0


def row(pen: Pen, found: Sequence[Chip]) -> None:
    """Small buttons side by side, as many lines as they need."""
    look = pen.look
    size, pad, gap = look.size("small"), look.px(7), look.px(4)
    high = text.line_height(size) + look.px(6)
    x = pen.rect.x
    for chip in found:
        mark = look.px(18) if chip.side else 0
        wide = min(text.width(chip.words, size) + 2 * pad + mark, pen.rect.width)
        if x > pen.rect.x and x + wide > pen.rect.right:
            x, pen.y = pen.rect.x, pen.y + high + gap
        place = pygame.Rect(x, pen.y, wide, high)
        p = look.palette
        pygame.draw.rect(pen.surface, p.accent if chip.on else p.raised, place, border_radius=look.px(4))
        if chip.side:
            skin.side_mark(pen.surface, look, chip.side, (x + pad + look.px(5), place.centery), look.px(6))
        ink = p.ink if chip.on else p.text
        text.draw(
            pen.surface, chip.words, (x + pad + mark, place.y + look.px(3)), size, ink, room=wide - 2 * pad - mark
        )
        seen = place.clip(pen.rect)
        if seen.h > 0:
            pen.spots.append(Spot(seen, chip.tip, chip.act))
        x += wide + gap
    pen.y += high + gap if found else 0


def form(desk: Editing, name: str, *more: object) -> Act:
    """Open a form."""

    def push() -> Reply:
        from game.ui.editing import menu

        return menu.open_form(desk, name, *more)

    return push


def deed(desk: Editing, command: str) -> Act:
    """Do a command."""

    def run() -> Reply:
        from game.ui.editing import actions

        return actions.do(desk, command)

    return run
