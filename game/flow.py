"""What rules may await: somebody's decision or a throw of dice.

There is no asyncio here: a Session drives the coroutine with plain `send`.
"""

from __future__ import annotations

import itertools
from collections.abc import Coroutine, Generator, Iterable
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")
Answer: TypeAlias = "str | tuple[int, ...]"


class Option(Struct, frozen=True, gc=False):
    """One thing the asked side may answer.

    `key` is unique among its decision's options; its first word is the verb (`dash 4,5`, `slash 7`).
    `cell` and `unit` say what on the board the option points at, so that a click finds it.
    """

    key: str
    label: str = ""
    cell: int | None = None
    unit: int | None = None
    rule: str = ""

    @property
    def verb(self) -> str:
        """The first word of the key: options of one verb are one button."""
        return self.key.partition(" ")[0]


class Decision(Struct, frozen=True):
    """A question to whoever controls `who` (a unit or a side); the answer is an option's key.

    `about` is the event that led to the question, for the prompt's words; `rule` the rule that asks.
    Build it with `decide`, which sorts the options.
    """

    who: int
    question: str
    options: tuple[Option, ...]
    rule: str = ""
    about: Any = None

    def __await__(self) -> Generator[Request, Answer | None, str]:
        """Ask; one option answers itself and leaves no trace on the tape."""
        if len(self.options) == 1:
            return self.options[0].key
        answer = yield self
        assert isinstance(answer, str)
        return answer


class Roll(Struct, frozen=True):
    """Dice to be thrown, a number of sides each; the answer is their faces, 1 to sides."""

    who: int
    why: str
    dice: tuple[int, ...]
    rule: str = ""

    def __await__(self) -> Generator[Request, Answer | None, tuple[int, ...]]:
        """Throw; no dice give no faces and leave no trace on the tape."""
        if not self.dice:
            return ()
        faces = yield self
        assert isinstance(faces, tuple)
        return faces


Request: TypeAlias = "Decision | Roll"
Flow: TypeAlias = "Coroutine[Request, Answer | None, T]"


_KEY = attrgetter("key")


def decide(who: int, question: str, options: Iterable[Option], *, rule: str = "", about: Any = None) -> Decision:
    """A Decision whose options are sorted by key; ValueError when there is none or a key stands twice."""
    ordered = tuple(sorted(options, key=_KEY))
    if not ordered:
        raise ValueError(f"{question}: a decision needs an option")
    if len(set(map(_KEY, ordered))) < len(ordered):
        twice = next(one.key for one, other in itertools.pairwise(ordered) if one.key == other.key)
        raise ValueError(f"{question}: option {twice!r} stands twice")
    return Decision(who, question, ordered, rule, about)


class IllegalAnswer(ValueError):
    """An answer that the request does not allow; nothing was changed."""


def check_answer(request: Request | None, answer: Answer) -> None:
    """Raise IllegalAnswer, naming answer and request, unless `answer` fits `request`."""
    if request is None:
        raise IllegalAnswer(f"{answer!r}: nothing is asked, the skirmish is over")
    if isinstance(request, Decision):
        if answer not in map(_KEY, request.options):
            keys = ", ".join(option.key for option in request.options[:12])
            more = ", ..." if len(request.options) > 12 else ""
            asked = f"{request.question!r} for {request.who}"
            raise IllegalAnswer(f"{answer!r} is no option of {asked}; there are: {keys}{more}")
        return
    fits = (
        isinstance(answer, tuple)
        and len(answer) == len(request.dice)
        and all(type(face) is int and 1 <= face <= sides for face, sides in zip(answer, request.dice, strict=True))
    )
    if not fits:
        dice = ", ".join(f"d{sides}" for sides in request.dice)
        raise IllegalAnswer(f"{answer!r} is no throw of {dice} ({request.why!r})")
