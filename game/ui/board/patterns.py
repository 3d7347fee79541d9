"""Patterns that sets of cells are filled with: they can be told apart without colours."""

from __future__ import annotations

from functools import lru_cache

import pygame
from msgspec import Struct

from game.ui.kit.theme import Color

CASING: Color = (22, 18, 16)  # the dark line beside every coloured one: a rim on any ground


class Style(Struct, frozen=True):
    """A pattern with the alpha of the plain tint below it and its own; the outline's width in parts of a cell."""

    pattern: str = "none"  # none, stripes, backstripes, hatch, dots, rows, chevrons, crosses, checks
    tint: int = 40
    marks: int = 110
    outline: float = 0.07
    dashed: bool = False


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
