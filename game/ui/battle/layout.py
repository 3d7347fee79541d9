"""How the window of a battle or a replay is divided."""

from __future__ import annotations

import pygame
from msgspec import Struct

from game.ui.kit.window import App

_EVEN = 16  # pixels: 64 bytes


class Areas(Struct, frozen=True):
    """Rectangles of the window. `log` is empty when it is hidden or takes the side panel's place.

    Where it is `tight` the words of the options are set small, for three rows of them to be seen.
    """

    top: pygame.Rect
    board: pygame.Rect
    options: pygame.Rect
    side: pygame.Rect
    log: pygame.Rect
    log_fits: bool
    tight: bool = False


def areas(app: App, *, log_tab: bool = False, bar: int = 142) -> Areas:
    """Divide the window; small ones lose the log's own column, low ones have a bar of `bar` at 100 %."""
    look, (wide, high) = app.look, app.size
    top_high = look.px(42)
    side_wide = wide - _even(wide - min(look.px(340), wide * 36 // 100))
    log_fits = wide - side_wide - look.px(250) >= look.px(560)
    log_wide = _even(look.px(250)) if log_fits and app.prefs.log else 0
    low = high < look.px(520)
    options_high = min(look.px(bar if low else 204), high * (44 if low else 40) // 100)
    body = high - top_high
    side = pygame.Rect(wide - side_wide, top_high, side_wide, body)
    middle = wide - side_wide - log_wide
    log = pygame.Rect(0, top_high, log_wide, body)
    if log_tab and not log_fits:
        log, side = side, pygame.Rect(side.x, side.y, 0, 0)
    return Areas(
        pygame.Rect(0, 0, wide, top_high),
        pygame.Rect(log_wide, top_high, middle, body - options_high),
        pygame.Rect(log_wide, high - options_high, middle, options_high),
        side,
        log,
        log_fits,
        low,
    )


def _even(x: int) -> int:
    """The nearest place whose pixels lie at even addresses: copying to others takes up to eight times as long."""
    return round(x / _EVEN) * _EVEN
