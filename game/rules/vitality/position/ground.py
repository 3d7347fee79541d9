"""Where a unit can walk: costs of steps, whose space may be passed or shared, and what is in reach."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import Cell, CellSet, Grid, union
from game.grid.paths import Reach, Tolls, reach
from game.grid.paths import make_tolls as _make_tolls
from game.kernel.components import Carried, Conditions, Position
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.who import friendly, gripping, is_thing, living, rank
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import KNOWN, Hidden, pool, still
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, size_of
from game.systems.steps import repriced, rooms

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


def unknown(world: World, unit: int, other: int) -> bool:
    """VITALITY-HIDE-10: hidden from the mover, which plans as if nobody were there."""
    hidden = world.find(other, Hidden)
    return hidden is not None and unit in hidden.of


@derived(KNOWN)
def barring(world: World, unit: int) -> CellSet:
    """The cells of enemies that stop a walk (MOVE-7), and of things."""

    def bars(other: int) -> bool:
        if other == unit or tied(world, unit, other) or unknown(world, unit, other):
            return False
        free = friendly(world, unit, other) or shares(world, unit, other) or holds(world, other, "down")
        return is_thing(world, other) or not free

    there = bodies(world)
    return union(there[other] for other in living(world) if bars(other))


def slowing(world: World, unit: int) -> CellSet:
    """The cells of enemies that may be entered, but cost double (MOVE-8, MOVE-9)."""

    def slows(other: int) -> bool:
        if other == unit or is_thing(world, other) or tied(world, unit, other) or unknown(world, unit, other):
            return False
        return not friendly(world, unit, other) and (shares(world, unit, other) or holds(world, other, "down"))

    return union(filled for other, filled in bodies(world).items() if slows(other))


def filled(world: World, unit: int, known_to: int | None = None) -> CellSet:
    """The cells where a unit may not stop (MOVE-6, 7): of all whom it may not share with, as `known_to` knows."""

    def bars(other: int) -> bool:
        if other == unit or carries(world, unit, other) or (known_to is not None and unknown(world, known_to, other)):
            return False
        return is_thing(world, other) or not shares(world, unit, other)

    return union(own for other, own in bodies(world).items() if bars(other))


@derived(KNOWN)
def stops(world: World, unit: int, known_to: int | None = None) -> CellSet:
    """Anchors at which a unit may end its movement, as far as the unit `known_to` knows; by default as it is."""
    board, size = board_of(world), size_of(world, unit)
    taken = filled(world, unit, known_to)
    return rooms(board, size) & ~board.grid.anchors_touching(taken, size)


def drags(world: World, unit: int) -> list[int]:
    """Whom the unit drags along when it walks (COND-12): those it has grabbed who are not larger."""
    return [other for other in gripping(world, unit) if rank(world, other) <= rank(world, unit)]


def factor(world: World, unit: int) -> int:
    """By what every step is dearer: crawling doubles (COND-7)."""
    return 2 if holds(world, unit, "prone") else 1


def walkable(world: World, unit: int, budget: int, start: Cell | None = None) -> Reach:
    """Where so many metres of movement lead (MOVE-6 to 10); costs are those before crawling."""
    return world.derive(("reach", unit, budget, start), lambda world: _walkable(world, unit, budget, start), KNOWN)


def _walkable(world: World, unit: int, budget: int, start: Cell | None) -> Reach:
    board, size = board_of(world), size_of(world, unit)
    grid, here = board.grid, world.get(unit, Position).cell if start is None else start
    table = tolls(board, size, grid.everywhere if drags(world, unit) else slowing(world, unit))
    blocked = grid.anchors_touching(barring(world, unit), size) | dreaded(world, unit, start)
    return reach(grid, table, here, budget, diagonals="flat", blocked=blocked)


def dreaded(world: World, unit: int, start: Cell | None = None) -> CellSet:
    """VITALITY-COND-13: anchors at which it would be nearer to the source of its fear than it is now.

    Taken from where the walk starts, so that no path comes nearer than that.
    """
    item = world.get(unit, Conditions).find("frightened")
    if item is None or item.source is None or item.source not in bodies(world):
        return 0
    grid, source = board_of(world).grid, cells_of(world, item.source)
    own = cells_of(world, unit) if start is None else grid.footprint(start, size_of(world, unit))
    near = grid.distance_sets(own, source, METRIC) - 1
    return grid.anchors_touching(grid.within(source, near, METRIC), size_of(world, unit)) if near >= 0 else 0


def budget_of(world: World, unit: int, metres: int) -> int:
    """What so many metres are worth in costs of `walkable`."""
    return 0 if still(world, unit) else metres // factor(world, unit)


def destinations(world: World, unit: int, metres: int) -> CellSet:
    """Anchors that so many metres lead to and where the unit may stop, its own left out."""
    here = 1 << world.get(unit, Position).cell
    found = walkable(world, unit, budget_of(world, unit, metres)).everywhere
    return found & stops(world, unit, unit) & ~here


def movement(world: World, unit: int) -> int:
    """Metres left in the pool."""
    return pool(world, unit, "movement")


def fall_dice(world: World, metres: int) -> tuple[int, ...]:
    """1d6 for every full 3 m of a drop deeper than 2 m."""
    numbers = numbers_of(world)
    return (numbers.fall_die,) * (metres // numbers.fall_metres if metres > numbers.easy_drop else 0)


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
    return not any(
        found & filled
        for each, filled in bodies(world).items()
        if each not in (one, other) and not tied(world, each, one) and not tied(world, each, other)
    )
