"""Why something cannot be done now, and what can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.kernel.flow import Option
from game.rules.ruleset import Note


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()


def notes(reasons: Iterable[Reason], titles: Mapping[str, str]) -> tuple[Note, ...]:
    """Reasons in words."""
    return tuple(Note(titles[reason.key], reason.rule) for reason in reasons)
