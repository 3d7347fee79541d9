"""The editor by keys alone: a cursor on the cells, and the tool at it."""

from __future__ import annotations

from game.ui.editing import cropping, tools
from game.ui.editing.desk import Desk
from game.ui.editing.stroke import Place
from game.ui.kit.screen import Reply


def move(desk: Desk, way: str) -> Reply:
    """The cursor one cell on; between rows of hexes it keeps to its column."""
    draft = desk.editor.draft
    grid = draft.grid
    if desk.cursor is None:
        seen = desk.place.cell if desk.place is not None else None
        desk.cursor = seen if seen is not None else grid.at(draft.width // 2, draft.height // 2)
    else:
        col, row = grid.xy(desk.cursor)
        dx, dy = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}[way]
        if grid.inside(col + dx, row + dy):
            desk.cursor = grid.at(col + dx, row + dy)
    desk.way = way
    desk.pane.camera.reveal(desk.cursor)
    desk.place = _place_at_cursor(desk)
    if desk.stroke is not None and desk.place is not None:
        tools.drag(desk, desk.place)
    return None


def _place_at_cursor(desk: Desk) -> Place | None:
    """In the cursor's cell, towards the side where it went last: that is the border the keyboard means."""
    if desk.cursor is None:
        return None
    x, y = desk.editor.draft.grid.centre_px(desk.cursor, 1.0)
    dx, dy = {"n": (0.0, -0.4), "s": (0.0, 0.4), "w": (-0.4, 0.0), "e": (0.4, 0.0)}[desk.way]
    off = (dx, dy) if desk.toolbox.layer == "edges" else (0.0, 0.0)
    return Place(x + off[0], y + off[1], desk.cursor)


def press(desk: Desk) -> Reply:
    """The tool goes down at the cursor, or comes up again."""
    if desk.cropping:
        return cropping.end(desk)
    place = _place_at_cursor(desk) or desk.place
    if place is None:
        return move(desk, desk.way)
    desk.place = place
    if desk.stroke is not None:
        tools.release(desk)
        desk.changed()
        return None
    tools.press(desk, place, keyed=True)
    return None


def cancel(desk: Desk) -> bool:
    """Gives up what is under way, then the selection; False if there was neither."""
    if desk.cropping:
        desk.cropping = False
    elif tools.cancel(desk):
        desk.changed()
    elif desk.cursor is not None:
        desk.cursor = None
    elif desk.toolbox.tool == "paste":
        desk.toolbox.tool = "brush"
    elif desk.editor.selection:
        desk.editor.select(0)
    else:
        return False
    return True
