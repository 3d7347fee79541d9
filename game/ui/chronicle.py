"""The log's lines: what happened, in words, and what the screen itself remarks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from game.ui.table import Table


class LogLine(Struct, frozen=True):
    """One line. `kind`: head, roll, fall, order or plain; `unit` is whom it is about; `at` the event's number."""

    text: str
    kind: str = ""
    unit: int | None = None
    tip: tuple[str, ...] = ()
    at: int = 0


class Chronicle:
    """Lines for events, made once for each."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._made: list[tuple[Any, LogLine | None]] = []

    def lines(self, since: int = 0, unit: int | None = None) -> list[LogLine]:
        """Lines from event number `since` on; only those about a unit when one is given."""
        self._keep_up()
        found = [line for _, line in self._made[since:] if line is not None]
        found += [
            LogLine(remark.text, "order", remark.unit, at=remark.events)
            for remark in self.table.remarks
            if remark.events >= since
        ]
        found.sort(key=lambda line: line.at)
        return found if unit is None else [line for line in found if line.unit in (unit, None)]

    def _keep_up(self) -> None:
        events = self.table.world.events
        same = 0
        while same < min(len(events), len(self._made)) and events[same] is self._made[same][0]:
            same += 1
        del self._made[same:]
        self._made += self._make(events[same:], same)

    def _make(self, events: Iterable[Any], first: int) -> list[tuple[Any, LogLine | None]]:
        return [(event, self._line(event, number)) for number, event in enumerate(events, start=first)]

    def _line(self, event: Any, number: int) -> LogLine | None:
        unit = getattr(event, "unit", None)
        return LogLine(str(event), _kind(event), unit, at=number)


def _kind(event: Any) -> str:
    name = type(event).__name__
    return {"RoundBegan": "head", "TurnBegan": "head", "Rolled": "roll", "Fell": "fall", "Ended": "head"}.get(name, "")
