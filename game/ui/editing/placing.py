"""Units, labels and lights under the brush: placing, dragging, turning them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.edit import places, scenery
from game.edit.draft import units_of
from game.grid.grid import Cell
from game.map.notes import Light
from game.map.roster import Entry, SideSetup

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing
    from game.ui.editing.tools import Place, Stroke


def press(desk: Editing, stroke: Stroke, place: Place) -> None:
    """Take up what stands there, or put something down."""
    if desk.kit.layer == "lights":
        _light(desk, stroke, place)
    elif place.cell is None:
        return
    elif desk.kit.layer == "labels" and desk.kit.remark:
        desk.stroke = None
        desk.ask_comment(place.cell)
    elif desk.kit.layer == "labels":
        desk.stroke = None
        desk.ask_label(place.cell)
    elif place.cell in units_of(desk.editor.draft):
        stroke.unit = place.cell
    else:
        put_unit(desk, place.cell)
        desk.stroke = None


def put_unit(desk: Editing, cell: Cell) -> None:
    """A unit of the kind in hand on a cell; the first one makes a side."""
    kit, draft = desk.kit, desk.editor.draft
    if not draft.sides:
        side = SideSetup("Red")
        desk.editor.do("Add side Red", lambda draft: places.add_side(draft, side))
    entry = Entry(None if kit.unit else kit.role, kit.unit)
    name = kit.unit or kit.role
    desk.do((f"Place {name}", partial(places.place_unit, side=kit.side, entry=entry, cell=cell)))


def drag(desk: Editing, stroke: Stroke, place: Place) -> None:
    """Lights go with the pointer at once; units when they are let go."""
    if stroke.light is not None:
        spot = round(place.x, 2), round(place.y, 2)
        desk.do(("Move light", partial(scenery.change_light, number=stroke.light, at=spot)), stroke.name)


def drop(desk: Editing, stroke: Stroke) -> None:
    """A unit comes down elsewhere; where it was, its form opens."""
    start, end = stroke.unit, stroke.now.cell
    if start is not None and start == end:
        desk.ask_unit(start)
    elif start is not None and end is not None:
        desk.do(("Move unit", partial(places.move_unit, start=start, end=end)))


def turn(desk: Editing, cell: Cell, steps: int) -> bool:
    """The unit on a cell turned clockwise; False if there is none."""
    if cell not in units_of(desk.editor.draft):
        return False
    desk.do(("Turn unit", partial(places.turn_unit, cell=cell, steps=steps)))
    return True


def _light(desk: Editing, stroke: Stroke, place: Place) -> None:
    found = scenery.light_at(desk.editor.draft, place.x, place.y)
    if found is None and place.cell is not None:
        light = Light(at=(round(place.x, 2), round(place.y, 2)), range=4)
        desk.do(("Add light", partial(scenery.add_light, light=light)), stroke.name)
        found = len(desk.editor.draft.lights) - 1
    stroke.light = found
