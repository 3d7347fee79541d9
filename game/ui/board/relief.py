"""Heights of the ground: a tint by level, shading as if lit from the north-west, lines where levels change."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

import pygame

from game.grid.grid import Cell, CellSet, Grid
from game.map.board import LEVEL, Board
from game.ui.board.canvas import Canvas, between, corner_offsets, side_ends
from game.ui.board.terrain_view import TerrainView

_INK = (58, 38, 22)
_SHADES = 6  # steps of shading to either side


def shade(image: pygame.Surface, board: TerrainView, among: list[Cell], size: int, area: pygame.Rect) -> None:
    """Tint each cell by its height and by the way its ground slopes."""
    if not board.heights:
        return
    blits = []
    for cell in among:
        look = _look(board, cell)
        if look != (0, 0):
            veil = _veil(board.grid, size, *look)
            x, y = board.grid.centre_px(cell, size)
            left, top = round(x) - veil.get_width() // 2, round(y) - veil.get_height() // 2
            blits.append((veil, (left - area.x, top - area.y)))
    image.fblits(blits)


def _look(board: TerrainView, cell: Cell) -> tuple[int, int]:
    """Level (up to 6 either way) and light (so many shades either way) of a cell."""
    grid, here = board.grid, board.sixths(cell)
    middle = grid.centre_px(cell, 1)
    light = 0.0
    for there in grid.neighbours(cell):
        x, y = grid.centre_px(there, 1)
        dx, dy = x - middle[0], y - middle[1]
        # Ground that rises towards the south-east looks at the light.
        light += (board.sixths(there) - here) / LEVEL * (dx + dy) / (hypot(dx, dy) * 1.42)
    level = max(-6, min(6, round(here / LEVEL)))
    return level, max(-_SHADES, min(_SHADES, round(light * 1.6)))


def numbered(board: Board) -> CellSet:
    """The cells that show their height: at least one of every patch of one height.

    None lies within three steps of another of its patch.
    """
    grid, found = board.grid, 0
    for height, patch in board.at_level.items() if board.heights else ():
        free = patch if height else 0
        while free:
            here = free & -free
            found |= here
            for _ in range(3):
                here = grid.spread(here) & patch
            free &= ~here
    return found


@lru_cache(maxsize=1024)
def _veil(grid: Grid, size: int, level: int, light: int) -> pygame.Surface:
    """The tint of a cell as a clear surface in its shape."""
    offsets = corner_offsets(grid, size)
    wide = 2 * round(max(x for x, _ in offsets))
    high = 2 * (round(max(y for _, y in offsets)) + (0 if grid.kind == "square" else 1))
    veil = pygame.Surface((wide, high), pygame.SRCALPHA)
    corners = [(wide / 2 + x, high / 2 + y) for x, y in offsets]
    # Higher ground is drier and paler, lower ground darker and bluer: seen also without colours.
    tints = [((255, 240, 200), 15 * level) if level > 0 else ((16, 26, 52), -24 * level)]
    tints.append(((255, 250, 226), 16 * light) if light > 0 else ((26, 18, 30), -17 * light))
    for color, alpha in tints:
        if alpha:
            layer = pygame.Surface((wide, high), pygame.SRCALPHA)
            if grid.kind == "square":
                layer.fill((*color, min(alpha, 150)))
            else:
                pygame.draw.polygon(layer, (*color, min(alpha, 150)), corners)
            veil.blit(layer, (0, 0))
    return veil


def contours(canvas: Canvas, board: TerrainView, among: list[Cell]) -> None:
    """Lines where the height changes: thicker with the drop, with strokes that point downhill from one level on."""
    if not board.heights:
        return
    grid, size = canvas.grid, canvas.size
    # All sides of each cell, as strokes fall far into it; in one order, so that the parts of the board fit together.
    for edge in sorted({grid.edge(cell, d) for cell in among for d in grid.layout.sides}):
        cell, d = grid.edge_side(edge)
        there = grid.step(cell, d)
        if there is None:
            continue
        drop = board.sixths(cell) - board.sixths(there)
        if drop:
            start, end = side_ends(grid, cell, d, size)
            low = grid.centre_px(there if drop > 0 else cell, size)
            _contour(canvas, start, end, low, abs(drop) / LEVEL)


def _contour(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], low: tuple[float, float], drop: float
) -> None:
    size = canvas.size
    width = max(1.0, size / 48 * (1 + min(drop, 4) * 0.8))
    if drop < 1:
        canvas.dashes(start, end, (*_INK, 190), width, max(2.0, size / 12))
        return
    canvas.line(start, end, (*_INK, 225), width)
    if size < 24:
        return
    reach = 0.16 + 0.05 * min(drop, 4)
    for share in (0.14, 0.32, 0.5, 0.68, 0.86):
        foot = between(start, end, share)
        middle = between(start, end, 0.5)
        # Strokes fall at right angles to the line: the way from its middle to the lower cell's middle.
        tip = (foot[0] + (low[0] - middle[0]) * reach, foot[1] + (low[1] - middle[1]) * reach)
        canvas.line(foot, tip, (*_INK, 150), max(1.0, size / 48))
