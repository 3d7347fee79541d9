"""What the editor's commands do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.edit.shapes import MAX_BRUSH
from game.ui.editing import checking, clipboard, cursor, map_files, palette, side_panel, symmetry, tools
from game.ui.editing.toolbox import layer_of
from game.ui.kit.notice import Palette, help_screen
from game.ui.kit.page import Line
from game.ui.kit.screen import Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


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
    tools.forget(desk)
    desk.kit.take_layer(name)
    desk.offset = 0
    return None


def take_tool(desk: Editing, name: str) -> Reply:
    """A tool in hand; says so where it does not work on the layer."""
    tools.forget(desk)
    if name not in (tool.name for tool in desk.kit.tools()):
        desk.app.say(f"The {name} tool does not work on the layer “{layer_of(desk.kit.layer).title}”.")
        return None
    desk.kit.tool = name
    desk.serial += 1
    return None


def _pan(desk: Editing, way: str) -> Reply:
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
    step = max(96, desk.pane.camera.size * 1.5)
    desk.pane.camera.pan(dx * step, dy * step)
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


# Brush and palette


def resize_brush(desk: Editing, steps: int) -> Reply:
    """Bigger, or smaller for a negative number."""
    desk.kit.size = max(1, min(MAX_BRUSH, desk.kit.size + steps))
    desk.serial += 1
    return None


def _shape(desk: Editing) -> Reply:
    desk.kit.shape = "square" if desk.kit.shape == "disc" else "disc"
    return None


# Everything else


def _tab(desk: Editing) -> Reply:
    names = [name for name, _ in side_panel.TABS]
    desk.tab, desk.offset = names[(names.index(desk.tab) + 1) % len(names)], 0
    return None


def _toggle(desk: Editing, name: str) -> Reply:
    desk.view[name] = not desk.view[name]
    return None


def _fainter(desk: Editing) -> Reply:
    """The picture under the map half as clear, then hidden, then as it is set."""
    desk.clearness = (desk.clearness - 1) % 3
    return None


def _zoom(desk: Editing, steps: int) -> Reply:
    about = desk.pane.camera.cell_centre(desk.cursor) if desk.cursor is not None else desk.pointer
    desk.pane.camera.zoom(steps, about)
    return None


def _fit(desk: Editing) -> Reply:
    desk.pane.camera.fit()
    return None


def _minimap(desk: Editing) -> Reply:
    desk.app.change(minimap=not desk.app.prefs.minimap)
    return None


def _form(name: str) -> Callable[[Editing], Reply]:
    """A command that opens a form of `game.ui.editing.menu`, which stands on this module."""

    def push(desk: Editing) -> Reply:
        from game.ui.editing import menu

        return menu.open_form(desk, name)

    return push


def _cancel(desk: Editing) -> Reply:
    """Gives something up, or opens the menu of the map: only from there one leaves."""
    return None if cursor.cancel(desk) else _form("menu")(desk)


def _help(desk: Editing) -> Reply:
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


def _search(desk: Editing) -> Reply:
    return Push(Palette(desk.app, "edit", lambda name: do(desk, name)))


_FAMILIES: dict[str, Callable[[Editing, str], Reply]] = {
    "layer_": _layer,
    "tool_": take_tool,
    "cursor_": cursor.move,
    "pan_": _pan,
}
_DEEDS: dict[str, Callable[[Editing], Reply]] = {
    "press": cursor.press,
    "confirm": cursor.press,
    "cancel": _cancel,
    "help": _help,
    "palette": _search,
    "undo": undo,
    "redo": redo,
    "save": map_files.save,
    "save_as": map_files.save_as,
    "open": map_files.open_map,
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
