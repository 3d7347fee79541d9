"""Small pictures of maps for lists: one colour a terrain, edges as lines, deployment zones in the sides' colours."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.grid.grid import cells
from game.map.board import Board
from game.ui.kit import theme
from game.ui.kit.theme import Color

_FINEST = 4.0  # pixels to a cell below which a picture is drawn bigger and shrunk, so that walls do not fill it


@lru_cache(maxsize=128)
def picture(board: Board, room: tuple[int, int], palette: str) -> pygame.Surface:
    """The map as big as fits into `room`, in pixels; cached, so do not draw on it."""
    grid = board.grid
    across, down = grid.extent_px(1)
    fit = min(room[0] / across, room[1] / down)
    side = max(_FINEST, fit)
    found = pygame.Surface((round(across * side), round(down * side)), pygame.SRCALPHA)
    marks = _deployments(board, theme.find_palette(palette))
    for cell in cells(grid.everywhere):
        color = _color(board.terrain(cell).colour)
        if cell in marks:
            color = theme.mix(color, marks[cell], 0.45)
        elif board.prop(cell) is not None:
            color = theme.mix(color, (30, 26, 20), 0.45)
        pygame.draw.polygon(found, color, grid.polygon_px(cell, side))
    for edge in board.edges:
        pygame.draw.line(found, (24, 20, 18), *grid.edge_px(edge.edge, side), max(1, round(side / 6)))
    if side == fit:
        return found
    return pygame.transform.smoothscale(found, (max(1, round(across * fit)), max(1, round(down * fit))))


def _deployments(board: Board, palette: theme.Palette) -> dict[int, Color]:
    zones = {zone.name: zone.cells for zone in board.zones}
    return {
        cell: palette.side(number)
        for number, side in enumerate(board.sides, start=1)
        for cell in cells(zones.get(side.zone, 0))
    }


def _color(name: str) -> Color:
    found = pygame.Color(name)
    return found.r, found.g, found.b
