"""Drawing in board space, kept in chunks: whatever does not change is drawn once per chunk and zoom step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from math import floor, hypot
from typing import TypeAlias

import pygame

from game.grid.grid import Cell, CellSet, Grid
from game.ui.kit.theme import Color

CHUNK = 256
"""Width and height of a chunk in pixels."""

_FINE = 2  # lines are drawn that much larger and then shrunk, which smooths them: faster than pygame's smooth lines

Place: TypeAlias = tuple[float, float]
Ink: TypeAlias = "Color | tuple[int, int, int, int]"


class Canvas:
    """A clear surface over the rectangle `area` of the board (pixels at zoom step `size`), drawn finely."""

    def __init__(self, grid: Grid, size: int, area: pygame.Rect) -> None:
        self.grid, self.size, self.area = grid, size, area
        self.surface = pygame.Surface((area.w * _FINE, area.h * _FINE), pygame.SRCALPHA)

    def at(self, place: Place) -> Place:
        """A place on the board as a pixel of the surface."""
        return (place[0] - self.area.x) * _FINE, (place[1] - self.area.y) * _FINE

    def line(self, start: Place, end: Place, color: Ink, width: float) -> None:
        """A straight line with round ends; `width` in board pixels."""
        a, b, wide = self.at(start), self.at(end), max(1, round(width * _FINE))
        if wide < 3:
            pygame.draw.line(self.surface, color, pixel(a), pixel(b), wide)
            return
        # pygame cuts the ends of thick lines along an axis: a polygon does not.
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        x, y = (b[1] - a[1]) / length * wide / 2, (a[0] - b[0]) / length * wide / 2
        corners = ((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y))
        pygame.draw.polygon(self.surface, color, [pixel(corner) for corner in corners])
        for end_ in (a, b):
            pygame.draw.circle(self.surface, color, pixel(end_), wide / 2)

    def dashes(self, start: Place, end: Place, color: Ink, width: float, dash: float) -> None:
        """A broken line; dashes and gaps are about `dash` pixels long and the same at both ends."""
        length = hypot(end[0] - start[0], end[1] - start[1])
        parts = max(1, round(length / dash / 2))
        for n in range(parts):
            self.line(between(start, end, (n + 0.25) / parts), between(start, end, (n + 0.75) / parts), color, width)

    def polygon(self, corners: Iterable[Place], color: Ink, width: float = 0) -> None:
        """A filled polygon, or its outline."""
        points = [pixel(self.at(corner)) for corner in corners]
        pygame.draw.polygon(self.surface, color, points, round(width * _FINE))

    def circle(self, middle: Place, radius: float, color: Ink, width: float = 0) -> None:
        """Draw a disc, or a ring if a width is given."""
        pygame.draw.circle(self.surface, color, pixel(self.at(middle)), radius * _FINE, round(width * _FINE))

    def finished(self) -> pygame.Surface:
        """What was drawn, at its final size."""
        return pygame.transform.smoothscale(self.surface, self.area.size)


def pixel(place: Place) -> tuple[int, int]:
    """The pixel of a place, the same one whatever part of the board is painted: pygame rounds towards 0."""
    return floor(place[0] + 1e-6), floor(place[1] + 1e-6)


Paint: TypeAlias = Callable[[pygame.Rect], "pygame.Surface | None"]
"""Draws the chunk over a rectangle of the board; None if nothing is there."""


class Chunks:
    """Painted chunks by (what, left, top); the longest unused ones are forgotten."""

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.painted = 0  # how many chunks were ever painted: what a cache is good for
        self._found: OrderedDict[tuple[int, int, int], tuple[pygame.Surface, int, int] | None] = OrderedDict()
        self._numbers: dict[Hashable, int] = {}
        self._serial = 0

    def forget(self) -> None:
        """Drop all pictures, so that everything is painted anew."""
        self._found.clear()
        self._numbers.clear()

    def mend(self, key: Hashable, area: pygame.Rect, paint: Paint) -> None:
        """Paint a part of the board anew in the opaque chunks of `key`; all other chunks are forgotten."""
        number = self._numbers.get(key)
        for full, chunk in [*self._found.items()]:
            if full[0] != number or chunk is None:
                del self._found[full]
                continue
            image, left, top = chunk
            part = image.get_rect(topleft=(left, top)).clip(area)
            fresh = paint(part) if part.w and part.h else None
            if fresh is not None:
                image.blit(fresh, (part.x - left, part.y - top))

    def dab(self, key: Hashable, image: pygame.Surface, place: tuple[int, int], box: pygame.Rect) -> None:
        """Put a picture onto the chunks of `key`, its corner at a place of the board; `box` as for `draw`."""
        number = self._numbers.get(key)
        for part in _parts(image.get_rect(topleft=place), box):
            chunk = self._found.get((number, part.x, part.y)) if number is not None else None
            if chunk is not None:
                chunk[0].blit(image, (place[0] - chunk[1], place[1] - chunk[2]))

    def draw(
        self,
        surface: pygame.Surface,
        key: Hashable,
        area: pygame.Rect,
        origin: tuple[int, int],
        paint: Paint,
        alpha: int = 255,
        box: pygame.Rect | None = None,
    ) -> None:
        """Blit the chunks of `key` that lie in `area` (board pixels); the board's corner is drawn at `origin`.

        Nothing is painted beside `box`, which must be the same for the same key; a small one is painted as a whole.
        """
        blits = []
        number = self._numbers.get(key)  # a number is found sooner than a key that holds large sets
        if number is None:
            if len(self._numbers) > 500:
                self.forget()
            self._serial += 1
            number = self._numbers[key] = self._serial
        parts = _parts(area, box)
        self.kept = max(self.kept, 2 * len(parts))  # a huge window shows more than are kept otherwise
        for part in parts:
            chunk = self._chunk((number, part.x, part.y), part if box is None else part.clip(box), paint)
            if chunk is not None:
                blits.append((chunk[0], (origin[0] + chunk[1], origin[1] + chunk[2])))
                if alpha < 255 or chunk[0].get_alpha() not in (None, 255):
                    chunk[0].set_alpha(alpha)
        surface.fblits(blits)

    def _chunk(
        self, full: tuple[int, int, int], area: pygame.Rect, paint: Paint
    ) -> tuple[pygame.Surface, int, int] | None:
        if full in self._found:
            self._found.move_to_end(full)
            return self._found[full]
        self.painted += 1
        found = self._found[full] = _cropped(paint(area), area) if area.w and area.h else None
        while len(self._found) > self.kept:
            self._found.popitem(last=False)
        return found


def _parts(area: pygame.Rect, box: pygame.Rect | None) -> list[pygame.Rect]:
    """The rectangles of the chunks that touch `area`; a small `box` is one chunk."""
    if box is not None and max(box.size) <= 2 * CHUNK:
        return [box] if box.colliderect(area) else []
    rows = range(area.top // CHUNK, (area.bottom - 1) // CHUNK + 1)
    columns = range(area.left // CHUNK, (area.right - 1) // CHUNK + 1)
    return [pygame.Rect(col * CHUNK, row * CHUNK, CHUNK, CHUNK) for row in rows for col in columns]


def _cropped(image: pygame.Surface | None, area: pygame.Rect) -> tuple[pygame.Surface, int, int] | None:
    """A chunk without its clear rim: a corner of an overlay costs no more than it shows."""
    if image is None:
        return None
    if not image.get_flags() & pygame.SRCALPHA:
        return image, area.x, area.y
    seen = image.get_bounding_rect()
    if not seen.w:
        return None
    if seen.size != image.get_size():
        image = image.subsurface(seen).copy()
    return image, area.x + seen.x, area.y + seen.y


def between(start: Place, end: Place, share: float) -> Place:
    """The place that far from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


@lru_cache(maxsize=64)
def corner_offsets(grid: Grid, size: int) -> tuple[Place, ...]:
    """The corners of a cell relative to its middle, clockwise."""
    cell = grid.at(0, 0)
    x, y = grid.centre_px(cell, size)
    return tuple((px - x, py - y) for px, py in grid.polygon_px(cell, size))


@lru_cache(maxsize=64)
def whole_box(grid: Grid, size: int) -> pygame.Rect:
    """The whole board with its rim, in pixels: nothing of its ground lies beside."""
    wide, high = grid.extent_px(size)
    rim = size // 16 + 2
    return pygame.Rect(-rim, -rim, round(wide) + 2 * rim, round(high) + 2 * rim)


@lru_cache(maxsize=256)
def box_of(grid: Grid, mask: CellSet, size: int) -> pygame.Rect:
    """The part of the board that a set of cells lies in, in pixels; empty for none."""
    if not mask:
        return pygame.Rect(0, 0, 0, 0)
    rows = [row for row, base in enumerate(grid.bases) if mask >> base & ((1 << grid.width) - 1)]
    across = 0
    for row in rows:
        across |= mask >> grid.bases[row] & ((1 << grid.width) - 1)
    low, high = (across & -across).bit_length() - 1, across.bit_length() - 1
    left, top = grid.centre_px(grid.at(low, rows[0]), size)
    right, bottom = grid.centre_px(grid.at(high, rows[-1]), size)
    half = size * 1.2  # the rows of hexes are shifted against each other
    return pygame.Rect(left - half, top - half, right - left + 2 * half, bottom - top + 2 * half)


def outline(grid: Grid, cell: Cell, size: int, grow: float = 0) -> list[Place]:
    """The corners of a cell on the board, moved outwards by about `grow` pixels."""
    x, y = grid.centre_px(cell, size)
    share = 1 + 2 * grow / size
    return [(x + dx * share, y + dy * share) for dx, dy in corner_offsets(grid, size)]


def cells_in(grid: Grid, size: int, area: pygame.Rect) -> list[Cell]:
    """The cells whose picture may reach into a rectangle of the board, row by row."""
    high = grid.extent_px(size)[1] / grid.height if grid.kind == "square" else size * 0.8660254
    cap = 0.0 if grid.kind == "square" else size * 0.2886751
    first_row = max(0, int((area.top - 2 * cap) // high))
    last_row = min(grid.height - 1, int(area.bottom // high))
    first_col = max(0, int((area.left - size / 2) // size) if grid.layout.stagger else area.left // size)
    last_col = min(grid.width - 1, int(area.right // size))
    rows, cols = range(first_row, last_row + 1), range(first_col, last_col + 1)
    return [grid.at(col, row) for row in rows for col in cols]


def side_ends(grid: Grid, cell: Cell, d: int, size: int) -> tuple[Place, Place]:
    """The two ends of a cell's side on the board."""
    x, y = grid.centre_px(cell, size)
    corners = corner_offsets(grid, size)
    side = grid.layout.sides.index(d)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
    return (x + ax, y + ay), (x + bx, y + by)
