"""Shoves, the ledges they end at, and falls."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.components import Footprint, Position
from game.ecs import World
from game.events import Blocked, Rolled
from game.flow import Option, Roll, decide
from game.grid.grid import Cell, CellSet, cells
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.house import house
from game.rules.poise.moving import settle
from game.rules.poise.pools import damage, lose
from game.rules.poise.position import METRIC, barring, distance, filled_by_others
from game.rules.poise.riding import fall_off, landings
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import steed_of
from game.rules.poise.steps import CLIMB, astride, level
from game.rules.poise.stress import add_stress
from game.rules.poise.water import plunge, soak
from game.systems.field import board_of, carried_by, cells_of, size_of
from game.systems.placing import place

Way = Literal["away", "toward", "any"]
LEDGE = 2  # a drop of more levels is a ledge (POISE-SHOVE-4)


def shove_paces(world: World, shover: int, target: int, paces: int) -> Breakdown:
    """POISE-SHOVE-5 and 6: a pace more or less for each size between them, not below 0."""
    gap = world.get(shover, Footprint).size - world.get(target, Footprint).size
    lines: list[Modifier] = [add(paces, "shove", "POISE-SHOVE-1")]
    if gap:
        word, rule = ("bigger shover", "POISE-SHOVE-5") if gap > 0 else ("smaller shover", "POISE-SHOVE-6")
        lines.append(add(gap, word, rule))
    return Breakdown("shove", (*lines, at_least(0, "POISE-SHOVE-6")))


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


async def shove(world: World, shover: int, target: int, paces: int, way: Way) -> Shoved:
    """POISE-SHOVE-1 to 4: the shover picks a direction, which is kept for the whole shove."""
    total = shove_paces(world, shover, target, paces).total
    if not total or world.find(target, Position) is None:
        return Shoved()
    off = await _throw_off(world, shover, target, way)
    ways = directions(world, shover, target, way) if off < total else []
    if not ways:
        return Shoved(off)
    grid = board_of(world).grid
    options = [Option(grid.names[d], cell=_beyond(world, target, d), unit=target, rule="POISE-SHOVE-1") for d in ways]
    key = await decide(shover, "shove", options, rule="POISE-SHOVE-1", about=world.events[-1])
    found = await _push(world, shover, target, grid.names.index(key), total - off, way)
    return Shoved(off + found.moved, found.barred, found.fell)


async def _throw_off(world: World, shover: int, target: int, way: Way) -> int:
    """POISE-MOUNT-10: whoever is shoved with or on a mount falls off first; paces of the shove that this takes.

    A rider lands, where there is such a cell, as the shove leads; that is its first pace.
    """
    rider = target if steed_of(world, target) is not None else carried_by(world, target)
    if rider is None:
        return 0
    free, grid, before = landings(world, rider), board_of(world).grid, distance(world, shover, target)
    size, own = size_of(world, rider), cells_of(world, shover)
    fitting = 0
    for cell in cells(free if rider == target else 0):
        after = grid.distance_sets(own, grid.footprint(cell, size), METRIC)
        if way == "any" or (after > before if way == "away" else after < before):
            fitting |= 1 << cell
    await fall_off(world, rider, shover, fitting or free)
    return 1 if fitting else 0


def _beyond(world: World, target: int, d: int) -> Cell | None:
    return board_of(world).grid.step(world.get(target, Position).cell, d)


def directions(world: World, shover: int, target: int, way: Way) -> list[int]:
    """Directions whose first step leaves the target farther, nearer, or anywhere (POISE-SHOVE-1).

    Those that lead off an open rim are left out: nothing would happen.
    """
    board, before = board_of(world), distance(world, shover, target)
    return [
        d
        for d in range(board.grid.directions)
        if _fits(world, shover, target, d, way, before) and (_there(world, target, d) or _walled(world, target, d))
    ]


def _fits(world: World, shover: int, target: int, d: int, way: Way, before: int) -> bool:
    """Whether a step in that direction, be it off the map, ends the right way off the shover."""
    layout, axial = board_of(world).grid.layout, board_of(world).grid.axial
    (dq, dr), measure = layout.steps[d], layout.metrics[METRIC]
    here = [axial(cell) for cell in cells(cells_of(world, shover))]
    there = [axial(cell) for cell in cells(cells_of(world, target))]
    after = min(measure(q + dq - x, r + dr - y) for q, r in there for x, y in here)
    return way == "any" or (after > before if way == "away" else after < before)


def _there(world: World, target: int, d: int) -> CellSet:
    """The cells it would fill one step on, 0 off the map."""
    there = _beyond(world, target, d)
    return board_of(world).grid.footprint(there, size_of(world, target)) if there is not None else 0


def _walled(world: World, target: int, d: int) -> bool:
    return bool(cells_of(world, target) & board_of(world).walls[d])


async def _push(world: World, shover: int, target: int, d: int, paces: int, way: Way) -> Shoved:
    """Along one direction, and into the water if that is where it ends (POISE-WATER-9)."""
    shoved = await _slide(world, shover, target, d, paces, way)
    if shoved.moved:
        plunge(world, target, shover)
    return shoved


async def _slide(world: World, shover: int, target: int, d: int, paces: int, way: Way) -> Shoved:
    """Step by step until the paces are used, something blocks, or a ledge is passed."""
    diagonal, before = board_of(world).grid.is_diagonal(d), distance(world, shover, target)
    diagonals = moved = 0
    while paces > 0:
        cost = 1 + (diagonals % 2 if diagonal else 0)
        if cost > paces or not _fits(world, shover, target, d, way, before):
            break  # a remainder too small for a diagonal is dropped
        if _bars(world, target, d):
            lost = paces * sheet_of(world).numbers.shove_loss
            world.emit(Blocked(target, "shove", "POISE-SHOVE-3"))
            lose(world, target, "momentum", lost, "POISE-SHOVE-3", shover)
            return Shoved(moved, barred=True)
        there = _beyond(world, target, d)
        if there is None or not _there(world, target, d):
            break  # the open rim just ends it
        drop = _drop(world, target, d)
        place(world, target, there, "shove", cost=cost, rule="POISE-SHOVE-1")
        soak(world, target)
        if drop > LEDGE:
            return Shoved(moved + cost, fell=await _fall(world, target, drop, shover))
        paces, diagonals, moved = paces - cost, diagonals + diagonal, moved + cost
    return Shoved(moved)


def _drop(world: World, target: int, d: int) -> int:
    """Whole levels down that a step leads."""
    board = board_of(world)
    return level(board, cells_of(world, target)) - level(board, _there(world, target, d))


def _bars(world: World, target: int, d: int) -> bool:
    """POISE-SHOVE-3: units, obstacles, low and closed edges, climbs too steep, corners cut off.

    Beyond a ledge (POISE-SHOVE-4) it falls on whatever is below, so only what nobody can be in bars the way.
    """
    board, here, there = board_of(world), cells_of(world, target), _there(world, target, d)
    grid = board.grid
    if here & (board.walls[d] | board.low_steps[d]):
        return True
    if grid.is_diagonal(d):
        flanks = grid.shift(here, grid.turn(d, -1)) | grid.shift(here, grid.turn(d, 1))
        if flanks & ~here & (board.impassable | barring(world, target)):
            return True
    if not there:
        return False
    drop, new = _drop(world, target, d), there & ~here
    if new & board.impassable or astride(board, there):
        return True
    return drop <= LEDGE and (drop < -CLIMB or bool(new & (filled_by_others(world, target) | board.obstacles)))


async def _fall(world: World, unit: int, drop: int, by: int) -> int:
    """POISE-SHOVE-8: it makes room (POISE-MOVE-8); momentum damage by the dice for each level beyond the first,
    none into deep water. With the setting `fall_mode: stress` it is stress, for every level. Returns the damage.
    """
    soft = cells_of(world, unit) & board_of(world).deep
    await settle(world, unit)
    if soft:
        return 0
    stress = house(world).fall_mode == "stress"
    dice = (sheet_of(world).numbers.fall_die,) * (drop if stress else drop - 1)
    faces = await Roll(unit, "fall", dice, "POISE-SHOVE-8")
    number = Breakdown("damage", (add(sum(faces), "fall", "POISE-SHOVE-8"),))
    world.emit(Rolled(unit, "fall", dice, faces, (number,), "POISE-SHOVE-8"))
    if stress:
        await add_stress(world, unit, number.total, "POISE-SHOVE-8", by)
        return 0
    await damage(world, unit, "momentum", number, "POISE-SHOVE-8", by)
    return number.total
