"""Sets of cells and lines over the ground: each kind with its own pattern and outline besides its colour."""

from __future__ import annotations

import math
from itertools import pairwise

import pygame
from msgspec import Struct

from game.grid.grid import Cell, CellSet, Grid, cells
from game.grid.sight import Sight
from game.grid.sight import cells_in as crossed
from game.rules.ruleset import Overlay
from game.ui.board.canvas import Canvas, Chunks, between, box_of, outline
from game.ui.board.cell_sets import Sheet
from game.ui.board.lettering import plate
from game.ui.board.patterns import CASING, Style
from game.ui.kit.theme import Color, Palette

STYLES: dict[str, Style] = {
    "reach": Style("none", 72, 0, 0.06),
    "zone": Style("stripes", 24, 190, 0.05, dashed=True),
    "surrounded": Style("crosses", 46, 220, 0.06),
    "threat": Style("backstripes", 34, 200, 0.06),
    "danger": Style("none", 84, 0, 0.05),
    "walk": Style("none", 40, 0, 0.035, dashed=True),
    "strikes": Style("none", 0, 0, 0.08),
    "shots": Style("none", 0, 0, 0.06, dashed=True),
    "flank": Style("none", 50, 0, 0.1),
    "provokes": Style("none", 0, 0, 0),
    "bounds": Style("none", 0, 0, 0.06),
    "cover": Style("rows", 26, 190, 0.05),
    "arc": Style("dots", 34, 200, 0.05, dashed=True),
    "objective": Style("chevrons", 30, 200, 0.07),
    "area": Style("checks", 30, 110, 0.09),
    "options": Style("none", 56, 0, 0.07),
}
"""How each kind looks; an unknown kind gets the last one's."""

_INKS = dict.fromkeys(("danger", "walk", "strikes", "provokes"), "threat")
_INKS |= {"shots": "zone", "flank": "surrounded", "bounds": "reach"}
"""Kinds that share the colour of another: their patterns tell them apart."""
_NUMBERED = 24  # pixels of a cell in which there is room for a number
_OUTSIDE = {
    "outside": (10, 12, 18, 58),
    "seen": (10, 12, 18, 110),
    "fog": (10, 12, 18, 120),
    "shroud": (16, 17, 20, 255),
}
"""What lies over the cells outside of a layer: of the reach, if that is asked for, of what is seen, or was ever."""


class Layer(Struct, frozen=True):
    """One set of cells as it is painted. `bands` are parts of the set, the nearest first: painted fainter outwards."""

    kind: str
    cells: CellSet
    color: Color
    bands: tuple[CellSet, ...] = ()
    outside: bool = False  # dim everything else instead of tinting


def layer_of(overlay: Overlay, palette: Palette, side: int | None = None) -> Layer:
    """How a ruleset's overlay is painted; with a side's number in its colour where a zone is somebody's."""
    color = (
        palette.side(side)
        if side is not None and overlay.kind == "zone"
        else palette.overlay(_INKS.get(overlay.kind, overlay.kind))
    )
    if overlay.kind in _OUTSIDE:
        return Layer(overlay.kind, overlay.cells, (0, 0, 0), outside=True)
    return Layer(overlay.kind, overlay.cells, color, overlay.costs if overlay.kind in ("reach", "danger") else ())


def alike(one: Layer, other: Layer) -> bool:
    """Whether two layers would look the same but for their cells."""
    return (one.kind, one.color, one.bands, one.outside) == (other.kind, other.color, other.bands, other.outside)


class Overlays:
    """Painted layers, kept in chunks until their cells change."""

    def __init__(self, grid: Grid, kept: int = 160) -> None:
        self.grid = grid
        self.chunks = Chunks(kept)

    def draw(
        self,
        surface: pygame.Surface,
        layer: Layer,
        size: int,
        area: pygame.Rect,
        origin: tuple[int, int],
        opacity: float = 1.0,
    ) -> None:
        """Draw the part `area` of a layer (board pixels); `opacity` 0 to 1 fades the whole of it."""
        if not layer.outside:
            area = area.clip(box_of(self.grid, layer.cells, size))
        if area.w:
            self.chunks.draw(
                surface, (layer, size), area, origin, lambda part: self._paint(part, layer, size), round(255 * opacity)
            )

    def _paint(self, area: pygame.Rect, layer: Layer, size: int) -> pygame.Surface | None:
        sheet = Sheet(self.grid, size, area)
        members = sheet.members(self.grid.everywhere & ~layer.cells if layer.outside else layer.cells)
        if not members:
            return None
        style = STYLES.get(layer.kind, STYLES["options"])
        if layer.outside:
            *color, alpha = _OUTSIDE[layer.kind]
            sheet.tint(members, (color[0], color[1], color[2]), alpha)
        elif layer.kind == "provokes":
            canvas = Canvas(self.grid, size, area)
            _warnings(canvas, members, layer.color)
            return canvas.finished()
        elif layer.kind == "danger":
            _grades(sheet, layer, style)
        elif layer.bands:
            _bands(sheet, layer, style)
        else:
            sheet.fill(members, layer.color, style)
        if not layer.outside:
            sheet.rim(members, layer.cells, layer.color, style)
        if layer.kind == "danger" and size >= _NUMBERED:
            _count(sheet.surface, self.grid, layer, size, area)
        return sheet.surface


def _bands(sheet: Sheet, layer: Layer, style: Style) -> None:
    """A tint that thins out with the cost, with thin lines where the cost changes."""
    bands = [band for band in layer.bands if band]
    for number, band in enumerate(bands):
        tint = round(style.tint * 1.35 * (1 - 0.6 * number / max(1, len(bands) - 1)))
        sheet.tint(sheet.members(band), layer.color, tint)
    for one, other in pairwise(bands):
        sheet.seam(sheet.members(one), one, other)
        sheet.seam(sheet.members(other), other, one)


def _grades(sheet: Sheet, layer: Layer, style: Style) -> None:
    """A tint that deepens with the number of the band."""
    for number, band in enumerate(layer.bands, 1):
        sheet.tint(sheet.members(band), layer.color, style.tint * number // len(layer.bands))


def _count(image: pygame.Surface, grid: Grid, layer: Layer, size: int, area: pygame.Rect) -> None:
    """The number of its band in the lower corner of each cell."""
    for number, band in enumerate(layer.bands, 1):
        mark = plate(str(number), max(10, size // 4), (255, 246, 220))
        for cell in cells(band):
            x, y = grid.centre_px(cell, size)
            place = mark.get_rect(center=(round(x - size * 0.24) - area.x, round(y + size * 0.24) - area.y))
            if place.colliderect(image.get_rect()):
                image.blit(mark, place)


def _warnings(canvas: Canvas, members: list[Cell], color: Color) -> None:
    """A small triangle with a stroke in the upper part of each cell."""
    size = canvas.size
    for cell in members:
        x, y = canvas.grid.centre_px(cell, size)
        y -= size * 0.3
        for ink, r in ((CASING, size * 0.17), (color, size * 0.12)):
            canvas.polygon([(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], (*ink, 255))
        canvas.line((x, y - size * 0.05), (x, y + size * 0.05), CASING, max(1.0, size / 24))


class PathLine(Struct, frozen=True):
    """A way over the board: cells from the start on, cumulative costs (as many as cells, or one less), and where
    somebody may react: (cell, the cell of who reacts)."""

    cells: tuple[Cell, ...]
    costs: tuple[int, ...] = ()
    alarms: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def covered(self) -> tuple[Cell, ...]:
        """All cells that something is drawn to."""
        return self.cells + tuple(who for _, who in self.alarms)


def draw_path(canvas: Canvas, path: PathLine, palette: Palette) -> None:
    """The line with a dot a step and a ring at its end; broken lines run from those who may react."""
    grid, size = canvas.grid, canvas.size
    color, alarm = palette.overlay("path"), palette.overlay("threat")
    places = [grid.centre_px(cell, size) for cell in path.cells]
    for start, end in pairwise(places):
        canvas.line(start, end, CASING, max(4.0, size / 7))
    for cell, who in path.alarms:
        start, end = grid.centre_px(who, size), grid.centre_px(cell, size)
        for ink, width in ((CASING, max(3.0, size / 12)), (alarm, max(1.5, size / 22))):
            canvas.dashes(start, end, ink, width, size / 7)
    for start, end in pairwise(places):
        canvas.line(start, end, color, max(2.0, size / 12))
    for place in places[1:-1]:
        canvas.circle(place, max(3.0, size / 9), CASING)
        canvas.circle(place, max(2.0, size / 13), color)
    if len(places) > 1:
        canvas.circle(places[-1], size * 0.3, CASING, max(4.0, size / 8))
        canvas.circle(places[-1], size * 0.28, color, max(2.0, size / 14))


def draw_aims(canvas: Canvas, aims: tuple[tuple[Cell, Cell], ...], palette: Palette) -> None:
    """A line with an arrow's head from who attacks to who is attacked."""
    grid, size = canvas.grid, canvas.size
    color = palette.overlay("threat")
    for start, end in aims:
        (x, y), (to_x, to_y) = grid.centre_px(start, size), grid.centre_px(end, size)
        far = max(1.0, math.hypot(to_x - x, to_y - y))
        ahead, aside = ((to_x - x) / far, (to_y - y) / far), (-(to_y - y) / far, (to_x - x) / far)
        tip = to_x - ahead[0] * size * 0.32, to_y - ahead[1] * size * 0.32
        back = tip[0] - ahead[0] * size * 0.3, tip[1] - ahead[1] * size * 0.3
        wings = [(back[0] + way * aside[0] * size * 0.16, back[1] + way * aside[1] * size * 0.16) for way in (1, -1)]
        for ink, width in ((CASING, max(5.0, size / 8)), (color, max(3.0, size / 14))):
            canvas.line((x + ahead[0] * size * 0.3, y + ahead[1] * size * 0.3), back, ink, width)
        canvas.polygon([tip, *wings], color)


def path_marks(
    path: PathLine, grid: Grid, size: int, palette: Palette
) -> list[tuple[pygame.Surface, tuple[float, float]]]:
    """Costs and alarm marks beside the path: pictures and where their middles lie on the board."""
    found: list[tuple[pygame.Surface, tuple[float, float]]] = []
    costs = ((0,) * len(path.cells) + path.costs)[-len(path.cells) :]  # the start may have none
    alarmed = {cell for cell, _ in path.alarms}
    for number, (cell, cost) in enumerate(zip(path.cells, costs, strict=True)):
        x, y = grid.centre_px(cell, size)
        if number and cost and size >= 24:
            last = number == len(path.cells) - 1
            mark = plate(str(cost), max(11, size // (3 if last else 4)), palette.overlay("path"))
            found.append((mark, (x + size * 0.27, y + size * 0.27)))
        if cell in alarmed:
            found.append((alarm_mark(max(12, round(size * 0.36)), palette), (x - size * 0.26, y - size * 0.26)))
    return found


def alarm_mark(size: int, palette: Palette) -> pygame.Surface:
    """A triangle with an exclamation mark: here somebody may react."""
    key = (size, palette.key)
    if key not in _alarms:
        big = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
        pygame.draw.polygon(big, CASING, ((size * 2, 0), (size * 4, size * 3.7), (0, size * 3.7)))
        inner = ((size * 2, size * 0.6), (size * 3.5, size * 3.4), (size * 0.5, size * 3.4))
        pygame.draw.polygon(big, palette.overlay("threat"), inner)
        pygame.draw.line(big, (255, 255, 255), (size * 2, size * 1.5), (size * 2, size * 2.4), max(2, size // 2))
        pygame.draw.circle(big, (255, 255, 255), (size * 2, size * 2.95), max(1, size // 4))
        _alarms[key] = pygame.transform.smoothscale(big, (size, size))
    return _alarms[key]


_alarms: dict[tuple[int, str], pygame.Surface] = {}


def draw_sight(canvas: Canvas, sight: Sight, palette: Palette) -> None:
    """The rays that the rules looked along: whole ones are free, broken ones are stopped, a cross marks where.

    What gives cover or blocks is outlined.
    """
    grid, size = canvas.grid, canvas.size
    free, shut = palette.overlay("sight"), palette.overlay("blocked")
    lines = list(zip(sight.rays(), sight.stopped(), strict=True))
    for cell, color in _in_the_way(sight, shut, palette.overlay("cover")):
        canvas.polygon(outline(grid, cell, size, -size * 0.05), CASING, max(4.0, size / 10))
        canvas.polygon(outline(grid, cell, size, -size * 0.07), color, max(2.0, size / 20))
    for number, (ray, stopped) in reversed(list(enumerate(lines))):
        start, end = grid.point_px(ray.start, size), grid.point_px(ray.end, size)
        # The line between the centres is the one to read; the others go to the target's corners.
        wide, fade = (max(2.0, size / 16), 255) if number == 0 else (1.0, 170)
        at = between(start, end, (stopped[0].start + stopped[0].end) / 2 / ray.scale) if stopped else end
        canvas.line(start, at, (*CASING, fade * 3 // 4), wide + 1.5)
        canvas.line(start, at, (*free, fade), wide)
        if stopped:
            canvas.dashes(at, end, (*CASING, fade * 3 // 4), wide + 1.5, size / 8)
            canvas.dashes(at, end, (*shut, fade), wide, size / 8)
            _cross(canvas, at, size * (0.13 if number == 0 else 0.06), shut)


def _in_the_way(sight: Sight, shut: Color, cover: Color) -> list[tuple[Cell, Color]]:
    """The cells that gave cover, then those that stopped a ray, with their colours."""
    here = sight.grid.everywhere & ~sight.skip
    covers = crossed(sight.covered()) & (sight.blocks[0] | sight.obstacles[0]) & here
    stops = 0
    for crossings in sight.stopped():
        stops |= crossed(crossings) & sight.blocks[0] & here
    return [(cell, cover) for cell in cells(covers & ~stops)] + [(cell, shut) for cell in cells(stops)]


def _cross(canvas: Canvas, at: tuple[float, float], reach: float, color: Color) -> None:
    for ink, width in ((CASING, reach * 0.9), (color, reach * 0.45)):
        canvas.line((at[0] - reach, at[1] - reach), (at[0] + reach, at[1] + reach), ink, width)
        canvas.line((at[0] - reach, at[1] + reach), (at[0] + reach, at[1] - reach), ink, width)


def draw_cell(canvas: Canvas, cell: Cell, color: Color, *, brackets: bool) -> None:
    """One cell under the mouse (a whole outline) or under the keyboard's cursor (its corners only, heavier)."""
    grid, size = canvas.grid, canvas.size
    corners = outline(grid, cell, size, -max(1.0, size / 24))
    for ink, width in ((CASING, max(4.0, size / 9)), (color, max(2.0, size / (14 if brackets else 22)))):
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if brackets:
                canvas.line(start, between(start, end, 0.28), ink, width)
                canvas.line(between(start, end, 0.72), end, ink, width)
            else:
                canvas.line(start, end, ink, width)
