"""Shoves, the ledges they end at, and falls."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.grid.grid import Cell, CellSet, cells
from game.kernel.components import Footprint, Position
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add, at_least, counting
from game.rules.asking import ask
from game.rules.poise.harm.conditions import add_stress, plunge, soak
from game.rules.poise.harm.pools import damage, lose
from game.rules.poise.house import house
from game.rules.poise.position.space import CLIMB, METRIC, barring, distance, filled_by_others
from game.rules.poise.riding import fall_off, landings
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import steed_of
from game.rules.poise.verbs.walking import make_room
from game.rules.throwing import damage_by
from game.systems.field import board_of, carried_by, cells_of, size_of
from game.systems.movement import place
from game.systems.steps import astride, level

Way = Literal["away", "toward", "any"]
LEDGE = 2  # a drop of more levels is a ledge (POISE-SHOVE-4)


def shove_paces(world: World, shover: int, target: int, paces: int) -> Breakdown:
    """POISE-SHOVE-5 and 6: a pace more or less for each size between them, not below 0."""
    gap = world.get(shover, Footprint).size - world.get(target, Footprint).size
    sizes = (gap > 0, gap, "bigger shover", "POISE-SHOVE-5"), (gap < 0, gap, "smaller shover", "POISE-SHOVE-6")
    return Breakdown("shove", (add(paces, "shove", "POISE-SHOVE-1"), *counting(*sizes), at_least(0, "POISE-SHOVE-6")))


class Shoved(Struct, frozen=True):
    """How a shove went: paces moved, whether something barred the rest, damage of a fall at its end."""

    moved: int = 0
    barred: bool = False
    fell: int = 0

    def lost(self, paces: int, each: int) -> int:
        """Momentum that a shove of so many paces would have cost, the same way (POISE-SHOVE-3)."""
        return max(0, paces - self.moved) * each if self.barred else 0

    def hurt(self, paces: int) -> int:
        """What a shove of so many paces would have done by a fall."""
        return self.fell if paces >= self.moved else 0


class Course(Struct, frozen=True):
    """Where a shove leads along one direction: its steps with their costs, and how it ends."""

    start: Cell
    steps: tuple[tuple[Cell, int], ...] = ()
    barred: int = 0  # paces that were left where something barred the way
    drop: int = 0  # levels of the ledge at its end

    @property
    def end(self) -> Cell:
        """The anchor where the shove ends."""
        return self.steps[-1][0] if self.steps else self.start

    @property
    def moved(self) -> int:
        """Paces moved."""
        return sum(cost for _, cost in self.steps)


async def shove(world: World, shover: int, target: int, paces: int, way: Way) -> Shoved:
    """POISE-SHOVE-1 to 4: the shover picks a direction, which is kept for the whole shove."""
    total = shove_paces(world, shover, target, paces).total
    if not total or world.find(target, Position) is None:
        return Shoved()
    off = await _throw_off(world, shover, target, way)
    start = world.get(target, Position).cell
    ways = directions(world, shover, target, start, way) if off < total else []
    if not ways:
        return Shoved(off)
    grid = board_of(world).grid
    given = [Action(grid.names[d], target, grid.step(start, d), numbers=(d,)) for d in ways]
    (d,) = (await ask(world, shover, "shove", given)).action.numbers
    led = course(world, shover, target, start, d, total - off, way)
    # Along its course, and into the water if that is where it ends (POISE-WATER-9)
    for cell, cost in led.steps:
        place(world, target, cell, "shove", cost=cost, rule="POISE-SHOVE-1")
        soak(world, target)
    fell = 0
    if led.barred:
        world.emit(Blocked(target, "shove", "POISE-SHOVE-3"))
        lose(world, target, "momentum", led.barred * sheet_of(world).numbers.shove_loss, "POISE-SHOVE-3", shover)
    elif led.drop:
        fell = await _fall(world, target, led, shover)
    if led.steps:
        plunge(world, target, shover)
    found = Shoved(led.moved, bool(led.barred), fell)
    return Shoved(off + found.moved, found.barred, found.fell)


async def _throw_off(world: World, shover: int, target: int, way: Way) -> int:
    """POISE-MOUNT-10: whoever is shoved with or on a mount falls off first; a rider lands as the shove leads, if there
    is such a cell: that is its first pace. Returns the paces of the shove that this takes.
    """
    rider = target if steed_of(world, target) is not None else carried_by(world, target)
    if rider is None:
        return 0
    free, grid, before = landings(world, rider), board_of(world).grid, distance(world, shover, target)
    size, own, fitting = size_of(world, rider), cells_of(world, shover), 0
    for cell in cells(free if rider == target else 0):
        if _leads(way, before, grid.distance_sets(own, grid.footprint(cell, size), METRIC)):
            fitting |= 1 << cell
    await fall_off(world, rider, shover, fitting or free)
    return 1 if fitting else 0


def directions(world: World, shover: int, target: int, start: Cell, way: Way) -> list[int]:
    """Directions whose first step, not off an open rim, leaves the target farther, nearer, or anywhere (SHOVE-1)."""
    board, size = board_of(world), size_of(world, target)
    here = board.grid.footprint(start, size)
    before = board.grid.distance_sets(cells_of(world, shover), here, METRIC)
    fitting = (d for d in range(board.grid.directions) if _fits(world, shover, here, d, way, before))
    return [d for d in fitting if _there(world, start, size, d) or here & board.walls[d]]


def hardest(world: World, shover: int, target: int, start: Cell, paces: int, way: Way) -> Course:
    """Of the ways a shove can lead the one that takes most momentum on average, the first of several."""
    ways = directions(world, shover, target, start, way)
    courses = [course(world, shover, target, start, d, paces, way) for d in ways]
    each_pace = 2 * sheet_of(world).numbers.shove_loss

    def toll(found: Course) -> int:  # twice the average
        return found.barred * each_pace + sum(sides + 1 for sides in fall_dice(world, target, found))

    return max(courses, key=toll, default=Course(start))


def course(world: World, shover: int, target: int, start: Cell, d: int, paces: int, way: Way) -> Course:
    """Step by step until the paces are used, something blocks, or a ledge is passed."""
    board, size = board_of(world), size_of(world, target)
    diagonal, here = board.grid.is_diagonal(d), board.grid.footprint(start, size)
    before = board.grid.distance_sets(cells_of(world, shover), here, METRIC)
    at = start
    steps: list[tuple[Cell, int]] = []
    while paces > 0:
        cost = 1 + (len(steps) % 2 if diagonal else 0)
        if cost > paces or not _fits(world, shover, here, d, way, before):
            break  # a remainder too small for a diagonal is dropped
        there, next_at = _there(world, at, size, d), board.grid.step(at, d)
        if _bars(world, target, here, there, d):
            return Course(start, tuple(steps), barred=paces)
        if next_at is None or not there:
            break  # the open rim just ends it
        drop = level(board, here) - level(board, there)
        steps.append((next_at, cost))
        if drop > LEDGE:
            return Course(start, tuple(steps), drop=drop)
        paces, here, at = paces - cost, there, next_at
    return Course(start, tuple(steps))


def _fits(world: World, shover: int, here: CellSet, d: int, way: Way, before: int) -> bool:
    """Whether a step in that direction, be it off the map, ends the right way off the shover."""
    layout, axial = board_of(world).grid.layout, board_of(world).grid.axial
    (dq, dr), measure = layout.steps[d], layout.metrics[METRIC]
    own = [axial(cell) for cell in cells(cells_of(world, shover))]
    there = [axial(cell) for cell in cells(here)]
    return _leads(way, before, min(measure(q + dq - x, r + dr - y) for q, r in there for x, y in own))


def _leads(way: Way, before: int, after: int) -> bool:
    return way == "any" or (after > before if way == "away" else after < before)


def _there(world: World, start: Cell, size: int, d: int) -> CellSet:
    """The cells it would fill one step on, 0 off the map."""
    grid = board_of(world).grid
    there = grid.step(start, d)
    return grid.footprint(there, size) if there is not None else 0


def _bars(world: World, target: int, here: CellSet, there: CellSet, d: int) -> bool:
    """POISE-SHOVE-3: units, obstacles, low and closed edges, climbs too steep, corners cut off; past a ledge (SHOVE-4)
    it falls on whatever is below, so only what nobody can be in bars the way.
    """
    board, grid = board_of(world), board_of(world).grid
    if here & (board.walls[d] | board.low_steps[d]):
        return True
    if grid.is_diagonal(d):
        flanks = grid.shift(here, grid.turn(d, -1)) | grid.shift(here, grid.turn(d, 1))
        if flanks & ~here & (board.impassable | barring(world, target)):
            return True
    if not there:
        return False
    drop, new = level(board, here) - level(board, there), there & ~here
    if new & board.impassable or astride(board, there):
        return True
    return drop <= LEDGE and (drop < -CLIMB or bool(new & (filled_by_others(world, target) | board.obstacles)))


def fall_dice(world: World, target: int, found: Course) -> tuple[int, ...]:
    """POISE-SHOVE-8: the dice of momentum damage that the fall at the end of a shove does."""
    return () if house(world).fall_mode == "stress" else _fall_dice(world, target, found, found.drop - 1)


def _fall_dice(world: World, target: int, found: Course, count: int) -> tuple[int, ...]:
    board = board_of(world)
    soft = board.grid.footprint(found.end, size_of(world, target)) & board.deep
    return () if soft or not found.drop else (sheet_of(world).numbers.fall_die,) * count


async def _fall(world: World, unit: int, found: Course, by: int) -> int:
    """POISE-SHOVE-8: it makes room (POISE-MOVE-8); momentum damage by the dice for each level beyond the first,
    none into deep water. With the setting `fall_mode: stress` it is stress, for every level. Returns the damage.
    """
    stress = house(world).fall_mode == "stress"
    dice = _fall_dice(world, unit, found, found.drop) if stress else fall_dice(world, unit, found)
    await make_room(world, unit)
    if not dice:
        return 0
    number = await damage_by(world, unit, "fall", dice, "POISE-SHOVE-8")
    if stress:
        await add_stress(world, unit, number.total, "POISE-SHOVE-8", by)
        return 0
    await damage(world, unit, "momentum", number, "POISE-SHOVE-8", by)
    return number.total
