"""Files of rule cases, and how many cases each rule has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, structs

from game.data import sheets
from game.data.faults import Path as Keys

T = TypeVar("T")


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    rules: tuple[str, ...]
    given: dict[str, Any]
    then: dict[str, Any]
    when: tuple[dict[str, Any], ...] = ()
    auto: dict[str, str] = {}  # msgspec copies it
    why: str = ""


class Case(_Written, frozen=True, kw_only=True):
    """One case: `given` a situation, `when` these answers are given, `then` this is so; `why` in words.

    `rules` are the rule IDs that it shows. `auto` answers the questions that `when` does not. `place` is file:line,
    `sheet` the whole file and `path` where the case stands in it.
    """

    place: str
    sheet: sheets.Sheet
    path: Keys


class Top(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file of cases or positions says before them; nobody reads `shared`, it is a place for anchors."""

    ruleset: str
    settings: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    shared: Any = None


class _Top(Top, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cases: list[Any]


class CaseFile(Struct, frozen=True):
    """The cases of one file and the ruleset they are about."""

    ruleset: str
    cases: tuple[Case, ...]


def read_cases(source: Path | str, ruleset: str = "", name: str = "") -> CaseFile:
    """Read a file (a Path) or a text (a str): a list of cases, or a mapping with `cases` and the keys of `Top`.

    A list belongs to `ruleset`, or else to the ruleset that the file's folder is called after. `settings` in a mapping
    hold for all cases that do not set the same themselves. SheetError names file, line and column of whatever is wrong,
    an id that stands twice too.
    """
    sheet = sheets.load(source, name or (str(source) if isinstance(source, Path) else "cases"))
    top: tuple[str, ...] = ()
    file = _Top(ruleset=ruleset, cases=[])
    if isinstance(sheet.value, dict):
        top, file = ("cases",), sheet.convert(_Top)
    elif not ruleset and isinstance(source, Path):
        file = _Top(ruleset=source.resolve().parent.name, cases=[])

    def case(path: Keys) -> Case:
        written = sheet.convert(_Written, path)
        fields = {**structs.asdict(written), "given": with_settings(written.given, file.settings)}
        return Case(**fields, place=place_of(sheet, path), sheet=sheet, path=path)

    return CaseFile(file.ruleset, tuple(entries(sheet, top, "case", case, lambda each: each.id)))


def with_settings(given: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """A situation with a file's settings under its own; the same where the file has none."""
    return {**given, "settings": {**settings, **given.get("settings", {})}} if settings else given


def place_of(sheet: sheets.Sheet, path: Keys) -> str:
    """`file:line` of what stands there."""
    here = sheet.fault(path, "")
    return f"{here.file}:{here.line}"


def entries(sheet: sheets.Sheet, top: Keys, what: str, make: Callable[[Keys], T], name: Callable[[T], str]) -> list[T]:
    """What is made of each entry of the list at `top`; SheetError tells the faults of all, and names standing twice."""
    listed = sheet.get(top)
    if not isinstance(listed, list):
        raise sheets.SheetError([sheet.fault(top, f"expected a list of {what}s, found {sheets.quoted(listed)}")])
    found: list[T] = []
    faults: list[sheets.Fault] = []
    seen: dict[str, str] = {}
    for at in range(len(listed)):
        path: Keys = (*top, at)
        try:
            made = make(path)
        except sheets.SheetError as error:
            faults.extend(error.faults)
            continue
        if name(made) in seen:
            said = f"{what} {name(made)!r} stands twice; first at {seen[name(made)]}"
            faults.append(sheet.fault((*path, "id"), said))
        seen[name(made)] = place_of(sheet, path)
        found.append(made)
    if faults:
        raise sheets.SheetError(faults)
    return found


def count_rules(cases: Iterable[Case]) -> Counter[str]:
    """How many cases each rule ID has."""
    return Counter(rule for case in cases for rule in set(case.rules))
