"""Drafts: maps that are being drawn. Immutable, and a new draft shares with the old one whatever did not change.

Unlike a board a draft may be wrong for a while: units off the map, zones that no longer exist, unknown kinds.
Cells, sets of cells and edges are numbers of `draft.grid`, and change their meaning when the size changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from game.data import sheets
from game.data.faults import Fault
from game.grid.grid import Cell, CellSet, EdgeId, Grid, Kind, make_grid
from game.map.board import LEVEL, RIM_SIDES, Board, Edge, Fog, Label, Prop, Zone
from game.map.file import MAX_LEVEL, load_board, load_parts
from game.map.notes import Backdrop, Comment, FairnessNote, Light, Recipe
from game.map.roster import Entry, SideSetup
from game.map.terrain import kinds
from game.map.writer import values

MAX_HEIGHT = MAX_LEVEL * LEVEL
"""The highest ground and the lowest, in sixths of a level."""


class Draft(Struct, frozen=True, eq=False, kw_only=True):
    """A map on the table. `rows`, `ground`, `edge_rows` and `prop_rows` have one item a row of the map.

    An item of `ground` has the heights of a row in sixths of a level, or nothing where the row is flat. `legend` tells
    which letters of the rows are terrain that the game does not know. Other fields are those of `Board`.
    """

    name: str
    kind: Kind
    rows: tuple[str, ...]
    ground: tuple[tuple[int, ...], ...]
    edge_rows: tuple[tuple[Edge, ...], ...]
    prop_rows: tuple[tuple[Prop, ...], ...]
    zones: tuple[Zone, ...] = ()
    labels: tuple[Label, ...] = ()
    rim: tuple[str, ...] = ()
    sides: tuple[SideSetup, ...] = ()
    round_limit: int = 20
    fog: Fog = "off"
    author: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    backdrop: Backdrop | None = None
    lights: tuple[Light, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    comments: tuple[Comment, ...] = ()
    fairness: FairnessNote | None = None
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @property
    def grid(self) -> Grid:
        """The grid of the cells."""
        return make_grid(self.kind, len(self.rows[0]), len(self.rows))

    @property
    def heights(self) -> tuple[int, ...]:
        """As in `Board`: by cell in reading order, nothing if all is flat."""
        if not any(self.ground):
            return ()
        flat = (0,) * self.width
        return tuple(height for row in self.ground for height in row or flat)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Whatever stands on edges, in the order of a board."""
        return tuple(sorted((edge for row in self.edge_rows for edge in row), key=lambda edge: edge.edge))

    @property
    def props(self) -> tuple[Prop, ...]:
        """All props, in reading order."""
        return tuple(prop for row in self.prop_rows for prop in row)

    # One cell, one edge

    def glyph(self, cell: Cell) -> str:
        """The letter of a cell's terrain."""
        col, row = self.grid.xy(cell)
        return self.rows[row][col]

    def sixths(self, cell: Cell) -> int:
        """The height of the ground in sixths of a level."""
        col, row = self.grid.xy(cell)
        return self.ground[row][col] if self.ground[row] else 0

    def prop(self, cell: Cell) -> str:
        """The kind of prop in a cell, "" for none."""
        return props_of(self).get(cell, "")

    def edge(self, edge: EdgeId) -> str:
        """The kind of what stands on an edge, "" for nothing."""
        return edges_of(self).get(edge, "")

    def zone(self, name: str) -> Zone | None:
        """The zone of that name."""
        return next((zone for zone in self.zones if zone.name == name), None)

    def zones_at(self, cell: Cell) -> tuple[str, ...]:
        """The names of the zones that a cell belongs to."""
        return tuple(zone.name for zone in self.zones if zone.cells >> cell & 1)

    # Texts and boards

    def text(self) -> str:
        """The map file; `read` of it gives an equal draft. ValueError for words that no file can hold."""
        return sheets.dump(values(self, dict(self.legend)))

    def board(self) -> Board:
        """The board as far as it is sound: unknown kinds are left out, unknown terrain becomes grass."""
        letters, known = {ord(glyph): kinds().terrain["grass"].glyph for glyph, _ in self.legend}, kinds()
        return Board(
            rows=tuple(row.translate(letters) for row in self.rows) if letters else self.rows,
            edges=tuple(edge for edge in self.edges if edge.kind in known.edges),
            props=tuple(prop for prop in self.props if prop.kind in known.props),
            heights=self.heights,
            **{name: getattr(self, name) for name in _COMMON},
        )

    def strict_board(self) -> Board:
        """The board that a reader of the file gets; SheetError lists what is wrong with it."""
        return load_board(self.text(), self.name or "map")


_COMMON = tuple(
    name for name in Draft.__struct_fields__ if name in Board.__struct_fields__ and name not in ("rows", "heights")
)


def changed(draft: Draft, **fields: Any) -> Draft:
    """The draft with other values in some fields."""
    return msgspec.structs.replace(draft, **fields)


def blank(kind: Kind, width: int, height: int, *, terrain: str = "grass", name: str = "Untitled") -> Draft:
    """A new map all of one terrain; LookupError for an unknown one, ValueError for a size below 1."""
    make_grid(kind, width, height)
    nothing: tuple[tuple[()], ...] = ((),) * height
    rows = (kinds().terrain[terrain].glyph * width,) * height
    return Draft(name=name, kind=kind, rows=rows, ground=nothing, edge_rows=nothing, prop_rows=nothing)


def from_board(board: Board) -> Draft:
    """The draft of a board; `draft.board()` gives it back."""
    return _assembled({name: getattr(board, name) for name in Board.__struct_fields__})


def read(source: Path | str, name: str = "") -> tuple[Draft, tuple[Fault, ...]]:
    """The draft of a map file (a Path) or its text, and what is wrong with it; SheetError if it makes no sense."""
    parts = load_parts(source, name)
    return _assembled({**parts.fields, "legend": tuple(parts.legend.items())}), parts.doubts


def _assembled(fields: Mapping[str, Any]) -> Draft:
    rest = {name: value for name, value in fields.items() if name not in ("heights", "edges", "props")}
    rows, heights = rest["rows"], fields["heights"]
    width, height = len(rows[0]), len(rows)
    grid = make_grid(rest["kind"], width, height)
    # As boards have them: one order each, so that equal maps have equal texts however they were drawn.
    rest["labels"] = tuple(sorted(rest["labels"], key=lambda each: (each.cell, each.text)))
    rest["rim"] = tuple(side for side in RIM_SIDES if side in rest["rim"])
    return Draft(
        ground=tuple(level_row(heights[row * width : (row + 1) * width]) for row in range(height)),
        edge_rows=edge_rows(grid, {edge.edge: edge.kind for edge in fields["edges"]}),
        prop_rows=prop_rows(grid, {prop.cell: prop.kind for prop in fields["props"]}),
        **rest,
    )


def level_row(heights: Iterable[int]) -> tuple[int, ...]:
    """A row of heights as drafts hold it."""
    row = tuple(heights)
    return row if any(row) else ()


def edge_rows(grid: Grid, edges: Mapping[EdgeId, str]) -> tuple[tuple[Edge, ...], ...]:
    """Edges by the row of the cell that names them."""
    found: list[list[Edge]] = [[] for _ in range(grid.height)]
    for edge in sorted(edges):
        found[grid.xy(grid.edge_side(edge)[0])[1]].append(Edge(edge, edges[edge]))
    return tuple(map(tuple, found))


def prop_rows(grid: Grid, props: Mapping[Cell, str]) -> tuple[tuple[Prop, ...], ...]:
    """Props by their row."""
    found: list[list[Prop]] = [[] for _ in range(grid.height)]
    for cell in sorted(props):
        found[grid.xy(cell)[1]].append(Prop(cell, props[cell]))
    return tuple(map(tuple, found))


# Looked up often, so kept for the latest drafts


@lru_cache(maxsize=4)
def props_of(draft: Draft) -> dict[Cell, str]:
    """The kind of prop in each cell that has one; not to be changed."""
    return {prop.cell: prop.kind for row in draft.prop_rows for prop in row}


@lru_cache(maxsize=4)
def edges_of(draft: Draft) -> dict[EdgeId, str]:
    """What stands on each edge that has something; not to be changed."""
    return {edge.edge: edge.kind for row in draft.edge_rows for edge in row}


@lru_cache(maxsize=4)
def units_of(draft: Draft) -> dict[Cell, tuple[tuple[int, Entry], ...]]:
    """The units with a place on the map, by their anchor: numbers of their sides and entries; not to be changed."""
    found: dict[Cell, tuple[tuple[int, Entry], ...]] = {}
    for number, side in enumerate(draft.sides):
        for entry in side.roster:
            cell = place_of(draft.grid, entry)
            if cell is not None:
                found[cell] = (*found.get(cell, ()), (number, entry))
    return found


def place_of(grid: Grid, entry: Entry) -> Cell | None:
    """Where an entry of a roster stands; None without a place, or with one off the map."""
    try:
        return grid.parse(entry.at) if entry.at else None
    except ValueError:
        return None


def occupied(draft: Draft) -> CellSet:
    """The cells that are not plain ground of one kind: those with a prop, a unit or a label."""
    mask = 0
    for cell in (*props_of(draft), *units_of(draft), *(label.cell for label in draft.labels)):
        mask |= 1 << cell
    return mask
