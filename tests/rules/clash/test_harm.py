"""Damage of two types at once, and the campaign's refusals."""

from __future__ import annotations

from typing import Any

import pytest

from game.kernel.components import Side
from game.kernel.numbers import add
from game.rules.clash.campaign.rest import (
    add_item,
    carried_over,
    close,
    equip,
    experience,
    learn_style,
    raise_skill,
    rest,
)
from game.rules.clash.harm import suffered
from game.rules.clash.sheet import Worn, dice_of
from tests.rules.clash.test_units import mustered


def harm(parts: list[tuple[str, int]], shield: str = "", **state: Any) -> int:
    """What those parts do to a unit."""
    world, unit = mustered("forest_bandit", **state)
    lines = [add(amount, kind) for kind, amount in parts]
    return suffered(world, unit, parts, lines, shield).total


IRON = {"level": "full", "material": "iron"}


@pytest.mark.parametrize(
    ("parts", "state", "left"),
    [
        ([("slashing", 8), ("fire", 4)], {"armour": IRON}, 7),  # 3 + 4
        ([("slashing", 3), ("crushing", 4)], {"armour": IRON}, 2),  # 5 are taken off once, slashing first
        ([("crushing", 4), ("slashing", 3)], {"armour": IRON}, 2),  # in whatever order they are given
        ([("slashing", 3), ("fire", 4)], {"armour": IRON, "vulnerabilities": {"slashing": 1}}, 4),
        ([("fire", 4), ("frost", 4)], {"armour": {"level": "full", "material": "moonsilver"}}, 5),
        ([("slashing", 2), ("acid", 3)], {"armour": IRON, "resistances": {"acid": 5}}, 0),
        ([("slashing", 2), ("acid", 3)], {"armour": IRON}, 3),  # too much armour is of no use to the acid
    ],
)
def test_two_types_at_once(parts: list[tuple[str, int]], state: dict[str, Any], left: int) -> None:
    assert harm(parts, **state) == left


def test_a_shield_counts_once_for_each_group() -> None:
    assert harm([("slashing", 9), ("fire", 9)], "bone_shield", armour=IRON) == 0 + 6
    assert harm([("fire", 5), ("frost", 5)], "bone_shield", unarmoured=True) == 7


def test_the_armour_that_helps_most_is_taken() -> None:
    assert harm([("piercing", 9)], natural_armour=6, armour=IRON) == 3
    assert harm([("fire", 9)], natural_armour=6, armour={"level": "partial", "material": "moonsilver"}) == 7


@pytest.mark.parametrize("text", ["", "d6", "2d6-1", "1d6+", "six"])
def test_throws_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="is no throw"):
        dice_of(text)


# Between skirmishes


def test_experience_buys_and_refuses() -> None:
    world, unit = mustered("sahani_rider", xp=60)
    assert "stands twice" in add_item(world, unit, 0, "spear")
    assert "no item" in add_item(world, unit, 0, "sword")
    assert add_item(world, unit, 0, "maul") == "" and experience(world, unit) == 35
    assert "100 XP" in learn_style(world, unit, "Reavers", ("maul",))
    assert "at most 5" in learn_style(world, unit, "Reavers", ("maul", "lance", "club", "net", "bola", "whip"))
    assert "25 XP x" not in raise_skill(world, unit, "dodge") and experience(world, unit) == 35
    assert raise_skill(world, unit, "sorcery") == "" and experience(world, unit) == 10
    assert "no skill" in raise_skill(world, unit, "cooking")


def test_no_style_has_more_than_ten_items_and_no_rank_is_above_ten() -> None:
    gear = ["club", "dagger", "hatchet", "spear", "javelin", "whip", "maul", "lance", "net", "bola"]
    world, unit = mustered("sahani_rider", xp=5000, gear=gear, rank=10)
    assert "at most 10" in add_item(world, unit, 0, "rapier")
    assert "above 10" in raise_skill(world, unit, "fighting_style")
    assert experience(world, unit) == 5000


def test_other_gear_must_fit_the_hands() -> None:
    world, unit = mustered("sahani_rider")
    assert "2 hands" in equip(world, unit, ("maul", "iron_shield"), (), None)
    assert "no armour" in equip(world, unit, ("maul",), (), Worn("full", "paper"))
    assert "no gear" in equip(world, unit, ("sword",), (), None)
    assert equip(world, unit, ("maul",), ("dagger",), None) == ""


def test_a_veteran_goes_into_the_next_skirmish() -> None:
    world, unit = mustered("hedge_sorcerer", health=4, magic=2, xp=30)
    side = next(entity for entity, entry in world.each(Side) if entry.name == "red")
    close(world, [side])
    rest(world, unit)
    assert add_item(world, unit, 0, "rapier") == ""
    state = carried_over(world, unit, {"health": 4, "luck": 1})
    assert state.pop("luck") == 1, "what the scenario had said stays"
    again, same = mustered("hedge_sorcerer", **state)
    assert carried_over(again, same, {}) == state
    assert state["health"] == 13 and state["xp"] == 30 and "magic" not in state and "held" not in state


def test_whoever_is_unscathed_brings_nothing() -> None:
    world, unit = mustered("grey_wolf")
    rest(world, unit)
    assert carried_over(world, unit, {}) == {}
