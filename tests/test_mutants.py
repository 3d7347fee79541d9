"""Mutants: which mistakes are made, that they are told from sound code, and how many the rulesets' tests notice."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules.registry import SHIPPED
from tests.mutants import LEFT_OUT, candidates, draw, listed, summary, try_all
from tests.mutating import Mutant, mutants
from tests.stages import ROOT, Stage

TOY = '''"""A toy of 3 lines."""
from __future__ import annotations
from typing import Literal

SIZE: int = 3


class Thing:
    """One thing."""

    weight: int = 5

    def __repr__(self) -> str:
        return "2" + str(1 + 1)


def less(a: int, b: int) -> bool:
    """Whether a < b."""
    assert a >= 0, "not 1"
    if a == b:
        return False
    return min(a, SIZE) < min(b, SIZE)


def count(number: int) -> int:
    found = 0
    while found < number and not number > 90:
        found += 1
    return found


def told(names: list[str]) -> list[str]:
    out: list[str] = []
    for name in names:
        if not name:
            continue
        out.append(name)
        print(f"{name} {1 + 1}")
    return out


def ahead(one: int, two: int) -> int:
    return less(one, two) * 2
'''

forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant gets a forked process")


def toy(folder: Path) -> Path:
    """The toy as a module that can be imported."""
    path = folder / "toy_of_mutants.py"
    path.write_text(TOY, encoding="utf-8")
    return path


def checks(_: Mutant | None) -> Iterator[str]:
    """The toy's tests. They do not look at what is printed, nor at numbers beyond its SIZE."""
    import toy_of_mutants as found  # type: ignore[import-not-found]

    yield "less"
    assert found.less(1, 2) and not found.less(2, 1) and not found.less(1, 1) and found.less(2, 3)
    yield "count"
    assert found.count(5) == 5 and found.count(91) == 0 and found.count(90) == 90
    yield "told"
    assert found.told(["a", "", "b"]) == ["a", "b"]
    yield "ahead"
    assert found.ahead(1, 2) == 2


def shown(path: Path) -> set[str]:
    return {f"{each.edit.kind}: {each.shown}" for each in mutants("toy_of_mutants", path)}


def test_the_mistakes_that_are_made(tmp_path: Path) -> None:
    assert shown(toy(tmp_path)) == {
        "number: SIZE: int = [3 -> 2]",
        "number: SIZE: int = [3 -> 4]",
        "comparison: if a [== -> !=] b:",
        "dropped guard: if [a == b -> False]:",
        "true/false: return [False -> True]",
        "comparison: return min(a, SIZE) [< -> <=] min(b, SIZE)",
        "min/max: return [min -> max](a, SIZE) < min(b, SIZE)",
        "min/max: return min(a, SIZE) < [min -> max](b, SIZE)",
        "number: found = [0 -> -1]",
        "number: found = [0 -> 1]",
        "comparison: while found [< -> <=] number and not number > 90:",
        "and/or: while found < number [and -> or] not number > 90:",
        "not: while found < number and [not -> nothing]number > 90:",
        "comparison: while found < number and not number [> -> >=] 90:",
        "number: while found < number and not number > [90 -> 89]:",
        "number: while found < number and not number > [90 -> 91]:",
        "dropped line: [found += 1 -> pass]",
        "arithmetic: found [+ -> -]= 1",
        "number: found += [1 -> 0]",
        "number: found += [1 -> 2]",
        "not: if [not -> nothing]name:",
        "dropped guard: if [not name -> False]:",
        "dropped line: [out.append(name) -> pass]",
        'dropped line: [print(f"{name} {1 + 1}") -> pass]',
        "swapped arguments: return less([one, two -> two, one]) * 2",
        "arithmetic: return less(one, two) [* -> //] 2",
        "number: return less(one, two) * [2 -> 1]",
        "number: return less(one, two) * [2 -> 3]",
    }


def noticed(folder: Path) -> None:
    """Print what is noticed of the toy's mutants, and what is not. For a process without threads: it forks."""
    sys.path.insert(0, str(folder))
    drawn = mutants("toy_of_mutants", toy(folder))
    (sound,) = try_all([None], [Stage("checks", 1, checks)], said=lambda *_: None)
    assert sound is None, sound
    fates = try_all(drawn, [Stage("checks", 0.3, checks)], 2, lambda *_: None)
    print(*[fate.how if fate else listed(mutant) for mutant, fate in zip(drawn, fates, strict=True)], sep="\n")
    print(*summary(drawn, fates), sep="\n")


@forking
def test_what_the_toys_tests_do_not_notice(tmp_path: Path) -> None:
    code = f"from tests.test_mutants import *; noticed(Path({str(tmp_path)!r}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    survivors = [line.partition(": ")[2][9:] for line in lines if line.startswith("toy_of_mutants.py:")]
    assert survivors == [
        "number: SIZE: int = [3 -> 4]",
        "dropped guard: if [a == b -> False]:",
        "comparison: return min(a, SIZE) [< -> <=] min(b, SIZE)",
        'dropped line: [print(f"{name} {1 + 1}") -> pass]',
    ]
    assert "count: no end" in lines
    assert lines[-1] == "killed 24 of 28: 86 %"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_mutant_of_a_ruleset_is_a_module(name: str) -> None:
    found = candidates(name)
    assert len({each.key for each in found}) == len(found) > 1000
    for each in draw(found, "parse", 60):
        assert each.path.stem not in LEFT_OUT
        ast.parse(each.source())


def test_a_seed_draws_the_same_whatever_else_is_in_the_module(tmp_path: Path) -> None:
    path = toy(tmp_path)
    before = [each.id for each in draw(mutants("toy", path), 1, 5)]
    path.write_text(TOY.replace("SIZE: int", "LIMIT = None\nSIZE: int"), encoding="utf-8")
    assert before == [each.id for each in draw(mutants("toy", path), 1, 5)]
    assert before != [each.id for each in draw(mutants("toy", path), 2, 5)]


@pytest.mark.mutants
@forking
@pytest.mark.parametrize("name", SHIPPED)
def test_nine_mistakes_of_ten_are_noticed(name: str) -> None:
    seed = os.environ.get("MUTANTS_SEED", "4242")
    command = [sys.executable, "-m", "tests.mutants", name, "--seed", seed, "-n", "100", "--at-least", "90"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    print(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr[-2000:]
