"""Shoves, the ledges they end at, and falls."""

from __future__ import annotations

from typing import Literal

from game.components import Footprint, Position
from game.ecs import World
from game.events import Blocked, Rolled
from game.flow import Option, Roll, decide
from game.grid.grid import Cell
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.pools import damage, lose
from game.rules.poise.position import CLIMB, METRIC, barring, filled_by_others, level
from game.rules.poise.sheet import sheet_of
from game.systems.field import board_of, cells_of, size_of
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


async def shove(world: World, shover: int, target: int, paces: int, way: Way) -> None:
    """POISE-SHOVE-1 to 4: the shover picks a direction, which is kept for the whole shove."""
    total = shove_paces(world, shover, target, paces).total
    ways = directions(world, shover, target, way)
    if not total or not ways or world.find(target, Position) is None:
        return
    grid = board_of(world).grid
    options = [Option(grid.names[d], cell=_beyond(world, target, d), unit=target, rule="POISE-SHOVE-1") for d in ways]
    key = await decide(shover, "shove", options, rule="POISE-SHOVE-1", about=world.events[-1])
    await _push(world, shover, target, grid.names.index(key), total, way)


def _beyond(world: World, target: int, d: int) -> Cell | None:
    return board_of(world).grid.step(world.get(target, Position).cell, d)


def directions(world: World, shover: int, target: int, way: Way) -> list[int]:
    """Directions whose first step leaves the target farther, nearer, or anywhere (POISE-SHOVE-1)."""
    return [d for d in range(board_of(world).grid.directions) if way == "any" or _fits(world, shover, target, d, way)]


def _fits(world: World, shover: int, target: int, d: int, way: Way) -> bool:
    """Whether a step in that direction changes the distance the right way; off the map counts as away."""
    grid, cells = board_of(world).grid, cells_of(world, target)
    there = grid.step(world.get(target, Position).cell, d)
    moved = grid.footprint(there, size_of(world, target)) if there is not None else 0
    if not moved:
        return False
    before = grid.distance_sets(cells_of(world, shover), cells, METRIC)
    after = grid.distance_sets(cells_of(world, shover), moved, METRIC)
    return after > before if way == "away" else after < before


async def _push(world: World, shover: int, target: int, d: int, paces: int, way: Way) -> None:
    """Step by step until the paces are used, something blocks, or a ledge is passed."""
    grid, diagonals = board_of(world).grid, 0
    while paces > 0:
        cost = 1 + (diagonals % 2 if grid.is_diagonal(d) else 0)
        there = _beyond(world, target, d)
        if cost > paces or there is None or not grid.footprint(there, size_of(world, target)):
            return  # a remainder too small for a diagonal and the open rim just end it
        if way != "any" and not _fits(world, shover, target, d, way):
            return
        if _bars(world, target, there, d):
            lost = paces * sheet_of(world).numbers.shove_loss
            world.emit(Blocked(target, "shove", "POISE-SHOVE-3"))
            lose(world, target, "momentum", lost, "POISE-SHOVE-3", shover)
            return
        drop = _level_at(world, target, world.get(target, Position).cell) - _level_at(world, target, there)
        place(world, target, there, "shove", cost=cost, rule="POISE-SHOVE-1")
        if drop > LEDGE:
            await _fall(world, target, drop, shover)
            return
        paces, diagonals = paces - cost, diagonals + grid.is_diagonal(d)


def _level_at(world: World, unit: int, anchor: Cell) -> int:
    board = board_of(world)
    return level(board, board.grid.footprint(anchor, size_of(world, unit)))


def _bars(world: World, target: int, there: Cell, d: int) -> bool:
    """POISE-SHOVE-3: units, obstacles, low and closed edges, climbs too steep, corners cut off."""
    board, size = board_of(world), size_of(world, target)
    grid, here = board.grid, cells_of(world, target)
    if here & (board.walls[d] | board.low_steps[d]):
        return True
    others = filled_by_others(world, target)
    new = grid.footprint(there, size) & ~here
    if new & (others | board.impassable | board.obstacles):
        return True
    if grid.is_diagonal(d):
        flanks = grid.shift(here, grid.turn(d, -1)) | grid.shift(here, grid.turn(d, 1))
        if flanks & ~here & (board.impassable | barring(world, target)):
            return True
    return _level_at(world, target, there) - _level_at(world, target, world.get(target, Position).cell) > CLIMB


async def _fall(world: World, unit: int, drop: int, by: int) -> None:
    """POISE-SHOVE-8: momentum damage by the dice for each level beyond the first, none into deep water."""
    if cells_of(world, unit) & board_of(world).deep:
        return
    dice = (sheet_of(world).numbers.fall_die,) * (drop - 1)
    faces = await Roll(unit, "fall", dice, "POISE-SHOVE-8")
    number = Breakdown("damage", (add(sum(faces), "fall", "POISE-SHOVE-8"),))
    world.emit(Rolled(unit, "fall", dice, faces, (number,), "POISE-SHOVE-8"))
    await damage(world, unit, "momentum", number, "POISE-SHOVE-8", by)
