"""What the ruleset says beside the rules: who has acted, what goes on into the next skirmish, why not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.cases.reading import read_cases
from game.cases.setting import open_stage
from game.kernel.components import Unit
from game.rules.ruleset import find_ruleset

FOOTMAN = {"unit": "footman"}


def stage(**given: Any) -> Any:
    """A situation as in a rule case: a footman against another who is far off, unless said otherwise."""
    row = "A . . . . . . . . b"
    given = {"board": [row], "A": FOOTMAN, "b": FOOTMAN, "turn": "A", **given}
    case = {"id": "one", "rules": ["POISE-MOVE-1"], "given": given, "then": {"round": 1}}
    return open_stage(find_ruleset("poise"), read_cases(json.dumps([case]), "poise", "here").cases[0])


def state_of(**unit: Any) -> Any:
    """What goes on of A after its skirmish."""
    found = stage(A={**FOOTMAN, **unit})
    return found.ruleset.carried_over(found.world, found.names.id("A"), {"poise": 3, "natural_zoc": True})


def reasons(found: Any) -> dict[str, list[str]]:
    """Why not, in words, by verb."""
    refusals = found.ruleset.refusals(found.world, found.names.id("A"))
    return {each.verb: [note.text for note in each.reasons] for each in refusals}


@pytest.mark.parametrize(("acted", "names"), [(["A"], set()), (["A", "A"], {"A"}), (["b", "A"], {"b"})])
def test_who_has_several_turns_has_acted_after_the_last(acted: list[str], names: set[str]) -> None:
    found = stage(A={**FOOTMAN, "turns_per_round": 2}, acted=acted)
    assert {found.world.get(unit, Unit).name for unit in found.ruleset.acted(found.world)} == names


def test_gear_in_hand_goes_on_unless_it_is_as_ever() -> None:
    assert state_of() == state_of(held=["sword"], carried=["shield"]) == {"natural_zoc": True}
    found = state_of(held=["dagger"], carried=["shield"])
    assert (found["held"], found["carried"]) == (["shield"], ["dagger"])
    found = state_of(held=["dagger"], carried=["mace"])
    assert (found["held"], found["carried"]) == (["dagger"], ["mace"])


@pytest.mark.parametrize("stress", [0, 1, 39])
def test_stress_goes_on(stress: int) -> None:
    assert state_of(stress=stress) == ({"natural_zoc": True} | ({"stress": stress} if stress else {}))


def test_too_much_stress_ends_the_series() -> None:
    assert state_of(stress=40) is None


WORDS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"held": ["crossbow"]}, {}, "reload", "reason_loaded"),
    ({}, {"maneuver_used": True}, "sprint", "reason_not_moved"),
    ({"conditions": ["knocked_down"]}, {}, "dash", "reason_knocked_down"),
    ({"conditions": ["immobile"]}, {}, "shift", "reason_immobile"),
    ({"conditions": ["kneeling"]}, {}, "dash", "reason_kneeling"),
    ({"afflictions": ["winded"]}, {"sprint": 2}, "sprint", "reason_winded"),
    ({}, {}, "rally", "reason_nobody_to_rally"),
    ({}, {}, "slash", "reason_out_of_range"),
    ({}, {}, "draw", "reason_nothing_carried"),
    ({"poise": 2}, {}, "bind", "reason_cost"),
    ({"unit": "adept", "conditions": ["choking"]}, {}, "ward", "reason_choking"),
    ({}, {"lying": ["sword 8 0"]}, "pick_up", "reason_nothing_lying"),
    ({}, {"lying": ["sword 1 0"]}, "pick_up", "reason_no_hand"),
    ({}, {"action_used": True}, "slash", "reason_action_used"),
    ({}, {"maneuver_used": True, "action_used": True, "sprint": 2}, "dash", "reason_maneuver_used"),
]


@pytest.mark.parametrize(("unit", "given", "verb", "reason"), WORDS)
def test_the_reason_is_said(unit: dict[str, Any], given: dict[str, Any], verb: str, reason: str) -> None:
    found = stage(A={**FOOTMAN, **unit}, **given)
    assert reasons(found)[verb] == [found.ruleset.titles[reason]]


def test_an_empty_crossbow_says_so() -> None:
    found = stage(board=["A . . . b"], A={**FOOTMAN, "held": ["crossbow"]})
    found.answer("A", "bolt b", "here")
    found.answer("b", "predict", "here")
    assert found.ruleset.titles["reason_not_loaded"] in reasons(found)["bolt"]
    assert "reload" not in reasons(found)
