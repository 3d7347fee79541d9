"""How the editor begins: with a map, a new one, one that was closed, or what a crash left behind."""

from __future__ import annotations

from pathlib import Path

from game.data.sheets import SheetError
from game.edit import files
from game.edit.editor import Editor
from game.formats import registry
from game.ui.editing import importing, map_files
from game.ui.editing.recovery import Recovery
from game.ui.editing.screen import EditorScreen
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Push, Reply
from game.ui.kit.window import App


def start(app: App, path: Path | None = None) -> Push:
    """The editor with a map, or a new one; asks first about maps that a crash left behind.

    A file of another program opens a new map with the wizard over it.
    """

    found = files.left_behind()
    if found:
        return Push(Recovery(app, found, lambda: begin(app, path)))
    return begin(app, path)


def begin(app: App, path: Path | None) -> Push:
    """The editor with a map, or a new one."""

    if path is None and app.closed:
        return Push(_again(app))
    if path is None:
        editor = Editor.new("square", 30, 20)
    elif path.suffix.lower() in registry.ENDINGS:
        desk = EditorScreen(app, Editor.new("square", 30, 20), map_files.first_ruleset())
        desk.first = lambda: importing.confirm(desk, path)
        return Push(desk)
    else:
        try:
            editor = Editor.open(path)
        except (SheetError, OSError, ValueError) as problem:
            return Push(map_files.unreadable(app, path, problem))
    return Push(EditorScreen(app, editor, map_files.first_ruleset()))


def _again(app: App) -> Picker:
    """The maps that were closed since the game began, to be gone on with, or a new one."""

    def take(at: int) -> Reply:
        editor = map_files.reopened(app, at) if at < len(rows) - 1 else Editor.new("square", 30, 20)
        return Push(EditorScreen(app, editor, editor.ruleset or map_files.first_ruleset()))

    rows = [*map_files.closed(app), ("New map", "")]
    return Picker(app, "Map editor", rows, take)
