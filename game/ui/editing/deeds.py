"""What the editor's commands do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from game.edit import clip as clips
from game.edit import paint
from game.edit.lattice import Flip
from game.edit.shapes import MAX_BRUSH
from game.edit.symmetry import WAYS, Source, Symmetry, images_of
from game.ui.editing import filing, laying, palette, standing, tools
from game.ui.editing.kit import layer_of
from game.ui.editing.tools import Place
from game.ui.notice import Palette, help_screen
from game.ui.page import Line
from game.ui.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

TABS = (("paint", "Paint"), ("check", "Check"), ("history", "History"))
_SOURCES: tuple[Source, ...] = ("either", "left", "right", "top", "bottom")


def do(desk: Editing, command: str) -> Reply:
    """Do a command."""
    name = command.removeprefix("edit_")
    desk.serial += 1
    for prefix, act in _FAMILIES.items():
        if name.startswith(prefix):
            return act(desk, name.removeprefix(prefix))
    deed = _DEEDS.get(name)
    return deed(desk) if deed is not None else None


# Families


def _layer(desk: Editing, name: str) -> Reply:
    desk.kit.take_layer(name)
    desk.stroke, desk.offset = None, 0
    return None


def take_tool(desk: Editing, name: str) -> Reply:
    """A tool in hand; says so where it does not work on the layer."""
    desk.stroke = None
    if name not in (tool.name for tool in desk.kit.tools()):
        desk.app.say(f"The {name} tool does not work on the layer “{layer_of(desk.kit.layer).title}”.")
        return None
    desk.kit.tool = name
    desk.serial += 1
    return None


def _cursor(desk: Editing, way: str) -> Reply:
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


def _place_at_cursor(desk: Editing) -> Place | None:
    """In the cursor's cell, towards the side where it went last: that is the border the keyboard means."""
    if desk.cursor is None:
        return None
    x, y = desk.editor.draft.grid.centre_px(desk.cursor, 1.0)
    dx, dy = {"n": (0.0, -0.4), "s": (0.0, 0.4), "w": (-0.4, 0.0), "e": (0.4, 0.0)}[desk.way]
    off = (dx, dy) if desk.kit.layer == "edges" else (0.0, 0.0)
    return Place(x + off[0], y + off[1], desk.cursor)


def _pan(desk: Editing, way: str) -> Reply:
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
    step = max(96, desk.pane.camera.size * 1.5)
    desk.pane.camera.pan(dx * step, dy * step)
    return None


# Tool by keyboard


def _press(desk: Editing) -> Reply:
    place = _place_at_cursor(desk) or desk.place
    if place is None:
        return _cursor(desk, desk.way)
    desk.place = place
    if desk.stroke is not None:
        tools.release(desk)
        desk.changed()
        return None
    tools.press(desk, place, keyed=True)
    return None


def _cancel(desk: Editing) -> Reply:
    """Gives up what is under way, then the selection, then asks whether to leave."""
    if tools.cancel(desk):
        desk.changed()
    elif desk.cursor is not None:
        desk.cursor = None
    elif desk.kit.tool == "paste":
        desk.kit.tool = "brush"
    elif desk.editor.selection:
        desk.editor.select(0)
    else:
        return filing.leave(desk, Pop)
    return None


# Undo


def undo(desk: Editing) -> Reply:
    """Take the last command back."""
    if not desk.editor.undo():
        desk.app.say("There is nothing to undo.")
    desk.changed()
    return None


def redo(desk: Editing) -> Reply:
    """Do it once more."""
    if not desk.editor.redo():
        desk.app.say("There is nothing to redo.")
    desk.changed()
    return None


def go(desk: Editing, at: int) -> Reply:
    """To a line of the undo list."""
    desk.editor.go(at)
    desk.changed()
    return None


# Selection, clipboard


def copy(desk: Editing) -> Reply:
    """Copy, and take the copy in hand."""
    if not desk.editor.copy():
        desk.app.say("Select some cells first.")
    else:
        desk.app.say("Copied: click to put it down.")
        desk.kit.tool = "paste"
    return None


def cut(desk: Editing) -> Reply:
    """Cut out, and take it in hand."""
    if not desk.editor.cut():
        desk.app.say("Select some cells first.")
    else:
        desk.kit.tool = "paste"
    desk.changed()
    return None


def _erase(desk: Editing) -> Reply:
    if desk.editor.selection:
        desk.do(("Erase everything", partial(paint.erase, mask=desk.editor.selection)))
    return None


def _fill_selection(desk: Editing) -> Reply:
    if not desk.editor.selection:
        desk.app.say("Select some cells first.")
    elif desk.kit.tool == "scatter":
        desk.do(laying.scattered(desk.kit, desk.editor.selection))
    else:
        tools.lay(desk, desk.editor.selection)
    return None


def _select(desk: Editing, *, invert: bool, mask: int = 0) -> Reply:
    everything = desk.editor.draft.grid.everywhere
    desk.editor.select(everything & ~desk.editor.selection if invert else mask)
    return None


def turn(desk: Editing, steps: int) -> Reply:
    """The clipboard turned while it is in hand, else the unit under the pointer, else the clipboard all the same."""
    cell = desk.place.cell if desk.place is not None else None
    if desk.kit.layer == "units" and desk.kit.tool != "paste" and cell is not None and standing.turn(desk, cell, steps):
        return None
    desk.turn_clip(steps)
    return None


def flip(desk: Editing, way: Flip) -> Reply:
    """The clipboard mirrored."""
    if desk.editor.clip is not None:
        desk.editor.clip = clips.flip(desk.editor.clip, way)
    return None


# Brush and palette


def resize_brush(desk: Editing, steps: int) -> Reply:
    """Bigger, or smaller for a negative number."""
    desk.kit.size = max(1, min(MAX_BRUSH, desk.kit.size + steps))
    desk.serial += 1
    return None


def _shape(desk: Editing) -> Reply:
    desk.kit.shape = "square" if desk.kit.shape == "disc" else "disc"
    return None


# Symmetry


def next_symmetry(desk: Editing, steps: int = 1) -> Reply:
    """The next symmetry that the grid has; the centre goes back to the middle of the map."""
    ways = WAYS[desk.editor.draft.kind]
    now = desk.editor.symmetry
    way = ways[(ways.index(now.way) + steps) % len(ways)]
    return symmetry(desk, msgspec.structs.replace(now, way=way, centre=None))


def next_source(desk: Editing, steps: int = 1) -> Reply:
    """Another part of the map that the others follow."""
    now = desk.editor.symmetry
    source = _SOURCES[(_SOURCES.index(now.source) + steps) % len(_SOURCES)]
    return symmetry(desk, msgspec.structs.replace(now, source=source))


def centre_here(desk: Editing) -> Reply:
    """The symmetry's centre in the middle of the cell, or on the border, nearest to the pointer."""
    place, grid = desk.place, desk.editor.draft.grid
    if place is None or place.cell is None:
        desk.app.say("Point at the cell, border or corner that shall be the centre.")
        return None
    edge = grid.edge_at_px(place.x, place.y, 1.0)
    ends = grid.edge_ends(edge) if edge is not None else ()
    points = [grid.centre(place.cell), *grid.corners(place.cell)]
    if ends:
        (x, y), (x2, y2) = ends
        points.append(((x + x2) // 2, (y + y2) // 2))

    def off(point: tuple[int, int]) -> float:
        x, y = grid.point_px(point, 1.0)
        return (x - place.x) ** 2 + (y - place.y) ** 2

    for point in sorted(points, key=off):
        wanted = msgspec.structs.replace(desk.editor.symmetry, centre=point)
        try:
            images_of(grid, wanted)
        except ValueError:
            continue
        return symmetry(desk, wanted)
    desk.app.say("This symmetry has no centre here.")
    return None


def symmetry(desk: Editing, wanted: Symmetry) -> Reply:
    """Draw with a symmetry from now on; ValueError is said, and nothing changed."""
    try:
        images_of(desk.editor.draft.grid, wanted)
    except ValueError as problem:
        desk.app.say(str(problem))
        return None
    desk.editor.symmetry = wanted
    desk.serial += 1
    return None


# Everything else


def _tab(desk: Editing) -> Reply:
    names = [name for name, _ in TABS]
    desk.tab, desk.offset = names[(names.index(desk.tab) + 1) % len(names)], 0
    return None


def next_issue(desk: Editing) -> Reply:
    """Jump to the finding after the one shown."""
    desk.check()
    if not desk.issues:
        desk.app.say("The check finds nothing wrong.")
        return None
    desk.tab = "check"
    desk.jump(desk.issues[desk.issue_at % len(desk.issues)])
    desk.issue_at += 1
    return None


def _toggle(desk: Editing, name: str) -> Reply:
    desk.view[name] = not desk.view[name]
    return None


def _zoom(desk: Editing, steps: int) -> Reply:
    about = desk.pane.camera.cell_centre(desk.cursor) if desk.cursor is not None else desk.pointer
    desk.pane.camera.zoom(steps, about)
    return None


def _fit(desk: Editing) -> Reply:
    desk.pane.camera.fit()
    return None


def _form(name: str) -> Callable[[Editing], Reply]:
    """A command that opens a form of `game.ui.editing.forms`, which stands on this module."""

    def push(desk: Editing) -> Reply:
        from game.ui.editing import menu

        return menu.open_form(desk, name)

    return push


def _help(desk: Editing) -> Reply:
    lines = [
        Line("Choose a layer and a tool at the left, what to paint with at the right, and paint on the map."),
        Line("Left button: the tool. Right button or Alt: take what lies there. Middle button: move the view."),
        Line("Wheel: zoom; Ctrl and wheel: brush; on a unit of the layer “Units”: turn it."),
        Line("Shift and brush: a line. Shift, Ctrl or both while selecting: add, subtract, intersect."),
        Line("Keyboard: arrows move a cursor, Space starts the tool and ends it, Esc gives it up."),
    ]
    return Push(help_screen(desk.app, lines))


def _search(desk: Editing) -> Reply:
    return Push(Palette(desk.app, "edit", lambda name: do(desk, name)))


_FAMILIES: dict[str, Callable[[Editing, str], Reply]] = {
    "layer_": _layer,
    "tool_": take_tool,
    "cursor_": _cursor,
    "pan_": _pan,
}
_DEEDS: dict[str, Callable[[Editing], Reply]] = {
    "press": _press,
    "confirm": _press,
    "cancel": _cancel,
    "help": _help,
    "palette": _search,
    "undo": undo,
    "redo": redo,
    "save": filing.save,
    "save_as": filing.save_as,
    "open": filing.open_map,
    "new": _form("new"),
    "test": _form("test"),
    "menu": _form("menu"),
    "generate": _form("generate"),
    "resize": _form("resize"),
    "fairness": _form("fairness"),
    "next_issue": next_issue,
    "copy": copy,
    "cut": cut,
    "paste": lambda desk: take_tool(desk, "paste"),
    "erase": _erase,
    "fill_selection": _fill_selection,
    "all": lambda desk: _select(desk, invert=False, mask=desk.editor.draft.grid.everywhere),
    "nothing": lambda desk: _select(desk, invert=False),
    "invert": lambda desk: _select(desk, invert=True),
    "stamp": _form("stamp"),
    "stamps": _form("stamps"),
    "smaller": lambda desk: resize_brush(desk, -1),
    "bigger": lambda desk: resize_brush(desk, 1),
    "shape": _shape,
    "previous": lambda desk: palette.step(desk, -1),
    "next": lambda desk: palette.step(desk, 1),
    "turn_left": lambda desk: turn(desk, -1),
    "turn_right": lambda desk: turn(desk, 1),
    "flip_h": lambda desk: flip(desk, "horizontal"),
    "flip_v": lambda desk: flip(desk, "vertical"),
    "symmetry": next_symmetry,
    "source": next_source,
    "centre": centre_here,
    "tab": _tab,
    "zoom_in": lambda desk: _zoom(desk, 1),
    "zoom_out": lambda desk: _zoom(desk, -1),
    "fit": _fit,
    "grid": lambda desk: _toggle(desk, "grid"),
    "coordinates": lambda desk: _toggle(desk, "coordinates"),
    "zones": lambda desk: _toggle(desk, "zones"),
    "backdrop": lambda desk: _toggle(desk, "backdrop"),
}
