"""Sets of cells as they are filled and outlined: put together from kept pictures of single cells.

A cell's picture goes by what lies around it, so there are few of them, and a whole chunk of the board is soon laid.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import pygame

from game.grid.grid import Cell, CellSet, Grid
from game.ui.board.canvas import Canvas, Place, between, cells_in, corner_offsets
from game.ui.board.patterns import CASING, Style, pattern
from game.ui.kit.theme import Color

_OVER = 0.4  # pixels that a tinted cell reaches over its border, so that no gap shows between two
_TILES = 12  # of a pattern that lie in a row of its carpet
_WHITE: Color = (255, 255, 255)


class Sheet:
    """A clear surface over the rectangle `area` of the board (pixels at zoom step `size`)."""

    def __init__(self, grid: Grid, size: int, area: pygame.Rect) -> None:
        self.grid, self.size, self.area = grid, size, area
        self.surface = pygame.Surface(area.size, pygame.SRCALPHA)
        self.among = cells_in(grid, size, area.inflate(4, 4))

    def members(self, inside: CellSet) -> list[Cell]:
        """The cells of a set that can be seen here."""
        return [cell for cell in self.among if inside >> cell & 1]

    def tint(self, members: Iterable[Cell], color: Color, alpha: int) -> None:
        """Lay a plain tint on cells; where two meet it is no deeper."""
        if alpha:
            picture = _cell(self.grid, self.size, (*color, alpha))
            self._lay(((cell, picture) for cell in members), pygame.BLEND_RGBA_MAX)

    def fill(self, members: list[Cell], color: Color, style: Style) -> None:
        """Tint cells with a pattern over it. It runs on over cells and chunks: it hangs on the board's corner."""
        if style.pattern == "none" or not style.marks:
            self.tint(members, color, style.tint)
            return
        period = max(6, self.size // 4)
        carpet = _carpet(style, period, color)
        left, top, (wide, high) = -(self.area.x % period), -(self.area.y % period), self.area.size
        layer, step = pygame.Surface(self.area.size, pygame.SRCALPHA), carpet.get_width()
        layer.fblits([(carpet, (x, y)) for y in range(top, high, step) for x in range(left, wide, step)])
        cut = Sheet(self.grid, self.size, self.area)
        cut.tint(members, _WHITE, 255)
        layer.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(layer, (0, 0))

    def rim(self, members: Iterable[Cell], inside: CellSet, color: Color, style: Style) -> None:
        """Outline a set inside of its border: the colour outside, ink beside it."""
        if style.outline:
            border, ends, corners = _ends(self.grid, inside)
            pictures = (
                (cell, _rim(self.grid, self.size, color, style, _bits(ends, cell), _bits(corners, cell)))
                for cell in members
                if border >> cell & 1
            )
            self._lay(pictures)

    def seam(self, members: Iterable[Cell], inside: CellSet, other: CellSet) -> None:
        """Thin broken lines where a set meets another one, which draws the other half of them."""
        grid, sides = self.grid, self.grid.layout.sides
        meets = tuple(inside & grid.shift(other, grid.opposite(d)) for d in sides)
        pictures = ((cell, _seam(grid, self.size, found)) for cell in members if (found := _bits(meets, cell)))
        self._lay(pictures)

    def _lay(self, pictures: Iterable[tuple[Cell, pygame.Surface]], flags: int = 0) -> None:
        (left, top), blits = self.area.topleft, []
        for cell, picture in pictures:
            x, y = self.grid.centre_px(cell, self.size)
            half = picture.get_width() // 2
            blits.append((picture, (round(x) - half - left, round(y) - half - top)))
        self.surface.fblits(blits, flags)


def _bits(masks: tuple[CellSet, ...], cell: Cell) -> int:
    """Which of some sets a cell belongs to, as a bit each."""
    return sum(1 << number for number, mask in enumerate(masks) if mask >> cell & 1)


@lru_cache(maxsize=256)
def _ends(grid: Grid, inside: CellSet) -> tuple[CellSet, tuple[CellSet, ...], tuple[CellSet, ...]]:
    """The cells that are outlined; by side those beyond which the set ends, and by corner those at whose tip it does.

    At a corner of a square two outlines may meet that belong to neighbours; at one of a hex they do not.
    """
    layout = grid.layout
    ends = tuple(inside & ~grid.shift(inside, grid.opposite(d)) for d in layout.sides)
    corners = []
    for number in range(len(layout.sides)):
        if grid.kind == "hex":
            break
        one, other = layout.sides[number - 1], layout.sides[number]
        step = tuple(a + b for a, b in zip(layout.steps[one], layout.steps[other], strict=True))
        tip = grid.shift(inside, grid.opposite(layout.steps.index(step)))
        corners.append(inside & ~tip & ~ends[number - 1] & ~ends[number])
    border = 0
    for mask in (*ends, *corners):
        border |= mask
    return border, ends, tuple(corners)


# Pictures of single cells: square, with the cell's middle in theirs


def _canvas(grid: Grid, size: int) -> Canvas:
    half = size * 5 // 8 + 2
    return Canvas(grid, size, pygame.Rect(-half, -half, 2 * half, 2 * half))


def _corners(grid: Grid, size: int) -> list[Place]:
    share = 1 + 2 * _OVER / size
    return [(x * share, y * share) for x, y in corner_offsets(grid, size)]


@lru_cache(maxsize=512)
def _cell(grid: Grid, size: int, ink: tuple[int, int, int, int]) -> pygame.Surface:
    canvas = _canvas(grid, size)
    canvas.polygon(_corners(grid, size), ink)
    return canvas.finished()


@lru_cache(maxsize=64)
def _carpet(style: Style, period: int, color: Color) -> pygame.Surface:
    """Many tiles together: where cells are small there are thousands in sight."""
    tile = _tile(style, period, color)
    made = pygame.Surface((_TILES * period, _TILES * period), pygame.SRCALPHA)
    made.fblits([(tile, (x * period, y * period)) for y in range(_TILES) for x in range(_TILES)])
    return made


@lru_cache(maxsize=512)
def _tile(style: Style, period: int, color: Color) -> pygame.Surface:
    """One repeat of a pattern on its tint, shrunk together: clear pixels would darken what is beside them."""
    tile = pygame.Surface((2 * period, 2 * period), pygame.SRCALPHA)
    tile.fill((*color, style.tint))
    tile.blit(pattern(style.pattern, 2 * period, (*color, style.marks)), (0, 0))
    return pygame.transform.smoothscale(tile, (period, period))


@lru_cache(maxsize=4096)
def _rim(grid: Grid, size: int, color: Color, style: Style, sides: int, tips: int) -> pygame.Surface:
    """The outline along some sides of a cell, and about some corners at whose tips other outlines meet.

    Lines run on the border itself at twice the width: what is left after clipping lies inside, with whole corners.
    """
    canvas, corners = _canvas(grid, size), corner_offsets(grid, size)
    width = max(1.5, size * style.outline)
    casing = 2 * width + max(3.0, size / 13)
    lines = [(at, corners[(n + 1) % len(corners)]) for n, at in enumerate(corners) if sides >> n & 1]
    dots = [at for n, at in enumerate(corners) if tips >> n & 1]
    for at in dots:
        canvas.circle(at, casing / 2, (*CASING, 220))
    for start, end in lines:
        canvas.line(start, end, (*CASING, 220), casing)
    for at in dots:
        canvas.circle(at, width, color)
    for start, end in lines:
        for begin, until in ((0.0, 0.28), (0.72, 1.0)) if style.dashed else ((0.0, 1.0),):
            canvas.line(between(start, end, begin), between(start, end, until), color, 2 * width)
    return _clipped(canvas)


@lru_cache(maxsize=1024)
def _seam(grid: Grid, size: int, sides: int) -> pygame.Surface:
    canvas, corners = _canvas(grid, size), corner_offsets(grid, size)
    for n, start in enumerate(corners):
        if sides >> n & 1:
            end = corners[(n + 1) % len(corners)]
            canvas.dashes(start, end, (*CASING, 120), max(1.0, size / 40), max(3.0, size / 12))
    return _clipped(canvas)


def _clipped(canvas: Canvas) -> pygame.Surface:
    """What was drawn inside of the cell."""
    cut = _canvas(canvas.grid, canvas.size)
    cut.polygon(_corners(canvas.grid, canvas.size), _WHITE)
    canvas.surface.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return canvas.finished()
