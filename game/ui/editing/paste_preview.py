"""What the clipboard would look like where the pointer is: a faint picture of it, before it is put down."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pygame

from game.edit.clip import Clip, alone, covered
from game.edit.draft import units_of
from game.edit.sizes import Bodies
from game.grid.grid import Cell, cells
from game.map.roster import Entry
from game.ui.board import map_images
from game.ui.editing.desk import Desk
from game.ui.editing.map_pane import look_of, looks, put_token
from game.ui.kit.theme import find_palette

MOST = 1500
"""Cells of a clip that has a picture; larger ones show their outline only."""

_CLEAR = 190


def draw(desk: Desk, image: pygame.Surface, cell: Cell) -> None:
    """The clip faintly over the map, its anchor at a cell."""
    clip, pane = desk.editor.clip, desk.pane
    grid, size, view = desk.editor.draft.grid, pane.camera.size, pane.camera.view()
    if clip is None or clip.kind != grid.kind or not 0 < len(clip.cells) <= MOST:
        return
    picture, dx, dy = picture_of(clip, size, desk.bodies, desk.app.look.palette.key)
    x, y = grid.centre_px(cell, size)
    image.blit(picture, (round(x - dx) - view.x, round(y - dy) - view.y))


@lru_cache(maxsize=32)
def picture_of(
    clip: Clip, size: int, bodies: Bodies, palette: str, clear: int = _CLEAR
) -> tuple[pygame.Surface, float, float]:
    """Its cells, clear around them, and where in the picture the middle of its anchor is."""
    draft, anchor = alone(clip)
    board, grid = draft.board(), draft.grid
    shown = map_images.draw(
        msgspec.structs.replace(board, sides=()), map_images.ImageOptions(size, grid=False, secrets=True)
    )
    for look in looks(draft, bodies):
        put_token(shown, look, grid, size, find_palette(palette))
    found = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
    found.blit(shown, (0, 0))
    mask = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
    for cell in cells(covered(grid, clip, anchor)):
        pygame.draw.polygon(mask, (255, 255, 255, clear), grid.polygon_px(cell, size))
    found.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    x, y = grid.centre_px(anchor, size)
    return found, x, y


def draw_unit(desk: Desk, image: pygame.Surface) -> None:
    """The token that a click would put where the pointer is, or that of the unit on its way there, faintly."""
    cell = desk.place.cell if desk.place is not None else None
    unit = desk.stroke.unit if desk.stroke is not None else None
    if cell is None:
        return
    draft, size, view = desk.editor.draft, desk.pane.camera.size, desk.pane.camera.view()
    there = units_of(draft)
    if unit is not None:
        found = there.get(unit, ())
        if not found or unit == cell:
            return
        side, entry = found[-1]
    elif cell in there or not draft.sides:
        return
    else:
        side, entry = desk.toolbox.side, Entry(None if desk.toolbox.unit else desk.toolbox.role, desk.toolbox.unit)
    look = look_of(draft, desk.bodies, 0, side, 0, cell, entry)
    put_token(image, look, draft.grid, size, desk.app.look.palette, (-view.x, -view.y), _CLEAR)
