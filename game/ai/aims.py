"""What zones are worth to whoever has to hold them, leave by them, or keep others out of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from game.ai.duties import left_of
from game.ai.lateness import Pressure
from game.grid.grid import CellSet
from game.kernel.components import FIELD, Clock, Down, Objectives, Side, Unit
from game.kernel.ecs import World
from game.rules.ruleset import Ruleset
from game.systems.field import board_of, cells_of, round_limit, standing, teams

_STAKE = 1.2  # share of what a team has that a won objective is worth
EASE = 0.6  # how much less whoever leads by a little goes for the foe when time is up: the others must come
DECISIVE = 0.2  # share of a side by which it is so much the stronger that it need not wait for them:
FINISH = 3  # how much more it goes for the foe then, when time is up
BRAVE = 0.5  # and how much less it minds what may happen to it
PURSUIT = 6  # how much more whoever is behind goes for the foe when time is up
DARING = 0.8  # and how much less it minds what may happen to it
CALM = 0.8  # how much less everybody minds it when nothing gets on: two sides that shun each other never meet
BOLD = 2.0  # and how much more the harm counts that it does
CLEAR = 0.02  # share of a side that counts as a lead
LEADER = 2.5  # how much more harm to a leader counts where his defeat decides
SOON = 0.7  # what a zone counts for whoever gets there only in its next turn
_LAST = 2.5  # how much more the last round counts that wins it


class Aim(NamedTuple):
    """Cells, and what it is worth that one more of a team's units stands there."""

    cells: CellSet
    value: float
    soon: float = SOON  # what of it is left for who gets there only in its next turn


def aims(
    world: World, own: int, unit: int, worth_of_team: float, strides: Callable[[int], int], haste: Pressure
) -> list[Aim]:
    """The zones that it is good for a unit to stand in, by all teams' objectives; `strides` are ways in a turn.

    Where nothing gets on a zone that foes contest is not won by standing in it; and where that has been so for long,
    none is kept from foes by it who would not win the next round.
    """
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
                friends, foes = _around(world, cells, unit, own, strides)
                more = _held(friends + 1, foes) - _held(friends, foes)
                if entry.team != own:
                    more = _held(foes, friends) - _held(foes, friends + 1)
                    if goal.done + 1 < goal.amount:
                        more *= 1 - haste.stale
                elif foes:
                    more *= 1 - haste.stuck
                # Rounds count that are over; whoever comes after the last that was wanted comes too late.
                found.append(Aim(cells, step * more, 1 - 1 / max(1, goal.amount - goal.done)))
            elif goal.kind == "escape" and entry.team == own:
                found.append(Aim(cells, stake / goal.amount))
    return found


def exit_value(world: World, own: int, worth_of_team: float) -> float:
    """What it is worth to a team that one more of its units escapes."""
    amounts = [
        goal.amount
        for _, entry, goals in world.each(Side, Objectives)
        for goal in goals.items
        if goal.kind == "escape" and entry.team == own and goal.amount
    ]
    return _STAKE * worth_of_team / min(amounts) if amounts else 0.0


def _around(world: World, zone: CellSet, unit: int, own: int, strides: Callable[[int], int]) -> tuple[int, int]:
    """How many of the team, without that unit, are in a zone, and how many others are or could be in a turn."""
    friends = foes = 0
    grid = board_of(world).grid
    for one in standing(world):
        body = cells_of(world, one)
        if teams(world)[one] == own:
            friends += one != unit and bool(body & zone)
        else:
            foes += bool(body & zone) or grid.distance_sets(body, zone, "chebyshev") <= strides(one)
    return friends, foes


def _held(own: int, others: int) -> float:
    """The chance that a zone is one team's alone in the end, with so many of it and of the others in it."""
    return (own / (own + others)) ** 2 if own else 0.0


def care(world: World, own: int, unit: int) -> float:
    """How much more it matters that this unit comes to no harm: by survival something may be won or lost."""
    found = 2.0 if "survive" in _kinds(world, own) else 1.0
    return max(found, LEADER) if unit in deciding(world, own) else found


def deciding(world: World, own: int) -> list[int]:
    """The leaders by whose defeat the team wins, or others do."""
    wanted = {
        side.team
        for _, side, found in world.each(Side, Objectives)
        for goal in found.items
        if goal.kind == "defeat_leader"
    }
    if not wanted:
        return []
    leaders = [unit for unit, entry in world.each(Unit) if entry.role == "leader"]
    return [unit for unit in leaders if (wanted - {own} if teams(world)[unit] == own else own in wanted)]


def _kinds(world: World, own: int) -> set[str]:
    """What kinds of objectives a team has."""
    return {goal.kind for _, side, found in world.each(Side, Objectives) if side.team == own for goal in found.items}


def rounds_left(world: World) -> int:
    """How many rounds there are still to come after this one."""
    return max(0, round_limit(world) - world.get(FIELD, Clock).round)


def urgency(rules: Ruleset, world: World, own: int, haste: Pressure, count: float = 1.0) -> tuple[float, float]:
    """How much more it matters to get at the foe, and how much less to be in danger, the later it is.

    Whoever has only to survive need not come, nor whoever leads by a little (`count` times as much as usual); who is
    behind must, and who is much the stronger makes an end of it.
    """
    if "survive" in _kinds(world, own):
        return 0.0, 1.0
    late, calm = haste.late, 1 - CALM * haste.stuck
    ahead = lead(rules, world, own)
    if ahead > CLEAR:
        strong = min(1.0, (ahead - CLEAR) / DECISIVE)
        ease = min(1.0, EASE * count)
        return 1 + late * (FINISH * strong - ease * (1 - strong)), min(calm, 1 - BRAVE * strong * late)
    early = math.sqrt(late)  # time soon runs short for whoever has to come
    return (1 + PURSUIT * early, min(calm, 1 - DARING * early)) if ahead < -CLEAR else (1 + 2 * early, calm)


def press(rules: Ruleset, world: World, own: int, haste: Pressure) -> float:
    """How much more harm to foes counts: more and more for whoever is behind when time runs out, and for all while
    nobody falls: two sides that only guard themselves never come to an end.
    """
    if "survive" in _kinds(world, own):
        return 1.0
    return 1 + BOLD * (haste.late if lead(rules, world, own) < -CLEAR else haste.stale) ** 2


def lead(rules: Ruleset, world: World, own: int) -> float:
    """By how much more is left of a team than of the best of the others, each as a share of what it had at first."""
    return world.derive(("lead", own), lambda world: _lead(rules, world, own))


def _lead(rules: Ruleset, world: World, own: int) -> float:
    left: dict[int, float] = {}
    count: dict[int, int] = {}
    for unit, team in teams(world).items():
        left[team] = left.get(team, 0.0) + _share_left(rules, world, unit, team)
        count[team] = count.get(team, 0) + 1
    shares = {team: found / count[team] for team, found in left.items()}
    return shares.get(own, 0.0) - max((share for team, share in shares.items() if team != own), default=0.0)


def _share_left(rules: Ruleset, world: World, unit: int, team: int) -> float:
    """Nothing is left of who is out of the fight; who has escaped as its side has to is no loss."""
    down = world.find(unit, Down)
    if down is None:
        return world.derive_own(unit, "left of it", _left, rules, unit)
    return 1.0 if down.how == "fled" and "escape" in _kinds(world, team) else 0.0


def _left(world: World, rules: Ruleset, unit: int) -> float:
    return left_of(rules, world, unit)
