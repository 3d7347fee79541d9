"""Jumps and climbs: how far, what they cost, and where they may end."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import floor

from msgspec import Struct

from game.grid.grid import Cell, CellSet
from game.grid.grid import cells as each_cell
from game.grid.layout import Size
from game.kernel.ecs import World
from game.kernel.events import Blocked, Event, Used
from game.map.board import LEVEL, Board
from game.rules.aura.entries import Climb
from game.rules.aura.footways import Way, crawl_limit
from game.rules.aura.grounds import fall, put
from game.rules.aura.lines import line
from game.rules.aura.moving import Entering, Trip, travel
from game.rules.aura.pools import Price
from game.rules.aura.powers import speed
from game.rules.aura.rolls import check
from game.rules.aura.sheet import lookup, sheet_of
from game.rules.aura.space import astride, at, barring, metric, stops
from game.rules.aura.state import Body, Climbing, dead, inflict, spent
from game.systems.field import board_of, cells_of, shape_of


def jump_limit(world: World, unit: int, *, sprinting: bool = False) -> int:
    """AURA-MOVE-14: metres, rounded down."""
    main, body = sheet_of(world).main, world.get(unit, Body)
    halves: int = lookup(main.jump_extra_halves, body.leg)
    return floor(main.sizes[body.size].jump + halves / 2 + sprinting)


def run_up(world: World, unit: int) -> bool:
    """AURA-MOVE-12: whether the last thing that a unit did was to move as far as a Jump wants."""
    return spent(world, unit).ran >= sheet_of(world).main.numbers.run_up


def jump_price(world: World, unit: int, metres: int) -> Price:
    """AURA-MOVE-12 and 13: cheap on the run, dearer when it is longer than a run for two Energy."""
    costs, pace = sheet_of(world).main.costs, max(1, speed(world, unit).total)
    extra = max(0, -(-3 * metres // pace) - 2) if metres > 2 * pace // 3 else 0
    return Price(
        (costs.jump_moving if run_up(world, unit) else costs.jump_standing) + extra,
        sheet_of(world).main.numbers.jump_stamina,
    )


def metres_to(world: World, unit: int, cell: Cell) -> int:
    """How far a jump to a cell is, counted like all movement (AURA-GRID-2)."""
    return board_of(world).grid.distance(at(world, unit), cell, metric(world))


def landings(world: World, unit: int, metres: int) -> list[Cell]:
    """Where a jump of up to so many metres may end."""
    grid, here, size = board_of(world).grid, at(world, unit), shape_of(world, unit)
    near = grid.disc(here, metres, metric(world)) & stops(world, unit) & ~(1 << here)
    solid = grid.anchors_touching(board_of(world).impassable, size)
    bars = barring(world, unit)
    return [cell for cell in each_cell(near & ~solid) if _flight(board_of(world), size, here, cell, bars) is not None]


def flight(world: World, unit: int, cell: Cell) -> Way | None:
    """The straight way through the air, None where something high or somebody is in it."""
    return _flight(board_of(world), shape_of(world, unit), at(world, unit), cell, barring(world, unit))


@lru_cache(maxsize=1 << 15)
def _flight(board: Board, size: Size, here: Cell, cell: Cell, bars: CellSet) -> Way | None:
    grid = board.grid
    closed = grid.anchors_touching(_high(board) | bars, size) | grid.everywhere & ~grid.anchors(size)
    for lean in (1, -1):
        path, mask = line(grid, here, cell, lean)
        walled = any(_walled(board, size, a, b) for a, b in pairwise(path))
        if not mask & closed & ~(1 << here) and not walled and _climb(board, size, here, cell) <= len(path) // 2:
            return path, tuple(range(len(path))), 0
    return None


def _walled(board: Board, size: Size, a: Cell, b: Cell) -> bool:
    """Whether a body that flies on by a cell meets a closed edge, with any of its spaces."""
    grid = board.grid
    crossed = grid.footprint(a, size) & board.walls[grid.direction(a, b)]
    return bool(crossed) or astride(board, grid.footprint(b, size))


@lru_cache(maxsize=32)
def _high(board: Board) -> CellSet:
    """What cannot be jumped over: whatever blocks sight, or stands more than a metre high."""
    tall = (1 << c for c in each_cell(board.obstacles) if board.tops[c] > board.ground[c] + LEVEL)
    return board.blocks_sight | sum(tall)


def _climb(board: Board, size: Size, here: Cell, there: Cell) -> int:
    """Whole metres up from one anchor to another, begun ones counted."""
    high, low = (
        max(board.ground[c] for c in each_cell(board.grid.footprint(anchor, size) or 1 << anchor))
        for anchor in (there, here)
    )
    return -(-(high - low) // LEVEL)


def climb_height(world: World, unit: int, cell: Cell) -> int:
    """Metres from a unit up to a cell, begun ones counted."""
    return _climb(board_of(world), shape_of(world, unit), at(world, unit), cell)


async def jump(world: World, unit: int, cell: Cell, price: Price, about: Event, entering: Entering) -> Trip:
    """AURA-MOVE-14 to 16: through the air, across reaches, and Unguarded on landing; paid for at take-off."""
    way = flight(world, unit, cell)
    assert way is not None
    trip = await travel(world, unit, way, about, entering, due=lambda metres: price, rule="AURA-MOVE-14", flying=True)
    if trip.spaces and not dead(world, unit):
        inflict(world, unit, "unguarded", "AURA-MOVE-15", unit)
    return trip


# Climbing


def climbs(world: World, unit: int) -> list[Cell]:
    """AURA-ACT-14: heights beside a unit that are too steep to step up to."""
    board, here, free, found = board_of(world), at(world, unit), stops(world, unit), []
    for d in range(board.grid.directions):
        there = board.grid.step(here, d)
        if there is None or not free >> there & 1:
            continue
        body = board.grid.footprint(there, shape_of(world, unit))
        if body & board.impassable or astride(board, body):
            continue
        if not board.walls[d] & cells_of(world, unit) and climb_height(world, unit, there) > 1:
            found.append(there)
    return found


def difficulty(world: World, cell: Cell) -> Climb:
    """How hard the climb to a cell is: as a zone there says, else medium."""
    table = sheet_of(world).main.climbs
    for zone in board_of(world).zones:
        if zone.cells >> cell & 1 and zone.effect in table:
            return table[zone.effect]
    return table["medium"]


class Ascent(Struct, frozen=True):
    """What one roll of a climb comes to: `climb_top`, `climb_higher`, `climb_stuck` or `climb_falls`, and how high."""

    how: str
    metres: int


def climbed(world: World, unit: int, cell: Cell) -> int:
    """AURA-HOUSE-10: metres of a height that a unit has climbed already."""
    before = world.find(unit, Climbing)
    return before.metres if before is not None and before.cell == cell else 0


def ascent(world: World, unit: int, cell: Cell, total: int, face: int) -> Ascent:
    """AURA-ACT-14 and HOUSE-10: half Speed, a metre, nothing, or a fall from where the unit was."""
    how, height = difficulty(world, cell), climbed(world, unit, cell)
    if total < how.fall or face <= how.natural:
        return Ascent("climb_falls" if height else "climb_stuck", 0)
    gained = crawl_limit(world, unit) if total >= how.metre else 1 if total >= how.none else 0
    if height + gained >= climb_height(world, unit, cell):
        return Ascent("climb_top", height + gained)
    return Ascent("climb_higher" if gained else "climb_stuck", height + gained)


async def climb(world: World, unit: int, cell: Cell) -> None:
    """AURA-ACT-14 and HOUSE-10: a check of arms and legs, and what it comes to."""
    total, face = await check(world, unit, "climb", "AURA-ACT-14")
    height, result = climbed(world, unit, cell), ascent(world, unit, cell, total, face)
    match result.how:
        case "climb_top":
            world.drop(unit, Climbing)
            await put(world, unit, cell, "climb", rule="AURA-ACT-14")
        case "climb_higher":
            world.put(unit, Climbing(cell, result.metres))
            world.emit(Used(unit, "climb_higher", "free", rule="AURA-HOUSE-10"))
        case "climb_falls":
            world.drop(unit, Climbing)
            world.emit(Used(unit, "climb_falls", "free", rule="AURA-HOUSE-10"))
            await fall(world, unit, height, own=True)
        case _:
            world.emit(Blocked(unit, "climb", "AURA-ACT-14"))
