"""Why something cannot be done now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.rules.ruleset import Note


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


def notes(reasons: Iterable[Reason], titles: Mapping[str, str]) -> tuple[Note, ...]:
    """Reasons in words."""
    return tuple(Note(titles[reason.key], reason.rule) for reason in reasons)
