"""What zones are worth to whoever has to hold them, leave by them, or keep others out of them."""

from __future__ import annotations

from typing import NamedTuple

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Clock, Objectives, Side, Unit
from game.kernel.ecs import World
from game.systems.field import board_of, cells_of, round_limit, standing, teams

_STAKE = 0.5  # share of what a team has that a won objective is worth
_LAST = 2.5  # how much more the last round counts that wins it
_ALONE = 0.8  # chance that a zone held alone now is held at the round's end
_SHARED = 0.3  # the same with foes in it
_BACKUP = 0.15  # what one more in a zone adds that friends hold already


class Aim(NamedTuple):
    """Cells, and what it is worth that one more of a team's units stands there."""

    cells: CellSet
    value: float


def aims(world: World, own: int, unit: int, worth_of_team: float) -> list[Aim]:
    """The zones that it is good for a unit to stand in, by all teams' objectives."""
    found = []
    for _, entry, goals in world.each(Side, Objectives):
        for goal in goals.items:
            cells = board_of(world).zone_cells(goal.zone) if goal.zone else 0
            if not cells or not goal.amount:
                continue
            stake = _STAKE * worth_of_team
            if goal.kind == "hold_zone":
                step = stake * ((goal.done + 1) ** 2 - goal.done**2) / goal.amount**2
                if goal.done + 1 == goal.amount:
                    step *= _LAST
                inside = _inside(world, cells, unit)
                friends, foes = inside.get(own, 0), sum(n for team, n in inside.items() if team != own)
                if entry.team == own:
                    factor = _BACKUP if friends and not foes else _SHARED if foes else _ALONE
                else:
                    factor = _BACKUP if friends else _ALONE if foes else _SHARED
                found.append(Aim(cells, step * factor))
            elif goal.kind == "escape" and entry.team == own:
                found.append(Aim(cells, stake / goal.amount))
    return found


def _inside(world: World, zone: CellSet, unit: int) -> dict[int, int]:
    """How many of each team stand in a zone, without that unit."""
    found: dict[int, int] = {}
    for one in standing(world):
        if one != unit and cells_of(world, one) & zone:
            found[teams(world)[one]] = found.get(teams(world)[one], 0) + 1
    return found


def care(world: World, own: int, unit: int) -> float:
    """How much more it matters that this unit comes to no harm: by survival something may be won or lost."""
    found = 1.0
    leads = world.get(unit, Unit).role == "leader"
    for _, entry, goals in world.each(Side, Objectives):
        for goal in goals.items:
            if goal.kind == "survive" and entry.team == own:
                found = max(found, 2.0)
            elif goal.kind == "defeat_leader" and entry.team != own and leads:
                found = max(found, 2.5)
    return found


def favour(world: World, own: int, target: int) -> float:
    """How much more harm to a foe counts."""
    entry = world.find(target, Unit)
    if entry is None or entry.role != "leader":
        return 1.0
    return 1.6 if "defeat_leader" in _kinds(world, own) else 1.0


def _kinds(world: World, own: int) -> set[str]:
    """What kinds of objectives a team has."""
    return {goal.kind for _, side, found in world.each(Side, Objectives) if side.team == own for goal in found.items}


def urgency(world: World, own: int) -> float:
    """How much more it matters to get at the foe the nearer time is up; little to whoever has only to survive."""
    if any(
        goal.kind == "survive"
        for _, side, found in world.each(Side, Objectives)
        if side.team == own
        for goal in found.items
    ):
        return 0.1
    limit = round_limit(world)
    return 1 + 2 * min(1.0, (world.get(FIELD, Clock).round - 1) / max(1, limit))
