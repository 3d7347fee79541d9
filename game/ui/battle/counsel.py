"""Looking ahead from the question as it seems: what a captain would answer, and what could be done after an answer."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.controller import find_controller
from game.kernel.flow import Decision, IllegalAnswer, Option, Request
from game.kernel.session import Session
from game.ui.battle.state import Battle

_WHO = "captain"
_MOST_UNITS, _MOST_OPTIONS = 24, 9  # with more a captain takes too long
_MOST_ASKED = 4  # units of a side that it goes through


def quick(battle: Battle) -> bool:
    """Whether it answers soon: few fight, and there is little to choose, but for whether anybody acts at all."""
    request, standing = battle.request, set(battle.covered().values())
    if request is None or len(standing) > _MOST_UNITS:
        return False
    return bool(battle.replies()) or len(request.options) <= _MOST_OPTIONS


def answer(battle: Battle) -> Option | None:
    """Its answer to what is asked; None where it cannot tell."""
    return battle.option(_kept(battle, _answer))


def _answer(battle: Battle) -> str:
    session = _twin(battle)
    return _choice(session) if session is not None else ""


def known(battle: Battle) -> bool:
    """Whether it has been asked."""
    return bool(battle.keep("counsel", list[str]))


def row(battle: Battle) -> str:
    """The row of its answer where one question goes to a whole side: the first unit that it would have act, or none."""
    return _kept(battle, _row)


def _kept(battle: Battle, find: Callable[[Battle], str]) -> str:
    found = battle.keep("counsel", list[str])
    if not found:
        found.append(find(battle))
    return found[0]


def _row(battle: Battle) -> str:
    session, replies = _twin(battle), battle.replies()
    if session is None or not replies or len(replies) > _MOST_ASKED:
        return ""
    for at, reply in enumerate(replies):
        passing = _passing(session, reply.who)
        if passing is None:
            return ""  # it cannot tell
        if _choice(session) != passing.key:
            return f"reply {at}"
        session.answer(passing.key)
    return "nobody"


def _passing(session: Session, who: int) -> Option | None:
    """How that unit lets the moment pass, once those who are asked before it have; None if it is not asked so."""
    while isinstance(request := session.request, Decision):
        passing = request.declining()
        if passing is None or request.who == who:
            return passing
        session.answer(passing.key)
    return None


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
