"""Units, labels and lights under the brush: placing, dragging, turning them."""

from __future__ import annotations

from functools import partial

from game.edit import places, scenery
from game.edit.draft import units_of
from game.grid.grid import Cell
from game.map.notes import Light
from game.map.roster import Entry, SideSetup
from game.ui.editing import unit_form, zone_form
from game.ui.editing.desk import Desk
from game.ui.editing.stroke import Place, Stroke
from game.ui.kit.screen import Push


def press(desk: Desk, stroke: Stroke, place: Place) -> None:
    """Take up what stands there, or put something down."""
    if desk.toolbox.layer == "lights":
        _light(desk, stroke, place)
    elif place.cell is None:
        return
    elif desk.toolbox.layer == "labels" and desk.toolbox.remark:
        desk.stroke = None
        desk.app.go(Push(zone_form.comment_form(desk, place.cell)))
    elif desk.toolbox.layer == "labels":
        desk.stroke = None
        desk.app.go(Push(zone_form.label_form(desk, place.cell)))
    elif place.cell in units_of(desk.editor.draft):
        stroke.unit = place.cell
    else:
        put_unit(desk, place.cell)
        desk.stroke = None


def put_unit(desk: Desk, cell: Cell) -> None:
    """A unit of the kind in hand on a cell; the first one makes a side."""
    toolbox, draft = desk.toolbox, desk.editor.draft
    if not draft.sides:
        side = SideSetup("Red")
        desk.editor.do("Add side Red", lambda draft: places.add_side(draft, side))
    entry = Entry(None if toolbox.unit else toolbox.role, toolbox.unit)
    name = toolbox.unit or toolbox.role
    desk.do((f"Place {name}", partial(places.place_unit, side=toolbox.side, entry=entry, cell=cell)))


def drag(desk: Desk, stroke: Stroke, place: Place) -> None:
    """Lights go with the pointer at once; units when they are let go."""
    if stroke.light is not None:
        spot = round(place.x, 2), round(place.y, 2)
        desk.do(("Move light", partial(scenery.change_light, number=stroke.light, at=spot)), stroke.name)


def drop(desk: Desk, stroke: Stroke) -> None:
    """A unit comes down elsewhere; where it was, its form opens."""
    start, end = stroke.unit, stroke.now.cell
    if start is not None and start == end:
        desk.app.go(unit_form.unit(desk, start))
    elif start is not None and end is not None:
        desk.do(("Move unit", partial(places.move_unit, start=start, end=end)))


def turn(desk: Desk, cell: Cell, steps: int) -> bool:
    """The unit on a cell turned clockwise; False if there is none."""
    if cell not in units_of(desk.editor.draft):
        return False
    desk.do(("Turn unit", partial(places.turn_unit, cell=cell, steps=steps)))
    return True


def _light(desk: Desk, stroke: Stroke, place: Place) -> None:
    found = scenery.light_at(desk.editor.draft, place.x, place.y)
    if found is None and place.cell is not None:
        light = Light(at=(round(place.x, 2), round(place.y, 2)), range=4)
        desk.do(("Add light", partial(scenery.add_light, light=light)), stroke.name)
        found = len(desk.editor.draft.lights) - 1
    stroke.light = found
