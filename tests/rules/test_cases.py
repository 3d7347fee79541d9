"""Every case of tests/rules/<ruleset>/cases*.yaml is one test."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.cases import Case, read_cases, run_case
from game.rules.ruleset import Ruleset, find_ruleset

HERE = Path(__file__).parent


@cache
def ruleset(name: str) -> Ruleset:
    """The shipped ruleset, read once for all its cases."""
    return find_ruleset(name)


def shipped() -> Iterator[object]:
    """All cases of all files, each with its ruleset's name."""
    for path in sorted(HERE.glob("*/cases*.yaml")):
        found = read_cases(path, name=path.relative_to(HERE.parent.parent).as_posix())
        for case in found.cases:
            yield pytest.param(found.ruleset, case, id=f"{path.parent.name}/{case.id}")


@pytest.mark.parametrize(("name", "case"), list(shipped()))
def test_case(name: str, case: Case) -> None:
    failures = run_case(ruleset(name), case)
    assert not failures, "\n" + "\n".join(map(str, failures))
