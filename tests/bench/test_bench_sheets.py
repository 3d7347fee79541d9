"""Loading sheets, against PyYAML's own safe C loader on the same text in the same run.

Run with `python -m pytest tests/bench --benchmark-enable -n 0`.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable

import msgspec
import yaml
from pytest_benchmark.fixture import BenchmarkFixture

from game.data import sheets
from game.map.file import load_board


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


def _pyyaml() -> object:
    return yaml.load(RULESET, Loader=yaml.CSafeLoader)


def _seconds(work: Callable[[], object]) -> float:
    return timeit.timeit(work, number=1)


def test_ruleset_with_checks_against_pyyaml(benchmark: BenchmarkFixture) -> None:
    table = benchmark(lambda: sheets.read_table(RULESET, Weapon))
    assert len(table) == 300
    turns = range(9)  # taken in turns, and the fastest counts: the one with the least of other programs in it
    pairs = [(_seconds(lambda: sheets.read_table(RULESET, Weapon)), _seconds(_pyyaml)) for _ in turns]
    ours, theirs = map(min, zip(*pairs, strict=True))
    benchmark.extra_info["ratio"] = round(ours / theirs, 3)
    assert ours <= 0.6 * theirs, f"{ours / theirs:.2f} of PyYAML"


def test_map_of_100_by_100(benchmark: BenchmarkFixture) -> None:
    sheet = benchmark(lambda: sheets.load(MAP))
    assert len(sheet.value["rows"].splitlines()) == 100


def test_board_of_100_by_100(benchmark: BenchmarkFixture) -> None:
    """Reading a map and the masks that every skirmish asks for first."""
    text = MAP.replace("name: Plain", "name: Plain\ngrid: hex")

    def work() -> int:
        board = load_board(text)
        return board.impassable | board.water | board.extras[1]

    assert benchmark(work)
