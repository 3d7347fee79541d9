"""Movement as it happens: space by space, with the windows on the way, and paid for what was done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import Literal

from msgspec import Struct

from game.grid.grid import Cell, CellSet, bits
from game.grid.grid import cells as each_cell
from game.grid.layout import Size
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Blocked, Event, Used
from game.kernel.flow import Action
from game.map.board import LEVEL, Board
from game.rules.asking import invite
from game.rules.aura.budget import Price, meet, set_beat, set_spent, settle_up
from game.rules.aura.checks.powers import speed
from game.rules.aura.checks.rolls import check
from game.rules.aura.gear import fits
from game.rules.aura.harm.conditions import inflict
from game.rules.aura.harm.dying import depart
from game.rules.aura.harm.ground import arrive, climbed_to, fall, height, leave_height, put
from game.rules.aura.house import house
from game.rules.aura.position.lines import last_heading, line, measured
from game.rules.aura.position.space import at, barring, level, stops
from game.rules.aura.position.ways import Way, can_stand_at, crawl_limit, run_energy, share_of
from game.rules.aura.sheet.entries import Climb
from game.rules.aura.sheet.load import lookup, sheet_of
from game.rules.aura.state import Body, Climbing, Halted, Holding, beat, dead, spent
from game.rules.aura.turns.windows import leaving, out
from game.rules.aura.verbs.steps import Due, step, stroll, tables
from game.rules.objectives import escaped
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, shape_of
from game.systems.gear import pick_up, things
from game.systems.movement import place
from game.systems.steps import astride

Entering = Callable[[int], Awaitable[bool]]  # a mover has entered a space: challenges (AURA-INIT-13)
Gait = Literal["runs", "sprints", "crawls", "flies"]


class Trip(Struct, frozen=True):
    """How a movement went: metres used, spaces entered, and whether it got where it wanted."""

    metres: int
    spaces: int
    arrived: bool
    zigzag: bool = False  # two turns and more were paid


async def travel(
    world: World, unit: int, way: Way, about: Event, entering: Entering | None, *, due: Due, rule: str,
    gait: Gait = "runs",
) -> Trip:  # fmt: skip
    """AURA-FLOOR-8: W-leave before each space, W-enter after it; Stamina `due` goes with its metre (AURA-INC-6)."""
    (path, costs, turns), flying, crawling = way, gait == "flies", gait == "crawls"
    before, heading = beat(world).mover, spent(world, unit).heading
    set_beat(world, mover=unit)
    set_spent(world, unit, fast=gait == "sprints")
    done, zigzag, air = 0, False, _taking_off(world, unit) if flying else {}
    if not flying and turns < 2 and entering is None and not _stopped(world, unit, crawling=crawling):
        done = stroll(world, unit, way, due, rule)
    for place_on in range(done + 1, len(path)):
        happened = await leaving(world, unit, path[place_on], about)
        last = place_on == len(path) - 1
        if _stopped(world, unit, crawling=crawling) or at(world, unit) != path[done]:
            break
        if happened and not flying and not await _goes_on(world, unit, about):
            break
        if _barred(world, unit, path[place_on], last=last) or not meet(world, unit, due(costs[place_on]), rule):
            break
        await step(world, unit, path[place_on], costs[place_on] - costs[place_on - 1], rule, aloft=flying)
        done = place_on
        gone, bare = path[: done + 1], tuple(range(done + 1))
        zigzag = turns >= 2 and measured(board_of(world).grid, gone, bare, heading)[2] >= 2
        if zigzag:  # AURA-RNG-7: by the turns that have been paid so far
            set_spent(world, unit, fast=True)
        if _stopped(world, unit, crawling=crawling):
            break
        if not flying:
            await _scoop(world, unit)
        happened = entering is not None and await entering(unit)
        if _stopped(world, unit, crawling=crawling) or at(world, unit) != path[done]:
            break
        if happened and not flying and not last and not await _goes_on(world, unit, about):
            break
    if world.find(unit, Position) is not None and at(world, unit) != path[done]:  # AURA-MOVE-7: pushed off its way
        set_spent(world, unit, heading=None, ran=0)
    else:
        set_spent(world, unit, heading=last_heading(board_of(world).grid, path[: done + 1]), ran=done)
    _make_room(world, unit, path, done, rule)
    await _land(world, unit, air)
    set_beat(world, mover=before)
    return Trip(costs[done], done, done == len(path) - 1, zigzag)


async def leave(world: World, unit: int, action: Action) -> None:
    """AURA-HOUSE-37: off the board by an exit, unless those whose reach it leaves by that stop it."""
    before, crawling = beat(world).mover, holds(world, unit, "prone")
    set_beat(world, mover=unit)
    await leaving(world, unit, None, Used(unit, action.verb, "action", rule="AURA-HOUSE-37"))
    set_beat(world, mover=before)
    if not _stopped(world, unit, crawling=crawling):
        cells = cells_of(world, unit)
        depart(world, unit, "fled", "AURA-HOUSE-37")
        escaped(world, unit, cells)


def _barred(world: World, unit: int, cell: Cell, *, last: bool) -> bool:
    """AURA-MOVE-19: whether an enemy stands there that was not in the way when it was chosen, or anybody at its end."""
    there = board_of(world).grid.footprint(cell, shape_of(world, unit))
    return bool(barring(world, unit) & there) or (last and not can_stand_at(world, unit, cell))


def _taking_off(world: World, unit: int) -> dict[int, tuple[Cell, int]]:
    """From where and how high a mover takes off, and whom it holds."""
    held = world.find(unit, Holding)
    both = (unit, held.target) if held is not None and world.has(held.target, Position) else (unit,)
    return {each: (at(world, each), height(world, each)) for each in both}


async def _land(world: World, unit: int, air: dict[int, tuple[Cell, int]]) -> None:
    """AURA-MOVE-14: what the ground does, once where a flight ends, however it ends."""
    for each, (start, before) in air.items():
        if world.find(each, Position) is not None and at(world, each) != start:
            await arrive(world, each, before, own=each == unit)


def _stopped(world: World, unit: int, *, crawling: bool) -> bool:
    """AURA-SWIFT-8: whether a mover cannot go on; lying on the ground does not hinder whoever crawls."""
    stuck = any(holds(world, unit, name) for name in ("restrained", "bound", *(() if crawling else ("prone",))))
    return out(world, unit) or stuck or world.has(unit, Halted)


async def _goes_on(world: World, unit: int, about: Event) -> bool:
    if not can_stand_at(world, unit, at(world, unit)):
        return True
    return await invite(world, unit, "go_on", [Action("go_on")], about=about) is not None


async def _scoop(world: World, unit: int) -> None:
    """AURA-ACT-10: something on a table comes along for nothing."""
    board = board_of(world)
    beside = tables(board) and tables(board) & board.grid.spread(cells_of(world, unit))
    found = [thing for thing, item, cell in things(world) if beside >> cell & 1 and fits(world, unit, item)]
    option = await invite(world, unit, "scoop", [Action("scoop", others=(thing,)) for thing in found])
    if option is not None:
        pick_up(world, unit, option.action.others[0], "AURA-ACT-10")


def _make_room(world: World, unit: int, path: tuple[Cell, ...], done: int, rule: str) -> None:
    """Whoever is stopped in somebody else's space falls back to the last one where it can stand."""
    if world.find(unit, Position) is not None and not can_stand_at(world, unit, at(world, unit)):
        free = stops(world, unit)
        cell = next((cell for cell in reversed(path[: done + 1]) if free >> cell & 1), path[0])
        place(world, unit, cell, "place", rule=rule)


# Prices


def sprint_price(world: World) -> Price:
    """AURA-MOVE-4: a Run, and Stamina."""
    main = sheet_of(world).main
    return Price(main.costs.run, main.numbers.sprint_stamina)


def run_due(pace: int, full: int) -> Due:
    """AURA-INC-2 and 3: pro rata of the Energy for the whole pace, at least one once it has begun."""
    return lambda metres: Price(max(1, share_of(full, metres, pace)))


def sprint_due(world: World, pace: int) -> Due:
    """AURA-INC-6: a Run up to the Speed; its Stamina goes with the first metre beyond."""
    price = sprint_price(world)
    return lambda metres: price if metres > pace else run_due(pace, price.energy)(metres)


def pay_way(world: World, unit: int, trip: Trip, pace: int, rule: str, *, sprinting: bool, used: bool = False) -> None:
    """AURA-INC-2, 3 and 6: what has been run; Stamina for a metre beyond the Speed, or if the Sprint was `used` so."""
    if sprinting and (used or trip.metres > pace):
        settle_up(world, unit, sprint_price(world), "AURA-MOVE-4")
        return
    if sprinting:
        set_spent(world, unit, fast=trip.zigzag)  # it was a Run (AURA-RNG-7)
    due = run_due(pace, sheet_of(world).main.costs.run)
    settle_up(world, unit, due(trip.metres), "AURA-INC-6" if sprinting else rule)


def pace_of(world: World, unit: int) -> int:
    """AURA-INC-3: the Speed that an Energy is a third of."""
    return max(1, speed(world, unit).total)


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
    main, pace = sheet_of(world).main, pace_of(world, unit)
    extra = max(0, run_energy(world, metres, pace) - main.costs.quick_run)
    energy = main.costs.jump_moving if run_up(world, unit) else main.costs.jump_standing
    return Price(energy + extra, main.numbers.jump_stamina)


def metres_to(world: World, unit: int, cell: Cell) -> int:
    """How far a jump to a cell is, counted like all movement (AURA-GRID-2)."""
    return board_of(world).grid.distance(at(world, unit), cell, house(world).square_metric)


def landings(world: World, unit: int, metres: int) -> CellSet:
    """Where a jump of up to so many metres may end."""
    board, here, size, bars = board_of(world), at(world, unit), shape_of(world, unit), barring(world, unit)
    near = board.grid.disc(here, metres, house(world).square_metric) & stops(world, unit) & ~(1 << here)
    free = near & ~board.grid.anchors_touching(board.impassable, size)
    closed = _in_the_air(board, size, bars) & board.grid.disc(here, metres, "chebyshev") & ~(1 << here)
    if not (closed or board.heights or any(board.walls)):
        return free
    return bits(cell for cell in each_cell(free) if _flight(board, size, here, cell, closed) is not None)


def flight(world: World, unit: int, cell: Cell) -> Way | None:
    """The straight way through the air, None where something high or somebody is in it."""
    board, size, here = board_of(world), shape_of(world, unit), at(world, unit)
    return _flight(board, size, here, cell, _in_the_air(board, size, barring(world, unit)) & ~(1 << here))


def _in_the_air(board: Board, size: Size, bars: CellSet) -> CellSet:
    """The anchors at which a jumper would meet something high, somebody, or the rim."""
    return board.grid.anchors_touching(_high(board) | bars, size) | board.grid.everywhere & ~board.grid.anchors(size)


@lru_cache(maxsize=1 << 15)
def _flight(board: Board, size: Size, here: Cell, cell: Cell, closed: CellSet) -> Way | None:
    for lean in (1, -1):
        path, mask = line(board.grid, here, cell, lean)
        if mask & closed or (any(board.walls) and _walled(board, size, path)):
            continue
        if not board.heights or _climb(board, size, here, cell) <= len(path) // 2:
            return path, tuple(range(len(path))), 0
    return None


def _walled(board: Board, size: Size, path: tuple[Cell, ...]) -> bool:
    """Whether a wall stands between two spaces of a path, or through a body on it."""
    grid = board.grid
    steps = ((a, grid.direction(a, b), grid.footprint(b, size)) for a, b in pairwise(path))
    return any(grid.footprint(a, size) & board.walls[d] or astride(board, body) for a, d, body in steps)


@lru_cache(maxsize=32)
def _high(board: Board) -> CellSet:
    """What cannot be jumped over: whatever blocks sight, or stands more than a metre high."""
    tall = (1 << c for c in each_cell(board.obstacles) if board.tops[c] > board.ground[c] + LEVEL)
    return board.blocks_sight | sum(tall)


def _climb(board: Board, size: Size, here: Cell, there: Cell) -> int:
    """Whole metres up from one anchor to another, begun ones counted."""
    high, low = (level(board, board.grid.footprint(anchor, size) or 1 << anchor) for anchor in (there, here))
    return -(-(high - low) // LEVEL)


def climb_height(world: World, unit: int, cell: Cell) -> int:
    """Metres from a unit up to a cell, begun ones counted."""
    return _climb(board_of(world), shape_of(world, unit), at(world, unit), cell)


async def jump(world: World, unit: int, cell: Cell, price: Price, about: Event, entering: Entering | None) -> Trip:
    """AURA-MOVE-14 to 16: through the air, across reaches, and Unguarded on landing; paid for at take-off."""
    way = flight(world, unit, cell)
    assert way is not None
    trip = await travel(world, unit, way, about, entering, due=lambda metres: price, rule="AURA-MOVE-14", gait="flies")
    if trip.spaces and not dead(world, unit):
        inflict(world, unit, "unguarded", "AURA-MOVE-15", unit)
    return trip


# Climbing


def climbs(world: World, unit: int) -> list[Cell]:
    """AURA-ACT-14: heights beside a unit that are too steep to step up to."""
    board, here, free = board_of(world), at(world, unit), stops(world, unit)
    found: list[Cell] = []
    if not board.heights:
        return found
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


def climb_price(world: World, unit: int, action: Action) -> Price:
    """AURA-ACT-14: Energy, and Stamina by how hard it is."""
    return Price(sheet_of(world).main.costs.climb, difficulty(world, action.there).stamina)


async def climb(world: World, unit: int, action: Action) -> None:
    """AURA-ACT-14 and HOUSE-10: a check of arms and legs, and what it comes to."""
    cell, (total, face) = action.there, await check(world, unit, "climb", "AURA-ACT-14")
    height, result = climbed(world, unit, cell), ascent(world, unit, cell, total, face)
    match result.how:
        case "climb_top":
            leave_height(world, unit)
            await put(world, unit, cell, "climb", rule="AURA-ACT-14")
        case "climb_higher":
            climbed_to(world, unit, cell, result.metres)
            world.emit(Used(unit, "climb_higher", "free", rule="AURA-HOUSE-10"))
        case "climb_falls":
            leave_height(world, unit)
            world.emit(Used(unit, "climb_falls", "free", rule="AURA-HOUSE-10"))
            await fall(world, unit, height, own=True)
        case _:
            world.emit(Blocked(unit, "climb", "AURA-ACT-14"))
