"""A case in play: its session, the dice still to fall and the answers given to its requests."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct

from game.cases.naming import Names, find_option, shortened
from game.cases.reading import Case
from game.kernel.components import FIELD
from game.kernel.ecs import Snapshot, World
from game.kernel.flow import Answer, Decision, Request, Roll
from game.kernel.session import Rules, Session
from game.rules.ruleset import Arranges, Ruleset

_ANSWERS = 1000  # more are an endless case
_NO_DICE = "no dice left: write their faces under `dice` or as a `roll`"


class Trouble(Exception):
    """A case that cannot go on: `what` of it, expected and found."""

    def __init__(self, what: str, expected: str, found: str) -> None:
        super().__init__(what, expected, found)
        self.what, self.expected, self.found = what, expected, found


class Stage:
    """Plays a case: `session` is where it stands, `used` counts the dice, `events` holds all that happened."""

    def __init__(self, case: Case, ruleset: Ruleset, start: Snapshot, names: Names) -> None:
        self.case, self.ruleset, self.names = case, ruleset, names
        self.faces: list[int] = [int(face) for face in case.given.get("dice", ())]
        self.used = 0
        self.earlier: list[Any] = []
        self._aside = False
        self.session = Session(ruleset, start)

    @property
    def world(self) -> World:
        """The world as it is now."""
        return self.session.world

    @property
    def events(self) -> list[Any]:
        """All events since the case began."""
        return self.earlier + self.world.events

    def answer(self, who: str, text: str, where: str) -> None:
        """Let `who` give this answer, after the dice and the automatic answers that come before it."""
        wanted = self.names.id(who)
        for _ in range(_ANSWERS):
            self._throw(where)
            request = self.session.request
            if not isinstance(request, Decision):
                raise Trouble(where, f"{who} is asked", "nothing is asked, the skirmish is over")
            option = find_option(self.names, request, text) if request.who == wanted else None
            if option is not None:
                self._give(option.key)
                return
            self._automatic(request, f"{who}: {text}", where, text)
        raise Trouble(where, f"{who} is asked", f"{_ANSWERS} automatic answers")

    def roll(self, faces: list[int], sides: list[int] | None, where: str) -> None:
        """Let these faces fall; `sides` is what the dice should be."""
        for _ in range(_ANSWERS):
            request = self.session.request
            if isinstance(request, Roll):
                break
            if request is None:
                raise Trouble(where, f"a throw of {len(faces)} dice", "nothing is asked, the skirmish is over")
            self._automatic(request, f"a throw of {len(faces)} dice", where)
        assert isinstance(request, Roll)
        if sides is not None and list(request.dice) != sides:
            raise Trouble(where, f"dice {sides}", f"{list(request.dice)} ({request.why})")
        self._fall(request, faces, where)

    def settle(self, *, throwing: bool = True, checking: bool = False) -> None:
        """Throw the dice and give the automatic answers that the present step still asks for.

        Before a check the step may stop at a throw: when no dice are left, or when it is not to be `throwing` at all.
        """
        for _ in range(_ANSWERS):
            if throwing:
                self._throw("dice", checking=checking)
            request = self.session.request
            if not isinstance(request, Decision) or not self.midway or request.question not in self.case.auto:
                return
            self._automatic(request, "", "auto")
        raise Trouble("auto", "an end", f"{_ANSWERS} automatic answers")

    def perform(self, words: str, where: str) -> None:
        """Let something begin outside the turn order, as the ruleset's `perform` understands it."""
        self.settle()
        if self.midway:
            raise Trouble(where, "a moment between two steps", describe(self.names, self.session.request))
        if not isinstance(self.ruleset, Arranges):
            raise Trouble(where, words, f"the ruleset {self.ruleset.name!r} has no `perform`")
        self._aside = True
        self._restart(_Aside(self.ruleset, self.names.key(words)))
        self._resume()

    @property
    def midway(self) -> bool:
        """Whether something has begun and waits for an answer."""
        return self.session.request is not None and (self._aside or bool(self.session.tape))

    def _give(self, answer: Answer) -> None:
        self.session.answer(answer)
        self._resume()

    def _resume(self) -> None:
        """Once what happened by itself is over, the rules go on where they were."""
        if self._aside and self.world.has(FIELD, _Done):
            self._aside = False
            self.world.drop(FIELD, _Done)
            self._restart(self.ruleset)

    def _restart(self, rules: Rules) -> None:
        self.earlier += self.world.events
        self.session = Session(rules, self.world.save())

    def _automatic(self, request: Request, expected: str, where: str, near: str = "") -> None:
        text = self.case.auto.get(request.question) if isinstance(request, Decision) else None
        if text is None or not isinstance(request, Decision):
            raise Trouble(where, expected, describe(self.names, request, near))
        option = find_option(self.names, request, text)
        if option is None:
            raise Trouble(where, f"an option {text!r} (auto)", describe(self.names, request, text))
        self._give(option.key)

    def _throw(self, where: str, *, checking: bool = False) -> None:
        while isinstance(request := self.session.request, Roll):
            if len(self.faces) < len(request.dice) and checking:
                return
            faces, self.faces = self.faces[: len(request.dice)], self.faces[len(request.dice) :]
            self._fall(request, faces, where)

    def _fall(self, request: Roll, faces: list[int], where: str) -> None:
        try:
            self._give(tuple(faces))
        except ValueError as error:
            found = f"faces {faces}: {error}" if faces else _NO_DICE
            raise Trouble(where, describe(self.names, request), found) from error
        self.used += len(faces)


class _Done(Struct, frozen=True):
    """Marks that an aside is over."""


class _Aside:
    """Rules of one step: what a case lets happen by itself."""

    def __init__(self, ruleset: Arranges, words: str) -> None:
        self.ruleset, self.words = ruleset, words

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)  # computer players ask their rules for more than steps

    async def step(self, world: World) -> None:
        await self.ruleset.perform(world, self.words)
        world.put(FIELD, _Done())

    def outcome(self, world: World) -> object | None:
        return world.find(FIELD, _Done)


def describe(names: Names, request: Request | None, near: str = "") -> str:
    """What is asked, in one line; of many options those most like `near`."""
    if request is None:
        return "nothing is asked, the skirmish is over"
    if isinstance(request, Roll):
        dice = ", ".join(f"d{sides}" for sides in request.dice)
        return f"{names.of(request.who)} throws {dice} ({request.why})"
    options = [names.shown(option) for option in request.options]
    if near:
        alike = SequenceMatcher(b=near.replace(",", " "), autojunk=False)
        options.sort(key=lambda text: -_likeness(alike, text))
    return f"{names.of(request.who)} is asked {request.question!r}: {shortened(options)}"


def _likeness(alike: SequenceMatcher[str], text: str) -> float:
    alike.set_seq1(text.replace(",", " "))
    return alike.ratio()
