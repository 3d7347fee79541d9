"""The units' derived numbers, and what their sheets refuse."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from game.kernel.components import Gear, Pools, Unit
from game.kernel.ecs import World
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.clash.checks.odds import rule_of
from game.rules.clash.checks.tests import skill_test, style_test
from game.rules.clash.gear import reach_of
from game.rules.clash.harm import bonus_of
from game.rules.clash.muster import outfit
from game.rules.clash.state import Body, speed_of
from game.rules.ruleset import find_ruleset

MAP = "name: Field\ngrid: square\nrows: |\n" + "  ........\n" * 8

# health, speed, initiative, damage bonus, magic; Fighting Style by STR and by AGI, dodge, athletics, acrobatics,
# stealth, observation, deception, sleight of hand, focus, sorcery
NUMBERS: dict[str, tuple[int, ...]] = {
    "classical_knight": (22, 5, 4, 4, 0, 14, 11, 5, 12, 3, 2, 6, 6, 4, 8, 3),
    "baldrian_noble": (18, 7, 7, 2, 0, 11, 14, 12, 6, 11, 9, 10, 13, 11, 8, 5),
    "elven_ashlander": (18, 7, 7, 3, 0, 13, 14, 11, 10, 12, 11, 10, 4, 9, 8, 4),
    "forest_bandit": (18, 7, 5, 3, 0, 10, 11, 10, 8, 9, 11, 8, 8, 9, 4, 3),
    "nordling_hunter": (20, 7, 7, 3, 0, 11, 13, 11, 8, 10, 12, 13, 4, 9, 7, 4),
    "sahani_rider": (20, 7, 6, 3, 0, 13, 13, 9, 10, 10, 7, 8, 6, 7, 6, 4),
    "ork_breaker": (24, 6, 4, 4, 0, 14, 11, 7, 14, 6, 6, 6, 3, 5, 8, 3),
    "hedge_sorcerer": (18, 6, 5, 2, 14, 5, 7, 9, 4, 7, 7, 8, 8, 8, 14, 15),
    "goblin_sneak": (12, 8, 6, 2, 0, 7, 12, 13, 4, 13, 15, 10, 8, 13, 4, 3),
    "grey_wolf": (14, 8, 8, 3, 0, 9, 12, 12, 10, 11, 12, 13, 1, 8, 6, 1),
    "cave_troll": (34, 6, 4, 6, 0, 14, 7, 5, 16, 4, 4, 6, 1, 4, 6, 1),
    "hill_giant": (44, 5, 4, 7, 0, 15, 5, 3, 18, 3, 3, 6, 2, 3, 6, 2),
}
SKILLS = (
    "dodge",
    "athletics",
    "acrobatics",
    "stealth",
    "observation",
    "deception",
    "sleight_of_hand",
    "focus",
    "sorcery",
)


@cache
def clash() -> Any:
    """The shipped ruleset."""
    return find_ruleset("clash")


def mustered(unit: str, **state: Any) -> tuple[World, int]:
    """A world with one such unit against another, and its id."""
    red = SideSetup("red", roster=(Entry(unit=unit, at="1,1", name="one", state=state),))
    blue = SideSetup("blue", roster=(Entry(unit="grey_wolf", at="7,7"),))
    world = World()
    clash().muster(world, Scenario("clash", MAP, (red, blue)))
    return world, next(entity for entity, entry in world.each(Unit) if entry.name == "one")


@pytest.mark.parametrize("key", NUMBERS)
def test_numbers_of_the_units(key: str) -> None:
    world, unit = mustered(key)
    body, pools = world.get(unit, Body), world.get(unit, Pools)
    magic = pools["magic"] if "magic" in pools.names else 0
    using = (*world.get(unit, Gear).held, *body.natural_weapons)[0]
    found = [pools["health"], speed_of(world, unit).total, body.initiative, bonus_of(world, unit), magic]
    found += [style_test(world, unit, "attack", (name,), using).number.total for name in ("STR", "AGI")]
    found += [skill_test(world, unit, skill).number.total for skill in SKILLS]
    assert tuple(found) == NUMBERS[key]


def test_every_unit_has_its_numbers_here() -> None:
    assert set(clash().sheet.units) == set(NUMBERS)


def test_every_unit_is_trained_with_what_it_brings() -> None:
    for key in NUMBERS:
        world, unit = mustered(key)
        using = (*world.get(unit, Gear).held, *world.get(unit, Body).natural_weapons)[0]
        test = style_test(world, unit, "attack", ("STR", "AGI"), using)
        assert test.net == 0 and "untrained" not in str(test.number), key


def test_nobody_holds_more_than_its_hands() -> None:
    for key in NUMBERS:
        world, unit = mustered(key)
        weapons = clash().sheet.weapons
        hands = sum(weapons[item].hands if item in weapons else 1 for item in world.get(unit, Gear).held)
        assert hands <= world.get(unit, Body).hands, key
        assert reach_of(world, unit) >= 1


@pytest.mark.parametrize(
    ("state", "word"),
    [
        ({"scale": "vast"}, "no size 'vast'"),
        ({"held": ["sword"]}, "no gear 'sword'"),
        ({"spells": ["fireball"]}, "spells: there is no 'fireball'"),
        ({"abilities": ["fly"]}, "abilities: there is no 'fly'"),
        ({"armour": {"level": "full", "material": "paper"}}, "no armour of 'paper'"),
        ({"gear": ["club", "club"]}, "stands twice"),
        ({"gear": ["sword"]}, "no item 'sword'"),
        ({"held": ["maul", "club"]}, "takes more than 2 hands"),
        ({"luck": 3}, "luck: unknown key 'luck'; known: abilities, armour,"),
    ],
)
def test_what_a_state_refuses(state: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        mustered("forest_bandit", **state)


def test_a_first_style_has_five_items_at_most() -> None:
    sheet = clash().sheet
    bandit = sheet.units["forest_bandit"]
    style = replace(bandit.styles[0], gear=(*bandit.styles[0].gear, "spear"))
    strict = replace(sheet, units=sheet.units | {"forest_bandit": replace(bandit, styles=(style,))})
    with pytest.raises(ValueError, match="6 items, and at most 5"):
        outfit(strict, "forest_bandit", Entry(unit="forest_bandit"))
    assert outfit(sheet, "forest_bandit", Entry(unit="forest_bandit", state={"gear": style.gear}))  # paid for since


@pytest.mark.parametrize(
    ("key", "how", "rule"),
    [
        ("critical", "dodge", "CLASH-RES-2"),
        ("critical", "no", "CLASH-RES-8"),
        ("hits", "dodge", "CLASH-RES-5"),
        ("missed", "parry", "CLASH-RES-6"),
        ("hits", "withstand", "CLASH-RES-7"),
        ("blocked", "block", "CLASH-RES-4"),
    ],
)
def test_results_in_previews_name_their_rule(key: str, how: str, rule: str) -> None:
    assert rule_of(key, how) == rule


@pytest.mark.parametrize(("given", "there"), [(3, 3), (14, 14), (99, 14)])
def test_nobody_brings_more_magic_than_it_has(given: int, there: int) -> None:
    world, unit = mustered("hedge_sorcerer", magic=given)
    assert world.get(unit, Pools)["magic"] == there
