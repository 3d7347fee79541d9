"""Positions with a plainly right answer: their format, a few in the gate, all of them by `-m positions`."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai.controller import find_controller
from game.cases.positions import Make, begin, play, play_positions, read_positions
from game.cases.stage import Trouble
from game.data.sheets import SheetError
from game.rules.ruleset import find_ruleset
from tests.toy import Toy

FILES = sorted((Path(__file__).parent / "positions").glob("*.yaml"))
GOAL = 0.95  # share that the captain has to answer rightly
SEEDS = 5
FEW = 0.5  # of the few in the gate, one try each


def player(name: str) -> Make:
    """Makes controllers of that name."""
    return lambda seed: find_controller(name, seed)


@pytest.mark.positions
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_captain_answers_rightly(path: Path) -> None:
    file = read_positions(path)
    rate = play_positions(find_ruleset(file.ruleset), file.positions, player("captain"), SEEDS)
    wrong = ", ".join(f"{position} {count}" for position, count in rate.by_position().items())
    assert rate.right >= GOAL * len(rate.tries), f"{rate.right} of {len(rate.tries)}; wrong: {wrong}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_position_can_be_set_up_and_asks_what_it_judges(path: Path) -> None:
    file = read_positions(path)
    assert len(file.positions) >= 40
    ruleset = find_ruleset(file.ruleset)
    asked = [begin(ruleset, position)[1].moment for position in file.positions]
    assert set(asked) - {"own_turn", "floor"}, "reactions and details too"
    assert any(position.case.given.get("grid") == "hex" for position in file.positions)


TOY = """\
ruleset: toy
positions:
- id: x
  given: {{board: ["A b"], each: {{unit: fighter}}}}
  {}
  why: for the test
"""


def toy(text: str, *, given: str = "") -> str:
    """What is wrong with the first option's player in a position of the toy's; empty if nothing is."""
    (position,) = read_positions(TOY.format(text), "p").positions
    return play(Toy(), position, player("first"), "0").fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("must: end", ""),
        ("must: [strike b, {group: turn}]", ""),
        ("must: [strike b, {verb: [walk, end]}]", ""),
        ("must: [strike b]", "none of what it must"),
        ("must: [{verb: strike, unit: b}]", "none of what it must"),
        ("must_not: [end]", "what it must not: end"),
        ("must_not: [{verb: end}]", "what it must not: verb end"),
        ("must_not: [{cell: {apart: b}, later: true}]", ""),
        ("must: [{ends: {next_to: b}}]", ""),
        ("must: [{ends: {in: [[0, 0]], out: [[1, 0]], within: {b: 1}, beyond: {b: 0}}}]", ""),
        ("must: [{ends: {apart: b}}]", "none of what it must"),
        ("must: [{ends: {closer: b}}]", "none of what it must"),
        ("must: [{ends: {farther: b}}]", "none of what it must"),
        ("must_not: [{verb: leap, later: true}]", ""),
        ("then: {A: {at: [0, 0]}}", ""),
        ("then: {b: {life: 3}}", "b.life: expected 3; found 8"),
    ],
)
def test_an_answer_is_judged_by_what_it_is_and_where_it_leads(text: str, fault: str) -> None:
    assert toy(text) == fault


@pytest.mark.parametrize("text", ["must: [leap]", "must_not: [stirke b]", "must: [{verb: leap}]"])
def test_what_names_no_option_is_an_error(text: str) -> None:
    with pytest.raises(Trouble, match="among the options"):
        toy(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("span: answer", "a position needs `must`, `must_not` or `then`, and a `why`"),
        ("mustnt: [end]", "p:5:3: positions.0.mustnt: unknown key 'mustnt'"),
        ("must: [{verbs: end}]", "p:5:11: positions.0.must.0.verbs: unknown key 'verbs'"),
    ],
)
def test_a_faulty_position_is_told_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(SheetError) as error:
        read_positions(TOY.format(text), "p")
    assert fault in str(error.value)


def test_two_positions_of_one_name_are_an_error() -> None:
    twice = TOY.format("must: end")
    with pytest.raises(SheetError, match="position 'x' stands twice"):
        read_positions(twice + twice[twice.index("- id") :], "p")


def test_a_turn_goes_on_until_somebody_else_has_theirs() -> None:
    text = TOY.format("must: end")
    (position,) = read_positions(text, "p").positions
    verdict = play(Toy(), position, player("first"), "3")
    assert (verdict.position, verdict.seed, verdict.answers) == ("x", "3", ("end",))


# One in eight, so that the gate notices a player that no longer plays.
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_few_positions_are_answered_rightly(path: Path) -> None:
    file = read_positions(path)
    rate = play_positions(find_ruleset(file.ruleset), file.positions[::8], player("captain"), 1)
    assert rate.right >= FEW * len(rate.tries), rate.failed
