"""Ways on foot: straight legs, what turns cost, and where a budget of metres leads (AURA-MOVE-6 to 8, GRID-6 and 7)."""

from __future__ import annotations

from functools import lru_cache

from game.board import Board
from game.ecs import World
from game.grid import angles
from game.grid.grid import Cell, CellSet, Grid, cells
from game.grid.paths import Diagonals, Reach, reach
from game.rules.aura.powers import speed
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.sheet import lookup as table_lookup
from game.rules.aura.space import at, barring, stops, tolls
from game.rules.aura.state import Body, spent
from game.systems.field import board_of, size_of

Vector = tuple[int, int]
Way = tuple[tuple[Cell, ...], tuple[int, ...], int]  # path, metres used at each cell, turns paid


@lru_cache(maxsize=1 << 17)
def line(grid: Grid, a: Cell, b: Cell, lean: int) -> tuple[tuple[Cell, ...], CellSet]:
    """A canonical line, and its cells as a set."""
    path = grid.straight(a, b, lean=lean)
    mask = 0
    for cell in path:
        mask |= 1 << cell
    return path, mask


def legs(grid: Grid, path: tuple[Cell, ...]) -> list[tuple[int, int]]:
    """AURA-MOVE-8: where the straight legs of a path begin and end, each the longest that is a canonical line."""
    found, start = [], 0
    while start < len(path) - 1:
        end = len(path) - 1
        while end > start + 1 and not _straight(grid, path[start : end + 1]):
            end -= 1
        found.append((start, end))
        start = end
    return found


@lru_cache(maxsize=1 << 16)
def _straight(grid: Grid, part: tuple[Cell, ...]) -> bool:
    return any(line(grid, part[0], part[-1], lean)[0] == part for lean in (1, -1))


def vector(grid: Grid, a: Cell, b: Cell) -> Vector:
    """From centre to centre, in grid steps."""
    (q, r), (x, y) = grid.axial(a), grid.axial(b)
    return x - q, y - r


def turn_cost(grid: Grid, before: Vector | None, after: Vector) -> int:
    """AURA-MOVE-6 and GRID-7: nothing below 45 degrees, 2 for straight back, else 1."""
    if before is None or before == (0, 0):
        return 0
    if angles.compare(grid.layout, before, after, 45) < 0:
        return 0
    return 2 if angles.compare(grid.layout, before, after, 180) == 0 else 1


def measured(grid: Grid, path: tuple[Cell, ...], bare: tuple[int, ...], heading: Vector | None) -> Way:
    """The metres used along a path with what its turns cost; `bare` is without them."""
    extra, turns, costs, before = 0, 0, [0], heading
    for start, end in legs(grid, path):
        now = vector(grid, path[start], path[end])
        lost = turn_cost(grid, before, now)
        extra, turns, before = extra + lost, turns + bool(lost), now
        costs += [bare[place] + extra for place in range(start + 1, end + 1)]
    return path, tuple(costs), turns


def last_heading(grid: Grid, path: tuple[Cell, ...]) -> Vector | None:
    """The direction of a path's last leg."""
    found = legs(grid, path)
    return vector(grid, path[found[-1][0]], path[found[-1][1]]) if found else None


# Where a budget leads


def ways(world: World, unit: int, budget: int, *, turning: bool = True) -> dict[Cell, Way]:
    """Cell -> the way there, for every place to end at within so many metres; without `turning` turns are free."""
    if budget <= 0:
        return {}
    heading = spent(world, unit).heading if turning else None
    most = max(budget, speed(world, unit).total + sprint_extra(world, unit))
    every = _ways(
        board_of(world),
        size_of(world, unit),
        at(world, unit),
        barring(world, unit),
        stops(world, unit),
        most,
        heading,
        "alternating" if house(world).square_metric == "alternating" else "flat",
        turning=turning,
    )
    if budget == most:
        return every
    return {cell: way for cell, way in every.items() if way[1][-1] <= budget}


@lru_cache(maxsize=2048)
def _ways(
    board: Board,
    size: int,
    start: Cell,
    bars: CellSet,
    free: CellSet,
    budget: int,
    heading: Vector | None,
    diagonals: Diagonals,
    *,
    turning: bool,
) -> dict[Cell, Way]:
    """The work of `ways`, which depends on nothing but these; its result is shared and must not be changed."""
    grid = board.grid
    blocked = grid.anchors_touching(bars, size)
    found = reach(grid, tolls(board, size), start, budget, diagonals=diagonals, blocked=blocked)
    plain = _plain(board, size) & ~blocked if diagonals == "flat" else 0
    made: dict[Cell, Way] = {}
    for cell in cells(found.everywhere & free & ~(1 << start)):
        way = _direct(grid, start, cell, plain, found, heading)
        if way is None or way[1][-1] > budget:
            for path in _around(grid, start, cell, found) if turning else [found.path(cell)]:
                other = measured(grid, path, found.costs(path), heading) if turning else (path, found.costs(path), 0)
                way = other if way is None or other[1][-1] < way[1][-1] else way
            assert way is not None
        if way[1][-1] <= budget:
            made[cell] = way
    return made


def _around(grid: Grid, start: Cell, cell: Cell, found: Reach) -> list[tuple[Cell, ...]]:
    """Paths round what is in the way: the shortest, and those of two straight legs over its bends."""
    shortest = found.path(cell)
    made = [shortest]
    for bend in dict.fromkeys((*shortest[1:-1], *grid.neighbours(start))):
        if not found.everywhere >> bend & 1 or bend == cell:
            continue
        legs_to, legs_on = (_walkable(grid, a, b, found) for a, b in ((start, bend), (bend, cell)))
        if legs_to and legs_on:
            path = (*legs_to, *legs_on[1:])
            if _possible(found, path):
                made.append(path)
    return made


def _walkable(grid: Grid, a: Cell, b: Cell, found: Reach) -> tuple[Cell, ...] | None:
    """A canonical line within reach."""
    for lean in (1, -1):
        path, mask = line(grid, a, b, lean)
        if not mask & ~found.everywhere:
            return path
    return None


def _possible(found: Reach, path: tuple[Cell, ...]) -> bool:
    try:
        found.costs(path)
    except ValueError:
        return False
    return True


def _direct(grid: Grid, start: Cell, cell: Cell, plain: CellSet, found: Reach, heading: Vector | None) -> Way | None:
    """Straight there, if nothing is in the way."""
    for lean in (1, -1):
        path, mask = line(grid, start, cell, lean)
        if not mask & ~(plain | 1 << start) and plain >> start & 1:
            bare = tuple(range(len(path)))
        else:
            try:
                bare = found.costs(path)
            except ValueError:
                continue
        lost = turn_cost(grid, heading, vector(grid, start, cell))
        return path, (0, *(metres + lost for metres in bare[1:])), int(lost > 0)
    return None


@lru_cache(maxsize=64)
def _plain(board: Board, size: int) -> CellSet:
    """Anchors from and to which every step costs one metre."""
    table, grid = tolls(board, size), board.grid
    good = grid.everywhere
    for d, by_cost in enumerate(table.by_direction):
        single = sum(sources for cost, sources in by_cost if cost == 1)
        rim = sum(1 << cell for cell in cells(grid.everywhere) if grid.step(cell, d) is None)
        good &= single | rim
    return good


# Budgets


def quick_limit(world: World, unit: int) -> int:
    """AURA-MOVE-3: metres of a Quick Run."""
    metres = speed(world, unit).total
    return 2 * metres // 3 if house(world).quick_run == "two_thirds" else (metres + 1) // 2


def run_energy(metres: int, pace: int) -> int:
    """AURA-INC-3: a third of the Speed for each Energy, begun ones counted."""
    return -(-3 * metres // pace) if pace else 0


def sprint_extra(world: World, unit: int) -> int:
    """AURA-MOVE-4: metres beyond the Speed."""
    main = sheet_of(world).main
    extra: int = table_lookup(main.sprint_extra, world.get(unit, Body).leg)
    return main.numbers.sprint + extra


def crawl_limit(world: World, unit: int) -> int:
    """AURA-MOVE-17."""
    return speed(world, unit).total // 2


def can_stand_at(world: World, unit: int, cell: Cell) -> bool:
    """Whether a unit may end there."""
    return bool(stops(world, unit) >> cell & 1)


def backtrack(path: tuple[Cell, ...], reached: int, free: CellSet) -> Cell:
    """The last cell of a way, up to where its walker came, at which it may stand."""
    return next((cell for cell in reversed(path[: reached + 1]) if free >> cell & 1), path[0])
