"""Ways to win that all rulesets share: defeat all, defeat the leader, hold a zone, escape, survive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from game.grid.layout import Metric
from game.grid.masks import CellSet
from game.kernel.components import Conditions, Down, Follower, Objective, Objectives, Side, Unit
from game.kernel.ecs import World, derived
from game.kernel.events import Ended
from game.rules.ruleset import Outcome
from game.systems.clock import advance
from game.systems.field import PLACES, board_of, cells_of, standing, teams

Fit = Callable[[World, int], bool]
Spots = Callable[[World], Mapping[int, CellSet]]  # units that count, and the cells that each fills


def verdict(world: World, fit: Fit | None = None) -> Outcome | None:
    """The outcome by objectives and by who is left; None while it goes on.

    `fit` tells who of those on the board counts, where a ruleset has units that lie there helpless; it looks at
    conditions and places only.
    """
    return _by_standing(world) if fit is None else world.derive("verdict", _verdict, _LIES, fit)


_LIES = PLACES | {Side, Objectives, Follower, Conditions}


def _any(world: World, unit: int) -> bool:
    return True


@derived((Side, Objectives, Unit, Down, Follower))
def _by_standing(world: World) -> Outcome | None:
    return _verdict(world, _any)


def _verdict(world: World, fit: Fit) -> Outcome | None:
    reached: dict[int, str] = {}
    for _, entry, goals in world.each(Side, Objectives):
        kind = next((goal.kind for goal in goals.items if _reached(world, entry.team, goal, fit)), None)
        if kind:
            reached.setdefault(entry.team, kind)
    if reached:
        return _outcome(world, set(reached), min(reached.values()))
    left = {world.get(row[1].side, Side).team for row in world.each(Unit) if _fights(world, row[0], fit)}
    if len(left) > 1:
        return None
    return _outcome(world, left, "defeat_all")


def _fights(world: World, unit: int, fit: Fit) -> bool:
    """Whether a unit is still in the fight, and on its own account."""
    return not world.has(unit, Down) and not world.has(unit, Follower) and fit(world, unit)


def _outcome(world: World, teams: set[int], why: str) -> Outcome:
    """One team wins with all its sides; several at once are a draw."""
    if len(teams) != 1:
        return Outcome((), why, "")
    return Outcome(tuple(side for side, entry in world.each(Side) if entry.team in teams), why, "")


def announce(world: World, end: Outcome | None) -> None:
    """Say how it has ended, if it has."""
    if end is not None:
        world.emit(Ended(end.winners, end.why, end.rule))


def on_points(world: World, left: Iterable[tuple[int, int, int]], rule: str) -> Outcome:
    """When time is up the team with the largest share of its points left wins; a draw if two have as much.

    `left` has for each unit, fallen ones included, what it has left and had at first.
    """
    fights_for = teams(world)
    now: dict[int, int] = {}
    base: dict[int, int] = {}
    for unit, has, had in left:
        own = fights_for[unit]
        now[own], base[own] = now.get(own, 0) + has, base.get(own, 0) + had
    # Cross-multiplied shares, so that nothing is rounded.
    best = [one for one in now if all(now[one] * base[other] >= now[other] * base[one] for other in now)]
    winners = tuple(side for side, entry in world.each(Side) if entry.team in best) if len(best) == 1 else ()
    return Outcome(winners, "round_limit", rule)


def _reached(world: World, team: int, goal: Objective, fit: Fit) -> bool:
    if goal.kind == "defeat_leader":
        leaders = [
            row[0] for row in world.each(Unit) if row[1].role == "leader" and world.get(row[1].side, Side).team != team
        ]
        return bool(leaders) and all(_beaten(world, leader, fit) for leader in leaders)
    return goal.kind in ("hold_zone", "escape", "survive") and goal.done >= goal.amount


def _beaten(world: World, leader: int, fit: Fit) -> bool:
    """Whether a leader is out of the fight; one who has left the board is not where his side is to get away."""
    down = world.find(leader, Down)
    if down is None:
        return not fit(world, leader)
    goals = world.get(world.get(leader, Unit).side, Objectives).items
    return down.how != "fled" or all(goal.kind != "escape" for goal in goals)


def end_of_round(world: World, fit: Fit = _any) -> None:
    """Count a round for whoever holds a zone alone, or has survived; `fit` as for `verdict`."""
    for side, entry, goals in world.each(Side, Objectives):
        for goal in goals.items:
            held = goal.kind == "hold_zone" and _holds(world, entry.team, goal.zone, fit)
            if held or (goal.kind == "survive" and _any_left(world, side, fit)):
                advance(world, side, goal)


def escaped(world: World, unit: int, cells: CellSet) -> None:
    """A unit has left the board from these cells: it counts for its side's escape through a zone it touches."""
    board, side = board_of(world), world.get(unit, Unit).side
    for goal in world.get(side, Objectives).items:
        if goal.kind == "escape" and board.zone_cells(goal.zone) & cells:
            advance(world, side, goal)


def _holds(world: World, team: int, zone: str, fit: Fit) -> bool:
    """Somebody of the team stands in the zone and nobody of another does."""
    cells = board_of(world).zone_cells(zone)
    inside = {teams(world)[unit] for unit in standing(world) if cells_of(world, unit) & cells and fit(world, unit)}
    return inside == {team}


def _any_left(world: World, side: int, fit: Fit) -> bool:
    return any(row[1].side == side and _fights(world, row[0], fit) for row in world.each(Unit))


def standing_cells(world: World) -> dict[int, CellSet]:
    """Everybody who stands, and the cells that each fills."""
    return {unit: cells_of(world, unit) for unit in standing(world)}


def prospects(
    world: World,
    own: int,
    metric: Metric,
    spots: Spots = standing_cells,
    kinds: frozenset[type] | tuple[type, ...] = PLACES,
    *,
    away: float = 0.008,
    inside: float = 0.05,
) -> float:
    """What objectives are worth to a team, less what those of the others are worth: a number for `Ruleset.worth`.

    A whole objective counts 0.8; each unit loses `away` a cell (as of `metric`) to a zone that its team has to hold
    or to leave by, and gains `inside` in it. `spots` tells where the units are that count, which hangs on `kinds`.
    """
    total = 0.0
    for _, entry, goals in world.each(Side, Objectives):
        sign = 1.0 if entry.team == own else -1.0
        for goal in goals.items:
            if goal.amount:
                total += sign * 0.8 * goal.done / goal.amount
            if goal.zone and goal.kind in ("hold_zone", "escape"):
                near = _nearness(world, entry.team, goal.zone, metric, spots, kinds)
                total += sign * (inside * near.inside - away * near.away)
    return total


class _Near(NamedTuple):
    away: int  # cells, over all units of a team
    inside: int  # units


def _nearness(
    world: World, team: int, zone: str, metric: Metric, spots: Spots, kinds: frozenset[type] | tuple[type, ...]
) -> _Near:
    def measure(world: World) -> _Near:
        cells, grid = board_of(world).zone_cells(zone), board_of(world).grid
        own = [spot for unit, spot in spots(world).items() if teams(world)[unit] == team] if cells else []
        return _Near(
            sum(grid.distance_sets(spot, cells, metric) for spot in own), sum(bool(spot & cells) for spot in own)
        )

    return world.derive(("near_zone", team, zone), measure, kinds)
