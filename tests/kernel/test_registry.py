"""Which rulesets there are: packages by entry points, variants by data; whatever is wrong with one stops nothing."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from game.__main__ import main
from game.data import paths
from game.map.scenario import quick
from game.rules import registry
from game.rules.houses import house_rules
from game.rules.ruleset import declared, find_ruleset, find_rulesets
from game.skirmish.record import Skirmish, read, verify
from tests import EXAMPLE


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for rulesets of the user's own."""
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    return tmp_path / "rulesets"


def write(folder: Path, **files: str) -> None:
    """A folder of YAML files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, points: str, **modules: str) -> None:
    """Something installed: a dist-info and modules on the path."""
    info = folder / "other-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[quintain.rulesets]\n{points}\n")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(folder))


# Packages


def test_a_package_brings_a_ruleset() -> None:
    rules = find_ruleset("d20")
    assert (rules.name, rules.title) == ("d20", "D20")
    assert list(declared("d20").__struct_fields__) == ["opportunity"]
    assert [*registry.sources().found][:5] == [*registry.SHIPPED]


def test_the_example_is_declared_as_it_is_installed() -> None:
    told = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    points = distribution(told["name"]).entry_points
    assert {point.name: point.value for point in points} == told["entry-points"][registry.GROUP]
    assert distribution(told["name"]).version == told["version"]


def test_the_example_is_small() -> None:
    modules = (EXAMPLE / "quintain_d20").glob("*.py")
    assert sum(len(path.read_text().splitlines()) for path in modules) <= 300


@pytest.mark.parametrize(
    ("points", "text", "told"),
    [
        ("other = no_such_module_at_all", "", "No module named 'no_such_module_at_all'"),
        ("other = broken_rules", "raise RuntimeError('boom')", "RuntimeError: boom"),
        ("other = broken_rules", "raise SystemExit(3)", "SystemExit: 3"),
        ("other = broken_rules", "x = 1", "has no load and no Settings"),
        ("other = broken_rules", "Settings = int\ndef load(folder): return 1 / 0", "division by zero"),
        ("other = broken_rules", "Settings = int\ndef load(folder): return object()", "it has no name, title"),
        ("clash = broken_rules", "", "there is a ruleset of that name already"),
        ("Odd Name = broken_rules", "", "small letters"),
    ],
)
def test_a_broken_package_is_told_in_a_sentence(
    points: str, text: str, told: str, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, monkeypatch, points, broken_rules=text)
    found, faults = find_rulesets()
    assert [*found] == [*registry.SHIPPED, "d20"]
    (fault,) = faults
    assert told in fault and "package 'other'" in fault and "\n" not in fault
    name = points.partition(" = ")[0]
    if name == "other":
        with pytest.raises(LookupError, match="package 'other'"):
            find_ruleset(name)
    assert find_ruleset("clash").title == "Clash"


# Variants

GRIM = {
    "variant": "based_on: clash\ntitle: Grim clash\nabout: Everybody dies sooner.\n",
    "clash": "numbers: {flanking: 4}\nsettings: {hit_locations: true}\n",
    "weapons": "longsword: {title: Longest sword}\n",
    "units": "goblin_sneak: {cost: 2}\n",
}


def test_a_variant_lies_over_its_base(own: Path) -> None:
    write(own / "grim", **GRIM)
    rules, base = find_ruleset("grim"), find_ruleset("clash")
    assert (rules.name, rules.title, rules.about) == ("grim", "Grim clash", "Everybody dies sooner.")  # type: ignore[attr-defined]
    assert rules.titles["longsword"] == "Longest sword" != base.titles["longsword"]
    assert rules.archetypes["goblin_sneak"].points == 2
    usual = {rule.name: rule.usual for rule in house_rules(rules)}
    assert usual["hit_locations"] is True
    assert {rule.name: rule.usual for rule in house_rules(base)}["hit_locations"] is False
    assert declared("grim") is declared("clash")


def test_a_variant_of_a_variant_and_of_a_package(own: Path) -> None:
    write(own / "grim", **GRIM)
    write(own / "grimmer", variant="based_on: grim\ntitle: Grimmer\n", units="goblin_sneak: {cost: 1}\n")
    write(own / "long-d20", variant="based_on: d20\ntitle: D20 at length\n", units="fighter: {hp: 99}\n")
    grimmer = find_ruleset("grimmer")
    assert grimmer.titles["longsword"] == "Longest sword"
    assert grimmer.archetypes["goblin_sneak"].points == 1
    assert "hp: 99" not in repr(find_ruleset("d20"))
    game = Skirmish(quick("arena", "long-d20", ("random", "random"), 0)).settle()
    assert any(gauge.base == 99 for unit in (8, 9) for gauge in game.ruleset.card(game.session.world, unit).gauges)


def test_a_record_names_the_variant_and_its_digest(own: Path) -> None:
    write(own / "grim", **GRIM)
    game = Skirmish(quick("arena", "grim", ("random", "random"), 1)).settle()
    for _ in range(12):
        if game.session.request is not None:
            game.answer(game.session.request.options[0].key)  # type: ignore[union-attr]
    text = game.text()
    assert text.splitlines()[1] == f"ruleset grim {find_ruleset('grim').digest}"
    assert find_ruleset("grim").digest != find_ruleset("clash").digest
    assert read(text).ruleset.name == "grim"
    assert verify(text) is None
    before = find_ruleset("grim").digest
    write(own / "grim", units="goblin_sneak: {cost: 3}\n")
    assert find_ruleset("grim").digest != before


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"variant": "based_on: clsh\ntitle: X\n"}, "odd/variant.yaml:1:11: based_on: unknown ruleset 'clsh'"),
        ({"variant": "based_on: odd\ntitle: X\n"}, "odd/variant.yaml:1:11: based_on: a circle"),
        ({"variant": "based_on: clash\n"}, "odd/variant.yaml:1:1: key 'title' is missing"),
        ({"variant": "based_on: clash\ntitle: [\n"}, "odd/variant.yaml:"),
        (
            {"variant": "based_on: clash\ntitle: X\n", "units": "\ngoblin_sneak: {cost: cheap}\n"},
            "odd/units.yaml:2:22: goblin_sneak.cost: expected a whole number",
        ),
        (
            {"variant": "based_on: clash\ntitle: X\n", "unitz": "a: {}\n"},
            "odd/unitz.yaml:1:1: unknown sheet 'unitz'",
        ),
        ({"variant": "based_on: clash\ntitle: X\n", "units": "- 1\n"}, "odd/units.yaml:1:1: expected a mapping"),
        ({"variant": "based_on: clash\ntitle: X\n", "units": "a: [\n"}, "odd/units.yaml:"),
    ],
)
def test_a_faulty_variant_is_left_out_with_file_and_line(files: dict[str, str], told: str, own: Path) -> None:
    write(own / "odd", **files)
    write(own / "grim", **GRIM)
    found, faults = find_rulesets()
    assert [*found] == [*registry.SHIPPED, "d20", "grim"]
    assert len(faults) == 1 and told in faults[0]


def test_circles_and_what_hangs_on_them(own: Path) -> None:
    write(own / "a", variant="based_on: b\ntitle: A\n")
    write(own / "b", variant="based_on: a\ntitle: B\n")
    write(own / "c", variant="based_on: nobody\ntitle: C\n")
    write(own / "d", variant="based_on: c\ntitle: D\n")
    faults = registry.sources().faults
    assert "a circle: 'a' is based on 'b' is based on 'a'" in faults["a"]
    assert "unknown ruleset 'nobody'" in faults["c"]
    assert "'c' is left out itself" in faults["d"]
    with pytest.raises(LookupError, match="circle"):
        find_ruleset("a")


@pytest.mark.parametrize("name", ["clash", "d20", "Big Name"])
def test_a_variant_needs_a_name_of_its_own(name: str, own: Path) -> None:
    write(own / name, variant="based_on: clash\ntitle: X\n")
    found, faults = find_rulesets()
    assert [*found] == [*registry.SHIPPED, "d20"]
    assert len(faults) == 1 and f"{name}/variant.yaml:1:1" in faults[0]
    assert find_ruleset("clash").title == "Clash"


# Commands


def test_commands_know_variants(own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(own / "grim", **GRIM)
    write(own / "odd", variant="based_on: nobody\ntitle: X\n")
    assert main(["rules"]) == 0
    shown = capsys.readouterr()
    assert "grim  Grim clash" in shown.out and "d20  D20" in shown.out
    assert "odd/variant.yaml:1:11" in shown.err
    assert main(["rules", "grim"]) == 0
    assert main(["rules", "odd"]) == 2
    assert "odd/variant.yaml:1:11" in capsys.readouterr().err
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        "ruleset: grim\ncases:\n- id: cheap\n  rules: [CLASH-INIT-2]\n"
        "  given: {board: ['A . . b'], each: {unit: goblin_sneak}}\n  when: []\n  then: {next: A}\n"
    )
    assert main(["check", str(cases)]) == 0
    simulated = ["simulate", "--ruleset", "grim", "--map", "arena", "-n", "1", "--jobs", "1"]
    assert main([*simulated, "--red", "random", "--blue", "random"]) == 0
    assert "grim, arena" in capsys.readouterr().out
