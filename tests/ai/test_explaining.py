"""Why a computer player answers as it does: what it weighed, told as data."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.ai.explaining import WORDS, explain
from game.kernel.flow import Decision
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_what_is_told_is_what_decided(ruleset: str) -> None:
    skirmish = Skirmish(quick("arena", ruleset, ("captain", "captain"))).settle()
    player = find_controller("captain", "x")
    weighed = 0
    for _ in range(12):
        request = skirmish.session.request
        assert isinstance(request, Decision)
        told, answer = explain(skirmish.session, "captain", "x"), player.choose(skirmish.session)
        assert told[0].option.key == answer
        scores = [round(each.score, 9) for each in told]
        assert scores == sorted(scores, reverse=True)
        for each in told:
            # Terms that count next to nothing are left out.
            assert sum(part.value for part in each.parts) == pytest.approx(each.score, abs=0.02)
            assert {part.name for part in each.parts} <= set(WORDS)
        if len(told) > 1 and told[0].score - told[1].score > 0.003:
            assert told[0].decided is not None and told[0].decided.short > 0
            assert told[1].decided is not None and told[1].decided.short > 0
            weighed += 1
        skirmish.answer(answer)
    assert weighed


def test_who_does_not_weigh_has_nothing_to_tell() -> None:
    skirmish = Skirmish(quick("arena", "clash", ("first", "first"))).settle()
    assert explain(skirmish.session, "first") == ()
    with pytest.raises(LookupError):
        explain(skirmish.session, "nobody")
