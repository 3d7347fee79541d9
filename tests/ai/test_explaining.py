"""Why a computer player answers as it does: what it weighed, told as data."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.ai.explaining import LEAST, WORDS, decided
from game.ai.lookahead import Lookahead
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_what_is_told_is_what_decided(ruleset: str) -> None:
    skirmish = Skirmish(quick("arena", ruleset, ("captain", "captain"))).settle()
    player, weighed = find_controller("captain", "x"), 0
    assert isinstance(player, Lookahead)
    for _ in range(24):
        assert isinstance(skirmish.session.request, Decision)
        answer = player.choose(skirmish.session)
        if not player.at_once(skirmish.session):
            told = player.evaluations(skirmish.session)
            assert told[0].option.key == answer
            scores = [round(each.score, 9) for each in told]
            assert scores == sorted(scores, reverse=True)
            for each in told:
                assert sum(value for _, value in each.terms) == pytest.approx(each.score)
                assert {name for name, _ in each.terms} <= set(WORDS)
            if len(told) > 1 and told[0].score - told[1].score > LEAST * len({*told[0].terms, *told[1].terms}):
                assert decided(told, 0) and decided(told, 1)
                weighed += 1
        skirmish.answer(answer)
    assert weighed
