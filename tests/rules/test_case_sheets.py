"""What a case lays over its ruleset's sheets: whole entries, single numbers, and the faults of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cases import read_cases, run_case, run_file
from game.data.sheets import SheetError
from game.rules.ruleset import find_ruleset

POISE = find_ruleset("poise")

DUEL = """
ruleset: poise
{top}
cases:
- id: x
  rules: [POISE-ECON-1]
  given:
    board: ["A b . ."]
    each: {{unit: footman}}
    {given}
  when: [{when}]
  then: {{{then}}}
"""


def failures(then: str, given: str = "", when: str = "", top: str = "") -> list[str]:
    text = DUEL.format(then=then, given=given, when=when, top=top)
    return [str(each) for case in read_cases(text).cases for each in run_case(POISE, case)]


POKE = "{title: A, type: action, everybody: true, mode: melee, range: 1, threat: 9, yield: {type: poise, dice: [6]}}"


def test_a_case_may_bring_a_skill_of_its_own() -> None:
    assert failures("not_offered: {A: [poke]}") == []
    assert failures("offered: {A: [poke b]}", f"sheet: {{skills: {{poke: {POKE}}}}}") == []


def test_a_case_may_change_single_numbers_and_those_beside_it_do_not() -> None:
    changed = "sheet: {units: {footman: {speed: 9}}, poise: {numbers: {dash: 1}}}"
    assert failures("A: {numbers: {speed: 9}}, b: {numbers: {speed: 9}}", changed) == []
    assert failures("A: {numbers: {speed: 9}}") != []


def test_a_file_may_lay_something_over_the_sheets_for_all_its_cases() -> None:
    top = "sheet: {units: {footman: {speed: 9, armour: leather}}}"
    assert failures("A: {numbers: {speed: 9}}", "", "", top) == []
    assert failures("A: {numbers: {speed: 8}}", "sheet: {units: {footman: {speed: 8}}}", "", top) == []


def test_a_unit_may_have_a_sheet_of_its_own() -> None:
    own = "A: {sheet: {speed: 9}}"
    assert failures("A: {numbers: {speed: 9}}", own) == []
    assert failures("b: {numbers: {speed: 9}}", own) != []
    both = "A: {sheet: {speed: 9}}\n    sheet: {units: {footman: {abilities: [5, 5, 5]}}}"
    assert failures("A: {numbers: {speed: 9}, agility: 5}, b: {brawn: 5}", both) == []


FAULTS = {
    "sheet: {units: {footman: {speed: fast}}}": (
        "cases:10:38: cases.0.given.sheet.units.footman.speed: expected a whole number, found 'fast'"
    ),
    "sheet: {units: {footman: {sped: 9}}}": (
        "cases:10:31: cases.0.given.sheet.units.footman.sped: unknown key 'sped';"
    ),
    "sheet: {units: {lout: {speed: 9}}}": ("cases:10:27: cases.0.given.sheet.units.lout: key 'title' is missing"),
    "sheet: {skills: {poke: {title: Poke, type: action, threat: 9}}}": (
        "cases:10:28: cases.0.given.sheet.skills.poke: an attack, which has a threat, needs a yield"
    ),
    "sheet: {unit: {}}": "cases:10:13: cases.0.given.sheet.unit: unknown sheet 'unit'; known: gear, poise, rulebook,",
    "sheet: [units]": "cases:10:12: cases.0.given.sheet: expected a mapping, found a list",
    "sheet: {units: {footman: {skills: [fly]}}}": (
        "cases:10:40: cases.0.given.sheet.units.footman.skills.0: unknown skills 'fly'"
    ),
    "A: {sheet: {speed: fast}}": "cases:10:24: cases.0.given.A.sheet.speed: expected a whole number, found 'fast'",
    "A: {sheet: {sped: 9}}": "cases:10:17: cases.0.given.A.sheet.sped: unknown key 'sped'",
    "sheet: {gear: {armour: {leather: {needs_brawn: 9}}}}": "units.yaml:",
    "A: {unit: nobody, sheet: {speed: 4}}": "there is no unit 'nobody_A'",
}


@pytest.mark.parametrize("given", FAULTS)
def test_what_does_not_fit_is_told_at_its_place(given: str) -> None:
    (found,) = [each.split("\n")[0] for each in failures("round: 1", given)]
    assert found.startswith(f"cases:5: x: given: expected a situation; found {FAULTS[given]}"), found


def test_a_role_has_no_sheet_to_change() -> None:
    text = "board: ['A b'], each: {role: guard}, A: {sheet: {speed: 3}}"
    cases = read_cases(f"[{{id: x, rules: [POISE-ECON-1], given: {{{text}}}, then: {{round: 1}}}}]", "poise").cases
    assert "unit A: a sheet of its own needs a `unit`" in str(run_case(POISE, cases[0])[0])


def test_a_file_has_no_other_keys() -> None:
    with pytest.raises(SheetError, match=r"unknown key 'setting'; .*did you mean 'settings'"):
        read_cases("ruleset: poise\nsetting: {}\ncases: []")


def test_a_users_own_folder_is_what_is_laid_over(tmp_path: Path) -> None:
    for path in (Path(__file__).parent.parent.parent / "rulesets" / "poise").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace("speed: 3,", "speed: 11,"), encoding="utf-8")
    file = tmp_path / "mine.yaml"
    then = "A: {numbers: {speed: 11, armour: 0}}"
    given = "sheet: {units: {footman: {armour: none}}}"
    file.write_text(DUEL.format(then=then, given=given, when="", top=""), encoding="utf-8")
    assert run_file(file, folder=tmp_path) == []


def test_files_are_read_once_for_all_that_is_laid_over_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failures("A: {numbers: {speed: 9}}", "sheet: {units: {footman: {speed: 9}}}") == []
    monkeypatch.delattr("game.rules.data.load")
    assert failures("A: {numbers: {speed: 8}}", "sheet: {units: {footman: {speed: 8}}}") == []


@pytest.mark.parametrize("name", ["clash", "wounds", "vitality", "aura"])
def test_every_ruleset_takes_sheets(name: str) -> None:
    ruleset = find_ruleset(name)
    rule, unit = next(iter(ruleset.rulebook)), next(iter(ruleset.archetypes))
    given = f"{{board: ['A . b'], each: {{unit: {unit}}}, sheet: {{units: {{{unit}: {{title: Nobody}}}}}}}}"
    cases = read_cases(f"[{{id: x, rules: [{rule}], given: {given}, then: {{round: 1}}}}]", name).cases
    assert run_case(ruleset, cases[0]) == []
    given = given.replace("title: Nobody", "title: [1]")
    cases = read_cases(f"[{{id: x, rules: [{rule}], given: {given}, then: {{round: 1}}}}]", name).cases
    (found,) = run_case(ruleset, cases[0])
    assert "title: expected text, found a list" in found.found and found.found.startswith("cases:1:")
