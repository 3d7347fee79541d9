"""How a ruleset says what a unit may do, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.kernel.flow import Option
from game.rules.ruleset import Note, Refusal


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


def refusals(offers: Iterable[Offer], titles: Mapping[str, str]) -> tuple[Refusal, ...]:
    """The offers without options, in words."""
    return tuple(
        Refusal(offer.verb, titles.get(offer.verb, offer.verb), notes(offer.reasons, titles))
        for offer in offers
        if not offer.options
    )
