"""Derived numbers of the shipped units, worked out by the rules, against a table made by hand (section 4.1, 4.7)."""

from __future__ import annotations

import pytest

from game.kernel.components import Pools, Unit
from game.kernel.ecs import World
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.vitality.checks.numbers import ability_hit, armour, dr_power, dr_value, evasion, initiative, weapon_hit
from game.rules.vitality.entries import STATS
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import body
from game.skirmish.record import Skirmish
from tests.playing import ruleset

BOARD = "name: Plain\ngrid: square\nrows: |\n" + "".join("  " + ". " * 12 + "\n" for _ in range(8))

# vitality, Temporary Vitality, WP, NM at the start, NM cap, Initiative, Evasion, Armor, DR Power, Ability hit
DERIVED = {
    "man_at_arms": (21, 5, 8, 2, 6, 24, 16, 2, 14, 5),
    "reaver": (20, 3, 8, 3, 7, 25, 15, 1, 15, 6),
    "pikeman": (16, 4, 0, 2, 6, 25, 13, 3, 13, 4),
    "archer": (19, 3, 8, 2, 6, 29, 15, 1, 15, 6),
    "skulker": (19, 2, 8, 2, 6, 32, 16, 0, 15, 7),
    "battle_mage": (23, 7, 16, 3, 7, 28, 16, 0, 15, 6),
    "warpriest": (21, 10, 18, 5, 9, 20, 16, 2, 15, 6),
    "knight": (25, 8, 14, 5, 9, 26, 15, 3, 14, 5),
    "warhorse": (27, 3, 0, 0, 0, 32, 14, 1, 14, 5),
    "ogre": (57, 9, 12, 2, 6, 21, 14, 2, 18, 11),
    "wolf": (15, 1, 6, 0, 0, 30, 15, 0, 14, 5),
    "conscript": (8, 0, 0, 0, 0, 21, 13, 1, 11, 1),
    "summoner": (23, 9, 20, 4, 8, 26, 16, 0, 15, 6),
    "trickster": (19, 4, 10, 7, 11, 28, 15, 1, 15, 7),
    "skeleton": (8, 0, 0, 0, 0, 23, 13, 1, 12, 2),
    "champion": (34, 12, 20, 6, 10, 30, 13, 3, 16, 8),
}

ROLLS = {
    "man_at_arms": (6, 2, 4, -1, 0, 1, 0),
    "reaver": (8, 2, 2, -2, 2, 1, -1),
    "pikeman": (5, 2, 4, -1, -1, 2, 1),
    "archer": (2, 6, 1, 0, 0, 3, 0),
    "skulker": (0, 7, 1, 1, 0, 4, -1),
    "battle_mage": (-1, 2, 1, 6, 1, 2, 5),
    "warpriest": (2, 0, 5, 0, 4, 0, 7),
    "knight": (6, 2, 3, 0, 5, 1, 2),
    "warhorse": (6, 4, 3, -6, -1, 4, -1),
    "ogre": (12, -1, 8, -3, -1, 0, -1),
    "wolf": (2, 6, 1, -7, -2, 4, -1),
    "conscript": (2, 1, 0, 0, 0, 0, 0),
    "summoner": (-1, 2, 1, 4, 2, 2, 8),
    "trickster": (-1, 5, 1, 4, 7, 2, 1),
    "skeleton": (1, 2, 0, -7, -5, 1, -2),
    "champion": (10, 3, 6, 1, 7, 3, 5),
}

HITS = {
    "man_at_arms": {"longsword": 5, "javelin": 5},
    "reaver": {"ax": 6, "unarmed": 6},
    "pikeman": {"pike": 4, "dagger": 3},
    "archer": {"longbow": 6, "dagger": 6},
    "skulker": {"dagger": 7},
    "battle_mage": {"staff": 4},
    "warpriest": {"warhammer": 3},
    "knight": {"longsword": 5, "spear": 4},
    "warhorse": {"hooves": 5},
    "ogre": {"fists_huge": 11},
    "wolf": {"bite": 5},
    "conscript": {"spear": 1},
    "summoner": {"staff": 6},
    "trickster": {"shortbow": 5, "dagger": 5},
    "skeleton": {"bone_claw": 2},
    "champion": {"greatsword": 8},
}


def fielded(key: str) -> tuple[World, int]:
    """A unit of that kind in a skirmish, and its world."""
    sides = (
        SideSetup("red", roster=(Entry(unit=key, at="0,0"),)),
        SideSetup("blue", roster=(Entry(unit="conscript", at="11,7"),)),
    )
    world = Skirmish(Scenario("vitality", BOARD, sides), ruleset("vitality")).session.world
    return world, next(row[0] for row in world.each(Unit) if row[1].sheet == key)


@pytest.mark.parametrize("key", DERIVED)
def test_derived_numbers(key: str) -> None:
    world, unit = fielded(key)
    pools = world.get(unit, Pools)
    found = (
        pools.base_of("vitality"),
        pools.base_of("temp_vitality"),
        pools.base_of("wp"),
        pools["nm"],
        pools.base_of("nm"),
        initiative(world, unit).total,
        evasion(world, unit).total,
        armour(world, unit).total,
        dr_power(world, unit),
        ability_hit(world, unit).total,
    )
    assert found == DERIVED[key]


@pytest.mark.parametrize("key", ROLLS)
def test_defense_rolls(key: str) -> None:
    world, unit = fielded(key)
    assert tuple(dr_value(world, unit, stat).total for stat in STATS) == ROLLS[key]


@pytest.mark.parametrize("key", HITS)
def test_hit_bonuses(key: str) -> None:
    world, unit = fielded(key)
    table, own = sheet_of(world).weapons, body(world, unit)
    assert {*own.held, *own.carried, *own.natural} >= {*HITS[key]} - {"unarmed"}
    assert {name: weapon_hit(world, unit, table[name]).total for name in HITS[key]} == HITS[key]


def test_a_party_of_the_unconscious_is_none() -> None:
    """BATTLE-1."""
    sides = (
        SideSetup("red", roster=(Entry(unit="knight", at="1,1"),)),
        SideSetup("blue", roster=(Entry(unit="knight", at="5,1", state={"vitality": -2, "conditions": ["down"]}),)),
    )
    with pytest.raises(ValueError, match="two parties"):
        Skirmish(Scenario("vitality", BOARD, sides, seed=1), ruleset("vitality"))
