"""The whole map in a corner of the view, while a part of it is out of sight; a click on it goes there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import pygame

from game.grid.grid import Cell, CellSet, EdgeId, cells
from game.map.board import LEVEL
from game.ui.board import zone_drawing
from game.ui.board.camera import Camera
from game.ui.board.terrain_view import TerrainView
from game.ui.kit import theme
from game.ui.kit.theme import DEFAULT, Color, Palette

_INK: Color = (24, 20, 18)
_FINE = 480  # pixels across which the picture is painted before it is shrunk
_GAP = 10
_RIM = 3  # width of its frame
_ENOUGH = 0.93  # share of the map that is in sight from which on it is not needed
_SHARE = 0.25  # of the view's width and height that it takes at most

Dot = tuple[Cell, int]
"""Where a unit stands, and the number of its side."""


class Minimap:
    """A small picture of a map, cell by cell; what lies in a cell is painted inside of its own box only."""

    def __init__(self, camera: Camera, terrain_view: TerrainView, edges: Mapping[EdgeId, str]) -> None:
        self.camera, self.on = camera, True
        self.held = False  # whether it is being dragged over
        self.away = False  # whether it gives way to what lies under it
        self._palette = DEFAULT
        grid = terrain_view.grid
        self._side = max(2, min(8, _FINE // max(grid.width, grid.height) // 2 * 2))
        shift = self._side // 2 if grid.layout.stagger else 0
        self._image = pygame.Surface((grid.width * self._side + shift, grid.height * self._side))
        self._shrunk: pygame.Surface | None = None
        self._dotted = pygame.Surface((1, 1))
        self._dotted_of: tuple[object, ...] = ()
        self._stale: CellSet = 0
        self.take(terrain_view, edges)

    def take(self, terrain_view: TerrainView, edges: Mapping[EdgeId, str], touched: CellSet | None = None) -> None:
        """Another state of a map of the same size; `touched` are the cells that look otherwise, by default all."""
        self.terrain_view, self.edges = terrain_view, edges
        self._stale |= terrain_view.grid.everywhere if touched is None else touched

    # Where it is

    @property
    def rect(self) -> pygame.Rect | None:
        """Where on the screen it is; None while it is off or gives way, or nearly all of the map is in sight."""
        view, grid = self.camera.rect, self.terrain_view.grid
        wide, high = grid.extent_px(1.0)
        board = pygame.Rect(0, 0, *(round(side * self.camera.size) for side in (wide, high)))
        seen = self.camera.view().clip(board)
        if not self.on or self.away or seen.w * seen.h >= _ENOUGH * board.w * board.h:
            return None
        scale = min(min(260, view.w * _SHARE) / wide, min(200, view.h * _SHARE) / high)
        size = max(8, round(wide * scale)), max(8, round(high * scale))
        return pygame.Rect(view.right - size[0] - _GAP, view.bottom - size[1] - _GAP, *size)

    def give_way(self, places: Iterable[tuple[int, int]]) -> None:
        """Be there only if none of these screen pixels lies under it."""
        self.away = False
        self.away = any(self.covers(place) for place in places)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether it lies under a screen pixel, over the map."""
        rect = self.rect
        return rect is not None and bool(rect.inflate(6, 6).collidepoint(pos))

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the mouse was meant for it: pressed on it, and until the button is let go."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if self.covers(event.pos):
                self.held = event.button == 1
            case pygame.MOUSEMOTION if self.held:
                pass
            case pygame.MOUSEBUTTONUP if self.held and event.button == 1:
                self.held = False
                return True
            case _:
                return False
        if self.held:
            self._go(event.pos)
        return True

    def _go(self, pos: tuple[int, int]) -> None:
        """Bring the place under a screen pixel to the middle of the view."""
        rect = self.rect
        if rect is not None:
            wide, high = self.terrain_view.grid.extent_px(1.0)
            self.camera.go((pos[0] - rect.x) / rect.w * wide, (pos[1] - rect.y) / rect.h * high)

    # Drawing

    def draw(self, surface: pygame.Surface, palette: Palette, dots: Iterable[Dot] = ()) -> None:
        """Draw the picture, dots for units, and a frame about what is in sight."""
        rect = self.rect
        if rect is None:
            return
        if palette is not self._palette:
            self._palette, self._stale = palette, self.terrain_view.grid.everywhere
            self._image.fill(palette.back)
        if self._stale:
            self._paint(self._stale)
            self._stale, self._shrunk = 0, None
        if self._shrunk is None or self._shrunk.get_size() != rect.size:
            self._shrunk = pygame.transform.smoothscale(self._image, rect.size)
        surface.blit(self._with_dots(tuple(dots), palette), rect.inflate(2 * _RIM, 2 * _RIM))
        scale = rect.w / self.terrain_view.grid.extent_px(1.0)[0]
        view, share = self.camera.view(), scale / self.camera.size
        seen = pygame.Rect(
            rect.x + round(view.x * share), rect.y + round(view.y * share), round(view.w * share), round(view.h * share)
        )
        for color, grow in ((_INK, 2), ((250, 246, 236), 0)):
            pygame.draw.rect(surface, color, seen.inflate(grow, grow).clip(rect.inflate(2, 2)), 1)

    def _with_dots(self, dots: tuple[Dot, ...], palette: Palette) -> pygame.Surface:
        """The picture in its frame with dots; put together anew only when one of them has changed."""
        assert self._shrunk is not None
        now = (self._shrunk, dots, palette)
        if self._dotted_of != now:
            wide, high = self._shrunk.get_size()
            self._dotted = pygame.Surface((wide + 2 * _RIM, high + 2 * _RIM), pygame.SRCALPHA)
            pygame.draw.rect(self._dotted, palette.panel, self._dotted.get_rect(), border_radius=3)
            self._dotted.blit(self._shrunk, (_RIM, _RIM))
            grid = self.terrain_view.grid
            scale = wide / grid.extent_px(1.0)[0]
            for cell, side in dots:
                x, y = grid.centre_px(cell, scale)
                mark = _dot(theme.side_shape(side), palette.side(side), round(max(3.0, scale * 0.5)))
                self._dotted.blit(mark, mark.get_rect(center=(round(_RIM + x), round(_RIM + y))))
            self._dotted_of = now
        return self._dotted

    def _paint(self, among: CellSet) -> None:
        grid, side, image = self.terrain_view.grid, self._side, self._image
        shift = side // 2 if grid.layout.stagger else 0
        zones = [
            (zone.cells, zone_drawing.zone_color(self.terrain_view, zone, self._palette))
            for zone in self.terrain_view.zones
        ]
        for cell in cells(among & grid.everywhere):
            col, row = grid.xy(cell)
            box = pygame.Rect(col * side + row % 2 * shift, row * side, side, side)
            image.fill(self._color(cell, zones), box)
            if self.edges:
                self._walls(cell, box)

    def _color(self, cell: Cell, zones: list[tuple[CellSet, Color]]) -> Color:
        found = pygame.Color(self.terrain_view.terrain(cell).colour)
        color: Color = (found.r, found.g, found.b)
        height = max(-4, min(4, self.terrain_view.sixths(cell) // LEVEL)) if self.terrain_view.heights else 0
        if height:
            color = theme.mix(color, (255, 244, 214) if height > 0 else (10, 14, 30), abs(height) * 0.1)
        if self.terrain_view.prop(cell) is not None:
            color = theme.mix(color, (30, 26, 20), 0.45)
        for mask, tint in zones:
            if mask >> cell & 1:
                color = theme.mix(color, tint, 0.4)
        return color

    def _walls(self, cell: Cell, box: pygame.Rect) -> None:
        """What stands on the edges of a cell, as dark strips along its box."""
        grid, thin = self.terrain_view.grid, max(1, self._side // 5)
        for d in grid.layout.sides:
            if grid.edge(cell, d) not in self.edges:
                continue
            name = grid.names[d]
            if name in ("e", "w"):
                strip = pygame.Rect(box.right - thin if name == "e" else box.x, box.y, thin, box.h)
            else:  # the slanted sides of hexes take a half each
                half = box.w if len(name) == 1 else box.w // 2
                left = box.x + (box.w - half if name.endswith("e") else 0)
                strip = pygame.Rect(left, box.y if name.startswith("n") else box.bottom - thin, half, thin)
            self._image.fill(_INK, strip)


@lru_cache(maxsize=64)
def _dot(shape: str, color: Color, radius: int) -> pygame.Surface:
    """A unit in the shape and colour of its side, with a rim of ink."""
    image = pygame.Surface((2 * radius + 5, 2 * radius + 5), pygame.SRCALPHA)
    middle = image.get_width() / 2
    for size, ink in ((radius + 1.5, _INK), (radius, color)):
        if shape == "round":
            pygame.draw.circle(image, ink, (middle, middle), size)
        else:
            pygame.draw.polygon(image, ink, theme.shape_points(shape, middle, middle, size))
    return image
