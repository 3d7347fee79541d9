"""The clipboard: cut-outs of a draft with all their layers, turned, mirrored, pasted, and kept as stamps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from game.edit import lattice
from game.edit.content import LAYERS, Content, contents, edges_about, put
from game.edit.draft import Draft, blank, changed, edges_of, read
from game.edit.lattice import Flip, Motion
from game.edit.paint import erase, glyph_of
from game.grid.grid import Cell, CellSet, EdgeId, Grid, Kind, bits, cells, make_grid
from game.grid.layout import Layout, Offset
from game.map.board import Zone
from game.map.roster import SideSetup

STAMP = "stamp"
"""The zone of a stamp's file that holds its cells, and the first of its tags."""


class Clip(Struct, frozen=True, eq=False, kw_only=True):
    """Some cells with what lies in them, by their offset (dq, dr) from the anchor, which is near their middle.

    `edges` are given by the offset of such a cell and a direction; "" between two of the cells means that nothing
    stands there. `zones` are those that the cells belonged to, without their cells; `facings` where each side looks.
    """

    kind: Kind
    cells: Mapping[Offset, Content]
    edges: Mapping[tuple[int, int, int], str]
    zones: tuple[Zone, ...] = ()
    layers: tuple[str, ...] = LAYERS
    facings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.cells)


def copy(draft: Draft, mask: CellSet, layers: Collection[str] = LAYERS) -> Clip:
    """A cut-out of some cells, the draft left as it is."""
    grid = draft.grid
    if not mask:
        return Clip(kind=draft.kind, cells={}, edges={})
    q0, r0 = grid.axial(_middle(grid, mask))
    found = {(grid.axial(cell)[0] - q0, grid.axial(cell)[1] - r0): each for cell, each in contents(draft, mask).items()}
    walls: dict[EdgeId, str] = {}
    for cell in cells(mask):
        for d in grid.layout.sides:
            if (there := grid.step(cell, d)) is not None and mask >> there & 1:
                walls[grid.edge(cell, d)] = ""
    edges = {}
    for edge, kind in {**walls, **edges_about(draft, mask)}.items():
        cell, d = grid.edge_side(edge)
        beyond = grid.step(cell, d)
        if not mask >> cell & 1 and beyond is not None:
            cell, d = beyond, grid.opposite(d)
        q, r = grid.axial(cell)
        edges[q - q0, r - r0, d] = kind
    names = {name for each in found.values() for name in each.zones}
    zones = tuple(msgspec.structs.replace(zone, cells=0) for zone in draft.zones if zone.name in names)
    kept = tuple(layer for layer in LAYERS if layer in layers)
    facings = tuple(side.facing for side in draft.sides)
    return Clip(kind=draft.kind, cells=found, edges=edges, zones=zones, layers=kept, facings=facings)


def cut(draft: Draft, mask: CellSet, layers: Collection[str] = LAYERS, ground: str = "grass") -> tuple[Clip, Draft]:
    """A cut-out, and the draft with plain ground in its place."""
    return copy(draft, mask, layers), erase(draft, mask, layers, ground)


def _middle(grid: Grid, mask: CellSet) -> Cell:
    spots = [(*grid.axial(cell), cell) for cell in cells(mask)]
    count, q, r = len(spots), sum(spot[0] for spot in spots), sum(spot[1] for spot in spots)
    return min(spots, key=lambda spot: ((spot[0] * count - q) ** 2 + (spot[1] * count - r) ** 2, spot[2]))[2]


# Turning


def turn(clip: Clip, steps: int) -> Clip:
    """Turned clockwise about its anchor: by quarters on squares, by sixths on hexes."""
    return _moved(clip, lattice.turning(_layout_grid(clip.kind).layout, steps))


def flip(clip: Clip, way: Flip) -> Clip:
    """Mirrored about its anchor."""
    return _moved(clip, lattice.flipping(_layout_grid(clip.kind).layout, way))


def _layout_grid(kind: Kind) -> Grid:
    return make_grid(kind, 1, 1)


def _moved(clip: Clip, motion: Motion) -> Clip:
    layout = _layout_grid(clip.kind).layout
    ways = lattice.directions(layout, motion)
    found = {motion.at(q, r): _turned(each, layout, motion, clip.facings) for (q, r), each in clip.cells.items()}
    edges = {(*motion.at(q, r), ways[d]): kind for (q, r, d), kind in clip.edges.items()}
    return msgspec.structs.replace(clip, cells=found, edges=edges)


def _turned(content: Content, layout: Layout, motion: Motion, facings: tuple[str, ...]) -> Content:
    """What lies in a cell after a turn or mirror: units look elsewhere, also those that look where their side does."""
    if not content.units:
        return content
    units = []
    for side, entry in content.units:
        usual = facings[side] if side < len(facings) else ""
        facing = lattice.facing(layout, motion, entry.facing or usual)
        as_usual = not entry.facing and facing == usual
        units.append((side, msgspec.structs.replace(entry, facing="" if as_usual else facing)))
    return msgspec.structs.replace(content, units=tuple(units))


# Pasting


def covered(grid: Grid, clip: Clip, at: Cell) -> CellSet:
    """The cells that a clip would fill with its anchor at a cell: the ghost under the pointer."""
    return bits(_places(grid, clip, at))


def _places(grid: Grid, clip: Clip, at: Cell) -> dict[Cell, Content]:
    q0, r0 = grid.axial(at)
    placed = ((grid.at_axial(q0 + q, r0 + r), each) for (q, r), each in clip.cells.items())
    return {cell: each for cell, each in placed if cell is not None}


def paste(
    draft: Draft,
    clip: Clip,
    at: Cell,
    *,
    only_empty: bool = False,
    layers: Collection[str] = LAYERS,
    ground: str = "grass",
) -> Draft:
    """The clip in the draft, its anchor at a cell; what lies off the map is left out.

    `only_empty`: nothing is replaced but plain `ground` and empty places, layer by layer. Zones that the draft lacks
    are added. ValueError for a clip of the other kind of grid.
    """
    if clip.kind != draft.kind:
        raise ValueError(f"a clip of {clip.kind} cells does not fit a map of {draft.kind} cells")
    grid = draft.grid
    wanted = tuple(layer for layer in clip.layers if layer in layers)
    found = _places(grid, clip, at)
    edges = _edges_at(grid, clip, at)
    if "zones" in wanted:
        names = {name for each in found.values() for name in each.zones}
        missing = tuple(zone for zone in clip.zones if zone.name in names and not draft.zone(zone.name))
        draft = changed(draft, zones=(*draft.zones, *missing))
    if only_empty:
        there = contents(draft, bits(found))
        found = {cell: _onto(there[cell], each, glyph_of(ground)) for cell, each in found.items()}
        now = edges_of(draft)
        edges = {edge: kind for edge, kind in edges.items() if edge not in now}
    return put(draft, found, edges, wanted)


def _onto(there: Content, new: Content, ground: str) -> Content:
    return Content(
        new.glyph if there.glyph == ground else there.glyph,
        there.height or new.height,
        there.prop or new.prop,
        there.zones or new.zones,
        there.labels or new.labels,
        there.units or new.units,
    )


def _edges_at(grid: Grid, clip: Clip, at: Cell) -> dict[EdgeId, str]:
    q0, r0 = grid.axial(at)
    found: dict[EdgeId, str] = {}
    for (dq, dr, d), kind in clip.edges.items():
        q, r = q0 + dq, r0 + dr
        cell = grid.at_axial(q, r)
        if cell is not None:
            found[grid.edge(cell, d)] = kind
            continue
        step_q, step_r = grid.layout.steps[d]
        beyond = grid.at_axial(q + step_q, r + step_r)
        if beyond is not None:
            found[grid.edge(beyond, grid.opposite(d))] = kind
    return found


# Stamps


def alone(clip: Clip, name: str = "") -> tuple[Draft, Cell]:
    """A map of nothing but a clip, and the cell of its anchor there; ValueError for an empty clip."""
    if not clip:
        raise ValueError("an empty clip makes no map")
    top = min(r for _, r in clip.cells)
    half = 2 if clip.kind == "hex" else 0
    columns = [q + ((r - top) // half if half else 0) for q, r in clip.cells]
    left, width = min(columns), max(columns) - min(columns) + 1
    height = max(r for _, r in clip.cells) - top + 1
    draft = blank(clip.kind, width, height, name=name)
    sides = max((side for each in clip.cells.values() for side, _ in each.units), default=-1) + 1
    facings = (*clip.facings, *("",) * sides)
    draft = changed(
        draft, zones=clip.zones, sides=tuple(SideSetup(f"Side {n + 1}", facing=facings[n]) for n in range(sides))
    )
    grid, corner = draft.grid, draft.grid.at(0, 0)
    moved = msgspec.structs.replace(
        clip,
        cells={(q - left, r - top): each for (q, r), each in clip.cells.items()},
        edges={(q - left, r - top, d): kind for (q, r, d), kind in clip.edges.items() if kind},
    )
    anchor = grid.at_axial(-left, -top)
    return put(
        draft, _places(grid, moved, corner), _edges_at(grid, moved, corner)
    ), corner if anchor is None else anchor


def stamp_text(clip: Clip, name: str) -> str:
    """A stamp as a map file of its own: the zone `stamp` holds its cells, its tags name its layers."""
    zones = (*(zone for zone in clip.zones if zone.name != STAMP), Zone(STAMP, "area", 0))
    found = {offset: _stamped(each) for offset, each in clip.cells.items()}
    draft, _ = alone(msgspec.structs.replace(clip, zones=zones, cells=found), name)
    return changed(draft, tags=(STAMP, *clip.layers)).text()


def _stamped(content: Content) -> Content:
    return msgspec.structs.replace(content, zones=(*(name for name in content.zones if name != STAMP), STAMP))


def read_stamp(source: Path | str, name: str = "") -> Clip:
    """The clip of a stamp's file or text; SheetError for what is no map, ValueError for a map that is no stamp."""
    draft, _ = read(source, name)
    zone = draft.zone(STAMP)
    if zone is None or not zone.cells:
        raise ValueError(f"{draft.name}: a stamp has a zone {STAMP!r} with its cells")
    layers = [layer for layer in LAYERS if layer in draft.tags] or LAYERS
    draft = changed(draft, zones=tuple(each for each in draft.zones if each.name != STAMP))
    return copy(draft, zone.cells, layers)
