"""How often a person is asked outside the own turns when only what matters is asked."""

from __future__ import annotations

import pytest

from game.rules.registry import SHIPPED
from tests.questions import count

MOST, DECLINED = 8, 4


def held(ruleset: str, board: str, seed: str, player: str, limit: int) -> None:
    found = count(ruleset, board, seed, player, limit)
    declined = sum(not used for used in found.events.values())
    assert len(found.events) <= MOST * found.rounds, found
    assert declined <= DECLINED * found.rounds, found
    assert not found.missed, found  # whoever plays by it answers as before, and so wins as often


def test_few_questions_where_anybody_may_break_in() -> None:
    held("wounds", "arena", "1", "squire", 400)


@pytest.mark.nightly
@pytest.mark.parametrize(("board", "player"), [("arena", "captain"), ("arena", "squire"), ("village-green", "captain")])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_few_questions_in_every_ruleset(ruleset: str, board: str, seed: str, player: str) -> None:
    held(ruleset, board, seed, player, 3000)
