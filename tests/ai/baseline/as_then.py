"""What units counted when the old captain was the captain: the rulesets count them otherwise by now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from game.ai.controller import Controller
from game.kernel.session import Session
from game.rules.poise import worth as poise
from game.rules.ruleset import Ruleset
from game.rules.wounds import worth as wounds

_THEN: Mapping[str, tuple[dict[str, Any], Mapping[str, Any]]] = {
    "poise": (vars(poise), {"ALIVE": 0.4, "EVEN": 0.8, "SHOOTER": 1.0}),
    "wounds": (
        vars(wounds),
        {
            "ALIVE": 0.35,
            "EVEN": 1.0,
            "BURDEN": 0.6,
            "INITIATIVE": 0.012,
            "CONDITION": wounds.CONDITION | {"dying": -0.25},
        },
    ),
}


@contextmanager
def _counted(ruleset: str) -> Iterator[None]:
    """While this lasts units count what they did then."""
    numbers, then = _THEN.get(ruleset, ({}, {}))
    now = {name: numbers[name] for name in then}
    numbers.update(then)
    _forget()
    try:
        yield
    finally:
        numbers.update(now)
        _forget()


def _forget() -> None:
    """What is remembered for the whole process."""
    for known in (poise._left, poise._hurt):
        known.cache_clear()


class AsThen:
    """A player that judges by the numbers of then, in a skirmish of its own beside the one that is played."""

    def __init__(self, player: Controller) -> None:
        self.player, self.name = player, player.name
        self._twin: Session | None = None
        self._given: list[Any] = []

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        given, known = session.answers(), len(self._given)
        with _counted(cast(Ruleset, session.rules).name):
            if self._twin is None or given[:known] != self._given:
                self._twin = session.as_of(len(given))
            else:
                for answer in given[known:]:
                    self._twin.answer(answer)
            self._given = given
            return self.player.choose(self._twin)
