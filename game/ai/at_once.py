"""Answers that need no thought."""

from __future__ import annotations

from typing import cast

from game.ai.baselines import asked, deploys
from game.ai.hopes import nothing_to_hope
from game.kernel.components import Down
from game.kernel.session import Session
from game.rules.concern import targets, wish
from game.rules.ruleset import Ruleset
from game.skirmish.record import team_of


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
    """The answer that declines to break in where nothing is aimed at its own team; empty to think about it."""
    request = asked(session)
    passing, team = request.declining(), team_of(session.world, request.who)
    if passing is None or not wish(request) or any(team_of(session.world, it) == team for it in targets(request.about)):
        return ""
    return passing.key
