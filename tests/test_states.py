"""The `state` of a roster: every ruleset refuses what it does not know, at its place in the file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.__main__ import main
from game.data.paths import data
from game.data.sheets import SheetError
from game.map.scenario import find_scenarios, load_scenario
from game.rules.registry import SHIPPED
from game.rules.ruleset import declared, find_ruleset
from game.skirmish.record import Skirmish
from tests.playing import ruleset

every = pytest.mark.parametrize("name", SHIPPED)
KNOWN = {  # by ruleset: a field of names of which none counts twice
    "poise": "skills", "clash": "abilities", "wounds": "spells", "vitality": "abilities", "aura": "abilities",
}  # fmt: skip


def words(name: str) -> list[str]:
    """What may stand in the field."""
    sheet = ruleset(name).sheet  # type: ignore[attr-defined]
    return list(getattr(sheet, KNOWN[name]))


def written(name: str, state: str) -> str:
    """A scenario file; the first word of its second unit's state stands on line 11."""
    first, second = list(ruleset(name).archetypes)[:2]
    return (
        f"name: Mine\nruleset: {name}\nmap: arena\nsides:\n  - name: Red\n    zone: west\n    roster:\n"
        f"      - {{unit: {first}}}\n      - unit: {second}\n        state:\n          {state}\n"
        f"  - {{name: Blue, zone: east, roster: [{{unit: {first}}}]}}\n"
    )


def told(name: str, state: str) -> str:
    with pytest.raises(SheetError) as caught:
        load_scenario(written(name, state), "mine.yaml", declared, lambda each: Skirmish(each, ruleset(name)))
    (fault,) = caught.value.faults
    return str(fault)


@every
@pytest.mark.parametrize("state", ["{field}: [no_such_thing]", "no_such_field: 1", "{field}: {{x: {{y: 1}}}}"])
def test_what_is_unknown_is_refused_at_its_place(name: str, state: str) -> None:
    said = told(name, state.format(field=KNOWN[name]))
    assert said.startswith("mine.yaml:11:"), said
    assert "sides.0.roster.1.state." in said
    assert "\n" not in said


@every
def test_what_is_listed_twice_is_refused_at_its_place(name: str) -> None:
    field, word = KNOWN[name], words(name)[0]
    said = told(name, f"{field}: [{word}, {word}]")
    assert said.startswith("mine.yaml:11:"), said
    assert "is listed twice" in said


@every
def test_a_unit_that_there_is_not_is_refused_at_its_place(name: str) -> None:
    text = written(name, "{}").replace(f"unit: {list(ruleset(name).archetypes)[1]}", "unit: no_such_unit")
    with pytest.raises(SheetError, match=r"mine.yaml:9:\d+: sides.0.roster.1: there is no unit 'no_such_unit'"):
        load_scenario(text, "mine.yaml", declared, lambda each: Skirmish(each, ruleset(name)))


@pytest.mark.parametrize("shown", sorted(find_scenarios()))
def test_every_scenario_that_ships_is_taken(shown: str) -> None:
    load_scenario(find_scenarios()[shown], declared=declared, tried=lambda each: Skirmish(each, ruleset(each.ruleset)))


def test_the_command_line_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(written("aura", "abilities: [no_such_thing]"), encoding="utf-8")
    assert main(["play", "--scenario", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("quintain: mine.yaml:11:") and said.count("\n") == 1


def test_a_sheet_names_what_is_unknown_by_its_kind(tmp_path: Path) -> None:
    shutil.copytree(data("rulesets") / "clash", tmp_path / "clash")
    units = tmp_path / "clash" / "units.yaml"
    text = units.read_text(encoding="utf-8").replace("iron_shield", "iron_shild", 1)
    units.write_text(text, encoding="utf-8")
    with pytest.raises(SheetError) as caught:
        find_ruleset("clash", tmp_path / "clash")
    said = str(caught.value).split("\n")[0]
    assert (
        said.startswith("units.yaml:") and "unknown held 'iron_shild'" in said and "did you mean 'iron_shield'" in said
    )
