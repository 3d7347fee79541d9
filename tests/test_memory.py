"""What every ruleset remembers is what it would find."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from tests import memories
from tests.playing import GRIDS, RULESETS, brawl

ANSWERS = 150


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", RULESETS)
def test_memories_are_up_to_date(name: str, grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    memories.watch(monkeypatch)
    game, player = brawl(name, grid, 3), find_controller("random", 3)
    for _ in range(ANSWERS):
        if game.session.request is None:
            break
        memories.check(game.session.world)
        game.answer(player.choose(game.session))
