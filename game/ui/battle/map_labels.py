"""Words and small marks over the board: names of places, targets, chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

import pygame

from game.grid.grid import Cell, Grid
from game.kernel.components import Lying, Position, Side, Unit
from game.map.board import Board
from game.ui.battle.overlays import draw_cell
from game.ui.battle.scene import Scene
from game.ui.board import tokens, zone_drawing
from game.ui.board.canvas import Canvas
from game.ui.board.lettering import PLATE, plate
from game.ui.board.token_marks import shows
from game.ui.board.unit_look import UnitLook
from game.ui.kit import art
from game.ui.kit.theme import Color

Painter: TypeAlias = Callable[[Canvas], None]
Places: TypeAlias = Mapping[int, "tuple[UnitLook, tuple[float, float]]"]
"""Unit -> how it looks and where its middle is drawn on the board."""
Mark: TypeAlias = "tuple[pygame.Surface, tuple[int, int], tuple[int, int] | None]"
"""A picture, where its top left lies on the board, and for words the place that they are said of."""

_ROOM = ((0, 0), (0, -0.5), (0.5, -0.5), (-0.5, -0.5), (0.5, 0), (-0.5, 0), (0.5, 0.5), (-0.5, 0.5))
"""Where words find room in a cell, in cells from its middle; what is below a unit is for its chances."""
_ZONE_TITLES = {"objective": "Objective", "exit": "Exit", "hazard": "Danger"}


def kept_in(view: pygame.Rect, rect: pygame.Rect, about: tuple[float, float]) -> pygame.Rect:
    """Where words are drawn so that the view's rim does not cut them, as long as the place they are about is seen."""
    return rect.clamp(view) if view.collidepoint(about) else rect


def put(image: pygame.Surface, marks: Sequence[Mark], origin: tuple[int, int]) -> None:
    """Draw marks; the board's corner lies at `origin`."""
    view, (left, top) = image.get_rect(), origin
    found: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for mark, (x, y), about in marks:
        rect = mark.get_rect(topleft=(x + left, y + top))
        if about is not None:
            rect = kept_in(view, rect, (about[0] + left, about[1] + top))
        found.append((mark, rect.topleft))
    image.fblits(found)


def _say(
    image: pygame.Surface, words: pygame.Surface, middle: tuple[float, float], within: pygame.Rect | None = None
) -> pygame.Rect:
    """Words around a place, whole within what is given or the view, if the place is seen; where they are."""
    rect = words.get_rect(center=(round(middle[0]), round(middle[1])))
    return image.blit(words, kept_in(within or image.get_rect(), rect, middle))


def captions(image: pygame.Surface, board: Board, scene: Scene, size: int, origin: tuple[int, int]) -> None:
    """The map's own words, and what zones are called; small boards have no room for them."""
    if size < 24:
        return
    height = max(11, min(18, size // 4))
    wide, high = board.grid.extent_px(size)
    within = pygame.Rect(*origin, round(wide), round(high)).clip(image.get_rect())
    for label in board.labels:
        if not scene.shows(label.cell, "shroud"):
            continue
        words = plate(label.text, height, (240, 232, 210), (52, 40, 28))
        x, y = board.grid.centre_px(label.cell, size)
        _say(image, words, (x + origin[0], y + origin[1]), within)
    said = {label.text for label in board.labels}
    for zone in board.zones if scene.zones else ():
        title = zone.title or _ZONE_TITLES.get(zone.kind, "")
        anchor = zone_drawing.label_anchor(board.grid, zone.cells) if zone.cells else 0
        if title and zone.cells and title not in said and scene.shows(anchor, "shroud"):
            words = plate(title, height, zone_drawing.zone_color(board, zone, scene.palette))
            x, y = board.grid.centre_px(anchor, size)
            _say(image, words, (x + origin[0], y + origin[1] - size * 0.36), within)


@lru_cache(maxsize=128)
def cell_picture(grid: Grid, size: int, color: Color, *, brackets: bool) -> pygame.Surface:
    """The outline of any one cell, its middle in the middle of the picture."""
    cell = grid.at(0, 0)
    x, y = grid.centre_px(cell, size)
    area = pygame.Rect(round(x) - size, round(y) - size, 2 * size, 2 * size)
    canvas = Canvas(grid, size, area)
    draw_cell(canvas, cell, color, brackets=brackets)
    return canvas.finished()


def acted(image: pygame.Surface, scene: Scene, places: Places, size: int, origin: tuple[int, int]) -> None:
    """A tick on everybody on its feet who has had its turn in this round."""
    for unit in scene.acted & places.keys() if shows("acted", size) else ():
        look, (x, y) = places[unit]
        if not look.down:
            tick = _tick(max(8, round(size * 0.26)))
            off = size * 0.36
            image.blit(tick, tick.get_rect(center=(round(x + off) + origin[0], round(y - off) + origin[1])))


def lying(image: pygame.Surface, scene: Scene, grid: Grid, size: int, origin: tuple[int, int]) -> None:
    """Things on the ground, under the units: the first of a cell, and how many there are."""
    found: dict[Cell, list[str]] = {}
    for _, thing, place in scene.world.each(Lying, Position):
        if scene.shows(place.cell, "fog"):
            found.setdefault(place.cell, []).append(thing.item)
    wide = max(10, round(size * 0.42))
    for cell, items in found.items():
        x, y = grid.centre_px(cell, size)
        at = round(x - size * 0.24) + origin[0], round(y + size * 0.22) + origin[1]
        image.blit(picture := _thing(items[0], wide), picture.get_rect(center=at))
        if len(items) > 1:
            words = plate(str(len(items)), max(9, wide // 2), (246, 239, 223))
            image.blit(words, words.get_rect(midleft=(at[0] + wide // 2, at[1])))


def ghosts(image: pygame.Surface, scene: Scene, grid: Grid, size: int, origin: tuple[int, int]) -> None:
    """A pale mark in the side's colour where somebody out of sight was last."""
    for unit, cell in scene.ghosts:
        side = scene.world.get(scene.world.get(unit, Unit).side, Side)
        x, y = grid.centre_px(cell, size)
        mark = _ghost(round(size * 0.72), scene.palette.side(side.number))
        image.blit(mark, mark.get_rect(center=(round(x) + origin[0], round(y) + origin[1])))


@lru_cache(maxsize=32)
def _ghost(wide: int, color: Color) -> pygame.Surface:
    big = pygame.Surface((wide * 4, wide * 4), pygame.SRCALPHA)
    pygame.draw.circle(big, (*color, 90), (wide * 2, wide * 2), wide * 2)
    pygame.draw.circle(big, (*color, 220), (wide * 2, wide * 2), wide * 2, max(2, wide // 3))
    image = pygame.transform.smoothscale(big, (wide, wide))
    words = plate("?", max(11, wide // 2), (246, 239, 223))
    image.blit(words, words.get_rect(center=(wide // 2, wide // 2)))
    return image


@lru_cache(maxsize=64)
def _thing(item: str, wide: int) -> pygame.Surface:
    """A thing's icon on a dark disc."""
    big = pygame.Surface((wide * 4, wide * 4), pygame.SRCALPHA)
    pygame.draw.circle(big, (43, 38, 32, 210), (wide * 2, wide * 2), wide * 2)
    image = pygame.transform.smoothscale(big, (wide, wide))
    icon = art.picture("icons", item, round(wide * 0.8))
    image.blit(icon, icon.get_rect(center=(wide // 2, wide // 2)))
    return image


@lru_cache(maxsize=16)
def _tick(size: int) -> pygame.Surface:
    big = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
    pygame.draw.circle(big, (24, 26, 32), (size * 2, size * 2), size * 2)
    points = [(size * 0.9, size * 2.1), (size * 1.7, size * 2.9), (size * 3.1, size * 1.2)]
    pygame.draw.lines(big, (226, 226, 220), False, points, max(2, size * 2 // 5))
    return pygame.transform.smoothscale(big, (size, size))


def targets(found: Sequence[tuple[int, str]], grid: Grid, places: Places, size: int, scale: float) -> list[Mark]:
    """Brackets around units that can be chosen, with their words below; where their top left lies on the board."""
    frames: list[Mark] = []
    for unit, words in found:
        if unit not in places:
            continue
        look, (x, y) = places[unit]
        wide = tokens.diameter(grid, look.size, size)
        large = round(wide * 1.2)
        middle = round(x), round(y)
        frame = art.picture("frames", "target", large)
        frames.append((frame, frame.get_rect(center=middle).topleft, None))
        if words:
            mark = plate(words, max(round(12 * scale), size // 4), (255, 246, 220))
            below = mark.get_rect(midtop=(middle[0], middle[1] + wide // 2 + size // 14))
            frames.append((mark, below.topleft, middle))
    return frames


def labels(
    image: pygame.Surface,
    scene: Scene,
    grid: Grid,
    size: int,
    origin: tuple[int, int],
    scale: float,
    marks: Sequence[Mark] = (),
    places: Places = MappingProxyType({}),
) -> None:
    """Words at cells, such as the chance of what can be done there; ranks find room beside them, `marks` and units."""
    taken: list[pygame.Rect] = []
    for cell, words in scene.labels:
        x, y = grid.centre_px(cell, size)
        mark = plate(words, max(round(12 * scale), size // 4), (255, 246, 220))
        taken.append(_say(image, mark, (x + origin[0], y + origin[1])))
    if not scene.ranks:
        return
    taken += [mark.get_rect(topleft=(x + origin[0], y + origin[1])) for mark, (x, y), about in marks if about]
    for look, (x, y) in places.values():
        wide = tokens.diameter(grid, look.size, size)
        plain = pygame.Rect(0, 0, wide, wide)
        plain.center = round(x) + origin[0], round(y) + origin[1]
        taken.append(plain)
    for cell, words in scene.ranks:
        x, y = grid.centre_px(cell, size)
        mark = plate(words, max(round(12 * scale), size // 4), PLATE, scene.palette.accent)
        rect = _free(mark.get_rect(), (x + origin[0], y + origin[1]), size, taken)
        taken.append(image.blit(mark, kept_in(image.get_rect(), rect, rect.center)))


def _free(rect: pygame.Rect, middle: tuple[float, float], size: int, taken: Sequence[pygame.Rect]) -> pygame.Rect:
    """The place in a cell, or at its rim, where words hide least of what is there."""
    found: list[tuple[int, int, pygame.Rect]] = []
    for right, down in _ROOM:
        rect.center = round(middle[0] + right * size), round(middle[1] + down * size)
        hides = [rect.clip(each) for each in taken]
        found.append((sum(each.width * each.height for each in hides), len(found), rect.copy()))
    return min(found, key=lambda each: each[:2])[2]
