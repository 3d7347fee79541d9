"""Numbers that no shipped sheet brings about, and what the loader refuses."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from game.data.paths import data
from game.data.sheets import SheetError
from game.edit.draft import blank
from game.kernel.components import FIELD, Field, Unit
from game.kernel.ecs import World
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.aura.checks.powers import agility_maximum, evasion
from game.rules.aura.muster import outfit
from game.rules.aura.sheet.load import AuraSheet, load_sheet
from game.rules.data import Folder
from game.rules.mustering import settled
from game.rules.ruleset import find_ruleset
from game.rules.verbs import table_of
from game.skirmish.record import Skirmish
from game.systems.field import bodies
from tests.playing import brawl

FOLDER = data("rulesets") / "aura"


def alone(sheet: AuraSheet, entry: Entry) -> tuple[World, int]:
    """A world with one unit of a sheet."""
    world = World()
    assert world.spawn(Field(None, sheet, sheet.main.settings, 20)) == FIELD
    unit = world.spawn(
        Unit(entry.unit, entry.unit, 0, 1), *outfit(sheet, entry.unit, entry, sheet.main.settings, "square")
    )
    return world, unit


@pytest.mark.parametrize(("mpl", "less"), [(1, 1), (0, 2), (2, 0)])
def test_a_shield_beyond_ones_training_costs_evasion_and_agility(mpl: int, less: int) -> None:
    """AURA-MPL-4: one of each for every level that is missing."""
    plain = load_sheet(Folder(FOLDER))
    hard = msgspec.structs.replace(
        plain, shields=plain.shields | {"buckler": msgspec.structs.replace(plain.shields["buckler"], mpr=2)}
    )
    entry = Entry(unit="spearman", state={"mpl": mpl})
    easy, harder = alone(plain, entry), alone(hard, entry)
    assert evasion(*harder).total == evasion(*easy).total - less
    assert agility_maximum(*harder).total == agility_maximum(*easy).total - less


def test_a_listed_number_that_does_not_follow_is_refused_at_its_place(tmp_path: Path) -> None:
    folder = Path(copytree(FOLDER, tmp_path / "aura"))
    sheet = folder / "units.yaml"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("fortitude: 24", "fortitude: 25"), encoding="utf-8")
    with pytest.raises(SheetError, match="fortitude comes to 24, not 25"):
        find_ruleset("aura", folder)


def test_a_setting_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="initiative_tie"):
        settled(load_sheet(Folder(FOLDER)).main.settings, {"initiative_tie": "nobody"})


def ogres(state: dict[str, Any]) -> Scenario:
    """An ogre a side on an open field of hexes."""
    places = {"A": "4,2", "B": "12,6"}
    sides = tuple(SideSetup(name, roster=(Entry(unit="ogre", at=at, state=state),)) for name, at in places.items())
    return Scenario("aura", blank("hex", 16, 12).text(), sides)


@pytest.mark.parametrize(
    ("state", "spaces"),
    [
        ({}, 3),
        ({"size": "gigantic"}, 12),
        ({"size": "huge"}, 7),
        ({"size": "medium"}, 1),
        ({"footprint": "large_long"}, 2),
    ],
)
def test_bodies_on_hexes_follow_size_and_footprint(state: dict[str, Any], spaces: int) -> None:
    """AURA-GRID-9."""
    world = Skirmish(ogres(state)).session.world
    assert [filled.bit_count() for filled in bodies(world).values()] == [spaces, spaces]


def test_an_unknown_footprint_is_refused() -> None:
    with pytest.raises(ValueError, match="Ogre: there is no footprint 'star'; there are: large_broad, "):
        Skirmish(ogres({"footprint": "star"}))


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_number_on_a_card_tells_its_reasons(grid: str) -> None:
    """No number without a line, no line without a word for it and a rule."""
    game = brawl("aura", grid, 1)
    seen = set()
    for unit, _ in game.session.world.each(Unit):
        for number in game.ruleset.card(game.session.world, unit).numbers:
            seen.add(number.what)
            assert number.parts or not number.total, number.what
            assert all(line.rule in game.ruleset.rulebook for line in number.parts), number
            assert all(line.label for line in number.parts if line.kind == "add"), number
    assert {"aura_strength", "reach_metres", "range_far", "armour_coverage"} <= seen


@pytest.mark.parametrize("pool", ["energy", "agility", "stamina", "aura", "surges"])
def test_no_pool_begins_below_nothing(pool: str) -> None:
    with pytest.raises(ValueError, match=f"{pool} cannot be less than 0"):
        alone(load_sheet(Folder(FOLDER)), Entry(unit="soldier", state={pool: -1}))


def test_no_action_is_paid_ahead() -> None:
    """AURA-INC-1: each pays for what it has come to."""
    world = brawl("aura", "hex", 1).session.world
    verbs = [verb for question in table_of(world).questions.values() for verb in question.verbs.values()]
    assert any(verb.price for verb in verbs)
    assert not [verb.name for verb in verbs if verb.price and verb.pays]
