"""The files of rule cases and the situations they set up; what is malformed names its line."""

from __future__ import annotations

import pytest

from game.cases import count_rules, read_cases, run_case
from game.cases.setting import open_stage
from game.data.sheets import SheetError
from game.kernel.components import FIELD, Field
from tests.rules.toy_cases import TOY, failures, whole


def test_settings_of_a_file_hold_for_its_cases() -> None:
    text = (
        "ruleset: toy\nsettings: {a: 1, b: 2}\ncases:\n"
        "- {id: x, rules: [X], given: {settings: {b: 3}}, then: {}}\n- {id: y, rules: [X], given: {}, then: {}}\n"
    )
    assert [case.given["settings"] for case in read_cases(text).cases] == [{"a": 1, "b": 3}, {"a": 1, "b": 2}]


SITUATIONS = [
    ("grid: hex, board: ['A . .', ' . b .'], each: {unit: pawn}", "b: {at: [1, 1]}, not_offered: {A: [strike b]}"),
    ("board: ['A1 . A2', '. b3 .'], each: {unit: pawn}", "A2: {at: [2, 0], number: 2}, b3: {side: blue}"),
    ("board: ['AA.b'], each: {unit: pawn}", "A: {at: [0, 0]}"),
    ("board: '. A\n  b .', each: {unit: pawn}", "A: {at: [1, 0]}"),
    ("board: ['A f b f'], legend: {f: forest}, A: {unit: pawn}, b: {unit: pawn}", "A: {at: [0, 0]}, b: {at: [2, 0]}"),
    ("board: ['AfbF'], legend: {f: forest, F: stone_wall}, A: {unit: pawn}, b: {unit: pawn}", "b: {at: [2, 0]}"),
    ("board: ['. . .'], A: {unit: pawn, at: [2, 0]}, b: {unit: pawn, at: 0 0}", "A: {at: [2, 0]}, b: {at: [0, 0]}"),
    ("board: ['A b'], each: {unit: pawn}, b: {side: green}, sides: {green: {team: 1}}", "b: {side: green}"),
    ("board: ['A b'], each: {unit: pawn}, A: {side: red}, b: {side: red}", "outcome: red, asked: null"),
    ("board: ['A b'], each: {unit: pawn}, turn: b, round: 3", "next: b, round: 3"),
    ("board: ['A b'], each: {unit: pawn}, turn: opening", "next: A, round: 1"),
    ("board: ['A b'], each: {unit: pawn}, A: {down: fled}, turn: b", "A: {down: fled}, outcome: blue"),
    ("board: ['A b'], each: {unit: pawn}, A: {held: [sword]}", "A: {held: [sword], carried: []}"),
    ("board: ['A b .'], each: {unit: pawn}, c: {at: off}", "c: {at: off}"),
    ("board: ['A b'], each: {unit: pawn}, lying: [sword 1 0]", "lying: [sword 1 0]"),
    (
        "board: ['A b'], each: {unit: pawn}, A: {conditions: [wet, {name: hurt, source: b, level: 2}]}",
        "A: {conditions: [{name: hurt, source: b}, wet]}",
    ),
    ("map: arena, A: {unit: pawn, at: [5, 5]}, b: {unit: pawn, at: [6, 5]}", "A: {at: [5, 5]}"),
]


@pytest.mark.parametrize(("given", "then"), SITUATIONS)
def test_situations(given: str, then: str) -> None:
    assert whole(given, "", then) == []


def test_terrain_walls_and_doors_reach_the_board() -> None:
    given = "board: ['A ^ #', '. b .'], legend: {^: forest}, each: {unit: pawn}, b: {on: mud}"
    given += ", walls: [0 1 e], doors: ['1,1 e']"
    case = read_cases(f"- {{id: x, rules: [TOY-HIT-1], given: {{{given}}}, then: {{round: 1}}}}", "toy").cases[0]
    assert run_case(TOY, case) == []
    board = open_stage(TOY, case).world.get(FIELD, Field).board
    assert [board.terrain(board.grid.at(*at)).id for at in ((0, 0), (1, 0), (2, 0), (1, 1))] == [
        "grass",
        "forest",
        "stone_wall",
        "mud",
    ]
    assert [edge.kind for edge in board.edges] == ["wall", "door"]


BAD_SITUATIONS = {
    "board: ['A b'], each: {unit: pawn, mood: 3}": "unit A: 'mood' is unknown",
    "board: ['A b'], A: {unit: pawn}": "unit b: `unit` or `role` is missing",
    "board: ['A b'], each: {unit: pawn}, weather: bad": "'weather' is unknown",
    "board: ['A b'], each: {unit: pawn}, turn: c": "'c' is no unit or side of the case",
    "board: ['A b'], each: {unit: pawn}, A: {pools: {mana: 1}}": "pool 'mana' is unknown; there are: life",
    "board: ['A b'], each: {unit: pawn}, A: {size: small}": (
        "unit A: size: expected a whole number, found 'small'; a ruleset's own word for a size goes under `sheet`"
    ),
    "board: ['A b'], each: {unit: pawn}, A: {held: sword}": "unit A: held: expected a list, found 'sword'",
    "board: ['A b'], each: {unit: pawn}, A: {life: lots}": "unit A: life: expected a whole number, found 'lots'",
    "board: ['A b'], legend: {b: forest}, each: {unit: pawn}, b: {bonus: 1}": "'b' is terrain in `legend` and a unit",
    "board: ['A b'], each: {unit: pawn}, dice: 5": "given.dice: expected a list, found 5",
    "board: ['A b'], each: {unit: pawn}, round: soon": "given.round: expected a whole number, found 'soon'",
    "board: ['A b'], each: {unit: pawn}, grid: hexes": "given.grid: unknown value 'hexes'; known: hex, square (did you",
    "board: ['A b'], each: {unit: pawn}, A: 5": "given.A: expected a mapping, found 5",
    "board: ['A b'], each: {unit: pawn}, A: {sheet: {life: 9}}": "there is no ruleset 'toy'",
    "board: ['A b'], each: {unit: pawn}, C: {bonus: 1}": "unit C is not on the board",
    "board: ['A ?'], each: {unit: pawn}": "unknown letter '?'",
    "board: ['A b'], each: {unit: pawn}, walls: [over there]": "walls: 'over there' is no edge",
    "board: ['A b'], each: {unit: pawn}, A: {on: lemonade}": "unknown terrain 'lemonade'",
    "each: {unit: pawn}": "given.board or given.map is missing",
}


@pytest.mark.parametrize("given", BAD_SITUATIONS)
def test_situations_that_cannot_be(given: str) -> None:
    found = whole(given, "", "round: 1")
    assert len(found) == 1 and "given: expected a situation; found" in found[0] and BAD_SITUATIONS[given] in found[0]
    assert whole(given, "", f'error: "{BAD_SITUATIONS[given]}"') == []


def test_rules_must_exist_and_cases_must_say_something() -> None:
    found = failures("- {id: x, rules: [FOE], given: {board: ['A b'], each: {unit: pawn}}, then: {round: 1}}")
    assert found == ["cases:1: x: rules: expected a rule of toy; found FOE"]
    found = failures("- {id: x, rules: [TOY-HITT-1], given: {board: ['A b'], each: {unit: pawn}}, then: {round: 1}}")
    assert found == ["cases:1: x: rules: expected a rule of toy (did you mean TOY-HIT-1?); found TOY-HITT-1"]
    found = failures("- {id: x, rules: [], given: {board: ['A b'], each: {unit: pawn}}, then: {}}")
    assert found == ["cases:1: x: case: expected rules and something in `then`; found nothing"]


def test_files_name_the_line_of_every_fault() -> None:
    good = "- {id: x, rules: [A], given: {}, then: {}}\n"
    with pytest.raises(SheetError) as caught:
        read_cases(good + "- {id: y, rules: A, given: {}}\n" + good, "toy", "cases.yaml")
    found = str(caught.value).split("\n")
    assert [line.partition(": ")[0] for line in found] == ["cases.yaml:2:18", "cases.yaml:2:3", "cases.yaml:3:8"]
    assert "key 'then' is missing" in found[1] and "case 'x' stands twice; first at cases.yaml:1" in found[2]


def test_cases_may_share_what_they_have_in_common() -> None:
    text = """
ruleset: toy
shared: {duel: &duel {board: ["A b . ."], each: {unit: pawn}}}
cases:
- {id: x, rules: [TOY-HIT-1], given: *duel, then: {b: &whole {life: 8}}}
- {id: y, rules: [TOY-HIT-1], given: {<<: *duel, b: {life: 5}}, then: {A: *whole, b: {<<: *whole, life: 5}}}
- {id: z, rules: [TOY-HIT-1], given: {<<: *duel, b: {life: 5}}, then: {b: *whole}}
"""
    assert failures(text) == ["cases:7: z: b.life: expected 8; found 5"]


def test_cases_are_counted_by_rule() -> None:
    text = "[{id: a, rules: [X, Y], given: {}, then: {}}, {id: b, rules: [X, X], given: {}, then: {}}]"
    assert count_rules(read_cases(text, "toy").cases) == {"X": 2, "Y": 1}
