"""What only a sheet of a user's own asks for: Maneuvers of another type, no Defense Roll named, other DR Powers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cases import read_cases, run_case
from game.rules.vitality import Vitality
from game.rules.vitality.entries import Ability
from game.rules.vitality.verbs.powers import dr_of
from tests.playing import ruleset, skirmish


def varied(**tables: dict[str, Any]) -> Vitality:
    """The shipped ruleset with other entries in its tables of Abilities or gear."""
    sheet: Any = ruleset("vitality").sheet
    gear = {name: getattr(sheet.gear, name) | tables[name] for name in ("hazards", "items") if name in tables}
    return Vitality(
        msgspec.structs.replace(
            sheet,
            abilities=sheet.abilities | tables.get("abilities", {}),
            gear=msgspec.structs.replace(sheet.gear, **gear),
        )
    )


def failures(rules: Vitality, folder: Path, text: str) -> list[str]:
    """What is wrong with one case, written as in the files of cases."""
    path = folder / "cases.yaml"
    path.write_text("ruleset: vitality\ncases:\n- id: one\n  rules: [VITALITY-DMG-1]\n" + text, encoding="utf-8")
    (case,) = read_cases(path, name="one").cases
    return [str(miss) for miss in run_case(rules, case)]


def test_a_critical_maneuver_adds_to_damage_of_its_own_type(tmp_path: Path) -> None:
    """VITALITY-CRIT-4 and 6: 5 + 5 + 6 Physical are halved, 3 + 3 Heat are not."""
    known = varied().sheet.abilities["power_strike"]
    burning = msgspec.structs.replace(known, damage={"heat": "1d8"}, up={})
    text = """
  given: {board: ["A b"], A: {unit: reaver}, b: {unit: champion, armour: clothes, resist: [physical]}, dice: [20, 5, 3]}
  auto: {parry: "no", upcast: upcast 0}
  when: [{A: ax b power_strike}]
  then: {totals: {damage: 14}}
"""
    assert failures(varied(abilities={"power_strike": burning}), tmp_path, text) == []


@pytest.mark.parametrize(
    ("fields", "stat"),
    [
        ({"damage": {"physical": "1d6"}}, "strength"),
        ({"push": 4}, "strength"),
        ({"damage": {"reality": "1d6"}}, "dexterity"),
        ({"damage": {"shock": "1d6"}, "line": 5}, "dexterity"),
        ({"teleport": 5}, "dexterity"),
        ({"damage": {"poison": "1d6"}}, "constitution"),
        ({"damage": {"curse": "1d6"}}, "will"),
        ({"damage": {"psychic": "1d6"}}, "will"),
        ({"adds": "charmed"}, "charisma"),
        ({"adds": "blinded"}, "instinct"),
        ({"adds": "confused", "dr": "intelligence"}, "intelligence"),
    ],
)
def test_the_defense_roll_that_is_usual(fields: dict[str, Any], stat: str) -> None:
    """VITALITY-DR-6 to 12, for Abilities that name none."""
    world = skirmish("vitality", "square", 1).session.world
    assert dr_of(world, Ability("Test", 1, "dr", **fields)) == stat


def test_hazards_and_items_may_have_a_power_of_their_own(tmp_path: Path) -> None:
    """VITALITY-DR-15: 12 is enough against the usual power, and not against 13."""
    known = varied().sheet.gear
    hazard = msgspec.structs.replace(known.hazards["toxic_gas"], power=13)
    flask = msgspec.structs.replace(known.items["fire_flask"], power=13)
    rules = varied(hazards={"toxic_gas": hazard}, items={"fire_flask": flask})
    gas = """
  given: {board: ["A . b"], each: {unit: conscript}, dice: [12, 4]}
  when: [{do: hazard A toxic_gas}]
  then: {A: {conditions: [poisoned], vitality: 4}}
"""
    thrown = """
  given: {board: ["A . . . b ."], A: {unit: knight, carried: [fire_flask]}, b: {unit: conscript}, dice: [3, 3, 12]}
  when: [{A: use_item fire_flask 4 0}]
  then: {b: {vitality: 3}}
"""
    assert failures(rules, tmp_path, gas) == []
    assert failures(rules, tmp_path, thrown) == []
