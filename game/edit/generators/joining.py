"""Ways between all parts of a map: the least that must be opened so that one can walk everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import pairwise

import msgspec

from game.edit.content import set_edges, set_glyphs, set_props
from game.edit.draft import Draft, changed, edges_of, props_of
from game.edit.mirroring import spread
from game.edit.regions import board_of, pockets
from game.edit.symmetry import Symmetry, across
from game.grid.grid import Cell, CellSet, bits, cells
from game.map.terrain import kinds


def joined(draft: Draft, region: CellSet, symmetry: Symmetry, ground: str, wall: str = "") -> Draft:
    """All walkable parts that touch a region connected: small ones filled with `wall` if given, ways cut to others."""
    for _ in range(200):
        parts = [part for part in pockets(draft) if part & region]
        main = parts[0] if parts else 0
        loose = [part for part in parts[1:] if not part & ~region]
        if not loose:
            return draft
        before, part = draft, loose[-1]
        # What is filled here is filled in all images: never where somebody walks, or the same ways are cut again.
        filled = across(draft.grid, symmetry, part)
        if wall and part.bit_count() < 6 and not filled & (main | _reserved(draft)):
            draft = changed(draft, rows=set_glyphs(draft, dict.fromkeys(cells(part), kinds().terrain[wall].glyph)))
            draft = changed(draft, prop_rows=set_props(draft, dict.fromkeys(cells(part), "")))
        else:
            draft = _cut_way(draft, part, main, region, ground)
        mirrored = spread(before, draft, msgspec.structs.replace(symmetry, source="either"))
        draft = mirrored if mirrored is not before else draft
    return draft


def _reserved(draft: Draft) -> CellSet:
    mask = 0
    for zone in draft.zones:
        mask |= zone.cells
    return mask


def _cut_way(draft: Draft, part: CellSet, main: CellSet, region: CellSet, ground: str) -> Draft:
    way = _cheapest(draft, part, main, region)
    if not way:
        return draft
    return opened(draft, bits(way), ground, way)


def _cheapest(draft: Draft, part: CellSet, main: CellSet, region: CellSet) -> list[Cell]:
    """The way along edges from one set to another that needs the least work."""
    grid, board, walls = draft.grid, board_of(draft), edges_of(draft)
    free = board.passable & ~board.deep
    queue: list[tuple[int, Cell]] = [(0, cell) for cell in cells(part)]
    came: dict[Cell, Cell | None] = {cell: None for _, cell in queue}
    cost = {cell: 0 for _, cell in queue}
    while queue:
        spent, here = heappop(queue)
        if main >> here & 1:
            return _back(came, here)
        for d in grid.layout.sides if spent == cost[here] else ():
            there = grid.step(here, d)
            if there is None or not (region | main) >> there & 1:
                continue
            price = spent + (1 if free >> there & 1 else 4) + (3 if grid.edge(here, d) in walls else 0)
            if price < cost.get(there, price + 1):
                cost[there], came[there] = price, here
                heappush(queue, (price, there))
    return []


def _back(came: Mapping[Cell, Cell | None], end: Cell) -> list[Cell]:
    way, here = [end], came[end]
    while here is not None:
        way.append(here)
        here = came[here]
    return way[::-1]


def opened(draft: Draft, mask: CellSet, ground: str, way: list[Cell] | None = None) -> Draft:
    """Cells that one can walk on: bridges over water, plain ground elsewhere, doors in walls along a way."""
    board, grid = board_of(draft), draft.grid
    blocked = mask & (board.impassable | board.deep)
    water = board.water & ~board.impassable
    bridge, plain = kinds().terrain["bridge"].glyph, kinds().terrain[ground].glyph
    glyphs: dict[Cell, str] = {}
    bare: dict[Cell, str] = {}
    for cell in cells(blocked):
        if board.terrain(cell).impassable or water >> cell & 1:
            glyphs[cell] = bridge if water >> cell & 1 else plain
        if cell in props_of(draft):
            bare[cell] = ""
    walls = edges_of(draft)
    edges = {}
    for here, there in pairwise(way or ()):
        edge = grid.edge_between(here, there)
        if edge is not None and edge in walls and board.closed >> edge & 1:
            edges[edge] = "door"
    return changed(
        draft, rows=set_glyphs(draft, glyphs), prop_rows=set_props(draft, bare), edge_rows=set_edges(draft, edges)
    )
