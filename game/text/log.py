"""The log of a skirmish: its events as lines, walks and announcements drawn together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.components import Unit
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Gained, Lost, Moved, PoolChanged, TurnBegan, TurnEnded, Used
from game.kernel.session import Session
from game.rules.ruleset import Ruleset
from game.text import sentences
from game.text.names import cell, title, unit_name

_UNITS = ("unit", "target", "attacker", "by", "source", "first")
_CELLS = ("end", "cell", "start")


class LogLine(Struct, frozen=True):
    """One line: text, the units it names (the doer first), the cell it happened on, the rule at work.

    `step` numbers the steps from 0; `answers_before` is how many answers had been given when the step was over
    (in the running step: so far), which is where the record shows the line. `event` is the number of the last event
    that it tells.
    """

    text: str
    units: tuple[int, ...]
    cell: int | None
    rule: str
    kind: str
    step: int
    answers_before: int
    event: int


class Played(Protocol):
    """What the log needs of a skirmish."""

    @property
    def session(self) -> Session:
        """What happened; its rules are a ruleset, which gives the words."""
        ...


def log_lines(skirmish: Played, since: int = 0) -> list[LogLine]:
    """The lines of all events from number `since` on, in order; how a number came about is said once in a row.

    So is that somebody is flanked or defeated, however many reasons there are for it.
    """
    return _log(skirmish.session, since, brief=True)


def remarks(session: Session) -> list[tuple[int, str]]:
    """The log as remarks of the record: (answers given before, text)."""
    return [(line.answers_before, line.text) for line in _log(session, 0, brief=False)]


def _log(session: Session, since: int, *, brief: bool) -> list[LogLine]:
    lines: list[LogLine] = []
    ruleset, events, answers = cast(Ruleset, session.rules), session.world.events, 0
    steps = [*session.past, session.step()]
    for number, step in enumerate(steps):
        answers += len(step.tape)
        end = steps[number + 1].events if number + 1 < len(steps) else len(events)
        if end > since:
            told = range(max(step.events, since), end)
            lines += _lines(ruleset, session.world, events, told, number, answers, brief=brief)
    return lines


def _lines(
    ruleset: Ruleset, world: World, events: Sequence[Any], those: range, step: int, answers: int, *, brief: bool
) -> list[LogLine]:
    lines, told = [], ()
    told_of = [at for at in those if not (brief and _untold(events, those, at))]
    for numbered in _runs(world, events, told_of):
        run = [events[at] for at in numbered]
        last = run[-1]
        numbers = getattr(last, "numbers", ())
        if brief and numbers and numbers == told:  # the attack has said them: not again for defence and damage
            last = replace(last, numbers=())
        told = numbers or told
        text = _walk(ruleset, world, run) if len(run) > 1 else sentences.event(ruleset, world, last)
        named = dict.fromkeys(unit for event in (last, *run) for unit in _named(event))
        rule = getattr(last, "rule", "")
        kind = sentences.kind(last)
        lines.append(LogLine(text, tuple(named), _place(last), rule, kind, step, answers, numbered[-1]))
    return lines


def _untold(events: Sequence[Any], those: range, at: int) -> bool:
    """Whether a line says nothing new: a turn that is over as it begins, as of those who lie unconscious; a condition
    told by the fall that it stands for, or told in this step and never lost since.
    """
    event = events[at]
    if isinstance(event, TurnBegan):
        after = events[at + 1] if at + 1 in those else None
        return isinstance(after, TurnEnded) and after.unit == event.unit
    if not isinstance(event, Gained):
        return False
    of = (event.unit, event.condition)
    if any(isinstance(other, Fell) and (other.unit, other.how) == of for other in events[those.start : those.stop]):
        return True
    before = reversed(events[those.start : at])
    last = next((other for other in before if isinstance(other, Gained | Lost) and of == _of(other)), None)
    return isinstance(last, Gained) and last.source == event.source


def _of(event: Gained | Lost) -> tuple[int, str]:
    return event.unit, event.condition


def _runs(world: World, events: Sequence[Any], those: Sequence[int]) -> list[list[int]]:
    """Numbers of events by lines: steps of one walk together; what the next line says again is left out."""
    runs: list[list[int]] = []
    for at, then in zip_longest(those, those[1:]):
        event, after = events[at], events[then] if then is not None else None
        if isinstance(event, TurnEnded) or _said_again(event, after):
            continue
        if runs and _goes_on(world, events[runs[-1][-1]], event):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _said_again(event: Event, after: Event | None) -> bool:
    """The use of an attack skill is followed by the attack itself."""
    same = isinstance(event, Used) and isinstance(after, Attacked)
    return same and (event.unit, event.what) == (after.unit, after.what)  # type: ignore[attr-defined, union-attr]


def _goes_on(world: World, one: Event, other: Event) -> bool:
    """Whether the second is one more step of the first, or what was used for it, or the same gain of a friend."""
    if isinstance(one, PoolChanged) and isinstance(other, PoolChanged):
        same = (
            (one.pool, one.rule) == (other.pool, other.rule)
            and one.unit != other.unit
            and _friends(world, one.unit, other.unit)
        )
        return same and one.verb == other.verb == "gain" and not (one.source or other.source or other.numbers)
    if not isinstance(other, Moved) or other.end is None or other.how not in ("walk", "shove"):
        return False
    if isinstance(one, Used):
        return one.unit == other.unit and other.how == "walk" and not one.targets
    return isinstance(one, Moved) and (one.unit, one.how, one.end) == (other.unit, other.how, other.start)


def _friends(world: World, one: int, other: int) -> bool:
    return world.get(one, Unit).side == world.get(other, Unit).side


def _walk(ruleset: Ruleset, world: World, run: Sequence[Any]) -> str:
    gains = [each for each in run if isinstance(each, PoolChanged)]
    if gains:
        each_one = [f"{unit_name(world, it.unit)} {it.before} → {it.after}" for it in gains]
        return f"{title(ruleset, gains[0].pool)}: {', '.join(each_one)}."
    steps = [each for each in run if isinstance(each, Moved)]
    cost = sum(each.cost for each in steps)
    verb = "is shoved" if steps[0].how == "shove" else "moves"
    if isinstance(run[0], Used):
        verb = f"uses {title(ruleset, run[0].what)}:"
    ways = f"from {cell(world, steps[0].start)} to {cell(world, steps[-1].end)}"
    count = f", {len(steps)} cells" if len(steps) > 1 else ""
    return f"{unit_name(world, steps[0].unit)} {verb} {ways}{count}{f', cost {cost}' if cost else ''}."


def _named(event: Any) -> list[int]:
    found = [getattr(event, name) for name in _UNITS if getattr(event, name, None) is not None]
    return [*found, *getattr(event, "targets", ())]


def _place(event: Any) -> int | None:
    return next((found for name in _CELLS if (found := getattr(event, name, None)) is not None), None)
