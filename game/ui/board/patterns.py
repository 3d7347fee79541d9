"""How sets of cells are filled and outlined: patterns that can be told apart without colours."""

from __future__ import annotations

from functools import lru_cache

import pygame
from msgspec import Struct

from game.grid.grid import Cell
from game.ui.board.canvas import Canvas, between, outline, pixel, side_ends
from game.ui.kit.theme import Color

CASING: Color = (22, 18, 16)  # the dark line beside every coloured one: a rim on any ground


class Style(Struct, frozen=True):
    """A pattern with the alpha of the plain tint below it and its own; the outline's width in parts of a cell."""

    pattern: str = "none"  # none, stripes, backstripes, hatch, dots, rows, chevrons, crosses, checks
    tint: int = 40
    marks: int = 110
    outline: float = 0.07
    dashed: bool = False


def fill(canvas: Canvas, members: list[Cell], color: Color, style: Style) -> None:
    """Tint cells and lay the pattern over them; clip afterwards."""
    if style.tint:
        for cell in members:
            canvas.polygon(outline(canvas.grid, cell, canvas.size, 0.4), (*color, style.tint))
    if style.pattern != "none" and style.marks and members:
        _marks(canvas, members, color, style)


def _marks(canvas: Canvas, members: list[Cell], color: Color, style: Style) -> None:
    """The pattern runs on from cell to cell, and from chunk to chunk: it hangs on the board's corner."""
    period = max(6, canvas.size // 4) * 2
    tile = pattern(style.pattern, period, (*color, style.marks))
    box = _bounds(canvas, members)
    left, top = box.left - (box.left + canvas.area.x * 2) % period, box.top - (box.top + canvas.area.y * 2) % period
    places = [(tile, (x, y)) for y in range(top, box.bottom, period) for x in range(left, box.right, period)]
    layer = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
    layer.fblits(places)
    cut = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
    for cell in members:
        points = [pixel(canvas.at(place)) for place in outline(canvas.grid, cell, canvas.size, 0.4)]
        pygame.draw.polygon(cut, (255, 255, 255, 255), points)
    layer.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(layer, (0, 0))


def _bounds(canvas: Canvas, members: list[Cell]) -> pygame.Rect:
    """The part of the canvas that the cells cover."""
    points = [canvas.at(place) for cell in members for place in outline(canvas.grid, cell, canvas.size, 0.4)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    box = pygame.Rect(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)
    return box.clip(canvas.surface.get_rect())


@lru_cache(maxsize=256)
def pattern(name: str, period: int, ink: tuple[int, int, int, int]) -> pygame.Surface:
    """One repeat of a pattern: a square `period` pixels wide that joins to itself on all sides.

    Every mark has a darker shadow, so that it shows on pale and on dark ground alike.
    """
    tile = pygame.Surface((period, period), pygame.SRCALPHA)
    thin = max(2, round(period / 6.5))
    # The shadow lies straight below: falling aslant it would hide behind the stripes that run that way.
    drop = thin * (0.7 if name == "checks" else 1.4)
    for shade, fall in (((*CASING, ink[3] * 4 // 5), drop), (ink, 0.0)):
        layer = pygame.Surface((period, period), pygame.SRCALPHA)
        for x in (-period, 0, period):
            for y in (-period, 0, period):
                _mark(layer, name, (x, y + fall), period, shade, thin)
        tile.blit(layer, (0, 0))
    return tile


def _mark(
    layer: pygame.Surface, name: str, at: tuple[float, float], period: int, ink: tuple[int, int, int, int], thin: int
) -> None:
    """One repeat of a pattern with its top left at a place."""
    left, top = at
    half, right, bottom = period / 2, left + period, top + period
    if name in ("stripes", "hatch"):
        pygame.draw.line(layer, ink, (left, bottom), (right, top), thin)
    if name in ("backstripes", "hatch"):
        pygame.draw.line(layer, ink, (left, top), (right, bottom), thin)
    if name == "dots":
        for share in (0.25, 0.75):
            pygame.draw.circle(layer, ink, (left + period * share, top + period * share), max(2, period / 6.5))
    if name == "checks":
        for share in (0, 0.5):
            pygame.draw.rect(layer, ink, (left + period * share, top + period * share, half, half))
    if name == "rows":
        pygame.draw.line(layer, ink, (left, top + half), (right, top + half), thin)
    if name == "chevrons":
        points = ((left, top + half * 1.4), (left + half, top + half * 0.6), (right, top + half * 1.4))
        pygame.draw.lines(layer, ink, False, points, thin)
    if name == "crosses":
        a, b = period * 0.28, period * 0.72
        pygame.draw.line(layer, ink, (left + a, top + a), (left + b, top + b), thin)
        pygame.draw.line(layer, ink, (left + a, top + b), (left + b, top + a), thin)


def rim(canvas: Canvas, sides: list[tuple[Cell, int]], color: Color, style: Style) -> None:
    """Outline a set along its border: the colour outside, ink inside of it. Clip afterwards.

    Lines run on the border itself at twice the width: what is left after clipping lies inside, with whole corners.
    """
    if not style.outline:
        return
    width = max(1.5, canvas.size * style.outline)
    ends = [side_ends(canvas.grid, cell, d, canvas.size) for cell, d in sides]
    for start, end in ends:
        canvas.line(start, end, (*CASING, 220), 2 * width + max(3.0, canvas.size / 13))
    for start, end in ends:
        if style.dashed:
            canvas.line(between(start, end, 0.0), between(start, end, 0.28), color, 2 * width)
            canvas.line(between(start, end, 0.72), between(start, end, 1.0), color, 2 * width)
        else:
            canvas.line(start, end, color, 2 * width)


def clipped(canvas: Canvas, members: list[Cell]) -> None:
    """Cut off whatever lies outside of the cells."""
    cut = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
    for cell in members:
        points = [pixel(canvas.at(place)) for place in outline(canvas.grid, cell, canvas.size, 0.4)]
        pygame.draw.polygon(cut, (255, 255, 255, 255), points)
    canvas.surface.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
