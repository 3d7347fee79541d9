"""Opening, saving and leaving maps; what a crash left behind."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.data import disk, paths
from game.data.sheets import SheetError
from game.edit import files
from game.edit.editor import Editor
from game.edit.files import SaveError
from game.formats import registry
from game.map.library import find_maps
from game.rules.ruleset import Ruleset
from game.ui.app import App
from game.ui.editing.dialog import Dialog
from game.ui.kit.notice import Notice
from game.ui.kit.page import Line
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

Act = Callable[[], Reply]


def first_ruleset() -> Ruleset | None:
    """The rules by which a map is checked until others are chosen."""
    from game.ui.menus.setup import rulesets

    return next(iter(rulesets().values()), None)


def start(app: App, path: Path | None = None) -> Push:
    """The editor with a map, or a new one; asks first about maps that a crash left behind.

    A file of another program opens a new map with the wizard over it.
    """
    from game.ui.editing.recovery import Recovery  # it stands on this module

    found = files.left_behind()
    if found:
        return Push(Recovery(app, found, lambda: begin(app, path)))
    return begin(app, path)


def begin(app: App, path: Path | None) -> Push:
    """The editor with a map, or a new one."""
    from game.ui.editing import importing  # it stands on this module
    from game.ui.editing.screen import Editing

    if path is None and app.closed:
        return Push(_again(app))
    if path is None:
        editor = Editor.new("square", 30, 20)
    elif path.suffix.lower() in registry.ENDINGS:
        desk = Editing(app, Editor.new("square", 30, 20), first_ruleset())
        desk.first = lambda: importing.confirm(desk, path)
        return Push(desk)
    else:
        try:
            editor = Editor.open(path)
        except (SheetError, OSError, ValueError) as problem:
            return Push(unreadable(app, path, problem))
    return Push(Editing(app, editor, first_ruleset()))


def _again(app: App) -> Picker:
    """The maps that were closed since the game began, to be gone on with, or a new one."""
    from game.ui.editing.screen import Editing

    def take(at: int) -> Reply:
        editor = reopened(app, at) if at < len(rows) - 1 else Editor.new("square", 30, 20)
        return Push(Editing(app, editor, editor.ruleset or first_ruleset()))

    rows = [*closed(app), ("New map", "")]
    return Picker(app, "Map editor", rows, take)


# Maps that were closed

_CLOSED = 3  # of them are kept: each with its undo list


def close(desk: Editing) -> None:
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
    """Why a file cannot be opened."""
    lines = [Line(str(problem)), Line("", "gap"), Line("The file was left as it is, and nothing was closed.", "dim")]
    return Notice(app, f"{path.name} cannot be opened", lines, size=(640, 420))


# From the editor


def open_map(desk: Editing) -> Reply:
    """A list of all maps."""

    from game.ui.editing import importing  # it stands on this module

    def show() -> Reply:
        maps, before = find_maps(), closed(desk.app)
        rows = [*before, *((name, str(path.parent)) for name, path in maps.items())]
        other = ("Other programs", lambda: importing.ask(desk))

        def take(at: int) -> Reply:
            if at >= len(before):
                return load(desk, [*maps.values()][at - len(before)])
            change(desk, reopened(desk.app, at))
            return None

        return Push(Picker(desk.app, "Open a map", rows, take, other=other))

    return unless_unsaved(desk, show)


def load(desk: Editing, path: Path) -> Reply:
    """A file in place of the open map; if it cannot be read, the open map stays."""
    try:
        editor = Editor.open(path)
    except (SheetError, OSError, ValueError) as problem:
        return Push(unreadable(desk.app, path, problem))
    change(desk, editor)
    if editor.faults:
        desk.app.say(f"The file has {len(editor.faults)} faults; what is sound is shown.")
    return None


def change(desk: Editing, editor: Editor) -> None:
    """Another map on the table; the one before is closed on purpose."""
    ruleset = desk.editor.ruleset
    close(desk)
    desk.open(editor, ruleset)


def save(desk: Editing) -> Reply:
    """Write the file; a new map needs a name first, and maps that ship with the game are saved as the user's own."""
    path = desk.editor.path
    if path is None or _ships(path):
        return save_as(desk)
    write(desk, path)
    return None


def folder_of(desk: Editing) -> Path:
    """Where the map's file is, or will be: pictures that belong to it lie there."""
    path = desk.editor.path
    return path.parent if path is not None and not _ships(path) else paths.user_data() / "maps"


def outside(desk: Editing) -> Path:
    """Where the last file of another program was found, else where the open map is."""
    path, last = desk.editor.path, desk.app.prefs.imports
    if last and Path(last).is_dir():
        return Path(last)
    return path.parent if path is not None and path.parent.is_dir() else Path.home()


def found_outside(desk: Editing, path: Path) -> None:
    """The next search for such a file begins in the folder of this one, also when the game is started anew."""
    folder = str(path.parent.absolute())
    if folder != desk.app.prefs.imports:
        desk.app.change(imports=folder)


def _ships(path: Path) -> bool:
    """Whether a file came with the game, and is nobody's own."""
    return paths.data("maps") in path.parents


def write(desk: Editing, path: Path) -> bool:
    """Write to a file and say so; whether it was done."""
    before = folder_of(desk)
    try:
        desk.editor.save(path)
        _take_along(desk, before, path.parent)
    except (SaveError, OSError) as problem:
        desk.app.say(f"Not saved: {problem}")
        return False
    desk.app.say(f"Saved: {path}")
    desk.changed()
    return True


def _take_along(desk: Editing, before: Path, folder: Path) -> None:
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


def save_as(desk: Editing, then: Act | None = None) -> Reply:
    """Ask for a name; then go on."""
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


def unless_unsaved(desk: Editing, then: Act) -> Reply:
    """Go on at once, or after a question if the map is not saved."""
    if not desk.editor.history.unsaved:
        return then()

    def save_first() -> Reply:
        if desk.editor.path is None or _ships(desk.editor.path):
            return save_as(desk, then)
        return then() if write(desk, desk.editor.path) else None

    lines = [Line(f"“{desk.editor.draft.name}” has changes that are not saved.")]
    buttons: list[tuple[str, Act | None]] = [("Save", save_first), ("Do not save", then), ("Stay", None)]
    return Push(Notice(desk.app, "Save the map?", lines, buttons, size=(560, 240)))


def leave(desk: Editing, then: Act) -> Reply:
    """Close the map, and the editor with it."""

    def leaving() -> Reply:
        close(desk)
        return then()

    return unless_unsaved(desk, leaving)
