"""The map on the editor's screen: painted in chunks, and after a change only where it changed."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

import pygame

from game.edit.draft import Draft, edges_of, units_of
from game.edit.mirroring import Changes, differences
from game.edit.sizes import Bodies
from game.grid.grid import Cell, CellSet, Grid, bits, cells
from game.map.roster import Entry
from game.map.terrain import kinds
from game.ui.board import bridges, relief, tokens, zone_drawing
from game.ui.board.camera import Camera
from game.ui.board.canvas import whole_box
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.lettering import plate
from game.ui.board.minimap import Minimap
from game.ui.board.unit_look import UnitLook
from game.ui.editing.draft_terrain import DraftTerrain
from game.ui.kit.theme import Color, Palette

_BLOCK = 4  # cells: changed cells are painted together in blocks that wide and high
_MANY = 4000  # changed cells from which on all is painted anew
_FEW = 400  # changed cells that are shown at once, before they are painted well
_SPARE = 0.006  # seconds in a tick for painting what changed; the rest follows in the next ticks

Segment = tuple[tuple[float, float], tuple[float, float]]


class MapPane:
    """A draft inside `rect` (screen pixels)."""

    def __init__(self, rect: pygame.Rect, draft: Draft, *, still: bool = False) -> None:
        self.still = still
        self._dirty: dict[tuple[int, int], CellSet] = {}
        self._fresh: CellSet = 0  # cells to be shown at once, before they are painted well
        self._open(rect, draft)

    def _open(self, rect: pygame.Rect, draft: Draft) -> None:
        board = draft.board()
        self.camera = Camera(rect, draft.grid, still=self.still)
        self.ground = Ground(board)
        self.minimap = Minimap(self.camera, DraftTerrain(draft), edges_of(draft))
        self._dirty.clear()
        self._fresh = 0
        self._numbers_of: object = draft.ground
        self._numbered: CellSet = relief.numbered(board)
        self._turns: dict[Cell, int] = bridges.turns(board)
        self._take(draft)

    # What is shown

    def show(self, draft: Draft) -> bool:
        """Another state of the map; whether its size or kind is another, too."""
        before = self.draft
        if draft is before:
            return False
        if draft.grid is not before.grid:
            self._open(self.camera.rect, draft)
            return True
        changes = differences(before, draft)
        touched = changes.terrain | changes.elevation | changes.props
        for mask in changes.zones.values():
            touched |= mask
        touched |= bits(cell for edge in changes.edges for cell in draft.grid.edge_cells(edge) if cell is not None)
        if changes.elevation:
            touched |= draft.grid.spread(changes.elevation)
        touched |= _other_zones(before, draft) | self._turned(draft, changes)
        self._take(draft)
        self.minimap.take(self._plan, edges_of(draft), touched)
        self._mark(touched)
        self._fresh |= (changes.terrain | changes.props) if touched.bit_count() <= _FEW else 0
        return False

    def settle(self) -> None:
        """Place the small numbers of heights anew: too dear to be done in the middle of a stroke."""
        if self.draft.ground is self._numbers_of:
            return
        numbered = relief.numbered(self.draft.board())
        touched, self._numbered = numbered ^ self._numbered, numbered
        self._numbers_of = self.draft.ground
        self._take(self.draft)
        self._mark(touched)

    @property
    def unsettled(self) -> bool:
        """Whether something is still to be painted or placed."""
        return bool(self._dirty) or self.draft.ground is not self._numbers_of

    @property
    def painting(self) -> bool:
        """Whether something is still to be painted."""
        return bool(self._dirty)

    def _take(self, draft: Draft) -> None:
        self.draft, self._plan = draft, DraftTerrain(draft)
        self.ground.renew(self._plan, edges_of(draft), self._numbered, self._turns)

    def _turned(self, draft: Draft, changes: Changes) -> CellSet:
        """Bridges whose pictures lie another way now."""
        if not changes.terrain:
            return 0
        laid = [kinds().terrain[name].glyph for name in bridges.LAID]
        there = any(glyph in row for row in draft.rows for glyph in laid)
        turns = bridges.turns(draft.board()) if there else {}
        before, self._turns = self._turns, turns
        return bits(cell for cell in {*turns, *before} if turns.get(cell) != before.get(cell))

    def _mark(self, touched: CellSet) -> None:
        grid = self.draft.grid
        if touched.bit_count() > _MANY:
            self._dirty.clear()
            self._fresh = 0
            self.ground.chunks.forget()
            return
        for cell in cells(touched & grid.everywhere):
            col, row = grid.xy(cell)
            block = col // _BLOCK, row // _BLOCK
            self._dirty[block] = self._dirty.get(block, 0) | 1 << cell

    # Drawing

    def draw_minimap(self, surface: pygame.Surface, palette: Palette) -> None:
        """The whole map in a corner of the screen, with its units."""
        dots = [(cell, side + 1) for cell, units in units_of(self.draft).items() for side, _ in units]
        self.minimap.draw(surface, palette, dots)

    def mend(self, look: GroundLook) -> None:
        """Paint what changed well, as much as a tick has time for: not while a frame waits for it."""
        size, end = self.camera.size, perf_counter() + _SPARE
        while self._dirty:
            block = next(iter(self._dirty))
            self.ground.mend(look, size, _box(self.draft.grid, self._dirty.pop(block), size))
            if perf_counter() > end:
                return

    def draw(self, image: pygame.Surface, look: GroundLook, bodies: Bodies, back: Color) -> None:
        """Draw ground, units, words; `image` is the pane's part of the screen."""
        # Over what was painted well already nothing may be dabbed: nobody would paint there again.
        waiting = 0
        for mask in self._dirty.values() if self._fresh else ():
            waiting |= mask
        if look.under is None:  # under a picture the ground is seen when it is painted well
            self.ground.dab(look, self.camera.size, self._fresh & waiting)
        self._fresh = 0
        size, view = self.camera.size, self.camera.view()
        origin = -view.x, -view.y
        box = whole_box(self.draft.grid, size).move(origin)
        if not box.contains(image.get_rect()):
            image.fill(back)
        self.ground.draw(image, look, size, view, origin)
        for unit in looks(self.draft, bodies):
            put_token(image, unit, self.draft.grid, self.camera.size, look.palette, origin)
        self._captions(image, look, origin)

    def _captions(self, image: pygame.Surface, look: GroundLook, origin: tuple[int, int]) -> None:
        """Labels, and the names of zones."""
        size, grid = self.camera.size, self.draft.grid
        height = max(11, min(18, size // 4))
        for label in self.draft.labels:
            self._words(image, label.text, label.cell, (240, 232, 210), height, origin)
        said = {label.text for label in self.draft.labels}
        for zone in self.draft.zones if look.zones and size >= 20 else ():
            if zone.cells and (zone.title or zone.name) not in said:
                cell = zone_drawing.label_anchor(grid, zone.cells)
                color = zone_drawing.zone_color(DraftTerrain(self.draft), zone, look.palette)
                lifted = origin[0], origin[1] - round(size * 0.36)
                self._words(image, zone.title or zone.name, cell, color, height, lifted)

    def _words(
        self, image: pygame.Surface, words: str, cell: Cell, color: Color, height: int, origin: tuple[int, int]
    ) -> None:
        x, y = self.draft.grid.centre_px(cell, self.camera.size)
        place = round(x) + origin[0], round(y) + origin[1]
        if image.get_rect().inflate(200, 60).collidepoint(place):
            picture = plate(words, height, color)
            image.blit(picture, picture.get_rect(center=place))


def _other_zones(before: Draft, draft: Draft) -> CellSet:
    """The cells of zones that look otherwise now although they have the same cells."""
    if before.zones is draft.zones and before.sides is draft.sides:
        return 0
    was = [(zone.name, zone.kind) for zone in before.zones], [side.zone for side in before.sides]
    now = [(zone.name, zone.kind) for zone in draft.zones], [side.zone for side in draft.sides]
    mask = 0
    for zone in (*before.zones, *draft.zones) if was != now else ():
        mask |= zone.cells
    return mask


def _box(grid: Grid, mask: CellSet, size: int) -> pygame.Rect:
    """What some cells' pictures reach, walls about them included, in board pixels."""
    places = [grid.centre_px(cell, size) for cell in cells(mask)]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    right, bottom = max(x for x, _ in places), max(y for _, y in places)
    reach = round(size * 0.9)
    return pygame.Rect(left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach)


@lru_cache(maxsize=4)
def looks(draft: Draft, bodies: Bodies) -> list[UnitLook]:
    """The units of a draft as they are drawn."""
    found, serial = [], 0
    numbers: dict[int, int] = {}
    for cell, units in units_of(draft).items():
        for side, entry in units:
            serial += 1
            numbers[side] = numbers.get(side, 0) + 1
            found.append(look_of(draft, bodies, serial, side, numbers[side], cell, entry))
    return found


def put_token(
    image: pygame.Surface,
    look: UnitLook,
    grid: Grid,
    size: int,
    palette: Palette,
    origin: tuple[int, int] = (0, 0),
    clear: int = 255,
) -> None:
    """A unit's token on a picture of the board; the board's corner is at `origin`; faint if `clear` is less."""
    x, y = tokens.middle_px(grid, look.cell, look.size, size)
    left, top = round(x) + origin[0], round(y) + origin[1]
    if image.get_rect().inflate(4 * size, 4 * size).collidepoint(left, top):
        picture, dx, dy = tokens.blit_of(look, grid, size, palette)
        if clear < 255:
            picture = picture.copy()
            picture.set_alpha(clear)
        image.blit(picture, (left + dx, top + dy))


def look_of(draft: Draft, bodies: Bodies, serial: int, side: int, number: int, cell: Cell, entry: Entry) -> UnitLook:
    names, kind = draft.grid.names, draft.grid.kind
    size, gear = bodies(entry, kind)
    facing = entry.facing or draft.sides[side].facing
    return UnitLook(
        unit=serial,
        name=entry.name,
        role=entry.role or "",
        sheet=entry.unit,
        side=side + 1,
        number=number,
        cell=cell,
        size=size,
        facing=names.index(facing) if facing in names else None,
        gear=gear,
    )


# The rim of sets of cells


@lru_cache(maxsize=32)
def rim(grid: Grid, mask: CellSet, size: int) -> tuple[Segment, ...]:
    """The lines about a set of cells, in board pixels."""
    found: list[Segment] = []
    for d in grid.layout.sides:
        edge = mask & ~grid.shift(mask, grid.opposite(d))
        found += [grid.edge_px(grid.edge(cell, d), size) for cell in cells(edge)]
    return tuple(found)


def in_view(grid: Grid, mask: CellSet, view: pygame.Rect, size: int) -> CellSet:
    """The part of a set that lies in the rows that are seen."""
    high = grid.extent_px(size)[1] / grid.height
    first = max(0, min(grid.height - 1, int(view.top // high) - 2))
    last = max(0, min(grid.height - 1, int(view.bottom // high) + 2))
    low, top = grid.bases[first], grid.bases[last] + grid.width
    return mask & ((1 << top) - 1) & ~((1 << low) - 1)
