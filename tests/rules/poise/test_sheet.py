"""A sheet that names what there is not is refused, with the place and the word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.data.paths import data
from game.data.sheets import SheetError
from game.rules.data import Folder
from game.rules.poise.sheet import load_sheet

FAULTS = [
    ("units.yaml", "armour: mail,", "armour: tin,", "footman.*armour.*tin"),
    ("units.yaml", "abilities: [2, 4, 2], speed: 1", "abilities: [2, 3, 2], speed: 1", "armour.*plate"),
    ("units.yaml", "held: [sword, shield]", "held: [sword, spoon]", "held.*spoon"),
    ("units.yaml", "carried: [dagger]", "carried: [fork]", "carried.*fork"),
    ("units.yaml", "skills: [club_swing]", "skills: [clubbing]", "skills.*clubbing"),
    ("units.yaml", "skill_limit: {bite: 1", "skill_limit: {biting: 1", "skill_limit.*biting"),
    ("skills.yaml", "rule: POISE-MOVE-2}", "rule: POISE-MOVE-99}", "dash.*rule.*POISE-MOVE-99"),
    ("skills.yaml", "condition: warded", "condition: guarded", "ward.*condition.*guarded"),
    (
        "skills.yaml",
        "dice: [6, 6, 6], condition: burning",
        "dice: [6, 6, 6], condition: hot",
        "fire_breath.*condition.*hot",
    ),
    (
        "skills.yaml",
        "cunning: {condition: kneeling}",
        "cunning: {condition: praying}",
        "tail_sweep.*condition.*praying",
    ),
    ("gear.yaml", "skills: [slash, bind]", "skills: [slash, blind]", "sword.*skills.*blind"),
    ("poise.yaml", "fighter: footman", "fighter: toad", "fighter.*toad"),
    ("poise.yaml", "removes: [burning]", "removes: [freezing]", "wet.*removes.*freezing"),
    (
        "poise.yaml",
        "title: Off balance, rule: POISE-COND-15",
        "title: Off balance, rule: POISE-COND-99",
        "off_balance.*rule",
    ),
    ("poise.yaml", "rule: POISE-CRIT-2", "rule: POISE-CRIT-99", "cripple.*rule.*CRIT-99"),
    ("surroundings.yaml", "rule: POISE-HAZ-2", "rule: POISE-HAZ-99", "gale.*rule.*HAZ-99"),
    ("surroundings.yaml", "condition: burning", "condition: hot", "fire.*condition.*hot"),
    ("surroundings.yaml", "spook: simple", "spook: silly", "spook.*silly"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped sheets."""
    return Path(shutil.copytree(data("rulesets") / "poise", tmp_path_factory.mktemp("sheets") / "poise"))


@pytest.mark.parametrize(("file", "old", "new", "match"), FAULTS)
def test_names_of_nothing_are_refused(folder: Path, file: str, old: str, new: str, match: str) -> None:
    path = folder / file
    shipped = path.read_text()
    assert old in shipped
    path.write_text(shipped.replace(old, new, 1))
    try:
        with pytest.raises(SheetError, match=match):
            load_sheet(Folder(folder))
    finally:
        path.write_text(shipped)
