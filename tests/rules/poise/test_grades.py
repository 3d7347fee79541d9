"""The grade of a view alone, found by short cuts, held against the whole of what stands between two units."""

from __future__ import annotations

import itertools

import pytest

from game.rules.poise.position.sight import grade, sees, sight
from game.systems.field import bodies
from tests.rules.poise.test_moves import sessions


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_grade_alone_is_that_of_the_whole_view(grid: str) -> None:
    found = set[str]()
    for session in sessions(grid, 60, 12):
        world = session.world
        for one, other in itertools.permutations(bodies(world), 2):
            whole = sight(world, one, other).grade
            assert grade(world, one, other) == whole
            assert sees(world, one, other) == (whole != "unseen")
            found.add(whole)
    assert found == {"clear", "cover", "unseen"}
