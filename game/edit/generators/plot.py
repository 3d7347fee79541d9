"""The plot that a generator draws on: cells, edges and props by sets, chance from one seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from game.edit.content import put, set_edges, set_glyphs, set_heights, set_props
from game.edit.draft import Draft, changed
from game.edit.knowledge import Palette
from game.edit.lattice import image
from game.edit.shapes import bounds, outline
from game.edit.symmetry import Symmetry, Way, images_of
from game.grid.grid import Cell, CellSet, EdgeId, Grid, bits, cells
from game.kernel.dice import Chooser
from game.map.terrain import kinds


class Plot:
    """What was drawn so far inside a region; nothing outside ever changes.

    Under a symmetry one part of the map follows another when all is drawn: what goes through the whole map must be
    drawn with its images (see `mirrored`), or it ends where the parts meet.
    """

    def __init__(
        self, grid: Grid, region: CellSet, palette: Palette, seed: int | str, symmetry: Symmetry | None = None
    ) -> None:
        self.grid, self.region, self.palette = grid, region, palette
        self.way: Way = symmetry.way if symmetry else "none"
        self.motions = tuple(each.motion for each in images_of(grid, symmetry)) if symmetry else ()
        self.dice = Chooser(seed)
        self.glyphs: dict[Cell, str] = {}
        self.heights: dict[Cell, int] = {}
        self.props: dict[Cell, str] = {}
        self.edges: dict[EdgeId, str] = {}
        self.left, self.top, self.width, self.height = bounds(grid, region)

    # Chance

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens so often in a hundred."""
        return self.dice.below(100) < percent

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included; low if there is none."""
        return low + self.dice.below(max(1, high - low + 1))

    def cell(self, mask: CellSet) -> Cell:
        """One cell of a set; ValueError if it is empty."""
        members = list(cells(mask))
        if not members:
            raise ValueError("no cell to choose from")
        return members[self.dice.below(len(members))]

    def kind(self, part: str) -> str:
        """A name of a part of the palette, any of them if there are several."""
        found = self.palette[part]
        return found if isinstance(found, str) else self.dice.pick(found)

    # Sets of cells

    def rect(self, col: int, row: int, width: int, height: int) -> CellSet:
        """The cells of a rectangle that lie in the region."""
        rows = range(max(row, 0), min(row + height, self.grid.height))
        columns = range(max(col, 0), min(col + width, self.grid.width))
        return bits(self.grid.at(x, y) for y in rows for x in columns) & self.region

    def mirrored(self, mask: CellSet) -> CellSet:
        """Some cells with their images under the symmetry."""
        found = mask
        for motion in self.motions:
            found |= bits(there for cell in cells(mask) if (there := image(self.grid, motion, cell)) is not None)
        return found & self.region

    def orbit(self, cell: Cell) -> list[Cell]:
        """A cell and its images."""
        images = [image(self.grid, motion, cell) for motion in self.motions]
        return [cell, *(there for there in images if there is not None and self.region >> there & 1)]

    @cached_property
    def heart(self) -> CellSet:
        """Where the images meet: the cells about the middle of a turn, those along a mirror; none without symmetry."""
        far: dict[Cell, int] = {}
        for cell in cells(self.region if self.motions else 0):
            images = [image(self.grid, motion, cell) for motion in self.motions]
            if all(there is not None for there in images):
                far[cell] = sum(self.grid.distance(cell, there, "manhattan") for there in images if there is not None)
        least = min(far.values(), default=0)
        return bits(cell for cell, apart in far.items() if apart == least)

    def middle(self) -> tuple[int, int]:
        """Column and row of a cell of the heart: one in the middle of a mirror, the first about a turn."""
        members = list(cells(self.heart)) or [self.cell(self.region)]
        return self.grid.xy(members[len(members) // 2 if self.way in ("mirror_h", "mirror_v") else 0])

    def blob(self, start: Cell, size: int, within: CellSet) -> CellSet:
        """About so many connected cells grown from one."""
        found = 1 << start & within
        rim = [start] if found else []
        while rim and found.bit_count() < size:
            at = self.dice.below(len(rim))
            fresh = [cell for cell in self._beside(rim[at]) if within >> cell & 1 and not found >> cell & 1]
            if not fresh:
                rim[at] = rim[-1]
                rim.pop()
                continue
            cell = fresh[self.dice.below(len(fresh))]
            found |= 1 << cell
            rim.append(cell)
        return found

    def _beside(self, cell: Cell) -> list[Cell]:
        ways = (self.grid.step(cell, d) for d in self.grid.layout.sides)
        return [there for there in ways if there is not None]

    def wander(self, start: Cell, end: Cell, wildness: int) -> list[Cell]:
        """A crooked way along edges from one cell to another inside the map; `wildness` in per cent."""
        way, here = [start], start
        while here != end and len(way) < 4 * (self.grid.width + self.grid.height):
            ways = self._beside(here)
            if not self.chance(wildness):
                nearest = min(self.grid.distance(there, end, "manhattan") for there in ways)
                ways = [there for there in ways if self.grid.distance(there, end, "manhattan") == nearest]
            here = ways[self.dice.below(len(ways))]
            way.append(here)
        while here != end:
            here = min(self._beside(here), key=lambda there: (self.grid.distance(there, end, "manhattan"), there))
            way.append(here)
        return way

    def smoothed(self, mask: CellSet, rounds: int, *, outside: bool) -> CellSet:
        """A set in which each cell goes with most of itself and its neighbours; those off the region are `outside`."""
        grid, region = self.grid, self.region
        for _ in range(rounds):
            votes = [mask & region]
            for d in range(grid.directions):
                # Those whose neighbour that way is in the set; with `outside` all but those whose neighbour is not.
                beside = grid.shift(region & (~mask if outside else mask), grid.opposite(d)) & region
                votes.append(region & ~beside if outside else beside)
            mask = _most(votes)
        return mask

    # Drawing

    def fill(self, mask: CellSet, name: str) -> None:
        """Some cells of one terrain."""
        glyph = kinds().terrain[name].glyph
        self.glyphs.update(dict.fromkeys(cells(mask & self.region), glyph))

    def lie(self, part: str) -> CellSet:
        """The cells where a part of the palette lies."""
        wanted = self.palette[part]
        names = (wanted,) if isinstance(wanted, str) else wanted
        glyphs = {kinds().terrain[name].glyph for name in names if name in kinds().terrain}
        return bits(cell for cell, glyph in self.glyphs.items() if glyph in glyphs)

    def stand(self, cell: Cell, name: str) -> None:
        """A prop in a cell of the region."""
        if self.region >> cell & 1:
            self.props[cell] = name

    def sprinkle(self, mask: CellSet, part: str, percent: int) -> None:
        """Props, or terrain, of a part of the palette in so many per cent of some cells."""
        for cell in cells(mask & self.region):
            if self.chance(percent):
                name = self.kind(part)
                if name in kinds().props:
                    self.props[cell] = name
                else:
                    self.glyphs[cell] = kinds().terrain[name].glyph

    def wall(self, edges: Iterable[EdgeId], kind: str) -> None:
        """The same on each of some edges inside the region."""
        for edge in edges:
            if self.holds(edge):
                self.edges[edge] = kind

    def holds(self, edge: EdgeId) -> bool:
        """Whether an edge lies between two cells of the region."""
        return all(cell is not None and self.region >> cell & 1 for cell in self.grid.edge_cells(edge))

    def around(self, mask: CellSet) -> list[EdgeId]:
        """The edges about some cells that lie inside the region."""
        return [edge for edge in outline(self.grid, mask) if self.holds(edge)]

    def onto(self, draft: Draft) -> Draft:
        """The draft with everything in the region replaced by what was drawn; zones, units and labels stay."""
        ground = draft.grid.everywhere & self.region
        bare: Mapping[Cell, int] = dict.fromkeys(cells(ground), 0)
        inside = {each.edge: "" for row in draft.edge_rows for each in row if self.holds(each.edge)}
        draft = changed(
            draft,
            rows=set_glyphs(draft, self.glyphs),
            ground=set_heights(draft, {**bare, **self.heights}),
            prop_rows=set_props(draft, {**dict.fromkeys(cells(ground), ""), **self.props}),
        )
        return put(changed(draft, edge_rows=set_edges(draft, inside)), {}, self.edges, layers=("edges",))


def _most(votes: list[CellSet]) -> CellSet:
    """The cells that are in most of seven or nine sets, counted in binary for all cells at once."""
    ones = twos = fours = eights = 0
    for vote in votes:
        ones, carry = ones ^ vote, ones & vote
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights |= carry
    return eights | (fours if len(votes) == 7 else fours & (ones | twos))
