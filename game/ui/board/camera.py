"""Which part of the board is seen, and how large: pan, zoom in steps, world <-> screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.grid.grid import Cell, Grid

STEPS = (4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 128, 160, 192)
"""Widths of a cell in pixels. All are even, so that hexes of odd rows lie on whole pixels."""

FULL = 96
"""The width of a cell at 100 %, at which units are drawn with all there is to them."""

READABLE = 34
"""The width of a cell at which a unit is 28 pixels wide: it is never shown smaller unless that is asked for."""

_FITS = range(2, STEPS[-1] + 1, 2)
"""Widths of a cell at which a whole board may be shown: all, as there is no other way to use the room."""

_GLIDE = 14.0  # how fast the view glides to its goal: the share left after a second is exp(-_GLIDE)


class Camera:
    """The view `rect` (screen pixels) onto a grid. Places on the board are pixels at the present zoom step.

    With `still` the view jumps instead of gliding (reduced motion).
    """

    def __init__(self, rect: pygame.Rect, grid: Grid, *, still: bool = False) -> None:
        self.rect, self.grid, self.still = pygame.Rect(rect), grid, still
        self.size = 48  # width of a cell in pixels
        self.fitted = True  # whether the size is still what `fit` chose
        self.x = self.y = 0.0  # the place on the board at the view's top left corner
        self._least = 0  # the width of a cell that fitting does not go below
        self._goal: tuple[float, float] | None = None
        self.fit()

    @property
    def origin(self) -> tuple[int, int]:
        """Where on the screen the board's top left corner is drawn, in whole pixels."""
        return self.rect.x - round(self.x), self.rect.y - round(self.y)

    def to_screen(self, x: float, y: float) -> tuple[int, int]:
        """The screen pixel of a place on the board."""
        left, top = self.origin
        return left + round(x), top + round(y)

    def to_board(self, pos: tuple[int, int]) -> tuple[float, float]:
        """The place on the board under a screen pixel."""
        left, top = self.origin
        return pos[0] - left, pos[1] - top

    def cell_at(self, pos: tuple[int, int]) -> Cell | None:
        """The cell under a screen pixel; None beside the board or outside of the view."""
        if not self.rect.collidepoint(pos):
            return None
        x, y = self.to_board(pos)
        return self.grid.cell_at_px(x + 0.5, y + 0.5, self.size)

    def cell_centre(self, cell: Cell) -> tuple[int, int]:
        """The screen pixel in the middle of a cell."""
        return self.to_screen(*self.grid.centre_px(cell, self.size))

    def view(self) -> pygame.Rect:
        """The part of the board seen, in board pixels."""
        return pygame.Rect(round(self.x), round(self.y), self.rect.w, self.rect.h)

    def resize(self, rect: pygame.Rect) -> None:
        """Another place on the screen; what was in the middle stays there."""
        middle = self.x + self.rect.w / 2, self.y + self.rect.h / 2
        self.rect = pygame.Rect(rect)
        self._jump(middle[0] - self.rect.w / 2, middle[1] - self.rect.h / 2)

    def zoom(self, steps: int, about: tuple[int, int] | None = None) -> bool:
        """Zoom so many steps in (out if negative); the board stays under the screen pixel `about` (or the middle).

        Returns whether anything changed.
        """
        sizes = [size for size in STEPS if (size > self.size if steps > 0 else size < self.size)]
        if not steps or not sizes:
            return False
        size = sizes[min(steps, len(sizes)) - 1] if steps > 0 else sizes[max(steps, -len(sizes))]
        return self.zoom_to(size, about)

    def zoom_to(self, size: int, about: tuple[int, int] | None = None) -> bool:
        """Cells of that width, which is even; arguments and answer as for `zoom`."""
        if size == self.size:
            return False
        pos = about if about is not None and self.rect.collidepoint(about) else self.rect.center
        x, y = pos[0] - self.rect.x + self.x, pos[1] - self.rect.y + self.y
        grow = size / self.size
        self.size, self.fitted = size, False
        self._jump(x * grow - (pos[0] - self.rect.x), y * grow - (pos[1] - self.rect.y))
        return True

    @property
    def percent(self) -> int:
        """How large it is drawn."""
        return round(100 * self.size / FULL)

    def fit(self, least: int = 0) -> None:
        """The largest size at which the whole board is seen, but no cell narrower than `least`; centred."""
        self._least = least
        self.size, self.fitted = max(least, max(filter(self._fits, _FITS), default=_FITS[0])), True
        wide, high = self.grid.extent_px(self.size)
        self._jump((wide - self.rect.w) / 2, (high - self.rect.h) / 2)

    def open(self) -> None:
        """The whole board, or as much of it as can be seen while units are readable."""
        self.fit(READABLE)

    def refit(self) -> None:
        """Fit again as before, into another room; of a board that is larger the same place stays in the middle."""
        middle = (self.x + self.rect.w / 2) / self.size, (self.y + self.rect.h / 2) / self.size
        self.fit(self._least)
        if not self._fits(self.size):
            self.go(*middle)

    def go(self, x: float, y: float) -> None:
        """Bring a place on the board, in widths of a cell, to the middle at once."""
        self._jump(x * self.size - self.rect.w / 2, y * self.size - self.rect.h / 2)

    def centre_on(self, cell: Cell) -> None:
        """Bring a cell to the middle, gliding unless `still`."""
        self._glide(*self.grid.centre_px(cell, self.size))

    def _glide(self, x: float, y: float) -> None:
        """Bring a place on the board to the middle."""
        self._go_to(self._clamped(x - self.rect.w / 2, y - self.rect.h / 2))

    def _go_to(self, goal: tuple[float, float], *, at_once: bool = False) -> None:
        if self.still or at_once:
            self._jump(*goal)
        else:
            self._goal = goal

    def reveal(self, cell: Cell, margin: float = 1.5) -> None:
        """Centre on a cell only if it is nearer than `margin` cells to the view's border or outside of it."""
        inner = self.rect.inflate(-2 * margin * self.size, -2 * margin * self.size)
        if not inner.collidepoint(self.cell_centre(cell)):
            self.centre_on(cell)

    def reveal_all(self, cells: Sequence[Cell], margin: float = 1.5, *, at_once: bool = False) -> bool:
        """Centre on cells only if one is too near to the view's border; on the last alone if they do not fit together.

        The view glides there unless `still` or `at_once`; whether it had to move.
        """
        inner = self.rect.inflate(-2 * margin * self.size, -2 * margin * self.size)
        if not cells or all(inner.collidepoint(self.cell_centre(cell)) for cell in cells):
            return False
        places = [self.grid.centre_px(cell, self.size) for cell in cells]
        spread = [max(side) - min(side) for side in zip(*places, strict=True)]
        if spread[0] > max(inner.w, 1) or spread[1] > max(inner.h, 1):
            places = places[-1:]
        x, y = (sum(side) / len(side) for side in zip(*places, strict=True))
        wide, high = self.grid.extent_px(self.size)
        goal = _clamp(x - self.rect.w / 2, wide, self.rect.w, 0), _clamp(y - self.rect.h / 2, high, self.rect.h, 0)
        if abs(goal[0] - self.x) < 1 and abs(goal[1] - self.y) < 1:
            return False  # there is no more of the board on that side
        self._go_to(goal, at_once=at_once)
        return True

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels; ends any gliding."""
        self._jump(self.x + dx, self.y + dy)

    @property
    def gliding(self) -> bool:
        """Whether the view is on its way."""
        return self._goal is not None

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; whether the view moved."""
        if self._goal is None:
            return False
        left = math.exp(-_GLIDE * dt)
        goal_x, goal_y = self._goal
        self.x, self.y = goal_x + (self.x - goal_x) * left, goal_y + (self.y - goal_y) * left
        if abs(self.x - goal_x) < 0.75 and abs(self.y - goal_y) < 0.75:
            self._jump(goal_x, goal_y)
        return True

    def _fits(self, size: int) -> bool:
        wide, high = self.grid.extent_px(size)
        return wide <= self.rect.w and high <= self.rect.h

    def _jump(self, x: float, y: float) -> None:
        self._goal = None
        self.x, self.y = self._clamped(x, y)

    def _clamped(self, x: float, y: float) -> tuple[float, float]:
        wide, high = self.grid.extent_px(self.size)
        return _clamp(x, wide, self.rect.w), _clamp(y, high, self.rect.h)


def _clamp(at: float, whole: float, seen: float, beside: float = 0.5) -> float:
    """A small board stays in the middle; beside a large one, no more than that share of the view is empty."""
    if whole <= seen:
        return round((whole - seen) / 16) * 8.0  # rows of pixels that begin at even addresses are copied faster
    return min(max(at, -seen * beside), whole - seen * (1 - beside))
