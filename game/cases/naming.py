"""Names of a case (units, sides, cells) against ids, and expected values against found ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from game.data.faults import Path as Keys
from game.data.faults import examine, nearest, unknown
from game.grid.grid import Grid
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown

_SHOWN = 8  # of options, events and the like in a failure
_CELL = re.compile(r"(\d+)(?:\s*,\s*|\s+)(\d+)")


class BadCase(ValueError):
    """Something in a case that cannot be understood."""


def unknown_key(where: str, word: str, known: Iterable[str], more: Iterable[str] = ()) -> str:
    """What is wrong with a word that a case should not use there, with the nearest one, be it one of `more`."""
    message, remedy = unknown("key", word, set(known))
    remedy = remedy or nearest(word, more)
    return f"{where}: {message}" + (f" (did you mean {remedy!r}?)" if remedy else "")


def shortened(texts: Sequence[str], between: str = ", ") -> str:
    """The first of them, and how many there are beside."""
    more = (f"... and {len(texts) - _SHOWN} more",) if len(texts) > _SHOWN else ()
    return between.join((*texts[:_SHOWN], *more))


def check_kinds(value: Any, kind: type[Struct], where: str) -> None:
    """BadCase for the first thing that is no list, mapping, number or word where the struct has one."""
    try:
        convert(value, kind, str_keys=True)
    except ValidationError:

        def report(path: Keys, message: str, remedy: str) -> None:
            if not message.startswith("unknown key"):
                hint = f" (did you mean {remedy!r}?)" if remedy else ""
                raise BadCase(f"{'.'.join(map(str, (where, *path)))}: {message}{hint}") from None

        examine(value, kind, (), report)


class Miss(NamedTuple):
    """One thing that is not as expected."""

    what: str
    expected: str
    found: str


class Names(Struct, frozen=True):
    """What the case calls its units and sides, and the grid that names its cells."""

    ids: dict[str, int]
    grid: Grid

    def of(self, entity: int) -> str:
        """The case's name of a unit or side, or `#7` for one that it does not name."""
        return next((name for name, known in self.ids.items() if known == entity), f"#{entity}")

    def id(self, name: object) -> int:
        """The unit or side of that name; BadCase when the case has none."""
        if not isinstance(name, str) or name not in self.ids:
            raise BadCase(f"{name!r} is no unit or side of the case; there are: {', '.join(self.ids)}")
        return self.ids[name]

    def cell(self, value: object) -> int:
        """The cell of `[2, 0]`, `2,0` or `2 0`; BadCase for anything else."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = ",".join(str(part) for part in value)
        found = _CELL.fullmatch(str(value).strip().strip("[]"))
        if not found:
            raise BadCase(f"{value!r} is no cell; write [column, row]")
        if not self.grid.inside(int(found[1]), int(found[2])):
            raise BadCase(f"{value!r} lies off the {self.grid.width} x {self.grid.height} board")
        return self.grid.at(int(found[1]), int(found[2]))

    def key(self, text: str) -> str:
        """An option's key as a case writes it, with ids for names and `2,0` for `2 0`."""
        verb, _, argument = _CELL.sub(r"\1,\2", " ".join(text.split())).partition(" ")
        words = [str(self.ids.get(word, word)) for word in argument.split()]
        return " ".join([verb, *words])

    def shown(self, option: Option) -> str:
        """An option's key with names for ids, as a case may write it."""
        if option.unit is None:
            return option.key
        words = [self.of(option.unit) if word == str(option.unit) else word for word in option.key.split()]
        return " ".join(words)


def find_option(names: Names, decision: Decision, text: str) -> Option | None:
    """The option that a case means by `text`: its key, or the only one with that verb, that unit or that beginning."""
    wanted = {text, names.key(text), str(names.ids.get(text, text))}
    exact = [option for option in decision.options if option.key in wanted]
    if exact:
        return exact[0]
    alike = [option for option in decision.options if _begins(names, text, option)]
    return alike[0] if len(alike) == 1 else None


def means(names: Names, text: str, option: Option) -> bool:
    """Whether `text` names this option: by its key, or by whole words at its beginning, such as the verb alone."""
    return option.key in (text, names.key(text), str(names.ids.get(text, text))) or _begins(names, text, option)


def _begins(names: Names, text: str, option: Option) -> bool:
    return f"{option.key} ".startswith((f"{text} ", f"{names.key(text)} "))


def matches(names: Names, expected: Any, found: Any) -> bool:
    """Whether a value is as the case says.

    A mapping means a struct with at least these fields (breakdowns: totals by `what`), a name its unit or side, a pair
    a cell, a fraction its number.
    """
    if isinstance(expected, Mapping):
        return _fields(names, expected, found)
    if isinstance(expected, list):
        return _items(names, expected, found)
    if isinstance(found, Breakdown):
        return str(expected) in (str(found.total), plain(str(found)))
    if isinstance(found, float) and not isinstance(expected, bool):
        return number(expected) is not None and abs((number(expected) or 0.0) - found) < 1e-6
    if isinstance(expected, str) and isinstance(found, int) and not isinstance(found, bool):
        return found in (names.ids.get(expected), find_cell(names, expected))
    if isinstance(expected, str) and isinstance(found, str):
        return plain(expected) == plain(found) or names.key(expected) == found
    return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)


def _fields(names: Names, expected: Mapping[str, Any], found: Any) -> bool:
    if isinstance(found, tuple) and all(isinstance(each, Breakdown) for each in found):
        by_what = {each.what: each for each in found}
        return all(key in by_what and matches(names, value, by_what[key]) for key, value in expected.items())
    if isinstance(found, Mapping):
        return all(key in found and matches(names, value, found[key]) for key, value in expected.items())
    return all(hasattr(found, key) and matches(names, value, getattr(found, key)) for key, value in expected.items())


def _items(names: Names, expected: list[Any], found: Any) -> bool:
    if isinstance(found, int):
        return find_cell(names, expected) == found
    if not isinstance(found, (tuple, list)) or len(found) != len(expected):
        return False
    return all(matches(names, one, other) for one, other in zip(expected, found, strict=True))


def find_cell(names: Names, value: object) -> int | None:
    """The cell that a case writes so; None for what is none."""
    try:
        return names.cell(value)
    except BadCase:
        return None


def number(value: object) -> float | None:
    """The number of 0.25 or `5/36`; None for what is none."""
    try:
        above, _, below = str(value).partition("/")
        return float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None


def plain(text: str) -> str:
    """Text with signs as a keyboard has them."""
    return text.replace("−", "-").replace("×", "x").replace("÷", "/")
