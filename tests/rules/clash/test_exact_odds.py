"""Previews of attacks, maneuvers and contests against every way the dice can fall."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from game.data import paths
from game.kernel.flow import Decision
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish
from tests import test_odds_flow
from tests.rules.clash.test_units import clash
from tests.test_odds_flow import compare, results

MAP = "name: Field\ngrid: {grid}\nrows: |\n  ......\n  ......\nedges:\n  - {{kind: low_wall, at: [2, 0], side: e}}\n"


def duel(
    grid: str, one: dict[str, Any], other: dict[str, Any], apart: int = 1, rules: Any = None, **settings: Any
) -> Skirmish:
    """The first turn of one unit against another, so many cells apart, red first."""
    unit, foe = one.pop("unit", "forest_bandit"), other.pop("unit", "forest_bandit")
    red = SideSetup("red", roster=(Entry(unit=unit, at="0,0", state={**one, "initiative": 20}),))
    blue = SideSetup("blue", roster=(Entry(unit=foe, at=f"{apart},0", state=other),))
    field = MAP.format(grid=grid)
    return Skirmish(Scenario("clash", field, (red, blue), seed=3, settings=settings), rules or clash()).settle()


CASES: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("strike", {}, {}, 1),
    ("strike", {"held": ["rapier"], "gear": ["rapier"]}, {"unit": "sahani_rider"}, 1),  # a bane, and a shield
    ("strike", {"held": ["net"]}, {"unit": "grey_wolf"}, 1),  # no hands full of anything: bare hands
    ("shoot", {"held": ["shortbow"]}, {"unit": "baldrian_noble"}, 5),  # over a low wall
    ("throw", {"held": ["javelin"], "rank": 9}, {"unit": "classical_knight"}, 3),
    ("frost_touch", {"unit": "hedge_sorcerer"}, {"vulnerabilities": {"frost": 2}}, 1),
    ("mind_spike", {"unit": "hedge_sorcerer"}, {"unit": "sahani_rider"}, 4),
    ("grapple", {}, {"unit": "goblin_sneak"}, 1),
]


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_every_throw_of_an_action(monkeypatch: pytest.MonkeyPatch, grid: str, case: int) -> None:
    monkeypatch.setattr(test_odds_flow, "CAP", 20_000)
    verb, one, other, apart = CASES[case]
    game = duel(grid, {**one}, {**other}, apart)
    check(game, verb, grid)


@pytest.mark.parametrize(
    "damage", ["'4'", "'3', also: [{damage: 1d6, type: fire}]", "1d6, also: [{damage: '2', type: fire}]"]
)
def test_damage_without_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    monkeypatch.setattr(test_odds_flow, "CAP", 20_000)
    folder = Path(shutil.copytree(paths.data("rulesets") / "clash", tmp_path / "clash"))
    sheet = (folder / "weapons.yaml").read_text()
    changed = sheet.replace("Short sword, damage: 1d8,", f"Short sword, damage: {damage},")
    assert changed != sheet
    (folder / "weapons.yaml").write_text(changed)
    game = duel("hex", {"held": ["shortsword"], "gear": ["shortsword"]}, {}, rules=find_ruleset("clash", folder))
    check(game, "strike", damage)


def check(game: Skirmish, verb: str, where: str) -> None:
    """The only option of a verb, against all throws."""
    request = game.session.request
    assert isinstance(request, Decision)
    (key,) = (option.key for option in request.options if verb in (option.verb, option.key))
    preview = game.ruleset.preview(game.session.world, request, key)
    ends, samples = results(game, key)
    assert samples == 0, "too many throws"
    compare(preview, ends, samples, f"{where} {key}")


@pytest.mark.parametrize("how", ["block", "dodge", "parry", "no"])
def test_every_throw_of_a_defence(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(test_odds_flow, "CAP", 20_000)
    game = duel("hex", {}, {"unit": "sahani_rider"})
    request = game.session.request
    assert isinstance(request, Decision)
    game.session.answer(next(option.key for option in request.options if option.verb == "strike"))
    check(game, how, "defence")


@pytest.mark.nightly  # some twenty thousand throws each
@pytest.mark.parametrize("key", ["trip", "disarm club"])
def test_every_throw_of_a_maneuver_after_a_blow_somewhere(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """With hit locations a head is dazed and an arm lets go before the maneuver is resisted (CLASH-DMG-13)."""
    monkeypatch.setattr(test_odds_flow, "CAP", 60_000)
    game = duel("square", {"held": [], "carried": []}, {}, hit_locations=True)
    for answer in (None, "no", (1,)):
        request = game.session.request
        assert request is not None
        found = getattr(request, "options", ())
        game.session.answer(answer or next(each.key for each in found if each.verb == "strike"))
    check(game, key, "maneuver")


def test_notes_tell_the_chance_to_be_hit_by_each_manner() -> None:
    game = duel("square", {}, {"unit": "sahani_rider"})
    request = game.session.request
    assert isinstance(request, Decision)
    (key,) = (option.key for option in request.options if option.verb == "strike")
    notes = [note.text for note in game.ruleset.preview(game.session.world, request, key).notes]
    # 11 of 20 pass; of these a dodge of 9 leaves 121 + 54 of 400, a parry of 13 leaves 77 + 55
    assert notes[1:4] == ["Block: hit 55%", "Dodge: hit 44%", "Parry: hit 33%"]
