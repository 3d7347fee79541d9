"""The board: what lies in each cell and on each edge, and the sets of cells that rules ask for, derived once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import Struct

from game.grid.cuts import cut_steps
from game.grid.grid import Cell, CellSet, EdgeId, EdgeSet, Grid, Kind, bits, cells, make_grid
from game.map.notes import Backdrop, Comment, FairnessNote, Light, Recipe
from game.map.roster import SideSetup
from game.map.terrain import EdgeKind, PropKind, Terrain, kinds

LEVEL = 6  # heights are whole sixths of a level, so that halves and thirds are exact

RIM_SIDES = ("n", "e", "s", "w")

NOTES = ("backdrop", "lights", "recipes", "comments", "fairness")
"""Fields of a board that the rules never see; its digest leaves them out."""

Fog = Literal["off", "fog", "shroud"]
"""What a side is not shown: nothing, foes that nobody of it sees, or ground as well that it never saw."""

ZoneKind = Literal["deploy", "objective", "exit", "hazard", "area"]


class Edge(Struct, frozen=True):
    """What stands on an edge of the grid."""

    edge: EdgeId
    kind: str


class Prop(Struct, frozen=True):
    """A thing in a cell."""

    cell: Cell
    kind: str


class Zone(Struct, frozen=True):
    """A named set of cells. `effect` is what a hazard does, a word such as `gale` that the rulesets know."""

    name: str
    kind: ZoneKind
    cells: CellSet
    title: str = ""
    effect: str = ""


class Label(Struct, frozen=True):
    """Words on the map."""

    cell: Cell
    text: str


class Board(Struct, frozen=True, eq=False, dict=True, kw_only=True):
    """A battle map. Immutable, equal by content; ValueError for rows that are no map.

    `rows` holds one glyph of rulesets/board.yaml a cell; `heights` the ground of each cell in reading order, in
    sixths of a level, or nothing if all is flat; `rim` the closed sides of the map among n, e, s, w.
    """

    name: str
    kind: Kind
    rows: tuple[str, ...]
    heights: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    props: tuple[Prop, ...] = ()
    zones: tuple[Zone, ...] = ()
    labels: tuple[Label, ...] = ()
    rim: tuple[str, ...] = ()
    sides: tuple[SideSetup, ...] = ()
    round_limit: int = 20
    fog: Fog = "off"
    author: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    backdrop: Backdrop | None = None
    lights: tuple[Light, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    comments: tuple[Comment, ...] = ()
    fairness: FairnessNote | None = None

    def __post_init__(self) -> None:
        width = len(self.rows[0]) if self.rows else 0
        if not width or any(len(row) != width for row in self.rows):
            raise ValueError("the rows of a map are all equally wide, and there is at least one cell")
        strange = set().union(*self.rows) - kinds().by_glyph.keys()
        if strange:
            raise ValueError(f"no terrain has the letter {min(strange)!r}")
        if len(self.heights) not in (0, width * len(self.rows)):
            raise ValueError(f"{len(self.heights)} heights for {width * len(self.rows)} cells")
        if len({zone.name for zone in self.zones}) < len(self.zones):
            raise ValueError("two zones of one name")
        # One order each, so that equal boards have equal digests however they were drawn.
        msgspec.structs.force_setattr(self, "heights", self.heights if any(self.heights) else ())
        msgspec.structs.force_setattr(self, "edges", tuple(sorted(self.edges, key=lambda edge: edge.edge)))
        msgspec.structs.force_setattr(self, "props", tuple(sorted(self.props, key=lambda prop: prop.cell)))
        msgspec.structs.force_setattr(
            self, "labels", tuple(sorted(self.labels, key=lambda each: (each.cell, each.text)))
        )
        msgspec.structs.force_setattr(self, "rim", tuple(side for side in RIM_SIDES if side in self.rim))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board) or self.digest != other.digest:
            return False
        return all(getattr(self, name) == getattr(other, name) for name in NOTES)

    def __ne__(self, other: object) -> bool:
        # Left out, msgspec would compare identities here.
        return not self == other

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """A hash of all that skirmishes depend on (everything but `NOTES`), the same on every machine."""
        left_out = NOTES if self.fog != "off" else (*NOTES, "fog")  # maps from before there was fog keep their digest
        content = {name: getattr(self, name) for name in self.__struct_fields__ if name not in left_out}
        # Sets of cells as text: JSON of whole numbers with thousands of digits is slow, and Python refuses it.
        content["zones"] = [(each.name, each.kind, f"{each.cells:x}", each.title, each.effect) for each in self.zones]
        return hashlib.blake2b(msgspec.json.encode(content), digest_size=12).hexdigest()

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @cached_property
    def grid(self) -> Grid:
        """The grid the board lies on."""
        return make_grid(self.kind, self.width, self.height)

    # One cell, one edge

    def terrain(self, cell: Cell) -> Terrain:
        """What fills a cell."""
        return kinds().by_glyph[self._glyphs[cell]]

    def prop(self, cell: Cell) -> PropKind | None:
        """What stands in a cell."""
        kind = self._props.get(cell)
        return kinds().props[kind] if kind else None

    def edge_kind(self, edge: EdgeId) -> EdgeKind | None:
        """What stands on an edge."""
        kind = self._edges.get(edge)
        return kinds().edges[kind] if kind else None

    def sixths(self, cell: Cell) -> int:
        """Height of the ground in sixths of a level."""
        return self.ground[cell]

    def level(self, cell: Cell) -> Fraction:
        """Height of the ground in levels, exactly."""
        return Fraction(self.ground[cell], LEVEL)

    def extra(self, cell: Cell) -> int:
        """Additional movement points to enter a cell: those of its terrain and of what stands there."""
        prop = self.prop(cell)
        return self.terrain(cell).extra + (prop.extra if prop else 0)

    def zone(self, name: str) -> Zone | None:
        """The zone of that name."""
        return next((zone for zone in self.zones if zone.name == name), None)

    def zone_cells(self, name: str) -> CellSet:
        """The cells of the zone of that name; none if there is no such zone."""
        zone = self.zone(name)
        return zone.cells if zone else 0

    # Sets of cells

    def of_terrain(self, wanted: Callable[[Terrain], bool]) -> CellSet:
        """The cells whose terrain passes a test."""
        mask = 0
        for glyph, place in self.by_glyph.items():
            if wanted(kinds().by_glyph[glyph]):
                mask |= place
        return mask

    def of_prop(self, wanted: Callable[[PropKind], bool]) -> CellSet:
        """The cells where a prop stands that passes a test."""
        return bits(prop.cell for prop in self.props if wanted(kinds().props[prop.kind]))

    def of_edge(self, wanted: Callable[[EdgeKind], bool]) -> EdgeSet:
        """The edges where something stands that passes a test."""
        return bits(edge.edge for edge in self.edges if wanted(kinds().edges[edge.kind]))

    def tagged(self, tag: str) -> CellSet:
        """The cells whose terrain or prop has a tag of board.yaml."""
        return self.of_terrain(lambda kind: tag in kind.tags) | self.of_prop(lambda kind: tag in kind.tags)

    @cached_property
    def by_glyph(self) -> dict[str, CellSet]:
        """The cells of each terrain that occurs."""
        text = self._glyphs[::-1]
        found: dict[str, CellSet] = {}
        zeros = dict.fromkeys(map(ord, set(text)), "0")
        for glyph in sorted(set(text) - {"\0"}):
            found[glyph] = int(text.translate({**zeros, ord(glyph): "1"}), 2)
        return found

    @cached_property
    def impassable(self) -> CellSet:
        """Nobody can be there."""
        return self.of_terrain(lambda kind: kind.impassable) | self.of_prop(lambda kind: kind.impassable)

    @cached_property
    def passable(self) -> CellSet:
        """All other cells."""
        return self.grid.everywhere & ~self.impassable

    @cached_property
    def blocks_sight(self) -> CellSet:
        """Lines through these cells are blocked (below the top of what stands there: see `tops`)."""
        return self.of_terrain(lambda kind: kind.blocks_sight) | self.of_prop(lambda kind: kind.blocks_sight)

    @cached_property
    def obstacles(self) -> CellSet:
        """Something here partly or wholly blocks the view: cover."""
        return self.of_terrain(lambda kind: kind.obstacle) | self.of_prop(lambda kind: kind.obstacle)

    @cached_property
    def one_way(self) -> CellSet:
        """The obstacles that do not hamper those next to them."""
        return self.of_terrain(lambda kind: kind.one_way) | self.of_prop(lambda kind: kind.one_way)

    @cached_property
    def water(self) -> CellSet:
        """Shallow and deep water."""
        return self.of_terrain(lambda kind: kind.water != "none")

    @cached_property
    def deep(self) -> CellSet:
        """Deep water: whoever is there swims."""
        return self.of_terrain(lambda kind: kind.water == "deep")

    @cached_property
    def difficult(self) -> CellSet:
        """Cells that cost additional movement points or are tagged difficult."""
        return self.tagged("difficult") | bits(c for by, mask in self.extras.items() if by for c in cells(mask))

    @cached_property
    def concealing(self) -> CellSet:
        """Cells one can hide in."""
        return self.tagged("concealing")

    @cached_property
    def extras(self) -> dict[int, CellSet]:
        """Additional movement points -> the cells that cost them; every cell is in one of the sets."""
        found: dict[int, CellSet] = {}
        for glyph, mask in self.by_glyph.items():
            by = kinds().by_glyph[glyph].extra
            found[by] = found.get(by, 0) | mask
        for prop in self.props:
            here = 1 << prop.cell
            by = self.extra(prop.cell)
            found = {each: mask & ~here for each, mask in found.items()}
            found[by] = found.get(by, 0) | here
        return {by: found[by] for by in sorted(found) if found[by]}

    @cached_property
    def hazards(self) -> dict[str, CellSet]:
        """What is dangerous -> where: terrain, props and hazard zones (swaying, fire, gale ...)."""
        found: dict[str, CellSet] = {}
        places = [(kinds().by_glyph[glyph].hazard, mask) for glyph, mask in self.by_glyph.items()]
        places += [(kinds().props[prop.kind].hazard, 1 << prop.cell) for prop in self.props]
        places += [(zone.effect, zone.cells) for zone in self.zones if zone.kind == "hazard"]
        for word, mask in places:
            if word:
                found[word] = found.get(word, 0) | mask
        return dict(sorted(found.items()))

    @cached_property
    def exits(self) -> CellSet:
        """Where units may leave the battle."""
        mask = 0
        for zone in self.zones:
            mask |= zone.cells if zone.kind == "exit" else 0
        return mask

    @cached_property
    def ground(self) -> tuple[int, ...]:
        """By cell: the height of the ground in sixths of a level (0 for indices that are no cells)."""
        found = [0] * len(self._glyphs)
        for row, base in enumerate(self.grid.bases if self.heights else ()):
            found[base : base + self.width] = self.heights[row * self.width : (row + 1) * self.width]
        return tuple(found)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """By cell: the height of the top of whatever stands there, in sixths of a level above 0."""
        rises = {glyph: round(kinds().by_glyph[glyph].height * LEVEL) for glyph in self.by_glyph}
        found = [ground + rises.get(glyph, 0) for ground, glyph in zip(self.ground, self._glyphs, strict=True)]
        for prop in self.props:
            rise = round(kinds().props[prop.kind].height * LEVEL)
            found[prop.cell] = max(found[prop.cell], self.ground[prop.cell] + rise)
        return tuple(found)

    @cached_property
    def at_level(self) -> dict[int, CellSet]:
        """Height in sixths -> the cells whose ground is that high."""
        found: dict[int, CellSet] = {}
        for cell in cells(self.grid.everywhere):
            found[self.ground[cell]] = found.get(self.ground[cell], 0) | 1 << cell
        return found

    # Edges

    @cached_property
    def closed(self) -> EdgeSet:
        """Edges that nothing passes: walls, shut doors, windows, and the closed sides of the map."""
        return self.of_edge(lambda kind: kind.step == "closed") | self.rim_walls

    @cached_property
    def low(self) -> EdgeSet:
        """Edges that can be stepped over."""
        return self.of_edge(lambda kind: kind.step == "low")

    @cached_property
    def opaque(self) -> EdgeSet:
        """Edges that no line of sight crosses."""
        return self.of_edge(lambda kind: kind.blocks_sight) | self.rim_walls

    @cached_property
    def obstacle_edges(self) -> EdgeSet:
        """Edges that give cover."""
        return self.of_edge(lambda kind: kind.obstacle) | self.rim_walls

    @cached_property
    def edge_tops(self) -> dict[EdgeId, int]:
        """Edge -> height of its top above the higher of its cells, in sixths of a level above 0."""
        found = {}
        for edge in self.edges:
            beside = [self.ground[cell] for cell in self.grid.edge_cells(edge.edge) if cell is not None]
            found[edge.edge] = max(beside) + round(kinds().edges[edge.kind].height * LEVEL)
        return found

    @cached_property
    def doors(self) -> Mapping[EdgeId, str]:
        """Edge -> kind, for all that can be opened or shut in play."""
        return {edge.edge: edge.kind for edge in self.edges if kinds().edges[edge.kind].turns_to}

    @cached_property
    def rim_walls(self) -> EdgeSet:
        """The edges along the closed sides of the map."""
        grid, mask = self.grid, 0
        for edge in cells(grid.rim) if self.rim else ():
            cell, d = grid.edge_side(edge)
            row, name = grid.xy(cell)[1], grid.names[d]
            # On hexes the slanted sides of the first and last row belong to north and south.
            side = (
                name if name in RIM_SIDES else name[0] if row == (0 if name[0] == "n" else self.height - 1) else name[1]
            )
            mask |= 1 << edge if side in self.rim else 0
        return mask

    @cached_property
    def walls(self) -> tuple[CellSet, ...]:
        """By direction: the cells from which a step that way is cut by a closed edge."""
        return cut_steps(self.grid, self.closed)

    @cached_property
    def low_steps(self) -> tuple[CellSet, ...]:
        """By direction: the cells from which a step that way crosses a low edge."""
        return cut_steps(self.grid, self.low)

    @cached_property
    def _glyphs(self) -> str:
        """The glyph of each cell index, a null where there is no cell."""
        parts, length = [], 0
        for row, base in zip(self.rows, self.grid.bases, strict=True):
            parts += ["\0" * (base - length), row]
            length = base + len(row)
        return "".join(parts)

    @cached_property
    def _props(self) -> dict[Cell, str]:
        return {prop.cell: prop.kind for prop in self.props}

    @cached_property
    def _edges(self) -> dict[EdgeId, str]:
        return {edge.edge: edge.kind for edge in self.edges}
