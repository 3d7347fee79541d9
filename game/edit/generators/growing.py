"""From a recipe to a map: the ground, its symmetry, ways between all parts, sides and their zones."""

from __future__ import annotations

from typing import cast, get_args

import msgspec

from game.edit.content import set_edges
from game.edit.draft import Draft, changed
from game.edit.generators.catalogue import find_generator, numbers_of
from game.edit.generators.joining import joined, opened
from game.edit.generators.plot import Plot
from game.edit.knowledge import knowledge
from game.edit.mirroring import spread, symmetrise
from game.edit.regions import board_of, doors_without_walls
from game.edit.symmetry import TITLES, Source, Symmetry
from game.grid.grid import Cell, CellSet, bits, cells
from game.map.board import Zone
from game.map.notes import Recipe
from game.map.roster import Entry, SideSetup
from game.map.writer import rectangles

_ROSTER = (Entry("leader"), Entry("fighter", count=2), Entry("skirmisher"), Entry("archer"))


def symmetry_of(recipe: Recipe) -> Symmetry:
    """The symmetry that a recipe asks for; ValueError for words that mean none."""
    if recipe.symmetry and recipe.symmetry not in TITLES:
        raise ValueError(f"unknown symmetry {recipe.symmetry!r}; known: {', '.join(TITLES)}")
    if recipe.source and recipe.source not in get_args(Source):
        raise ValueError(f"unknown part {recipe.source!r} of a symmetry; known: {', '.join(get_args(Source))}")
    return Symmetry(recipe.symmetry or "none", source=cast(Source, recipe.source or "left"))


def generate(draft: Draft, recipe: Recipe, mask: CellSet = 0) -> Draft:
    """The map, or some cells of it, drawn anew by a recipe; the draft remembers the recipe with its area.

    The whole map gets two sides with zones if it has none, and all its ground hangs together. The same recipe on maps
    of one size gives the same ground. LookupError or ValueError for a recipe that makes no sense.
    """
    generator, symmetry = find_generator(recipe.kind), symmetry_of(recipe)
    numbers = numbers_of(generator, recipe)
    whole = not mask or mask == draft.grid.everywhere
    region = draft.grid.everywhere if whole else mask
    plot = Plot(draft.grid, region, knowledge().palettes[recipe.kind], recipe.seed, symmetry if whole else None)
    generator.draw(plot, numbers)
    after = plot.onto(draft)
    after = _mirrored(draft, after, symmetry, whole=whole)
    if whole:
        after = _with_sides(after, symmetry)
        after = _cleared(after, symmetry, plot.kind("ground"))
    after = joined(after, region, symmetry, plot.kind("ground"), plot.kind("wall") if generator.wall else "")
    after = _unhinged(after, region, symmetry)
    area = () if whole else tuple(_rect(rect) for rect in rectangles(after, region))
    full = msgspec.structs.replace(recipe, parameters=dict(numbers), area=area)
    return changed(after, recipes=(full,) if whole else (*draft.recipes, full))


def again(draft: Draft, recipe: Recipe) -> Draft:
    """What a stored recipe gives on its area, once more."""
    grid = draft.grid
    spots = ((col, row) for x, y, w, h in recipe.area for col in range(x, x + w) for row in range(y, y + h))
    return generate(draft, recipe, bits(grid.at(*spot) for spot in spots if grid.inside(*spot)))


def _rect(rect: list[int]) -> tuple[int, int, int, int]:
    x, y, width, height = rect
    return x, y, width, height


def _mirrored(before: Draft, after: Draft, symmetry: Symmetry, *, whole: bool) -> Draft:
    if not whole:
        return spread(before, after, symmetry)
    mirrored = symmetrise(after, symmetry)
    # Zones, labels and units are the mapmaker's own.
    return changed(mirrored, zones=after.zones, labels=after.labels, sides=after.sides)


def _unhinged(draft: Draft, region: CellSet, symmetry: Symmetry) -> Draft:
    """Without the doors and windows that no wall holds any more, since ways were cut."""
    grid = draft.grid
    while True:
        loose = [
            edge
            for edge in doors_without_walls(draft)
            if all(cell is not None and region >> cell & 1 for cell in grid.edge_cells(edge))
        ]
        if not loose:
            return draft
        bare = changed(draft, edge_rows=set_edges(draft, dict.fromkeys(loose, "")))
        draft = spread(draft, bare, msgspec.structs.replace(symmetry, source="either"))


# Sides and zones


def _with_sides(draft: Draft, symmetry: Symmetry) -> Draft:
    """Red and Blue at opposite ends, unless the map has sides or is too small for two."""
    if draft.sides or max(draft.width, draft.height) < 6:
        return draft
    upright = draft.height > draft.width
    if symmetry.way in ("mirror_h", "mirror_v") and min(draft.width, draft.height) >= 6:
        upright = symmetry.way == "mirror_v"
    names, facings = (("north", "south"), ("s", "n")) if upright else (("west", "east"), ("e", "w"))
    grid = draft.grid
    if upright and grid.kind == "hex":
        facings = ("se", "nw")
    sides = tuple(
        SideSetup(name, names[n], name.lower(), facing=facings[n], roster=_ROSTER)
        for n, name in enumerate(("Red", "Blue"))
    )
    kept = tuple(zone for zone in draft.zones if zone.name not in names)
    zones = tuple(Zone(names[n], "deploy", _strip(draft, far=n == 1, upright=upright)) for n in (0, 1))
    return changed(draft, sides=sides, zones=(*kept, *zones))


def _strip(draft: Draft, *, far: bool, upright: bool) -> CellSet:
    """A strip along one side of the map, two to five cells deep."""
    grid = draft.grid
    deep = max(2, min(5, (grid.height if upright else grid.width) // 6))
    start = ((grid.height if upright else grid.width) - deep) * far
    spots = (
        ((col, row) for row in range(start, start + deep) for col in range(grid.width))
        if upright
        else ((col, row) for row in range(grid.height) for col in range(start, start + deep))
    )
    return bits(grid.at(*spot) for spot in spots)


def _needed(side: SideSetup) -> int:
    return 4 * side.size + 4


def _cleared(draft: Draft, symmetry: Symmetry, ground: str) -> Draft:
    """Enough room to stand in the zones of all sides, about the middle of each."""
    for side in draft.sides:
        zone = draft.zone(side.zone)
        free = board_of(draft).passable & ~board_of(draft).deep
        if (
            zone is None
            or not zone.cells
            or (zone.cells & free).bit_count() >= min(_needed(side), zone.cells.bit_count())
        ):
            continue
        members = sorted(cells(zone.cells), key=lambda cell: _off(draft, cell, zone.cells))
        before = draft
        draft = opened(draft, bits(members[: _needed(side)]), ground)
        draft = spread(before, draft, msgspec.structs.replace(symmetry, source="either", swap=False))
    return draft


def _off(draft: Draft, cell: Cell, mask: CellSet) -> tuple[int, int]:
    """How far a cell lies from the middle of a set, twice and squared."""
    grid = draft.grid
    spots = [grid.xy(each) for each in cells(mask)]
    x, y = (min(axis) + max(axis) for axis in zip(*spots, strict=True))
    col, row = grid.xy(cell)
    return (2 * col - x) ** 2 + (2 * row - y) ** 2, cell
