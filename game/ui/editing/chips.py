"""Small buttons with words, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from game.ui.editing.desk import Desk
from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Spot, TextColumn

Act = Callable[[], Reply]


class Chip(Struct, frozen=True):
    """A small button with words; `on` if its choice is the present one."""

    words: str
    act: Act
    on: bool = False
    tip: tuple[str, ...] = ()
    side: int = 0


def row(column: TextColumn, found: Sequence[Chip]) -> None:
    """Small buttons side by side, as many lines as they need."""
    look = column.look
    size, pad, gap = look.size("small"), look.px(7), look.px(4)
    high = text.line_height(size) + look.px(6)
    x = column.rect.x
    for chip in found:
        mark = look.px(18) if chip.side else 0
        wide = min(text.width(chip.words, size) + 2 * pad + mark, column.rect.width)
        if x > column.rect.x and x + wide > column.rect.right:
            x, column.y = column.rect.x, column.y + high + gap
        place = pygame.Rect(x, column.y, wide, high)
        p = look.palette
        pygame.draw.rect(column.surface, p.accent if chip.on else p.raised, place, border_radius=look.px(4))
        if chip.side:
            skin.side_mark(column.surface, look, chip.side, (x + pad + look.px(5), place.centery), look.px(6))
        ink = p.ink if chip.on else p.text
        text.draw(
            column.surface, chip.words, (x + pad + mark, place.y + look.px(3)), size, ink, room=wide - 2 * pad - mark
        )
        seen = place.clip(column.rect)
        if seen.h > 0:
            column.spots.append(Spot(seen, chip.tip, chip.act))
        x += wide + gap
    column.y += high + gap if found else 0


def form(desk: Desk, name: str, *more: object) -> Act:
    """What a chip does that opens the form of that name."""

    return lambda: desk.open_form(name, *more)


def command(desk: Desk, name: str) -> Act:
    """What a chip does that stands for the command of that name."""

    return lambda: desk.command(name)
