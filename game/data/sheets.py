"""Sheets: strict YAML files read into plain values and structs; every fault names file, line, column and key."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from game.data import disk
from game.data import faults as _faults
from game.data.faults import Fault as Fault
from game.data.faults import Path as Keys
from game.data.faults import SheetError as SheetError
from game.data.faults import nearest as nearest
from game.data.faults import quoted as quoted
from game.data.faults import unknown as unknown
from game.data.parser import MAX_BYTES, Marks, Place, parse
from game.data.parser import dotted as dotted
from game.data.writer import dump as dump

T = TypeVar("T")

_Laid: TypeAlias = "tuple[Sheet, Sheet, Keys, Keys]"
"""What lies below, what is laid over it, where in its file that stands, and where it belongs."""

_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class Sheet:
    """The values of one file, and where each of them stands in it.

    `value` holds dicts with text keys, lists, text, int, float, bool and None.
    """

    __slots__ = ("_laid", "_marks", "name", "text", "value")

    def __init__(self, name: str, text: str, value: Any, marks: Marks, laid: _Laid | None = None) -> None:
        self.name, self.text, self.value, self._marks, self._laid = name, text, value, marks, laid

    def under(self, other: Sheet, inside: Keys, at: Keys = ()) -> Sheet:
        """This sheet with what `other` has under `inside` laid over what stands under `at` here.

        Mappings are merged key by key, all else is replaced. Faults name the file that a value comes from.
        """
        value = other.get(inside)
        for key in reversed(at):
            value = {key: value}
        return Sheet(self.name, self.text, _merged(self.value, value), self._marks, (self, other, inside, at))

    def fault(self, path: Keys, message: str, remedy: str = "", *, inside: Place | None = None) -> Fault:
        """A fault at the value under `path`, or at its nearest container if it is not in the file.

        `inside` is (row, column) within a text of one or several lines, for instance of a map's rows.
        """
        above = self._above(path)
        if above is not None:
            return above[0].fault(above[1], message, remedy, inside=inside)
        line, column = self._place(path)
        if inside is not None:
            line, column = self._within(line, column, inside)
        return Fault(self.name, line + 1, column + 1, dotted(path), message, remedy)

    def key_fault(self, path: Keys, message: str, remedy: str = "") -> Fault:
        """A fault at the key that ends `path`, not at its value."""
        above = self._above(path)
        if above is not None:
            return above[0].key_fault(above[1], message, remedy)
        line, column = self._place(path, key=True)
        return Fault(self.name, line + 1, column + 1, dotted(path), message, remedy)

    def convert(self, kind: type[T], path: Keys = ()) -> T:
        """The value under `path` as a struct or other type; raises SheetError with every place that does not fit."""
        value = self.get(path)
        refused = None
        try:
            found = msgspec.convert(value, kind, strict=True, str_keys=True)
            if _faults.strict_throughout(kind):
                return found
        except (msgspec.ValidationError, TypeError, ValueError) as problem:
            refused = problem
        faults = self._examine(value, kind, path)
        if refused is not None and not faults:
            faults.append(self.fault(path, str(refused)))
        if faults:
            raise SheetError(faults)
        return found

    def table(self, kind: type[T], path: Keys = ()) -> dict[str, T]:
        """A mapping from ids to entries; reports all faulty entries. An entry's `id` field, if any, gets its key."""
        value = self.get(path)
        if not isinstance(value, dict):
            raise SheetError([self.fault(path, f"expected a mapping, found {quoted(value)}")])
        found: dict[str, T] = {}
        faults: list[Fault] = []
        for key in value:
            try:
                found[key] = _with_id(self.convert(kind, (*path, key)), key)
            except SheetError as problem:
                faults.extend(problem.faults)
        if faults:
            raise SheetError(faults)
        return found

    def get(self, path: Keys) -> Any:
        """The plain value under a path; raises SheetError when a key on the way is missing."""
        value = self.value
        for place, key in enumerate(path):
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                raise SheetError([self.fault(path[:place], f"key {str(key)!r} is missing")]) from None
        return value

    def _examine(self, value: Any, kind: Any, path: Keys) -> list[Fault]:
        faults: list[Fault] = []

        def report(where: Keys, message: str, remedy: str) -> None:
            is_key = message.startswith("unknown key")
            faults.append((self.key_fault if is_key else self.fault)(where, message, remedy))

        _faults.examine(value, kind, path, report)
        return faults

    def _above(self, path: Keys) -> tuple[Sheet, Keys] | None:
        """Of two sheets that make up this one, that in which more of the path stands, and its path there."""
        if self._laid is None:
            return None
        below, other, inside, at = self._laid
        same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(path, at, strict=False)))
        there = (*inside, *path[len(at) :]) if same == len(at) else inside
        deep = same + other._depth(there) - len(inside)
        return (other, there) if same == len(at) and deep >= below._depth(path) else (below, path)

    def _depth(self, path: Keys) -> int:
        """How many of the keys of a path stand here."""
        value = self.value
        for place, key in enumerate(path):
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return place
        return len(path)

    def _place(self, path: Keys, *, key: bool = False) -> Place:
        marks, at_key = self._marks, None
        for step in path:
            inside = marks[1] if type(marks) is tuple else None
            if isinstance(inside, dict) and step in inside:
                at_key, marks = inside[step]
            elif isinstance(inside, list) and isinstance(step, int) and 0 <= step < len(inside):
                at_key, marks = None, inside[step]
            else:
                break
        mark = at_key if key and at_key is not None else marks[0] if type(marks) is tuple else marks
        return mark.line, mark.column

    def _within(self, line: int, column: int, inside: Place) -> Place:
        row, offset = inside
        lines = _lines(self.text)
        start = lines[line][column : column + 1] if line < len(lines) else ""
        if start != "|":
            return (line, column + offset + (start in ("'", '"'))) if row == 0 else (line, column)
        content = [each for each in lines[line + 1 :] if each.strip()]
        indent = len(content[0]) - len(content[0].lstrip(" ")) if content else 0
        number = re.match(r"\|[-+]?([1-9])", lines[line][column:])
        if number:
            indent = len(lines[line]) - len(lines[line].lstrip(" ")) + int(number.group(1))
        return line + 1 + row, indent + offset


def load(source: Path | str, name: str = "") -> Sheet:
    """Read a file (a Path) or a text (a str); raises SheetError for whatever is wrong with it."""
    if isinstance(source, Path):
        name = name or source.name
        try:
            text = disk.read_text(source, MAX_BYTES)
        except disk.Unreadable as problem:
            raise _refusal(name, problem.line, problem.column, str(problem)) from None
    else:
        name, text = name or "text", source
        if len(text) > MAX_BYTES:
            raise _refusal(name, 0, 0, f"larger than {MAX_BYTES} characters")
    bad = _UNREADABLE.search(text)
    if bad:
        line, column = _line_column(text, bad.start())
        raise _refusal(name, line, column, f"character U+{ord(bad.group()):04X} may not stand in a sheet")
    value, marks = parse(name, text)
    return Sheet(name, text, value, marks)


def read(source: Path | str, kind: type[T], name: str = "") -> T:
    """Read a file or text as one value of the given type."""
    return load(source, name).convert(kind)


def read_table(source: Path | str, kind: type[T], name: str = "") -> dict[str, T]:
    """Read a file or text whose top is a mapping from ids to entries of the given struct."""
    return load(source, name).table(kind)


def _merged(below: Any, above: Any) -> Any:
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: _merged(below[key], each) if key in below else each for key, each in above.items()}


def _with_id(entry: T, key: str) -> T:
    if isinstance(entry, msgspec.Struct) and "id" in entry.__struct_fields__:
        return msgspec.structs.replace(entry, id=key)
    return entry


def _refusal(name: str, line: int, column: int, message: str, path: Keys = ()) -> SheetError:
    return SheetError([Fault(name, line + 1, column + 1, dotted(path), message)])


def _lines(text: str) -> list[str]:
    """The lines as libyaml counts them, which is not as `str.splitlines` does."""
    return re.split("\r\n|[\r\n\x85\u2028\u2029]", text)


def _line_column(text: str, position: int) -> Place:
    lines = _lines(text[:position])
    return len(lines) - 1, len(lines[-1])
