"""Soft edges between kinds of ground: what is higher in assets/fringes.yaml reaches a little over what is lower.

Pictures only: a cell is what the map says it is, and most of it looks so.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot

import pygame
from msgspec import Struct

from game.data import paths
from game.data.sheets import read
from game.grid.grid import Cell, Grid
from game.ui.board.canvas import Place, corner_offsets, pixel
from game.ui.board.terrain_view import TerrainView
from game.ui.kit import art

_DEPTHS: tuple[float, ...] = (0.06, 0.12, 0.08, 0.15, 0.1, 0.16, 0.1, 0.13, 0.06)
"""How far a fringe reaches along a side, in widths of a cell; both ends alike, so that fringes meet."""
_WAYS = 4  # forms of a fringe
_BACK = 1.5  # pixels by which it begins outside of the cell: hexes overlap a little


class Fringes(Struct, frozen=True, forbid_unknown_fields=True):
    """`order`: ground from the lowest to the highest; `looks`: ground that reaches out with the picture of another."""

    order: tuple[str, ...]
    looks: dict[str, str]


@lru_cache(maxsize=1)
def sheet() -> Fringes:
    """What ships with the game; SheetError if it is faulty."""
    return read(paths.data("assets") / "fringes.yaml", Fringes)


@lru_cache(maxsize=1)
def _ranks() -> dict[str, int]:
    return {name: rank for rank, name in enumerate(sheet().order)}


def reaches(upper: str, lower: str) -> bool:
    """Whether one kind of terrain has a fringe over another."""
    ranks, looks = _ranks(), sheet().looks
    return lower in ranks and ranks.get(looks.get(upper, upper), -1) > ranks[lower]


def paint(image: pygame.Surface, land: TerrainView, among: Iterable[Cell], size: int, area: pygame.Rect) -> None:
    """The fringes over some cells, on a picture of the part `area` of the board (pixels at `size` to a cell)."""
    grid, ranks, looks = land.grid, _ranks(), sheet().looks
    for cell in among:
        here = ranks.get(land.terrain(cell).id)
        if here is None:
            continue
        found = []
        for number, d in enumerate(grid.layout.sides):
            there = grid.step(cell, d)
            name = "" if there is None else land.terrain(there).id
            name = looks.get(name, name)
            if ranks.get(name, -1) > here:
                found.append((ranks[name], number, name))
        x, y = grid.centre_px(cell, size)
        for _, number, name in sorted(found):
            fringe, (left, top) = _fringe(grid, name, number, (cell * 2654435761 >> 7) + number & _WAYS - 1, size)
            image.blit(fringe, (round(x) + left - area.x, round(y) + top - area.y))


@lru_cache(maxsize=1500)
def _fringe(grid: Grid, name: str, side: int, way: int, size: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """A fringe inside one side of a cell, and where it lies from the cell's middle."""
    corners = corner_offsets(grid, size)
    start, end = corners[side], corners[(side + 1) % len(corners)]
    outline = [_inwards(start, end, 0, -_BACK), *_ragged(start, end, way, size), _inwards(start, end, 1, -_BACK)]
    left, top = (int(min(axis)) - 2 for axis in zip(*outline, strict=True))
    wide, high = (int(max(axis)) + 3 for axis in zip(*outline, strict=True))
    mask = pygame.Surface((2 * (wide - left), 2 * (high - top)), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    pygame.draw.polygon(mask, (255, 255, 255, 255), [pixel((2 * (x - left), 2 * (y - top))) for x, y in outline])
    image = pygame.transform.smoothscale(mask, (wide - left, high - top))
    ground = art.picture("terrain", name, max(size, wide - left, high - top))
    image.blit(ground, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image.convert_alpha() if pygame.display.get_surface() else image, (left, top)


def _ragged(start: Place, end: Place, way: int, size: int) -> list[Place]:
    """The inner rim of a fringe."""
    depths = _DEPTHS[::-1] if way & 1 else _DEPTHS
    if way & 2:
        middle = len(depths) // 2
        depths = (depths[0], *depths[middle:-1], *depths[1:middle], depths[-1])
    last = len(depths) - 1
    return [_inwards(start, end, n / last, depth * size) for n, depth in enumerate(depths)]


def _inwards(start: Place, end: Place, along: float, depth: float) -> Place:
    """A place some pixels inside of a side; its ends go clockwise round the cell."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y) or 1.0
    return start[0] + x * along - y / length * depth, start[1] + y * along + x / length * depth
