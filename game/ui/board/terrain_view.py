"""What the ground's painters ask of a map: boards have it, and so do maps that are being drawn."""

from __future__ import annotations

from typing import Protocol

from game.grid.grid import Cell, Grid, Kind
from game.map.board import Zone
from game.map.roster import SideSetup
from game.map.terrain import PropKind, Terrain


class TerrainView(Protocol):
    """A map to look at. `heights` is empty where all is flat; `sixths` are heights in sixths of a level."""

    @property
    def kind(self) -> Kind: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def heights(self) -> tuple[int, ...]: ...
    @property
    def zones(self) -> tuple[Zone, ...]: ...
    @property
    def sides(self) -> tuple[SideSetup, ...]: ...
    def terrain(self, cell: Cell) -> Terrain: ...
    def prop(self, cell: Cell) -> PropKind | None: ...
    def sixths(self, cell: Cell) -> int: ...
