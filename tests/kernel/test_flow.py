"""Options, decisions, rolls and what may answer them."""

from __future__ import annotations

import pytest

from game.kernel.flow import Decision, IllegalAnswer, Option, Roll, check_answer, decide


def test_options_are_sorted_by_key() -> None:
    decision = decide(1, "turn", [Option("shift 1,0"), Option("end"), Option("dash 3,0")])
    assert [option.key for option in decision.options] == ["dash 3,0", "end", "shift 1,0"]


def test_a_decision_needs_an_option() -> None:
    with pytest.raises(ValueError, match="turn: a decision needs an option"):
        decide(1, "turn", [])


def test_no_key_stands_twice() -> None:
    with pytest.raises(ValueError, match="turn: option 'end' stands twice"):
        decide(1, "turn", [Option("end"), Option("dash 1,0"), Option("end", "End")])


def test_the_verb_is_the_first_word() -> None:
    assert [Option(key).verb for key in ("dash 4,5", "end", "draw sword shield")] == ["dash", "end", "draw"]


def test_a_long_list_of_options_is_cut_in_the_message() -> None:
    decision = decide(4, "turn", [Option(f"dash {n:02d},0") for n in range(20)])
    with pytest.raises(IllegalAnswer, match=r"^'fly' is no option of 'turn' for 4; there are: .*dash 11,0, \.\.\.$"):
        check_answer(decision, "fly")


def test_faces_are_checked_one_by_one() -> None:
    roll = Roll(1, "damage", (6, 8))
    check_answer(roll, (6, 7))
    with pytest.raises(IllegalAnswer, match=r"\(7, 7\) is no throw of d6, d8 \('damage'\)"):
        check_answer(roll, (7, 7))


def test_requests_are_values() -> None:
    assert decide(1, "a", [Option("x"), Option("y")]) == decide(1, "a", [Option("y"), Option("x")])
    assert Decision(1, "a", (Option("x"),)) != Decision(2, "a", (Option("x"),))
