"""Movement: what each step costs, which cells a budget reaches, and the cheapest way to each of them.

A set of cells per cost is kept instead of a number per cell, so that one shift moves a whole front. All masks here are
of anchors: for big footprints turn obstacles into anchors with `grid.anchors_touching` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from game.grid.grid import Grid
from game.grid.layout import Size
from game.grid.legs import Spot, Steps, turning_once
from game.grid.masks import Cell, CellSet, cells

Diagonals: TypeAlias = Literal["flat", "alternating", "doubling"]
"""Whether every second diagonal of a move costs 1 more (POISE-MOVE-11), or as much again (WOUNDS-MOVE-6, 7)."""

StepCost: TypeAlias = Callable[[Cell, Cell, int], int | None]
"""(from, to, direction) -> cost of at least 1, or None if the step is impossible; without the diagonals' surcharge."""


_Shifts: TypeAlias = "list[tuple[int, CellSet]]"
_Rows: TypeAlias = "list[tuple[int, int, int, _Shifts, _Shifts]]"


class _Groups(NamedTuple):
    """Moves that lead into the same front together: whether they turn, cost, what more, and shifts up and down."""

    slight: bool
    """Whether second diagonals cost one point more at most."""
    dearest: int
    """One more than what a step may cost."""
    rows: _Rows


_HARM = 1 << 20  # counts more than all turns of a path


class Tolls(msgspec.Struct, frozen=True, eq=False):
    """What steps cost: by direction, pairs of a cost and the cells from which the step costs that much.

    Known by identity, so that what follows from it is found again at once.
    """

    by_direction: tuple[tuple[tuple[int, CellSet], ...], ...]


class Move(NamedTuple):
    """Steps in one direction at one cost, from any of `sources`; they add `by` to the index of the cell."""

    direction: int
    by: int
    cost: int
    sources: CellSet
    turns: int
    """1 if the step counts as a diagonal, else 0."""
    more: int
    """What it costs more as a second diagonal."""


class Reach(msgspec.Struct, frozen=True, dict=True):
    """Where a budget leads from a start. Level n holds the cells whose cheapest cost is exactly n."""

    grid: Grid
    start: Cell
    levels: tuple[CellSet, ...]
    layers: tuple[tuple[CellSet, CellSet], ...]
    """Level n once more, by whether the next diagonal is cheap or dear; a cell can be in both."""
    everywhere: CellSet
    """All levels together."""
    moves: tuple[Move, ...]
    free: CellSet
    stop: CellSet
    harm: CellSet = 0
    """Where something harms whoever comes by: of equally cheap paths those are taken that meet least of it."""

    def cost(self, cell: Cell) -> int | None:
        """The cheapest cost of a cell, None if it is out of reach."""
        return next((n for n, level in enumerate(self.levels) if level >> cell & 1), None)

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """A cheapest path, both ends included; ValueError if the cell is out of reach.

        Of equally cheap paths the one with the fewest cells of harm is taken, then the one with the fewest turns; of
        those the one that, followed back from its end, keeps its direction while it can and otherwise turns least to
        the right of the way.
        """
        paths, costs = self._kept
        known = paths.get(cell)
        if known is None:
            way = _straightest(self, cell)
            known = paths[cell] = tuple([spot[0] for spot in way])
            costs[known] = tuple([spot[1] for spot in way])
        return known

    def turning_once(self, cell: Cell) -> Iterator[Sequence[Spot]]:
        """See `legs.turning_once`: in the order in which `path` takes them, where nothing harms; where cells are
        barred, too, as long as that makes none dearer: the first of those that are left."""
        way = self.grid.direction(self.start, cell)
        legs: dict[int, Steps] = {by: [] for by in (*self.grid.offsets[way:], *self.grid.offsets[:way])}
        for _, by, cost, sources, turns, more in self.moves:
            legs[by].append((cost, sources & ~self.stop if self.stop else sources, turns, more))
        return turning_once(legs, self.layers, self.start, self.spot(cell))

    def spot(self, cell: Cell) -> Spot:
        """A cell as the end of a cheapest path; ValueError if it is out of reach."""
        spent = self.cost(cell)
        if spent is None:
            raise ValueError(f"{self.grid.name(cell)} is out of reach from {self.grid.name(self.start)}")
        return cell, spent, 0 if self.layers[spent][0] >> cell & 1 else 1

    @property
    def _kept(self) -> tuple[dict[Cell, tuple[Cell, ...]], dict[Sequence[Cell], tuple[int, ...]]]:
        """The paths that have been asked for by their ends, and what has been spent at each cell of them."""
        kept = self.__dict__.get("kept")
        if kept is None:  # a cached property takes longer than many a path
            kept = self.__dict__["kept"] = ({}, {})
        return kept

    @cached_property
    def _back(self) -> _Backs:
        """The ways back from what paths have come by: those of other cells mostly lead through it too."""
        return {}

    def costs(self, path: Sequence[Cell]) -> tuple[int, ...]:
        """What has been spent at each cell of a path; it may wander. ValueError if it does what a move may not do."""
        known = self._kept[1].get(path) if isinstance(path, tuple) else None
        if known is not None:
            return known
        if not path or path[0] != self.start:
            raise ValueError(f"a path must begin at {self.grid.name(self.start)}")
        parity = 1 if self.layers[0][1] else 0
        spent = [0]
        for here, there in pairwise(path):
            move = _move_between(self, here, there)
            spent.append(spent[-1] + move.cost + parity * move.more)
            parity ^= move.turns
        return tuple(spent)


def make_tolls(grid: Grid, cost: StepCost, size: Size = 1) -> Tolls:
    """Asks `cost` for every step of every cell once. ValueError for costs below 1.

    A footprint moves if all its cells can, and pays for the dearest of the cells it newly covers.
    """
    singles = [_single_tolls(grid, cost, d) for d in range(grid.directions)]
    if grid.shape(size) != ((0, 0),):
        singles = [_footprint_tolls(grid, by_cost, size, d) for d, by_cost in enumerate(singles)]
    return Tolls(tuple(tuple(sorted(by_cost.items())) for by_cost in singles))


def step_cost(grid: Grid, tolls: Tolls, cell: Cell, d: int, parity: int = 0) -> int | None:
    """What one step costs, None if it is impossible; `parity` 1 makes a diagonal cost 1 more."""
    for cost, sources in tolls.by_direction[d]:
        if sources >> cell & 1:
            return cost + (parity if grid.is_diagonal(d) else 0)
    return None


def reach(
    grid: Grid,
    tolls: Tolls,
    start: Cell,
    budget: int,
    *,
    diagonals: Diagonals,
    blocked: CellSet = 0,
    corners: CellSet = 0,
    stop: CellSet = 0,
    parity: int = 0,
    harm: CellSet = 0,
) -> Reach:
    """All cells that `budget` points lead to.

    `blocked` cells cannot be entered; a diagonal step past one of `corners` is not allowed; `stop` cells can be entered
    but not left (the start can). `parity` 1 means that an odd number of diagonals has been walked before. Paths avoid
    `harm` where that costs nothing.
    """
    moves, groups = _moves(grid, tolls, corners if grid.kind == "square" else 0, diagonals)
    seeds = (0, 1 << start) if parity and diagonals != "flat" else (1 << start, 0)
    free, stop = grid.everywhere & ~blocked, stop & ~(1 << start)
    layers = _sweep(groups, seeds, free, budget, stop)
    layers += ((0, 0),) * (budget + 1 - len(layers))
    levels, everywhere = _levels(layers)
    return Reach(grid, start, levels, layers, everywhere, moves, free, stop, harm)


def distance_field(
    grid: Grid,
    tolls: Tolls,
    sources: CellSet,
    limit: int,
    *,
    diagonals: Diagonals = "flat",
    blocked: CellSet = 0,
    towards: bool = False,
) -> tuple[CellSet, ...]:
    """By cost, up to `limit`, the cells that far from the nearest source; with `towards`, on the way to it.

    Ends early when nothing more can be reached.
    """
    groups = _moves_towards(grid, tolls, diagonals) if towards else _moves(grid, tolls, 0, diagonals)[1]
    return _levels(_sweep(groups, (sources, 0), grid.everywhere & ~blocked | sources, limit, 0))[0]


def nearest(levels: Sequence[CellSet], candidates: CellSet) -> tuple[int, CellSet] | None:
    """The lowest cost at which a candidate is met and all candidates at that cost; None if there is none."""
    for cost, level in enumerate(levels):
        if level & candidates:
            return cost, level & candidates
    return None


def _single_tolls(grid: Grid, cost: StepCost, d: int) -> dict[int, CellSet]:
    by_cost: dict[int, CellSet] = {}
    for cell in cells(grid.everywhere):
        there = grid.step(cell, d)
        price = None if there is None else cost(cell, there, d)
        if price is None:
            continue
        if price < 1:
            raise ValueError(f"a step from {grid.name(cell)} to the {grid.names[d]} costs {price}: expected at least 1")
        by_cost[price] = by_cost.get(price, 0) | 1 << cell
    return by_cost


def _footprint_tolls(grid: Grid, by_cost: dict[int, CellSet], size: Size, d: int) -> dict[int, CellSet]:
    """A step of the whole footprint: of all its cells, at the price of the front ones, which leave it."""
    offsets = grid.shape(size)
    dq, dr = grid.layout.steps[d]
    front = tuple((q, r) for q, r in offsets if (q + dq, r + dr) not in offsets)
    passable = 0
    for sources in by_cost.values():
        passable |= sources
    free = grid.anchors(size) & ~grid.anchors_touching(grid.everywhere & ~passable, size)
    found: dict[int, CellSet] = {}
    for price in sorted(by_cost, reverse=True):
        here = free & grid.anchors_touching(by_cost[price], front)
        if here:
            found[price] = here
            free &= ~here
    return found


@lru_cache(maxsize=512)
def _moves(grid: Grid, tolls: Tolls, corners: CellSet, diagonals: Diagonals) -> tuple[tuple[Move, ...], _Groups]:
    moves = []
    for d, by_cost in enumerate(tolls.by_direction):
        diagonal = grid.is_diagonal(d)
        barred = 0
        if corners and diagonal:
            barred = grid.shift(corners, grid.opposite(d - 1)) | grid.shift(corners, grid.opposite(d + 1))
        turns = int(diagonal and diagonals != "flat")
        for cost, sources in by_cost:
            more = turns * (cost if diagonals == "doubling" else 1)
            moves.append(Move(d, grid.offsets[d], cost, sources & ~barred, turns, more))
    return tuple(moves), _grouped(tuple(moves))


@lru_cache(maxsize=512)
def _moves_towards(grid: Grid, tolls: Tolls, diagonals: Diagonals) -> _Groups:
    """The same steps backwards."""
    return _grouped(tuple(map(_reversed, _moves(grid, tolls, 0, diagonals)[0])))


def _reversed(move: Move) -> Move:
    sources = move.sources << move.by if move.by > 0 else move.sources >> -move.by
    return Move(move.direction, -move.by, move.cost, sources, move.turns, move.more)


def _sweep(
    groups: _Groups, seeds: tuple[CellSet, CellSet], free: CellSet, budget: int, stop: CellSet
) -> tuple[tuple[CellSet, CellSet], ...]:
    """Two fronts a cost: with an even and an odd number of diagonals behind them; ends when both have died out.

    Where second diagonals cost one point more, the odd front at worst pays that one point more from here on. So where
    the even one came first or together with it the odd one is needless, and where the odd one came first any later
    even one is. Where they cost more than that neither makes the other needless.
    """
    slight, dearest, rows = groups
    fronts = [[0] * (budget + dearest + 1), [0] * (budget + dearest + 1)]
    fronts[0][0], fronts[1][0] = seeds
    left_even, left_odd = free | seeds[0], free | seeds[1]
    layers: list[tuple[CellSet, CellSet]] = []
    idle = 0
    for now in range(budget + 1):
        even, odd = fronts[0][now] & left_even, fronts[1][now] & left_odd
        if slight:
            odd = odd and odd & ~even
            left_even = left_odd = left_even & ~(even | odd)
        else:
            left_even, left_odd = left_even & ~even, left_odd & ~odd
        layers.append((even, odd))
        idle = 0 if even or odd else idle + 1
        if now == budget or idle >= dearest:
            break
        if even:
            _push(rows, even & ~stop, fronts[0], fronts[1], now, 0)
        if odd:
            _push(rows, odd & ~stop, fronts[1], fronts[0], now, 1)
    return tuple(layers[: len(layers) - idle])


def _grouped(moves: tuple[Move, ...]) -> _Groups:
    """Moves that lead into the same front together."""
    found: dict[tuple[int, int, int], tuple[_Shifts, _Shifts]] = {}
    for _, by, cost, sources, turns, more in moves:
        ups, downs = found.setdefault((turns, cost, more), ([], []))
        if by > 0:
            ups.append((by, sources))
        else:
            downs.append((-by, sources))
    dearest = max((cost + more for _, cost, more in found), default=0) + 1
    return _Groups(all(more <= 1 for *_, more in found), dearest, [(*key, *shifts) for key, shifts in found.items()])


def _push(
    groups: _Rows,
    front: CellSet,
    same: list[CellSet],
    other: list[CellSet],
    now: int,
    parity: int,
) -> None:
    """One step of a front in every direction, into the fronts to come. What leaves the map is dropped there."""
    for turns, cost, more, ups, downs in groups:
        reached = 0
        for by, sources in ups:
            reached |= (front & sources) << by
        for by, sources in downs:
            reached |= (front & sources) >> by
        (other if turns else same)[now + cost + parity * more] |= reached


def _levels(layers: tuple[tuple[CellSet, CellSet], ...]) -> tuple[tuple[CellSet, ...], CellSet]:
    seen = 0
    levels: list[CellSet] = []
    for even, odd in layers:
        level = even | odd
        levels.append(level & ~seen)
        seen |= level
    return tuple(levels), seen


def _straightest(found: Reach, cell: Cell) -> Sequence[Spot]:
    """The path: walks back through the layers, the cell before must lie in the layer that the step's cost points to."""
    here = found.spot(cell)
    if cell == found.start:
        return [here]
    if not found.harm & found.everywhere:
        plain = next(found.turning_once(cell), None)
        if plain is not None:
            return plain
    way, around = found.grid.direction(found.start, cell), len(found.grid.names)
    path, heading = [here], -1
    while here[1]:
        back = _ways_back(found, here)
        # On a map that is turned, paths are turned too: of several the one least to the right of the way.
        heading = min(back, key=lambda d: (back[d][0] + (d != heading), d != heading, (d - way) % around))
        here = back[heading][1]
        path.append(here)
    return path[::-1]


_Backs: TypeAlias = "dict[Spot, dict[int, tuple[int, Spot]]]"


def _ways_back(found: Reach, here: Spot) -> dict[int, tuple[int, Spot]]:
    """By the direction of the step that led here: the least harm and the fewest turns of a cheapest path up to it, as
    one number, and where the step began."""
    known = found._back.get(here)
    if known is not None:
        return known
    cell, spent, parity = here
    back = found._back[here] = {}
    layers, stop, harm = found.layers, found.stop, _HARM if found.harm >> cell & 1 else 0
    for d, by, cost, sources, turns, more in found.moves:
        before, earlier = cell - by, parity ^ turns
        then = spent - cost - earlier * more
        if then < 0 or before < 0 or not layers[then][earlier] >> before & 1:
            continue
        if not sources >> before & 1 or stop >> before & 1:
            continue
        spot, fewest = (before, then, earlier), harm
        if then:
            further = _ways_back(found, spot)
            fewest = harm + min([count + (way != d) for way, (count, _) in further.items()], default=0)
        if d not in back or fewest < back[d][0]:
            back[d] = fewest, spot
    return back


def _move_between(found: Reach, here: Cell, there: Cell) -> Move:
    for move in found.moves:
        if here + move.by == there and (move.sources & ~found.stop) >> here & 1 and found.free >> there & 1:
            return move
    name = found.grid.name
    raise ValueError(f"no step leads from {name(here)} to {name(there)}")
