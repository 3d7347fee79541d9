"""Tables of wounds that are written as formulas or kept in YAML."""

from __future__ import annotations

from functools import cache

import pytest

from game.kernel.components import Unit
from game.kernel.ecs import World
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import Ruleset, find_ruleset
from game.rules.wounds import WoundsRules
from game.rules.wounds.campaign.rest import Rest, parse
from game.rules.wounds.pace import affordable, rate

MAP = """
name: Field
grid: square
rows: |
  . . . . . . . .
  . . . . . . . .
zones:
  west: {kind: deploy, rect: [0, 0, 3, 2]}
  east: {kind: deploy, rect: [5, 0, 3, 2]}
"""


@cache
def ruleset() -> Ruleset:
    return find_ruleset("wounds")


def mustered(**state: object) -> tuple[World, int]:
    """A world with one archer in that state, and the archer."""
    sides = (
        SideSetup("red", "west", roster=(Entry(unit="archer", state=dict(state)),)),
        SideSetup("blue", "east", roster=(Entry(unit="guard"),)),
    )
    world = World()
    ruleset().muster(world, Scenario("wounds", MAP, sides))
    return world, next(unit for unit, entry in world.each(Unit) if entry.sheet == "archer")


@pytest.mark.parametrize(
    ("strength", "expected"),
    [(-30, 0), (-29, 1), (-26, 1), (-25, 2), (-18, 3), (-2, 7), (-1, 8), (2, 8), (3, 9), (6, 9), (7, 10), (70, 25)],
)
def test_movement_rate_of_a_sum(strength: int, expected: int) -> None:
    # MOVE-1: rows of the printed table at their ends; Athletics 0 and Size 0 leave Strength alone.
    world, archer = mustered(attributes={"Str": strength}, skills={"Athletics": {"rank": 0}}, armour="no_armour")
    assert rate(world, archer).total == expected


@pytest.mark.parametrize(
    ("speed", "yards"),
    [
        (1, (0, 0, 0, 1)),
        (5, (1, 2, 3, 5)),
        (8, (2, 4, 6, 8)),
        (11, (2, 5, 8, 11)),
        (22, (5, 11, 16, 22)),
        (25, (6, 12, 18, 25)),
    ],
)
def test_yards_for_1_to_4_ap(speed: int, yards: tuple[int, ...]) -> None:
    world, archer = mustered(rate=speed)
    assert tuple(affordable(world, archer, ap) for ap in (1, 2, 3, 4)) == yards


def test_content_is_complete() -> None:
    rules = ruleset()
    assert isinstance(rules, WoundsRules)
    sheet = rules.sheet
    assert (len(sheet.weapons), len(sheet.spells), len(sheet.units)) == (23, 7, 14)
    worn = [key for key, armour in sheet.armour.items() if armour.toughness and not armour.natural]
    assert worn == ["padded", "leather", "mail", "plate", "barding"]
    assert len(sheet.main.ap_by_speed) == 21 and len(sheet.main.slots_by_vitality) == 11


def test_rests_are_read_from_a_setting() -> None:
    assert parse("short, long awake, long interrupted 120 for 20, wait 60") == [
        Rest("short", 15),
        Rest("long", 480, awake=True),
        Rest("long", 480, 120, 20),
        Rest("wait", 60),
    ]
    with pytest.raises(ValueError, match="'nap' is no rest"):
        parse("short, nap")
