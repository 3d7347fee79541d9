"""The one table of commands: help, palette, key bindings and input are all made from it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pygame
from msgspec import Struct


class Command(Struct, frozen=True):
    """Something a key or the palette does. `scope` is any, menu, board, replay or edit."""

    id: str
    title: str
    keys: tuple[str, ...]
    scope: str


COMMANDS = (
    Command("help", "Help and keys", ("f1",), "any"),
    Command("palette", "Find a command", ("f10", "ctrl+p"), "any"),
    Command("full_screen", "Full screen on or off", ("f11", "alt+return"), "any"),
    Command("screenshot", "Save a picture of the screen", ("f12",), "any"),
    Command("scale_up", "Bigger texts and buttons", ("ctrl++", "ctrl+="), "any"),
    Command("scale_down", "Smaller texts and buttons", ("ctrl+-",), "any"),
    Command("confirm", "Confirm, do it", ("return", "enter", "pad:a"), "any"),
    Command("cancel", "Cancel, back", ("escape", "pad:b"), "any"),
    Command("next", "Next field", ("tab", "pad:rb"), "menu"),
    Command("previous", "Previous field", ("shift+tab", "pad:lb"), "menu"),
    Command("up", "Up", ("up", "pad:up", "pad:stick-n"), "menu"),
    Command("down", "Down", ("down", "pad:down", "pad:stick-s"), "menu"),
    Command("left", "Less, previous value", ("left", "pad:left", "pad:stick-w"), "menu"),
    Command("right", "More, next value", ("right", "pad:right", "pad:stick-e"), "menu"),
    Command("press", "Press the marked button", ("space", "pad:x"), "menu"),
    Command("cursor_n", "Cursor up", ("up", "[8]", "pad:up", "pad:stick-n"), "board"),
    Command("cursor_s", "Cursor down", ("down", "[2]", "pad:down", "pad:stick-s"), "board"),
    Command("cursor_w", "Cursor left", ("left", "[4]", "pad:left", "pad:stick-w"), "board"),
    Command("cursor_e", "Cursor right", ("right", "[6]", "pad:right", "pad:stick-e"), "board"),
    Command("cursor_nw", "Cursor up and left", ("[7]", "pad:stick-nw"), "board"),
    Command("cursor_ne", "Cursor up and right", ("[9]", "pad:stick-ne"), "board"),
    Command("cursor_sw", "Cursor down and left", ("[1]", "pad:stick-sw"), "board"),
    Command("cursor_se", "Cursor down and right", ("[3]", "pad:stick-se"), "board"),
    Command("next_unit", "Next unit of the side", ("tab", "pad:rb"), "board"),
    Command("previous_unit", "Previous unit of the side", ("shift+tab", "pad:lb"), "board"),
    Command("next_target", "Next place the action can go to, next answer to look at", ("]", "pad:rs"), "board"),
    Command("previous_target", "Place or answer before", ("[",), "board"),
    Command("other_way", "Another way of acting at the same place", ("x",), "board"),
    Command("list_here", "List all that can be done at that place, or everywhere", ("shift+x", "pad:x"), "board"),
    Command("draw_way", "Draw a way of its own for the unit, cell by cell", ("v", "pad:ls"), "board"),
    *(Command(f"verb_{n}", f"Action number {n}", (str(n),), "board") for n in range(1, 10)),
    Command("end_turn", "End the turn, decline", ("space", "pad:start"), "board"),
    Command("undo", "Undo", ("ctrl+z", "backspace", "pad:back"), "board"),
    Command("reopen", "Take back, and be asked everything", ("shift+backspace",), "board"),
    Command("redo", "Redo", ("ctrl+y", "ctrl+shift+z"), "board"),
    Command("quick_save", "Quick save", ("f5",), "board"),
    Command("quick_load", "Quick load", ("f9",), "board"),
    Command("save_as", "Save under a name", ("ctrl+s",), "board"),
    Command("threat", "Show what the enemies could attack next turn", ("t",), "board"),
    Command("zones", "Show zones of control", ("z",), "board"),
    Command("grid", "Show the grid", ("g",), "board"),
    Command("coordinates", "Show coordinates", ("c",), "board"),
    Command("sight", "Line of sight to the pointer: hold or switch", ("l",), "board"),
    Command("ruler", "Ruler to the pointer: hold or switch (Shift+click: from there)", ("r",), "board"),
    Command("inspect", "Card of the unit under the cursor", ("i",), "board"),
    Command("active", "Back to the unit that acts", ("home",), "board"),
    Command("zoom_in", "Zoom in", ("+", "=", "[+]", "pad:rt"), "board"),
    Command("zoom_out", "Zoom out", ("-", "[-]", "pad:lt"), "board"),
    Command("fit", "Show the whole map", ("0",), "board"),
    Command("minimap", "Show or hide the small map of the whole", ("shift+m",), "board"),
    Command("pan_up", "Move the view up", ("w", "pad:view-n"), "board"),
    Command("pan_left", "Move the view left", ("a", "pad:view-w"), "board"),
    Command("pan_down", "Move the view down", ("s", "pad:view-s"), "board"),
    Command("pan_right", "Move the view right", ("d", "pad:view-e"), "board"),
    Command("speed", "Next speed of animations", (".",), "board"),
    Command("log", "Show or hide the log", ("f2",), "board"),
    Command("log_filter", "Log: all or only the shown unit", ("shift+f2",), "board"),
    Command("log_side", "Log: lines of one side, or of all", ("ctrl+f2",), "board"),
    Command("log_kind", "Log: fights, moves, orders, or everything", ("alt+f2",), "board"),
    Command("log_fold", "Log: fold actions, or unfold them all", ("ctrl+shift+f2",), "board"),
    Command("log_save", "Log: write what is shown to a text file", ("ctrl+l",), "board"),
    Command("hint", "Hint: what a computer player would weigh here", ("h",), "board"),
    Command("why", "Why did the computer player do that?", ("y",), "board"),
    Command("orders", "Standing orders", ("o",), "board"),
    Command("quiet_turn", "Ask nothing more this turn, unless it is aimed at yours", ("f6",), "board"),
    Command("quiet_round", "Ask nothing more this round, unless it is aimed at yours", ("f7",), "board"),
    Command("menu", "Menu of the skirmish", ("f4", "pad:y"), "board"),
    Command("step_forward", "Replay: next answer", ("right", "pad:right", "pad:stick-e"), "replay"),
    Command("step_back", "Replay: answer before", ("left", "pad:left", "pad:stick-w"), "replay"),
    Command("turn_forward", "Replay: next turn", ("down", "pagedown", "pad:down", "pad:stick-s"), "replay"),
    Command("turn_back", "Replay: turn before", ("up", "pageup", "pad:up", "pad:stick-n"), "replay"),
    Command("play", "Replay: play or pause", ("space", "pad:x"), "replay"),
    Command("to_start", "Replay: to the start", ("home", "pad:lb"), "replay"),
    Command("to_end", "Replay: to the end", ("end", "pad:rb"), "replay"),
    Command("replay_speed", "Replay: next speed", (".",), "replay"),
    Command("replay_side", "Replay: as one side saw it, or everything", ("v",), "replay"),
    Command("take_over", "Replay: play on from here", ("t", "pad:y"), "replay"),
    Command("edit_undo", "Undo", ("ctrl+z", "backspace", "pad:back"), "edit"),
    Command("edit_redo", "Redo", ("ctrl+y", "ctrl+shift+z"), "edit"),
    Command("edit_save", "Save the map", ("ctrl+s",), "edit"),
    Command("edit_save_as", "Save the map under a name", ("ctrl+shift+s",), "edit"),
    Command("edit_open", "Open a map", ("ctrl+o",), "edit"),
    Command("edit_import", "Import a map of another program", ("ctrl+shift+o",), "edit"),
    Command("edit_export", "Export a picture, or for another program", ("ctrl+e",), "edit"),
    Command("edit_new", "New map", ("ctrl+n",), "edit"),
    Command("edit_test", "Play the map to test it", ("f5",), "edit"),
    Command("edit_menu", "Menu of the map: size, sides, words, fairness", ("f4", "pad:y"), "edit"),
    Command("edit_generate", "Generate ground", ("ctrl+g",), "edit"),
    Command("edit_resize", "Resize the map", ("ctrl+r",), "edit"),
    Command("edit_fairness", "Fairness of the map", ("f6",), "edit"),
    Command("edit_next_issue", "Jump to the next finding of the check", ("f8",), "edit"),
    Command("edit_copy", "Copy the selected cells", ("ctrl+c",), "edit"),
    Command("edit_cut", "Cut the selected cells out", ("ctrl+x",), "edit"),
    Command("edit_paste", "Paste: take the clipboard in hand", ("ctrl+v",), "edit"),
    Command("edit_erase", "Empty the selected cells", ("delete",), "edit"),
    Command("edit_fill_selection", "Paint the whole selection", ("ctrl+f",), "edit"),
    Command("edit_all", "Select everything", ("ctrl+a",), "edit"),
    Command("edit_nothing", "Select nothing", ("ctrl+d",), "edit"),
    Command("edit_invert", "Select the rest in place of the selection", ("ctrl+i",), "edit"),
    Command("edit_stamp", "Keep the selection as a stamp", ("ctrl+k",), "edit"),
    Command("edit_stamps", "Take a stamp in hand", ("k",), "edit"),
    *(
        Command(f"edit_layer_{name}", f"Layer: {name}", (str(n),), "edit")
        for n, name in enumerate(("terrain", "elevation", "edges", "props", "zones", "units", "labels", "lights"), 1)
    ),
    *(
        Command(f"edit_tool_{name}", f"Tool: {name}", (key,), "edit")
        for name, key in (
            ("brush", "b"),
            ("line", "l"),
            ("rectangle", "r"),
            ("hexagon", "h"),
            ("ellipse", "e"),
            ("fill", "f"),
            ("scatter", "s"),
            ("eraser", "x"),
            ("eyedropper", "i"),
            ("select", "m"),
            ("lasso", "o"),
            ("wand", "w"),
            ("paste", "v"),
        )
    ),
    Command("edit_smaller", "Smaller brush", (",",), "edit"),
    Command("edit_bigger", "Bigger brush", (".",), "edit"),
    Command("edit_shape", "Brush round or square", ("t",), "edit"),
    Command("edit_swap", "Change what the left and the right button paint", ("shift+x",), "edit"),
    Command("edit_previous", "Previous thing to paint with", ("pageup", "pad:lb"), "edit"),
    Command("edit_next", "Next thing to paint with", ("pagedown", "pad:rb"), "edit"),
    Command("edit_turn_left", "Turn the clipboard or the unit to the left", ("[",), "edit"),
    Command("edit_turn_right", "Turn the clipboard or the unit to the right", ("]",), "edit"),
    Command("edit_flip_h", "Mirror the clipboard left and right", ("{",), "edit"),
    Command("edit_flip_v", "Mirror the clipboard top and bottom", ("}",), "edit"),
    Command("edit_symmetry", "Next symmetry", ("y",), "edit"),
    Command("edit_source", "Symmetry: which part leads", ("shift+y",), "edit"),
    Command("edit_centre", "Symmetry: centre at the pointer", ("c",), "edit"),
    Command("edit_tab", "Panel: paint, check or history", ("tab",), "edit"),
    Command("edit_press", "Use the tool at the cursor: start, then end", ("space", "pad:x"), "edit"),
    *(
        Command(
            f"edit_cursor_{way}", f"Cursor {title}", (title, f"[{key}]", f"pad:{title}", f"pad:stick-{way}"), "edit"
        )
        for way, title, key in (("n", "up", 8), ("s", "down", 2), ("w", "left", 4), ("e", "right", 6))
    ),
    *(
        Command(f"edit_pan_{way}", f"Move the view {way}", (f"shift+{way}",), "edit")
        for way in ("up", "down", "left", "right")
    ),
    Command("edit_zoom_in", "Zoom in", ("+", "=", "[+]", "pad:rt"), "edit"),
    Command("edit_zoom_out", "Zoom out", ("-", "[-]", "pad:lt"), "edit"),
    Command("edit_fit", "Show the whole map", ("0",), "edit"),
    Command("edit_minimap", "Show or hide the small map of the whole", ("shift+m",), "edit"),
    Command("edit_grid", "Show the grid", ("g",), "edit"),
    Command("edit_coordinates", "Show coordinates", ("n",), "edit"),
    Command("edit_zones", "Show zones", ("z",), "edit"),
    Command("edit_backdrop", "Picture under the map: fainter, hidden, as it is set", ("p",), "edit"),
)

_SHOWN = {
    "return": "Enter",
    "escape": "Esc",
    "backspace": "Backspace",
    "pagedown": "Page down",
    "pageup": "Page up",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_PAD = "pad:"
_PADS = {
    **{way: f"D-pad {sign}" for way, sign in (("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→"))},
    "stick": "Stick",
    "view": "Right stick",
    "back": "Back",
    "start": "Start",
    "guide": "Guide",
    "ls": "Left stick",
    "rs": "Right stick",
}
Bindings = dict[str, tuple[str, ...]]


def is_pad(event: pygame.event.Event) -> bool:
    """Whether a press is a gamepad's."""
    return hasattr(event, "pad")


def is_pads(key: str) -> bool:
    """Whether a key's name is one of a gamepad."""
    return key.startswith(_PAD)


def key_of(event: pygame.event.Event) -> str:
    """The name of a pressed key with its modifiers: `ctrl+z`, `shift+tab`, `[`, `[7]` on the number pad."""
    if is_pad(event):
        pressed: str = event.pad
        return pressed
    name = pygame.key.name(event.key).replace(" ", "")  # "page down" is written as one word here
    mod = getattr(event, "mod", 0)
    typed = getattr(event, "unicode", "")
    shift = bool(mod & pygame.KMOD_SHIFT)
    if len(typed) == 1 and typed.isprintable() and not typed.isalnum() and typed != " " and len(name) == 1:
        name, shift = typed, False  # the sign that was typed, wherever this keyboard has it
    parts = [("ctrl", mod & (pygame.KMOD_CTRL | pygame.KMOD_META)), ("alt", mod & pygame.KMOD_LALT), ("shift", shift)]
    return "+".join([word for word, held in parts if held] + [name])


def bindings(own: Mapping[str, tuple[str, ...]]) -> tuple[Bindings, list[str]]:
    """Keys of every command with the user's own in place of ours, and a sentence for each conflict.

    A key that would stand for two commands at a time stays with the first in the table.
    """
    found: Bindings = {}
    problems = [f"Settings give keys to {name!r}, which is no command." for name in own if not _known(name)]
    taken: dict[tuple[str, str], Command] = {}
    scopes = sorted({command.scope for command in COMMANDS} - {"any"})
    for command in COMMANDS:
        keys = []
        for key in own.get(command.id, command.keys):
            places = [(scope, key.lower()) for scope in (scopes if command.scope == "any" else (command.scope,))]
            other = next((taken[place] for place in places if place in taken), None)
            if other is None:
                taken.update(dict.fromkeys(places, command))
                keys.append(key.lower())
            else:
                problems.append(f"Key {key!r} stands for “{other.title}” already; “{command.title}” goes without it.")
        found[command.id] = tuple(keys)
    return found, problems


def _known(name: str) -> bool:
    return any(command.id == name for command in COMMANDS)


def find(key: str, scope: str, bound: Bindings) -> str | None:
    """The ID of the command that a key stands for in a scope; none where there is no scope."""
    if not scope:
        return None
    for command in itertools.chain(
        (command for command in COMMANDS if command.scope == scope),
        (command for command in COMMANDS if command.scope == "any"),
    ):
        if key in bound.get(command.id, ()):
            return command.id
    return None


def repeats(name: str) -> bool:
    """Whether the command goes on while its key is held down."""
    name = name.removeprefix("edit_")
    moving = ("cursor_", "next", "previous", "zoom_", "pan_", "step_", "turn_")
    return name in ("up", "down", "left", "right") or name.startswith(moving)


def shown(keys: tuple[str, ...], *, pad: bool = False) -> str:
    """Keys, or what does the same on a gamepad, as help shows them: `Ctrl+Z or Backspace`."""
    return " or ".join(dict.fromkeys(key_shown(key) for key in keys if is_pads(key) == pad))


def key_shown(key: str) -> str:
    """A key as buttons show it: `Ctrl+Z`."""
    if is_pads(key):
        stick, _, way = key.removeprefix(_PAD).partition("-")
        name = _PADS.get(stick, stick.upper())
        return f"{name} {way.upper()}".strip()
    *mods, last = (
        key.removesuffix("+").split("+") if not key.endswith("++") and key != "+" else (*key[:-2].split("+"), "+")
    )
    if key == "+":
        mods, last = [], "+"
    if len(last) == 3 and last[0] == "[":
        last = f"Num {last[1]}"
    last = _SHOWN.get(last, last.capitalize() if len(last) > 1 else last.upper())
    return "+".join([mod.capitalize() for mod in mods if mod] + [last])


def first_key(name: str, bound: Bindings, *, pad: bool = False) -> str:
    """The first key of a command, or what does it on a gamepad, as a button shows it; empty without one."""
    return next((key_shown(key) for key in bound.get(name, ()) if is_pads(key) == pad), "")
