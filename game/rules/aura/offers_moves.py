"""Where a unit may go, how, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.grid.grid import Cell, CellSet, Grid
from game.grid.grid import cells as each_cell
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.aura.footways import crawl_limit, quick_limit, sprint_extra, ways
from game.rules.aura.jumping import climbs, difficulty, jump_limit, jump_price, landings, metres_to
from game.rules.aura.pools import Price, energy_at_hand, unaffordable
from game.rules.aura.powers import speed
from game.rules.aura.sheet import sheet_of
from game.rules.aura.space import barring
from game.rules.aura.state import holds
from game.rules.aura.steps import neighbours
from game.rules.offering import Reason
from game.systems.field import board_of, shape_of

Found = tuple[list[Option], list[Reason]]
BEND = 2  # metres that the shortest way with a turn in it takes, without the turn


# Moves


def run_reasons(world: World, unit: int) -> list[Reason]:
    """AURA-ACT-4, MOVE-17 and COND-16: why a unit cannot run."""
    table = (
        ("prone", "reason_prone", "AURA-MOVE-17"),
        ("kneeling", "reason_kneeling", "AURA-ACT-4"),
        ("restrained", "reason_restrained", "AURA-COND-16"),
        ("bound", "reason_restrained", "AURA-DEF-9"),
    )
    return [Reason(key, rule) for name, key, rule in table if holds(world, unit, name)]


def metres_at_hand(world: World, unit: int, pace: int) -> int:
    """AURA-ECON-16: as many metres as thirds of the Speed can be paid."""
    return min(pace, max(0, energy_at_hand(world, unit)) * pace // 3)


def _cells(verb: str, cells: list[Cell], world: World, rule: str) -> list[Option]:
    grid = board_of(world).grid
    return [_cell_option(grid, verb, cell, rule) for cell in cells]


@lru_cache(maxsize=1 << 16)
def _cell_option(grid: Grid, verb: str, cell: Cell, rule: str) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", cell=cell, rule=rule)


def moves(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    pace, limit = speed(world, unit).total, quick_limit(world, unit)
    reasons = run_reasons(world, unit)
    energy = unaffordable(world, unit, Price(1))
    found = {} if reasons else ways(world, unit, metres_at_hand(world, unit, pace))
    quick = [cell for cell, way in found.items() if way[1][-1] <= limit]
    full = [cell for cell, way in found.items() if way[1][-1] > limit]
    nowhere = [Reason("reason_nowhere", "AURA-MOVE-19")]
    yield (
        "run",
        (
            _cells("run", full, world, "AURA-MOVE-2"),
            reasons + (energy or unaffordable(world, unit, Price(3))) or nowhere,
        ),
    )
    yield "quick_run", (_cells("quick_run", quick, world, "AURA-MOVE-3"), reasons + energy or nowhere)
    yield "sprint", _sprint(world, unit, pace, reasons)
    yield "route", _route(world, unit, pace, [*reasons, *energy])
    yield "shift", shift(world, unit, "shift")
    yield "shift_agile", shift(world, unit, "shift_agile")
    yield "crawl", _crawl(world, unit)
    yield from _jumping(world, unit, reasons)


def _sprint(world: World, unit: int, pace: int, reasons: list[Reason]) -> Found:
    """AURA-MOVE-4 and 5: beyond the Speed, for a full Run and a point of Stamina."""
    costs = unaffordable(world, unit, Price(3, sheet_of(world).main.numbers.sprint_stamina))
    if reasons or costs or not pace:
        return [], [*reasons, *costs]
    found = ways(world, unit, pace + sprint_extra(world, unit))
    beyond = [cell for cell, way in found.items() if way[1][-1] > pace]
    return _cells("sprint", beyond, world, "AURA-MOVE-4"), [Reason("reason_nowhere", "AURA-MOVE-19")]


def _route(world: World, unit: int, pace: int, reasons: list[Reason]) -> Found:
    """AURA-HOUSE-35: with metres enough for a way that bends."""
    if reasons:
        return [], reasons
    bends = metres_at_hand(world, unit, pace) > BEND
    return [Option("route", rule="AURA-HOUSE-35")] if bends else [], [Reason("reason_nowhere", "AURA-MOVE-6")]


def shift_price(world: World, unit: int, verb: str) -> Price:
    """AURA-MOVE-1 and ACT-4: doubled on the knees."""
    main = sheet_of(world).main
    times = 2 if holds(world, unit, "kneeling") else 1
    return Price(main.costs.shift * times) if verb == "shift" else Price(0, 0, main.numbers.shift_agility * times)


def shift(world: World, unit: int, verb: str) -> Found:
    reasons = [reason for reason in run_reasons(world, unit) if reason.key != "reason_kneeling"]
    reasons += unaffordable(world, unit, shift_price(world, unit, verb))
    if reasons:
        return [], reasons
    found = list(each_cell(shift_cells(world, unit)))
    return _cells(verb, found, world, "AURA-MOVE-1"), [Reason("reason_nowhere", "AURA-MOVE-19")]


def shift_cells(world: World, unit: int) -> CellSet:
    """AURA-MOVE-1: where a Shift may lead."""
    return neighbours(world, unit) & ~barred_cells(world, unit)


def barred_cells(world: World, unit: int) -> CellSet:
    """Anchors that enemies close to a unit."""
    return board_of(world).grid.anchors_touching(barring(world, unit), shape_of(world, unit))


def _crawl(world: World, unit: int) -> Found:
    """AURA-MOVE-17."""
    if not holds(world, unit, "prone"):
        return [], [Reason("reason_not_prone", "AURA-MOVE-17")]
    reasons = [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]
    limit = crawl_limit(world, unit)
    if reasons:
        return [], reasons
    found = ways(world, unit, metres_at_hand(world, unit, limit), turning=False)
    costs = unaffordable(world, unit, Price(1))
    return _cells("crawl", list(found), world, "AURA-MOVE-17"), costs or [Reason("reason_nowhere", "AURA-MOVE-19")]


def _jumping(world: World, unit: int, reasons: list[Reason]) -> Iterator[tuple[str, Found]]:
    shortest = unaffordable(world, unit, jump_price(world, unit, 1))
    options = list[Option]()
    if not reasons and not shortest:
        limit = jump_limit(world, unit)
        payable = {
            metres for metres in range(limit + 1) if not unaffordable(world, unit, jump_price(world, unit, metres))
        }
        near = landings(world, unit, limit)
        fit = [cell for cell in near if metres_to(world, unit, cell) in payable]
        options = _cells("jump", fit, world, "AURA-MOVE-12")
    yield "jump", (options, [*reasons, *shortest] or [Reason("reason_nowhere", "AURA-MOVE-14")])
    run_up = unaffordable(world, unit, Price(2, 1))
    yield "leap", ([] if reasons or run_up else [Option("leap", rule="AURA-MOVE-12")], [*reasons, *run_up])
    yield "climb", _climbing(world, unit, reasons)


def _climbing(world: World, unit: int, reasons: list[Reason]) -> Found:
    """AURA-ACT-14; a knee on the ground does not hinder it (ACT-4)."""
    reasons = [reason for reason in reasons if reason.key != "reason_kneeling"]
    if reasons:
        return [], reasons
    fit, costs = [], list[Reason]()
    for cell in climbs(world, unit):
        against = unaffordable(world, unit, Price(sheet_of(world).main.costs.climb, difficulty(world, cell).stamina))
        costs += against
        if not against:
            fit.append(cell)
    return _cells("climb", fit, world, "AURA-ACT-14"), costs or [Reason("reason_no_height", "AURA-ACT-14")]
