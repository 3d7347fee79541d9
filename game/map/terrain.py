"""Kinds of terrain, props and edges, read from rulesets/board.yaml."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from game.data import paths, sheets

Percent = Annotated[int, Meta(ge=0, le=100)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What fills a cell; `height` in levels above the ground, `extra` in movement points, `protect` in per cent."""

    title: str
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    id: str = ""
    extra: int = 0
    impassable: bool = False
    obstacle: bool = False
    blocks_sight: bool = False
    height: float = 0
    protect: Percent = 0
    one_way: bool = False
    water: Literal["none", "shallow", "deep"] = "none"
    hazard: str = ""
    colour: Colour = "#808080"
    tags: tuple[str, ...] = ()


class PropKind(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may stand in a cell; fields as in Terrain."""

    title: str
    id: str = ""
    extra: int = 0
    impassable: bool = False
    obstacle: bool = False
    blocks_sight: bool = False
    height: float = 0
    protect: Percent = 0
    one_way: bool = False
    hazard: str = ""
    colour: Colour = "#808080"
    tags: tuple[str, ...] = ()


class EdgeKind(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may stand between two cells. A `low` edge can be stepped over, a `closed` one cannot be passed."""

    title: str
    id: str = ""
    step: Literal["open", "low", "closed"] = "open"
    obstacle: bool = False
    blocks_sight: bool = False
    height: float = 0
    protect: Percent = 0
    one_way: bool = False
    turns_to: str = ""
    colour: Colour = "#808080"
    tags: tuple[str, ...] = ()


class Kinds(Struct, frozen=True):
    """Everything that boards are made of, by id; `by_glyph` are the terrains by their letter."""

    terrain: dict[str, Terrain]
    props: dict[str, PropKind]
    edges: dict[str, EdgeKind]
    by_glyph: dict[str, Terrain]


@cache
def kinds() -> Kinds:
    """The kinds that ship with the game; SheetError if the sheet is faulty."""
    return read_kinds(sheets.load(paths.data("rulesets") / "board.yaml"))


def read_kinds(sheet: sheets.Sheet) -> Kinds:
    """The kinds of a sheet with the tables terrain, props and edges."""
    terrain = sheet.table(Terrain, ("terrain",))
    edges = sheet.table(EdgeKind, ("edges",))
    faults = []
    by_glyph: dict[str, Terrain] = {}
    for key, kind in terrain.items():
        path = ("terrain", key, "glyph")
        if not kind.glyph.isprintable() or kind.glyph.isspace():
            faults.append(sheet.fault(path, f"{kind.glyph!r} cannot be seen in a map"))
        if kind.glyph in by_glyph:
            faults.append(sheet.fault(path, f"{kind.glyph!r} already means {by_glyph[kind.glyph].id}"))
        by_glyph[kind.glyph] = kind
    for key, edge in edges.items():
        if edge.turns_to and edge.turns_to not in edges:
            faults.append(sheet.fault(("edges", key, "turns_to"), *sheets.unknown("edge", edge.turns_to, edges)))
    if faults:
        raise sheets.SheetError(faults)
    return Kinds(terrain, sheet.table(PropKind, ("props",)), edges, by_glyph)
