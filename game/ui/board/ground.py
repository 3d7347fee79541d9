"""The ground of the board: terrain, heights, zones, walls and props, painted into chunks per zoom step."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from msgspec import Struct

from game.grid.grid import Cell, CellSet, EdgeId, cells
from game.map.board import LEVEL, Board
from game.ui.board import bridges, fringes, relief, walls, zone_drawing
from game.ui.board.backdrops import Underlay
from game.ui.board.canvas import Canvas, Chunks, Ink, cells_in, corner_offsets, side_ends, whole_box
from game.ui.board.lettering import rimmed
from game.ui.board.terrain_view import TerrainView
from game.ui.kit import art, text
from game.ui.kit.theme import DEFAULT, Color, Palette

_FINE = 8  # pixels to a cell from which on lines between cells are drawn
_BORDER: Ink = (44, 34, 24, 84)  # between two kinds of terrain
_GRID: Ink = (32, 26, 18, 58)
_RIM: Ink = (24, 20, 16, 255)


class GroundLook(Struct, frozen=True):
    """What of the ground is shown, and how; equal looks share their pictures."""

    grid: bool = True
    coordinates: bool = False
    zones: bool = True
    levels: bool = True  # the small numbers of heights
    palette: Palette = DEFAULT
    doors: tuple[tuple[EdgeId, str], ...] = ()  # edges that are not any more what the board says: (edge, kind)
    under: Underlay | None = None  # a picture over terrain and relief, under all else
    soft: bool = True  # edges between kinds of ground (see `fringes`)

    def __hash__(self) -> int:
        shown = self.grid, self.coordinates, self.zones, self.levels, self.soft
        return hash((shown, self.palette.key, self.doors, self.under))


class Ground:
    """A board's ground, painted lazily."""

    def __init__(self, board: Board, kept: int = 120) -> None:
        self.board: TerrainView = board
        self.chunks = Chunks(kept)
        self._tiles: dict[tuple[str, int, int], pygame.Surface] = {}
        self._numbered = relief.numbered(board)
        self._edges: Mapping[EdgeId, str] = {edge.edge: edge.kind for edge in board.edges}
        self._turns = bridges.turns(board)

    def renew(
        self, terrain_view: TerrainView, edges: Mapping[EdgeId, str], numbered: CellSet, turns: dict[Cell, int]
    ) -> None:
        """Paint another state of the map from now on; what was painted stays until `mend` or `forget`.

        `numbered` are the cells that show their height, `turns` as `game.ui.bridges` has them.
        """
        self.board, self._edges, self._numbered, self._turns = terrain_view, edges, numbered, turns

    def mend(self, look: GroundLook, size: int, area: pygame.Rect) -> None:
        """Paint a part anew (pixels at zoom step `size`); other zoom steps and looks are forgotten there."""
        self.chunks.mend((look, size), area, lambda part: self._paint(part, look, size))

    def forget(self) -> None:
        """Drop all pictures, so that everything is painted anew."""
        self.chunks.forget()
        self._tiles.clear()

    def dab(self, look: GroundLook, size: int, among: CellSet) -> None:
        """Show the terrain and props of some cells at once, without what `mend` paints over and around them."""
        grid, box = self.board.grid, whole_box(self.board.grid, size)
        for cell in cells(among):
            tile = self._tile_of(cell, size)
            x, y = grid.centre_px(cell, size)
            left, top = round(x) - tile.get_width() // 2, round(y) - tile.get_height() // 2
            self.chunks.dab((look, size), tile, (left, top), box)
            picture = self._prop_of(cell, size)
            if picture is not None:
                half = picture.get_width() // 2
                self.chunks.dab((look, size), picture, (round(x) - half, round(y) - half), box)

    def draw(
        self, surface: pygame.Surface, look: GroundLook, size: int, area: pygame.Rect, origin: tuple[int, int]
    ) -> None:
        """Draw the part `area` of the board (pixels at zoom step `size`); the board's corner is at `origin`."""
        box = whole_box(self.board.grid, size)
        self.chunks.draw(surface, (look, size), area, origin, lambda part: self._paint(part, look, size), box=box)

    def _paint(self, area: pygame.Rect, look: GroundLook, size: int) -> pygame.Surface | None:
        # Walls and hachures reach a little into the cells beside theirs.
        among = cells_in(self.board.grid, size, area.inflate(size // 2, size // 2))
        if not among:
            return None
        image = pygame.Surface(area.size)
        image.fill(look.palette.back)
        for cell in among:
            self._tile(image, cell, size, area)
        if look.soft and size >= _FINE:
            fringes.paint(image, self.board, among, size, area)
        relief.shade(image, self.board, among, size, area)
        if look.under is not None:
            look.under.paint(image, area, size)
        canvas = Canvas(self.board.grid, size, area)
        if size >= _FINE:
            self._borders(canvas, among, soft=look.soft)
        if look.grid and size >= _FINE:
            self._lines(canvas, among)
        relief.contours(canvas, self.board, among)
        image.blit(canvas.finished(), (0, 0))
        if look.zones:
            zone_drawing.paint(image, self.board, look.palette, size, area)
        over = Canvas(self.board.grid, size, area)
        self._rim(over, among)
        walls.paint(over, {**self._edges, **dict(look.doors)}, among)
        image.blit(over.finished(), (0, 0))
        self._props(image, among, size, area)
        self._numbers(image, among, look, size, area)
        return image.convert() if pygame.display.get_surface() else image

    def _tile_of(self, cell: Cell, size: int) -> pygame.Surface:
        kind = self.board.terrain(cell)
        name = _variant("terrain", kind.id, cell)
        turn = self._turns.get(cell, 0)
        tile = self._tiles.get((name, size, turn))
        if tile is None:
            tile = self._tiles[name, size, turn] = self._cut(name, size, _rgb(kind.colour), turn)
        return tile

    def _tile(self, image: pygame.Surface, cell: Cell, size: int, area: pygame.Rect) -> None:
        tile = self._tile_of(cell, size)
        x, y = self.board.grid.centre_px(cell, size)
        image.blit(tile, (round(x) - tile.get_width() // 2 - area.x, round(y) - tile.get_height() // 2 - area.y))

    def _cut(self, name: str, size: int, color: Color, turn: int) -> pygame.Surface:
        """A terrain's picture, turned by some degrees, in the shape of a cell."""
        if self.board.kind == "square":
            return pygame.transform.rotate(_square(name, size, color), turn)
        offsets = corner_offsets(self.board.grid, size)
        high = 2 * (int(max(y for _, y in offsets)) + 1)
        image = _turned(name, high, color, turn)
        tile = image.subsurface(((high - size) // 2 - 1, 0, size + 2, high)).copy()
        tile = tile.convert_alpha() if pygame.display.get_surface() else tile
        mask = pygame.Surface(tile.get_size(), pygame.SRCALPHA)
        grow = 1 + 2.6 / size  # cells overlap by a pixel, so that no gap shows between them
        corners = [(tile.get_width() / 2 + x * grow, high / 2 + y * grow) for x, y in offsets]
        pygame.draw.polygon(mask, (255, 255, 255, 255), corners)
        tile.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return tile

    def _borders(self, canvas: Canvas, among: list[Cell], *, soft: bool) -> None:
        """A soft line of ink where one kind of terrain ends, unless it has a fringe there."""
        grid, board = canvas.grid, self.board
        for cell in among:
            here = board.terrain(cell).id
            for d in grid.layout.owners:
                there = grid.step(cell, d)
                other = here if there is None else board.terrain(there).id
                if other != here and not (soft and (fringes.reaches(here, other) or fringes.reaches(other, here))):
                    start, end = side_ends(grid, cell, d, canvas.size)
                    canvas.line(start, end, _BORDER, max(1.0, canvas.size / 22))

    def _lines(self, canvas: Canvas, among: list[Cell]) -> None:
        for cell in among:
            for d in canvas.grid.layout.owners:
                if canvas.grid.step(cell, d) is not None:
                    start, end = side_ends(canvas.grid, cell, d, canvas.size)
                    canvas.line(start, end, _GRID, 1 if canvas.size > 24 else 0.5)

    def _rim(self, canvas: Canvas, among: list[Cell]) -> None:
        grid = canvas.grid
        for cell in among:
            for d in grid.layout.sides:
                if grid.step(cell, d) is None:
                    start, end = side_ends(grid, cell, d, canvas.size)
                    canvas.line(
                        start, end, _RIM, max(min(4.5, canvas.size / 3), canvas.size / 14)
                    )  # over what tiles reach beyond

    def _props(self, image: pygame.Surface, among: list[Cell], size: int, area: pygame.Rect) -> None:
        for cell in among:
            picture = self._prop_of(cell, size)
            if picture is not None:
                wide = picture.get_width()
                x, y = self.board.grid.centre_px(cell, size)
                image.blit(picture, (round(x) - wide // 2 - area.x, round(y) - wide // 2 - area.y))

    def _prop_of(self, cell: Cell, size: int) -> pygame.Surface | None:
        kind = self.board.prop(cell)
        if kind is None:
            return None
        wide = round(size * (0.92 if self.board.kind == "square" else 0.86))
        tint = None if art.find("props", kind.id) else _rgb(kind.colour)
        return art.picture("props", _variant("props", kind.id, cell), wide, tint)

    def _numbers(
        self, image: pygame.Surface, among: list[Cell], look: GroundLook, size: int, area: pygame.Rect
    ) -> None:
        """Heights at the lower right, coordinates at the upper left, both only where they can be read."""
        grid, square = self.board.grid, self.board.kind == "square"
        for cell in among if size >= 32 else ():
            x, y = grid.centre_px(cell, size)
            if look.coordinates:
                mark = text.render(grid.name(cell), max(9, size // 6), (30, 24, 16))
                mark.set_alpha(150)
                at = (x - size / 2 + 3, y - size / 2 + 1) if square else (x - mark.get_width() / 2, y - size * 0.47)
                image.blit(mark, (round(at[0]) - area.x, round(at[1]) - area.y))
            height = self.board.sixths(cell)
            if look.levels and height and self._numbered >> cell & 1:
                mark = _level_mark(height, max(10, size // 5))
                low = size / 2 - mark.get_height() - 1 if square else size * 0.45 - mark.get_height() + 1
                at = (x + size / 2 - mark.get_width() - 3, y + low) if square else (x - mark.get_width() / 2, y + low)
                image.blit(mark, (round(at[0]) - area.x, round(at[1]) - area.y))


def _square(name: str, size: int, color: Color) -> pygame.Surface:
    """A terrain's picture as it is; without a file in its colour."""
    return art.picture("terrain", name, size, None if art.find("terrain", name) else color)


def _turned(name: str, size: int, color: Color, turn: int) -> pygame.Surface:
    """A square picture turned by any angle, as wide as before: it is drawn larger first, so that a hex is filled."""
    if turn % 90 == 0:
        return pygame.transform.rotate(_square(name, size, color), turn)
    image = pygame.transform.rotozoom(_square(name, 2 * size + 8, color), turn, 0.5)
    middle = image.get_rect().center
    return image.subsurface(pygame.Rect(0, 0, size, size).move(middle[0] - size // 2, middle[1] - size // 2))


def _level_mark(sixths: int, size: int) -> pygame.Surface:
    """A height as "+2" or "−1½", dark with a light rim, legible on any ground."""
    whole, part = divmod(abs(sixths), LEVEL)
    share = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}[part]
    words = f"{'+' if sixths > 0 else '−'}{whole or '' if share else whole}{share}"
    return rimmed(words, size, (34, 24, 14), (246, 238, 216))


def _variant(folder: str, name: str, cell: Cell) -> str:
    """One of a picture's variants, always the same one for a cell."""
    names = art.variants(folder, name)
    return names[(cell * 2654435761 >> 9) % len(names)]


def _rgb(colour: str) -> Color:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
