"""What a case expects of numbers, their lines, chances and areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from game.cases.naming import BadCase, Miss, Names, matches, number, plain, unknown_key
from game.grid.grid import bits, cells
from game.kernel.numbers import Breakdown, Modifier


def listed(value: Any) -> list[Any]:
    """A value that may stand alone, as a list."""
    return value if isinstance(value, list) else [value]


def negated(holds: Callable[[Any], Iterator[Miss]], value: Mapping[str, Any], at: str) -> Iterator[Miss]:
    """Each entry that does hold, though it should not; `holds` yields what does not."""
    for key, each in value.items():
        if next(holds({key: each}), None) is None:
            yield Miss(f"{at}.not.{key}", f"not {each}", str(each))


def known_field(found: Any, key: str, more: Iterable[str] = ()) -> Any:
    """The field of a struct; BadCase names those there are."""
    if key not in found.__struct_fields__:
        raise BadCase(unknown_key(f"{type(found).__name__}.{key}", key, (*found.__struct_fields__, *more)))
    return getattr(found, key)


def breakdowns(events: Iterable[Any]) -> dict[str, Breakdown]:
    """The last breakdown of each kind that stands in these events."""
    found: dict[str, Breakdown] = {}
    for event in events:
        for field in event.__struct_fields__:
            value = getattr(event, field)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Breakdown):
                    found[each.what] = each
    return found


def check_totals(names: Names, value: Mapping[str, Any], found: Mapping[str, Breakdown], at: str) -> Iterator[Miss]:
    """These numbers have these totals, or all of these parts."""
    for what, expected in value.items():
        if what not in found or not matches(names, expected, found[what]):
            yield Miss(f"{at}.{what}", str(expected), str(found.get(what, f"only {', '.join(found) or 'nothing'}")))


def check_lines(value: Mapping[str, Any], found: Mapping[str, Breakdown], at: str) -> Iterator[Miss]:
    """These lines stand in these numbers, by label, rule ID, text or fields."""
    for what, lines in value.items():
        parts = found[what].parts if what in found else ()
        for line in listed(lines):
            if not any(_is_line(line, part) for part in parts):
                yield Miss(f"{at}.{what}", str(line), str(found.get(what, "no such number")))


def check_no_lines(value: Mapping[str, Any], found: Mapping[str, Breakdown], at: str) -> Iterator[Miss]:
    """None of these lines, by the number they would stand in."""
    for what, lines in value.items():
        for line in listed(lines):
            if any(_is_line(line, part) for part in (found[what].parts if what in found else ())):
                yield Miss(f"{at}.{what}", f"no {line}", str(found[what]))


def _is_line(expected: Any, part: Modifier) -> bool:
    if isinstance(expected, Mapping):
        return all(str(getattr(part, key, None)) == str(value) for key, value in expected.items())
    return str(expected) in (part.label, part.rule, plain(str(part)))


def check_chances(value: Mapping[str, Any], found: Mapping[str, float], at: str) -> Iterator[Miss]:
    """These results have these chances."""
    for label, expected in value.items():
        chance = number(expected)
        if chance is None or abs(chance - found.get(label, 0.0)) > 1e-6:
            yield Miss(f"{at}.{label}", str(expected), ", ".join(f"{name}: {each:.6g}" for name, each in found.items()))


def check_cells(names: Names, value: Any, found: int, at: str) -> Iterator[Miss]:
    """`value`: how many cells, which cells, or a mapping with count, with, without."""
    wanted = value if isinstance(value, Mapping) else {"count": value} if isinstance(value, int) else {"exactly": value}
    shown = " ".join(names.grid.name(cell) for cell in cells(found)) or "none"
    for key, each in wanted.items():
        if key == "count":
            fits = found.bit_count() == each
        else:
            mask = bits(names.cell(cell) for cell in listed(each))
            fits = {"exactly": mask == found, "with": mask & found == mask, "without": not mask & found}.get(key, False)
        if not fits:
            yield Miss(f"{at}.{key}", str(each), shown)
