"""The eyedropper: what lies at a place comes into the hand."""

from __future__ import annotations

from game.edit import paint
from game.edit.draft import units_of
from game.map.board import LEVEL
from game.map.terrain import kinds
from game.ui.editing.desk import Desk
from game.ui.editing.stroke import Place


def pick(desk: Desk, place: Place) -> None:
    """Take what lies there on the layer in hand."""
    toolbox, draft = desk.toolbox, desk.editor.draft
    if place.cell is None:
        return
    found = paint.sample(draft, place.cell)
    edge = draft.grid.edge_at_px(place.x, place.y, 1.0) if toolbox.layer == "edges" else None
    units = units_of(draft).get(place.cell, ())
    if toolbox.layer == "terrain" and found.terrain in kinds().terrain:
        toolbox.terrain = found.terrain
    elif toolbox.layer == "elevation":
        toolbox.height, toolbox.level = "set", round(found.height / LEVEL)
    elif toolbox.layer == "edges" and edge is not None and draft.edge(edge) in kinds().edges:
        toolbox.edge = draft.edge(edge)
    elif toolbox.layer == "props" and found.prop in kinds().props:
        toolbox.prop = found.prop
    elif toolbox.layer == "zones" and found.zones:
        toolbox.zone = found.zones[-1]
    elif toolbox.layer == "units" and units:
        side, entry = units[0]
        toolbox.side, toolbox.unit = side, entry.unit
        toolbox.role = entry.role or toolbox.role
    else:
        desk.app.say(f"There is nothing of the layer {toolbox.layer} here.")
        return
    if toolbox.tool == "eyedropper":
        toolbox.tool = "brush"
