"""The tests of a ruleset in stages, quick ones first: what a mutant must get past to survive."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from game.cases import Case, read_cases, run_case
from tests import invariants, test_contract, test_odds_flow, test_records
from tests.playing import GRIDS, begin, ruleset

ROOT = Path(__file__).resolve().parent.parent

Steps = Callable[[], Iterable[object]]
"""Each item is a label of what is checked next; a failed check raises."""


class Stage(NamedTuple):
    """Some of the tests; `limit`: so many seconds of processor time may go by from one label to the next."""

    name: str
    limit: float
    steps: Steps


def stages(name: str) -> list[Stage]:
    """The stages of a ruleset; the cases are read already, so that no mutant needs to."""
    paths = sorted((ROOT / "tests/rules" / name).glob("cases*.yaml"))
    cases = [case for path in paths for case in read_cases(path).cases]
    return [
        Stage("cases", 5, partial(_cases, name, cases)),
        Stage("records", 10, partial(_records, name)),
        Stage("contract", 20, partial(_contract, name)),
        Stage("invariants", 20, partial(_invariants, name)),
        Stage("odds", 60, partial(_odds, name)),
        Stage("own", 120, partial(_own, name)),
    ]


def _cases(name: str, cases: list[Case]) -> Iterator[str]:
    for case in cases:
        yield case.id
        failures = run_case(ruleset(name), case)
        assert not failures, failures[0]


def _records(name: str) -> Iterator[str]:
    for grid in GRIDS:
        yield grid
        test_records.compare(f"{name}-{grid}")


def _contract(name: str) -> Iterator[str]:
    for grid in GRIDS:
        for seed in (0, 5):
            yield f"{grid} {seed}"
            test_contract.test_every_step_keeps_the_contract(name, grid, seed)


def _invariants(name: str) -> Iterator[str]:
    for grid in GRIDS:
        for seed in (1, 4, 6):
            yield f"{grid} {seed}"
            invariants.stroll(invariants.arena(name, grid, seed), seed, 150)


def _odds(name: str) -> Iterator[str]:
    for grid in GRIDS:
        yield grid
        test_odds_flow.looked_through(begin(name, grid, 1), 0, 12, 100)


def _own(name: str) -> Iterator[str]:
    """The ruleset's own tests in Python."""
    folder, quiet = f"tests/rules/{name}", io.StringIO()
    yield folder
    options = ["-n0", "-x", "-q", "-p", "no:cacheprovider", "--tb=line", str(ROOT / folder)]
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        code = pytest.main(options)
    failed = [line for line in quiet.getvalue().splitlines() if line.startswith("FAILED")]
    assert code in (0, 5), (*failed, "it failed")[0]
