"""Options, decisions, rolls and what may answer them."""

from __future__ import annotations

import pytest

from game.kernel.flow import Decision, IllegalAnswer, Roll, check_answer, decide
from tests.options import option


def test_options_are_sorted_by_key() -> None:
    decision = decide(1, "turn", [option("shift 1,0"), option("end"), option("dash 3,0")])
    assert [option.key for option in decision.options] == ["dash 3,0", "end", "shift 1,0"]


def test_a_decision_needs_an_option() -> None:
    with pytest.raises(ValueError, match="turn: a decision needs an option"):
        decide(1, "turn", [])


def test_no_key_stands_twice() -> None:
    with pytest.raises(ValueError, match="turn: option 'end' stands twice"):
        decide(1, "turn", [option("end"), option("dash 1,0"), option("end", "End")])


def test_the_verb_is_the_first_word() -> None:
    assert [option(key).verb for key in ("dash 4,5", "end", "draw sword shield")] == ["dash", "end", "draw"]


def test_a_long_list_of_options_is_cut_in_the_message() -> None:
    decision = decide(4, "turn", [option(f"dash {n:02d},0") for n in range(20)])
    with pytest.raises(IllegalAnswer, match=r"^'fly' is no option of 'turn' for 4; there are: .*dash 11,0, \.\.\.$"):
        check_answer(decision, "fly")


def test_faces_are_checked_one_by_one() -> None:
    roll = Roll(1, "damage", (6, 8))
    check_answer(roll, (6, 7))
    with pytest.raises(IllegalAnswer, match=r"\(7, 7\) is no throw of d6, d8 \('damage'\)"):
        check_answer(roll, (7, 7))


def test_requests_are_values() -> None:
    assert decide(1, "a", [option("x"), option("y")]) == decide(1, "a", [option("y"), option("x")])
    assert Decision(1, "a", (option("x"),)) != Decision(2, "a", (option("x"),))
