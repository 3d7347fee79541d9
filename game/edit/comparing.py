"""Two maps tile by tile: what is another in each cell, before and after an import, a conversion or any command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from game.edit.content import Content, contents
from game.edit.draft import Draft, edges_of
from game.edit.paint import terrain_name
from game.grid.grid import Cell, CellSet, cells
from game.map.terrain import kinds

LAYERS = ("terrain", "elevation", "edges", "props", "zones", "units", "labels")


class Comparison(Struct, frozen=True):
    """By layer the cells (of the map after) that are another; cells that only one of the maps has."""

    layers: Mapping[str, CellSet]
    gone: int
    fresh: CellSet

    @property
    def everywhere(self) -> CellSet:
        """All cells that are another in any way."""
        found = self.fresh
        for mask in self.layers.values():
            found |= mask
        return found


def compare(before: Draft, after: Draft) -> Comparison:
    """Cells are matched by column and row. Edges are compared on grids of one kind only: others have other borders."""
    old, new = _tiles(before), _tiles(after)
    found = dict.fromkeys(LAYERS, 0)
    fresh = 0
    for place, (cell, *now) in new.items():
        if place not in old:
            fresh |= 1 << cell
            continue
        for layer, was, here in zip(LAYERS, old[place][1:], now, strict=True):
            if was != here and (layer != "edges" or before.kind == after.kind):
                found[layer] |= 1 << cell
    return Comparison({layer: mask for layer, mask in found.items() if mask}, len(old.keys() - new.keys()), fresh)


def _tiles(draft: Draft) -> dict[tuple[int, int], tuple[Cell, Any, Any, Any, Any, Any, Any, Any]]:
    """Column and row -> the cell, and what lies there in the order of the layers."""
    grid, edges = draft.grid, edges_of(draft)
    found = {}
    for cell, each in contents(draft, grid.everywhere).items():
        walls = tuple(edges.get(grid.edge(cell, d), "") for d in grid.layout.sides)
        units = tuple((draft.sides[side].name, entry.role, entry.unit, entry.name) for side, entry in each.units)
        ground = terrain_name(draft, each.glyph)
        found[grid.xy(cell)] = (cell, ground, each.height, walls, each.prop, {*each.zones}, units, each.labels)
    return found


def told(draft: Draft, cell: Cell) -> str:
    """A cell in words."""
    each: Content = contents(draft, 1 << cell)[cell]
    parts = [_title(terrain_name(draft, each.glyph))]
    if each.height:
        parts.append(f"height {each.height / 6:g}")
    parts += [each.prop] if each.prop else []
    parts += [f"zone {name}" for name in each.zones] + [f"“{words}”" for words in each.labels]
    parts += [f"{draft.sides[side].name}: {entry.name or entry.unit or entry.role}" for side, entry in each.units]
    grid, edges = draft.grid, edges_of(draft)
    walls = [(grid.names[d], edges[edge]) for d in grid.layout.sides if (edge := grid.edge(cell, d)) in edges]
    parts += [f"{kind} {way.upper()}" for way, kind in walls]
    return ", ".join(parts)


def _title(name: str) -> str:
    kind = kinds().terrain.get(name)
    return kind.title if kind is not None else name


def summary(found: Comparison) -> list[str]:
    """How many cells differ in what."""
    lines = [f"{layer.capitalize()}: {mask.bit_count()} cells" for layer, mask in found.layers.items()]
    if found.fresh:
        lines.append(f"New: {found.fresh.bit_count()} cells")
    if found.gone:
        lines.append(f"Gone: {found.gone} cells")
    return lines or ["Every cell is as it was"]


def ordered(found: Comparison) -> list[Cell]:
    """The cells that are another, in the order of reading."""
    return [*cells(found.everywhere)]
