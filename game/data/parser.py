"""YAML text -> plain values and the places where they stand, bounded in size and depth; the only importer of yaml."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import yaml
from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from game.data.faults import Fault, SheetError, quoted, unknown

MAX_BYTES = 4_000_000
MAX_NODES = 400_000
MAX_DEPTH = 50

Place: TypeAlias = "tuple[int, int]"
"""Line and column, counted from 0."""

# The marks of a sheet mirror its values: a scalar's is the parser's mark, a container's is (mark, marks inside);
# inside a mapping every key has (mark of the key, marks of the value).
Marks: TypeAlias = Any

_Merged: TypeAlias = "tuple[dict[str, Any], dict[str, Marks]]"
"""Values and marks that `<<` brings into a mapping."""

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,39})").fullmatch
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,308})\.[0-9]+").fullmatch
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "": None}
_NUMERIC = frozenset("0123456789+-")


def parse(name: str, text: str) -> tuple[Any, Marks]:
    """The values of a text and where they stand; SheetError for the first thing that is not allowed."""
    return _Builder(name, text).document()


def dotted(path: Iterable[str | int]) -> str:
    """A path as messages write it: `units.squire.weapons.0`."""
    return ".".join(str(step) if len(str(step)) <= 80 else str(step)[:77] + "..." for step in path)


class _Builder:
    """Builds values and marks from the events of libyaml's parser, and stops at the first thing it does not allow."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.nodes, self.repeated = name, 0, 0
        self.path: list[str | int] = []
        self.anchors: dict[str, Any] = {}  # value and marks by name, None inside the value itself
        self._next: Callable[[], Any] = CParser(text).get_event

    def document(self) -> tuple[Any, Marks]:
        try:
            self._next()  # the start of the stream
            if type(self._next()) is StreamEndEvent:
                raise SheetError([Fault(self.name, 1, 1, "", "the file is empty")])
            found = self.node(self._next(), 0)
            self._next()  # the end of the document
            extra = self._next()
        except yaml.YAMLError as problem:
            raise self._syntax(problem) from None
        if type(extra) is not StreamEndEvent:
            raise self.refuse(extra, "a sheet holds one document; remove what follows '---' or '...'")
        return found

    def node(self, event: Any, depth: int) -> tuple[Any, Marks]:
        """One value and its marks; `event` is the first of the value's events."""
        kind = type(event)
        if kind is AliasEvent:
            return self.alias(event, depth)
        if event.anchor is not None:
            return self.anchored(event, depth)
        if event.tag is not None:
            raise self.refuse(event, f"tags such as {event.tag} are not allowed")
        self.count(event, depth - (kind is ScalarEvent))
        if kind is ScalarEvent:
            return (_plain(event.value) if event.implicit[0] else event.value), event.start_mark
        return self.mapping(event, depth + 1) if kind is MappingStartEvent else self.sequence(event, depth + 1)

    def count(self, event: Any, depth: int) -> None:
        """One more value, however it came about."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.refuse(event, f"more than {MAX_NODES} values in one file")
        if depth >= MAX_DEPTH:
            raise self.refuse(event, f"nested deeper than {MAX_DEPTH}")

    def anchored(self, event: Any, depth: int) -> tuple[Any, Marks]:
        """A value with a name, under which it may stand again further down."""
        name, event.anchor = event.anchor, None
        if name in self.anchors:
            raise self.refuse(event, f"anchor &{name} stands twice")
        self.anchors[name] = None
        self.anchors[name] = found = self.node(event, depth)
        return found

    def alias(self, event: Any, depth: int) -> tuple[Any, Marks]:
        """The value of that name once more; a copy counts as if it were written out."""
        found = self.anchors.get(event.anchor)
        if event.anchor not in self.anchors:
            message, near = unknown("alias", f"*{event.anchor}", [f"*{name}" for name in self.anchors])
            raise self.refuse(event, message, near)
        if found is None:
            raise self.refuse(event, f"alias *{event.anchor} stands inside what it names")
        value, marks = found
        return self.copy(event, value, depth), (event.start_mark, *marks[1:]) if type(
            marks
        ) is tuple else event.start_mark

    def copy(self, event: Any, value: Any, depth: int) -> Any:
        self.count(event, depth - (not isinstance(value, dict | list)))
        if isinstance(value, list):
            return [self.copy(event, each, depth + 1) for each in value]
        self.repeated += sum(map(len, value if isinstance(value, dict) else [str(value)]))
        if self.repeated > MAX_BYTES:
            raise self.refuse(event, f"more than {MAX_BYTES} characters by aliases")
        if isinstance(value, dict):
            return {key: self.copy(event, each, depth + 1) for key, each in value.items()}
        return value

    def sequence(self, start: Any, depth: int) -> tuple[list[Any], Marks]:
        values: list[Any] = []
        marks: list[Marks] = []
        self.path.append(0)
        while type(event := self._next()) is not SequenceEndEvent:
            self.path[-1] = len(values)
            value, mark = self.node(event, depth)
            values.append(value)
            marks.append(mark)
        self.path.pop()
        return values, (start.start_mark, marks)

    def mapping(self, start: Any, depth: int) -> tuple[dict[str, Any], Marks]:
        values: dict[str, Any] = {}
        marks: dict[str, Marks] = {}
        merged: _Merged | None = None
        following, path = self._next, self.path
        path.append("")
        while type(event := following()) is not MappingEndEvent:
            # A key is always the text that the author wrote: `on`, `1` and `null` are names like any other.
            if type(event) is not ScalarEvent or event.tag is not None or event.anchor is not None:
                raise self.refuse(event, "a key must be plain text, without anchor or tag")
            key = event.value
            path[-1] = key
            if key == "<<" and event.implicit[0]:
                merged = self.merge(event, following(), depth, merged)
                continue
            if key in values:
                raise self.refuse(event, f"key {quoted(key)} stands twice; first on line {marks[key][0].line + 1}")
            item = following()
            if type(item) is ScalarEvent and item.tag is None and item.anchor is None and self.nodes < MAX_NODES:
                # The commonest case, spelt out: it makes a ruleset load in three quarters of the time.
                self.nodes += 1
                values[key] = _plain(item.value) if item.implicit[0] else item.value
                marks[key] = (event.start_mark, item.start_mark)
            else:
                values[key], mark = self.node(item, depth)
                marks[key] = (event.start_mark, mark)
        path.pop()
        if merged is not None:
            values, marks = merged[0] | values, merged[1] | marks
        return values, (start.start_mark, marks)

    def merge(self, key: Any, event: Any, depth: int, before: _Merged | None) -> _Merged:
        """What `<<` brings into a mapping, whose own keys go before; of several mappings the first has the word."""
        if before is not None:
            raise self.refuse(key, "key '<<' stands twice; write one with a list")
        value, marks = self.node(event, depth)
        several = isinstance(value, list)
        sources = list(zip(value, marks[1], strict=True)) if several else [(value, marks)]
        values: dict[str, Any] = {}
        places: dict[str, Marks] = {}
        for each, inside in reversed(sources):
            if not isinstance(each, dict):
                raise self.refuse(event, "'<<' takes a mapping or a list of them, such as *name")
            values, places = values | each, places | inside[1]
        return values, places

    def refuse(self, event: Any, message: str, remedy: str = "") -> SheetError:
        mark = event.start_mark
        return SheetError([Fault(self.name, mark.line + 1, mark.column + 1, dotted(self.path), message, remedy)])

    def _syntax(self, problem: yaml.YAMLError) -> SheetError:
        mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
        words = getattr(problem, "problem", None) or getattr(problem, "reason", None) or str(problem)
        context = getattr(problem, "context", None)
        line, column = (mark.line, mark.column) if mark else (0, 0)
        message = f"not YAML: {words}" + (f" ({context})" if context else "")
        return SheetError([Fault(self.name, line + 1, column + 1, "", message)])


def _plain(text: str) -> Any:
    """The value of an unquoted scalar: true, false, null, decimal numbers; all else stays the author's text."""
    if text[:1] in _NUMERIC:
        if _INT(text):
            return int(text)
        if _FLOAT(text) and math.isfinite(number := float(text)):
            return number
        return text
    return _WORDS.get(text, text)
