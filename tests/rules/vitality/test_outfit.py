"""What a unit may wear, wield and carry into the next battle (GEAR-1 to 5, GEAR-7)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.kernel.components import Gear, Unit
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import quick
from game.rules.vitality.campaign.outfit import refit, slots
from game.rules.vitality.state import body
from game.skirmish.record import Skirmish
from tests.playing import ruleset

SHIELDS = ["light_shield", "medium_shield", "heavy_shield"]
LIGHT = ["dagger", "longsword", "warhammer", "spear", "javelin", "sling"]
HEAVY = ["ax", "greatsword", "pike", "staff", "shortbow", "longbow", "crossbow"]
ITEMS = ["stimulant", "antidote", "fire_flask"]


def born(unit: str, **state: Any) -> tuple[World, int]:
    """One unit of a fresh skirmish."""
    scenario = quick("arena", "vitality", seed=1)
    sides, roster = list(scenario.sides), (Entry(unit=unit, name="Ann", state=state), Entry(unit="knight"))
    sides[0] = msgspec.structs.replace(sides[0], roster=roster)
    scenario = msgspec.structs.replace(scenario, sides=tuple(sides))
    world = Skirmish(scenario, ruleset("vitality")).session.world
    return world, next(each for each, entry in world.each(Unit) if entry.name == "Ann")


def test_what_may_go_where() -> None:
    world, ann = born("archer")
    found = {slot.key: slot for slot in slots(world, ann)}
    choices = {key: [choice for choice, _ in slot.choices] for key, slot in found.items()}
    assert choices["armour"] == ["clothes", "light", "medium", "heavy"]
    assert sorted(choices["right"]) == sorted(["", *LIGHT, *HEAVY, *SHIELDS])
    assert sorted(choices["left"]) == sorted(["", *LIGHT, *SHIELDS])
    assert sorted(choices["pack_1"]) == sorted(["", *LIGHT, *HEAVY, *SHIELDS, *ITEMS])
    assert list(found) == ["armour", "right", "left", "pack_1", "pack_2", "pack_3"]


@pytest.mark.parametrize(
    ("held", "hands"),
    [
        ([], ("", "")),
        (["longbow"], ("longbow", "")),
        (["dagger", "sling"], ("dagger", "sling")),
        (["light_shield"], ("", "light_shield")),
        (["light_shield", "dagger"], ("dagger", "light_shield")),
        (["stimulant"], ("stimulant", "")),
    ],
)
def test_what_is_in_which_hand(held: list[str], hands: tuple[str, str]) -> None:
    world, ann = born("archer", held=["dagger"])
    world.put(ann, Gear(tuple(held), ("antidote", "dagger"), ("light",)))
    found = {slot.key: slot for slot in slots(world, ann)}
    assert (found["right"].now, found["left"].now) == hands
    assert [found[f"pack_{at}"].now for at in (1, 2, 3)] == ["antidote", "dagger", ""]
    for slot in found.values():
        assert [choice for choice, _ in slot.choices].count(slot.now) == 1


@pytest.mark.parametrize("unit", ["barrel", "wolf", "ogre", "skeleton"])
def test_what_one_is_born_with_stays(unit: str) -> None:
    assert slots(*born(unit)) == ()


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("", "Nothing"),
        ("dagger", "Dagger (1d6 physical, reach 1 m, thrown 6 m)"),
        ("pike", "Pike (1d10 physical, reach 2 m, both hands)"),
        ("sling", "Sling (1d6 physical, range 20 m)"),
        ("crossbow", "Crossbow (2d6 physical, range 30 m, both hands, reload for 1 AP)"),
        ("medium_shield", "Medium shield (Evasion +2)"),
        ("stimulant", "Stimulant"),
    ],
)
def test_what_counts_of_a_thing(item: str, told: str) -> None:
    world, ann = born("archer")
    pack = next(slot for slot in slots(world, ann) if slot.key == "pack_1")
    assert dict(pack.choices)[item] == told


def test_what_counts_of_armour() -> None:
    world, ann = born("archer")
    assert dict(slots(world, ann)[0].choices)["heavy"] == "Heavy armour (Armor 3, Evasion at most 13)"


@pytest.mark.parametrize(
    ("chosen", "held", "carried", "armour"),
    [
        ({"right": "longsword", "left": "heavy_shield"}, ("longsword", "heavy_shield"), ("dagger",), "light"),
        ({"right": "", "left": "dagger", "pack_1": ""}, ("dagger",), (), "light"),
        ({"armour": "heavy", "pack_3": "ax"}, ("longbow",), ("dagger", "ax"), "heavy"),
    ],
)
def test_gear_that_fits(chosen: dict[str, str], held: tuple[str, ...], carried: tuple[str, ...], armour: str) -> None:
    world, ann = born("archer")
    refit(world, ann, chosen)
    assert world.get(ann, Gear) == Gear(held, carried, (armour,))
    own = body(world, ann)
    assert (own.held, own.carried, own.armour) == (held, carried, armour)


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"left": "dagger"}, "two hands"),
        ({"right": "staff", "left": "light_shield"}, "two hands"),
        ({"right": "light_shield", "left": "light_shield"}, "one shield"),
    ],
)
def test_gear_that_does_not_fit(chosen: dict[str, str], why: str) -> None:
    """VITALITY-GEAR-1."""
    world, ann = born("archer")
    with pytest.raises(ValueError, match=why):
        refit(world, ann, chosen)
