"""Looking ahead from the question as it seems: what a captain would answer, and what could be done after an answer."""

from __future__ import annotations

from game.ai.controller import find_controller
from game.kernel.flow import Decision, IllegalAnswer, Option, Request
from game.kernel.session import Session
from game.ui.battle.state import Battle

_WHO = "captain"


def answer(battle: Battle) -> Option | None:
    """Its answer to what is asked; None where it cannot tell."""
    session = _twin(battle)
    return battle.option(_choice(session)) if session is not None else None


def row(battle: Battle) -> str:
    """The row of its answer where one question goes to a whole side: the first unit that it would have act, or none."""
    session, replies = _twin(battle), battle.replies()
    for at, reply in enumerate(replies):
        request = session.request if session is not None else None
        passing = request.declining() if isinstance(request, Decision) and request.who == reply.who else None
        if session is None or passing is None:
            break
        if _choice(session) != passing.key:
            return f"reply {at}"
        session.answer(passing.key)
    return "nobody" if replies else ""


def after(battle: Battle, key: str) -> Request | None:
    """What would be asked after that answer; None where it cannot be told."""
    twin = _twin(battle)
    try:
        if twin is not None:
            twin.answer(key)
    except IllegalAnswer:
        return None
    return twin.request if twin is not None else None


def _twin(battle: Battle) -> Session | None:
    """Another session at the question as it seems; None where only what nobody here may know has led to it.

    Nor is there one where nobody is left to fight with, as it seems.
    """
    seeming, session = battle.seeming(), battle.table.skirmish.session
    if seeming is None:
        return session.clone() if not battle.hidden() else None
    try:
        twin = session.clone(seeming.forget)
    except (IllegalAnswer, LookupError):
        return None
    return twin if isinstance(twin.request, Decision) and twin.request.who == seeming.request.who else None


def _choice(session: Session) -> str:
    try:
        return find_controller(_WHO, 0).choose(session)
    except (IllegalAnswer, LookupError):  # the question holds only with what nobody here may know
        return ""
