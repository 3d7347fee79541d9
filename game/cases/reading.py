"""Files of rule cases, and how many cases each rule has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from game.data import sheets
from game.data.faults import Path as Keys


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


class _Top(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases as a mapping; nobody reads `shared`, it is a place for anchors."""

    ruleset: str
    cases: list[Any]
    settings: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    shared: Any = None


class CaseFile(Struct, frozen=True):
    """The cases of one file and the ruleset they are about."""

    ruleset: str
    cases: tuple[Case, ...]


def read_cases(source: Path | str, ruleset: str = "", name: str = "") -> CaseFile:
    """Read a file (a Path) or a text (a str): a list of cases, or a mapping with the keys of `_Top`.

    A list belongs to `ruleset`, or else to the ruleset that the file's folder is called after. `settings` in a mapping
    hold for all cases that do not set the same themselves. SheetError names file, line and column of whatever is wrong,
    an id that stands twice too.
    """
    sheet = sheets.load(source, name or (str(source) if isinstance(source, Path) else "cases"))
    top: tuple[str, ...] = ()
    file = _Top(ruleset, [])
    if isinstance(sheet.value, dict):
        top, file = ("cases",), sheet.convert(_Top)
    elif not ruleset and isinstance(source, Path):
        file = _Top(source.resolve().parent.name, [])
    found = sheet.get(top)
    if not isinstance(found, list):
        raise sheets.SheetError([sheet.fault(top, f"expected a list of cases, found {sheets.quoted(found)}")])
    cases, faults = _cases(sheet, top, len(found))
    if faults:
        raise sheets.SheetError(faults)
    settings = file.settings
    return CaseFile(file.ruleset, tuple(_with_settings(case, settings) if settings else case for case in cases))


def _with_settings(case: Case, settings: dict[str, Any]) -> Case:
    own = case.given.get("settings", {})
    return structs.replace(case, given={**case.given, "settings": {**settings, **own}})


def _cases(sheet: sheets.Sheet, top: tuple[str, ...], count: int) -> tuple[list[Case], list[sheets.Fault]]:
    cases: list[Case] = []
    faults: list[sheets.Fault] = []
    seen: dict[str, str] = {}
    for at in range(count):
        path: Keys = (*top, at)
        try:
            written = sheet.convert(_Written, path)
        except sheets.SheetError as error:
            faults.extend(error.faults)
            continue
        here = sheet.fault(path, "")
        if written.id in seen:
            faults.append(sheet.fault((*path, "id"), f"case {written.id!r} stands twice; first at {seen[written.id]}"))
        place = seen[written.id] = f"{here.file}:{here.line}"
        cases.append(Case(**structs.asdict(written), place=place, sheet=sheet, path=path))
    return cases, faults


def count_rules(cases: Iterable[Case]) -> Counter[str]:
    """How many cases each rule ID has."""
    return Counter(rule for case in cases for rule in set(case.rules))
