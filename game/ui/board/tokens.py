"""Units on the board: frame, pictogram, gauges, conditions, facing, rings; a cached picture per look and zoom step."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin, sqrt

import pygame

from game.grid.grid import Cell, Grid, cells
from game.grid.layout import Size
from game.ui.board.canvas import outline
from game.ui.board.lettering import rimmed
from game.ui.board.unit_look import Bar, UnitLook
from game.ui.kit import art, text
from game.ui.kit.theme import Color, Palette, ink_on, mix, side_shape

GAUGE_COLORS: tuple[Color, ...] = ((236, 112, 66), (245, 217, 92), (92, 184, 240))
"""Bars from the top; they differ in lightness, and by notches and height too."""

_INK: Color = (27, 23, 20)
_SHOWN_ICONS = 4
_LYING = 0.55  # of its height is left of a token whose unit lies
_KEPT = 1500
_pictures: OrderedDict[object, tuple[pygame.Surface, int, int]] = OrderedDict()


def forget() -> None:
    """Drop all cached pictures."""
    _pictures.clear()


def blit_of(
    look: UnitLook, grid: Grid, size: int, palette: Palette, *, active: bool = False, selected: bool = False
) -> tuple[pygame.Surface, int, int]:
    """A unit's picture and where its top left lies from the middle of its footprint, at zoom step `size`."""
    degrees = _degrees(grid, look.facing)
    key = (
        look.role, look.sheet, look.side, look.number, look.size, degrees, look.bars, look.conditions, look.down,
        grid.kind, size, palette.key, active, selected,
    )  # fmt: skip
    found = _pictures.get(key)
    if found is None:
        found = _pictures[key] = _draw(look, grid, size, palette, degrees, active=active, selected=selected)
        if len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    else:
        _pictures.move_to_end(key)
    return found


@lru_cache(maxsize=8192)
def middle_px(grid: Grid, cell: Cell, footprint: Size, size: int) -> tuple[float, float]:
    """The middle of a unit's footprint on the board."""
    mask = grid.footprint(cell, footprint) or 1 << cell
    places = [grid.centre_px(cell, size) for cell in cells(mask)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@lru_cache(maxsize=256)
def diameter(grid: Grid, footprint: Size, size: int) -> int:
    """How wide a unit's frame is drawn."""
    if grid.kind == "square" and isinstance(footprint, int):
        return round(size * footprint * (0.86 if footprint == 1 else 0.9))
    count = len(grid.shape(footprint))
    return round(size * (0.84 if count == 1 else 0.9 * sqrt(count)))


def _draw(
    look: UnitLook, grid: Grid, size: int, palette: Palette, degrees: int | None, *, active: bool, selected: bool
) -> tuple[pygame.Surface, int, int]:
    wide = diameter(grid, look.size, size)
    pad = max(5, size // 3)
    box = wide + 2 * pad
    image = pygame.Surface((box, box), pygame.SRCALPHA)
    color = palette.side(look.side)
    if look.size != 1:
        _standing_ground(image, look, grid, size, color)
    if look.down:
        _fallen(image, look, wide, pad, color)
        return _cropped(image)
    if selected:
        _ring(image, wide + max(4, size // 6), palette.focus, max(3, size // 12))
    elif active:
        _ring(image, wide + max(4, size // 7), (252, 248, 236), max(2, size // 18))
    lift = max(1, size // 24) if look.bars else 0  # makes room for the gauges
    frame_at = pad - lift
    if degrees is not None:
        _facing(image, (box // 2, frame_at + wide // 2), wide, degrees, size)
    body = _body(look, wide, color)
    image.blit(body, (pad, frame_at + (wide - body.get_height()) // 2))
    if active:
        mark = max(10, round(size * 0.34))
        _pennon(image, (box // 2, 0), mark, palette.accent)
    _bars(image, look.bars, wide, pad, size)
    _icons(image, look.conditions, wide, pad, size)
    if size >= 32 and look.number:
        _badge(image, str(look.number), (pad, pad + wide - round(size * 0.5)), color, max(9, size // 5))
    return _cropped(image)


def _body(look: UnitLook, wide: int, color: Color) -> pygame.Surface:
    """Frame and pictogram; flat on the ground for whoever lies."""
    body = pygame.Surface((wide, wide), pygame.SRCALPHA)
    body.blit(art.picture("frames", side_shape(look.side), wide, color), (0, 0))
    figure = round(wide * (0.76 if look.size == 1 else 0.8))
    middle = (wide - figure) // 2
    body.blit(art.picture("tokens", _pictogram(look), figure), (middle, middle - (wide // 14 if look.bars else 0)))
    return pygame.transform.smoothscale(body, (wide, round(wide * _LYING))) if look.lying else body


def _cropped(image: pygame.Surface) -> tuple[pygame.Surface, int, int]:
    """Without the clear rim, which costs as much as the rest; and where the top left lies from the middle."""
    seen = image.get_bounding_rect()
    middle = image.get_width() // 2
    return image.subsurface(seen).copy(), seen.x - middle, seen.y - middle


def _pictogram(look: UnitLook) -> str:
    """The unit's own pictogram, else its role's; its sheet's letter if there is neither."""
    for name in (look.sheet, look.role):
        if name and art.find("tokens", name):
            return name
    return look.sheet or look.role or "?"


def _standing_ground(image: pygame.Surface, look: UnitLook, grid: Grid, size: int, color: Color) -> None:
    """The cells that a large unit covers, tinted."""
    mask = grid.footprint(look.cell, look.size)
    if not mask:
        return
    x, y = middle_px(grid, look.cell, look.size, size)
    half = image.get_width() / 2
    layer = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    for cell in cells(mask):
        points = [(px - x + half, py - y + half) for px, py in outline(grid, cell, size, -1)]
        pygame.draw.polygon(layer, (*color, 70), points)
        pygame.draw.polygon(layer, (*mix(color, _INK, 0.5), 160), points, max(1, size // 32))
    image.blit(layer, (0, 0))


def _ring(image: pygame.Surface, wide: int, color: Color, width: int) -> None:
    """A smooth ring with ink on both sides, around the frame."""
    big = pygame.Surface((image.get_width() * 2, image.get_height() * 2), pygame.SRCALPHA)
    middle = big.get_rect().center
    pygame.draw.circle(big, (*_INK, 230), middle, wide + 2, width * 2 + 6)
    pygame.draw.circle(big, color, middle, wide - 1, width * 2)
    image.blit(pygame.transform.smoothscale(big, image.get_size()), (0, 0))


def _pennon(image: pygame.Surface, top: tuple[int, int], size: int, color: Color) -> None:
    """The wedge over the unit whose turn it is."""
    big = pygame.Surface((size * 4, size * 3), pygame.SRCALPHA)
    for points, ink in (
        (((0, 0), (size * 4, 0), (size * 2, size * 3)), _INK),
        (((size * 0.7, size * 0.35), (size * 3.3, size * 0.35), (size * 2, size * 2.3)), color),
    ):
        pygame.draw.polygon(big, ink, points)
    small = pygame.transform.smoothscale(big, (size, size * 3 // 4))
    image.blit(small, (top[0] - size // 2, top[1]))


def _fallen(image: pygame.Surface, look: UnitLook, wide: int, pad: int, color: Color) -> None:
    """Out of the fight: small, grey, with a skull (a white flag for those who gave up)."""
    small = round(wide * 0.62)
    at = pad + (wide - small) // 2
    frame = art.picture("frames", side_shape(look.side), small, mix(color, (120, 118, 114), 0.72)).copy()
    frame.set_alpha(170)
    image.blit(frame, (at, at))
    folder, name = ("icons", "surrender") if look.down == "surrendered" else ("tokens", "defeated")
    figure = art.picture(folder, name, round(small * 0.7)).copy()
    figure.set_alpha(225)
    image.blit(figure, figure.get_rect(center=(pad + wide // 2, pad + wide // 2)))


@lru_cache(maxsize=64)
def _degrees(grid: Grid, facing: int | None) -> int | None:
    """The angle of a direction in degrees, anticlockwise from east."""
    if facing is None:
        return None
    q, r = grid.layout.steps[facing]
    x, y = (q, r) if grid.kind == "square" else (q + r / 2, r * sqrt(3) / 2)
    return round(degrees(atan2(-y, x)))


def _facing(image: pygame.Surface, middle: tuple[int, int], wide: int, degrees: int, size: int) -> None:
    """A wedge outside of the frame, the same size whatever the unit's."""
    half, reach = max(4.0, size * 0.17), wide / 2 + max(1.0, size * 0.01)
    angle = radians(-degrees)
    x, y = cos(angle), sin(angle)
    big = pygame.Surface((image.get_width() * 2, image.get_height() * 2), pygame.SRCALPHA)
    for grow, color in ((max(1.0, size / 32), _INK), (0.0, (255, 250, 234))):
        tip, base, across = reach + half * 0.95 + grow * 1.6, reach - half * 0.25 - grow, half + grow * 1.3
        points = (
            (x * tip, y * tip),
            (x * base - y * across, y * base + x * across),
            (x * base + y * across, y * base - x * across),
        )
        pygame.draw.polygon(big, color, [((middle[0] + px) * 2, (middle[1] + py) * 2) for px, py in points])
    image.blit(pygame.transform.smoothscale(big, image.get_size()), (0, 0))


def _bars(image: pygame.Surface, bars: tuple[Bar, ...], wide: int, pad: int, size: int) -> None:
    """Gauges across the lower rim: full ones to the right end; only the first where there is no room for three."""
    count = len(bars) if size >= 32 else min(1, len(bars))
    high, gap = max(3, size // 16), 1 if size < 64 else 2
    long = round(wide * 0.8)
    left = pad + (wide - long) // 2
    top = pad + wide + max(2, size // 14) - count * (high + gap)
    if count:
        plate = pygame.Rect(left - 2, top - 1, long + 4, count * (high + gap) + 2 - gap)
        pygame.draw.rect(image, _INK, plate, border_radius=2)
    for row, bar in enumerate(bars[:count]):
        y = top + row * (high + gap)
        pygame.draw.rect(image, (84, 78, 74), (left, y, long, high))
        share = min(max(bar.now / bar.base, 0), 1)
        full = max(2, round(long * share)) if bar.now > 0 else 0
        color = GAUGE_COLORS[row % len(GAUGE_COLORS)]
        pygame.draw.rect(image, color, (left, y, full, high))
        _notches(image, row, pygame.Rect(left, y, full, high), long)


def _notches(image: pygame.Surface, row: int, full: pygame.Rect, long: int) -> None:
    """The second bar is cut in quarters, the third in short dashes: patterns besides colours."""
    step = (0, long / 4, max(4.0, long / 10))[row % 3]
    x = full.left + step
    while step and x < full.right - 1:
        pygame.draw.line(image, _INK, (round(x), full.top), (round(x), full.bottom - 1))
        x += step


def _icons(image: pygame.Surface, conditions: tuple[str, ...], wide: int, pad: int, size: int) -> None:
    """Up to four conditions down the right side, then how many more there are."""
    if not conditions or size < 24:
        return
    small = max(11, round(size * 0.26))
    most = _SHOWN_ICONS if size >= 64 else _SHOWN_ICONS - 1
    shown = conditions if len(conditions) <= most else conditions[: most - 1]
    right = pad + wide + max(2, small // 3)
    for row, name in enumerate(shown):
        at = (right - small, pad - small // 4 + row * small)
        pygame.draw.circle(image, _INK, (at[0] + small // 2, at[1] + small // 2), small // 2 + 1)
        image.blit(art.picture("icons", name, small - 2), (at[0] + 1, at[1] + 1))
    if len(shown) < len(conditions):
        more = rimmed(f"+{len(conditions) - len(shown)}", max(9, small - 2), (250, 246, 236), _INK)
        image.blit(more, (right - more.get_width(), pad - small // 4 + len(shown) * small))


def _badge(image: pygame.Surface, words: str, at: tuple[int, int], color: Color, size: int) -> None:
    """The unit's number at the lower left."""
    mark = text.render(words, size, ink_on(color), bold=True)
    box = pygame.Rect(0, 0, max(mark.get_width() + 4, size), size + 2)
    box.topleft = (max(0, at[0] - box.w // 3), at[1])
    pygame.draw.rect(image, _INK, box.inflate(2, 2), border_radius=4)
    pygame.draw.rect(image, color, box, border_radius=3)
    image.blit(mark, mark.get_rect(center=box.center))
