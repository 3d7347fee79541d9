"""Movement as it happens: space by space, with the windows on the way, and paid for what was done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from game.grid.grid import Cell
from game.kernel.components import Lying, Position
from game.kernel.ecs import World
from game.kernel.events import Event
from game.kernel.flow import Option, decide
from game.rules.aura.footways import Way, backtrack, can_stand_at, measured, run_energy
from game.rules.aura.gearing import fits, on_tables, take
from game.rules.aura.grounds import arrive, height
from game.rules.aura.lines import Vector, last_heading
from game.rules.aura.openings import leaving, out
from game.rules.aura.pools import Price, meet, settle
from game.rules.aura.powers import speed
from game.rules.aura.sheet import sheet_of
from game.rules.aura.space import at, barring, stops
from game.rules.aura.state import Halted, Holding, beat, holds, mark, note, spent
from game.rules.aura.steps import step
from game.systems.field import board_of, shape_of
from game.systems.movement import place

Entering = Callable[[int], Awaitable[bool]]  # a mover has entered a space: challenges (AURA-INIT-13)
Due = Callable[[int], Price]  # what a movement comes to, once so many metres are used


class Trip(Struct, frozen=True):
    """How a movement went: metres used, spaces entered, and whether it got where it wanted."""

    metres: int
    spaces: int
    arrived: bool
    turns: int = 0  # paid ones, if there were two and more


async def travel(
    world: World,
    unit: int,
    way: Way,
    about: Event,
    entering: Entering,
    *,
    due: Due,
    rule: str,
    flying: bool = False,
    fast: bool = False,
    crawling: bool = False,
) -> Trip:
    """AURA-FLOOR-8: W-leave before each space, W-enter after it; stops when the mover is stopped or wants to (D8).

    The Stamina for what is `due` is spent with the metre that needs it (AURA-INC-6).
    """
    path, costs, turns = way
    before, heading = beat(world).mover, spent(world, unit).heading
    mark(world, mover=unit)
    note(world, unit, fast=fast)
    done, air = 0, _taking_off(world, unit) if flying else {}
    for place_on in range(1, len(path)):
        happened = await leaving(world, unit, path[place_on], about)
        if _stopped(world, unit, crawling=crawling) or at(world, unit) != path[done]:
            break
        if happened and not flying and not await _goes_on(world, unit, about):
            break
        if _barred(world, unit, path[place_on]) or (
            place_on == len(path) - 1 and not can_stand_at(world, unit, path[place_on])
        ):
            break
        if not meet(world, unit, due(costs[place_on]), rule):
            break
        await step(world, unit, path[place_on], costs[place_on] - costs[place_on - 1], rule, aloft=flying)
        done = place_on
        if turns >= 2 and _turns_so_far(world, path[: done + 1], heading) >= 2:
            note(world, unit, fast=True)
        if _stopped(world, unit, crawling=crawling):
            break
        if not flying:
            await _scoop(world, unit)
        happened = await entering(unit)
        if _stopped(world, unit, crawling=crawling) or at(world, unit) != path[done]:
            break
        if happened and not flying and place_on < len(path) - 1 and not await _goes_on(world, unit, about):
            break
    if _astray(world, unit, path[done]):
        note(world, unit, heading=None, ran=0)
    else:
        note(world, unit, heading=last_heading(board_of(world).grid, path[: done + 1]), ran=done)
    _make_room(world, unit, path, done, rule)
    await _land(world, unit, air)
    mark(world, mover=before)
    taken = _turns_so_far(world, path[: done + 1], heading) if turns >= 2 else 0
    return Trip(costs[done], done, done == len(path) - 1, taken)


def _barred(world: World, unit: int, cell: Cell) -> bool:
    """AURA-MOVE-19: whether an enemy stands there that was not in the way when it was chosen."""
    return bool(barring(world, unit) & board_of(world).grid.footprint(cell, shape_of(world, unit)))


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


def _turns_so_far(world: World, path: tuple[Cell, ...], heading: Vector | None) -> int:
    """AURA-RNG-7: turns paid on the way so far."""
    return measured(board_of(world).grid, path, tuple(range(len(path))), heading)[2]


def _stopped(world: World, unit: int, *, crawling: bool) -> bool:
    """AURA-SWIFT-8: whether a mover cannot go on; lying on the ground does not hinder whoever crawls."""
    stuck = any(holds(world, unit, name) for name in ("restrained", "bound"))
    stuck = stuck or (not crawling and holds(world, unit, "prone"))
    return out(world, unit) or stuck or world.has(unit, Halted)


def _astray(world: World, unit: int, cell: Cell) -> bool:
    """AURA-MOVE-7: whether a unit was pushed off its way, and so does not run on."""
    return world.find(unit, Position) is not None and at(world, unit) != cell


async def _goes_on(world: World, unit: int, about: Event) -> bool:
    """D8: asked when something has happened on the way."""
    if not can_stand_at(world, unit, at(world, unit)):
        return True
    options = [Option("go_on", rule="AURA-SWIFT-8"), Option("stop", rule="AURA-INC-1")]
    return await decide(unit, "go_on", options, rule="AURA-INC-1", about=about) == "go_on"


async def _scoop(world: World, unit: int) -> None:
    """AURA-ACT-10: something on a table comes along for nothing."""
    found = [(thing, item) for thing, item in on_tables(world, unit) if fits(world, unit, item)]
    if not found:
        return
    options = [Option(f"scoop {thing}", world.get(thing, Lying).item, rule="AURA-ACT-10") for thing, _ in found]
    options.append(Option("no", rule="AURA-ACT-10"))
    key = await decide(unit, "scoop", options, rule="AURA-ACT-10", about=world.events[-1])
    if key != "no":
        take(world, unit, int(key.partition(" ")[2]), "AURA-ACT-10")


def _make_room(world: World, unit: int, path: tuple[Cell, ...], done: int, rule: str) -> None:
    """Whoever is stopped in somebody else's space falls back to the last one where it can stand."""
    if world.find(unit, Position) is None or can_stand_at(world, unit, at(world, unit)):
        return
    place(world, unit, backtrack(path, done, stops(world, unit)), "place", rule=rule)


# Prices


def run_due(pace: int) -> Due:
    """AURA-INC-2 and 3: pro rata, at least one Energy once it has begun."""
    return lambda metres: Price(max(1, run_energy(metres, pace)))


def sprint_due(pace: int, stamina: int) -> Due:
    """AURA-INC-6: a Run up to the Speed; its Stamina goes with the first metre beyond."""
    return lambda metres: Price(3, stamina) if metres > pace else run_due(pace)(metres)


def pay_run(world: World, unit: int, trip: Trip, pace: int, rule: str) -> None:
    """AURA-INC-2 and 3: what has been run."""
    settle(world, unit, run_due(pace)(trip.metres), rule)


def pay_sprint(world: World, unit: int, trip: Trip, pace: int, *, used: bool) -> None:
    """AURA-INC-6: the Stamina is spent with the first metre beyond the Speed, or with another use of the Sprint."""
    if used or trip.metres > pace:
        settle(world, unit, Price(3, sheet_of(world).main.numbers.sprint_stamina), "AURA-MOVE-4")
    else:
        note(world, unit, fast=trip.turns >= 2)  # it was a Run (AURA-RNG-7)
        pay_run(world, unit, trip, pace, "AURA-INC-6")


def pace_of(world: World, unit: int) -> int:
    """AURA-INC-3: the Speed that an Energy is a third of."""
    return max(1, speed(world, unit).total)
