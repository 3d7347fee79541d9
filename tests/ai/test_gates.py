"""How strong the computer players are against each other, in pairs of skirmishes; `game arena duel` shows the same."""

from __future__ import annotations

import pytest

from game.ai.batch import Job, run
from game.ai.judging import score
from game.map.scenario import quick
from game.rules.registry import SHIPPED

GAMES = 40
MAPS = ("arena", "village-green")  # hexes and squares
GATES = (("captain", "recruit", 0.8), ("marshal", "captain", 0.6))


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("where", MAPS)
@pytest.mark.parametrize(("first", "second", "least"), GATES, ids=lambda each: str(each))
def test_each_level_beats_the_one_below(ruleset: str, where: str, first: str, second: str, least: float) -> None:
    job = Job(quick(where, ruleset, (first, second)), (first, second), "gate")
    found = score(first, list(run([(job, number) for number in range(GAMES)], 2)))
    assert not found.errors
    assert found.rate >= least, found
