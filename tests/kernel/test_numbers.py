"""Breakdowns: totals, and how they read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.kernel.numbers import Breakdown, Modifier, add, at_least


def test_a_threat_reads_as_in_the_rules() -> None:
    parts = (add(5, "slash"), add(2, "agility"), add(2, "high ground"), add(-2, "armour"), at_least(0))
    number = Breakdown("threat", parts)
    assert number.total == 7
    assert str(number) == "7 = 5 slash + 2 agility + 2 high ground − 2 armour"


def test_a_clamp_is_named_only_where_it_matters() -> None:
    assert (
        str(Breakdown("threat", (add(3, "slash"), add(-4, "armour"), at_least(0))))
        == "0 = 3 slash − 4 armour at least 0"
    )
    assert str(Breakdown("threat", (add(4, "slash"), Modifier(9, "cap", kind="most")))) == "4 = 4 slash"


@pytest.mark.parametrize(
    ("kind", "value", "total", "text"),
    [
        ("times", 2, 14, "14 = 7 base × 2 critical"),
        ("divide", 2, 3, "3 = 7 base ÷ 2 critical"),
        ("least", 9, 9, "9 = 7 base at least 9 critical"),
        ("most", 4, 4, "4 = 7 base at most 4 critical"),
        ("set", 1, 1, "1 = 7 base becomes 1 critical"),
        ("add", 0, 7, "7 = 7 base + 0 critical"),
    ],
)
def test_each_kind_of_line(kind: str, value: int, total: int, text: str) -> None:
    number = Breakdown("damage", (add(7, "base"), Modifier(value, "critical", "", kind)))  # type: ignore[arg-type]
    assert number.total == total and str(number) == text


def test_division_rounds_down_below_zero_too() -> None:
    assert Modifier(2, "half", kind="divide").apply(-3) == -2


def test_nothing_is_nought() -> None:
    assert Breakdown("threat").total == 0 and str(Breakdown("threat")) == "0"
    assert str(Breakdown("successes", (add(0, "failed with 17"),))) == "0 (failed with 17)"


def test_below_zero_the_same_sign_stands_everywhere() -> None:
    assert str(Breakdown("check", (add(-2, "wounded"),))) == "−2 = − 2 wounded"


def test_plus_leaves_the_number_it_is_made_from() -> None:
    number = Breakdown("threat", (add(5, "slash"),))
    assert number.plus(add(1, "boon")).total == 6 and number.total == 5


@given(st.lists(st.integers(-50, 50), max_size=8), st.integers(-20, 20))
def test_lines_apply_in_order(values: list[int], floor: int) -> None:
    number = Breakdown("sum", tuple(add(value, "x") for value in values))
    assert number.total == sum(values)
    assert number.plus(at_least(floor)).total == max(sum(values), floor)
    assert number.plus(at_least(floor), add(3, "y")).total == max(sum(values), floor) + 3
