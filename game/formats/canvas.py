"""A board in the making: cells are filled one by one, what did not fit is counted, and at the end there is a Board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.formats.mapping import Meaning
from game.formats.report import Effect, FormatError, Note, counted, places
from game.grid.grid import Cell, CellSet, EdgeId, Kind, make_grid
from game.map.board import Board, Edge, Label, Prop, Zone, ZoneKind
from game.map.file import parse_level
from game.map.notes import Light
from game.map.terrain import kinds

MAX_LABEL = 400
SURE, LIKELY = 90, 50


class Canvas:
    """What has been read so far."""

    def __init__(self, name: str, kind: Kind, width: int, height: int, fill: str) -> None:
        self.name, self.fill = name, fill
        self.grid = make_grid(kind, width, height)
        self.terrain: dict[Cell, str] = {}
        self.props: dict[Cell, str] = {}
        self.heights: dict[Cell, int] = {}
        self.edges: dict[EdgeId, str] = {}
        self.confidence: dict[EdgeId, int] = {}
        self.zones: dict[str, Zone] = {}
        self.labels: list[Label] = []
        self.lights: list[Light] = []
        self.fields: dict[str, Any] = {}
        self._notes: dict[Note, None] = {}
        self._counts: dict[tuple[Effect, str, str], list[str]] = {}

    # What there is to tell

    def note(self, effect: Effect, text: str) -> None:
        """A line of the report; the same line stands there once."""
        self._notes[Note(effect, text)] = None

    def count(self, effect: Effect, one: str, many: str, where: str) -> None:
        """One more of something that is told together: "3 lights lie off the map (at ...)"."""
        self._counts.setdefault((effect, one, many), []).append(where)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The report."""
        told = [
            Note(effect, f"{len(found)} {one if len(found) == 1 else many}{places([each for each in found if each])}")
            for (effect, one, many), found in self._counts.items()
        ]
        return (*self._notes, *told)

    # Filling

    def put(self, cell: Cell, meaning: Meaning) -> None:
        """A meaning takes its place in a cell; whatever it does not speak of stays."""
        if meaning.terrain:
            self.terrain[cell] = meaning.terrain
        if meaning.prop:
            old = self.props.get(cell)
            if old and old != meaning.prop:
                where = self.grid.name(cell)
                self.count("lost", "prop under another one", "props under others", f"{old} {where}")
            self.props[cell] = meaning.prop
        if meaning.level != "":
            self.heights[cell] = parse_level(meaning.level) or 0

    def wall(self, edges: Iterable[tuple[EdgeId, int]], kind: str) -> int:
        """Something on edges, each with its confidence; how many edges. A door is put over a wall, not beneath."""
        number = 0
        for edge, sure in edges:
            number += 1
            old = self.edges.get(edge)
            if old is None or kinds().edges[kind].turns_to or (old == kind and sure > self.confidence[edge]):
                self.edges[edge], self.confidence[edge] = kind, sure
        return number

    def zone(self, name: str, kind: ZoneKind, mask: CellSet, title: str = "", effect: str = "") -> None:
        """A zone; one of the same name grows."""
        old = self.zones.get(name)
        if old is not None:
            mask |= old.cells
        self.zones[name] = Zone(name, kind, mask, title, effect)

    def label(self, cell: Cell, text: str) -> None:
        """Words at a cell, as far as a label may be long."""
        clean = printable(text)
        if len(clean) > MAX_LABEL:
            self.count("changed", "label was cut short", "labels were cut short", self.grid.name(cell))
        if clean:
            self.labels.append(Label(cell, clean[:MAX_LABEL]))

    # The end

    def tell_confidence(self) -> None:
        """How many of the edges are certain, likely and doubtful, and which are doubtful; nothing if all lay exact."""
        found = self.confidence
        if all(each == 100 for each in found.values()):
            return
        doubtful = sorted((sure, edge) for edge, sure in found.items() if sure < LIKELY)
        sure = sum(1 for each in found.values() if each >= SURE)
        named = places([f"{self.grid.edge_name(edge)} {percent} %" for percent, edge in doubtful])
        likely = len(found) - sure - len(doubtful)
        self.note(
            "changed",
            f"lines became {counted(len(found), 'edge')}: {sure} certain, {likely} likely, "
            f"{len(doubtful)} doubtful{named}",
        )

    def board(self) -> Board:
        """The board; FormatError if the parts make none."""
        glyphs = {name: kind.glyph for name, kind in kinds().terrain.items()}
        rows, heights = [], []
        for row, base in enumerate(self.grid.bases):
            members = range(base, base + self.grid.width)
            rows.append("".join(glyphs[self.terrain.get(cell, self.fill)] for cell in members))
            heights += [self.heights.get(cell, 0) for cell in members]
            assert len(rows) == row + 1
        try:
            return Board(
                kind=self.grid.kind,
                rows=tuple(rows),
                heights=tuple(heights) if any(heights) else (),
                edges=tuple(Edge(edge, kind) for edge, kind in self.edges.items()),
                props=tuple(Prop(cell, kind) for cell, kind in self.props.items()),
                zones=tuple(self.zones.values()),
                labels=tuple(self.labels),
                lights=tuple(self.lights),
                **{"name": self.name, **self.fields},
            )
        except (ValueError, TypeError) as problem:
            raise FormatError(f"{self.name}: {problem}") from None


def printable(text: str, most: int = 10_000) -> str:
    """Words without control characters or half characters, which no map file can hold."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text[:most])
    return " ".join(clean.split())
