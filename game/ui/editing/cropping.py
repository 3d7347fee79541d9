"""Cropping: the frame is shown on the map itself, and Enter does it."""

from __future__ import annotations

import pygame

from game.edit import reshape
from game.edit.shapes import inner
from game.grid.grid import bits, cells
from game.ui.editing.desk import Desk
from game.ui.editing.outlines import outline
from game.ui.kit import text
from game.ui.kit.screen import Reply

_SHADE = (0, 0, 0, 150)


def begin(desk: Desk) -> Reply:
    """Show what would be left of the map: the rectangle about the selection."""
    if not desk.editor.selection:
        desk.app.say("Select some cells first.")
        return None
    desk.cropping = not desk.cropping
    desk.pane.camera.fit()
    desk.serial += 1
    return None


def end(desk: Desk) -> Reply:
    """Crop to the frame that is shown."""
    mask, desk.cropping = desk.editor.selection, False
    if mask:
        notes = desk.editor.reshape("Crop", lambda draft: reshape.crop(draft, mask))
        desk.changed()
        desk.pane.camera.fit()
        if notes:
            desk.app.say(" ".join(notes[:3]))
    return None


def words(desk: Desk) -> str:
    """The size to which Enter would crop the map, in words."""
    _, _, width, height = reshape.frame(desk.editor.draft, desk.editor.selection)
    return f"Crop to {width} × {height}"


def draw(desk: Desk, image: pygame.Surface) -> None:
    """All that would be cut away lies in the shade."""
    draft, size = desk.editor.draft, desk.pane.camera.size
    left, top, width, height = reshape.frame(draft, desk.editor.selection)
    grid, view = draft.grid, desk.pane.camera.view()
    shade = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    shade.fill(_SHADE)
    kept = bits(grid.at(col, row) for row in range(top, top + height) for col in range(left, left + width))
    for row in range(top, top + height):  # all but a cell at either end: those may be jagged
        x, y = grid.centre_px(grid.at(left, row), size)
        high = size // 2 if row in (top, top + height - 1) else round(size * 1.2)
        shade.fill((0, 0, 0, 0), (round(x) - view.x, round(y - high / 2) - view.y, (width - 1) * size, high))
    for cell in cells(kept & ~inner(grid, kept)):
        corners = [(x - view.x, y - view.y) for x, y in grid.polygon_px(cell, size)]
        pygame.draw.polygon(shade, (0, 0, 0, 0), corners)
    image.blit(shade, (0, 0))
    outline(desk, image, kept, desk.app.look.palette.accent, 2, dark=True)
    look = desk.app.look
    sign = f"{words(desk)}: Enter does it, Esc does not"
    body, whole = look.size("body"), image.get_rect()
    wide = min(text.width(sign, body, bold=True), whole.width - look.px(24))
    high = text.line_height(body, bold=True) * len(text.wrap(sign, body, wide, bold=True))
    box = pygame.Rect(0, 0, wide + look.px(24), high + look.px(12))
    box.midtop = whole.midtop
    pygame.draw.rect(image, look.palette.panel, box, border_radius=look.px(4))
    place = box.x + look.px(12), box.y + look.px(6)
    text.draw_wrapped(image, sign, place, body, look.palette.accent, wide, bold=True)
