"""All map formats by their files' endings: what to read, write, guess and tell, for the command line and the editor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from game.data.faults import SheetError
from game.formats import safe, tiled_in, tiled_out, uvtt, uvtt_out, wesnoth
from game.formats.mapping import Mapping
from game.formats.report import Exported, FormatError, Guess, Imported, Note
from game.map.board import Board
from game.map.file import load_board
from game.map.writer import dump_board


class Reading(Struct, frozen=True, eq=False):
    """How to read: what tiles mean, from where a map may take its tilesets, and the least confidence of a wall.

    `columns` is the true number of cells across a picture whose file is wrong about it, 0 if it is right.
    """

    mapping: Mapping | None = None
    root: Path | None = None
    least: int = 0
    columns: int = 0


class Writing(Struct, frozen=True, eq=False):
    """How to write: how Tiled's layers are packed, and a PNG of the map for formats that hold one."""

    encoding: tiled_out.Encoding = "csv"
    staggered: bool = False
    picture: bytes = b""
    pixels: int = 0


class Format(Struct, frozen=True, eq=False):
    """A kind of map file. `write` gets the board, the stem of the file's name, and how."""

    name: str
    title: str
    endings: tuple[str, ...]
    read: Callable[[Path, Reading], Imported]
    write: Callable[[Board, str, Writing], Exported]
    guess: Callable[[Path, Reading], Guess]
    pictured: bool = False


def _read_native(path: Path, how: Reading) -> Imported:
    return Imported(load_board(path))


def _write_native(board: Board, stem: str, how: Writing) -> Exported:
    try:
        return Exported(checked_text(board).encode("utf-8"))
    except ValueError as problem:
        raise FormatError(f"{stem}: {problem}") from None


def _guess_native(path: Path, how: Reading) -> Guess:
    board = load_board(path)
    return Guess("quintain", board.kind, board.width, board.height)


def _tiled(name: str, title: str, ending: tuple[str, ...], write: Callable[..., Exported]) -> Format:
    return Format(
        name,
        title,
        ending,
        lambda path, how: tiled_in.read(path, how.root, how.mapping),
        lambda board, stem, how: write(board, stem, tiled_out.Written(how.encoding, how.staggered)),
        lambda path, how: tiled_in.guess(path, how.root),
    )


FORMATS = (
    Format("quintain", "Quintain", (".yaml",), _read_native, _write_native, _guess_native),
    _tiled("tmx", "Tiled, XML", (".tmx",), tiled_out.tmx),
    _tiled("tmj", "Tiled, JSON", (".tmj", ".json"), tiled_out.tmj),
    Format(
        "uvtt",
        "Universal VTT",
        (".uvtt", ".dd2vtt", ".df2vtt"),
        lambda path, how: uvtt.read(path, how.least, how.columns),
        lambda board, stem, how: uvtt_out.write(board, how.picture, how.pixels),
        lambda path, how: uvtt.guess(path),
        pictured=True,
    ),
    Format(
        "wesnoth",
        "Battle for Wesnoth",
        (".map",),
        lambda path, how: wesnoth.read(path),
        lambda board, stem, how: wesnoth.write(board),
        lambda path, how: wesnoth.guess(path),
    ),
)


TITLES = {ending: each.title for each in FORMATS if each.name != "quintain" for ending in each.endings}
"""The endings of other programs' files, and what each is."""
ENDINGS = tuple(TITLES)
"""Those of other programs' files."""


def format_of(path: Path) -> Format:
    """The format of a file's ending; FormatError names those there are."""
    for each in FORMATS:
        if path.suffix.lower() in each.endings:
            return each
    known = ", ".join(ending for each in FORMATS for ending in each.endings)
    raise FormatError(f"{path.name}: map files end in {known}")


def read(path: Path, how: Reading | None = None) -> Imported:
    """The board of a map file of any format, with what was lost; FormatError or SheetError tell what is wrong with it.

    The board can be saved as a map file of ours: that is tried.
    """
    found = format_of(path).read(path, how or Reading())
    checked_text(found.board)
    return found


def write(board: Board, path: Path, how: Writing | None = None) -> Exported:
    """What to write into a file of that name, with what is lost; nothing is written yet."""
    return format_of(path).write(board, safe.file_name(path.stem), how or Writing())


def guess(path: Path, how: Reading | None = None) -> Guess:
    """What a file's grid seems to be, to be confirmed before it is read."""
    return format_of(path).guess(path, how or Reading())


def losses(board: Board, ending: str) -> tuple[Note, ...]:
    """What would be lost or changed if a board were written to a file with that ending, with a picture if it can."""
    path = Path(f"map{ending}")
    return write(board, path, Writing(picture=b"-" if format_of(path).pictured else b"")).notes


def checked_text(board: Board) -> str:
    """The map file of a board, read back and compared; FormatError if the board cannot be kept in one."""
    try:
        text = dump_board(board)
        again = load_board(text, board.name)
    except (SheetError, ValueError, TypeError) as problem:
        raise FormatError(f"{board.name}: cannot be kept as a map: {problem}") from None
    if again != board:
        raise FormatError(f"{board.name}: would read back differently from what was written")
    return text
