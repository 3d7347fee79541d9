"""Settings of scenarios: every ruleset declares its own, reads each of them, and refuses all others."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from msgspec import Struct, json, structs

from game.__main__ import main
from game.data import paths, sheets
from game.data.sheets import SheetError
from game.kernel.components import FIELD, Field
from game.map.scenario import find_scenarios, load_scenario
from game.rules.mustering import settled
from game.rules.registry import SHIPPED
from game.rules.ruleset import Declares, declared
from game.skirmish.record import Skirmish, verify
from tests.playing import ruleset, scenario

RULES = Path(__file__).parent.parent / "game" / "rules"
RECORDS = Path(__file__).parent / "records"

every = pytest.mark.parametrize("name", SHIPPED)


def defaults(name: str) -> Struct:
    """The settings of a ruleset as its main sheet has them."""
    rules = ruleset(name)
    assert isinstance(rules, Declares)
    return rules.settings


def begun(name: str, **settings: Any) -> Skirmish:
    """A skirmish with these settings, before its first answer."""
    return Skirmish(structs.replace(scenario(name, "square", 1), settings=settings), ruleset(name))


def reads(tree: ast.AST) -> set[str]:
    """Attributes of what `house` and `settled` return, and of parameters that are Settings."""
    named = {arg.arg for arg in ast.walk(tree) if isinstance(arg, ast.arg) and _is_settings(arg.annotation)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _gives_settings(node.value):
            named |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    owners = ((node.attr, node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {
        attr for attr, owner in owners if _gives_settings(owner) or (isinstance(owner, ast.Name) and owner.id in named)
    }


def _is_settings(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == "Settings"


def _gives_settings(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in ("house", "settled")


@every
def test_every_setting_is_read(name: str) -> None:
    found = set[str]()
    for path in (RULES / name).rglob("*.py"):
        found |= reads(ast.parse(path.read_text(encoding="utf-8")))
    assert set(declared(name).__struct_fields__) - found == set()


@every
def test_the_main_sheet_has_every_default(name: str) -> None:
    assert type(defaults(name)) is declared(name)
    written = sheets.load(paths.data("rulesets") / name / f"{name}.yaml").get(("settings",))
    assert list(written) == list(declared(name).__struct_fields__)


@every
def test_the_readme_names_every_setting(name: str) -> None:
    text = (paths.data("rulesets") / name / "README.md").read_text(encoding="utf-8")
    assert [field for field in declared(name).__struct_fields__ if f"`{field}`" not in text] == []


@every
def test_an_unknown_setting_is_refused_with_the_nearest(name: str) -> None:
    for known in (*declared(name).__struct_fields__, "undo", "round_limit"):
        with pytest.raises(ValueError, match=rf"unknown setting '{known}s'.*did you mean '{known}'"):
            settled(defaults(name), {f"{known}s": True})
    with pytest.raises(ValueError, match=r"unknown setting 'undone'.*did you mean 'undo'"):
        begun(name, undone="free")


@every
def test_a_setting_of_another_kind_is_refused(name: str) -> None:
    for field in structs.fields(declared(name)):
        wrong: Any = [1] if get_origin(field.type) is dict else {"a": 1}
        with pytest.raises(ValueError, match=rf"settings\.{field.name}: expected .*, found a (list|mapping)"):
            settled(defaults(name), {field.name: wrong})
        if get_origin(field.type) is Literal:
            with pytest.raises(ValueError, match=f"unknown value 'nonsense'; known: .*{get_args(field.type)[0]}"):
                settled(defaults(name), {field.name: "nonsense"})
    with pytest.raises(ValueError, match=r"settings\.undo: unknown value 'never'"):
        begun(name, undo="never")


@every
def test_what_is_given_stands_in_place_of_the_default(name: str) -> None:
    assert settled(defaults(name), {}) == defaults(name)
    for field in structs.fields(declared(name)):
        if field.type is bool:
            other = not getattr(defaults(name), field.name)
            world = begun(name, **{field.name: other}).session.world
            assert getattr(world.get(FIELD, Field).settings, field.name) is other


@every
def test_settings_that_all_rulesets_share(name: str) -> None:
    game = begun(name, undo="free", round_limit=7)
    assert game.session.world.get(FIELD, Field).round_limit == 7
    assert begun(name).session.world.get(FIELD, Field).round_limit == scenario(name, "square", 1).round_limit
    with pytest.raises(ValueError, match=r"settings\.round_limit: expected .*found 0"):
        begun(name, round_limit=0)


@every
def test_a_file_names_the_line_of_a_faulty_setting(name: str) -> None:
    first = structs.fields(declared(name))[0]
    text = f"ruleset: {name}\nmap: arena\nsettings:\n  undo: free\n  {first.name}: {{a: 1}}\n  {first.name}s: 1\n"
    with pytest.raises(SheetError) as caught:
        load_scenario(text, "mine.yaml", declared)
    wrong, unknown = caught.value.faults
    assert str(wrong).startswith(f"mine.yaml:5:{len(first.name) + 5}: settings.{first.name}: expected ")
    assert str(unknown).startswith(f"mine.yaml:6:3: settings.{first.name}s: unknown setting ")
    assert unknown.remedy == first.name


def test_a_file_names_the_line_of_an_unknown_ruleset() -> None:
    with pytest.raises(SheetError, match=r"mine\.yaml:1:10: ruleset: there is no ruleset 'poisse'; there are: poise"):
        load_scenario("ruleset: poisse\nmap: arena\nsettings: {undo: free}\n", "mine.yaml", declared)


def test_the_command_line_says_so_without_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("ruleset: clash\nmap: arena\nsettings: {hit_location: true}\n", encoding="utf-8")
    assert main(["play", "--scenario", str(file)]) == 2
    said = capsys.readouterr().err
    assert "mine.yaml:3:12: settings.hit_location: unknown setting" in said
    assert "did you mean 'hit_locations'?" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("shown", find_scenarios())
def test_shipped_scenarios_have_known_settings(shown: str) -> None:
    load_scenario(find_scenarios()[shown], declared=declared)


def test_every_hazard_may_be_put_into_one_round() -> None:
    hazards = sheets.load(paths.data("rulesets") / "poise" / "surroundings.yaml").get(("hazards",))
    rounds = {field for field in declared("poise").__struct_fields__ if field.endswith("_round")}
    assert rounds == {f"{word}_round" for word in hazards}


def test_a_record_with_a_setting_of_old_times_replays() -> None:
    lines = (RECORDS / "clash-square.txt").read_text(encoding="utf-8").split("\n")
    start = json.decode(lines[2].removeprefix("scenario "))
    start["settings"] = {"long_gone": [1], "creature_cover": "high", "undo": "fair"}
    lines[2] = "scenario " + json.encode(start).decode()
    assert verify("\n".join(lines), ruleset=ruleset("clash")) is None
