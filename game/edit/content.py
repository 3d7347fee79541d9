"""What lies in cells, as one value each: the currency of copying, mirroring, turning and resizing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from game.edit.draft import Draft, changed, edges_of, level_row, place_of, props_of, units_of
from game.grid.grid import Cell, CellSet, EdgeId, EdgeSet, Grid, bits, cells
from game.map.board import Edge, Label, Prop, Zone
from game.map.roster import Entry, SideSetup

LAYERS = ("terrain", "elevation", "edges", "props", "zones", "units", "labels")
"""What can be edited, copied and erased apart from the rest."""

T = TypeVar("T")


class Content(Struct, frozen=True):
    """All that lies in one cell. `units` are (number of the side, entry); the place in the entry does not count."""

    glyph: str
    height: int = 0
    prop: str = ""
    zones: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    units: tuple[tuple[int, Entry], ...] = ()


def in_rows(grid: Grid, mask: CellSet) -> Iterator[tuple[int, list[int]]]:
    """The rows that a set of cells touches, each with the columns of its cells."""
    ones = (1 << grid.width) - 1
    for row, base in enumerate(grid.bases):
        part = mask >> base & ones
        if part:
            yield row, list(cells(part))


def contents(draft: Draft, mask: CellSet) -> dict[Cell, Content]:
    """What lies in each of some cells."""
    grid, props, units = draft.grid, props_of(draft), units_of(draft)
    labels: dict[Cell, tuple[str, ...]] = {}
    for label in draft.labels:
        labels[label.cell] = (*labels.get(label.cell, ()), label.text)
    zones = _names_by_cell(draft.zones, mask)
    found = {}
    for row, columns in in_rows(grid, mask):
        letters, ground, base = draft.rows[row], draft.ground[row], grid.bases[row]
        for col in columns:
            cell = base + col
            found[cell] = Content(
                letters[col],
                ground[col] if ground else 0,
                props.get(cell, ""),
                zones.get(cell, ()),
                labels.get(cell, ()),
                units.get(cell, ()),
            )
    return found


def edges_about(draft: Draft, mask: CellSet) -> dict[EdgeId, str]:
    """What stands on the edges of some cells, those to the outside of the set included."""
    wanted = edges_touching(draft.grid, mask)
    return {edge: kind for edge, kind in edges_of(draft).items() if wanted >> edge & 1}


def edges_touching(grid: Grid, mask: CellSet) -> EdgeSet:
    """All edges of some cells."""
    return bits(grid.edge(cell, d) for cell in cells(mask) for d in grid.layout.sides)


def _names_by_cell(zones: tuple[Zone, ...], mask: CellSet) -> dict[Cell, tuple[str, ...]]:
    found: dict[Cell, tuple[str, ...]] = {}
    for zone in zones:
        for cell in cells(zone.cells & mask):
            found[cell] = (*found.get(cell, ()), zone.name)
    return found


# Putting things down


def put(
    draft: Draft,
    found: Mapping[Cell, Content],
    edges: Mapping[EdgeId, str] | None = None,
    layers: Collection[str] = LAYERS,
) -> Draft:
    """The draft with these cells filled, and these edges ("" takes one away), in some layers.

    Zones that the draft does not have and sides beyond its own are left out.
    """
    fields: dict[str, Any] = {}
    if "terrain" in layers:
        fields["rows"] = set_glyphs(draft, {cell: each.glyph for cell, each in found.items()})
    if "elevation" in layers:
        fields["ground"] = set_heights(draft, {cell: each.height for cell, each in found.items()})
    if "props" in layers:
        fields["prop_rows"] = set_props(draft, {cell: each.prop for cell, each in found.items()})
    if "edges" in layers and edges:
        fields["edge_rows"] = set_edges(draft, edges)
    if "zones" in layers:
        fields["zones"] = _set_zones(draft, found)
    if "labels" in layers:
        fields["labels"] = _set_labels(draft, found)
    if "units" in layers:
        fields["sides"] = _set_units(draft, found)
    return changed(draft, **fields)


def set_glyphs(draft: Draft, glyphs: Mapping[Cell, str]) -> tuple[str, ...]:
    """The rows with other letters in some cells."""
    rows = list(draft.rows)
    for row, news in _by_row(draft.grid, glyphs):
        letters = list(rows[row])
        for col, glyph in news:
            letters[col] = glyph
        rows[row] = _same(rows[row], "".join(letters))
    return _same(draft.rows, tuple(rows))


def set_heights(draft: Draft, heights: Mapping[Cell, int]) -> tuple[tuple[int, ...], ...]:
    """The heights with others in some cells."""
    ground = list(draft.ground)
    for row, news in _by_row(draft.grid, heights):
        levels = list(ground[row] or (0,) * draft.width)
        for col, height in news:
            levels[col] = height
        ground[row] = _same(ground[row], level_row(levels))
    return _same(draft.ground, tuple(ground))


def set_props(draft: Draft, props: Mapping[Cell, str]) -> tuple[tuple[Prop, ...], ...]:
    """The props with others in some cells, "" for none."""
    rows = list(draft.prop_rows)
    for row, news in _by_row(draft.grid, props):
        base = draft.grid.bases[row]
        new = {base + col: kind for col, kind in news}
        kept = [prop for prop in rows[row] if prop.cell not in new]
        kept += [
            next((prop for prop in rows[row] if prop == Prop(cell, kind)), Prop(cell, kind))
            for cell, kind in new.items()
            if kind
        ]
        rows[row] = _same(rows[row], tuple(sorted(kept, key=lambda prop: prop.cell)))
    return _same(draft.prop_rows, tuple(rows))


def set_edges(draft: Draft, edges: Mapping[EdgeId, str]) -> tuple[tuple[Edge, ...], ...]:
    """The edges with other things on some of them, "" for nothing."""
    grid, rows = draft.grid, list(draft.edge_rows)
    by_row: dict[int, dict[EdgeId, str]] = {}
    for edge, kind in edges.items():
        by_row.setdefault(grid.xy(grid.edge_side(edge)[0])[1], {})[edge] = kind
    for row, new in by_row.items():
        kept = [each for each in rows[row] if new.get(each.edge, each.kind) == each.kind]
        there = {each.edge for each in kept}
        kept += [Edge(edge, kind) for edge, kind in new.items() if kind and edge not in there]
        rows[row] = _same(rows[row], tuple(sorted(kept, key=lambda each: each.edge)))
    return _same(draft.edge_rows, tuple(rows))


def _set_zones(draft: Draft, found: Mapping[Cell, Content]) -> tuple[Zone, ...]:
    all_cells = bits(found)
    into: dict[str, CellSet] = {}
    for cell, each in found.items():
        for name in each.zones:
            into[name] = into.get(name, 0) | 1 << cell
    zones = tuple(with_cells(zone, zone.cells & ~all_cells | into.get(zone.name, 0)) for zone in draft.zones)
    return _same(draft.zones, zones)


def with_cells(zone: Zone, mask: CellSet) -> Zone:
    """The zone with other cells."""
    return zone if zone.cells == mask else msgspec.structs.replace(zone, cells=mask)


def _set_labels(draft: Draft, found: Mapping[Cell, Content]) -> tuple[Label, ...]:
    kept = [label for label in draft.labels if label.cell not in found]
    kept += [Label(cell, text) for cell, each in found.items() for text in each.labels]
    return _same(draft.labels, tuple(sorted(kept, key=lambda label: (label.cell, label.text))))


def _set_units(draft: Draft, found: Mapping[Cell, Content]) -> tuple[SideSetup, ...]:
    grid, there = draft.grid, units_of(draft)
    news = {cell: _placed(grid.name(cell), each.units) for cell, each in found.items()}
    differing = {cell: units for cell, units in news.items() if units != there.get(cell, ())}
    if not differing:
        return draft.sides
    sides = []
    for number, side in enumerate(draft.sides):
        roster = [entry for entry in side.roster if place_of(grid, entry) not in differing]
        roster += [entry for units in differing.values() for owner, entry in units if owner == number]
        sides.append(with_roster(side, roster))
    return _same(draft.sides, tuple(sides))


def _placed(at: str, units: tuple[tuple[int, Entry], ...]) -> tuple[tuple[int, Entry], ...]:
    return tuple((side, entry if entry.at == at else msgspec.structs.replace(entry, at=at)) for side, entry in units)


def with_roster(side: SideSetup, roster: Iterable[Entry]) -> SideSetup:
    """The side with other entries."""
    entries = tuple(roster)
    return side if entries == side.roster else msgspec.structs.replace(side, roster=entries)


def _by_row(grid: Grid, news: Mapping[Cell, T]) -> Iterator[tuple[int, list[tuple[int, T]]]]:
    found: dict[int, list[tuple[int, T]]] = {}
    for cell, new in news.items():
        col, row = grid.xy(cell)
        found.setdefault(row, []).append((col, new))
    yield from found.items()


def _same(old: T, new: T) -> T:
    """The old value where the new one is equal, so that drafts share it."""
    return old if old == new else new


def where(draft: Draft, wanted: Callable[[str], bool]) -> CellSet:
    """The cells whose letter passes a test."""
    passing = {glyph for glyph in set().union(*draft.rows) if wanted(glyph)}
    mask = 0
    for base, row in zip(draft.grid.bases, draft.rows, strict=True):
        for glyph in passing.intersection(row):
            bit_text = "".join("1" if letter == glyph else "0" for letter in reversed(row))
            mask |= int(bit_text, 2) << base
    return mask
