"""Ways on foot: where a budget of metres leads, its turns paid (AURA-MOVE-2 to 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, Grid, bits, cells
from game.grid.layout import Size
from game.grid.masks import union
from game.grid.paths import Diagonals, Reach, reach
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.aura.checks.powers import speed_metres
from game.rules.aura.house import house
from game.rules.aura.position.detours import Bend, detours, length, over_bends
from game.rules.aura.position.lines import Vector, both_lines, direction, measured, turn_cost, turned_to, vector
from game.rules.aura.position.lines import Way as Way
from game.rules.aura.position.plains import Level, Table, Walks, laid, moved, plain_table
from game.rules.aura.position.space import at, barring, stops, tolls
from game.rules.aura.sheet.load import lookup as table_lookup
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import PLACED, Body, spent
from game.systems.field import board_of, shape_of
from game.systems.steps import harmful

Steps = dict[tuple[Cell, Cell], int]


_NOWHERE = Walks(0, None, {}, ())


def ways(world: World, unit: int, budget: int, *, turning: bool = True) -> Walks:
    """The way to every place to end at in so many metres, not to be changed; not `turning`: turns are free."""
    if budget <= 0:
        return _NOWHERE
    heading = direction(spent(world, unit).heading) if turning else None
    key = ("ways", unit, budget, heading, turning)
    return world.derive(key, _ways_now, PLACED, unit, budget, heading, turning)


def _ways_now(world: World, unit: int, budget: int, heading: Vector | None, turning: bool) -> Walks:  # noqa: FBT001  a key
    board, start, size = board_of(world), at(world, unit), shape_of(world, unit)
    pace = speed_metres(world, unit)
    most = max(budget, pace + sprint_extra(world, unit))
    limit = budget if budget < pace else most  # who has no breath for a Run has none for a Sprint
    # Whoever is farther off makes no difference.
    near = board.grid.disc(start, most + len(board.grid.shape(size)), "chebyshev")
    harm = harmful(world, unit, sheet_of(world).main.hazards) & near
    terms = Terms(board, size, start, most, heading, diagonals(world), turning, harm, limit)
    bars, free = barring(world, unit) & near, stops(world, unit) & board.grid.disc(start, limit, "chebyshev")
    return _ways(terms, bars, free) if budget == most else _up_to(terms, bars, free, budget)


def diagonals(world: World) -> Diagonals:
    """AURA-GRID-2: what second diagonals cost."""
    return "alternating" if house(world).square_metric == "alternating" else "flat"


def walked(board: Board, size: Size, path: tuple[Cell, ...], heading: Vector | None, how: Diagonals) -> Way | None:
    """A way that somebody has chosen, with what it costs, its turns paid; None if it cannot be walked."""
    grid, steps, odd, bare = board.grid, step_prices(board, size), False, [0]
    for here, there in pairwise(path):
        cost = steps.get((here, there))
        if cost is None:
            return None
        slanting = how == "alternating" and grid.is_diagonal(grid.direction(here, there))
        bare.append(bare[-1] + cost + (slanting and odd))
        odd ^= slanting
    return measured(grid, path, tuple(bare), heading)


class Terms(NamedTuple):
    """What ways depend on; only those to places at most as far off as the `limit` are looked for."""

    board: Board
    size: Size
    start: Cell
    budget: int
    heading: Vector | None
    diagonals: Diagonals
    turning: bool
    harm: CellSet
    limit: int


@lru_cache(maxsize=4096)
def _up_to(terms: Terms, bars: CellSet, free: CellSet, budget: int) -> Walks:
    return _ways(terms, bars, free).up_to(budget)


@lru_cache(maxsize=4096)
def _ways(terms: Terms, bars: CellSet, free: CellSet) -> Walks:
    """Ways over open ground serve wherever no enemy stands in them; only the others are looked for anew."""
    blocked, (plain, bad, bands, rest) = terms.board.grid.anchors_touching(bars, terms.size), _open_ways(terms)
    found: dict[Cell, Way] = {}
    levels: dict[int, CellSet] = {}
    anew: list[Cell] = []
    if plain is not None:
        by = terms.start - plain.lines.lift
        closed = moved(blocked, -by)
        crossed = moved(plain.lines.crossed(closed), by)
        levels = {metres: kept for metres, band in bands if (kept := band & free & ~crossed)}
        for cell in cells(union([band for _, band in bands]) & free & crossed):
            told, past = plain.around(cell - terms.start, closed, bad)
            if not told:
                anew.append(cell)
            elif past is not None:
                found[cell] = laid(terms.start, past)
    for cell, over, way in rest:
        if not free >> cell & 1:
            continue
        if over & blocked:
            anew.append(cell)
        else:
            found[cell] = way
    if anew:
        ground = _ground(terms, blocked)
        found |= {cell: round_it for cell in anew if (round_it := _way(terms, ground, cell)) is not None}
    for cell, way in found.items():
        levels[way[1][-1]] = levels.get(way[1][-1], 0) | 1 << cell
    return Walks(terms.start, plain, found, levels.items())


class Open(NamedTuple):
    """The ways while nobody stands about: straight ones over plain ground, their ends by the metres that they take;
    of the rest each with the cells that it crosses. Cells are `bad` that are not plain, as in the table."""

    plain: Table | None
    bad: CellSet
    bands: tuple[Level, ...]
    rest: list[tuple[Cell, CellSet, Way]]


@lru_cache(maxsize=4096)
def _open_ways(terms: Terms) -> Open:
    """Every place within reach while nobody stands about."""
    board, _, start, budget, *_ = terms
    ends = board.grid.disc(start, terms.limit, "chebyshev") & ~(1 << start)
    table, bad, bands = None, 0, tuple[Level, ...]()
    known = 0
    rest: list[tuple[Cell, CellSet, Way]] = []
    anew: list[Cell] = []
    if terms.diagonals == "flat":
        table = plain_table(board.grid, budget, terms.heading, turning=terms.turning)
    if table is not None:
        by = start - table.lines.lift
        bad = ~moved(_plain(board, terms.size) & ~terms.harm & board.grid.disc(start, budget, "chebyshev"), -by)
        good = moved(table.lines.within & ~table.lines.crossed(bad), by)
        bands = tuple([(metres, kept) for metres, band in table.bands if (kept := moved(band, by) & good)])
        known, straight = moved(table.hopeful, by), moved(union([band for _, band in table.bands]), by)
        ends &= (known | straight) & ~union([band for _, band in bands])
    for cell in cells(ends):
        among, way = table.others[cell - start] if table is not None and known >> cell & 1 else (-1, None)
        if among < 0 or among & bad:
            anew.append(cell)
        elif way is not None:
            there = laid(start, way)
            rest.append((cell, bits(there[0]), there))
    if anew:
        ground = _ground(terms, 0)
        found = ((cell, _way(terms, ground, cell)) for cell in anew)
        rest += [(cell, bits(there[0]), there) for cell, there in found if there is not None]
    return Open(table, bad, bands, rest)


class Ground(NamedTuple):
    """What can be walked on from one place: the cells within reach, plain ones among them, and prices of steps."""

    found: Reach
    plain: CellSet
    steps: Steps | None


def _ground(terms: Terms, blocked: CellSet) -> Ground:
    board, size, flat = terms.board, terms.size, terms.diagonals == "flat"
    steps, how = tolls(board, size), terms.diagonals
    found = reach(board.grid, steps, terms.start, terms.budget, diagonals=how, blocked=blocked, harm=terms.harm)
    plain = _plain(board, size) & ~blocked & ~terms.harm  # the same ways lead everywhere there
    return Ground(found, plain if flat else 0, step_prices(board, size) if flat else None)


def _way(terms: Terms, ground: Ground, cell: Cell) -> Way | None:
    (found, plain, steps), start, heading = ground, terms.start, terms.heading
    if not found.everywhere >> cell & 1:
        return None
    way = _direct(start, cell, plain, found, heading, steps)
    if way is None or way[1][-1] > terms.budget:
        if terms.turning and not _may_suffice(found, start, cell, heading, terms.budget):
            return None
        way = _around(terms, cell, ground, way) if terms.turning else _short(found, cell, way)
    return way if way[1][-1] <= terms.budget else None


def _may_suffice(found: Reach, start: Cell, cell: Cell, heading: Vector | None, budget: int) -> bool:
    """Whether the first leg of a way could end anywhere such that the budget may suffice, however easy the ground."""
    grid = found.grid
    apart = length(grid.layout, vector(grid, start, cell))
    if heading is None or heading == (0, 0) or apart + 2 <= budget:
        return True
    for turn in range(min(2, budget - apart + 1)):
        ends = _between(grid, start, cell, budget - turn) | 1 << cell
        if ends & turned_to(grid, start, heading, budget, turn):
            return True
    return False


def _short(found: Reach, cell: Cell, best: Way | None) -> Way:
    path = found.path(cell)
    way = path, found.costs(path), 0
    return way if best is None or way[1][-1] < best[1][-1] else best


def _around(terms: Terms, cell: Cell, ground: Ground, best: Way | None) -> Way:
    """The best way round what is in it; one that takes more than the budget need not be the best."""
    (found, plain, steps), start, heading = ground, terms.start, terms.heading
    grid, shortest = found.grid, found.path(cell)
    bare = _costs(found, shortest, steps)
    assert bare is not None
    way = measured(grid, shortest, bare, heading)
    best = way if best is None or way[1][-1] < best[1][-1] else best
    if best[1][-1] <= bare[-1]:
        return best

    def by(bend: Cell, metres: int) -> Iterator[Way]:
        for first, second in product(both_lines(grid, start, bend), both_lines(grid, bend, cell)):
            over = first[1] | second[1]
            if over & ~found.everywhere or len(first[0]) + len(second[0]) - 2 >= metres:
                continue
            path = (*first[0], *second[0][1:])
            spent_on = _costs(found, path, steps) if over & ~plain else tuple(range(len(path)))
            if spent_on is not None and spent_on[-1] < metres:
                yield measured(grid, path, spent_on, heading)

    return over_bends(best, bare[-1], _bends(found, start, cell, heading, min(best[1][-1] - 1, terms.budget)), by)


def _bends(found: Reach, start: Cell, cell: Cell, heading: Vector | None, most: int) -> list[Bend]:
    """Where a way of two legs and at most so many metres may bend, the shortest first."""
    grid, (q, r) = found.grid, found.grid.axial(start)
    rows: list[Bend] = []
    for base, aside, first in detours(grid.layout, vector(grid, start, cell), most):
        possible = base + turn_cost(grid, heading, first)
        bend = grid.at_axial(q + first[0], r + first[1]) if possible <= most else None
        if bend is not None and found.everywhere >> bend & 1:
            rows.append((possible, aside, bend, first))
    rows.sort()
    return rows


@lru_cache(maxsize=1 << 15)
def _between(grid: Grid, start: Cell, cell: Cell, most: int) -> CellSet:
    near = 0
    for first in range(1, most):
        near |= grid.disc(start, first, "chebyshev") & grid.disc(cell, most - first, "chebyshev")
    return near


def _costs(found: Reach, path: tuple[Cell, ...], steps: Steps | None) -> tuple[int, ...] | None:
    """What has been spent at each cell of a path within reach; None if it cannot be walked."""
    if steps is None:
        try:
            return found.costs(path)
        except ValueError:
            return None
    spent_on, total = [0], 0
    for pair in pairwise(path):
        cost = steps.get(pair)
        if cost is None:
            return None
        total += cost
        spent_on.append(total)
    return tuple(spent_on)


@lru_cache(maxsize=64)
def step_prices(board: Board, size: Size) -> Steps:
    """What each step of a unit of that size costs, by where it begins and ends; what is not there is impossible."""
    table, offsets = tolls(board, size), board.grid.offsets
    return {
        (cell, cell + offsets[d]): cost
        for d, by_cost in enumerate(table.by_direction)
        for cost, sources in by_cost
        for cell in cells(sources)
    }


def _direct(
    start: Cell, cell: Cell, plain: CellSet, found: Reach, heading: Vector | None, steps: Steps | None
) -> Way | None:
    grid = found.grid
    for path, mask in both_lines(grid, start, cell):
        if not mask & ~(plain | 1 << start) and plain >> start & 1:
            bare = tuple(range(len(path)))
        else:
            spent_on = None if mask & ~found.everywhere else _costs(found, path, steps)
            if spent_on is None:
                continue
            bare = spent_on
        lost = turn_cost(grid, heading, vector(grid, start, cell))
        return path, (0, *(metres + lost for metres in bare[1:])), int(lost > 0)
    return None


@lru_cache(maxsize=64)
def _plain(board: Board, size: Size) -> CellSet:
    """Anchors from and to which every step costs one metre."""
    table, grid = tolls(board, size), board.grid
    good = grid.everywhere
    for d, by_cost in enumerate(table.by_direction):
        rim = bits(cell for cell in cells(grid.everywhere) if grid.step(cell, d) is None)
        good &= union(sources for cost, sources in by_cost if cost == 1) | rim
    return good


# Budgets


def quick_limit(world: World, unit: int) -> int:
    """AURA-MOVE-3: metres of a Quick Run."""
    metres = speed_metres(world, unit)
    costs = sheet_of(world).main.costs
    if house(world).quick_run == "two_thirds":
        return costs.quick_run * metres // costs.run
    return (metres + 1) // 2


def share_of(energy: int, metres: int, pace: int) -> int:
    """AURA-INC-3: what these metres take of the Energy for the whole pace, begun points counted."""
    return -(-energy * metres // pace) if pace else 0


def run_energy(world: World, metres: int, pace: int) -> int:
    """AURA-INC-3: a third of the Speed for each Energy."""
    return share_of(sheet_of(world).main.costs.run, metres, pace)


def sprint_extra(world: World, unit: int) -> int:
    """AURA-MOVE-4: metres beyond the Speed."""
    main = sheet_of(world).main
    extra: int = table_lookup(main.sprint_extra, world.get(unit, Body).leg)
    return main.numbers.sprint + extra


def crawl_limit(world: World, unit: int) -> int:
    """AURA-MOVE-17."""
    return speed_metres(world, unit) // 2


def can_stand_at(world: World, unit: int, cell: Cell) -> bool:
    """Whether a unit may end there."""
    return bool(stops(world, unit) >> cell & 1)
