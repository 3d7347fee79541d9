"""Attacks that are going on: who attacks whom, what was rolled, how it was answered, whether the blow has fallen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from game.kernel.events import Answered, Attacked, Rolled
from game.kernel.numbers import Breakdown

How: TypeAlias = Literal["", "hit", "miss", "block"]

EVADED = frozenset({"evade"})  # answers that are misses themselves
MISSES = frozenset({"miss", "missed", "negated", "full_cover"})
VOID = frozenset({"void_attack", "void_spell"})
HITS = frozenset({"hit", "critical"})
RESULTS: dict[How, str] = {"hit": "Hit", "miss": "Miss", "block": "Blocked"}
ANSWERS = {
    "dodge": "Dodges",
    "block": "Blocks",
    "predict": "Predicts it",
    "yield": "Yields",
    "parry": "Parries",
    "withstand": "Withstands",
    "evade": "Evades",
}
HELD = {"dodge": "Dodged", "block": "Blocked", "predict": "Predicted", "parry": "Parried", "withstand": "Withstood"}
"""Answers after which nothing came through."""

_SHIELDS = frozenset({"block", "predict"})  # answers after which what comes through is no hit on the body


class Exchange(Struct):
    """An attack and what comes of it; `act` is the number of its event."""

    act: int
    unit: int
    target: int
    reaction: bool = False
    ranged: bool = False
    announced: tuple[Breakdown, ...] = ()
    known: str = ""  # the number that the roll must meet, in words
    rolled: str = ""
    how: How = ""  # once it is known
    answer: str = ""
    struck: bool = False

    @property
    def harm(self) -> How:
        """How a blow is seen that does harm."""
        return "block" if self.answer in _SHIELDS else "hit"

    @property
    def compared(self) -> str:
        """What was rolled against what, for the card; empty if that is not known."""
        return f": {self.rolled} against {self.known}" if self.rolled and self.known else ""

    def answered(self, event: Answered, titles: Mapping[str, str]) -> None:
        """The target has answered: what the roll must meet may be another number then."""
        self.answer = event.how
        if event.numbers and event.numbers[0].what in [one.what for one in self.announced[1:]]:
            self.known = number(titles, event.numbers)

    def roll(self, event: Rolled, titles: Mapping[str, str]) -> None:
        """The attacker has rolled: a total where the number to meet is known, else the dice against theirs."""
        numbers = event.numbers
        if not event.faces:
            self.known = number(titles, numbers) or self.known
        elif len(numbers) > 1 and numbers[1].what in [one.what for one in self.announced]:
            self.rolled, self.known = str(numbers[0].total), number(titles, numbers, 1)
        elif len(numbers) > 1:
            self.rolled, self.known = str(sum(event.faces)), number(titles, numbers)
        elif numbers or not self.rolled:
            self.rolled = str(numbers[0].total if numbers else sum(event.faces))


class Exchanges:
    """Those that are open, the last begun last."""

    def __init__(self) -> None:
        self.open: list[Exchange] = []

    def begin(self, act: int, event: Attacked, titles: Mapping[str, str], *, reaction: bool) -> Exchange:
        """An attack is declared."""
        known = number(titles, event.numbers, 1)
        made = Exchange(act, event.unit, event.target, reaction, event.ranged, event.numbers, known)
        self.open.append(made)
        return made

    def of(self, unit: int, target: int | None = None) -> Exchange | None:
        """The last that the unit began, against that target if one is given and there is one."""
        own = [one for one in self.open if one.unit == unit]
        return next((one for one in reversed(own) if one.target == target), own[-1] if own else None)

    def on(self, target: int, source: int | None) -> Exchange | None:
        """That in which something happens to its target."""
        return next((one for one in reversed(self.open) if (one.unit, one.target) == (source, target)), None)

    def against(self, target: int) -> Exchange | None:
        """The last that is aimed at a unit."""
        return next((one for one in reversed(self.open) if one.target == target), None)

    def about(self, unit: int) -> Exchange | None:
        """The last that a unit takes part in."""
        return next((one for one in reversed(self.open) if unit in (one.unit, one.target)), None)


def title(titles: Mapping[str, str], key: str) -> str:
    """English for a key."""
    found = titles.get(key) or key.replace("_", " ").strip()
    return found[:1].upper() + found[1:]


def number(titles: Mapping[str, str], numbers: tuple[Breakdown, ...], at: int = 0) -> str:
    """One of several numbers with its name, "Attack 23"; empty if there is none."""
    if at >= len(numbers):
        return ""
    return f"{title(titles, numbers[at].what)} {numbers[at].total}".strip()
