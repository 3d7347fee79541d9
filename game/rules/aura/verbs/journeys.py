"""Movement actions from declaration to payment (AURA-MOVE-1 to 17), by a way of one's own too (AURA-HOUSE-35)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

import game.rules.aura.position.ways as on_foot
from game.grid.grid import Cell, CellSet, cells, union
from game.grid.layout import Size
from game.grid.paths import Diagonals
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Used
from game.kernel.flow import Action
from game.map.board import Board
from game.rules.asking import invite
from game.rules.aura.budget import Price, Pricing, keep, meet, reserve, set_beat, settle_up, unaffordable
from game.rules.aura.checks.powers import speed_metres
from game.rules.aura.house import house
from game.rules.aura.position.facing import attend
from game.rules.aura.position.lines import Vector, both_lines
from game.rules.aura.position.plains import Walks
from game.rules.aura.position.space import at, barring
from game.rules.aura.position.ways import Way, ways
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import beat, spent
from game.rules.aura.turns.windows import out, unguarded, window
from game.rules.aura.verbs import travel as moving
from game.rules.aura.verbs.deeds import Doing, Joined, Part, declared, entering
from game.rules.aura.verbs.fights import finish, still
from game.rules.aura.verbs.strikes import Blow, facts, resolve
from game.rules.aura.verbs.targets import Moment, bar, charge_way, metres_at_hand, run_reasons
from game.rules.aura.verbs.travel import Entering, run_due, sprint_due, sprint_price, travel
from game.systems.conditions import holds
from game.systems.field import board_of, shape_of


def way_run(world: World, unit: int, action: Action) -> Way:
    """The way of a Run or Quick Run (AURA-MOVE-2, 3)."""
    return ways(world, unit, metres_at_hand(world, unit, moving.pace_of(world, unit)))[action.there]


def way_sprint(world: World, unit: int, action: Action) -> Way:
    """The way of a Sprint (AURA-MOVE-4)."""
    return ways(world, unit, moving.pace_of(world, unit) + on_foot.sprint_extra(world, unit))[action.there]


def way_crawl(world: World, unit: int, action: Action) -> Way:
    """The way of a crawl (AURA-MOVE-17)."""
    metres = metres_at_hand(world, unit, on_foot.crawl_limit(world, unit), sheet_of(world).main.costs.crawl)
    return ways(world, unit, metres, turning=False)[action.there]


def way_shift(world: World, unit: int, action: Action) -> Way:
    """A single space (AURA-MOVE-1)."""
    return (at(world, unit), action.there), (0, 1), 0


def way_charge(world: World, unit: int, action: Action) -> Way | None:
    """The way of a charge (AURA-MAN-20)."""
    return charge_way(world, unit, action.target)


def _chosen(world: World, unit: int, action: Action, way_of: Callable[[World, int, Action], Way | None]) -> Way:
    """AURA-FLOOR-14: whoever moves with others has declared its way before any of them moved, and keeps to it."""
    joined = world.find(unit, Joined)
    way = joined.way if joined is not None else way_of(world, unit, action)
    assert way is not None
    return way


async def run(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MOVE-2 and 3: Run and Quick Run."""
    await _run_by(world, unit, action.verb, _chosen(world, unit, action, way_run), part)


async def sprint(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MOVE-4."""
    await _run_by(world, unit, action.verb, _chosen(world, unit, action, way_sprint), part, fast=True)


async def run_route(world: World, unit: int, action: Action, part: Part) -> bool:
    """AURA-HOUSE-35: by a way of its own; beyond its Speed it is a Sprint."""
    way = await route(world, unit)
    if way is None:
        return False
    metres, fast = way[1][-1], way[1][-1] > moving.pace_of(world, unit)
    verb = "sprint" if fast else "run" if metres > on_foot.quick_limit(world, unit) else "quick_run"
    await _run_by(world, unit, verb, way, part, fast=fast)
    return True


async def _run_by(world: World, unit: int, verb: str, way: Way, part: Part, *, fast: bool = False) -> None:
    pace = moving.pace_of(world, unit)
    price = sprint_price(world) if fast else Price(on_foot.run_energy(world, way[1][-1], pace))
    about = world.emit(Used(unit, verb, "action", cell=way[0][-1], rule=_RULES[verb]))
    if await declared(world, unit, price, about, part, movement=True):
        return
    if run_reasons(world, unit) or out(world, unit):
        settle_up(world, unit, Price(1), "AURA-INC-2")
        return
    due = sprint_due(world, pace) if fast else run_due(pace, sheet_of(world).main.costs.run)
    way, enter = _from_here(world, unit, way), entering(world, unit, about, part)
    gait: moving.Gait = "sprints" if fast else "runs"

    trip = await travel(world, unit, way, about, enter, due=due, rule=_RULES[verb], gait=gait)
    moving.pay_way(world, unit, trip, pace, _RULES[verb], sprinting=fast)


def _from_here(world: World, unit: int, way: Way) -> Way:
    """A planned way from where the unit stands, as far as the body fits, which may have swung round (AURA-HOUSE-16)."""
    (path, costs, turns), here = way, at(world, unit)
    if path[0] != here:
        return (here,), (0,), 0
    possible, fit = on_foot.step_prices(board_of(world), shape_of(world, unit)), 1
    for step in pairwise(path):
        if step not in possible:
            break
        fit += 1
    return path[:fit], costs[:fit], turns


def shifting(price_of: Pricing) -> Doing:
    """AURA-MOVE-1, for Energy or for Agility."""

    async def shift(world: World, unit: int, action: Action, part: Part) -> None:
        price = price_of(world, unit, action)
        about = world.emit(Used(unit, action.verb, "action", cell=action.cell, rule="AURA-MOVE-1"))
        way = _chosen(world, unit, action, way_shift)
        if await declared(world, unit, price, about, part, movement=True):
            return
        begun = False
        if not out(world, unit) and not holds(world, unit, "prone"):
            way, enter = _from_here(world, unit, way), entering(world, unit, about, part)
            trip = await travel(world, unit, way, about, enter, due=lambda metres: price, rule="AURA-MOVE-1")
            begun = trip.spaces > 0
        settle_up(world, unit, price if begun or price.agility else Price(1), "AURA-MOVE-1")

    return shift


async def crawl(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MOVE-17."""
    limit, way = on_foot.crawl_limit(world, unit), _chosen(world, unit, action, way_crawl)
    full = sheet_of(world).main.costs.crawl
    due = run_due(limit, full)
    about = world.emit(Used(unit, action.verb, "action", cell=action.cell, rule="AURA-MOVE-17"))
    if await declared(world, unit, Price(on_foot.share_of(full, way[1][-1], limit)), about, part, movement=True):
        return
    metres = 0

    if not out(world, unit):
        way, enter = _from_here(world, unit, way), entering(world, unit, about, part)
        trip = await travel(world, unit, way, about, enter, due=due, rule="AURA-MOVE-17", gait="crawls")
        metres = trip.metres
    settle_up(world, unit, due(metres), "AURA-MOVE-17")


async def jump_off(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MOVE-12 to 16: from a standstill."""
    cell, metres = action.there, moving.metres_to(world, unit, action.there)
    price = moving.jump_price(world, unit, metres)
    about = world.emit(Used(unit, "jump", "action", cell=cell, rule="AURA-MOVE-12"))
    if await declared(world, unit, price, about, part, movement=True):
        return
    if out(world, unit) or run_reasons(world, unit) or not moving.landings(world, unit, metres) >> cell & 1:
        settle_up(world, unit, Price(1), "AURA-INC-2")
        return
    await _fly(world, unit, cell, price, about, entering(world, unit, about, part))


async def _fly(world: World, unit: int, cell: Cell, price: Price, about: Event, enter: Entering | None) -> None:
    """The jump, paid if it came off the ground (AURA-INC-2 and 6)."""
    trip = await moving.jump(world, unit, cell, price, about, enter)
    settle_up(world, unit, price if trip.spaces else Price(1), "AURA-MOVE-12")


async def leap(world: World, unit: int, action: Action, part: Part) -> bool:
    """AURA-FLOOR-3 and MOVE-12: a run of two metres and more, and a jump from where it ends; one beat."""
    pace, option = moving.pace_of(world, unit), await invite(world, unit, "take_off", [*take_offs(world, unit)])
    if option is None:
        return False
    sprinting, cell = "sprint" in option.action.how, option.action.there
    way = (way_sprint if sprinting else way_run)(world, unit, option.action)
    about = world.emit(Used(unit, "leap", "action", cell=cell, rule="AURA-MOVE-12"))
    price = sprint_and_jump(world) if sprinting else _leap_price(world, way[1][-1], pace)
    if await declared(world, unit, price, about, part, movement=True):
        return True
    if run_reasons(world, unit) or out(world, unit):
        settle_up(world, unit, Price(1), "AURA-INC-2")
        return True
    enter, way = entering(world, unit, about, part), _from_here(world, unit, way)
    gait: moving.Gait = "sprints" if sprinting else "runs"
    due = sprint_due(world, pace) if sprinting else run_due(pace, sheet_of(world).main.costs.run)

    trip = await travel(world, unit, way, about, enter, due=due, rule="AURA-MOVE-12", gait=gait)
    there = None
    if trip.arrived and not out(world, unit) and not run_reasons(world, unit):
        keep(world, unit, due(trip.metres))  # what was kept for the jump is free for it
        there = await _landing(world, unit, sprinting=sprinting, way=due(trip.metres), about=about)
    far = there is not None and moving.metres_to(world, unit, there) > moving.jump_limit(world, unit)
    moving.pay_way(world, unit, trip, pace, "AURA-INC-3", sprinting=sprinting, used=far)
    if there is not None:
        price = moving.jump_price(world, unit, moving.metres_to(world, unit, there))
        reserve(world, unit, price)
        await _fly(world, unit, there, price, about, enter)
    return True


def take_offs(world: World, unit: int) -> Iterator[Action]:
    """AURA-MOVE-12: from where a unit could jump after a run, or a Sprint, of two metres and more."""
    pace = moving.pace_of(world, unit)
    found = ways(world, unit, metres_at_hand(world, unit, pace))
    able = [level for level in found.levels if not unaffordable(world, unit, _leap_price(world, level[0], pace))]
    for cell in _run_ups(world, unit, found, union([band for _, band in able])):
        yield Action("take_off", cell=cell)
    if not unaffordable(world, unit, sprint_and_jump(world)):
        found = ways(world, unit, pace + on_foot.sprint_extra(world, unit))
        for cell in _run_ups(world, unit, found, found.within):
            yield Action("sprint_off", cell=cell, how=("sprint",))


def _run_ups(world: World, unit: int, found: Walks, ends: CellSet) -> Iterator[Cell]:
    """Those of these ends of ways to which a way leads through as many cells as a Jump wants."""
    need = sheet_of(world).main.numbers.run_up
    near = board_of(world).grid.disc(at(world, unit), need - 1, "chebyshev")  # others are as far off as that
    return (cell for cell in cells(ends) if not near >> cell & 1 or len(found[cell][0]) > need)


def _leap_price(world: World, metres: int, pace: int) -> Price:
    main = sheet_of(world).main
    return Price(on_foot.run_energy(world, metres, pace) + main.costs.jump_moving, main.numbers.jump_stamina)


def sprint_and_jump(world: World) -> Price:
    """AURA-MOVE-12: what a Jump after a Sprint takes at least."""
    main, sprint = sheet_of(world).main, sprint_price(world)
    return Price(sprint.energy + main.costs.jump_moving, sprint.stamina + main.numbers.jump_stamina)


async def _landing(world: World, unit: int, *, sprinting: bool, way: Price, about: Event) -> Cell | None:
    """Where the jump at the end of a run goes, if there is one; what only a Sprint reaches makes the way dearer."""
    limit, sprint = moving.jump_limit(world, unit), sprint_price(world)
    found: list[Action] = []
    for cell in cells(moving.landings(world, unit, moving.jump_limit(world, unit, sprinting=sprinting))):
        metres = moving.metres_to(world, unit, cell)
        energy, stamina, _ = moving.jump_price(world, unit, metres)
        more = Price(sprint.energy - way.energy, sprint.stamina - way.stamina) if metres > limit else Price()
        if not unaffordable(world, unit, Price(energy + more.energy, stamina + more.stamina)):
            found.append(Action("jump", cell=cell))
    option = await invite(world, unit, "landing", found, about=about)
    return None if option is None else option.action.there


def charge_price(world: World) -> Price:
    """AURA-MAN-20: a Sprint, and by setting the Push."""
    sprint = sprint_price(world)
    return Price(sprint.energy + house(world).sprint_push_energy, sprint.stamina)


async def charge(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MAN-20: a Sprint with a Push at its end; using the Sprint so makes its price final (INC-6)."""
    target, pace, numbers = action.target, moving.pace_of(world, unit), sheet_of(world).main.numbers
    way, price, mover = _chosen(world, unit, action, way_charge), charge_price(world), beat(world).mover
    set_beat(world, mover=unit)  # AURA-FLOOR-8 and HOUSE-16: it looks there, and its body stays as it lies
    attend(world, unit, target)
    set_beat(world, mover=mover)
    about = world.emit(Attacked(unit, target, "charge", (), "AURA-MAN-20"))
    if await declared(world, unit, price, about, part, targets=(target,), movement=True):
        return
    enter = entering(world, unit, about, part)
    if out(world, unit) or run_reasons(world, unit):
        settle_up(world, unit, Price(1), "AURA-INC-2")
        return
    way, due = _from_here(world, unit, way), sprint_due(world, pace)
    trip = await travel(world, unit, way, about, enter, due=due, rule="AURA-MAN-20", gait="sprints")
    blow = Blow(unit, target, "unarmed", "push")
    if not trip.arrived or not still(world, blow) or not meet(world, unit, price, "AURA-INC-6"):
        moving.pay_way(world, unit, trip, pace, "AURA-INC-6", sprinting=True)
        return
    attend(world, unit, target)
    known, before = facts(world, blow), unguarded(world)
    hit = await resolve(world, blow, known)
    bar(world, unit, target, sheet_of(world).main.costs.unarmed)
    if hit.hit:
        await finish(world, blow, known, hit, about, numbers.charge_push)
    settle_up(world, unit, price, "AURA-INC-6")
    set_beat(world, struck=(*beat(world).struck, target))
    await _run_on(world, unit, pace + on_foot.sprint_extra(world, unit) - trip.metres, about, enter, before)


async def _run_on(
    world: World, unit: int, metres: int, about: Event, enter: Entering | None, before: Collection[int]
) -> None:
    """AURA-MAN-20: the Sprint may go on; first those whom the Push left Unguarded may be struck (AURA-FLOOR-8)."""
    if metres <= 0 or out(world, unit) or run_reasons(world, unit):
        return
    found = ways(world, unit, metres)
    option = await invite(world, unit, "run_on", [Action("on", cell=cell) for cell in found], about=about)
    if option is None:
        return
    fresh = tuple(each for each in unguarded(world) if each not in before)
    if fresh:
        await window(world, Moment("unguarded", unit, (), fresh))
    if not out(world, unit) and not run_reasons(world, unit):
        way = _from_here(world, unit, found[option.action.there])
        await travel(world, unit, way, about, enter, due=lambda metres: Price(), rule="AURA-MAN-20", gait="sprints")


_RULES = {"run": "AURA-MOVE-2", "quick_run": "AURA-MOVE-3", "sprint": "AURA-MOVE-4"}


class Routing(Struct, frozen=True):
    """On a runner who is asked for the next stretch of its way: how far that goes already."""

    way: Way


class _Ground(NamedTuple):
    board: Board
    size: Size
    bars: CellSet
    heading: Vector | None
    most: int
    diagonals: Diagonals


async def route(world: World, unit: int) -> Way | None:
    """One stretch after the other, as far as can be paid; None if it thinks better of it."""
    way: Way = ((at(world, unit),), (0,), 0)
    while True:
        found = onward(world, unit, way)
        given = [Action("stretch", cell=cell) for cell in found]
        if on_foot.can_stand_at(world, unit, way[0][-1]) and len(way[0]) > 1:
            given.append(Action("end"))
        world.put(unit, Routing(way))
        option = await invite(world, unit, "stretch", given)
        world.drop(unit, Routing)
        if option is None:
            return None
        if option.role == "commit":
            return way
        way = found[option.action.there]


def onward(world: World, unit: int, way: Way) -> dict[Cell, Way]:
    """Where the next straight stretch of a way may end, and the way with it. The result must not be changed."""
    board, size, pace = board_of(world), shape_of(world, unit), speed_metres(world, unit)
    bars, heading = board.grid.anchors_touching(barring(world, unit), size), spent(world, unit).heading
    sprints = not unaffordable(world, unit, sprint_price(world))  # AURA-MOVE-4
    most = pace + on_foot.sprint_extra(world, unit) if sprints else metres_at_hand(world, unit, pace)
    return _onward(_Ground(board, size, bars, heading, most, on_foot.diagonals(world)), way)


@lru_cache(maxsize=256)
def _onward(ground: _Ground, way: Way) -> dict[Cell, Way]:
    board, size, bars, heading, most, how = ground
    grid, here = board.grid, way[0][-1]
    found: dict[Cell, Way] = {}
    for cell in cells(grid.disc(here, most - way[1][-1], "chebyshev") & ~bars & ~(1 << here)):
        for path, mask in both_lines(grid, here, cell):
            longer = None if mask & bars else on_foot.walked(board, size, (*way[0], *path[1:]), heading, how)
            if longer is not None and longer[1][-1] <= most:
                found[cell] = longer
                break
    return found
