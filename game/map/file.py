"""Map files: YAML text -> Board, every fault at its row and column; maps/README.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from game.data import sheets
from game.data.faults import Path as Keys
from game.data.sheets import Fault, Sheet, SheetError
from game.grid.grid import Cell, CellSet, Grid, Kind, make_grid
from game.map.board import LEVEL, Board, Edge, Fog, Label, Prop, Zone, ZoneKind
from game.map.notes import Backdrop, Comment, FairnessNote, Light, Recipe
from game.map.roster import SideSetup
from game.map.terrain import kinds

MAX_SIZE = 256
MAX_LEVEL = 100
_LEVEL_TEXT = re.compile(r"[-+]?[0-9]{1,4}(?:\.[0-9]{1,6}|/[1-9][0-9]?)?")

Pair = tuple[int, int]
Rect = tuple[int, int, int, int]


class EdgeEntry(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """Edges of one kind: `at` one cell, or a run of cells `from` ... `to`, or `around` a rectangle."""

    kind: str
    side: str = ""
    at: Pair | None = None
    start: Pair | None = None
    to: Pair | None = None
    around: Rect | None = None


class ZoneEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A zone: its cells as rectangles, single cells, or a letter of `zone_rows`, which are added up."""

    kind: ZoneKind = "area"
    rect: Rect | None = None
    rects: tuple[Rect, ...] = ()
    cells: tuple[Pair, ...] = ()
    letter: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    title: str = ""
    effect: str = ""


class LabelEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Words at a cell."""

    at: Pair
    text: str


class MapSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a map file."""

    name: str
    grid: Kind
    rows: str | list[str]
    size: Pair | None = None
    author: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    legend: dict[str, str] = {}
    elevation: str | list[str] = ""
    levels: dict[str, int | float | str] = {}
    edges: list[EdgeEntry] = []
    props: dict[str, list[Pair]] = {}
    zones: dict[str, ZoneEntry] = {}
    zone_rows: str | list[str] = ""
    labels: list[LabelEntry] = []
    rim: dict[Literal["n", "e", "s", "w"], Literal["open", "wall"]] = {}
    sides: tuple[SideSetup, ...] = ()
    round_limit: Annotated[int, Meta(ge=1, le=1000)] = 20
    fog: Fog = "off"
    backdrop: Backdrop | None = None
    lights: tuple[Light, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    comments: tuple[Comment, ...] = ()
    fairness: FairnessNote | None = None


class Parts(Struct, frozen=True):
    """What a map file holds, read as far as it makes sense: the fields of a board, and what may stay wrong for now.

    `legend` are letters of the rows whose terrain is unknown; `doubts` are the faults of which a board is free.
    """

    fields: dict[str, Any]
    legend: dict[str, str]
    doubts: tuple[Fault, ...]


def load_board(source: Path | str, name: str = "") -> Board:
    """The board of a map file (a Path) or of its text (a str); SheetError lists whatever is wrong with it."""
    sheet = sheets.load(source, name)
    return Board(**_Reader(sheet, sheet.convert(MapSheet)).fields())


def load_parts(source: Path | str, name: str = "") -> Parts:
    """A map file as the editor takes it: unknown names, and places and zones that are not there, are only doubts.

    SheetError for what cannot be understood at all.
    """
    sheet = sheets.load(source, name)
    reader = _Reader(sheet, sheet.convert(MapSheet), lenient=True)
    fields = reader.fields()
    return Parts(fields, reader.strange, tuple(reader.doubts))


def parse_level(level: float | str) -> int | None:
    """The sixths of a level that a number or a text such as "1/3" names; None for anything else, or too high."""
    height = Fraction(str(level)) * LEVEL if _LEVEL_TEXT.fullmatch(str(level)) else Fraction(1, 7)
    return int(height) if height.denominator == 1 and abs(height) <= MAX_LEVEL * LEVEL else None


class _Reader:
    """Turns one map sheet into a board's fields and collects the faults on the way; if lenient, some become doubts."""

    def __init__(self, sheet: Sheet, written: MapSheet, *, lenient: bool = False) -> None:
        self.sheet, self.written, self.lenient = sheet, written, lenient
        self.faults: list[Fault] = []
        self.doubts = [] if lenient else self.faults
        self.strange: dict[str, str] = {}

    def fields(self) -> dict[str, Any]:
        rows = self.terrain()
        self.stop()
        self.grid: Grid = make_grid(self.written.grid, len(rows[0]), len(rows))
        heights, edges, props, zones = self.heights(), self.edges(), self.props(), self.zones()
        labels = tuple(self.labels())
        self.sides(self.written.sides)
        self.stop()
        written = self.written
        return {
            "name": written.name,
            "kind": written.grid,
            "rows": rows,
            "heights": heights,
            "edges": edges,
            "props": props,
            "zones": zones,
            "labels": labels,
            "rim": tuple(side for side, state in written.rim.items() if state == "wall"),
            "sides": written.sides,
            "round_limit": written.round_limit,
            "fog": written.fog,
            "author": written.author,
            "description": written.description,
            "tags": written.tags,
            "backdrop": written.backdrop,
            "lights": written.lights,
            "recipes": written.recipes,
            "comments": written.comments,
            "fairness": written.fairness,
        }

    def fault(self, path: Keys, message: str, remedy: str = "") -> None:
        self.faults.append(self.sheet.fault(path, message, remedy))

    def doubt(self, path: Keys, message: str, remedy: str = "") -> None:
        self.doubts.append(self.sheet.fault(path, message, remedy))

    def stop(self) -> None:
        if self.faults:
            raise SheetError(self.faults)

    # Rows of letters

    def terrain(self) -> tuple[str, ...]:
        """The rows in the glyphs of board.yaml, after checking shape and letters."""
        own: dict[str, str] = {}
        for glyph, terrain in self.written.legend.items():
            if len(glyph) != 1 or glyph.isspace():
                self.fault(("legend", glyph), f"{glyph!r} is not a single letter")
            elif terrain not in kinds().terrain:
                self.doubt(("legend", glyph), *sheets.unknown("terrain", terrain, kinds().terrain))
                own[glyph] = self.stand_in(glyph, terrain)
            else:
                own[glyph] = kinds().terrain[terrain].glyph
        rows = self.letters("rows", self.written.rows, {*kinds().by_glyph, *self.written.legend}, self.written.size)
        table = str.maketrans(own)
        return tuple(row.translate(table) for row in rows)

    def stand_in(self, glyph: str, terrain: str) -> str:
        """A letter for an unknown terrain that means nothing else, if possible the file's own."""
        taken = {*kinds().by_glyph, *self.strange}
        letters = (glyph, *(chr(code) for code in range(0xC0, 0x2000) if chr(code).isalpha()))
        found = next(letter for letter in letters if letter not in taken)
        self.strange[found] = terrain
        return found

    def letters(self, key: str, written: str | list[str], known: Iterable[str], size: Pair | None) -> list[str]:
        """Rows without blanks, all as wide and as many as `size` says (or as the first row is wide)."""
        lines = written.rstrip("\n").split("\n") if isinstance(written, str) else written
        rows = [line.replace(" ", "") for line in lines]
        width, height = size or (len(rows[0]) if rows else 0, len(rows))
        if not 1 <= width <= MAX_SIZE or not 1 <= height <= MAX_SIZE:
            self.fault((key,), f"a map of {width} x {height} cells; each must be between 1 and {MAX_SIZE}")
            return rows
        if len(rows) != height:
            self.fault((key,), f"expected {height} rows, found {len(rows)}")
        strange = set("".join(rows)).difference(known)
        for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
            if len(row) != width:
                self.fault_in(key, number, len(line), f"row {number}: expected {width} cells, found {len(row)}")
            if strange.intersection(row):
                column = next(place for place, glyph in enumerate(line) if glyph in strange)
                found = len(line[:column].replace(" ", ""))
                self.fault_in(key, number, column, f"cell {found},{number}: unknown letter {line[column]!r}")
        return rows

    def fault_in(self, key: str, row: int, column: int, message: str) -> None:
        if isinstance(getattr(self.written, key), str):
            self.faults.append(self.sheet.fault((key,), message, inside=(row, column)))
        else:
            self.faults.append(self.sheet.fault((key, row), message, inside=(0, column)))

    def heights(self) -> tuple[int, ...]:
        if not self.written.elevation:
            return ()
        sixths = {".": 0, **{str(level): level * LEVEL for level in range(10)}}
        for glyph, level in self.written.levels.items():
            height = parse_level(level)
            if len(glyph) != 1 or glyph.isspace():
                self.fault(("levels", glyph), f"{glyph!r} is not a single letter")
            if height is None:
                self.fault(
                    ("levels", glyph), f"a level is a number of halves or thirds, such as 2, 0.5 or 1/3, not {level!r}"
                )
            sixths[glyph] = height or 0
        rows = self.letters("elevation", self.written.elevation, sixths, (self.grid.width, self.grid.height))
        heights = tuple(sixths.get(glyph, 0) for row in rows for glyph in row)
        return heights if any(heights) else ()

    # Places

    def cell(self, at: Pair, path: Keys) -> Cell | None:
        if self.grid.inside(*at):
            return self.grid.at(*at)
        self.fault(path, f"cell {at[0]},{at[1]} lies off the {self.grid.width} x {self.grid.height} map")
        return None

    def rect(self, rect: Rect, path: Keys) -> list[Cell]:
        x, y, width, height = rect
        fits = width >= 1 and height >= 1 and self.grid.inside(x, y)
        if not fits or not self.grid.inside(x + width - 1, y + height - 1):
            self.fault(path, f"rectangle [{x}, {y}, {width}, {height}] (column, row, width, height) leaves the map")
            return []
        return [self.grid.at(col, row) for row in range(y, y + height) for col in range(x, x + width)]

    def props(self) -> tuple[Prop, ...]:
        found: dict[Cell, str] = {}
        for kind, places in self.written.props.items():
            if kind not in kinds().props:
                message, remedy = sheets.unknown("prop", kind, kinds().props)
                self.doubts.append(self.sheet.key_fault(("props", kind), message, remedy))
            for number, at in enumerate(places):
                cell = self.cell(at, ("props", kind, number))
                if cell is not None and cell in found:
                    self.fault(("props", kind, number), f"cell {at[0]},{at[1]} already has a {found[cell]}")
                elif cell is not None:
                    found[cell] = kind
        return tuple(Prop(cell, found[cell]) for cell in sorted(found))

    def labels(self) -> Iterator[Label]:
        found = []
        for number, label in enumerate(self.written.labels):
            cell = self.cell(label.at, ("labels", number, "at"))
            if cell is not None:
                found.append((cell, label.text))
        return (Label(cell, text) for cell, text in sorted(found))

    # Edges

    def edges(self) -> tuple[Edge, ...]:
        """Later entries replace earlier ones; the kind `open` takes an edge away, for a gap in a wall."""
        found: dict[int, str] = {}
        for number, entry in enumerate(self.written.edges):
            path = ("edges", number)
            if entry.kind != "open" and entry.kind not in kinds().edges:
                self.doubt((*path, "kind"), *sheets.unknown("edge", entry.kind, [*kinds().edges, "open"]))
            for edge in self.run(entry, path):
                found[edge] = entry.kind
        return tuple(Edge(edge, found[edge]) for edge in sorted(found) if found[edge] != "open")

    def run(self, entry: EdgeEntry, path: Keys) -> list[int]:
        given = (entry.at is not None, entry.start is not None, entry.around is not None)
        if sum(given) != 1 or (entry.start is None) != (entry.to is None):
            self.fault(path, "give either at, or from and to, or around")
            return []
        if entry.around is not None:
            return self.outline(self.rect(entry.around, (*path, "around")))
        sides = [self.side(word, path) for word in entry.side.split()]
        if not sides:
            self.fault(path, "key 'side' is missing")
        return [self.grid.edge(cell, d) for cell in self.cells_of(entry, path) for d in sides if d is not None]

    def side(self, word: str, path: Keys) -> int | None:
        names = [self.grid.names[d] for d in self.grid.layout.sides]
        if word not in names:
            self.fault((*path, "side"), *sheets.unknown("side", word, names))
            return None
        return self.grid.parse_direction(word)

    def cells_of(self, entry: EdgeEntry, path: Keys) -> list[Cell]:
        if entry.at is not None:
            cell = self.cell(entry.at, (*path, "at"))
            return [] if cell is None else [cell]
        if entry.start is None or entry.to is None:
            return []
        (x, y), (x2, y2) = entry.start, entry.to
        if x != x2 and y != y2:
            self.fault(path, "a run goes along a row or a column")
            return []
        return self.rect((min(x, x2), min(y, y2), abs(x2 - x) + 1, abs(y2 - y) + 1), path)

    def outline(self, members: list[Cell]) -> list[int]:
        inside = set(members)
        sides = self.grid.layout.sides
        return [self.grid.edge(c, d) for c in members for d in sides if self.grid.step(c, d) not in inside]

    # Zones and sides

    def zones(self) -> tuple[Zone, ...]:
        by_letter = self.zone_letters()
        found = []
        for name, entry in self.written.zones.items():
            path = ("zones", name)
            mask = by_letter.get(entry.letter, 0) if entry.letter else 0
            if entry.letter and not mask and not self.faults:
                self.fault((*path, "letter"), f"no letter {entry.letter!r} stands in zone_rows")
            if not {"rect", "rects", "cells", "letter"}.intersection(self.sheet.get(path)):
                self.fault(path, "the zone has no rect, rects, cells or letter")
            for cell in self.zone_cells(entry, path):
                mask |= 1 << cell
            found.append(Zone(name, entry.kind, mask, entry.title, entry.effect))
        return tuple(found)

    def zone_cells(self, entry: ZoneEntry, path: Keys) -> Iterator[Cell]:
        if entry.rect:
            yield from self.rect(entry.rect, (*path, "rect"))
        for number, rect in enumerate(entry.rects):
            yield from self.rect(rect, (*path, "rects", number))
        for number, at in enumerate(entry.cells):
            cell = self.cell(at, (*path, "cells", number))
            if cell is not None:
                yield cell

    def zone_letters(self) -> dict[str, CellSet]:
        if not self.written.zone_rows:
            return {}
        known = {entry.letter for entry in self.written.zones.values() if entry.letter} | {"."}
        rows = self.letters("zone_rows", self.written.zone_rows, known, (self.grid.width, self.grid.height))
        found: dict[str, CellSet] = {}
        for number, row in enumerate(rows[: self.grid.height]):
            for column, letter in enumerate(row[: self.grid.width]):
                found[letter] = found.get(letter, 0) | 1 << self.grid.at(column, number)
        found.pop(".", None)
        return found

    def sides(self, sides: tuple[SideSetup, ...]) -> None:
        names = list(self.written.zones)
        taken: set[str] = set()
        for number, side in enumerate(sides):
            path: Keys = ("sides", number)
            if side.name in taken:
                self.doubt((*path, "name"), f"there are two sides {side.name!r}")
            taken.add(side.name)
            if side.zone and side.zone not in names:
                self.doubt((*path, "zone"), *sheets.unknown("zone", side.zone, names))
            for where, zone in side.named_zones():
                if zone not in names:
                    self.doubt((*path, *where), *sheets.unknown("zone", zone, names))
            for place, entry in enumerate(side.roster):
                self.at((*path, "roster", place, "at"), entry.at)

    def at(self, path: Keys, text: str) -> None:
        try:
            _ = self.grid.parse(text) if text else None
        except ValueError as problem:
            self.doubt(path, str(problem))
