"""What the ruleset says beside the rules: who has acted, what goes on into the next skirmish, why not."""

from __future__ import annotations

from typing import Any

import pytest

from game.cases.reading import read_cases
from game.cases.setting import open_stage
from game.components import Unit
from game.rules.ruleset import find_ruleset


def stage(given: str) -> Any:
    """A situation as in a rule case."""
    text = f"- {{id: one, rules: [POISE-MOVE-1], given: {given}, then: {{round: 1}}}}\n"
    return open_stage(find_ruleset("poise"), read_cases(text, "poise", "here").cases[0])


def state_of(given: str, unit: str = "A") -> Any:
    """What goes on of a unit after its skirmish."""
    found = stage(given)
    rules: Any = found.ruleset
    return rules.carried_over(found.world, found.names.id(unit), {"poise": 3, "natural_zoc": True})


def test_who_has_several_turns_has_acted_after_the_last() -> None:
    given = '{board: ["A . b"], A: {unit: footman, turns_per_round: 2}, b: {unit: footman}, turn: A, acted: [%s]}'
    rules: Any = find_ruleset("poise")
    for acted, names in (("A", set()), ("A, A", {"A"}), ("b, A", {"b"})):
        world = stage(given % acted).world
        assert {world.get(unit, Unit).name for unit in rules.acted(world)} == names


def test_gear_in_hand_goes_on_unless_it_is_as_ever() -> None:
    board = 'board: ["A . b"], b: {unit: footman}'
    assert state_of("{%s, A: {unit: footman}}" % board) == {"natural_zoc": True}
    found = state_of("{%s, A: {unit: footman, held: [sword], carried: [shield]}}" % board)
    assert found == {"natural_zoc": True}
    found = state_of("{%s, A: {unit: footman, held: [dagger], carried: [shield]}}" % board)
    assert (found["held"], found["carried"]) == (["shield"], ["dagger"])
    found = state_of("{%s, A: {unit: footman, held: [dagger], carried: [mace]}}" % board)
    assert (found["held"], found["carried"]) == (["dagger"], ["mace"])


@pytest.mark.parametrize(("stress", "stays"), [(0, True), (39, True), (40, False)])
def test_too_much_stress_ends_the_series(stress: int, stays: bool) -> None:
    found = state_of('{board: ["A . b"], A: {unit: footman, stress: %d}, b: {unit: footman}}' % stress)
    assert (found is not None) == stays
    assert not stays or found.get("stress", 0) == stress


WORDS = [
    ("A: {unit: footman, held: [crossbow]}", "reload", "reason_loaded"),
    ("A: {unit: footman, held: [crossbow], carried: [sword]}, maneuver_used: true", "sprint", "reason_not_moved"),
    ("A: {unit: footman, conditions: [knocked_down]}", "dash", "reason_knocked_down"),
    ("A: {unit: footman, conditions: [immobile]}", "shift", "reason_immobile"),
    ("A: {unit: footman, conditions: [kneeling]}", "dash", "reason_kneeling"),
    ("A: {unit: footman, afflictions: [winded]}, sprint: 2", "sprint", "reason_winded"),
    ("A: {unit: footman}", "rally", "reason_nobody_to_rally"),
    ("A: {unit: footman}", "slash", "reason_out_of_range"),
    ("A: {unit: footman}", "draw", "reason_nothing_carried"),
    ("A: {unit: footman, poise: 2}", "bind", "reason_cost"),
    ("A: {unit: adept, conditions: [choking]}", "ward", "reason_choking"),
    ("A: {unit: footman}, lying: [sword 8 0]", "pick_up", "reason_nothing_lying"),
    ("A: {unit: footman}, lying: [sword 1 0]", "pick_up", "reason_no_hand"),
    ("A: {unit: footman}, action_used: true", "slash", "reason_action_used"),
    ("A: {unit: footman}, maneuver_used: true, action_used: true, sprint: 2", "dash", "reason_maneuver_used"),
]


@pytest.mark.parametrize(("given", "verb", "reason"), WORDS)
def test_the_reason_is_said(given: str, verb: str, reason: str) -> None:
    found = stage('{board: ["A . . . . . . . . b"], b: {unit: footman}, turn: A, %s}' % given)
    rules: Any = found.ruleset
    refusals = {each.verb: each for each in rules.refusals(found.world, found.names.id("A"))}
    assert [note.text for note in refusals[verb].reasons] == [rules.titles[reason]]


def test_an_empty_crossbow_says_so() -> None:
    found = stage('{board: ["A . . . b"], A: {unit: footman, held: [crossbow]}, b: {unit: footman}}')
    rules: Any = found.ruleset
    found.answer("A", "bolt b", "here")
    found.answer("b", "predict", "here")
    refusals = {each.verb: each for each in rules.refusals(found.world, found.names.id("A"))}
    assert rules.titles["reason_not_loaded"] in [note.text for note in refusals["bolt"].reasons]
    assert "reload" not in refusals
