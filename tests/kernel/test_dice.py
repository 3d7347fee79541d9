"""Dice: faces by seed and number of the roll, faces given in advance."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from game.kernel.dice import Chooser, ScriptedDice, SeededDice


def test_faces_depend_on_seed_and_number_alone() -> None:
    dice = SeededDice(5)
    later = dice.throw(3, (6, 6, 20))
    assert dice.throw(0, (6, 6, 20)) != later
    assert dice.throw(3, (6, 6, 20)) == later == SeededDice(5).throw(3, (6, 6, 20))
    assert SeededDice(6).throw(3, (6, 6, 20)) != later


def test_faces_stay_the_same_from_version_to_version() -> None:
    assert [SeededDice("record").throw(n, (6, 20, 100)) for n in range(2)] == [(4, 11, 12), (5, 4, 92)]


def test_faces_are_fair_enough() -> None:
    counts = Counter(SeededDice(1).throw(n, (6,))[0] for n in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6} and all(850 < count < 1150 for count in counts.values())


def test_given_faces_come_in_order_and_again_after_an_undo() -> None:
    dice = ScriptedDice([1, 2, 3, 4])
    assert dice.throw(0, (6,)) == (1,) and dice.throw(1, (6, 6)) == (2, 3)
    assert dice.throw(0, (6,)) == (1,) and dice.throw(1, (6, 6)) == (2, 3)
    assert dice.used == 3
    assert dice.throw(2, (6,)) == (4,) and dice.used == 4


def test_given_faces_run_out() -> None:
    with pytest.raises(ValueError, match=r"dice run out: \(6, 6\) asked, \[1\] left"):
        ScriptedDice([1]).throw(0, (6, 6))


def test_a_given_face_must_be_on_the_die() -> None:
    with pytest.raises(ValueError, match="7 is no face of a d6"):
        ScriptedDice([7]).throw(0, (6,))


def test_a_chooser_gives_the_same_picks_for_the_same_seed() -> None:
    one, two = Chooser("x"), Chooser("x")
    assert [one.pick("abcdef") for _ in range(20)] == [two.pick("abcdef") for _ in range(20)]
    assert all(1 <= face <= sides for face, sides in zip(one.faces((4, 6, 8)), (4, 6, 8), strict=True))


@pytest.mark.parametrize("sides", [1, 2, 6, 20, 1_000_000])
def test_lots_are_throws_of_one_die_after_another(sides: int) -> None:
    one, two = Chooser(f"lots {sides}"), Chooser(f"lots {sides}")
    assert one.lots(50, sides) == [two.faces((sides,))[0] for _ in range(50)]
    assert one.pick("abcdefgh") == two.pick("abcdefgh")


def test_hash_seeds_do_not_matter() -> None:
    code = "from game.kernel.dice import *; print(SeededDice('a').throw(7, (20,) * 9), Chooser('b').pick('abcdefgh'))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
