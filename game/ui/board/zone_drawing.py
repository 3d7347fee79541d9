"""Zones of the board: deployment, objectives, exits and hazards, told apart by pattern as well as by colour."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.grid.grid import Cell, CellSet, Grid, cells
from game.map.board import Zone
from game.ui.board.cell_sets import Sheet
from game.ui.board.patterns import Style
from game.ui.board.terrain_view import TerrainView
from game.ui.kit.theme import Color, Palette

_PLAIN: Color = (214, 208, 190)


def paint(image: pygame.Surface, board: TerrainView, palette: Palette, size: int, area: pygame.Rect) -> None:
    """Tint the zones in the part `area` of the board (pixels at zoom step `size`), which `image` shows."""
    for zone in board.zones:
        sheet, color, style = Sheet(board.grid, size, area), zone_color(board, zone, palette), zone_style(zone)
        members = sheet.members(zone.cells)
        if members:
            sheet.fill(members, color, style)
            sheet.rim(members, zone.cells, color, style)
            image.blit(sheet.surface, (0, 0))


def zone_color(board: TerrainView, zone: Zone, palette: Palette) -> Color:
    """The side's colour for where it deploys, else that of what the zone is for."""
    for number, side in enumerate(board.sides, 1):
        if side.zone == zone.name and zone.kind == "deploy":
            return palette.side(number)
    if zone.kind == "deploy":
        deploys = [each.name for each in board.zones if each.kind == "deploy"]
        return palette.side(deploys.index(zone.name) + 1)
    return {
        "objective": palette.overlay("objective"),
        "exit": palette.good,
        "hazard": palette.bad,
    }.get(zone.kind, _PLAIN)


def zone_style(zone: Zone) -> Style:
    """The pattern and outline of a zone, by its kind."""
    return {
        "deploy": Style("stripes", 26, 60, 0.06, dashed=True),
        "objective": Style("dots", 40, 110, 0.09),
        "exit": Style("chevrons", 30, 100, 0.07),
        "hazard": Style("crosses", 30, 100, 0.06, dashed=True),
        "area": Style("none", 22, 0, 0.05, dashed=True),
    }[zone.kind]


@lru_cache(maxsize=256)
def label_anchor(grid: Grid, mask: CellSet) -> Cell:
    """The cell under a zone's title: the one in the middle of its topmost row."""
    for base in grid.bases:
        row = mask >> base & ((1 << grid.width) - 1)
        if row:
            members = list(cells(row))
            return base + members[len(members) // 2]
    raise ValueError("a zone without cells has no place for its title")
