"""Drawing with symmetry: what changes in one part of the map changes in its images too, sides and facings with it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from game.edit import lattice
from game.edit.content import Content, contents, put, with_cells
from game.edit.draft import Draft, changed, edges_of, props_of, units_of
from game.edit.sizes import Sizes
from game.edit.symmetry import Order, Symmetry, cell_order, edge_order, images_of, winners, zone_names
from game.grid.grid import Cell, CellSet, EdgeId, Grid, bits, cells
from game.grid.layout import Size
from game.map.board import Zone
from game.map.roster import Entry


class Changes(Struct, frozen=True):
    """Where two drafts of one size differ, layer by layer."""

    terrain: CellSet = 0
    elevation: CellSet = 0
    props: CellSet = 0
    labels: CellSet = 0
    units: CellSet = 0
    zones: Mapping[str, CellSet] = {}
    edges: frozenset[EdgeId] = frozenset()

    @property
    def cells(self) -> CellSet:
        """All cells with any change but one of edges."""
        found = self.terrain | self.elevation | self.props | self.labels | self.units
        for mask in self.zones.values():
            found |= mask
        return found


def differences(before: Draft, after: Draft) -> Changes:
    """What changed from one draft to another of the same size: also what a screen must draw again."""
    old_zones = {zone.name: zone.cells for zone in before.zones}
    zones = {zone.name: zone.cells ^ old_zones.pop(zone.name, 0) for zone in after.zones}
    zones |= old_zones
    edges = edges_of(before).items() ^ edges_of(after).items() if before.edge_rows is not after.edge_rows else ()
    props = props_of(before).items() ^ props_of(after).items() if before.prop_rows is not after.prop_rows else ()
    return Changes(
        terrain=_in_rows(before, before.rows, after.rows),
        elevation=_in_rows(before, _full(before), _full(after)) if before.ground is not after.ground else 0,
        props=bits(cell for cell, _ in props),
        labels=bits(label.cell for label in {*before.labels} ^ {*after.labels}),
        units=_units(before, after) if before.sides is not after.sides else 0,
        zones={name: mask for name, mask in zones.items() if mask},
        edges=frozenset(edge for edge, _ in edges),
    )


def _full(draft: Draft) -> tuple[tuple[int, ...], ...]:
    flat = (0,) * draft.width
    return tuple(row or flat for row in draft.ground)


def _in_rows(draft: Draft, old: tuple[str | tuple[int, ...], ...], new: tuple[str | tuple[int, ...], ...]) -> CellSet:
    mask = 0
    for base, one, other in zip(draft.grid.bases, old, new, strict=True):
        if one is not other and one != other:
            pairs = zip(one, other, strict=True)
            mask |= bits(base + col for col, (was, now) in enumerate(pairs) if was != now)
    return mask


def _units(before: Draft, after: Draft) -> CellSet:
    old, new = units_of(before), units_of(after)
    return bits(cell for cell in {*old, *new} if old.get(cell) != new.get(cell))


def spread(before: Draft, after: Draft, symmetry: Symmetry, sizes: Sizes | None = None) -> Draft:
    """What was changed, done to all images too. Nothing is done if the size of the map changed.

    `sizes` tells how big units are, so that big ones cover the images of the cells that they cover.
    """
    if before.grid is not after.grid or not images_of(after.grid, symmetry):
        return after
    return _spread(before, after, differences(before, after), symmetry, sizes)


def symmetrise(draft: Draft, symmetry: Symmetry, sizes: Sizes | None = None) -> Draft:
    """The whole map made symmetric from its source (the left part, if it is either)."""
    if not images_of(draft.grid, symmetry):
        return draft
    if symmetry.source == "either":
        symmetry = msgspec.structs.replace(symmetry, source="left")
    grid, everywhere = draft.grid, draft.grid.everywhere
    edges = frozenset(grid.edge(cell, d) for cell in cells(everywhere) for d in grid.layout.sides)
    zones = {zone.name: everywhere for zone in draft.zones}
    changes = Changes(everywhere, everywhere, everywhere, everywhere, everywhere, zones, edges)
    return _spread(draft, draft, changes, symmetry, sizes)


def asymmetric(draft: Draft, symmetry: Symmetry) -> CellSet:
    """The cells where terrain, height, prop or an edge are not what the symmetry asks for."""
    found, grid = differences(draft, symmetrise(draft, symmetry)), draft.grid
    beside = bits(cell for edge in found.edges for cell in grid.edge_cells(edge) if cell is not None)
    return found.terrain | found.elevation | found.props | beside


def _spread(before: Draft, draft: Draft, changes: Changes, symmetry: Symmetry, sizes: Sizes | None) -> Draft:
    order = cell_order(draft.grid, "left" if symmetry.source == "either" else symmetry.source)
    for layer in ("terrain", "elevation", "props", "labels"):
        pairs = _pairs(draft, getattr(changes, layer), symmetry, order)
        if pairs:
            found = contents(draft, bits({cell for cell, _ in pairs.values()}))
            draft = put(draft, {there: found[cell] for there, (cell, _) in pairs.items()}, layers=(layer,))
    draft = _spread_zones(draft, changes.zones, symmetry, order)
    draft = _spread_edges(draft, changes.edges, symmetry, order)
    return _spread_units(before, draft, changes.units, symmetry, order, sizes) if changes.units else draft


def _pairs(draft: Draft, mask: CellSet, symmetry: Symmetry, order: Order) -> dict[Cell, tuple[Cell, int]]:
    """The cells that follow others: (the cell that it follows, the number of the image)."""
    grid, images = draft.grid, images_of(draft.grid, symmetry)
    leading = winners(
        cells(mask),
        lambda cell, motion: lattice.image(grid, motion, cell),
        images,
        order,
        forced=symmetry.source != "either",
    )
    found: dict[Cell, tuple[Cell, int]] = {}
    for cell in leading:
        for number, each in enumerate(images):
            there = lattice.image(grid, each.motion, cell)
            if there is not None and there not in leading:
                found.setdefault(there, (cell, number))
    return found


def _spread_zones(draft: Draft, zones: Mapping[str, CellSet], symmetry: Symmetry, order: Order) -> Draft:
    images = images_of(draft.grid, symmetry)
    names = [zone_names(draft, each, swap=symmetry.swap) for each in images]
    now = {zone.name: zone.cells for zone in draft.zones}
    new = dict(now)
    for name, mask in zones.items():
        for there, (cell, number) in _pairs(draft, mask, symmetry, order).items() if name in now else ():
            other = names[number].get(name, name)
            if other in new:
                new[other] = new[other] & ~(1 << there) | (now[name] >> cell & 1) << there
    found: tuple[Zone, ...] = tuple(with_cells(zone, new[zone.name]) for zone in draft.zones)
    return draft if found == draft.zones else changed(draft, zones=found)


def _spread_edges(draft: Draft, edges: frozenset[EdgeId], symmetry: Symmetry, order: Order) -> Draft:
    grid, images = draft.grid, images_of(draft.grid, symmetry)
    leading = winners(
        edges,
        lambda edge, motion: lattice.edge_image(grid, motion, edge),
        images,
        edge_order(grid, order),
        forced=symmetry.source != "either",
    )
    now = edges_of(draft)
    walls: dict[EdgeId, str] = {}
    for edge in leading:
        for each in images:
            there = lattice.edge_image(grid, each.motion, edge)
            if there is not None and there not in leading:
                walls.setdefault(there, now.get(edge, ""))
    return put(draft, {}, walls, layers=("edges",)) if walls else draft


def _spread_units(
    before: Draft, draft: Draft, mask: CellSet, symmetry: Symmetry, order: Order, sizes: Sizes | None
) -> Draft:
    grid, images, count = draft.grid, images_of(draft.grid, symmetry), len(draft.sides)
    leading = winners(
        cells(mask),
        lambda cell, motion: lattice.image(grid, motion, cell),
        images,
        order,
        forced=symmetry.source != "either",
    )
    was, now = units_of(before), units_of(draft)
    news: dict[Cell, list[tuple[int, Entry]]] = {}
    for cell in leading:
        for each in images:
            plain = lattice.image(grid, each.motion, cell)
            gone = [
                lattice.anchor(grid, each.motion, cell, _size(entry, sizes, grid)) for _, entry in was.get(cell, ())
            ]
            for there in (plain, *gone):
                if there is not None and there not in leading:
                    news.setdefault(there, [])
            for number, entry in now.get(cell, ()):
                there = lattice.anchor(grid, each.motion, cell, _size(entry, sizes, grid))
                if there is not None and there not in leading:
                    other = each.side(number, count) if symmetry.swap else number
                    looks = entry.facing or draft.sides[number].facing
                    turned = lattice.facing(grid.layout, each.motion, looks)
                    as_usual = not entry.facing and turned == draft.sides[other].facing
                    twin = msgspec.structs.replace(entry, facing="" if as_usual else turned)
                    news.setdefault(there, [])[:] = [(other, twin)]
    found: dict[Cell, Content] = contents(draft, bits(news))
    filled = {there: msgspec.structs.replace(found[there], units=tuple(units)) for there, units in news.items()}
    return put(draft, filled, layers=("units",))


def _size(entry: Entry, sizes: Sizes | None, grid: Grid) -> Size:
    return sizes(entry, grid.kind) if sizes else 1
