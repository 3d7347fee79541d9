"""Start, save and load a skirmish; the save, the replay, the golden test and the bug report are one text file.

    quintain record 1
    ruleset poise 4f0c...
    scenario {...}
    # Round 1
    > dash 4,5
    * 3 5
    end 9a41...

`>` is a decision's answer, `*` a throw's faces, `#` a remark for people; `end` names the digest of the world.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec

from game.data.sheets import SheetError
from game.kernel.components import Field, Side, Unit
from game.kernel.dice import Dice, SeededDice
from game.kernel.ecs import World
from game.kernel.flow import Answer, IllegalAnswer, Roll
from game.kernel.session import Session, Step
from game.map.scenario import Scenario, examine_settings
from game.rules.ruleset import Declares, Ruleset, find_ruleset, offers_terms

_HEAD = "quintain record 1"


class Skirmish:
    """A scenario in play: its session, its dice, and what was undone and may be done again.

    After `settle` (call it once at the start) `session.request` is a Decision, or None at the end: `answer`, `undo`
    and `redo` throw the dice that fall.
    """

    def __init__(self, scenario: Scenario, ruleset: Ruleset | None = None, dice: Dice | None = None) -> None:
        """Muster the scenario; ValueError, LookupError or SheetError tell why it cannot be done."""
        self.scenario = scenario
        self.ruleset = ruleset or find_ruleset(scenario.ruleset)
        self.dice = dice or SeededDice(scenario.seed)
        world = World()
        self.ruleset.muster(world, scenario)
        self.session = Session(self.ruleset, world.save())
        self.undone: list[list[Answer]] = []

    def answer(self, key: str) -> None:
        """Answer the decision and throw the dice that follow; IllegalAnswer when it does not fit."""
        self.session.answer(key)
        self.undone.clear()
        self.settle()

    def settle(self) -> Skirmish:
        """Throw dice until somebody must decide or the skirmish is over; the skirmish itself."""
        while isinstance(request := self.session.request, Roll):
            self.session.answer(self.dice.throw(self.session.rolls, request.dice))
        return self

    def undo(self) -> bool:
        """Take back to the last decision; False when there is none. `undo_refusal` tells whether one may."""
        before = self.session.answers()
        if not self.session.undo():
            return False
        self.undone.append(before)
        self.settle()
        return True

    def redo(self) -> bool:
        """Do again what was undone last; False when there is nothing."""
        if not self.undone:
            return False
        answers = self.undone.pop()
        for answer in answers[len(self.session.answers()) :]:
            self.session.answer(answer)
        self.settle()
        return True

    def rewind(self, answers: int) -> None:
        """Go back to when so many answers had been given, perhaps into the middle of a step."""
        before = self.session.answers()
        rewind(self.session, answers)
        self.undone.append(before)

    def rewind_refusal(self, answers: int) -> str | None:
        """Why that would be unfair: a key as of `undo_refusal`. Whoever gave the answer then may take it back."""
        steps = (*self.session.past, self.session.step())
        # Who is asked stands beside the answers of a step, dice included.
        given = [pair for step in steps for pair in zip(step.tape, step.asked, strict=True)][answers:]
        if not given:
            return "nothing_yet"
        if self.scenario.settings.get("undo") == "free":
            return None
        if any(isinstance(answer, tuple) for answer, _ in given):
            return "dice_fell"
        teams = {team_of(self.session.world, who) for _, who in given}
        return "opponent_decided" if len(teams) > 1 else None

    def undo_refusal(self, team: int | None = None) -> str | None:
        """Why undo would be unfair: a key among nothing_yet, dice_fell, opponent_decided; None when it is fair.

        `team` wants to undo; without it, whoever decided last. So a person cannot take back a computer's answer.
        The scenario's setting `undo: free` allows everything.
        """
        taken = self.session.since_choice()
        if not taken:
            return "nothing_yet"
        if self.scenario.settings.get("undo") == "free":
            return None
        if any(step.rolls() for step in taken):
            return "dice_fell"
        deciders = {team_of(self.session.world, who) for step in taken for who in self._deciders(step)}
        deciders |= set() if team is None else {team}
        return "opponent_decided" if len(deciders) > 1 else None

    def _deciders(self, step: Step) -> tuple[int, ...]:
        """Who chose something in a step; whoever only answers an offer to give up or make peace decides nothing."""
        offer = step.tape[0] if step.tape else None
        return step.asked[:1] if isinstance(offer, str) and offers_terms(self.ruleset, offer) else step.asked

    def text(self, remarks: Callable[[Session], list[tuple[int, str]]] | None = None) -> str:
        """The record. `remarks` gives lines for people: (number of answers given before, text)."""
        notes = remarks(self.session) if remarks else []
        lines = [_HEAD, f"ruleset {self.ruleset.name} {self.ruleset.digest}"]
        lines.append("scenario " + msgspec.json.encode(self.scenario, order="deterministic").decode())
        at = 0
        for number, answer in enumerate(self.session.answers()):
            while at < len(notes) and notes[at][0] <= number:
                lines.append(f"# {notes[at][1]}")
                at += 1
            lines.append(f"> {answer}" if isinstance(answer, str) else f"* {' '.join(map(str, answer))}")
        lines += [f"# {text}" for _, text in notes[at:]]
        lines.append(f"end {digest(self.session.world)}")
        return "\n".join(lines) + "\n"


def rewind(session: Session, answers: int) -> None:
    """Take a session back to when so many answers had been given, perhaps into the middle of a step."""
    before = session.answers()
    while len(session.answers()) > answers and session.undo():
        pass
    for answer in before[len(session.answers()) : answers]:
        session.answer(answer)


def side_of(world: World, who: int) -> int:
    """The side entity of a unit or of a side itself."""
    unit = world.find(who, Unit)
    return unit.side if unit is not None else who


def team_of(world: World, who: int) -> int:
    """The team of a unit or side."""
    return world.get(side_of(world, who), Side).team


def digest(world: World) -> str:
    """A short hash of everything that may change, the same on every machine."""
    hashed = hashlib.sha256()
    for row in world.save():
        for component in sorted(row, key=lambda component: type(component).__name__):
            if not isinstance(component, Field):
                hashed.update(type(component).__name__.encode())
                hashed.update(msgspec.json.encode(component))
        hashed.update(b"\n")
    return hashed.hexdigest()[:16]


class RecordError(Exception):
    """A record that cannot be read or played; `skirmish` is what could be, up to the faulty line."""

    def __init__(self, where: str, message: str, skirmish: Skirmish | None = None) -> None:
        super().__init__(f"{where}: {message}")
        self.skirmish = skirmish


def read(text: str, name: str = "record", folder: Path | None = None, ruleset: Ruleset | None = None) -> Skirmish:
    """The skirmish of a record's text, played to its last answer.

    RecordError names the line and what is wrong with it. Dice that fell are taken from the record; the
    scenario's seed gives the ones to come. `folder` as in `find_ruleset`; `ruleset` saves loading it anew.
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if lines[0].strip() != _HEAD:
        raise RecordError(f"{name}:1", f"this is no record: it should begin with {_HEAD!r}")
    skirmish = _begin(lines, name, folder, ruleset)
    for number, line in enumerate(lines[3:], start=4):
        kind, _, rest = line.partition(" ")
        if kind in ("", "#"):
            continue
        try:
            if not _play(skirmish, kind, rest):
                break
        except (IllegalAnswer, ValueError) as error:
            raise RecordError(f"{name}:{number}", f"{line!r} does not fit here: {error}", skirmish) from error
    skirmish.settle()
    return skirmish


def _begin(lines: list[str], name: str, folder: Path | None, ruleset: Ruleset | None) -> Skirmish:
    """Muster what the head of a record describes."""
    if len(lines) < 3 or not lines[2].startswith("scenario "):
        raise RecordError(f"{name}:3", "the line `scenario {...}` is missing")
    try:
        scenario = msgspec.json.decode(lines[2].removeprefix("scenario "), type=Scenario)
        if ruleset is None or ruleset.name != scenario.ruleset:
            ruleset = find_ruleset(scenario.ruleset, folder)
        return Skirmish(_known(scenario, ruleset), ruleset)
    except (msgspec.MsgspecError, LookupError, ValueError, SheetError, RecursionError) as error:
        raise RecordError(f"{name}:3", f"the scenario cannot be set up: {error}") from error


def _known(scenario: Scenario, ruleset: Ruleset) -> Scenario:
    """Without settings that are unknown or do not fit: records from before such were refused may hold them."""
    if not isinstance(ruleset, Declares):
        return scenario
    strange: set[str | int] = set()
    examine_settings(scenario.settings, type(ruleset.settings), lambda path, *_: strange.add(path[0]))
    kept = {name: value for name, value in scenario.settings.items() if name not in strange}
    return msgspec.structs.replace(scenario, settings=kept)


def _play(skirmish: Skirmish, kind: str, rest: str) -> bool:
    """Feed one line; False at the end mark. ValueError when it does not fit."""
    if kind == ">":
        skirmish.session.answer(rest)
    elif kind == "*":
        skirmish.session.answer(tuple(int(face) for face in rest.split()))
    elif kind == "end":
        return False
    else:
        raise ValueError("a line begins with `>`, `*`, `#` or `end`")
    return True


def verify(text: str, name: str = "record", folder: Path | None = None, ruleset: Ruleset | None = None) -> str | None:
    """None when the record replays to the world it names, else what differs. RecordError, arguments as `read`."""
    skirmish = read(text, name, folder, ruleset)
    ends = [line.split() for line in text.split("\n") if line.startswith("end ")]
    if not ends or len(ends[-1]) != 2:
        return f"{name}: the record breaks off: the line `end` is missing"
    found, expected = digest(skirmish.session.world), ends[-1][1]
    if expected == found:
        return None
    changed = f"ruleset {skirmish.ruleset.name} {skirmish.ruleset.digest}" != text.split("\n")[1].strip()
    why = "; the ruleset has changed since" if changed else ""
    return f"{name}: the world differs: {expected} is expected, {found} is found{why}"
