"""Where one can walk to: ways over plain ground are found once for all places where they look alike (AURA-MOVE-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, Grid, bits, cells
from game.grid.layout import Kind, Layout
from game.grid.masks import by_first, union
from game.grid.paths import Reach
from game.rules.aura.position.detours import around
from game.rules.aura.position.endless import between, plain
from game.rules.aura.position.lines import Vector, Way, both_lines, turned_rows, turned_to, vector

Extent = tuple[Kind, int, int]
"""The kind of map, how many metres are looked at, and how long a row of the real map is."""


class Moved(NamedTuple):
    """A way as differences of indices from its start."""

    path: tuple[int, ...]
    costs: tuple[int, ...]
    turns: int


class Table(NamedTuple):
    """The ways over plain ground from one place: sets are moved so that it is cell `lines.lift`.

    `bands` holds the ends of straight ways that fit into the budget by the metres they take, their turn counted; the
    `hopeful` are others to which a way might lead, and to which `others` knows it.
    """

    lines: Lines
    heading: Vector | None
    turning: bool
    bands: tuple[tuple[int, CellSet], ...]
    hopeful: CellSet
    others: _Others

    def way(self, start: Cell, cell: Cell, metres: int) -> Way:
        """The straight way to one of the ends in the bands."""
        path = self.lines.ways[cell - start]
        lost = metres - len(path) + 1
        costs = range(1 + lost, metres + 1)
        return tuple([start + offset for offset in path]), (0, *costs), int(lost > 0)

    def around(self, offset: int, blocked: CellSet, bad: CellSet) -> tuple[bool, Moved | None]:
        """The way past blocked cells, None where the budget does not suffice; whether plain ground tells it at all."""
        lines, cell = self.lines, self.lines.ends[offset]
        budget = lines.extent[1]
        # Mostly there is a short one, for which whatever lies farther aside makes no difference.
        for longest in (min(budget, len(lines.ways[offset]) - 1 + ASIDE), budget):
            near = _between(lines.extent, cell, longest)
            if near & bad:
                return False, None
            closed = bits(lines.ends[each - lines.lift] for each in cells(blocked & near))
            way = _around(lines.extent, cell, self.heading, closed, turning=self.turning)
            if way is not None and way.costs[-1] <= longest:
                return True, way
        return True, None


class Lines(NamedTuple):
    """The straight ways to all cells so near, whatever their turns cost.

    `crossing` holds the ends of those that cross a cell, `ends` the cells of the endless map by the difference of
    their index.
    """

    extent: Extent
    ends: dict[int, Cell]
    lift: int
    rings: tuple[CellSet, ...]  # by how far they are
    within: CellSet
    ways: dict[int, tuple[int, ...]]
    crossing: dict[Cell, CellSet]

    def crossed(self, blocked: CellSet) -> CellSet:
        """The ends of the lines that cross one of these cells; all as in the table."""
        return union([self.crossing[cell] for cell in cells(blocked & self.within)])


ASIDE = 1  # metres by which hardly any way past others is longer than a straight one
Level = tuple[int, CellSet]


class Walks(Mapping[Cell, Way]):
    """Cell -> the way there; one over plain ground is laid once somebody goes by it.

    `levels` are the cells by the metres that the way there takes, in the order of the first of each.
    """

    def __init__(self, start: Cell, plain: Table | None, found: dict[Cell, Way], levels: Iterable[Level]) -> None:
        self._start, self._plain, self._found = start, plain, found
        self.levels = tuple(sorted(levels, key=by_first))
        self.within = union([band for _, band in self.levels])

    def __getitem__(self, cell: Cell) -> Way:
        way = self._found.get(cell) if self.within >> cell & 1 else None
        if way is None:
            assert self._plain is not None
            way = self._found[cell] = self._plain.way(self._start, cell, self.metres(cell))
        return way

    def metres(self, cell: Cell) -> int:
        """How many metres the way to a cell takes; KeyError if there is none."""
        for metres, band in self.levels:
            if band >> cell & 1:
                return metres
        raise KeyError(cell)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and bool(self.within >> cell & 1)  # without laying the way there

    def __iter__(self) -> Iterator[Cell]:
        return cells(self.within)

    def __len__(self) -> int:
        return self.within.bit_count()

    def up_to(self, budget: int) -> Walks:
        """Those of at most so many metres."""
        near = [level for level in self.levels if level[0] <= budget]
        return Walks(self._start, self._plain, self._found, near)


def moved(found: CellSet, by: int) -> CellSet:
    """Cells, each so many indices on."""
    return found << by if by >= 0 else found >> -by


def laid(start: Cell, way: Moved) -> Way:
    """A way from a start."""
    return tuple([start + offset for offset in way.path]), way.costs, way.turns


_TABLES: dict[tuple[Kind, int, int, Vector | None, bool], Table] = {}
_MOST = 4096


def plain_table(grid: Grid, budget: int, heading: Vector | None, *, turning: bool) -> Table | None:
    """All ways over plain ground on maps as wide as this one.

    None where the map is so narrow that what lies off one rim would be taken for cells at the other.
    """
    if grid.width <= 2 * budget + 2:
        return None
    key = (grid.kind, grid.stride, budget, heading, turning)
    if key not in _TABLES:
        if len(_TABLES) >= _MOST:
            _TABLES.clear()
        _TABLES[key] = _table(grid, budget, heading, turning=turning)
    return _TABLES[key]


def _table(grid: Grid, budget: int, heading: Vector | None, *, turning: bool) -> Table:
    lines = _lines((grid.kind, budget, grid.stride))
    others = _Others(lines, heading, turning=turning)
    if heading is None or heading == (0, 0):
        return Table(lines, heading, turning, tuple([*enumerate(lines.rings)][1:]), 0, others)
    ahead, turned = (_turned(lines, grid.layout, heading, most) for most in range(2))
    rings, by = (0, 0, *lines.rings[1:]), _indices(*lines.extent)
    losing = ahead, turned & ~ahead, ~turned
    bands = [
        (far, union(rings[far + 1 - lost] & ends for lost, ends in enumerate(losing))) for far in range(1, budget + 1)
    ]
    bent = bits(lines.lift + by[cell] for cell in cells(_bent(plain(grid.kind, budget), heading, budget)))
    hopeful = bent & ~union([band for _, band in bands])
    return Table(lines, heading, turning, tuple([level for level in bands if level[1]]), hopeful, others)


class _Others(dict[int, tuple[CellSet, "Moved | None"]]):
    """The ways to ends that none of the straight ones leads to, by the difference of the index of the end from that
    of the start: the cells that must be plain for it to be this one, and the way; None where there is none."""

    def __init__(self, lines: Lines, heading: Vector | None, *, turning: bool) -> None:
        super().__init__()
        self._lines, self._heading, self._turning = lines, heading, turning

    def __missing__(self, offset: int) -> tuple[CellSet, Moved | None]:
        extent, cell = self._lines.extent, self._lines.ends[offset]
        way = _around(extent, cell, self._heading, 0, turning=self._turning)
        # Any other that is as short, or fits into the budget at all, keeps among these.
        found = self[offset] = _between(extent, cell, extent[1] if way is None else way.costs[-1]), way
        return found


def _turned(lines: Lines, layout: Layout, heading: Vector, most: int) -> CellSet:
    """The cells of the table towards which turning costs at most that."""
    rows, stride = turned_rows(layout, heading, lines.extent[1])[most], lines.extent[2]
    found = [((1 << high - low + 1) - 1) << lines.lift + row * stride + low for row, low, high in rows]
    return union(found) & lines.within


def _bent(whole: Reach, heading: Vector, budget: int) -> CellSet:
    """The cells to which a way of two legs might lead within the budget, on the endless map."""
    grid, found = whole.grid, 0
    for turn in range(2):
        towards, front = turned_to(grid, whole.start, heading, budget, turn), 0
        for far in range(1, budget - turn + 1):
            front = grid.spread(front) | towards & whole.levels[far]
        found |= front
    return found


@lru_cache(maxsize=64)
def _lines(extent: Extent) -> Lines:
    kind, budget, stride = extent
    whole, by, lift = plain(kind, budget), _indices(kind, budget, stride), budget * (stride + 1)
    within = bits(lift + offset for offset in by.values())
    ends = {offset: cell for cell, offset in by.items()}
    rings = tuple([bits(lift + by[cell] for cell in cells(level)) for level in whole.levels])
    ways: dict[int, tuple[int, ...]] = {}
    crossing = dict.fromkeys(cells(within), 0)
    for offset, cell in ends.items():
        if not offset:
            continue
        path = ways[offset] = tuple([by[each] for each in both_lines(whole.grid, whole.start, cell)[0][0]])
        for each in path:
            crossing[lift + each] |= 1 << lift + offset
    return Lines(extent, ends, lift, rings, within, ways, crossing)


@lru_cache(maxsize=64)
def _indices(kind: Kind, budget: int, stride: int) -> dict[Cell, int]:
    """The cells of the endless map by how much their indices would differ from the middle's if rows were that long."""
    whole = plain(kind, budget)
    vectors = ((cell, vector(whole.grid, whole.start, cell)) for cell in cells(whole.everywhere))
    return {cell: r * stride + q for cell, (q, r) in vectors}


@lru_cache(maxsize=1 << 14)
def _between(extent: Extent, cell: Cell, longest: int) -> CellSet:
    """Every cell on a way from the middle that is at most so long, moved up as in the table."""
    kind, budget, stride = extent
    by, lift = _indices(kind, budget, stride), budget * (stride + 1)
    return bits(lift + by[each] for each in cells(between(kind, budget, cell, longest)))


def _around(extent: Extent, cell: Cell, heading: Vector | None, closed: CellSet, *, turning: bool) -> Moved | None:
    kind, budget, stride = extent
    way = around(kind, budget, cell, heading, closed, turning=turning)
    if way is None:
        return None
    by = _indices(kind, budget, stride)
    return Moved(tuple([by[each] for each in way.path]), way.costs, way.turns)
