"""Movement actions from declaration to payment (AURA-MOVE-1 to 17)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from game.grid.grid import Cell
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Used
from game.kernel.flow import Option, decide
from game.rules.aura.declaring import How, Joined, declared, entering
from game.rules.aura.facing import attend
from game.rules.aura.fights import finish, still
from game.rules.aura.footways import Way, crawl_limit, quick_limit, run_energy, sprint_extra, ways
from game.rules.aura.jumping import jump, jump_limit, jump_price, landings, metres_to
from game.rules.aura.moving import (
    Entering,
    Trip,
    pace_of,
    pay_run,
    pay_sprint,
    run_due,
    sprint_due,
    travel,
)
from game.rules.aura.offers_attacks import charge_way
from game.rules.aura.offers_moves import metres_at_hand, run_reasons, shift_price
from game.rules.aura.openings import out, unguarded, window
from game.rules.aura.pools import Price, keep, meet, reserve, settle, unaffordable
from game.rules.aura.routes import route
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.space import at, step_cost
from game.rules.aura.state import beat, holds, mark
from game.rules.aura.strikes import (
    Blow,
    facts,
    resolve,
)
from game.rules.aura.swift import Moment, bar
from game.systems.field import board_of, shape_of


def way_of(world: World, unit: int, verb: str, rest: str) -> Way | None:
    """The way that a movement declares (AURA-FLOOR-8), as it is now; None if it names none."""
    grid, pace = board_of(world).grid, pace_of(world, unit)
    match verb:
        case "run" | "quick_run":
            return ways(world, unit, metres_at_hand(world, unit, pace))[grid.parse(rest)]
        case "sprint":
            return ways(world, unit, pace + sprint_extra(world, unit))[grid.parse(rest)]
        case "crawl":
            metres = metres_at_hand(world, unit, crawl_limit(world, unit))
            return ways(world, unit, metres, turning=False)[grid.parse(rest)]
        case "shift" | "shift_agile":
            return (at(world, unit), grid.parse(rest)), (0, 1), 0
        case "charge":
            return charge_way(world, unit, int(rest))
    return None


def _chosen(world: World, unit: int, verb: str, rest: str) -> Way:
    """AURA-FLOOR-14: whoever moves with others has declared its way before any of them moved, and keeps to it."""
    joined = world.find(unit, Joined)
    way = joined.way if joined is not None else way_of(world, unit, verb, rest)
    assert way is not None
    return way


async def _run(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-MOVE-2 to 4: Run, Quick Run and Sprint."""
    return await _run_by(world, unit, verb, _chosen(world, unit, verb, rest), how)


async def _route(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-HOUSE-35: by a way of its own; beyond its Speed it is a Sprint."""
    way = await route(world, unit)
    if way is None:
        return False
    metres, quick = way[1][-1], quick_limit(world, unit)
    pace = pace_of(world, unit)
    return await _run_by(world, unit, "sprint" if metres > pace else "run" if metres > quick else "quick_run", way, how)


async def _run_by(world: World, unit: int, verb: str, way: Way, how: How) -> bool:
    """A Run, Quick Run or Sprint by that way, from its declaration."""
    pace, numbers = pace_of(world, unit), sheet_of(world).main.numbers
    price = Price(3, numbers.sprint_stamina) if verb == "sprint" else Price(run_energy(way[1][-1], pace))
    about = Used(unit, verb, "action", cell=way[0][-1], rule=_RULES[verb])
    world.emit(about)
    if await declared(world, unit, price, about, how, movement=True):
        return True
    if run_reasons(world, unit) or out(world, unit):
        settle(world, unit, Price(1), "AURA-INC-2")
        return True
    trip = await travel(
        world,
        unit,
        _from_here(world, unit, way),
        about,
        entering(world, unit, about, how),
        due=sprint_due(pace, price.stamina) if verb == "sprint" else run_due(pace),
        rule=_RULES[verb],
        fast=verb == "sprint",
    )
    if verb == "sprint":
        pay_sprint(world, unit, trip, pace, used=False)
    else:
        pay_run(world, unit, trip, pace, _RULES[verb])
    return True


def _from_here(world: World, unit: int, way: Way) -> Way:
    """A planned way as far as the body still fits, if the unit stands where it begins; else no way at all.

    A long body may have swung round since (AURA-HOUSE-16).
    """
    (path, costs, turns), here = way, at(world, unit)
    if path[0] != here:
        return (here,), (0,), 0
    board, size, fit = board_of(world), shape_of(world, unit), 1
    for one, two in pairwise(path):
        if step_cost(board, size, one, two, board.grid.direction(one, two)) is None:
            break
        fit += 1
    return path[:fit], costs[:fit], turns


async def _shift(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-MOVE-1."""
    cell = board_of(world).grid.parse(rest)
    price = shift_price(world, unit, verb)
    about = Used(unit, verb, "action", cell=cell, rule="AURA-MOVE-1")
    world.emit(about)
    way = _chosen(world, unit, verb, rest)
    if await declared(world, unit, price, about, how, movement=True):
        return True
    begun = False
    if not out(world, unit) and not holds(world, unit, "prone"):
        enter = entering(world, unit, about, how)
        way = _from_here(world, unit, way)
        trip = await travel(world, unit, way, about, enter, due=lambda metres: price, rule="AURA-MOVE-1")
        begun = trip.spaces > 0
    settle(world, unit, price if begun or price.agility else Price(1), "AURA-MOVE-1")
    return True


async def _crawl(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-MOVE-17."""
    cell = board_of(world).grid.parse(rest)
    limit, way = crawl_limit(world, unit), _chosen(world, unit, verb, rest)
    about = Used(unit, verb, "action", cell=cell, rule="AURA-MOVE-17")
    world.emit(about)
    if await declared(world, unit, Price(run_energy(way[1][-1], limit)), about, how, movement=True):
        return True
    metres = 0
    if not out(world, unit):
        way, enter = _from_here(world, unit, way), entering(world, unit, about, how)
        trip = await travel(world, unit, way, about, enter, due=run_due(limit), rule="AURA-MOVE-17", crawling=True)
        metres = trip.metres
    settle(world, unit, run_due(limit)(metres), "AURA-MOVE-17")
    return True


async def _jump(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-MOVE-12 to 16: from a standstill."""
    cell = board_of(world).grid.parse(rest)
    metres = metres_to(world, unit, cell)
    price = jump_price(world, unit, metres)
    about = Used(unit, "jump", "action", cell=cell, rule="AURA-MOVE-12")
    world.emit(about)
    if await declared(world, unit, price, about, how, movement=True):
        return True
    if out(world, unit) or run_reasons(world, unit) or cell not in landings(world, unit, metres):
        settle(world, unit, Price(1), "AURA-INC-2")
        return True
    trip = await jump(world, unit, cell, price, about, entering(world, unit, about, how))
    settle(world, unit, price if trip.spaces else Price(1), "AURA-MOVE-12")  # AURA-INC-6: it never took off
    return True


async def _leap(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-FLOOR-3 and MOVE-12: a run of two metres and more, and a jump from where it ends; one beat."""
    pace, grid, need = pace_of(world, unit), board_of(world).grid, sheet_of(world).main.numbers.run_up
    found = {
        cell: way for cell, way in ways(world, unit, metres_at_hand(world, unit, pace)).items() if len(way[0]) > need
    }
    fit = [cell for cell, way in found.items() if not unaffordable(world, unit, _sum(run_energy(way[1][-1], pace), 1))]
    options = [Option(f"take_off {grid.name(cell)}", cell=cell, rule="AURA-MOVE-12") for cell in fit]
    if not unaffordable(world, unit, Price(4, 2)):
        beyond = ways(world, unit, pace + sprint_extra(world, unit))
        options += [
            Option(f"sprint_off {grid.name(cell)}", cell=cell, rule="AURA-MOVE-14")
            for cell, way in beyond.items()
            if len(way[0]) > need
        ]
    options.append(Option("stay", rule="AURA-MOVE-12"))
    key = await decide(unit, "take_off", options, rule="AURA-MOVE-12")
    if key == "stay":
        return False
    sprinting, cell = key.startswith("sprint"), grid.parse(key.partition(" ")[2])
    way = ways(world, unit, pace + sprint_extra(world, unit))[cell] if sprinting else found[cell]
    about = Used(unit, "leap", "action", cell=cell, rule="AURA-MOVE-12")
    world.emit(about)
    price = Price(4, 2) if sprinting else _sum(run_energy(way[1][-1], pace), 1)
    if await declared(world, unit, price, about, how, movement=True):
        return True
    enter, way = entering(world, unit, about, how), _from_here(world, unit, way)
    due = sprint_due(pace, 1) if sprinting else run_due(pace)
    trip = await travel(world, unit, way, about, enter, due=due, rule="AURA-MOVE-12", fast=sprinting)
    if not trip.arrived or out(world, unit) or run_reasons(world, unit):
        _pay_way(world, unit, trip, pace, sprinting=sprinting, used=False)
        return True
    keep(world, unit, due(trip.metres))  # what was kept for the jump is free for it
    there = await _landing(world, unit, sprinting=sprinting, way=due(trip.metres), about=about)
    far = there is not None and metres_to(world, unit, there) > jump_limit(world, unit)
    _pay_way(world, unit, trip, pace, sprinting=sprinting, used=far)
    if there is not None:
        await _fly(world, unit, there, about, enter)
    return True


def _sum(energy: int, jump: int) -> Price:
    return Price(energy + jump, 1)


def _pay_way(world: World, unit: int, trip: Trip, pace: int, *, sprinting: bool, used: bool) -> None:
    """AURA-INC-3 and 6: the run-up, a Sprint if its Stamina was needed for the way or `used` for the jump."""
    if sprinting:
        pay_sprint(world, unit, trip, pace, used=used)
    else:
        pay_run(world, unit, trip, pace, "AURA-INC-3")


async def _landing(world: World, unit: int, *, sprinting: bool, way: Price, about: Event) -> Cell | None:
    """Where the jump at the end of a run goes, if there is one; what only a Sprint reaches makes the way dearer."""
    grid, options, limit = board_of(world).grid, [], jump_limit(world, unit)
    for cell in landings(world, unit, jump_limit(world, unit, sprinting=sprinting)):
        metres = metres_to(world, unit, cell)
        energy, stamina, _ = jump_price(world, unit, metres)
        more = Price(3 - way.energy, 1 - way.stamina) if metres > limit else Price()
        if not unaffordable(world, unit, Price(energy + more.energy, stamina + more.stamina)):
            options.append(Option(f"jump {grid.name(cell)}", cell=cell, rule="AURA-MOVE-14"))
    options.append(Option("stay", rule="AURA-MOVE-12"))
    key = await decide(unit, "landing", options, rule="AURA-MOVE-14", about=about)
    return None if key == "stay" else grid.parse(key.partition(" ")[2])


async def _fly(world: World, unit: int, cell: Cell, about: Event, enter: Entering) -> None:
    """The jump, paid if it came off the ground (AURA-INC-2 and 6)."""
    price = jump_price(world, unit, metres_to(world, unit, cell))
    reserve(world, unit, price)
    trip = await jump(world, unit, cell, price, about, enter)
    settle(world, unit, price if trip.spaces else Price(1), "AURA-MOVE-12")


def _turn_head(world: World, unit: int, target: int) -> None:
    """AURA-FLOOR-8 and HOUSE-16: look at the target; the body stays as it lies, for the way was chosen for it."""
    mover = beat(world).mover
    mark(world, mover=unit)
    attend(world, unit, target)
    mark(world, mover=mover)


async def _charge(world: World, unit: int, verb: str, rest: str, how: How) -> bool:
    """AURA-MAN-20: a Sprint with a Push at its end; using the Sprint so makes its price final (INC-6)."""
    target, pace, numbers = int(rest), pace_of(world, unit), sheet_of(world).main.numbers
    way = _chosen(world, unit, verb, rest)
    price = Price(3 + house(world).sprint_push_energy, numbers.sprint_stamina)
    _turn_head(world, unit, target)
    about = Attacked(unit, target, "charge", (), "AURA-MAN-20")
    world.emit(about)
    if await declared(world, unit, price, about, how, targets=(target,), movement=True):
        return True
    enter = entering(world, unit, about, how)
    if out(world, unit) or run_reasons(world, unit):
        settle(world, unit, Price(1), "AURA-INC-2")
        return True
    way, due = _from_here(world, unit, way), sprint_due(pace, price.stamina)
    trip = await travel(world, unit, way, about, enter, due=due, rule="AURA-MAN-20", fast=True)
    blow = Blow(unit, target, "unarmed", "push")
    if not trip.arrived or not still(world, blow) or not meet(world, unit, price, "AURA-INC-6"):
        pay_sprint(world, unit, trip, pace, used=False)
        return True
    attend(world, unit, target)
    known = facts(world, blow)
    before = unguarded(world)
    hit = await resolve(world, blow, known)
    bar(world, unit, target, sheet_of(world).main.costs.unarmed)
    if hit.hit:
        await finish(world, blow, known, hit, about, numbers.charge_push)
    settle(world, unit, price, "AURA-INC-6")
    mark(world, struck=(*beat(world).struck, target))
    await _run_on(world, unit, pace + sprint_extra(world, unit) - trip.metres, about, enter, before)
    return True


async def _run_on(world: World, unit: int, metres: int, about: Event, enter: Entering, before: Collection[int]) -> None:
    """AURA-MAN-20: the Sprint may go on; first those whom the Push left Unguarded may be struck (AURA-FLOOR-8)."""
    if metres <= 0 or out(world, unit) or run_reasons(world, unit):
        return
    grid, found = board_of(world).grid, ways(world, unit, metres)
    options = [Option(f"on {grid.name(cell)}", cell=cell, rule="AURA-MAN-20") for cell in found]
    options.append(Option("stay", rule="AURA-MAN-20"))
    key = await decide(unit, "run_on", options, rule="AURA-MAN-20", about=about)
    if key == "stay":
        return
    fresh = tuple(each for each in unguarded(world) if each not in before)
    if fresh:
        await window(world, Moment("unguarded", unit, (), fresh), world.events[-1])
    if not out(world, unit) and not run_reasons(world, unit):
        way = _from_here(world, unit, found[grid.parse(key.partition(" ")[2])])
        await travel(world, unit, way, about, enter, due=lambda metres: Price(), rule="AURA-MAN-20", fast=True)


_RULES = {"run": "AURA-MOVE-2", "quick_run": "AURA-MOVE-3", "sprint": "AURA-MOVE-4"}
MOVES = {
    "run": _run,
    "quick_run": _run,
    "sprint": _run,
    "route": _route,
    "shift": _shift,
    "shift_agile": _shift,
    "crawl": _crawl,
    "jump": _jump,
    "leap": _leap,
    "charge": _charge,
}
