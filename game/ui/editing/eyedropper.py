"""The eyedropper: what lies at a place comes into the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.edit import paint
from game.edit.draft import units_of
from game.map.board import LEVEL
from game.map.terrain import kinds

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing
    from game.ui.editing.tools import Place


def pick(desk: Editing, place: Place) -> None:
    """Take what lies there on the layer in hand."""
    kit, draft = desk.kit, desk.editor.draft
    if place.cell is None:
        return
    found = paint.sample(draft, place.cell)
    edge = draft.grid.edge_at_px(place.x, place.y, 1.0) if kit.layer == "edges" else None
    units = units_of(draft).get(place.cell, ())
    if kit.layer == "terrain" and found.terrain in kinds().terrain:
        kit.terrain = found.terrain
    elif kit.layer == "elevation":
        kit.height, kit.level = "set", round(found.height / LEVEL)
    elif kit.layer == "edges" and edge is not None and draft.edge(edge) in kinds().edges:
        kit.edge = draft.edge(edge)
    elif kit.layer == "props" and found.prop in kinds().props:
        kit.prop = found.prop
    elif kit.layer == "zones" and found.zones:
        kit.zone = found.zones[-1]
    elif kit.layer == "units" and units:
        side, entry = units[0]
        kit.side, kit.unit = side, entry.unit
        kit.role = entry.role or kit.role
    else:
        desk.app.say(f"There is nothing of the layer {kit.layer} here.")
        return
    if kit.tool == "eyedropper":
        kit.tool = "brush"
