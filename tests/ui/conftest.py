"""A window without a screen, and small boards with units to draw."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture(scope="module")
def window() -> Iterator[pygame.Surface]:
    """A display surface of 640 x 480 that nobody sees."""
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((640, 480))
    pygame.display.quit()
