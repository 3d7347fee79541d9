"""Words that read on any ground: rimmed, or on a dark plate; cached, so do not draw on them."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui.kit import text
from game.ui.kit.theme import Color

PLATE: Color = (22, 18, 16)


@lru_cache(maxsize=2000)
def rimmed(words: str, size: int, color: Color, rim: Color) -> pygame.Surface:
    """Bold words with a rim of another colour."""
    inner, outer = text.render(words, size, color, bold=True), text.render(words, size, rim, bold=True)
    found = pygame.Surface((inner.get_width() + 2, inner.get_height() + 2), pygame.SRCALPHA)
    found.fblits([(outer, (dx, dy)) for dx in (0, 1, 2) for dy in (0, 1, 2)])
    found.blit(inner, (1, 1))
    return found


@lru_cache(maxsize=2000)
def plate(words: str, size: int, color: Color, back: Color = PLATE) -> pygame.Surface:
    """A picture of bold words on a small dark plate; it is shared, so do not draw on it."""
    mark = text.render(words, size, color, bold=True)
    image = pygame.Surface((mark.get_width() + size // 2, mark.get_height() + 1), pygame.SRCALPHA)
    pygame.draw.rect(image, (*back, 224), image.get_rect(), border_radius=size // 3)
    image.blit(mark, (size // 4, 0))
    return image
