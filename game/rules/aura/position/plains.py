"""Where one can walk to: ways over plain ground are found once for all places where they look alike (AURA-MOVE-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from game.grid.grid import Cell, CellSet, Grid, bits, cells, make_grid
from game.grid.layout import Kind, Layout
from game.grid.masks import by_first, union
from game.grid.paths import Reach, Tolls, make_tolls, reach
from game.rules.aura.position.lines import Vector, Way, both_lines, turned_rows, turned_to, vector

Find = Callable[[Reach, Cell], "Way | None"]
"""The way to a place within a reach, all of it plain."""


class Moved(Struct, frozen=True, gc=False):
    """A way as differences of indices from its start; `crossed` are its cells, as in the table."""

    crossed: CellSet
    path: tuple[int, ...]
    costs: tuple[int, ...]
    turns: int


class Table(NamedTuple):
    """The ways over plain ground from one place: sets are moved so that it is cell `lines.lift`.

    `bands` holds the ends of straight ways that fit into the budget by the metres they take, their turn counted.
    `others` are the ways to all other ends, by the difference of the index of the end from that of the start: the
    cells that must be plain for it to be this one, and the way; None where there is none. `past` are ways past cells
    that cannot be entered, as far as they have been asked for; `find` finds them.
    """

    lines: Lines
    find: Find
    bands: tuple[tuple[int, CellSet], ...]
    others: dict[int, tuple[CellSet, Moved | None]]
    past: dict[tuple[int, CellSet], Moved | None]

    def way(self, start: Cell, cell: Cell, metres: int) -> Way:
        """The straight way to one of the ends in the bands."""
        line = self.lines.ways[cell - start]
        apart = len(line.costs) - 1
        costs = line.costs if metres == apart else (0, *range(1 + metres - apart, metres + 1))
        return tuple([start + offset for offset in line.path]), costs, int(metres > apart)

    def around(self, offset: int, blocked: CellSet) -> Moved | None:
        """The way past those of `Lines.near` that are blocked; None where the budget does not suffice."""
        key, lines = (offset, blocked), self.lines
        if key not in self.past:
            if len(self.past) >= _MOST:
                self.past.clear()
            self.past[key] = _moved(lines, self.find(_standing(lines.terms, blocked), lines.ends[offset]))
        return self.past[key]


class Lines(NamedTuple):
    """The straight ways to all cells so near, whatever their turns cost.

    `crossing` holds the ends of those that cross a cell, `spoilt` the ends to which that is on a shortest way, `ends`
    the cells of the endless map by the difference of their index.
    """

    terms: tuple[Kind, int, int]  # and the budget, and how long a row is
    ends: dict[int, Cell]
    lift: int
    rings: tuple[CellSet, ...]  # by how far they are
    within: CellSet
    ways: dict[int, Moved]
    crossing: dict[Cell, CellSet]
    spoilt: dict[Cell, CellSet]

    def crossed(self, blocked: CellSet) -> CellSet:
        """The ends of the lines that cross one of these cells; all as in the table."""
        return union([self.crossing[cell] for cell in cells(blocked & self.within)])

    def open(self, bad: CellSet) -> CellSet:
        """The ends to which no shortest way leads over one of these cells."""
        return self.within & ~union([self.spoilt[cell] for cell in cells(bad & self.within)])

    def near(self, offset: int) -> CellSet:
        """All cells by which a way to that end may lead that fits into the budget."""
        return _between(*self.terms, self.ends[offset], self.terms[1])


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


def plain_table(grid: Grid, budget: int, heading: Vector | None, *, turning: bool, find: Find) -> Table | None:
    """All ways over plain ground on maps as wide as this one; `find` goes by the same terms.

    None where the map is so narrow that what lies off one rim would be taken for cells at the other.
    """
    if grid.width <= 2 * budget + 2:
        return None
    key = (grid.kind, grid.stride, budget, heading, turning)
    if key not in _TABLES:
        if len(_TABLES) >= _MOST:
            _TABLES.clear()
        _TABLES[key] = _table(grid, budget, heading, find)
    return _TABLES[key]


def _table(grid: Grid, budget: int, heading: Vector | None, find: Find) -> Table:
    plain, lines = _plain(grid.kind, budget), _lines(grid.kind, budget, grid.stride)
    if heading is None or heading == (0, 0):
        return Table(lines, find, tuple([*enumerate(lines.rings)][1:]), {}, {})
    ahead, turned = (_turned(lines, grid.layout, heading, most) for most in range(2))
    rings, hopeful = (0, *lines.rings[1:]), _hopeful(plain, heading, budget)
    bands = [(far, rings[far] & ahead | rings[far - 1] & turned & ~ahead) for far in range(1, budget + 1)]
    rest, others = lines.within & ~union([band for _, band in bands]), dict[int, tuple[CellSet, Moved | None]]()
    for each in cells(rest & ~(1 << lines.lift)):
        offset = each - lines.lift
        line, cell, turn = lines.ways[offset], lines.ends[offset], 1 if turned >> each & 1 else 2
        apart = len(line.costs) - 1
        if apart + turn > budget and not hopeful >> cell & 1:
            others[offset] = 0, None  # whatever the ground
            continue
        # A way that is shorter than the straight one with its turn, or as short as without it, keeps among these.
        among = _between(*lines.terms, cell, max(apart, apart + turn - 1))
        if apart + turn <= budget:
            others[offset] = among, Moved(line.crossed, line.path, (0, *range(1 + turn, apart + turn + 1)), 1)
        else:
            others[offset] = among, _moved(lines, find(plain, cell))
    return Table(lines, find, tuple([level for level in bands if level[1]]), others, {})


def _turned(lines: Lines, layout: Layout, heading: Vector, most: int) -> CellSet:
    """The cells of the table towards which turning costs at most that."""
    rows, stride = turned_rows(layout, heading, lines.terms[1])[most], lines.terms[2]
    found = [((1 << high - low + 1) - 1) << lines.lift + row * stride + low for row, low, high in rows]
    return union(found) & lines.within


def _hopeful(plain: Reach, heading: Vector, budget: int) -> CellSet:
    """The cells to which a way of two legs might lead within the budget, on the endless map."""
    grid, found = plain.grid, 0
    for turn in range(2):
        towards, front = turned_to(grid, plain.start, heading, budget, turn), 0
        for far in range(1, budget - turn + 1):
            front = grid.spread(front) | towards & plain.levels[far]
        found |= front
    return found


def _moved(lines: Lines, way: Way | None) -> Moved | None:
    """A way on the endless map by differences of indices."""
    if way is None:
        return None
    by = _indices(*lines.terms)
    path = tuple([by[each] for each in way[0]])
    return Moved(bits(lines.lift + each for each in path), path, way[1], way[2])


@lru_cache(maxsize=64)
def _lines(kind: Kind, budget: int, stride: int) -> Lines:
    plain, by, lift = _plain(kind, budget), _indices(kind, budget, stride), budget * (stride + 1)
    within = bits(lift + offset for offset in by.values())
    ends = {offset: cell for cell, offset in by.items() if offset}
    rings = tuple([bits(lift + by[cell] for cell in cells(level)) for level in plain.levels])
    ways, crossing, spoilt = dict[int, Moved](), dict.fromkeys(cells(within), 0), dict.fromkeys(cells(within), 0)
    for offset, cell in ends.items():
        line = both_lines(plain.grid, plain.start, cell)[0][0]
        path, end = tuple([by[each] for each in line]), 1 << lift + offset
        ways[offset] = Moved(bits(lift + each for each in path), path, tuple(range(len(line))), 0)
        for each in path:
            crossing[lift + each] |= end
        for each in cells(_between(kind, budget, stride, cell, len(line) - 1)):
            spoilt[each] |= end
    return Lines((kind, budget, stride), ends, lift, rings, within, ways, crossing, spoilt)


@lru_cache(maxsize=256)
def _standing(terms: tuple[Kind, int, int], blocked: CellSet) -> Reach:
    """The reach on the endless map while these cells cannot be entered."""
    (kind, budget, stride), plain = terms, _plain(terms[0], terms[1])
    lift = budget * (stride + 1)
    closed = bits(cell for cell, offset in _indices(*terms).items() if blocked >> lift + offset & 1)
    return reach(plain.grid, _tolls(kind, budget), plain.start, budget, diagonals="flat", blocked=closed)


@lru_cache(maxsize=64)
def _plain(kind: Kind, budget: int) -> Reach:
    """The reach from the middle of a map on which every step costs one metre."""
    grid = make_grid(kind, 2 * budget + 5, 2 * budget + 5)
    start = grid.at(budget + 2, budget + 2)
    return reach(grid, _tolls(kind, budget), start, budget, diagonals="flat")


@lru_cache(maxsize=64)
def _tolls(kind: Kind, budget: int) -> Tolls:
    grid = make_grid(kind, 2 * budget + 5, 2 * budget + 5)
    return make_tolls(grid, lambda here, there, d: 1)


@lru_cache(maxsize=64)
def _indices(kind: Kind, budget: int, stride: int) -> dict[Cell, int]:
    """The cells of that map by how much their indices would differ from the middle's if rows were that long."""
    plain = _plain(kind, budget)
    vectors = ((cell, vector(plain.grid, plain.start, cell)) for cell in cells(plain.everywhere))
    return {cell: r * stride + q for cell, (q, r) in vectors}


@lru_cache(maxsize=1 << 14)
def _between(kind: Kind, budget: int, stride: int, cell: Cell, longest: int) -> CellSet:
    """Every cell on a way from the middle that is at most so long, moved up as in the table."""
    plain, found = _plain(kind, budget), 0
    for gone in range(longest + 1):
        found |= plain.grid.disc(plain.start, gone, "chebyshev") & plain.grid.disc(cell, longest - gone, "chebyshev")
    by, lift = _indices(kind, budget, stride), budget * (stride + 1)
    return bits(lift + by[each] for each in cells(found & plain.everywhere))
