"""Boards -> the text of map files, such that reading it gives an equal board."""

from __future__ import annotations

import string
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from game.data import sheets
from game.grid.grid import CellSet, Grid, Kind, cells
from game.map.board import LEVEL, Board, Edge, Label, Prop, Zone
from game.map.notes import Backdrop, Comment, FairnessNote, Light, Recipe
from game.map.roster import SideSetup

# Enough for every height that a map may have, plain letters first.
_LEVEL_LETTERS = (
    *string.ascii_letters,
    *(chr(code) for code in range(0xC0, 0x530) if chr(code).isalpha()),
    *map(chr, range(0x4E00, 0x5000)),
)


class Ground(Protocol):
    """What can be written as a map file: boards, and what the editor makes of them."""

    @property
    def name(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def rows(self) -> tuple[str, ...]: ...
    @property
    def heights(self) -> tuple[int, ...]: ...
    @property
    def edges(self) -> tuple[Edge, ...]: ...
    @property
    def props(self) -> tuple[Prop, ...]: ...
    @property
    def zones(self) -> tuple[Zone, ...]: ...
    @property
    def labels(self) -> tuple[Label, ...]: ...
    @property
    def rim(self) -> tuple[str, ...]: ...
    @property
    def sides(self) -> tuple[SideSetup, ...]: ...
    @property
    def round_limit(self) -> int: ...
    @property
    def fog(self) -> str: ...
    @property
    def backdrop(self) -> Backdrop | None: ...
    @property
    def lights(self) -> tuple[Light, ...]: ...
    @property
    def recipes(self) -> tuple[Recipe, ...]: ...
    @property
    def comments(self) -> tuple[Comment, ...]: ...
    @property
    def fairness(self) -> FairnessNote | None: ...


def dump_board(board: Board) -> str:
    """The map file of a board; ValueError for words that no file can hold."""
    return sheets.dump(values(board))


def values(board: Ground, legend: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The plain values of the map file; keys that would say nothing are left out.

    `legend`: letters of the rows that the game's own sheet does not know, and what terrain they mean.
    """
    levels, heights = _elevation(board)
    found = {
        "name": board.name,
        "author": board.author,
        "description": board.description,
        "tags": list(board.tags),
        "grid": board.kind,
        "size": [board.width, board.height],
        "rows": _rows(board, list(board.rows)),
        "legend": dict(legend or {}),
        "levels": levels,
        "elevation": heights,
        "edges": _edges(board),
        "props": _props(board),
        "zones": {zone.name: _zone(board, zone) for zone in board.zones},
        "labels": [{"at": list(board.grid.xy(label.cell)), "text": label.text} for label in board.labels],
        "rim": dict.fromkeys(board.rim, "wall"),
        "round_limit": board.round_limit,
        "fog": board.fog if board.fog != "off" else "",
        "sides": [side_values(side) for side in board.sides],
        "backdrop": msgspec.to_builtins(board.backdrop),
        "lights": msgspec.to_builtins(board.lights),
        "recipes": msgspec.to_builtins(board.recipes),
        "comments": msgspec.to_builtins(board.comments),
        "fairness": msgspec.to_builtins(board.fairness),
    }
    return {key: each for key, each in found.items() if each or key in ("name", "grid", "rows")}


def side_values(side: SideSetup) -> dict[str, Any]:
    """A side as plain values without what is left at its default."""
    found: dict[str, Any] = msgspec.to_builtins(side)
    return found


def _rows(board: Ground, rows: list[str]) -> str:
    """One row a line; on hexes spaced out and shifted, so that the text looks like the map."""
    if board.kind == "hex":
        rows = [(" " if number % 2 else "") + " ".join(row) for number, row in enumerate(rows)]
    return "\n".join(rows) + "\n"


def _elevation(board: Ground) -> tuple[dict[str, Any], str]:
    if not board.heights:
        return {}, ""
    letters = {level * LEVEL: str(level) for level in range(1, 10)} | {0: "."}
    others = sorted(set(board.heights) - set(letters))
    if len(others) > len(_LEVEL_LETTERS):
        raise ValueError(f"more than {len(_LEVEL_LETTERS)} different heights")
    own = dict(zip(others, _LEVEL_LETTERS, strict=False))
    letters |= own
    text = "".join(letters[height] for height in board.heights)
    rows = [text[row * board.width :][: board.width] for row in range(board.height)]
    levels = {letter: level_text(height) for height, letter in own.items()}
    return levels, _rows(board, rows)


def level_text(sixths: int) -> int | str:
    """A height in levels: whole, or a text such as "1/3"."""
    level = Fraction(sixths, LEVEL)
    return level.numerator if level.denominator == 1 else str(level)


def _edges(board: Ground) -> list[dict[str, Any]]:
    """Runs of edges of one kind and side, along rows first, then along columns."""
    grid = board.grid
    left = {(edge.kind, side := grid.edge_side(edge.edge))[1] + (edge.kind,): side for edge in board.edges}
    found = []
    for (cell, d, kind), _ in sorted(left.items()):
        if (cell, d, kind) not in left:
            continue
        run = max((_run(board, left, cell, d, kind, step) for step in ((1, 0), (0, 1))), key=len)
        for member in run:
            del left[(member, d, kind)]
        start, end = list(grid.xy(run[0])), list(grid.xy(run[-1]))
        place = {"at": start} if len(run) == 1 else {"from": start, "to": end}
        found.append({**place, "side": grid.names[d], "kind": kind})
    return found


def _run(board: Ground, left: dict[Any, Any], cell: int, d: int, kind: str, step: tuple[int, int]) -> list[int]:
    grid, run = board.grid, [cell]
    col, row = grid.xy(cell)
    while grid.inside(col := col + step[0], row := row + step[1]) and (grid.at(col, row), d, kind) in left:
        run.append(grid.at(col, row))
    return run


def _props(board: Ground) -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = {}
    for prop in sorted(board.props, key=lambda prop: (prop.kind, prop.cell)):
        found.setdefault(prop.kind, []).append(list(board.grid.xy(prop.cell)))
    return found


def _zone(board: Ground, zone: Zone) -> dict[str, Any]:
    rects = rectangles(board, zone.cells)
    place = {"rect": rects[0]} if len(rects) == 1 else {"rects": rects}
    words = {"title": zone.title, "effect": zone.effect}
    return {"kind": zone.kind, **place, **{key: word for key, word in words.items() if word}}


def rectangles(board: Ground, mask: CellSet) -> list[list[int]]:
    """A set of cells as rectangles [column, row, width, height]: equal runs of successive rows are joined."""
    runs: dict[int, list[tuple[int, int]]] = {}
    for cell in cells(mask):
        col, row = board.grid.xy(cell)
        line = runs.setdefault(row, [])
        if line and line[-1][0] + line[-1][1] == col:
            line[-1] = (line[-1][0], line[-1][1] + 1)
        else:
            line.append((col, 1))
    found: list[list[int]] = []
    open_rects: dict[tuple[int, int], list[int]] = {}
    for row in range(board.height):
        grown = {}
        for run in runs.get(row, []):
            rect = open_rects.get(run) or [run[0], row, run[1], 0]
            rect[3] += 1
            grown[run] = rect
            if rect[3] == 1:
                found.append(rect)
        open_rects = grown
    return found
