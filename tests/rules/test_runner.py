"""The format of rule cases: what holds passes, what does not is told in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cases import read_cases, run_file
from tests.rules.toy_cases import TOY, failures, whole

STRIKE = """
- id: strike
  rules: [TOY-HIT-1]
  given: {board: ["A b . .", ". . . ."], each: {unit: pawn}, A: {bonus: 2}, b: {life: 9}, dice: [4]}
  when: [{A: strike b}, {b: brace}]
  then: {%s}
"""


HOLDS = [
    "b: {life: 4, pools: {life: 4}, base: {life: 8}, at: [1, 0], side: blue, size: 1, down: no, conditions: []}",
    "b: {Strength.bonus: 1}, A: {bonus: 2, numbers: {harm: 2}}",
    "blue: {team: 2, name: blue}, field: {phase: turn, Clock.round: 1}, A: {strength: 2}",
    "events: [{Attacked: {unit: A, target: b, numbers: {harm: 2}}}, {PoolChanged: {unit: b, after: 4}}, TurnBegan]",
    "events: [{Rolled: {dice: [6], faces: [4]}}]",
    "no_events: [Moved, {PoolChanged: {unit: A}}]",
    'totals: {harm: "1 = 2 bonus - 1 braced"}, no_lines: {harm: [luck]}',
    "totals: {harm: 1}, lines: {harm: [braced, TOY-HIT-1, '- 1 braced', {label: bonus, value: 2}]}",
    "asked: {who: b, question: turn, rule: TOY-TURN-1, options: [end, walk, strike A]}",
    "offered: {b: [strike A, walk 2 0, 'walk 2,0', walk]}, not_offered: {b: [walk 0 0, brace]}, next: b, round: 1",
    "overlays: {b: {reach: {count: 4, with: [[2, 0]], without: [[0, 0]]}}, A: {reach: [[0, 1], [1, 1]]}}",
    "overlays: {b: {reach: 4}}",
    "preview: {b: {strike A: {chances: {fells: 0, hurts: 1}, spread: {5: 1/6}, totals: {harm: 1}, exact: true}}}",
    "preview: {b: {strike A: {no_lines: {harm: [braced]}, not: {exact: false, chances: {fells: 1}}}}}",
    "b: {steps: null, wobble: null, walked: []}, overlaps: []",
    "not: {b: {life: 5, at: [2, 0]}, next: A, events: [Moved], offered: {b: [walk 0 0]}, outcome: red}",
    "b: {not: {life: 5, conditions: [wet], strength: null}}",
    "preview: {A: {strike b: {totals: {harm: 2}, spread: {8: 1/6}}, end: {title: end}}}",
    "preview: {b: {end: {title: end, path: [], notes: []}}}, dice_used: 1, outcome: null, lying: []",
]


UNKNOWN = "case: expected words that can be understood; found "
FAILS = {
    "b: {life: 5}": "b.life: expected 5; found 4",
    "b: {at: [2, 0]}": "b.at: expected [2, 0]; found 1,0",
    "b: {at: off}": "b.at: expected off; found 1,0",
    "b: {down: defeated}": "b.down: expected defeated; found None",
    "b: {conditions: [wet]}": "b.conditions: expected ['wet']; found none",
    "b: {conditions: {with: [wet]}}": "b.conditions: expected {'with': ['wet']}; found none",
    "b: {conditions: {without: [wett]}}": UNKNOWN + "b.conditions: unknown key 'wett'; known: end, hurt, wet",
    "b: {mood: 1}": UNKNOWN + "b.mood: unknown key 'mood'; known: base, bonus, cell, cells,",
    "b: {bonis: 1}": UNKNOWN + "b.bonis: unknown key 'bonis'; known: base, bonus, cell,",
    "b: {steps: 1}": "b.steps: expected 1; found no component of it has a 'steps'",
    "b: {number: true}": "b.number: expected True; found 1",
    "b: {facing: n}": "b.facing: expected n; found None",
    "b: {side: red}": "b.side: expected red; found blue",
    "b: {numbers: {harm: 3}}": "b.numbers: expected {'harm': 3}; found harm 1 = 1 bonus",
    "c: {life: 4}": UNKNOWN + "then.c: unknown key 'c'; known: A, answers,",
    "event: [Moved]": UNKNOWN + "then.event: unknown key 'event'; known: A, answers,",
    "events: [{Attacked: {unit: b}}]": "events: expected {'Attacked': {'unit': 'b'}} (in this order); found Attacked{",
    "events: [Moved, TurnBegan]": "events: expected Moved (in this order); found",
    "events: [PoolChanged, Attacked]": "events: expected Attacked (in this order); found",
    "no_events: [Attacked]": "no_events: expected no Attacked; found Attacked{unit: A, target: b",
    "totals: {harm: 2}": "totals.harm: expected 2; found 1 = 2 bonus − 1 braced",
    "totals: {luck: 2}": "totals.luck: expected 2; found only harm",
    "lines: {harm: [luck]}": "lines.harm: expected luck; found 1 = 2 bonus − 1 braced",
    "no_lines: {harm: [braced]}": "no_lines.harm: expected no braced; found 1 = 2 bonus − 1 braced",
    "asked: {who: A}": "asked.who: expected A; found b is asked 'turn': end, strike A, walk",
    "asked: {options: [end, walk]}": "asked.options: expected ['end', 'walk']; found b is asked 'turn'",
    "asked: null": "asked: expected nothing; found b is asked 'turn'",
    "offered: {A: [end]}": "offered.A: expected A is asked; found b is asked 'turn'",
    "offered: {b: [fly]}": "offered.b: expected fly; found b is asked 'turn'",
    "not_offered: {b: [walk]}": "not_offered.b: expected no walk; found walk",
    "refused: {b: {strike: TOY-FAR-1}}": "refused.b.strike: expected TOY-FAR-1; found it is not refused",
    "overlays: {b: {reach: 3}}": "overlays.b.reach.count: expected 3; found 2,0 0,1 1,1 2,1",
    "overlays: {b: {reach: {without: [[2, 0]]}}}": "overlays.b.reach.without: expected [[2, 0]]; found",
    "preview: {b: {strike A: {chances: {fells: 1/2}}}}": "preview.b.strike A.chances.fells: expected 1/2; found fells",
    "preview: {b: {fly: {exact: true}}}": "preview.b.fly: expected an option; found b is asked",
    "preview: {b: {end: {colour: red}}}": UNKNOWN + "Preview.colour: unknown key 'colour'; known: alarms, area,",
    "preview: {b: {end: {exact: false}}}": "preview.b.end.exact: expected False; found True",
    "preview: {b: {strike A: {no_lines: {harm: [bonus]}}}}": "preview.b.strike A.no_lines.harm: expected no bonus",
    "preview: {b: {strike A: {not: {exact: true}}}}": "preview.b.strike A.not.exact: expected not True; found True",
    "b: {strength: null}": "b.strength: expected None; found 1",
    "b: {walked: [[1, 0]]}": "b.walked: expected [[1, 0]]; found nowhere",
    "overlaps: [[A, b]]": "overlaps: expected [['A', 'b']]; found none",
    "not: {b: {life: 4}}": "b.not.life: expected not 4; found 4",
    "b: {not: {at: [1, 0]}}": "b.not.at: expected not [1, 0]; found [1, 0]",
    "not: {next: b}": "then.not.next: expected not b; found b",
    "not: {events: [Attacked, PoolChanged]}": "then.not.events: expected not ['Attacked', 'PoolChanged']; found",
    "not: {b: {life: 5, bonus: 1}}": "b.not.bonus: expected not 1; found 1",
    "not: {b: {lief: 4}}": UNKNOWN + "b.lief: unknown key 'lief'",
    "no_events: [Movd]": UNKNOWN + "event Movd: unknown key 'Movd'; known: Answered,",
    "no_events: [{Moved: {ent: 1}}]": UNKNOWN + "event Moved.ent: unknown key 'ent'; known: cost, end, how,",
    "asked: {question: turn, ruel: X}": UNKNOWN + "Decision.ruel: unknown key 'ruel'; known: about, moment, options,",
    "dice_used: 2": "dice_used: expected 2; found 1",
    "outcome: red": "outcome: expected red; found it goes on",
    "next: A": "next: expected A; found b",
    "round: 2": "round: expected 2; found 1",
    "lying: [sword 1 0]": "lying: expected sword 1,0; found nothing",
    "next: x": "case: expected words that can be understood; found 'x' is no unit or side of the case; there are: red",
    "b: {at: [9, 9]}": "case: expected words that can be understood; found '9,9' lies off the 4 x 2 board",
    "error: no such thing": "error: expected no such thing; found no error",
}


WRONG_KINDS = {
    "A: 5": "A: expected a mapping, found 5",
    "A: {walked: 5}": "A.walked: expected a list, found 5",
    "A: {conditions: wet}": "A.conditions: expected a mapping or a list, found 'wet'",
    "A: {facing: x}": "'x' is not a direction; there are: n, ne,",
    "not: 5": "then.not: expected a mapping, found 5",
    "offered: A": "then.offered: expected a mapping, found 'A'",
    "refused: {A: strike}": "then.refused.A: expected a mapping, found 'strike'",
    "events: {Moved: {unit: A}, Fell: {}}": "an event is a word, or one word with its fields: {Moved: {unit: A}}, not",
    "preview: {b: {end: {chances: sure}}}": "preview.b.end.chances: expected a mapping, found 'sure'",
    "overlaps: [A]": "then.overlaps.0: expected a list, found 'A'",
    "asked: b": "then.asked: expected a mapping or nothing, found 'b'",
}


@pytest.mark.parametrize("then", WRONG_KINDS)
def test_what_is_no_list_or_mapping_is_told(then: str) -> None:
    (found,) = failures(STRIKE % then)
    assert found.startswith(f"cases:2: strike: {UNKNOWN}{WRONG_KINDS[then]}"), found


@pytest.mark.parametrize("then", HOLDS)
def test_what_holds_passes(then: str) -> None:
    assert failures(STRIKE % then) == []


@pytest.mark.parametrize("then", FAILS)
def test_what_does_not_hold_is_told_in_one_line(then: str) -> None:
    found = failures(STRIKE % then)
    assert len(found) == 1 and found[0].startswith(f"cases:2: strike: {FAILS[then]}"), found


BOARD = 'board: ["A b . ."], each: {unit: pawn}'


def test_rolls_may_stand_among_the_answers() -> None:
    assert whole(BOARD, "{A: strike b}, {b: take}, {roll: [2], dice: [6]}", "b: {life: 5}, dice_used: 1") == []
    assert (
        whole(BOARD, "{A: strike b}, {b: take}, {roll: 2}, {b: strike A}, {A: take}, {roll: 3}", "A: {life: 4}") == []
    )


def test_automatic_answers_stand_in_for_the_others() -> None:
    given = BOARD + ", dice: [3]"
    assert whole(given, "{A: strike b}", "b: {life: 5}", ", auto: {brace: brace}") == []
    assert whole(given, "{A: strike b}, {b: end}", "next: A", ", auto: {brace: brace}") == []
    assert whole(given, "{A: strike b}, {roll: 3}", "b: {life: 5}, dice_used: 1", ", auto: {brace: brace}") == []


def test_of_many_events_those_of_that_name_are_told_first() -> None:
    when = ", ".join(["{A: end}, {b: end}"] * 6)
    (found,) = whole(BOARD, when, "events: [TurnBegan, Moved]")
    assert found.endswith("TurnBegan{unit: b, rule: TOY-TURN-1}; ... and 5 more")
    (found,) = whole(BOARD, "{A: strike b}, {b: take}, {roll: 3}, {b: end}", "events: [{PoolChanged: {after: 7}}]")
    assert "found PoolChanged{unit: b, pool: life, before: 8, after: 4" in found


def test_the_way_walked_and_shared_cells() -> None:
    walk = "{A: walk 0 1}, {b: end}, {A: walk 1 1}"
    assert whole("board: ['A b', '. .'], each: {unit: pawn}", walk, "A: {walked: [[0, 1], [1, 1]]}, overlaps: []") == []
    board = "board: ['A b', 'C .'], each: {unit: pawn}, A: {size: 2}"
    assert whole(board, "", "overlaps: [[A, b], [C, A]]") == []
    found = whole(board + ", C: {down: fled}", "", "overlaps: []")
    assert found == ["cases:1: x: overlaps: expected []; found A and b"]


MANY = "board: ['. . . . .', '. . . . .', '. . A b .', '. . . . .'], each: {unit: pawn}"


def test_of_many_options_the_nearest_are_told() -> None:
    (found,) = whole(MANY, "", "offered: {A: [walk 3 8]}")
    assert found.startswith("cases:1: x: offered.A: expected walk 3 8; found A is asked 'turn': walk 3,1, walk 3,3,")
    assert found.endswith(", ... and 1 more")
    (found,) = whole(MANY, "{A: strik c}", "round: 1")
    assert found.startswith("cases:1: x: when.1: expected A: strik c; found A is asked 'turn': strike b,")


def test_checks_may_stand_among_the_answers() -> None:
    assert whole(BOARD, "{A: end}, {check: {next: b}}, {b: end}", "next: A") == []
    found = whole(BOARD, "{A: end}, {check: {next: A}}, {b: end}", "next: A")
    assert found == ["cases:1: x: when.2.next: expected A; found b"]


def test_things_may_happen_by_themselves() -> None:
    assert whole(BOARD, "{do: heal b 3}, {A: end}", "b: {life: 11}, next: b") == []
    assert "ValueError: 'spin 5 3' cannot happen (at toy.py:" in whole(BOARD, "{do: spin b 3}", "round: 1")[0]


def test_checks_may_stand_between_the_rolls_of_one_step() -> None:
    twice = "{do: trap b}, {b: take}, {check: {b: {life: 8}, asked: null}}, {roll: 2}, {check: {b: {life: 6}}}"
    assert "found b throws d6 (trap)" in whole(BOARD, twice, "round: 1")[0]
    twice = twice.replace(", asked: null", "")
    assert whole(BOARD, twice, "round: 1") == []
    strike = "{A: strike b}, {check: {asked: {who: b}}}, {b: take}, {check: {events: [Attacked]}}, {roll: 2}"
    assert whole(BOARD, strike, "b: {life: 5}") == []
    assert whole(BOARD + ", dice: [4]", strike, "b: {life: 5}, dice_used: 1") == []
    without = strike.replace(", {roll: 2}", ", {b: end}")
    assert whole(BOARD + ", dice: [4]", without, "b: {life: 3}") == []
    found = whole(BOARD, without, "b: {life: 3}")
    expected = (
        "when.5: expected A throws d6 (strike); found no dice left: write their faces under `dice` or as a `roll`"
    )
    assert found == [f"cases:1: x: {expected}"]


def test_what_a_computer_player_would_answer() -> None:
    asked = "board: ['A b', '. .'], each: {unit: pawn}, b: {life: 1}"
    assert whole(asked, "", "answers: {A: strike b}, not_answers: {A: [end, walk]}") == []
    assert whole(asked, "", "answers: {A: {any_of: [strike, walk], level: squire}}") == []
    assert whole(asked, "", "answers: {A: {any_of: end, level: first}}, asked: {who: A}") == []
    assert whole(asked, "{A: strike b}, {roll: 3}", "outcome: red, not: {answers: {b: end}}") == []
    assert whole(asked, "", "answers: {A: end}") == ["cases:1: x: answers.A: expected end; found strike b (captain)"]
    found = whole(asked, "", "not_answers: {A: {any_of: [strike b], level: guardian}}")
    assert found == ["cases:1: x: not_answers.A: expected not strike b; found strike b (guardian)"]
    found = whole(asked, "", "answers: {b: end}")
    assert found == [
        "cases:1: x: answers.b: expected b is asked; found A is asked 'turn': end, strike b, walk 0,1, walk 1,1"
    ]
    (found,) = whole(asked, "", "answers: {A: {any_of: end, level: captian}}")
    assert "unknown controller 'captian'; known: " in found and "did you mean 'captain'" in found
    (found,) = whole(asked, "", "answers: {A: {anyof: end}}")
    assert "answers.A: unknown key 'anyof'; known: any_of, level (did you mean 'any_of'?)" in found
    (found,) = whole(asked, "", "not_answers: {A: stirke b}")
    assert "not_answers.A: expected stirke b among the options; found A is asked 'turn': strike b," in found


def test_a_single_option_answers_itself() -> None:
    given = BOARD + ", b: {life: 1}"
    assert whole(given, "{A: strike b}, {roll: 2}", "outcome: red") == []
    found = whole(given, "{A: strike b}, {b: take}, {roll: 2}", "outcome: red")
    assert found[0].startswith("cases:1: x: when.2: expected A throws d6 (strike); found no dice left")


WRONG_ENTRIES = {
    "{A: end}, {cheek: {}}": "when.2.cheek: unknown key 'cheek'; known: A, b, blue, check, do, red, roll (did you mean",
    "{roll: 3, dise: [6]}": "when.1.dise: unknown key 'dise'; known: A,",
    "{do: heal b 3, roll: 2}": "when.1.do: unknown key 'do'",
    "{check: {}, b: end}": "when.1.b: unknown key 'b'",
}


@pytest.mark.parametrize("when", WRONG_ENTRIES)
def test_entries_have_no_other_keys(when: str) -> None:
    (found,) = whole(BOARD, when, "round: 1")
    assert found.startswith(f"cases:1: x: {UNKNOWN}{WRONG_ENTRIES[when]}"), found


PLAYED_WRONG = {
    "{b: end}": "when.1: expected b: end; found A is asked 'turn': end, strike b",
    "{A: fly}": "when.1: expected A: fly; found A is asked 'turn': end, strike b",
    "{A: strike b}, {b: take}": "when: expected b throws d6 (strike); found",
    "{A: strike b}": "when: expected an answer to every question of the last step; found b is asked 'brace'",
    "{roll: 3}": "when.1: expected a throw of 1 dice; found A is asked 'turn'",
    "{A: strike b}, {b: take}, {roll: 3, dice: [8]}": "when.3: expected dice [8]; found [6] (strike)",
    "{A: strike b}, {b: take}, {roll: 7}": "when.3: expected A throws d6 (strike); found faces [7]: (7,) is no throw",
    "{A: strike b}, {do: heal b 3}": "when.2: expected a moment between two steps; found b is asked 'brace'",
}


@pytest.mark.parametrize("when", PLAYED_WRONG)
def test_what_cannot_be_played_names_the_question(when: str) -> None:
    found = whole(BOARD, when, "round: 1")
    expected = PLAYED_WRONG[when].replace("when: expected b throws", "dice: expected A throws")
    assert len(found) == 1 and found[0].startswith(f"cases:1: x: {expected}"), found


def test_what_happens_by_itself_may_ask_and_throw() -> None:
    given = BOARD + ", dice: [2]"
    assert whole(given, "{do: trap b}, {b: take}, {A: end}", "b: {life: 6}, next: b, dice_used: 1") == []
    assert whole(given, "{do: trap b}", "b: {life: 6}, next: A", ", auto: {trap: take}") == []
    assert (
        whole(BOARD, "{do: trap b}, {b: take}, {roll: 5}, {A: end}", "b: {life: 3}, events: [{Rolled: {why: trap}}]")
        == []
    )
    found = whole(BOARD, "{do: trap b}", "round: 1")
    expected = "when: expected an answer to every question of the last step; found b is asked 'trap': flee, take"
    assert found == [f"cases:1: x: {expected}"]


def test_dice_that_do_not_fall_are_told() -> None:
    found = whole(BOARD + ", dice: [3, 4]", "{A: end}", "round: 1")
    assert found == ["cases:1: x: dice: expected all dice to fall (or `dice_used`); found [3, 4] left"]
    assert whole(BOARD + ", dice: [3, 4]", "{A: end}", "dice_used: 0") == []


def test_a_file_belongs_to_its_folder_or_says_whose_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    path = folder / "cases.yaml"
    path.write_text(STRIKE % "b: {life: 5}", encoding="utf-8")
    assert read_cases(path).ruleset == "toy"
    (failure,) = run_file(path, TOY)
    assert failure.place == f"{path}:2" and failure.case == "strike" and failure.found == "4"
    assert read_cases("ruleset: clash\ncases: []\n").ruleset == "clash"
    with pytest.raises(LookupError, match="there is no ruleset 'toy'"):
        run_file(path)
