"""What a conversion gives beside the map: troubles that end it, and notes of what did not come over as it was."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.grid.grid import EdgeId
from game.map.board import Board

Effect = Literal["lost", "changed", "added", "kept"]

MOST_PLACES = 3
"""How many places a note names."""


class FormatError(Exception):
    """A file that cannot be read or written; one line names the file and what is wrong with it."""


class Outside(FormatError):
    """A map that names a file outside of the folder from which it may take files."""


class Note(Struct, frozen=True):
    """One line of a loss report: `lost` is not in the result, `changed` is there in another form."""

    effect: Effect
    text: str

    def __str__(self) -> str:
        return f"{self.effect}: {self.text}"


class Imported(Struct, frozen=True, eq=False):
    """A board from a file of others, notes, and pictures that belong beside the map by their names.

    `confidence` tells of edges that were guessed from lines how sure they are, in per cent.
    """

    board: Board
    notes: tuple[Note, ...] = ()
    pictures: dict[str, bytes] = {}
    confidence: dict[EdgeId, int] = {}


class Exported(Struct, frozen=True, eq=False):
    """What is to be written: the bytes of the map file, of pictures beside it by their names, and notes."""

    data: bytes
    notes: tuple[Note, ...] = ()
    pictures: dict[str, bytes] = {}


class Guess(Struct, frozen=True):
    """What a file seems to hold, for someone to confirm: its grid in cells, and pixels to a cell if it says."""

    format: str
    grid: str
    width: int
    height: int
    pixels_per_cell: float = 0.0
    remark: str = ""


def counted(number: int, thing: str, plural: str = "") -> str:
    """A number with its noun: "1 wall", "3 walls"."""
    return f"{number} {thing if number == 1 else plural or thing + 's'}"


def places(found: list[str]) -> str:
    """The first few places in brackets: " (at 3,4, 5,6 ...)"; nothing for none."""
    more = " ..." if len(found) > MOST_PLACES else ""
    return f" (at {'; '.join(found[:MOST_PLACES])}{more})" if found else ""
