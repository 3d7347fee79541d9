"""What stands on a token besides its figure, and from which width of a cell on each of them is shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import pygame

from game.ui.board.lettering import rimmed
from game.ui.board.unit_look import Bar, UnitLook
from game.ui.kit import art, text
from game.ui.kit.theme import Color, Palette, ink_on

INK: Color = (27, 23, 20)
GAUGE_COLORS: tuple[Color, ...] = ((236, 112, 66), (245, 217, 92), (92, 184, 240), (214, 176, 246))
"""Bars from the top; they differ in lightness, and by notches and height too."""

PARTS: tuple[tuple[str, int], ...] = (
    ("side", 0),
    ("kind", 0),
    ("active", 0),
    ("health", 14),
    ("acted", 18),
    ("facing", 20),
    ("condition", 24),
    ("number", 36),
    ("pools", 40),
    ("conditions", 40),
    ("values", 80),
    ("name", 80),
    ("rounds", 80),
    ("reacts", 80),
)
"""What is shown from which width of a cell on: what a smaller one drops comes last."""

_FROM = dict(PARTS)
_CLEAR: Color = (250, 246, 236)
_TROUGH: Color = (84, 78, 74)
_HALO = (0, 34, 68, -34, 102, 136)  # degrees clockwise from the right, in which conditions lie about the plate
_FEW, _MANY = 2, 6  # how many of them have a picture of their own, from afar and close by


def shows(part: str, size: int) -> bool:
    """Whether a part of a token is drawn at that width of a cell."""
    return size >= _FROM[part]


def health(image: pygame.Surface, look: UnitLook, wide: int, pad: int, size: int) -> None:
    """One bar for all that is left of a unit, if anything is missing."""
    if look.health < 100:
        high = 3 if size >= 20 else 2
        box = pygame.Rect(0, 0, round(wide * 0.84), high)
        box.midbottom = pad + wide // 2, pad + wide + 1
        pygame.draw.rect(image, INK, box.inflate(2, 2))
        _bar(image, box, Bar("", look.health, 100), 0)


def pools(image: pygame.Surface, look: UnitLook, wide: int, pad: int, size: int) -> None:
    """Gauges over the plate's foot, full ones to the right end; close by with their numbers."""
    valued = shows("values", size)
    high, gap = (size // 12, 1) if valued else (max(2, size // 18), 1)
    long = round(wide * (0.84 if valued else 0.8))
    count = len(look.bars)
    left = pad + (wide - long) // 2
    top = pad + wide + max(2, size // 16) - count * (high + gap)
    if count:
        plate = pygame.Rect(left - 2, top - 1, long + 4, count * (high + gap) + 2 - gap)
        pygame.draw.rect(image, INK, plate, border_radius=2)
    for row, bar in enumerate(look.bars):
        box = pygame.Rect(left, top + row * (high + gap), long, high)
        _bar(image, box, bar, row)
        if valued:
            words = rimmed(f"{bar.now}", high + 2, _CLEAR, INK)
            image.blit(words, words.get_rect(midright=(box.right - 1, box.centery)))


def _bar(image: pygame.Surface, box: pygame.Rect, bar: Bar, row: int) -> None:
    pygame.draw.rect(image, _TROUGH, box)
    share = min(max(bar.now / bar.base, 0), 1)
    full = max(2, round(box.w * share)) if bar.now > 0 else 0
    pygame.draw.rect(image, GAUGE_COLORS[row % len(GAUGE_COLORS)], (box.x, box.y, full, box.h))
    _notches(image, row, pygame.Rect(box.x, box.y, full, box.h), box.w)


def _notches(image: pygame.Surface, row: int, full: pygame.Rect, long: int) -> None:
    """The second bar is cut in quarters, the third in short dashes, the fourth in halves: patterns besides colours."""
    step = (0, long / 4, max(4.0, long / 10), long / 2)[row % 4]
    x = full.left + step
    while step and x < full.right - 1:
        pygame.draw.line(image, INK, (round(x), full.top), (round(x), full.bottom - 1))
        x += step


def dot(image: pygame.Surface, look: UnitLook, middle: tuple[int, int], radius: float, palette: Palette) -> None:
    """From afar: that there is a condition at all, a drop for what harms and a disc for what helps."""
    if not look.conditions:
        return
    small = max(3, round(radius * 0.25))
    x, y = middle[0] + round(radius * 0.94), middle[1] + round(radius * 0.1)
    if look.troubles:
        points = [(x, y - small - 1), (x + small, y + small - 1), (x - small, y + small - 1)]
        rim = [(x, y - small - 4), (x + small + 2, y + small), (x - small - 2, y + small)]
        pygame.draw.polygon(image, INK, rim)
        pygame.draw.polygon(image, palette.warn, points)
    else:
        pygame.draw.circle(image, INK, (x, y), small + 1)
        pygame.draw.circle(image, palette.info, (x, y), small)


def halo(image: pygame.Surface, look: UnitLook, middle: tuple[int, int], radius: float, size: int) -> None:
    """Conditions about the plate, the worst first, close by with their levels; then how many more there are."""
    most = _MANY if shows("values", size) else _FEW
    names: Sequence[str] = look.conditions
    if len(names) > most:
        names = names[: most - 1]
    small, levels, lasting = max(12, round(size * 0.25)), dict(look.levels), dict(look.rounds)
    places = [
        (middle[0] + round(radius * cos(radians(turn))), middle[1] + round(radius * sin(radians(turn))))
        for turn in _HALO
    ]
    for name, place in zip(names, places, strict=False):
        pygame.draw.circle(image, INK, place, small // 2 + 1)
        icon = art.picture("icons", name, small - 2)
        image.blit(icon, icon.get_rect(center=place))
        if name in levels and shows("values", size):
            words = rimmed(str(levels[name]), max(10, small // 2), _CLEAR, INK)
            image.blit(words, words.get_rect(center=(place[0] + small // 3, place[1] + small // 3)))
        if name in lasting and shows("rounds", size):
            _clock(image, (place[0] + small // 3, place[1] - small // 3), lasting[name], max(11, small // 2))
    if len(names) < len(look.conditions):
        more = rimmed(f"+{len(look.conditions) - len(names)}", max(9, small - 2), _CLEAR, INK)
        image.blit(more, more.get_rect(center=places[len(names)]))


def _clock(image: pygame.Surface, middle: tuple[int, int], rounds: int, high: int) -> None:
    """For how many rounds something still lasts: a number on a light disc, as strength has none."""
    pygame.draw.circle(image, INK, middle, high // 2 + 1)
    pygame.draw.circle(image, _CLEAR, middle, high // 2)
    words = text.render(str(rounds), high - 2, INK, bold=True)
    image.blit(words, words.get_rect(center=middle))


def pip(image: pygame.Surface, middle: tuple[int, int], size: int, palette: Palette) -> None:
    """A bolt at the left for who can still break in on others."""
    high = max(12, size // 6)
    x, y, unit = middle[0], middle[1] - high // 2, high / 8
    pygame.draw.circle(image, INK, middle, round(high * 0.72))
    bolt = ((1, 0), (-2.4, 4.6), (-0.2, 4.6), (-1, 8), (2.4, 3.2), (0.2, 3.2))
    pygame.draw.polygon(image, palette.info, [(x + dx * unit, y + dy * unit) for dx, dy in bolt])


def badge(image: pygame.Surface, look: UnitLook, at: tuple[int, int], color: Color, size: int) -> None:
    """The unit's number at the lower left, with its side's letter as in the log where there is room."""
    high = max(9, min(size // 5, 8 + size // 16))
    words = look.mark if look.mark and size >= 48 else str(look.number)
    mark = text.render(words, high, ink_on(color), bold=True)
    box = pygame.Rect(0, 0, max(mark.get_width() + 4, high), high + 2)
    box.topleft = (max(1, at[0] - box.w // 3), at[1])
    pygame.draw.rect(image, INK, box.inflate(2, 2), border_radius=4)
    pygame.draw.rect(image, color, box, border_radius=3)
    image.blit(mark, mark.get_rect(center=box.center))


def name(image: pygame.Surface, look: UnitLook, wide: int, pad: int, size: int) -> None:
    """What it is called, over the head of its figure."""
    high = max(10, size // 9)
    words = rimmed(text.shorten(look.name, high, round(wide * 1.1), bold=True), high, _CLEAR, INK)
    image.blit(words, words.get_rect(midtop=(pad + wide // 2, pad + wide + max(2, size // 20))))
