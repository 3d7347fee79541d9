"""Run rule cases and report what is not as expected."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from game.cases.expecting import check
from game.cases.naming import BadCase, Miss, check_kinds, unknown_key
from game.cases.reading import Case, read_cases
from game.cases.setting import open_stage
from game.cases.stage import Stage, Trouble, describe
from game.data import sheets
from game.rules.ruleset import Ruleset, find_ruleset

_ABOUT_REQUESTS = {"asked", "offered", "not_offered", "preview"}


class _Thrown(Struct, frozen=True):
    roll: int | list[int]
    dice: list[int] = []


class Failure(Struct, frozen=True):
    """One thing in a case that is not as expected; as text it is one line, with file and line of the case."""

    place: str
    case: str
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        found = "; ".join(self.found.splitlines())
        line = f"{self.place}: {self.case}: {self.what}: expected {self.expected}; found {found}"
        return " ".join(line.split())


def run_file(path: Path, ruleset: Ruleset | None = None, folder: Path | None = None) -> list[Failure]:
    """Run all cases of a file; the ruleset is the file's own unless one is given. `folder` as in `find_ruleset`.

    SheetError tells what is wrong with the file, LookupError that it names no known ruleset.
    """
    found = read_cases(path, ruleset.name if ruleset else "")
    rules = ruleset or find_ruleset(found.ruleset, folder)
    return [failure for case in found.cases for failure in run_case(rules, case, folder)]


def run_case(ruleset: Ruleset, case: Case, folder: Path | None = None) -> list[Failure]:
    """What does not come out as the case says; nothing when it holds."""
    return [Failure(case.place, case.id, *miss) for miss in _misses(ruleset, case, folder)]


def _misses(ruleset: Ruleset, case: Case, folder: Path | None) -> Iterator[Miss]:
    if not case.rules or not case.then:
        yield Miss("case", "rules and something in `then`", "nothing")
    stage = _open(ruleset, case, folder)
    known = stage.ruleset.rulebook if isinstance(stage, Stage) else ruleset.rulebook  # a case may bring its own
    for rule in case.rules:
        if rule not in known:
            near = sheets.nearest(rule, known)
            yield Miss("rules", f"a rule of {ruleset.name}" + (f" (did you mean {near}?)" if near else ""), rule)
    awaited = case.then.get("error")
    if not isinstance(stage, Stage):
        if awaited is None or str(awaited) not in stage:
            yield Miss("given" if awaited is None else "error", str(awaited or "a situation"), stage)
    elif awaited is not None:
        yield Miss("error", str(awaited), "no error")
    else:
        yield from _watched(stage, case)


def _open(ruleset: Ruleset, case: Case, folder: Path | None) -> Stage | str:
    """The case before its first answer, or why it cannot be set up."""
    try:
        return open_stage(ruleset, case, folder)
    except (ValueError, LookupError, sheets.SheetError) as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error} (at {_origin(error)})"


def _watched(stage: Stage, case: Case) -> Iterator[Miss]:
    """A case must not take the others with it, whatever goes wrong inside a rule."""
    try:
        yield from _play(stage, case)
    except Trouble as trouble:
        yield Miss(trouble.what, trouble.expected, trouble.found)
    except BadCase as error:
        yield Miss("case", "words that can be understood", str(error))
    except Exception as error:
        yield Miss("case", "no error", f"{type(error).__name__}: {error} (at {_origin(error)})")


def _origin(error: Exception) -> str:
    """File and line of the code that raised the error."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return "?" if at is None else f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"


def _play(stage: Stage, case: Case) -> Iterator[Miss]:
    for at, (entry, after) in enumerate(itertools.zip_longest(case.when, case.when[1:]), start=1):
        try:
            yield from enter(stage, entry, f"when.{at}", throwing="roll" not in (after or {}))
        except (Trouble, BadCase):
            raise
        except Exception as error:
            raise Trouble(f"when.{at}", "no error", f"{type(error).__name__}: {error} (at {_origin(error)})") from error
    stage.settle()
    yield from check(stage, case.then)
    if stage.midway and not case.then.keys() & _ABOUT_REQUESTS:
        yield Miss("when", "an answer to every question of the last step", describe(stage.names, stage.session.request))
    if stage.faces and "dice_used" not in case.then:
        yield Miss("dice", "all dice to fall (or `dice_used`)", f"{stage.faces} left")


def enter(stage: Stage, entry: Mapping[str, Any], where: str, *, throwing: bool) -> Iterator[Miss]:
    """Do one entry; `throwing`: whether a check may let the dice of `dice` fall, which it must not before a `roll`."""
    first = next((word for word in ("roll", "do", "check") if word in entry), "")
    for key in entry:
        if key not in ((first, "dice") if first == "roll" else (first,) if first else stage.names.ids):
            raise BadCase(unknown_key(f"{where}.{key}", key, (*stage.names.ids, "roll", "do", "check")))
    if "roll" in entry:
        check_kinds(entry, _Thrown, where)
        faces = entry["roll"] if isinstance(entry["roll"], list) else [entry["roll"]]
        stage.roll(faces, entry.get("dice"), where)
    elif "do" in entry:
        stage.perform(str(entry["do"]), where)
    elif "check" in entry:
        if not isinstance(entry["check"], Mapping):
            raise BadCase(f"{where}.check: expected a mapping, found {sheets.quoted(entry['check'])}")
        stage.settle(throwing=throwing, checking=True)
        yield from (miss._replace(what=f"{where}.{miss.what}") for miss in check(stage, entry["check"]))
    else:
        for who, text in entry.items():
            stage.answer(who, str(text), where)
