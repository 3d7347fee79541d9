"""How strong the computer players are against each other, in pairs of skirmishes; `game arena duel` shows the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.rules.registry import SHIPPED

pytestmark = pytest.mark.nightly


def share(tmp_path: Path, *words: str) -> float:
    """What A won of one row of `game arena duel`, 0 to 1."""
    out = tmp_path / "found.json"
    assert main(["arena", "duel", *words, "--jobs", "2", "--out", str(out)]) == 0
    (row,) = json.loads(out.read_text())["results"]
    return float(row["rate"])


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("name", ["arena", "village-green"])  # hexes and squares
def test_the_captain_beats_the_recruit(ruleset: str, name: str, tmp_path: Path) -> None:
    words = ["--ruleset", ruleset, "--map", name, "--games", "40", "--seed", "gate"]
    assert share(tmp_path, "captain", "recruit", *words) >= 0.8


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("grid", ["hex", "square"])
def test_the_marshal_beats_the_captain_on_all_maps_of_a_grid(ruleset: str, grid: str, tmp_path: Path) -> None:
    """One map tells little: who wins there hangs on its ground."""
    words = ["--ruleset", ruleset, "--grid", grid, "--games", "200", "--seed", "9"]
    assert share(tmp_path, "marshal", "captain", *words) >= 0.6
