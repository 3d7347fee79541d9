"""The tests of a ruleset in stages, quick ones first: what a mutant must get past to survive."""

from __future__ import annotations

import contextlib
import gc
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from game.cases import Case, read_cases, run_case
from tests import invariants, test_contract, test_odds_flow, test_records
from tests.mutating import Mutant
from tests.playing import GRIDS, begin, ruleset

ROOT = Path(__file__).resolve().parent.parent

Steps = Callable[[Mutant | None], Iterable[object]]
"""Each item is a label of what is checked next; a failed check raises. What cannot notice a mutant may be left out."""


class Stage(NamedTuple):
    """Some of the tests; `limit`: so many seconds of processor time may go by from one label to the next."""

    name: str
    limit: float
    steps: Steps


def stages(name: str, covered: Covered | None = None) -> list[Stage]:
    """The stages of a ruleset."""
    return [
        Stage("cases", 5, partial(_run, name, cases_of(name), covered)),
        Stage("records", 10, partial(_records, name)),
        Stage("contract", 20, partial(_contract, name)),
        Stage("invariants", 20, partial(_invariants, name)),
        Stage("odds", 60, partial(_odds, name)),
        Stage("own", 120, partial(_own, name)),
    ]


@cache
def cases_of(name: str) -> tuple[Case, ...]:
    """A ruleset's cases, read once, so that no mutant needs to."""
    paths = sorted((ROOT / "tests/rules" / name).glob("cases*.yaml"))
    return tuple(case for path in paths for case in read_cases(path).cases)


def _run(name: str, cases: Sequence[Case], covered: Covered | None, mutant: Mutant | None) -> Iterator[str]:
    for number, case in enumerate(cases):
        if covered is not None and mutant is not None and not concerns(covered, mutant, number):
            continue
        yield case.id
        failures = run_case(ruleset(name), case)
        assert not failures, failures[0]


# Which case calls which function

Covered = dict[str, dict[int, frozenset[int]]]
"""File -> first line of each function -> the cases that call it, -1 for reading the sheets."""


def concerns(covered: Covered, mutant: Mutant, case: int) -> bool:
    """Whether a case, or what all cases are played with, comes by the mutant's function."""
    if not mutant.edit.function:
        return True
    first, last = mutant.edit.function
    called = covered.get(str(mutant.path), {})
    return any({case, -1} & callers for line, callers in called.items() if first <= line <= last)


def cover(name: str) -> list[tuple[str, int, list[int]]]:
    """Play all cases and note who calls what. What functions remember is forgotten before each."""
    folder = str(ROOT / "game/rules" / name)
    found: dict[tuple[str, int], set[int]] = {}
    now = -1

    def trace(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(folder):
            found.setdefault((code.co_filename, code.co_firstlineno), set()).add(now)

    sys.settrace(trace)
    rules = ruleset(name)
    sys.settrace(None)
    memories = [each for each in gc.get_objects() if isinstance(each, _MEMORY) and _owned(each, name)]
    for now, case in enumerate(cases_of(name)):  # noqa: B007  `trace` reads it
        for each in memories:
            each.cache_clear()
        sys.settrace(trace)
        run_case(rules, case)
        sys.settrace(None)
    return [(file, line, sorted(callers)) for (file, line), callers in found.items()]


_MEMORY = type(cache(lambda: None))


def _owned(memory: object, name: str) -> bool:
    return str(getattr(memory, "__module__", "")).startswith(f"game.rules.{name}")


# The other stages


def _records(name: str, _: Mutant | None) -> Iterator[str]:
    for grid in GRIDS:
        yield grid
        test_records.compare(f"{name}-{grid}")


def _contract(name: str, _: Mutant | None) -> Iterator[str]:
    for grid in GRIDS:
        for seed in (0, 5):
            yield f"{grid} {seed}"
            test_contract.test_every_step_keeps_the_contract(name, grid, seed)


def _invariants(name: str, _: Mutant | None) -> Iterator[str]:
    for grid in GRIDS:
        for seed in (1, 4, 6):
            yield f"{grid} {seed}"
            invariants.stroll(invariants.arena(name, grid, seed), seed, 150)


def _odds(name: str, _: Mutant | None) -> Iterator[str]:
    for grid in GRIDS:
        yield grid
        test_odds_flow.looked_through(begin(name, grid, 1), 0, 12, 100)


def _own(name: str, _: Mutant | None) -> Iterator[str]:
    """The ruleset's own tests in Python."""
    folder, quiet = f"tests/rules/{name}", io.StringIO()
    yield folder
    options = ["-n0", "-x", "-q", "-p", "no:cacheprovider", "--tb=line", str(ROOT / folder)]
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        code = pytest.main(options)
    failed = [line for line in quiet.getvalue().splitlines() if line.startswith("FAILED")]
    assert code in (0, 5), (*failed, "it failed")[0]
