"""Loading sheets, against PyYAML's own safe C loader on the same text in the same run.

Run with `python -m pytest tests/bench --benchmark-enable -n 0`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import yaml
from pytest_benchmark.fixture import BenchmarkFixture

from game import sheets


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    kind: str
    reach: int
    price: float
    tags: tuple[str, ...]
    damage: dict[str, int]


_ENTRY = """\
weapon_{0}:
  title: "Weapon number {0}"
  kind: melee
  reach: 2
  price: 12.5
  tags: [light, quick, two handed]
  damage: {{dice: 2, sides: 6, bonus: {0}}}
"""
RULESET = "".join(map(_ENTRY.format, range(300)))  # 2,100 lines
MAP = "name: Plain\nrows: |\n" + ("  " + ".,~#" * 25 + "\n") * 100


def _best(work: Callable[[], Any], times: int) -> float:
    """Seconds of the fastest of several runs: the one with the least of other programs in it."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def test_ruleset_with_checks_against_pyyaml(benchmark: BenchmarkFixture) -> None:
    table = benchmark(lambda: sheets.read_table(RULESET, Weapon))
    assert len(table) == 300
    ours = _best(lambda: sheets.read_table(RULESET, Weapon), 7)
    theirs = _best(lambda: yaml.load(RULESET, Loader=yaml.CSafeLoader), 7)
    benchmark.extra_info["ratio"] = round(ours / theirs, 3)
    assert ours <= 0.6 * theirs, f"{ours / theirs:.2f} of PyYAML"


def test_map_of_100_by_100(benchmark: BenchmarkFixture) -> None:
    sheet = benchmark(lambda: sheets.load(MAP))
    assert len(sheet.value["rows"].splitlines()) == 100
