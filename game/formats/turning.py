"""Rows of others -> our rows: hexes with flat tops are turned, rows that begin shifted get one more above them."""

from __future__ import annotations

from msgspec import Struct

from game.formats import safe
from game.formats.report import Effect
from game.grid.grid import Cell, Kind, make_grid


class Frame(Struct, frozen=True, eq=False):
    """Where the cells of a file with `columns` x `rows` lie on our grid, and what had to be done for that.

    `turned`: a quarter to the left, columns became rows. `down`: rows that were added on top.
    """

    kind: Kind
    columns: int
    rows: int
    turned: bool
    down: int
    remarks: tuple[tuple[Effect, str], ...] = ()

    @property
    def width(self) -> int:
        """Our columns."""
        return self.rows if self.turned else self.columns

    @property
    def height(self) -> int:
        """Our rows."""
        return (self.columns if self.turned else self.rows) + self.down

    @property
    def straight(self) -> bool:
        """Whether pictures still fit."""
        return not self.turned and not self.down

    def cell(self, at: int) -> Cell:
        """Our cell for the file's n-th."""
        row, column = divmod(at, self.columns)
        return self.at(column, row)

    def at(self, column: int, row: int) -> Cell:
        """Our cell for a column and row of the file."""
        grid = make_grid(self.kind, self.width, self.height)
        if self.turned:
            return grid.at(row, self.columns - 1 - column + self.down)
        return grid.at(column, row + self.down)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Our place, in widths of a cell, for one in the file's widths (before turning) of a cell."""
        slant = 3**0.5 / 2 if self.kind == "hex" else 1.0
        if self.turned:
            across = (self.columns - 1) * slant + 2 / 3**0.5  # flat-topped hexes, measured from side to side
            return y, across - x + self.down * slant
        return x, y + self.down * slant


def frame_of(
    kind: Kind, columns: int, rows: int, axis: str, index: str, *, diamonds: bool = False, name: str = ""
) -> Frame:
    """The frame of a file whose rows (axis y) or columns (axis x) are shifted where they are odd or even."""
    if kind == "square":
        return Frame(kind, columns, rows, False, 0)
    remarks: list[tuple[Effect, str]] = []
    if diamonds:
        remarks.append(("changed", "staggered diamonds became hexes: cells to the left and right touch now"))
    turned = axis == "x"
    lines = columns if turned else rows
    # Turned, the last column becomes the first row.
    shifted_first = (lines - 1) % 2 == (index == "odd") if turned else index == "even"
    if turned:
        remarks.append(("changed", "the map is turned a quarter to the left: its hexes have flat tops, ours points"))
    if shifted_first:
        remarks.append(("added", "a row of cells on top, because ours begin with a row that is not shifted"))
    found = Frame(kind, columns, rows, turned, int(shifted_first), tuple(remarks))
    safe.check_size(found.width, found.height, name)
    return found
