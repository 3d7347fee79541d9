"""What the clipboard would look like where the pointer is: a faint picture of it, before it is put down."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.edit.clip import Clip, alone, covered
from game.grid.grid import Cell, cells
from game.ui import mapshot

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

MOST = 1500
"""Cells of a clip that has a picture; larger ones show their outline only."""

_CLEAR = 190


def draw(desk: Editing, image: pygame.Surface, cell: Cell) -> None:
    """The clip faintly over the map, its anchor at a cell."""
    clip, pane = desk.editor.clip, desk.pane
    grid, size, view = desk.editor.draft.grid, pane.camera.size, pane.camera.view()
    if clip is None or clip.kind != grid.kind or not 0 < len(clip.cells) <= MOST:
        return
    picture, dx, dy = _picture(clip, size)
    x, y = grid.centre_px(cell, size)
    image.blit(picture, (round(x - dx) - view.x, round(y - dy) - view.y))


@lru_cache(maxsize=4)
def _picture(clip: Clip, size: int) -> tuple[pygame.Surface, float, float]:
    """Its cells, clear around them, and where in the picture the middle of its anchor is."""
    draft, anchor = alone(clip)
    board, grid = draft.board(), draft.grid
    shown = mapshot.draw(board, mapshot.Shot(size, grid=False, secrets=True))
    found = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
    found.blit(shown, (0, 0))
    mask = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
    for cell in cells(covered(grid, clip, anchor)):
        pygame.draw.polygon(mask, (255, 255, 255, _CLEAR), grid.polygon_px(cell, size))
    found.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    x, y = grid.centre_px(anchor, size)
    return found, x, y
