"""How it is said what a unit may do, and why not."""

from __future__ import annotations

from msgspec import Struct

from game.flow import Option


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    title: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()
