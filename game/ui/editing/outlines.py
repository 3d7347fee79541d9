"""Rims of sets of cells over the map that is being drawn."""

from __future__ import annotations

import pygame

from game.grid.grid import CellSet
from game.ui.editing.desk import Desk
from game.ui.editing.map_pane import in_view, rim
from game.ui.kit.theme import Color


def origin(desk: Desk) -> tuple[int, int]:
    view = desk.pane.camera.view()
    return -view.x, -view.y


def outline(desk: Desk, image: pygame.Surface, mask: CellSet, color: Color, width: int, *, dark: bool = False) -> None:
    """Draw the rim of a set of cells over the map."""
    if not mask:
        return
    grid, size, (left, top) = desk.editor.draft.grid, desk.pane.camera.size, origin(desk)
    lines = rim(grid, in_view(grid, mask, desk.pane.camera.view(), size), size)
    for ink, wide in (((20, 16, 12), width + 2), (color, width)) if dark else ((color, width),):
        for (x, y), (x2, y2) in lines:
            pygame.draw.line(image, ink, (x + left, y + top), (x2 + left, y2 + top), wide)
