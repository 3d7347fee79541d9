"""Answers that need no thought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.ai.baselines import asked, deploys
from game.ai.hopes import nothing_to_hope
from game.kernel.components import Down, Position
from game.kernel.session import Session
from game.rules.concern import targets, wish
from game.rules.foresight import foresight_of
from game.rules.ruleset import Ruleset
from game.skirmish.record import team_of
from game.systems.field import board_of, cells_of

BESIDE = 2  # cells at which one may still throw oneself between


def at_once(session: Session) -> str:
    """The key of an answer that needs no thought; empty where there is something to weigh."""
    ready = deploys(session)
    if ready is not None:
        return ready.key
    end = nothing_to_hope(cast(Ruleset, session.rules).name, session.world, asked(session))
    return end.key if end is not None else _lies_still(session) or _lets_pass(session)


def _lies_still(session: Session) -> str:
    """The answer that leaves whoever is out of the fight where it lies; empty to think about it."""
    request = asked(session)
    passing = request.declining()
    if passing is None or not session.world.has(request.who, Down):
        return ""
    goes = all(option.cell is not None and option.group == "move" for option in request.options if option != passing)
    return passing.key if goes else ""


def _lets_pass(session: Session) -> str:
    """The answer that declines to break in where nothing is aimed at its own team, or too far off to do anything about.

    Empty to think about it.
    """
    request, world = asked(session), session.world
    passing = request.declining()
    if passing is None or not wish(request):
        return ""
    own = team_of(world, request.who)
    struck = [one for one in targets(request.about) if team_of(world, one) == own]
    if struck and (request.who in struck or _can_help(session, request.who, struck)):
        return ""
    return passing.key


def _can_help(session: Session, unit: int, struck: Sequence[int]) -> bool:
    """Whether the unit has its foe in reach, or stands by one of those who are struck at."""
    rules, world = session.rules, session.world
    actor = getattr(asked(session).about, "unit", None)
    gauges = foresight_of(rules).gauges
    if gauges is None or not world.has(unit, Position) or actor is None:
        return True
    grid, here, metric = board_of(world).grid, cells_of(world, unit), cast(Ruleset, rules).metric
    reach = max((arm.reach for arm in gauges.arms(world, unit)), default=0)
    near = [(one, BESIDE) for one in struck] + [(actor, reach)]
    return any(
        not world.has(one, Position) or grid.distance_sets(here, cells_of(world, one), metric) <= far
        for one, far in near
    )
