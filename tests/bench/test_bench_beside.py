"""Random play beside python-chess and the captain beside Wesnoth, as `python -m tests.bench.beside` measures them."""

from __future__ import annotations

import pytest

from tests.bench import beside, wesnoth

CHESS = {"poise": 0.07, "clash": 0.07, "wounds": 0.05, "vitality": 0.03, "aura": 0.02}  # floors, not goals


@pytest.mark.parametrize("ruleset", CHESS)
def test_random_play_beside_chess(ruleset: str) -> None:
    pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    assert beside.beside_chess([ruleset], 5)[ruleset] >= CHESS[ruleset]


@pytest.mark.skipif(not wesnoth.installed(), reason="Wesnoth is not installed: apt-get install wesnoth-1.16-core")
def test_the_captain_beside_wesnoth() -> None:
    assert beside.beside_wesnoth(["poise"], [10], "captain", 10.0, 1)["poise", 10] >= 0.05
