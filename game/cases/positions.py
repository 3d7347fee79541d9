"""Positions with a plainly right answer, written as data: what a computer player must or must not do in them.

`tests/ai/positions/README.md` describes the format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, structs

from game.ai.controller import Controller
from game.cases.expecting import check
from game.cases.patterns import Ground, Pattern, chosen, ended
from game.cases.reading import Case, Top, entries, place_of, with_settings
from game.cases.running import enter
from game.cases.setting import open_stage
from game.cases.stage import Stage, Trouble, describe
from game.data import sheets
from game.data.faults import Path as Keys
from game.kernel.components import FIELD, Clock, Side, Unit
from game.kernel.components import Position as Place
from game.kernel.dice import Chooser
from game.kernel.flow import Decision, Option, Roll
from game.rules.ruleset import Ruleset

Make = Callable[[str], Controller]
"""A controller from a seed."""

_ANSWERS = 60  # more are an endless turn
_OWN = ("own_turn", "floor")


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    given: dict[str, Any]
    why: str
    when: tuple[dict[str, Any], ...] = ()
    auto: dict[str, str] = {}
    must: str | Pattern | tuple[str | Pattern, ...] = ()
    must_not: str | Pattern | tuple[str | Pattern, ...] = ()
    then: dict[str, Any] = {}
    span: Literal["", "answer", "turn"] = ""


class _Top(Top, frozen=True, forbid_unknown_fields=True, kw_only=True):
    positions: list[Any]


class Position(Struct, frozen=True):
    """A situation, one of the answers that `must` be given and those that `must_not`, and why any good player agrees.

    With the span `turn` all answers of the unit count until its turn is over, else the first alone.
    """

    case: Case
    must: tuple[str | Pattern, ...]
    must_not: tuple[str | Pattern, ...]
    span: str = ""


class PositionFile(Struct, frozen=True):
    """The positions of one file and their ruleset."""

    ruleset: str
    positions: tuple[Position, ...]


class Verdict(Struct, frozen=True):
    """One position played with one seed: what was answered, and what is wrong with it, if anything."""

    position: str
    seed: str
    answers: tuple[str, ...]
    fault: str = ""


class Rate(Struct, frozen=True):
    """All tries at some positions."""

    tries: tuple[Verdict, ...]

    @property
    def failed(self) -> tuple[Verdict, ...]:
        """The tries that went wrong."""
        return tuple(verdict for verdict in self.tries if verdict.fault)

    @property
    def right(self) -> int:
        """How many went right."""
        return len(self.tries) - len(self.failed)

    def by_position(self) -> Counter[str]:
        """How often each position went wrong."""
        return Counter(each.position for each in self.failed)


def read_positions(source: Path | str, name: str = "") -> PositionFile:
    """Read a file (a Path) or a text (a str); SheetError names file, line and column of whatever is wrong."""
    sheet = sheets.load(source, name or (str(source) if isinstance(source, Path) else "positions"))
    top = sheet.convert(_Top)

    def position(path: Keys) -> Position:
        return _position(sheet, path, sheet.convert(_Written, path), top.settings)

    found = entries(sheet, ("positions",), "position", position, lambda each: each.case.id)
    return PositionFile(top.ruleset, tuple(found))


def _position(sheet: sheets.Sheet, path: Keys, written: _Written, settings: dict[str, Any]) -> Position:
    must, must_not = ((each,) if isinstance(each, str | Pattern) else each for each in (written.must, written.must_not))
    if not (must or must_not or written.then) or not written.why:
        raise sheets.SheetError([sheet.fault(path, "a position needs `must`, `must_not` or `then`, and a `why`")])
    case = Case(
        id=written.id, rules=(), given=with_settings(written.given, settings), then=written.then, when=written.when,
        auto=written.auto, why=written.why, place=place_of(sheet, path), sheet=sheet, path=path,
    )  # fmt: skip
    return Position(case, must, must_not, written.span)


def play_positions(ruleset: Ruleset, positions: Iterable[Position], make: Make, seeds: int) -> Rate:
    """Play each position with as many seeds; BadPosition tells which of them is at fault, and why."""
    verdicts: list[Verdict] = []
    for each in positions:
        try:
            verdicts += [play(ruleset, each, make, str(seed)) for seed in range(seeds)]
        except Trouble as trouble:
            why = f"{trouble.what}: wanted {trouble.expected}, found {trouble.found}"
            raise BadPosition(f"{each.case.place}: {each.case.id}: {why}") from trouble
        except (ValueError, LookupError) as error:
            raise BadPosition(f"{each.case.place}: {each.case.id}: {error}") from error
    return Rate(tuple(verdicts))


class BadPosition(Exception):
    """A position that cannot be played: file, line, its id and what is wrong with it."""


def play(ruleset: Ruleset, position: Position, make: Make, seed: str) -> Verdict:
    """Let a controller answer in a position; `seed` throws the dice and draws its lots.

    BadCase, Trouble, ValueError, LookupError or SheetError when the position itself is at fault.
    """
    stage, request = begin(ruleset, position)
    play = _Play(stage, position, make, seed, request.who)
    fault = play.run(request)
    return Verdict(position.case.id, seed, tuple(play.given), fault)


def begin(ruleset: Ruleset, position: Position) -> tuple[Stage, Decision]:
    """The position at its question; each pattern must name an option of it, or be one for later."""
    stage = open_stage(ruleset, position.case)
    for at, entry in enumerate(position.case.when, start=1):
        for miss in enter(stage, entry, f"when.{at}", throwing=True):
            raise Trouble(*miss)
    stage.settle()
    request = stage.session.request
    if not isinstance(request, Decision):
        raise Trouble("when", "a question", describe(stage.names, request))
    ground = _ground(stage, request.who)
    for pattern in (*position.must, *position.must_not):
        if isinstance(pattern, Pattern) and (pattern.later or pattern.ends is not None):
            continue
        if not any(chosen(ground, pattern, option) for option in request.options):
            raise Trouble("must", f"{pattern} among the options", describe(stage.names, request, str(pattern)))
    return stage, request


def _ground(stage: Stage, who: int) -> Ground:
    place = stage.world.find(who, Place)
    return Ground(stage.names, stage.world, who, place.cell if place is not None else None)


class _Play:
    """One try: the answers `given` by the unit that is asked, and the patterns they `met`."""

    def __init__(self, stage: Stage, position: Position, make: Make, seed: str, who: int) -> None:
        self.stage, self.position, self.make, self.seed = stage, position, make, seed
        self.ground, self.own = _ground(stage, who), _side_of(stage, who)
        self.dice = Chooser(f"{position.case.id}/{seed}")
        self.players: dict[int, Controller] = {}
        self.given: list[str] = []
        self.met: list[str | Pattern] = []

    def run(self, first: Decision) -> str:
        """Play until the answers that count are given; what is wrong with them."""
        whole = self.position.span == "turn" or (not self.position.span and first.moment in _OWN)
        session, round_ = self.stage.session, self.stage.world.get(FIELD, Clock).round
        for _ in range(_ANSWERS):
            request = session.request
            if isinstance(request, Roll):
                session.answer(self.dice.faces(request.dice))
                continue
            if request is None or self.stage.world.get(FIELD, Clock).round != round_:
                return self._fault()
            if request.who != first.who and request.moment in _OWN:
                return self._fault()
            option, steps = self._answer(request), len(session.past)
            over = not whole or (option.role in ("end_turn", "wait") and len(session.past) > steps)
            if request.who == first.who and over:
                return self._fault()
        raise Trouble("turn", "an end", f"{_ANSWERS} answers")

    def _answer(self, request: Decision) -> Option:
        """One answer; the others answer with controllers of the same kind."""
        side = self.stage.world.get(_side_of(self.stage, request.who), Side).number
        player = self.players.setdefault(side, self.make(f"{self.seed}-{side}"))
        option = request.option(player.choose(self.stage.session))
        if request.who == self.ground.who:
            self.given.append(self.stage.names.shown(option))
            both = (*self.position.must, *self.position.must_not)
            self.met += [pattern for pattern in both if chosen(self.ground, pattern, option)]
        self.stage.session.answer(option.key)
        return option

    def _fault(self) -> str:
        end = self.stage.ruleset.outcome(self.stage.world)
        if end is not None and self.own in end.winners:
            return ""  # whoever has won was right
        must, must_not = self.position.must, self.position.must_not
        met = [*self.met, *(each for each in (*must, *must_not) if ended(self.ground, each))]
        if must and not any(pattern in met for pattern in must):
            return "none of what it must"
        wrong = [pattern for pattern in must_not if pattern in met]
        if wrong:
            return f"what it must not: {shown(wrong[0])}"
        missed = next(check(self.stage, self.position.case.then), None)
        return "" if missed is None else f"{missed.what}: expected {missed.expected}; found {missed.found}"


def _side_of(stage: Stage, who: int) -> int:
    unit = stage.world.find(who, Unit)
    return unit.side if unit is not None else who


def shown(pattern: str | Pattern) -> str:
    """A pattern as it is written."""
    if isinstance(pattern, str):
        return pattern
    return ", ".join(
        f"{key} {value}" for key, value in structs.asdict(pattern).items() if value not in ((), None, False)
    )
