"""Maps as pictures, with or without grid, and without what players must not see."""

from __future__ import annotations

import io

import msgspec
import pygame
from msgspec import Struct

from game.map.board import Board
from game.ui.board import zone_drawing
from game.ui.board.backdrops import Underlay
from game.ui.board.canvas import whole_box
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.lettering import plate
from game.ui.kit.theme import DEFAULT, Color, Palette

MAX_PIXELS = 64_000_000


class ImageOptions(Struct, frozen=True):
    """How a map is drawn: `pixels` to a cell; `secrets` are zones, words and the units that stand on it already."""

    pixels: int = 64
    grid: bool = True
    secrets: bool = False
    coordinates: bool = False
    paper: Color | None = None  # what lies around the map, if it is not the ground of the game's window


def png(board: Board, shot: ImageOptions, under: Underlay | None = None) -> bytes:
    """A PNG of the whole map, over its backdrop if that is given; ValueError if it would be too big."""
    out = io.BytesIO()
    pygame.image.save(draw(board, shot, under), out, "map.png")
    return out.getvalue()


def draw(board: Board, shot: ImageOptions, under: Underlay | None = None) -> pygame.Surface:
    """The whole map on a surface of its own; ValueError if it would be too big."""
    wide, high = board.grid.extent_px(shot.pixels)
    if wide * high > MAX_PIXELS:
        raise ValueError(f"a picture of {wide:.0f} x {high:.0f} pixels is too big: use fewer pixels to a cell")
    whole = pygame.Rect(0, 0, max(1, round(wide)), max(1, round(high)))
    return Drawn(board, shot, under).part(whole)


class Drawn:
    """A map that is drawn part by part, however big it is."""

    def __init__(self, board: Board, shot: ImageOptions, under: Underlay | None = None) -> None:
        pygame.font.init()
        self.board, self.shot = board, shot
        self.ground = Ground(board)
        palette = DEFAULT if shot.paper is None else msgspec.structs.replace(DEFAULT, back=shot.paper)
        self.look = GroundLook(
            shot.grid, shot.coordinates, zones=shot.secrets, levels=shot.grid, palette=palette, under=under
        )

    def part(self, area: pygame.Rect) -> pygame.Surface:
        """What lies in a rectangle of the map, in pixels of its size."""
        size, back = self.shot.pixels, self.look.palette.back
        image = pygame.Surface(area.size)
        image.fill(back)
        origin = -area.x, -area.y
        self.ground.draw(image, self.look, size, area.clip(whole_box(self.board.grid, size)), origin)
        if self.shot.secrets:
            _units(image, self.board, size, DEFAULT, origin)
            _words(image, self.board, size, DEFAULT, origin)
        return image


def _words(image: pygame.Surface, board: Board, size: int, palette: Palette, origin: tuple[int, int]) -> None:
    height = max(9, min(20, size // 4))
    said = {label.text for label in board.labels}
    marks = [(label.cell, label.text, (52, 40, 28)) for label in board.labels]
    for zone in board.zones:
        title = zone.title or zone.name
        if zone.cells and title not in said:
            cell = zone_drawing.label_anchor(board.grid, zone.cells)
            marks.append((cell, title, zone_drawing.zone_color(board, zone, palette)))
    for cell, words, back in marks:
        sign = plate(words, height, (250, 246, 236), back)
        place = sign.get_rect(center=board.grid.centre_px(cell, size))
        image.blit(sign, place.clamp(whole_box(board.grid, size)).move(origin))


def _units(image: pygame.Surface, board: Board, size: int, palette: Palette, origin: tuple[int, int]) -> None:
    """The units that have their place on the map: a disc in the side's colour with what they are."""
    for number, side in enumerate(board.sides, 1):
        for entry in side.roster:
            try:
                at = board.grid.centre_px(board.grid.parse(entry.at), size) if entry.at else None
            except ValueError:
                at = None
            if at is not None:
                at = at[0] + origin[0], at[1] + origin[1]
                pygame.draw.circle(image, (24, 20, 16), at, size * 0.4)
                pygame.draw.circle(image, palette.side(number), at, size * 0.36)
                sign = plate((entry.name or entry.role or entry.unit)[:12], max(9, size // 5), (250, 246, 236))
                image.blit(sign, sign.get_rect(center=at))
