"""The log's lines: what happened, in words, and what the screen itself remarks."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.session import Step
from game.rules.ruleset import Ruleset
from game.text import log
from game.ui.battle.log_view import LogView
from game.ui.battle.table import Table
from game.ui.kit.text_column import rule_lines


class LogEntry(Struct, frozen=True):
    """One line: `units` are whom it is about, `event` the last that it tells.

    `kind` is one of words.KINDS, `order` for what was done as ordered, `pass` for what was let pass unasked.
    """

    text: str
    kind: str
    units: tuple[int, ...]
    cell: int | None
    tip: tuple[str, ...]
    answers: int
    step: int = 0
    event: int = -1


class BattleLog:
    """Lines of the finished steps are made once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = LogView()
        self._steps: list[Step] = []
        self._lines: list[LogEntry] = []
        self._now: tuple[int, int] = (-1, -1)
        self._last: list[LogEntry] = []

    def entries(self, unit: int | None = None) -> list[LogEntry]:
        """All lines; only those that name a unit when one is given."""
        self._keep_up()
        found = [*self._lines, *self._last]
        for remark in self.table.told():
            units = (remark.unit,) if remark.unit is not None else ()
            kind = "pass" if remark.why else "order"
            found.append(LogEntry(remark.text, kind, units, None, (), remark.answers))
        if self.table.remarks:
            found = _in_order(found)
        if unit is None:
            return found
        return [entry for entry in found if unit in entry.units or entry.kind == "round"]

    def since(self, events: int) -> list[LogEntry]:
        """Lines of the events from that number on, for a recap."""
        return self._made(events)

    def _keep_up(self) -> None:
        session = self.table.skirmish.session
        same = 0
        while same < min(len(self._steps), len(session.past)) and self._steps[same] is session.past[same]:
            same += 1
        if same < len(self._steps) or same < len(session.past):
            self._renew(same)
        now = (len(session.past), len(session.world.events))
        if now != self._now:
            self._now, self._last = now, self._made(session.step().events)

    def _renew(self, same: int) -> None:
        """Make the lines of the finished steps after the first `same` anew."""
        session = self.table.skirmish.session
        kept = sum(len(step.tape) for step in session.past[:same])
        first = session.past[same].events if same < len(session.past) else session.step().events
        last = session.step().events
        del self._steps[same:]
        self._lines = [entry for entry in self._lines if entry.answers <= kept] if same else []
        fresh = self._made(first) if first < last else []
        done = sum(len(step.tape) for step in session.past)
        running = len(self._made(last)) if last < len(session.world.events) else 0
        self._lines += [entry for entry in fresh[: len(fresh) - running] if entry.answers <= done]
        self._steps += session.past[same:]
        self._now = (-1, -1)

    def _made(self, since: int) -> list[LogEntry]:
        ruleset = self.table.skirmish.ruleset
        return [_entry(ruleset, line) for line in log.log_lines(self.table.skirmish, since)]


def _entry(ruleset: Ruleset, line: log.LogLine) -> LogEntry:
    tip = rule_lines(ruleset, line.rule)
    return LogEntry(line.text, line.kind, line.units, line.cell, tip, line.answers_before, line.step, line.event)


def _in_order(entries: list[LogEntry]) -> list[LogEntry]:
    """By answers; a remark belongs to the line before it."""
    step, event = 0, -1
    found: list[LogEntry] = []
    for entry in sorted(entries, key=lambda entry: entry.answers):
        if entry.kind in ("order", "pass"):
            found.append(replace(entry, step=step, event=event))
        else:
            step, event = entry.step, entry.event
            found.append(entry)
    return found


def known(entries: list[LogEntry], hidden: frozenset[int]) -> list[LogEntry]:
    """Without the lines that tell where somebody is whom the side at the screen does not see."""
    return [entry for entry in entries if entry.cell is None or not entry.units or entry.units[0] not in hidden]
