"""What the computer makes of its points: it neither wastes them nor gives up a turn for nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.ai.lookahead import Lookahead
from game.ai.profiles import Profile, profile
from game.cases import read_cases
from game.cases.setting import open_stage
from game.cases.stage import Stage
from game.kernel.components import Unit
from game.rules.vitality.worth import worth
from game.systems.pools import reset
from tests.playing import ruleset

CAPTAIN = profile("captain") or Profile("none")


def stage(given: dict[str, Any]) -> Stage:
    (case,) = read_cases(
        json.dumps([{"id": "x", "rules": ["VITALITY-ACT-1"], "given": given, "then": {}}]), "vitality"
    ).cases
    return open_stage(ruleset("vitality"), case)


def scored(at: Stage, seed: int = 1, who: Profile = CAPTAIN) -> dict[str, float]:
    """What a player thinks of the options of whoever is asked."""
    return {evaluation.option.key: evaluation.score for evaluation in Lookahead(who, seed).evaluations(at.session)}


def worth_with(at: Stage, name: str, pool: str, amount: int) -> float:
    unit = at.names.id(name)
    reset(at.world, unit, pool, amount)
    return worth(at.world, at.world.get(unit, Unit).side)


def test_what_ends_with_the_turn_is_no_reason_to_end_it() -> None:
    blind = {"unit": "reaver", "conditions": ["blinded"], "ap": 2, "nm": 0, "wp": 0}
    scores = scored(stage({"board": ["A b"], "A": blind, "b": {"unit": "archer"}}))
    assert scores["defend"] > scores["end"]


def test_it_does_not_stroll_where_it_stands_well() -> None:
    given = {"board": ["A b . . .", ". . . . ."], "A": {"unit": "reaver", "ap": 0, "nm": 0}, "b": {"unit": "archer"}}
    scores = scored(stage(given))
    assert any(key.startswith("walk") for key in scores)
    assert max(scores, key=lambda key: scores[key]) == "end"


def test_it_keeps_its_gear_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.hopes.hopes", lambda *_: {})  # or it would not even think of it
    given = {
        "board": ["A B . . b"],
        "A": {"unit": "archer"},
        "B": {"unit": "pikeman", "held": []},
        "b": {"unit": "archer"},
    }
    scores = scored(stage(given), who=Profile("thorough"))  # the captain tries no gifts here
    gifts = {key: score for key, score in scores.items() if key.startswith("interact give")}
    assert gifts
    assert max(gifts.values()) < scores["end"] + 0.02


def test_a_stunt_s_worth_of_momentum_is_worth_more_than_a_scratch() -> None:
    at = stage({"board": ["A . b"], "A": {"unit": "man_at_arms", "nm": 3}, "b": {"unit": "archer"}})
    whole = worth_with(at, "A", "nm", 3)
    spent = worth_with(at, "A", "nm", 0)
    worth_with(at, "A", "nm", 3)
    scratched = worth_with(at, "A", "temp_vitality", 2)
    assert whole > scratched > spent
    worth_with(at, "A", "temp_vitality", 0)
    assert worth_with(at, "A", "vitality", 8) < spent  # a real blow costs more


def test_guarding_is_for_whoever_is_within_reach() -> None:
    def gain(row: str) -> float:
        found = []
        for conditions in ([], ["defending"]):
            at = stage({"board": [row], "A": {"unit": "pikeman", "conditions": conditions}, "b": {"unit": "reaver"}})
            found.append(worth_with(at, "A", "rp", 2))
        return found[1] - found[0]

    assert gain("A b . . . .") > 2 * gain("A . . . . b") > 0


def test_it_waits_for_an_enemy_that_it_cannot_reach() -> None:
    given = {
        "board": ["A . . # . . . b"],
        "A": {"unit": "pikeman", "nm": 0, "conditions": ["restrained"]},
        "b": {"unit": "reaver"},
    }
    scores = scored(stage(given))
    # Whoever is held breaks free first; of all else nothing is better than to wait with the pike.
    others = {key: score for key, score in scores.items() if not key.startswith(("watch", "break_restrained"))}
    assert scores["watch pike"] > max(others.values())
    assert "watch unarmed" not in scores


def test_in_a_union_nobody_ends_the_turn_of_those_who_have_not_acted() -> None:
    given = {
        "board": ["A B . . c"],
        "each": {"unit": "conscript"},
        "A": {"ap": 0, "movement": 0},
        "unions": [["A", "B"]],
        "begun": True,
    }
    scores = scored(stage(given))
    assert scores["hand_over 4"] > scores["end"]


def test_a_union_that_puts_a_strong_unit_before_enemies_is_worth_planning() -> None:
    given: dict[str, Any] = {
        "board": ["A . B . . . . b . c"],
        "A": {"unit": "champion", "instinct": 9, "ap": 0, "movement": 0, "nm": 0},
        "B": {"unit": "wolf"},
        "b": {"unit": "reaver"},
        "c": {"unit": "reaver"},
        "begun": True,
    }
    scores = scored(stage(given))
    assert max(scores, key=lambda key: scores[key]) == "plan_union 4"
    slow = {"unit": "reaver", "instinct": 4}
    scores = scored(stage({**given, "b": slow, "c": slow}))
    assert scores["plan_union 4"] < scores["end"]
