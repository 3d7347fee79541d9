"""What rules may await: somebody's decision or a throw of dice.

There is no asyncio here: a Session drives the coroutine with plain `send`.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Coroutine, Generator, Iterable
from operator import attrgetter
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")
Answer: TypeAlias = "str | tuple[int, ...]"


Role: TypeAlias = Literal["act", "commit", "end_turn", "wait", "decline", "concede", "back"]
"""What an option means to whoever answers, whatever its verb.

`act` does something; `commit` closes a choice made in several answers (ready, go); `end_turn` ends the own turn; `wait`
puts it off; `decline` lets the moment pass, or does without; `concede` gives up or comes to terms; `back` undoes the
answer before, as long as nothing has come of it.
"""

Group: TypeAlias = Literal["attack", "move", "guard", "hinder", "magic", "help", "gear", "turn"]
"""The eight groups in which a person finds options, in the order of their keys."""

Moment: TypeAlias = Literal["own_turn", "floor", "window", "reaction", "detail", "terms", "opening", "camp"]
"""When somebody is asked: in the own turn; who takes the floor; whether to break in on another's act, whether or not
it concerns them; in the middle of one that does; for a detail of the own act; about terms; before the first turn;
between skirmishes."""


class Action(Struct, frozen=True, gc=False):
    """What somebody may do or answer, as a value: rules, screen and computer players read its fields, never a text."""

    verb: str
    unit: int | None = None  # whom or what it is aimed at: a unit, or a thing
    cell: int | None = None  # where
    what: str = ""  # with what: item, spell, pool, side of a cell
    how: tuple[str, ...] = ()  # ways of doing it: nonlethal, careful, long
    others: tuple[int, ...] = ()  # further units: unions, several targets
    numbers: tuple[int, ...] = ()  # amounts: a split, an upcast, a direction
    by: int | None = None  # who does it in the asked one's place: a mount

    @property
    def target(self) -> int:
        """`unit`, where there must be one; ValueError otherwise."""
        if self.unit is None:
            raise ValueError(f"{self.verb} is aimed at nobody")
        return self.unit

    @property
    def there(self) -> int:
        """`cell`, where there must be one; ValueError otherwise."""
        if self.cell is None:
            raise ValueError(f"{self.verb} has no place")
        return self.cell


SAID = ("unit", "cell", "what", "how", "others", "numbers")
"""The fields of an action that its words say if nothing else is told."""


class Option(Struct, frozen=True, gc=False):
    """One thing the asked side may answer.

    `key` is its text on tapes and in rule cases, unique among its decision's options; `Decision.option` is the inverse.
    What it means is in the other fields. `family` names verbs that are one thing to a person; `said` the fields of its
    action that tell it apart from others of its verb, in order (or single ways of doing it). `final` is what is rarely
    meant and never made good: a screen asks again.
    """

    key: str
    action: Action
    label: str = ""
    rule: str = ""
    role: Role = "act"
    group: Group = "turn"
    family: str = ""
    said: tuple[str, ...] = SAID
    final: bool = False

    @property
    def verb(self) -> str:
        """The verb of its action."""
        return self.action.verb

    @property
    def unit(self) -> int | None:
        """Whom or what its action is aimed at."""
        return self.action.unit

    @property
    def cell(self) -> int | None:
        """Where its action goes."""
        return self.action.cell


class Decision(Struct, frozen=True):
    """A question to whoever controls `who` (a unit or a side); the answer is an option's key.

    `about` is the event that led to the question, for the prompt's words; `rule` the rule that asks; `moment` when it
    is asked. Build it with `decide`, which sorts the options.
    """

    who: int
    question: str
    options: tuple[Option, ...]
    rule: str = ""
    about: Any = None
    moment: Moment = "own_turn"

    def __await__(self) -> Generator[Request, Answer | None, str]:
        """Ask; one option answers itself and leaves no trace on the tape."""
        if len(self.options) == 1:
            return self.options[0].key
        answer = yield self
        assert isinstance(answer, str)
        return answer

    def option(self, key: str) -> Option:
        """The option of that key: what a key means; IllegalAnswer names those there are."""
        found = self.find(key)
        if found is not None:
            return found
        raise IllegalAnswer(f"{key!r} is no option of {self.named()}")

    def find(self, key: Answer) -> Option | None:
        """The option of that key, None if there is none; they stand in the order of their keys."""
        at = self.index(key) if isinstance(key, str) else None
        if at is not None:
            return self.options[at]
        return next((option for option in self.options if option.key == key), None)  # made without `decide`

    def index(self, key: str) -> int | None:
        """Which option has that key, None if none has, where they stand in the order of their keys."""
        at = bisect_left(self.options, key, key=_KEY)
        return at if at < len(self.options) and self.options[at].key == key else None

    def declining(self) -> Option | None:
        """The option that lets the moment pass; None where one must be taken."""
        return next((option for option in self.options if option.role == "decline"), None)

    def named(self) -> str:
        """The question and its first options, for error messages."""
        keys = ", ".join(option.key for option in self.options[:12])
        more = ", ..." if len(self.options) > 12 else ""
        return f"{self.question!r} for {self.who}; there are: {keys}{more}"


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


def decide(
    who: int,
    question: str,
    options: Iterable[Option],
    *,
    rule: str = "",
    about: Any = None,
    moment: Moment = "own_turn",
) -> Decision:
    """A Decision whose options are sorted by key; ValueError when there is none or a key stands twice."""
    return Decision(who, question, by_key(options, question), rule, about, moment)


def by_key(options: Iterable[Option], question: str) -> tuple[Option, ...]:
    """The options of a question, sorted by key; ValueError when there is none or a key stands twice."""
    ordered = tuple(sorted(options, key=_KEY))
    if not ordered:
        raise ValueError(f"{question}: a decision needs an option")
    if len(set(map(_KEY, ordered))) < len(ordered):
        twice = next(one.key for one, other in itertools.pairwise(ordered) if one.key == other.key)
        raise ValueError(f"{question}: option {twice!r} stands twice")
    return ordered


class IllegalAnswer(ValueError):
    """An answer that the request does not allow; nothing was changed."""


def check_answer(request: Request | None, answer: Answer) -> None:
    """Raise IllegalAnswer, naming answer and request, unless `answer` fits `request`."""
    if request is None:
        raise IllegalAnswer(f"{answer!r}: nothing is asked, the skirmish is over")
    if isinstance(request, Decision):
        if request.find(answer) is None:
            raise IllegalAnswer(f"{answer!r} is no option of {request.named()}")
        return
    if not isinstance(answer, tuple) or len(answer) != len(request.dice) or not _thrown(answer, request.dice):
        dice = ", ".join(f"d{sides}" for sides in request.dice)
        raise IllegalAnswer(f"{answer!r} is no throw of {dice} ({request.why!r})")


def _thrown(faces: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    """Whether each is a face of its die."""
    for face, sides in zip(faces, dice, strict=True):  # noqa: SIM110  each rehearsal comes by here for all its dice
        if type(face) is not int or not 1 <= face <= sides:
            return False
    return True
