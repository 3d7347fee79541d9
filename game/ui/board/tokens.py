"""Units on the board: a figure on a plate, what it has left, conditions, facing; a cached picture per look and size."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin, sqrt

import pygame
from msgspec.structs import replace

from game.grid.grid import Cell, Grid, cells
from game.grid.layout import Size
from game.ui.board import figures, token_marks
from game.ui.board.canvas import outline
from game.ui.board.token_marks import INK, shows
from game.ui.board.unit_look import UnitLook
from game.ui.kit import art
from game.ui.kit.theme import Color, Palette, mix, side_shape

_LYING = 0.55  # of its height is left of a plate whose unit lies
_FIGURE = 0.98  # how high figures are, of the plate
_RISE = 0.1  # how far they stand above its foot: weapons reach over the rim, bars lie below
_RING = 0.13  # how thick the rim and the ring of a plate are together, but not less than three pixels
_KEPT = 1500
_pictures: OrderedDict[object, tuple[pygame.Surface, int, int]] = OrderedDict()


def forget() -> None:
    """Drop all cached pictures."""
    _pictures.clear()
    figures.forget()


def blit_of(
    look: UnitLook, grid: Grid, size: int, palette: Palette, *, active: bool = False, selected: bool = False
) -> tuple[pygame.Surface, int, int]:
    """A unit's picture and where its top left lies from the middle of its footprint, at zoom step `size`."""
    look = _as_seen(look, size)
    degrees = _degrees(grid, look.facing)
    key = (
        look.role, look.sheet, look.gear, look.mounted, look.side, look.number, look.mark, look.name, look.size,
        degrees, look.health, look.bars, look.conditions, look.levels, look.rounds, look.reacts,
        look.troubles, look.down, grid.kind, size, palette.key, active, selected,
    )  # fmt: skip
    found = _pictures.get(key)
    if found is None:
        found = _pictures[key] = _draw(look, grid, size, palette, degrees, active=active, selected=selected)
        if len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    else:
        _pictures.move_to_end(key)
    return found


def _as_seen(look: UnitLook, size: int) -> UnitLook:
    """Without what is not drawn at this size: more units then share a picture."""
    if shows("name", size):
        return look
    return replace(
        look,
        name="",
        mark=look.mark if shows("number", size) else "",
        number=look.number if shows("number", size) else 0,
        bars=look.bars if shows("pools", size) else (),
        levels=look.levels if shows("values", size) else (),
        rounds=look.rounds if shows("rounds", size) else (),
        reacts=look.reacts and shows("reacts", size),
        health=look.health if shows("health", size) else 100,
    )


@lru_cache(maxsize=8192)
def middle_px(grid: Grid, cell: Cell, footprint: Size, size: int) -> tuple[float, float]:
    """The middle of a unit's footprint on the board."""
    mask = grid.footprint(cell, footprint) or 1 << cell
    places = [grid.centre_px(cell, size) for cell in cells(mask)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@lru_cache(maxsize=256)
def diameter(grid: Grid, footprint: Size, size: int) -> int:
    """How wide a unit's plate is drawn."""
    if grid.kind == "square" and isinstance(footprint, int):
        return round(size * footprint * (0.84 if footprint == 1 else 0.9))
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
    middle = box // 2, box // 2
    if look.size != 1:
        _standing_ground(image, look, grid, size, color)
    if look.down:
        _fallen(image, look, wide, pad, color)
        return _cropped(image)
    if selected:
        _ring(image, wide + max(4, size // 6), palette.focus, max(3, size // 12))
    elif active:
        _ring(image, wide + max(4, size // 7), (252, 248, 236), max(2, size // 18))
    if degrees is not None and shows("facing", size):
        _facing(image, middle, wide, degrees, size)
    body = _body(look, wide, color, turned=degrees is not None and abs(degrees) > 90)
    foot = pad + wide - (wide // 7 if look.lying else 0)
    image.blit(body, body.get_rect(midbottom=(middle[0], foot)))
    if active:
        _pennon(image, (box // 2, 0), max(10, round(size * 0.34)), palette.accent)
    _marks(image, look, wide, pad, size, palette)
    return _cropped(image)


def _marks(image: pygame.Surface, look: UnitLook, wide: int, pad: int, size: int, palette: Palette) -> None:
    """What is known about the unit, as far as there is room for it."""
    middle = pad + wide // 2, pad + wide // 2
    if shows("pools", size):
        token_marks.pools(image, look, wide, pad, size)
    elif shows("health", size):
        token_marks.health(image, look, wide, pad, size)
    if shows("conditions", size):
        token_marks.halo(image, look, middle, wide / 2, size)
    elif shows("condition", size):
        token_marks.dot(image, look, middle, wide / 2, palette)
    if shows("number", size) and look.number:
        token_marks.badge(image, look, (pad, pad - size // 16), palette.side(look.side), size)
    if shows("reacts", size) and look.reacts:
        token_marks.pip(image, (pad - size // 40, pad + wide // 2), size, palette)
    if shows("name", size) and look.name:
        token_marks.name(image, look, wide, pad, size)


def _body(look: UnitLook, wide: int, color: Color, *, turned: bool = False) -> pygame.Surface:
    """Plate and figure, as wide as the figure; both lie on the ground with whoever does."""
    high, rise = round(wide * _FIGURE), round(wide * _RISE)
    figure = figures.picture(
        figures.figure_of(look.sheet, look.role, look.gear, mounted=look.mounted), high, turned=turned
    )
    plate, floor = _plate(side_shape(look.side), wide, color), wide + rise
    if look.lying:
        flat = round(wide * _LYING)
        plate = pygame.transform.smoothscale(plate, (wide, flat))
        figure = pygame.transform.rotozoom(figure, 90 if turned else -90, 0.8)
        figure = figure.subsurface(figure.get_bounding_rect())
        floor = flat
    image = pygame.Surface((wide, floor), pygame.SRCALPHA)
    image.blit(plate, (0, floor - plate.get_height()))
    image.blit(figure, figure.get_rect(midbottom=(wide // 2, floor - rise)))
    return image


@lru_cache(maxsize=256)
def _plate(shape: str, wide: int, color: Color) -> pygame.Surface:
    """A side's shape: a ring of its colour about a darker ground, from which light figures stand out."""
    image = art.picture("frames", shape, wide, color).copy()
    inner = art.picture("frames", shape, wide - 2 * max(3, round(wide * _RING))).copy()
    inner.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    inner.fill((*mix(color, INK, 0.5), 0), special_flags=pygame.BLEND_RGBA_ADD)
    image.blit(inner, inner.get_rect(center=image.get_rect().center))
    return image


def _cropped(image: pygame.Surface) -> tuple[pygame.Surface, int, int]:
    """Without the clear rim, which costs as much as the rest; and where the top left lies from the middle."""
    seen = image.get_bounding_rect()
    middle = image.get_width() // 2
    return image.subsurface(seen).copy(), seen.x - middle, seen.y - middle


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
        pygame.draw.polygon(layer, (*mix(color, INK, 0.5), 160), points, max(1, size // 32))
    image.blit(layer, (0, 0))


def _ring(image: pygame.Surface, wide: int, color: Color, width: int) -> None:
    """A smooth ring with ink on both sides, around the frame."""
    big = pygame.Surface((image.get_width() * 2, image.get_height() * 2), pygame.SRCALPHA)
    middle = big.get_rect().center
    pygame.draw.circle(big, (*INK, 230), middle, wide + 2, width * 2 + 6)
    pygame.draw.circle(big, color, middle, wide - 1, width * 2)
    image.blit(pygame.transform.smoothscale(big, image.get_size()), (0, 0))


def _pennon(image: pygame.Surface, top: tuple[int, int], size: int, color: Color) -> None:
    """The wedge over the unit whose turn it is."""
    big = pygame.Surface((size * 4, size * 3), pygame.SRCALPHA)
    for points, ink in (
        (((0, 0), (size * 4, 0), (size * 2, size * 3)), INK),
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
    folder, name = ("icons", "surrender") if look.down == "surrendered" else ("icons", "defeated")
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
    for grow, color in ((max(1.0, size / 32), INK), (0.0, (255, 250, 234))):
        tip, base, across = reach + half * 0.95 + grow * 1.6, reach - half * 0.25 - grow, half + grow * 1.3
        points = (
            (x * tip, y * tip),
            (x * base - y * across, y * base + x * across),
            (x * base + y * across, y * base - x * across),
        )
        pygame.draw.polygon(big, color, [((middle[0] + px) * 2, (middle[1] + py) * 2) for px, py in points])
    image.blit(pygame.transform.smoothscale(big, image.get_size()), (0, 0))
