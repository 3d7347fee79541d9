"""Ways to win that all rulesets share: defeat all, defeat the leader, hold a zone, escape, survive."""

from __future__ import annotations

from collections.abc import Callable

from game.components import Conditions, Down, Follower, Objective, Objectives, Side, Unit, changed
from game.ecs import World
from game.events import Progressed
from game.grid.grid import CellSet
from game.rules.ruleset import Outcome
from game.systems.field import PLACES, board_of, cells_of, standing, teams

Fit = Callable[[World, int], bool]


def verdict(world: World, fit: Fit | None = None) -> Outcome | None:
    """The outcome by objectives and by who is left; None while it goes on.

    `fit` tells who of those on the board counts, where a ruleset has units that lie there helpless; it looks at
    conditions and places only.
    """
    kinds = _STANDS if fit is None else _LIES
    return world.derive("verdict", lambda world: _verdict(world, fit or _any), kinds)


_STANDS = frozenset((Side, Objectives, Unit, Down, Follower))
_LIES = PLACES | {Side, Objectives, Follower, Conditions}


def _any(world: World, unit: int) -> bool:
    return True


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


def _reached(world: World, team: int, goal: Objective, fit: Fit) -> bool:
    if goal.kind == "defeat_leader":
        leaders = [
            row[0] for row in world.each(Unit) if row[1].role == "leader" and world.get(row[1].side, Side).team != team
        ]
        return bool(leaders) and all(world.has(leader, Down) or not fit(world, leader) for leader in leaders)
    return goal.kind in ("hold_zone", "escape", "survive") and goal.done >= goal.amount


def end_of_round(world: World, fit: Fit = _any) -> None:
    """Count a round for whoever holds a zone alone, or has survived; `fit` as for `verdict`."""
    for side, entry, goals in world.each(Side, Objectives):
        for goal in goals.items:
            held = goal.kind == "hold_zone" and _holds(world, entry.team, goal.zone, fit)
            if held or (goal.kind == "survive" and _any_left(world, side, fit)):
                _advance(world, side, goal)


def escaped(world: World, unit: int, cells: CellSet) -> None:
    """A unit has left the board from these cells: it counts for its side's escape through a zone it touches."""
    board, side = board_of(world), world.get(unit, Unit).side
    for goal in world.get(side, Objectives).items:
        if goal.kind == "escape" and board.zone_cells(goal.zone) & cells:
            _advance(world, side, goal)


def _advance(world: World, side: int, goal: Objective) -> None:
    further = changed(goal, done=goal.done + 1)
    items = tuple(further if item is goal else item for item in world.get(side, Objectives).items)
    world.put(side, Objectives(items))
    world.emit(Progressed(side, goal.kind, further.done, goal.amount))


def _holds(world: World, team: int, zone: str, fit: Fit) -> bool:
    """Somebody of the team stands in the zone and nobody of another does."""
    cells = board_of(world).zone_cells(zone)
    inside = {teams(world)[unit] for unit in standing(world) if cells_of(world, unit) & cells and fit(world, unit)}
    return inside == {team}


def _any_left(world: World, side: int, fit: Fit) -> bool:
    return any(row[1].side == side and _fights(world, row[0], fit) for row in world.each(Unit))
