"""The commands of the editor by name, and what each does."""

from __future__ import annotations

from collections.abc import Callable

from game.edit.shapes import MAX_BRUSH
from game.ui.editing import checking, clipboard, cursor, map_files, map_list, palette, side_panel, symmetry
from game.ui.editing.desk import Desk
from game.ui.editing.toolbox import layer_of
from game.ui.kit.notice import Palette, help_screen
from game.ui.kit.page import Line
from game.ui.kit.screen import Push, Reply


def do(desk: Desk, command: str) -> Reply:
    """Do the command of that name; None, and nothing done, for names that are unknown here."""
    name = command.removeprefix("edit_")
    desk.serial += 1
    for prefix, act in _FAMILIES.items():
        if name.startswith(prefix):
            return act(desk, name.removeprefix(prefix))
    found = _COMMANDS.get(name)
    return found(desk) if found is not None else None


# Families


def _layer(desk: Desk, name: str) -> Reply:
    desk.let_go()
    desk.toolbox.take_layer(name)
    desk.offset = 0
    return None


def take_tool(desk: Desk, name: str) -> Reply:
    """A tool in hand; says so where it does not work on the layer."""
    desk.let_go()
    if name not in (tool.name for tool in desk.toolbox.tools()):
        desk.app.say(f"The {name} tool does not work on the layer “{layer_of(desk.toolbox.layer).title}”.")
        return None
    desk.toolbox.tool = name
    desk.serial += 1
    return None


def _pan(desk: Desk, way: str) -> Reply:
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
    step = max(96, desk.pane.camera.size * 1.5)
    desk.pane.camera.pan(dx * step, dy * step)
    return None


# Undo


def undo(desk: Desk) -> Reply:
    """Take the last change of the map back, or say that there is none."""
    if not desk.editor.undo():
        desk.app.say("There is nothing to undo.")
    desk.changed()
    return None


def redo(desk: Desk) -> Reply:
    """Do what was taken back once more, or say that there is nothing."""
    if not desk.editor.redo():
        desk.app.say("There is nothing to redo.")
    desk.changed()
    return None


# Brush and palette


def resize_brush(desk: Desk, steps: int) -> Reply:
    """Bigger, or smaller for a negative number."""
    desk.toolbox.size = max(1, min(MAX_BRUSH, desk.toolbox.size + steps))
    desk.serial += 1
    return None


def _shape(desk: Desk) -> Reply:
    desk.toolbox.shape = "square" if desk.toolbox.shape == "disc" else "disc"
    return None


# Everything else


def _tab(desk: Desk) -> Reply:
    names = [name for name, _ in side_panel.TABS]
    desk.tab, desk.offset = names[(names.index(desk.tab) + 1) % len(names)], 0
    return None


def _toggle(desk: Desk, name: str) -> Reply:
    desk.view[name] = not desk.view[name]
    return None


def _fainter(desk: Desk) -> Reply:
    """The picture under the map half as clear, then hidden, then as it is set."""
    desk.clearness = (desk.clearness - 1) % 3
    return None


def _zoom(desk: Desk, steps: int) -> Reply:
    about = desk.pane.camera.cell_centre(desk.cursor) if desk.cursor is not None else desk.pointer
    desk.pane.camera.zoom(steps, about)
    return None


def _fit(desk: Desk) -> Reply:
    desk.pane.camera.fit()
    return None


def _minimap(desk: Desk) -> Reply:
    desk.app.change(minimap=not desk.app.prefs.minimap)
    return None


def _form(name: str) -> Callable[[Desk], Reply]:
    """A command that opens the form of that name."""
    return lambda desk: desk.open_form(name)


def _cancel(desk: Desk) -> Reply:
    """Gives something up, or opens the menu of the map: only from there one leaves."""
    return None if cursor.cancel(desk) else desk.open_form("menu")


def _help(desk: Desk) -> Reply:
    lines = [
        Line("Choose a layer and a tool at the left, what to paint with at the right, and paint on the map."),
        Line("Left button: the tool. Right button or Alt: take what lies there. Middle button: move the view."),
        Line(
            "Right click on a picture in the panel: the right button paints with it; Alt still takes what lies there."
        ),
        Line("Wheel: zoom; Ctrl and wheel: brush; on a unit of the layer “Units”: turn it."),
        Line("Shift and brush: a line. Shift, Ctrl or both while selecting: add, subtract, intersect."),
        Line("Keyboard: arrows move a cursor, Space starts the tool and ends it, Esc gives it up or opens the menu."),
    ]
    return Push(help_screen(desk.app, lines, "edit"))


def _search(desk: Desk) -> Reply:
    return Push(Palette(desk.app, "edit", lambda name: do(desk, name)))


_FAMILIES: dict[str, Callable[[Desk, str], Reply]] = {
    "layer_": _layer,
    "tool_": take_tool,
    "cursor_": cursor.move,
    "pan_": _pan,
}
_COMMANDS: dict[str, Callable[[Desk], Reply]] = {
    "press": cursor.press,
    "confirm": cursor.press,
    "cancel": _cancel,
    "help": _help,
    "palette": _search,
    "undo": undo,
    "redo": redo,
    "save": map_files.save,
    "save_as": map_files.save_as,
    "open": map_list.open_map,
    "import": _form("import"),
    "export": _form("export"),
    "new": _form("new"),
    "test": _form("test"),
    "menu": _form("menu"),
    "generate": _form("generate"),
    "resize": _form("resize"),
    "fairness": _form("fairness"),
    "next_issue": checking.next_issue,
    "copy": clipboard.copy,
    "cut": clipboard.cut,
    "paste": lambda desk: take_tool(desk, "paste"),
    "erase": clipboard.erase,
    "fill_selection": clipboard.fill_selection,
    "all": lambda desk: clipboard.select(desk, invert=False, mask=desk.editor.draft.grid.everywhere),
    "nothing": lambda desk: clipboard.select(desk, invert=False),
    "invert": lambda desk: clipboard.select(desk, invert=True),
    "stamp": _form("stamp"),
    "stamps": _form("stamps"),
    "smaller": lambda desk: resize_brush(desk, -1),
    "bigger": lambda desk: resize_brush(desk, 1),
    "shape": _shape,
    "swap": palette.swap,
    "previous": lambda desk: palette.step(desk, -1),
    "next": lambda desk: palette.step(desk, 1),
    "turn_left": lambda desk: clipboard.turn(desk, -1),
    "turn_right": lambda desk: clipboard.turn(desk, 1),
    "flip_h": lambda desk: clipboard.flip(desk, "horizontal"),
    "flip_v": lambda desk: clipboard.flip(desk, "vertical"),
    "symmetry": symmetry.next_symmetry,
    "source": symmetry.next_source,
    "centre": symmetry.centre_here,
    "tab": _tab,
    "zoom_in": lambda desk: _zoom(desk, 1),
    "zoom_out": lambda desk: _zoom(desk, -1),
    "fit": _fit,
    "minimap": _minimap,
    "grid": lambda desk: _toggle(desk, "grid"),
    "coordinates": lambda desk: _toggle(desk, "coordinates"),
    "zones": lambda desk: _toggle(desk, "zones"),
    "backdrop": _fainter,
}
