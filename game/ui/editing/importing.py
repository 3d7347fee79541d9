"""Maps of other programs: find the file, confirm its grid, read what is lost, and only then take it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame

from game.data import disk
from game.data.faults import SheetError
from game.edit.draft import Draft, from_board
from game.edit.editor import Editor
from game.formats import mapping, registry, safe, uvtt
from game.formats.canvas import LIKELY
from game.formats.report import FormatError, Guess, Imported, Outside
from game.map.board import Board
from game.map.file import MAX_SIZE
from game.ui.board import backdrops
from game.ui.editing import map_files, picture_form
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.form_preview import picture_of
from game.ui.kit.file_browser import FileBrowser
from game.ui.kit.page import Line
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.theme import Look

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_TROUBLES = (FormatError, SheetError, OSError, ValueError)


def ask(desk: Desk) -> Reply:
    """A window to choose a file of another program in, then the wizard for it."""
    return Push(
        FileBrowser(
            desk.app, "Import a map", map_files.outside(desk), registry.TITLES, lambda path: confirm(desk, path)
        )
    )


def dropped(desk: Desk, path: Path) -> Reply:
    """A file that was dropped onto the window: a map of ours, one of other programs, or a picture."""
    if path.suffix.lower() == ".yaml":
        return map_files.unless_unsaved(desk, lambda: map_files.load(desk, path))
    if path.suffix.lower() in PICTURES:
        return picture_form.backdrop(desk, path)
    return confirm(desk, path)


# The grid


def confirm(desk: Desk, path: Path, root: Path | None = None) -> Reply:
    """What grid the file seems to have, to be confirmed; how it is to be read. Tilesets may lie below `root`."""
    map_files.found_outside(desk, path)
    try:
        found = registry.guess(path, registry.Reading(root=root))
        under = _under(path)
    except Outside as problem:
        return _elsewhere(desk, path, str(problem))
    except _TROUBLES as problem:
        return Push(map_files.unreadable(desk.app, path, problem))
    tiled, pictured = found.format == "tiled", found.format == "uvtt"

    def ok() -> Reply:
        try:
            how = _reading(form, path)
            imported = registry.read(path, how)
        except (FormatError, SheetError, OSError) as problem:
            raise ValueError(f"not read: {problem}") from None
        desk.app.go(Pop())
        return Push(_report(desk, path, imported))

    def rows(form: Dialog) -> list[RowSpec]:
        if pictured:
            return [
                form.entry("columns", "Columns", f"The file says {found.width}"),
                form.entry("walls", "Least sure walls, %", "Walls we are less sure of are left out"),
            ]
        if tiled:
            return [
                form.entry("mapping", "What its tiles mean", "A mapping file; may be empty"),
                form.entry("root", "Tilesets lie below", "The folder of the map, if empty"),
            ]
        return []

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return _gridded(under, _columns(form, found), room) if under is not None else None

    values: dict[str, object] = {"columns": str(found.width), "walls": "0", "mapping": "", "root": str(root or "")}
    form = Dialog(
        desk.app, f"Import {path.name}: is this its grid?", rows, ok, values=values, label="Yes, read it",
        notes=lambda form: _grid_lines(form, found), preview=picture if under is not None else None,
        tall=320, width=760,
    )  # fmt: skip
    return Push(form)


def _elsewhere(desk: Desk, path: Path, problem: str) -> Reply:
    """A map whose tilesets lie outside of its folder: only the user may say how far outside one may look."""

    def ok() -> Reply:
        folder = path.parent / Path(form.word("root")).expanduser()
        if not folder.is_dir():
            raise ValueError("there is no such folder")
        desk.app.go(Pop())
        return confirm(desk, path, folder)

    form = Dialog(
        desk.app, f"Where are the tilesets of {path.name}?", lambda form: [form.entry("root", "In or below")], ok,
        values={"root": str(path.parent.parent)}, notes=lambda form: [Line(f"{problem}.")], label="Look there",
    )  # fmt: skip
    return Push(form)


def _reading(form: Dialog, path: Path) -> registry.Reading:
    """How to read, as it was filled in; ValueError or SheetError for what makes no sense."""
    meanings, root = form.word("mapping"), form.word("root")
    return registry.Reading(
        mapping.load(path.parent / Path(meanings).expanduser()) if meanings else None,
        path.parent / Path(root).expanduser() if root else None,
        form.number("walls", 0, 100),
        form.number("columns", 1, MAX_SIZE),
    )


def _columns(form: Dialog, found: Guess) -> int:
    words = form.word("columns")
    return int(words) if words.isdecimal() and 1 <= int(words[:4]) <= MAX_SIZE else found.width


def _grid_lines(form: Dialog, found: Guess) -> list[Line]:
    columns = _columns(form, found)
    rows = found.height if columns == found.width else max(1, round(found.height * columns / found.width))
    cells = "hexes" if found.grid == "hex" else "squares"
    lines = [Line(f"{columns} × {rows} {cells}", "head")]
    if found.pixels_per_cell:
        lines.append(Line(f"{found.pixels_per_cell * found.width / columns:g} pixels to a cell", "dim"))
    if found.remark:
        lines.append(Line(f"{found.remark[:1].upper()}{found.remark[1:]}."))
    if found.format == "uvtt":
        lines.append(Line("The lines must lie on those of the picture: change the columns until they do.", "dim"))
    return lines


def _under(path: Path) -> pygame.Surface | None:
    """The picture in the file, if it has one that can be shown."""
    if registry.format_of(path).name != "uvtt":
        return None
    data = uvtt.picture_of(path)
    return backdrops.decoded(data, path.name) if data else None


def _fitted(picture: pygame.Surface, room: tuple[int, int]) -> pygame.Surface:
    share = min(room[0] * 0.6 / picture.get_width(), room[1] / picture.get_height())
    size = max(1, round(picture.get_width() * share)), max(1, round(picture.get_height() * share))
    return pygame.transform.smoothscale(picture.convert_alpha(), size)


def _gridded(picture: pygame.Surface, columns: int, room: tuple[int, int]) -> pygame.Surface:
    """The picture with a grid of so many columns over it."""
    shown = _fitted(picture, room)
    size, step = shown.get_size(), shown.get_width() / columns
    for n in range(columns + 1):
        pygame.draw.line(shown, (255, 240, 120), (round(n * step), 0), (round(n * step), size[1]))
    for n in range(int(size[1] / step) + 1):
        pygame.draw.line(shown, (255, 240, 120), (0, round(n * step)), (size[0], round(n * step)))
    return shown


def _walled(picture: pygame.Surface, imported: Imported, room: tuple[int, int], look: Look) -> pygame.Surface:
    """The picture with the edges that were found over it, the doubtful ones in another colour."""
    shown, board = _fitted(picture, room), imported.board
    step = shown.get_width() / board.width
    for edge in board.edges:
        sure = imported.confidence.get(edge.edge, 100) >= LIKELY
        start, end = board.grid.edge_px(edge.edge, step)
        for color, wide in (((20, 16, 12), 5), (look.palette.good if sure else look.palette.bad, 3)):
            pygame.draw.line(shown, color, start, end, wide)
    return shown


# What is lost, and taking it

_ORDER = ("lost", "changed", "added", "kept")


def _report(desk: Desk, path: Path, imported: Imported) -> Dialog:
    """Every line of the report, a picture of the outcome, and where it shall go."""
    draft, under = from_board(imported.board), _under(path)

    def ok() -> Reply:
        desk.app.go(Pop())
        if form.values["into"] == "here":
            return take(desk, path, imported, _in_place)
        return map_files.unless_unsaved(desk, lambda: take(desk, path, imported, _anew))

    def back() -> Reply:
        desk.app.go(Pop())
        return confirm(desk, path)

    def rows(form: Dialog) -> list[RowSpec]:
        ways: list[tuple[object, str]] = [("new", "A new map"), ("here", "In place of this map")]
        return [form.choice("into", "It becomes", ways, "In place of this one: can be undone")]

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface:
        if under is not None:
            return _walled(under, imported, room, desk.app.look)
        return picture_of(desk, draft, room)

    told = sorted(imported.notes, key=lambda note: _ORDER.index(note.effect))
    lines = [Line(f"{note.effect.capitalize()}: {note.text}.") for note in told]
    form = Dialog(
        desk.app, f"Import {path.name}: what is lost", rows, ok, values={"into": "new"}, label="Import",
        notes=lambda form: lines or [Line("Nothing is lost.")], more=[("Back", back)],
        preview=picture, tall=320, width=760,
    )  # fmt: skip
    return form


Take = Callable[["Desk", Path, Draft], None]


def take(desk: Desk, path: Path, imported: Imported, how: Take) -> Reply:
    """Pictures beside the map, then the map itself; what cannot be written is said, and nothing was replaced."""
    folder = desk.folder if how is _in_place else backdrops.map_folders()[0]
    try:
        board = _with_picture(path, imported, folder)
    except (OSError, FormatError) as problem:
        desk.app.say(f"Not imported: {problem}")
        return None
    how(desk, path, from_board(board))
    desk.pane.camera.fit()
    desk.doubt(imported.confidence)
    hint = "P makes its picture fainter" if board.backdrop is not None else "look at it"
    desk.app.say(f"Imported {path.name}: {hint}, then save it.")
    return None


def _anew(desk: Desk, path: Path, draft: Draft) -> None:
    editor = Editor(draft)
    editor.history.mark_unsaved()
    map_files.change(desk, editor)


def _in_place(desk: Desk, path: Path, draft: Draft) -> None:
    desk.editor.replace(f"Import {path.name}", draft)
    desk.changed()


def _with_picture(path: Path, imported: Imported, folder: Path) -> Board:
    """The board with its backdrop in the folder of our maps, under a name that no other picture has."""
    board = imported.board
    if board.backdrop is None:
        return board
    name = board.backdrop.picture
    data = imported.pictures.get(name)
    if data is None and disk.is_file(path.parent / name):
        data = safe.read_bytes(path.parent / name)
    if data is None:
        return board
    kept = map_files.keep_picture(folder, Path(name).name, data)
    return msgspec.structs.replace(board, backdrop=msgspec.structs.replace(board.backdrop, picture=kept))
