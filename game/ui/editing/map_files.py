"""Files of maps: loading, saving and leaving them, and maps that were closed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from game.data import disk, paths
from game.data.sheets import SheetError
from game.edit.editor import Editor
from game.edit.files import SaveError
from game.rules.ruleset import Ruleset
from game.ui.editing.desk import Desk, ships
from game.ui.editing.dialog import Dialog
from game.ui.kit import choices
from game.ui.kit.notice import Notice
from game.ui.kit.page import Line
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.window import App

Act = Callable[[], Reply]


def first_ruleset() -> Ruleset | None:
    """The rules by which a map is checked until others are chosen."""
    return next(iter(choices.rulesets().values()), None)


# Maps that were closed

_CLOSED = 3  # of them are kept: each with its undo list


def close(desk: Desk) -> None:
    """Close the map on purpose: no autosave stays, but until the game ends it can be opened again as it was."""
    editor, app = desk.editor, desk.app
    editor.close()
    if len(editor.history.commands) > 1:
        app.closed = [editor, *(each for each in app.closed if each is not editor)][:_CLOSED]


def closed(app: App) -> list[tuple[str, str]]:
    """The closed maps in words, the last one first."""
    found = [each for each in app.closed if isinstance(each, Editor)]
    return [(f"{each.draft.name}, as you left it", _remembered(each)) for each in found]


def _remembered(editor: Editor) -> str:
    draft, steps = editor.draft, editor.history.at
    cells = f"{draft.width} × {draft.height} {'hexes' if draft.kind == 'hex' else 'squares'}"
    undo = f"{steps} {'step' if steps == 1 else 'steps'} to undo" if steps else "nothing to undo"
    return f"{cells}; {'not saved; ' if editor.history.unsaved else ''}{undo}"


def reopened(app: App, at: int) -> Editor:
    """One of them, with its undo list; it is no closed one any more."""
    editor = app.closed.pop(at)
    assert isinstance(editor, Editor)
    return editor


def unreadable(app: App, path: Path, problem: Exception) -> Notice:
    """The window that tells why a file cannot be opened."""
    lines = [Line(str(problem)), Line("", "gap"), Line("The file was left as it is, and nothing was closed.", "dim")]
    return Notice(app, f"{path.name} cannot be opened", lines, size=(640, 420))


# From the editor


def load(desk: Desk, path: Path) -> Reply:
    """A file in place of the open map; if it cannot be read, the open map stays."""
    try:
        editor = Editor.open(path)
    except (SheetError, OSError, ValueError) as problem:
        return Push(unreadable(desk.app, path, problem))
    change(desk, editor)
    if editor.faults:
        desk.app.say(f"The file has {len(editor.faults)} faults; what is sound is shown.")
    return None


def change(desk: Desk, editor: Editor) -> None:
    """Another map on the table; the one before is closed on purpose."""
    ruleset = desk.editor.ruleset
    close(desk)
    desk.open(editor, ruleset)


def save(desk: Desk) -> Reply:
    """Write the file; a new map needs a name first, and maps that ship with the game are saved as the user's own."""
    path = desk.editor.path
    if path is None or ships(path):
        return save_as(desk)
    write(desk, path)
    return None


def outside(desk: Desk) -> Path:
    """Where the last file of another program was found, else where the open map is."""
    path, last = desk.editor.path, desk.app.prefs.imports
    if last and Path(last).is_dir():
        return Path(last)
    return path.parent if path is not None and path.parent.is_dir() else Path.home()


def found_outside(desk: Desk, path: Path) -> None:
    """The next search for such a file begins in the folder of this one, also when the game is started anew."""
    folder = str(path.parent.absolute())
    if folder != desk.app.prefs.imports:
        desk.app.change(imports=folder)


def write(desk: Desk, path: Path) -> bool:
    """Write to a file and say so; whether it was done."""
    before = desk.folder
    try:
        desk.editor.save(path)
        _take_along(desk, before, path.parent)
    except (SaveError, OSError) as problem:
        desk.app.say(f"Not saved: {problem}")
        return False
    desk.app.say(f"Saved: {path}")
    desk.changed()
    return True


def _take_along(desk: Desk, before: Path, folder: Path) -> None:
    """The picture of a map that moved to another folder goes with it; one of that name there stays as it is."""
    backdrop = desk.editor.draft.backdrop
    if backdrop is not None and disk.is_file(before / backdrop.picture) and not (folder / backdrop.picture).exists():
        try:
            disk.write(folder / backdrop.picture, disk.read(before / backdrop.picture), over=False)
        except disk.Unreadable as problem:
            raise OSError(f"{backdrop.picture}: {problem}") from None


def keep_picture(folder: Path, name: str, data: bytes) -> str:
    """A picture in a folder of maps, under its name, or with a number if another picture has that; the name it got.

    OSError tells why it cannot be written.
    """
    path, number = folder / name, 1
    while os.path.lexists(path):
        if disk.is_file(path) and path.stat().st_size == len(data) and disk.read(path) == data:
            return path.name
        number += 1
        path = folder / f"{Path(name).stem} {number}{Path(name).suffix}"
    disk.write(path, data, over=False)
    return path.name


def save_as(desk: Desk, then: Act | None = None) -> Reply:
    """Ask for a file name, save under it, then go on with `then`; the form says why it could not be saved."""
    draft = desk.editor.draft
    name = desk.editor.path.stem if desk.editor.path else re.sub(r"[^\w-]+", "_", draft.name.lower()).strip("_")

    def target() -> Path:
        words = form.word("name")
        if not words or words in (".", "..") or re.search(r'[/\\:*?"<>|\x00-\x1f]', words):
            raise ValueError("a file's name has letters, digits, spaces, - and _ only")
        return paths.user_data() / "maps" / f"{words.removesuffix('.yaml')}.yaml"

    def ok() -> Reply:
        path = target()
        if path.exists() and path != desk.editor.path and form.values.get("sure") != path:
            form.values["sure"] = path
            raise ValueError("there is a map of that name already; press Save again to replace it (a backup is kept)")
        if not write(desk, path):
            return None
        if then is None:
            return Pop()
        desk.app.go(Pop())
        return then()

    form = Dialog(
        desk.app,
        "Save the map",
        lambda form: [form.entry("name", "Name of the file")],
        ok,
        values={"name": name},
        notes=lambda form: [Line(f"In {paths.user_data() / 'maps'}", "dim")],
        label="Save",
    )
    return Push(form)


def unless_unsaved(desk: Desk, then: Act) -> Reply:
    """Go on at once, or after a question if the map is not saved."""
    if not desk.editor.history.unsaved:
        return then()

    def save_first() -> Reply:
        if desk.editor.path is None or ships(desk.editor.path):
            return save_as(desk, then)
        return then() if write(desk, desk.editor.path) else None

    lines = [Line(f"“{desk.editor.draft.name}” has changes that are not saved.")]
    buttons: list[tuple[str, Act | None]] = [("Save", save_first), ("Do not save", then), ("Stay", None)]
    return Push(Notice(desk.app, "Save the map?", lines, buttons, size=(560, 240)))


def leave(desk: Desk, then: Act) -> Reply:
    """Close the map, and the editor with it."""

    def leaving() -> Reply:
        close(desk)
        return then()

    return unless_unsaved(desk, leaving)
