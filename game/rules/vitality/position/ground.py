"""Where a unit can walk: costs of steps, whose space may be passed or shared, and what is in reach."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush

from game.grid.grid import Cell, CellSet, Grid, union
from game.grid.paths import Reach, Tolls, reach
from game.grid.paths import make_tolls as _make_tolls
from game.grid.paths import step_cost as toll
from game.kernel.components import Carried, Conditions, Position
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import hidden_from, hiders, on_board
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import KNOWN, MUTUAL, foes, friendly, gripping, is_thing, living, pool, rank, still
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, size_of, teams
from game.systems.steps import harmful, repriced, rooms

DIFFICULT = 2  # VITALITY-MOVE-3


def step_price(board: Board, start: Cell, end: Cell, direction: int) -> int | None:
    """VITALITY-MOVE-1 to 3: 1 m, 2 m into difficult ground or a metre up; None for no way."""
    grid = board.grid
    if (board.impassable >> start | board.impassable >> end | board.walls[direction] >> start) & 1:
        return None
    if cornered(grid, start, direction, board.impassable):
        return None
    rise = board.ground[end] // LEVEL - board.ground[start] // LEVEL
    if rise > 1:
        return None
    hard = board.difficult >> end & 1 or rise == 1 or board.low_steps[direction] >> start & 1
    return DIFFICULT if hard else 1


def cornered(grid: Grid, start: Cell, direction: int, shut: CellSet) -> bool:
    """Whether a diagonal step would slip between two such cells that meet at a corner."""
    if not grid.is_diagonal(direction):
        return False
    sides = (grid.step(start, grid.turn(direction, by)) for by in (-1, 1))
    return all(side is not None and shut >> side & 1 for side in sides)


@lru_cache(maxsize=64)
def _base_tolls(board: Board, size: int) -> Tolls:
    grid, room = board.grid, rooms(board, size)
    found = _make_tolls(grid, lambda start, end, direction: step_price(board, start, end, direction), size)
    if size == 1:
        return found
    into = [grid.shift(room, grid.opposite(d)) for d in range(grid.directions)]  # no wall through a big body
    rows = enumerate(found.by_direction)
    return Tolls(tuple(tuple((cost, sources & into[d]) for cost, sources in pairs) for d, pairs in rows))


@lru_cache(maxsize=256)
def tolls(board: Board, size: int, hard: CellSet) -> Tolls:
    """What each step costs a unit of that size, by its anchor; `hard` are further cells that cost 2 m (MOVE-10)."""
    base, grid = _base_tolls(board, size), board.grid
    if not hard:
        return base
    offsets = set(grid.shape(size))
    ahead = [{(q + dq, r + dr) for q, r in offsets} for dq, dr in grid.layout.steps]
    landing = [grid.anchors_touching(hard, tuple(cells - offsets)) for cells in ahead]
    return repriced(base, landing, 1, lambda cost: max(cost, DIFFICULT))


def shares(world: World, one: int, other: int) -> bool:
    """VITALITY-MOVE-9: two size categories apart or more."""
    return abs(rank(world, one) - rank(world, other)) >= 2


def tied(world: World, one: int, other: int) -> bool:
    """Rider and host, however far up."""
    return carries(world, one, other) or carries(world, other, one)


def carries(world: World, host: int, rider: int) -> bool:
    """Whether one is somewhere below the other."""
    riding = world.find(rider, Carried)
    while riding is not None and riding.by != host:
        riding = world.find(riding.by, Carried)
    return riding is not None


@derived(KNOWN)
def barring(world: World, unit: int) -> CellSet:
    """The cells of enemies that stop a walk (MOVE-7), and of things."""

    there, bars = bodies(world), _barring(world, unit)
    return union([there[other] for other in living(world) if other in bars])


@derived(MUTUAL)
def _barring(world: World, unit: int) -> frozenset[int]:
    def bars(other: int) -> bool:
        if other == unit or tied(world, unit, other) or hidden_from(world, other, unit):
            return False
        free = friendly(world, unit, other) or shares(world, unit, other) or holds(world, other, "down")
        return is_thing(world, other) or not free

    return frozenset(other for other in teams(world) if bars(other))


def slowing(world: World, unit: int) -> CellSet:
    """The cells of enemies that may be entered, but cost double (MOVE-8, MOVE-9)."""

    slows = _slowing(world, unit)
    return union(filled for other, filled in bodies(world).items() if other in slows) if slows else 0


@derived(MUTUAL)
def _slowing(world: World, unit: int) -> frozenset[int]:
    def slows(other: int) -> bool:
        if other == unit or is_thing(world, other) or tied(world, unit, other) or friendly(world, unit, other):
            return False
        return not hidden_from(world, other, unit) and (shares(world, unit, other) or holds(world, other, "down"))

    return frozenset(other for other in teams(world) if slows(other))


def filled(world: World, unit: int, known_to: int | None = None) -> CellSet:
    """The cells where a unit may not stop (MOVE-6, 7): of all whom it may not share with, as `known_to` knows."""

    bars = _filling(world, unit, known_to)
    return union([own for other, own in bodies(world).items() if other in bars])


@derived(MUTUAL)
def _filling(world: World, unit: int, known_to: int | None = None) -> frozenset[int]:
    def bars(other: int) -> bool:
        if (
            other == unit
            or carries(world, unit, other)
            or (known_to is not None and hidden_from(world, other, known_to))
        ):
            return False
        return is_thing(world, other) or not shares(world, unit, other)

    return frozenset(other for other in teams(world) if bars(other))


def stops(world: World, unit: int, known_to: int | None = None) -> CellSet:
    """Anchors at which a unit may end its movement, as far as the unit `known_to` knows; by default as it is."""
    return _stops(world, unit, known_to if hiders(world) else None)


@derived(KNOWN)
def _stops(world: World, unit: int, known_to: int | None) -> CellSet:
    board, size = board_of(world), size_of(world, unit)
    return rooms(board, size) & ~board.grid.anchors_touching(filled(world, unit, known_to), size)


def drags(world: World, unit: int) -> list[int]:
    """Whom the unit drags along when it walks (COND-12): those it has grabbed who are not larger."""
    return [other for other in gripping(world, unit) if rank(world, other) <= rank(world, unit)]


def factor(world: World, unit: int) -> int:
    """By what every step is dearer: crawling doubles (COND-7)."""
    return 2 if holds(world, unit, "prone") else 1


@derived(KNOWN)
def walkable(world: World, unit: int, budget: int) -> Reach:
    """Where so many metres of movement lead (MOVE-6 to 10); costs are those before crawling."""
    board, size, here = board_of(world), size_of(world, unit), world.get(unit, Position).cell
    grid = board.grid
    table = tolls(board, size, grid.everywhere if drags(world, unit) else slowing(world, unit))
    blocked = grid.anchors_touching(barring(world, unit), size) | dreaded(world, unit)
    harm = harmful(world, unit, sheet_of(world).gear.hazards)
    return reach(grid, table, here, budget, diagonals="flat", blocked=blocked, harm=harm)


def dreaded(world: World, unit: int) -> CellSet:
    """VITALITY-COND-13: anchors at which it would be nearer to the source of its fear than it is now."""
    item = world.get(unit, Conditions).find("frightened")
    if item is None or item.source is None or item.source not in bodies(world):
        return 0
    grid, source = board_of(world).grid, cells_of(world, item.source)
    near = grid.distance_sets(cells_of(world, unit), source, METRIC) - 1
    return grid.anchors_touching(grid.within(source, near, METRIC), size_of(world, unit)) if near >= 0 else 0


def budget_of(world: World, unit: int, metres: int) -> int:
    """What so many metres are worth in costs of `walkable`."""
    return 0 if still(world, unit) else metres // factor(world, unit)


def destinations(world: World, unit: int, metres: int, most: int = 0) -> CellSet:
    """Anchors that so many metres lead to and where the unit may stop, its own left out.

    Whoever asks for several numbers of metres names the highest: then its ways are looked for only once.
    """
    here, budget = 1 << world.get(unit, Position).cell, budget_of(world, unit, metres)
    if budget <= 0:
        return 0
    ways = walkable(world, unit, max(budget, budget_of(world, unit, most)))
    found = union(ways.levels[: budget + 1])
    return found & stops(world, unit, unit) & ~here


def movement(world: World, unit: int) -> int:
    """Metres left in the pool."""
    return pool(world, unit, "movement")


def swappable(world: World, one: int, other: int) -> bool:
    """VITALITY-ACT-11: equal footprints, or all spaces that change hands are free."""
    if size_of(world, one) == size_of(world, other):
        return True
    board, found = board_of(world), 0
    for unit, there in ((one, other), (other, one)):
        anchor, size = world.get(there, Position).cell, size_of(world, unit)
        if not rooms(board, size) >> anchor & 1:
            return False
        spot = board.grid.footprint(anchor, size)
        if spot & found:
            return False
        found |= spot
    others = ((each, own) for each, own in bodies(world).items() if each not in (one, other) and found & own)
    return not any(not tied(world, each, one) and not tied(world, each, other) for each, _ in others)


Way = tuple[Cell, ...]
Past = tuple[int, ...]  # the enemies whose spaces it leads through, in that order


def routes(world: World, unit: int) -> dict[tuple[Cell, Past], Way]:
    """(far side, enemies) -> the spaces on the way, the far side last, as far as the movement pool goes."""
    if still(world, unit) or world.has(unit, Carried):
        return {}
    left = movement(world, unit) // factor(world, unit)
    return world.derive(("passes", unit, left), _routes, KNOWN, unit, left) if left > 0 else {}


def _routes(world: World, unit: int, left: int) -> dict[tuple[Cell, Past], Way]:
    """One enemy's space is passed from any side; through others besides it only where that is shorter than any walk."""
    found = _through(world, unit, left)
    if not found:
        return {}
    walked = walkable(world, unit, left)
    kept: dict[tuple[Cell, Past], Way] = {}
    settled: set[Cell] = set()
    for (cell, past), (cost, way) in sorted(found.items(), key=lambda row: (len(row[0][1]), row[1])):
        nearer = any(level >> cell & 1 for level in walked.levels[: cost + 1])
        inside = board_of(world).grid.anchors_touching(cells_of(world, past[0]), size_of(world, unit))
        alone = len(past) == 1 and all(inside >> each & 1 for each in way[:-1])  # in nobody else's space
        if alone or not (nearer or cell in settled):
            kept[cell, past] = way
            settled.add(cell)
    return kept


def _tolls(world: World, unit: int) -> Tolls:
    """What its steps cost, of those in an enemy's space only that they can be made (COND-12, MOVE-10)."""
    board = board_of(world)
    hard = board.grid.everywhere if drags(world, unit) else slowing(world, unit)
    return tolls(board, size_of(world, unit), hard)


def pricing(world: World, unit: int, past: Past = ()) -> Callable[[Cell, Cell], int | None]:
    """From and to -> metres of that step, crawling apart, None where there is none, as things stand.

    Spaces of the enemies `past` are open (MOVE-7).
    """
    grid, size, table = board_of(world).grid, size_of(world, unit), _tolls(world, unit)
    spaces = union([cells_of(world, enemy) for enemy in past if on_board(world, enemy)])
    closed = barring(world, unit) & ~spaces

    def price(here: Cell, there: Cell) -> int | None:
        cost, body = toll(grid, table, here, _direction(grid, here, there)), grid.footprint(there, size)
        if cost is None or body & closed:
            return None
        return max(cost, DIFFICULT) if body & spaces else cost

    return price


@lru_cache(maxsize=1 << 14)
def _direction(grid: Grid, here: Cell, there: Cell) -> int:
    """The direction of a step."""
    return next(d for d in range(grid.directions) if grid.step(here, d) == there)


def _bars(world: World, unit: int, near: CellSet) -> dict[int, CellSet]:
    """Enemy -> anchors at which the unit would be in its space, of those near that must be overcome (MOVE-7)."""
    grid, size, filled = board_of(world).grid, size_of(world, unit), bodies(world)
    there = (enemy for enemy in foes(world, unit) if filled[enemy] & near)
    solid = (enemy for enemy in there if not shares(world, unit, enemy) and not holds(world, enemy, "down"))
    known = (enemy for enemy in solid if not hidden_from(world, enemy, unit))
    return {enemy: grid.anchors_touching(cells_of(world, enemy), size) for enemy in known}


def _through(world: World, unit: int, left: int) -> dict[tuple[Cell, Past], tuple[int, Way]]:
    """Cheapest first: by spaces where it may not stop, out where it may; (cost, way) of each."""
    board, size = board_of(world), size_of(world, unit)
    grid, here = board.grid, world.get(unit, Position).cell
    bars = _bars(world, unit, grid.within(cells_of(world, unit), left, METRIC))
    if not bars:
        return {}
    solid = barring(world, unit)
    for enemy in bars:
        solid &= ~cells_of(world, enemy)
    closed = grid.anchors_touching(solid, size) | dreaded(world, unit) | 1 << here
    table, free = _tolls(world, unit), stops(world, unit, unit)
    best: dict[tuple[Cell, int, int], tuple[int, Way, Past]] = {}
    queue: list[tuple[int, Cell, Way, Past]] = [(0, here, (), ())]
    while queue:
        spent, cell, way, past = heappop(queue)
        if cell != here and best[_kind(cell, past)] < (spent, way, past):
            continue
        for d in range(grid.directions):
            there, cost = grid.step(cell, d), toll(grid, table, cell, d)
            if there is None or cost is None or closed >> there & 1:
                continue
            inside = [enemy for enemy, where in bars.items() if where >> there & 1]
            met = (*past, *(enemy for enemy in inside if enemy not in past))
            total = spent + (max(cost, DIFFICULT) if inside else cost)
            ends = not inside and bool(free >> there & 1)
            if total > left or (ends and (not met or there in grid.neighbours(here))):
                continue
            row = (total, (*way, there), met)
            if row < best.get(_kind(there, met), (total + 1, (), ())):
                best[_kind(there, met)] = row
                if not ends:
                    heappush(queue, (total, there, (*way, there), met))
    return {(cell, past): (cost, way) for (cell, _, _), (cost, way, past) in best.items() if past and free >> cell & 1}


def _kind(cell: Cell, past: Past) -> tuple[Cell, int, int]:
    return cell, len(past), past[0] if len(past) == 1 else -1
