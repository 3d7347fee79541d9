"""The drawing of the editor's window: bars, tools, and what lies over the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from game.edit import paint, scenery
from game.edit.symmetry import TITLES, middle
from game.grid.grid import EdgeSet, Grid, cells
from game.ui.board.lettering import plate
from game.ui.editing import actions, cropping, outlines, paste_preview, side_panel, tools
from game.ui.editing.desk import Desk
from game.ui.editing.toolbox import LAYERS, TOOLS, layer_of, tool_of
from game.ui.kit import skin, text
from game.ui.kit.screen import Reply
from game.ui.kit.text_column import Spot
from game.ui.kit.theme import Color

_SELECTED: Color = (255, 255, 255)


def draw(desk: Desk, surface: pygame.Surface) -> None:
    """Draw the whole window, and note in `desk.spots` what answers to the pointer."""
    at = desk.areas
    desk.spots = []
    _draw_map(desk, surface.subsurface(at.map.clip(surface.get_rect())))
    desk.pane.minimap.on = desk.app.prefs.minimap
    desk.pane.draw_minimap(surface, desk.app.look.palette)
    hand = (desk.toolbox.layer, desk.toolbox.tool)
    desk.spots += desk.painted.draw(surface, at.top, ("top", desk.serial), lambda: _top(desk, surface, at.top))
    desk.spots += desk.painted.draw(surface, at.tools, ("tools", *hand), lambda: _tools(desk, surface, at.tools))
    key = ("side", desk.tab, desk.offset, desk.serial, *hand)
    desk.spots += desk.painted.draw(surface, at.side, key, lambda: side_panel.paint(desk, surface, at.side))
    _paint_status(desk, surface, _status(desk))


# The map and what lies over it


def _draw_map(desk: Desk, image: pygame.Surface) -> None:
    look, pane = desk.app.look, desk.pane
    pane.draw(image, desk.ground_look(), desk.bodies, look.palette.back)
    _lights(desk, image)
    _comments(desk, image)
    grid, chosen = desk.editor.draft.grid, desk.editor.selection
    if chosen:
        outlines.outline(desk, image, chosen, _SELECTED, 2, dark=True)
    issue = desk.shown_issue
    if issue is not None:
        outlines.outline(desk, image, issue.cells, look.palette.bad, 3, dark=True)
        edges = sum(1 << edge for edge in {*issue.edges})
        _edges(desk, image, edges, look.palette.bad, 5)
    preview = tools.preview_of(desk)
    if desk.toolbox.tool == "paste" and preview.cells and desk.place is not None and desk.place.cell is not None:
        paste_preview.draw(desk, image, desk.place.cell)
    elif desk.toolbox.layer == "units" and desk.toolbox.tool == "brush":
        paste_preview.draw_unit(desk, image)
    _images(desk, image, preview)
    _axis(desk, image, grid)
    outlines.outline(desk, image, preview.cells, look.palette.focus, 2, dark=True)
    _edges(desk, image, preview.edges, look.palette.focus, 4)
    if desk.cropping and chosen:
        cropping.draw(desk, image)
    if len(preview.points) > 1:
        size, (left, top) = pane.camera.size, outlines.origin(desk)
        places = [grid.point_px(point, size) for point in preview.points]
        pygame.draw.lines(image, look.palette.focus, False, [(x + left, y + top) for x, y in places], 2)


def _images(desk: Desk, image: pygame.Surface, preview: tools.ToolPreview) -> None:
    """The images under the symmetry, tinted."""
    info = desk.app.look.palette.info
    if preview.image_cells and preview.image_cells.bit_count() < 600:
        size, (left, top) = desk.pane.camera.size, outlines.origin(desk)
        veil, grid = _veil(desk.editor.draft.grid, size, info), desk.editor.draft.grid
        dx, dy = veil.get_width() // 2, veil.get_height() // 2
        places = [grid.centre_px(cell, size) for cell in cells(preview.image_cells)]
        image.fblits([(veil, (round(x) - dx + left, round(y) - dy + top)) for x, y in places])
    outlines.outline(desk, image, preview.image_cells, info, 1)
    _edges(desk, image, preview.image_edges, info, 3)


@lru_cache(maxsize=32)
def _veil(grid: Grid, size: int, color: Color) -> pygame.Surface:
    corners = grid.polygon_px(grid.at(0, 0), size)
    wide, high = round(max(x for x, _ in corners)) + 1, round(max(y for _, y in corners)) + 1
    veil = pygame.Surface((wide, high), pygame.SRCALPHA)
    pygame.draw.polygon(veil, (*color, 90), corners)
    return veil


def _edges(desk: Desk, image: pygame.Surface, edges: EdgeSet, color: Color, width: int) -> None:
    grid, size, (left, top) = desk.editor.draft.grid, desk.pane.camera.size, outlines.origin(desk)
    for edge in cells(edges):
        (x, y), (x2, y2) = grid.edge_px(edge, size)
        for ink, wide in (((20, 16, 12), width + 2), (color, width)):
            pygame.draw.line(image, ink, (x + left, y + top), (x2 + left, y2 + top), wide)


def _axis(desk: Desk, image: pygame.Surface, grid: Grid) -> None:
    """The symmetry's centre, and its mirrors."""
    symmetry = desk.editor.symmetry
    if symmetry.way == "none":
        return
    point = symmetry.centre if symmetry.centre is not None else middle(grid, symmetry.way)
    x, y = grid.point_px(point, desk.pane.camera.size)
    left, top = outlines.origin(desk)
    spot, color = (round(x + left), round(y + top)), desk.app.look.palette.info
    if symmetry.way in ("mirror_h", "mirror_hv"):
        pygame.draw.line(image, color, (spot[0], 0), (spot[0], image.get_height()), 1)
    if symmetry.way in ("mirror_v", "mirror_hv"):
        pygame.draw.line(image, color, (0, spot[1]), (image.get_width(), spot[1]), 1)
    pygame.draw.circle(image, (20, 16, 12), spot, 8)
    pygame.draw.circle(image, color, spot, 6, 2)


def _lights(desk: Desk, image: pygame.Surface) -> None:
    if desk.toolbox.layer != "lights":
        return
    size, (left, top) = desk.pane.camera.size, outlines.origin(desk)
    for light in desk.editor.draft.lights:
        spot = round(light.at[0] * size) + left, round(light.at[1] * size) + top
        color = pygame.Color(light.colour)
        pygame.draw.circle(image, color, spot, max(2, round(light.range * size)), 1)
        pygame.draw.circle(image, (20, 16, 12), spot, 8)
        pygame.draw.circle(image, color, spot, 6)


def _comments(desk: Desk, image: pygame.Surface) -> None:
    """A sheet with lines on it wherever an author has said something; the words of that under the pointer."""
    size, (left, top), p = desk.pane.camera.size, outlines.origin(desk), desk.app.look.palette
    for each in desk.editor.draft.comments:
        sheet = pygame.Rect(0, 0, max(12, size // 3), max(14, size * 2 // 5))
        sheet.center = round((each.at[0] + 0.3) * size) + left, round((each.at[1] - 0.3) * size) + top
        pygame.draw.rect(image, (20, 16, 12), sheet.inflate(4, 4), border_radius=2)
        pygame.draw.rect(image, (250, 240, 180), sheet, border_radius=2)
        for n in (1, 2, 3):
            y = sheet.y + n * sheet.h // 4
            pygame.draw.line(image, (120, 100, 60), (sheet.x + 2, y), (sheet.right - 3, y))
    place = desk.place
    said = scenery.comment_at(desk.editor.draft, place.x, place.y) if place is not None else None
    if said is not None:
        words = plate(f"{said.by}: {said.text}" if said.by else said.text, desk.app.look.size("small"), p.info)
        spot = round(said.at[0] * size) + left, round((said.at[1] + 0.75) * size) + top
        image.blit(words, words.get_rect(center=spot).clamp(image.get_rect()))


# Bars


def _top(desk: Desk, surface: pygame.Surface, rect: pygame.Rect) -> list[Spot]:
    look = desk.app.look
    surface.fill(look.palette.panel, rect)
    spots: list[Spot] = []
    x, high = rect.x + look.px(6), look.px(34)
    for icon, title, command in _BAR:
        place = pygame.Rect(x, rect.y + look.px(5), high, high)
        key = desk.app.key(command)
        tip = (f"{title} ({key})" if key else title,)
        spots.append(icon_button(desk, surface, place, icon, tip, _command(desk, command)))
        x += high + look.px(4)
    x += look.px(10)
    size = look.size("body")
    words, room = desk.title(), rect.right - x - look.px(10)
    y = rect.centery - text.line_height(size) // 2
    drawn = text.draw(surface, words, (x, y), size, look.palette.accent, bold=True, room=room)
    if text.width(words, size, bold=True) > room:
        spots.append(Spot(drawn, (words,)))
    return spots


_BAR = (
    ("edit_new", "New map", "edit_new"),
    ("edit_open", "Open", "edit_open"),
    ("edit_save", "Save", "edit_save"),
    ("edit_undo", "Undo", "edit_undo"),
    ("edit_redo", "Redo", "edit_redo"),
    ("edit_generate", "Generate ground", "edit_generate"),
    ("edit_map", "Map: size, sides, words, fairness", "edit_menu"),
    ("edit_test", "Play it", "edit_test"),
)


def _tools(desk: Desk, surface: pygame.Surface, rect: pygame.Rect) -> list[Spot]:
    look, toolbox = desk.app.look, desk.toolbox
    surface.fill(look.palette.panel, rect)
    spots: list[Spot] = []
    gap, high = look.px(4), min(look.px(36), (rect.height - look.px(40)) // 12)
    left = rect.x + (rect.width - 2 * high - gap) // 2
    y = rect.y + look.px(6)
    for number, layer in enumerate(LAYERS):
        place = pygame.Rect(left + number % 2 * (high + gap), y + number // 2 * (high + gap), high, high)
        key = desk.app.key(f"edit_layer_{layer.name}")
        tip = (f"{layer.title} ({key})", layer.tip)
        act = _command(desk, f"edit_layer_{layer.name}")
        icon = "edit_backdrop" if layer.name == "lights" else f"edit_{layer.name}"
        spots.append(icon_button(desk, surface, place, icon, tip, act, on=toolbox.layer == layer.name))
    y += 4 * (high + gap) + look.px(4)
    pygame.draw.line(surface, look.palette.line, (rect.x + gap, y), (rect.right - gap, y))
    y += look.px(6)
    for number, tool in enumerate(TOOLS):  # all of them, so that each keeps its place over the layers
        place = pygame.Rect(left + number % 2 * (high + gap), y + number // 2 * (high + gap), high, high)
        key = desk.app.key(f"edit_tool_{tool.name}")
        works = toolbox.works(tool)
        tip = (f"{tool.title} ({key})", tool.tip if works else f"Not on the layer “{layer_of(toolbox.layer).title}”")
        act = _command(desk, f"edit_tool_{tool.name}")
        on = toolbox.tool == tool.name
        spots.append(icon_button(desk, surface, place, f"edit_{tool.name}", tip, act, on=on, works=works))
    return spots


def _command(desk: Desk, command: str) -> Callable[[], Reply]:
    return lambda: actions.do(desk, command)


def icon_button(
    desk: Desk,
    surface: pygame.Surface,
    rect: pygame.Rect,
    icon: str,
    tip: tuple[str, ...],
    act: Callable[[], Reply],
    *,
    on: bool = False,
    works: bool = True,
) -> Spot:
    """A square button with an icon, faint where it does nothing now."""
    look = desk.app.look
    p = look.palette
    ground = p.accent if on else p.raised if works else p.panel
    pygame.draw.rect(surface, ground, rect, border_radius=look.px(5))
    image = skin.icon(icon, max(12, rect.width - look.px(10)), p.ink if on else p.text if works else p.line)
    if image is not None:
        surface.blit(image, image.get_rect(center=rect.center))
    return Spot(rect, tip, act)


def _status(desk: Desk) -> tuple[str, str]:
    """What is in hand, and what lies under the pointer."""
    draft, toolbox = desk.editor.draft, desk.toolbox
    kind = "hexes" if draft.kind == "hex" else "squares"
    left = f"{layer_of(toolbox.layer).title} · {tool_of(toolbox.tool).title}"
    if desk.editor.symmetry.way != "none":
        left += f" · {TITLES[desk.editor.symmetry.way]}"
    if desk.editor.selection:
        left += f" · {desk.editor.selection.bit_count()} cells selected"
    right = f"{draft.width} × {draft.height} {kind}"
    place = desk.place
    if place is not None and place.cell is not None and draft.grid.has(place.cell):
        found = paint.sample(draft, place.cell)
        parts = [draft.grid.name(place.cell), found.terrain.replace("_", " "), found.prop, *found.zones]
        if found.height:
            parts.insert(2, f"{found.height / 6:+.3g}")
        right = f"{' · '.join(part for part in parts if part)} · {right}"
    return left, right


def _paint_status(desk: Desk, surface: pygame.Surface, words: tuple[str, str]) -> None:
    look, rect = desk.app.look, desk.areas.status
    surface.fill(look.palette.panel, rect)
    size = look.size("small")
    y = rect.centery - text.line_height(size) // 2
    text.draw(surface, words[0], (rect.x + look.px(10), y), size, look.palette.text, room=rect.width // 2)
    text.draw(surface, words[1], (rect.right - look.px(10), y), size, look.palette.dim, align="right")
