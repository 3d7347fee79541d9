"""A map that is being drawn, as the ground's painters see it: nothing is converted, unknown kinds look like grass."""

from __future__ import annotations

from game.edit.draft import Draft, props_of
from game.grid.grid import Cell, Grid, Kind
from game.map.board import Zone
from game.map.roster import SideSetup
from game.map.terrain import PropKind, Terrain, kinds


class DraftTerrain:
    """One state of a draft; a `TerrainView`."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.kind: Kind = draft.kind
        self.grid: Grid = draft.grid
        self.zones: tuple[Zone, ...] = draft.zones
        self.sides: tuple[SideSetup, ...] = draft.sides
        self.heights: tuple[int, ...] = (0,) if any(draft.ground) else ()
        self._props = props_of(draft)
        self._plain = kinds().terrain["grass"]

    def terrain(self, cell: Cell) -> Terrain:
        """The kind of terrain of a cell; grass for kinds that nobody knows."""
        return kinds().by_glyph.get(self.draft.glyph(cell), self._plain)

    def prop(self, cell: Cell) -> PropKind | None:
        """The kind of prop in a cell, None if there is none."""
        return kinds().props.get(self._props.get(cell, ""))

    def sixths(self, cell: Cell) -> int:
        """Height of the ground in sixths of a level."""
        return self.draft.sixths(cell)
