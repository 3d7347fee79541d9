"""Running, shifting, crawling, jumping, climbing, and postures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from msgspec.structs import replace

from game.grid.grid import CellSet, union
from game.grid.masks import by_first
from game.kernel.ecs import World, derived_of
from game.kernel.flow import Action
from game.rules.aura.budget import Price, Pricing, left, purses, unaffordable
from game.rules.aura.checks.powers import speed_metres
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.house import house
from game.rules.aura.position.plains import Walks
from game.rules.aura.position.space import at
from game.rules.aura.position.ways import crawl_limit, quick_limit, share_of, sprint_extra, ways
from game.rules.aura.screen import midway as shown
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import MEANS, PLACED, spent
from game.rules.aura.verbs import journeys, targets, travel
from game.rules.aura.verbs.deeds import Deed, plain
from game.rules.aura.verbs.steps import shift_agility, shift_cells
from game.rules.aura.verbs.targets import run_reasons
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Previewing, Reasons, Verb, Ways, at_once
from game.rules.verbs import Price as Purses
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of

NOWHERE = Reason("reason_nowhere", "AURA-MOVE-19")
RUN_UP = 1  # Energy that a run-up takes at least
Bands = Iterator[tuple[Purses, CellSet]]


def runs(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-MOVE-1 to 4: on foot, by Energy or by Agility."""
    run = _way("run", "AURA-MOVE-2", run_reasons, partial(_runs, quick=False), previews.running, _short_of_run)
    quick = _way("quick_run", "AURA-MOVE-3", run_reasons, partial(_runs, quick=True), previews.running, _short_of(1))
    sprint = _way("sprint", "AURA-MOVE-4", _at_least(_sprint_price), _sprint, previews.sprinting)
    return (
        Deed(run, journeys.run, True, journeys.way_run),
        Deed(quick, journeys.run, True, journeys.way_run),
        _shift("shift", lambda world, unit, action: Price(sheet.main.costs.shift * _knees(world, unit))),
        _shift("shift_agile", lambda world, unit, action: shift_agility(world, unit)),
        Deed(sprint, journeys.sprint, True, journeys.way_sprint),
    )


def jumps(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-MOVE-12 to 17, ACT-14 and HOUSE-35: jumps, crawls, climbs, and ways of one's own."""
    least = Price(RUN_UP + sheet.main.costs.jump_moving, sheet.main.numbers.jump_stamina)
    no_room, no_height = Reason("reason_nowhere", "AURA-MOVE-14"), Reason("reason_no_height", "AURA-ACT-14")
    short_jump = _at_least(lambda world, unit: travel.jump_price(world, unit, 1))
    jump = _way("jump", "AURA-MOVE-12", short_jump, _jump, previews.jumping, no_room)

    def bends(world: World, unit: int) -> list[Action]:  # with metres enough for it, and a place to run to
        enough = targets.metres_at_hand(world, unit, speed_metres(world, unit)) > targets.BEND
        return [Action("route")] if enough and _walks(world, unit) else []

    leap = Verb(
        name="leap", rule="AURA-MOVE-12", group="move", memo=walking_memo, reasons=run_reasons, short=no_room,
        actions=lambda world, unit: [Action("leap") for _ in islice(journeys.take_offs(world, unit), 1)],
        price=purses(least), pays=False, preview=previews.priced(least, "at least"),
    )  # fmt: skip
    route = Verb(
        name="route", rule="AURA-HOUSE-35", group="move", memo=walking_memo, actions=bends,
        reasons=_at_least(lambda world, unit: Price(1)), short=Reason("reason_nowhere", "AURA-MOVE-6"),
        preview=previews.priced(Price(1), "at least"),
    )  # fmt: skip
    crawl = _way("crawl", "AURA-MOVE-17", _cannot_crawl, _crawl, previews.crawling, _short_of(1))
    climbing = plain("AURA-ACT-14", travel.climb_price, travel.climb, agile_up_to=0, movement=True)
    return (
        Deed(jump, journeys.jump_off, True),
        Deed(leap, journeys.leap, True, whole=False),
        Deed(route, journeys.run_route, True, whole=False),
        Deed(crawl, journeys.crawl, True, journeys.way_crawl),
        Deed(replace(_way("climb", "AURA-ACT-14", _stuck, _climb, shown.climb, no_height), vain=_level), climbing),
    )


@derived_of(MEANS)
def walking_memo(world: World, unit: int) -> tuple[object, frozenset[type]]:
    """Where it may go depends on what it has to spend: others' pools make no difference."""
    done = spent(world, unit)
    return (left(world, unit), done.substitutes, done.heading, travel.run_up(world, unit)), PLACED


def _way(
    name: str, rule: str, reasons: Reasons, ways: Ways, preview: Previewing, short: Reason | Reasons = NOWHERE
) -> Verb:
    return Verb(
        name=name, rule=rule, group="move", key=("cell",), memo=walking_memo, reasons=reasons, ways=ways, short=short,
        sifts=True, pays=False, preview=preview,
    )  # fmt: skip


def _at_least(price: Callable[[World, int], Price]) -> Reasons:
    return lambda world, unit: [*run_reasons(world, unit), *unaffordable(world, unit, price(world, unit))]


def _bands(levels: Iterable[tuple[int, CellSet]], pace: int, full: int) -> Bands:
    """Where ways of so many metres lead, by the Energy that they take; `full` for the whole pace."""
    energy: dict[int, CellSet] = {}
    for metres, band in levels:
        cost = share_of(full, metres, pace)
        energy[cost] = energy.get(cost, 0) | band
    return ((purses(Price(cost)), band) for cost, band in energy.items())


# Running


def _walks(world: World, unit: int) -> Walks:
    return ways(world, unit, targets.metres_at_hand(world, unit, speed_metres(world, unit)))


def _runs(world: World, unit: int, *, quick: bool) -> Bands:
    limit, full = quick_limit(world, unit), sheet_of(world).main.costs.run
    found = _walks(world, unit).levels
    return _bands([level for level in found if (level[0] <= limit) == quick], speed_metres(world, unit), full)


def _short_of(*energy: int) -> Reasons:
    def reasons(world: World, unit: int) -> list[Reason]:
        lacking = (unaffordable(world, unit, Price(cost)) for cost in energy)
        return next(filter(None, lacking), [NOWHERE])

    return reasons


def _short_of_run(world: World, unit: int) -> list[Reason]:
    return _short_of(1, sheet_of(world).main.costs.run)(world, unit)


def _sprint_price(world: World, unit: int) -> Price:
    return travel.sprint_price(world)


def _sprint(world: World, unit: int) -> Bands:
    """AURA-MOVE-4 and 5: beyond the Speed, for a full Run and a point of Stamina."""
    pace = speed_metres(world, unit)
    found = ways(world, unit, pace + sprint_extra(world, unit)).levels if pace else ()
    yield purses(_sprint_price(world, unit)), union(band for metres, band in found if metres > pace)


# Shifting and crawling


def _knees(world: World, unit: int) -> int:
    return 2 if holds(world, unit, "kneeling") else 1  # AURA-ACT-4: a Shift costs twice as much on the knees


def _shift(name: str, price: Pricing) -> Deed:
    def found(world: World, unit: int) -> Bands:
        yield purses(price(world, unit, Action(name))), shift_cells(world, unit)

    verb = _way(name, "AURA-MOVE-1", _stuck, found, previews.shifting(price))
    return Deed(verb, journeys.shifting(price), True, journeys.way_shift)


def _stuck(world: World, unit: int) -> list[Reason]:
    """Why it cannot run, where a knee on the ground does not hinder it (AURA-ACT-4)."""
    return [reason for reason in run_reasons(world, unit) if reason.key != "reason_kneeling"]


def _cannot_crawl(world: World, unit: int) -> list[Reason]:
    if not holds(world, unit, "prone"):
        return [Reason("reason_not_prone", "AURA-MOVE-17")]
    return _held(world, unit)


def _held(world: World, unit: int) -> list[Reason]:
    """Why it cannot get away even on hands and knees (AURA-COND-16, DEF-9)."""
    return [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]


def _crawl(world: World, unit: int) -> Bands:
    limit, full = crawl_limit(world, unit), sheet_of(world).main.costs.crawl
    near = ways(world, unit, targets.metres_at_hand(world, unit, limit, full), turning=False)
    return _bands(near.levels, limit, full)


# Jumping and climbing


def _jump(world: World, unit: int) -> Bands:
    grid, here, how = board_of(world).grid, at(world, unit), house(world).square_metric
    limit = travel.jump_limit(world, unit)
    goals = travel.landings(world, unit, limit)
    rings = [(far, ring) for far in range(1, limit + 1) if (ring := grid.ring(here, far, how) & goals)]
    return ((purses(travel.jump_price(world, unit, far)), band) for far, band in sorted(rings, key=by_first))


def _level(world: World, unit: int) -> bool:
    return not board_of(world).heights


def _climb(world: World, unit: int) -> Bands:
    for cell in travel.climbs(world, unit):
        yield purses(travel.climb_price(world, unit, Action("climb", cell=cell))), 1 << cell


# Leaving


def leaving() -> Deed:
    """AURA-HOUSE-37."""
    verb = Verb(
        name="leave", rule="AURA-HOUSE-37", group="move", final=True, reasons=_held, preview=previews.leaving,
        has=lambda world, unit: cells_of(world, unit) & board_of(world).exits,
    )  # fmt: skip
    return Deed(verb, plain("AURA-HOUSE-37", Price(), travel.leave, movement=True))


# Postures


def postures(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-ACT-2 and 3."""
    costs = sheet.main.costs
    lies, kneels = Reason("reason_not_prone", "AURA-ACT-2"), Reason("reason_not_kneeling", "AURA-ACT-3")
    stand = at_once(lambda world, unit, action: lift(world, unit, "kneeling", "AURA-ACT-3"))
    return (
        _posture("kneel", "AURA-ACT-2", Price(costs.kneel), _unless("prone", lies), at_once(_kneel), bares=True),
        _posture("stand", "AURA-ACT-3", Price(costs.stand), _unless("kneeling", kneels), stand),
    )


def lying_down(sheet: AuraSheet) -> Deed:
    """AURA-ACT-16."""
    lies = _unless("prone", Reason("reason_prone", "AURA-ACT-16"), now=False)
    drop = at_once(lambda world, unit, action: inflict(world, unit, "prone", "AURA-ACT-16", unit))
    return _posture("drop_prone", "AURA-ACT-16", Price(sheet.main.costs.drop_prone), lies, drop)


def _unless(posture: str, reason: Reason, *, now: bool = True) -> Reasons:
    return lambda world, unit: [*targets.bound(world, unit), *([] if holds(world, unit, posture) == now else [reason])]


def _posture(name: str, rule: str, price: Price, reasons: Reasons, do: Perform, *, bares: bool = False) -> Deed:
    verb = Verb(
        name=name, rule=rule, group="move", reasons=reasons, price=purses(price), pays=False,
        preview=shown.moment(price, bares=bares),
    )  # fmt: skip
    return Deed(verb, plain(rule, price, do))


def _kneel(world: World, unit: int, action: Action) -> None:
    """AURA-ACT-2: up to one knee, and Unguarded."""
    lift(world, unit, "prone", "AURA-ACT-2")
    inflict(world, unit, "kneeling", "AURA-ACT-2", unit)
    inflict(world, unit, "unguarded", "AURA-ACT-2", unit)
