"""Who plays by the default orders lets pass what a person would not be asked, and loses nothing by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.ai.controller import find_controller
from game.ai.ordering import Ordered
from game.ai.responding import let_pass
from game.kernel.flow import Decision
from game.kernel.session import Session
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish

LOST = 0.03  # of the skirmishes at most


class Witness:
    """The recruit, but it notes the questions that reach it."""

    name = "witness"

    def __init__(self) -> None:
        self.inner, self.asked = find_controller("recruit", 1), 0

    def choose(self, session: Session) -> str:
        assert not let_pass(session), "nobody would be asked this"
        self.asked += 1
        return self.inner.choose(session)


def test_only_what_a_person_would_be_asked_reaches_the_player() -> None:
    skirmish, witness = Skirmish(quick("arena", "wounds", seed=4)).settle(), Witness()
    player, passed = Ordered(witness), 0
    for _ in range(250):
        request = skirmish.session.request
        assert isinstance(request, Decision)
        silent, key = bool(let_pass(skirmish.session)), player.choose(skirmish.session)
        declining = request.declining()
        if silent:
            assert declining is not None and key == declining.key
        passed += silent
        skirmish.answer(key)
    assert witness.asked and passed > witness.asked  # most of what may be asked in wounds concerns nobody


def played(tmp_path: Path, ruleset: str, games: int, controller: str) -> dict[str, float]:
    words = ["arena", "orders", "--ruleset", ruleset, "--games", str(games), "--controller", controller]
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "found.json")]) == 0
    (row,) = json.loads((tmp_path / "found.json").read_text())["results"]
    return row


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_captains_by_default_orders_win_as_often(tmp_path: Path, ruleset: str) -> None:
    assert played(tmp_path, ruleset, 200, "captain")["high"] >= 0.5 - LOST
