"""Gear chosen anew between two skirmishes (CLASH-REST-8)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.__main__ import main
from game.kernel.components import Unit
from game.kernel.ecs import World
from game.map.file import load_board
from game.map.library import find_map
from game.map.roster import Entry
from game.map.scenario import quick
from game.rules.clash.state import Body, speed_of
from game.skirmish.linking import follow
from game.skirmish.record import Skirmish, read
from tests.rules.clash.test_units import clash, mustered


def over(**state: object) -> Skirmish:
    """A knight against a wolf, ended by the round limit after one round without deeds."""
    base = quick("arena", "clash", seed=3)
    rosters = ((Entry(unit="classical_knight", name="Ann", state=state),), (Entry(unit="grey_wolf", name="Rex"),))
    sides = [msgspec.structs.replace(side, roster=units) for side, units in zip(base.sides, rosters, strict=True)]
    game = Skirmish(msgspec.structs.replace(base, sides=tuple(sides), round_limit=1), clash()).settle()
    while (request := game.session.request) is not None:
        keys = [option.key for option in request.options]
        game.answer(next(key for key in ("end", "keep", "no", keys[0]) if key in keys))
    return game


def unit_of(world: World, name: str) -> int:
    """The unit of that name."""
    return next(unit for unit, entry in world.each(Unit) if entry.name == name)


def next_state(game: Skirmish, **chosen: str) -> dict[str, object]:
    """Ann's state in the next skirmish after such a change."""
    ann = unit_of(game.session.world, "Ann")
    scenario = follow(game, load_board(find_map("ford")), "", gear={ann: chosen})
    return scenario.sides[0].roster[0].state


def test_slots_show_what_is_there_and_what_may_be() -> None:
    world, unit = mustered("classical_knight")
    slots = {slot.key: slot for slot in clash().slots(world, unit)}
    assert list(slots) == ["armour", "right", "left", "pack_1", "pack_2", "pack_3"]
    assert [slots[key].now for key in slots] == ["full iron", "longsword", "iron_shield", "flail", "", ""]
    assert all(slot.now in dict(slot.choices) for slot in slots.values())
    assert len(slots["armour"].choices) == 11  # nothing, or five materials at two levels
    assert dict(slots["armour"].choices)["full iron"] == "Iron, full armour (rating 5)"
    assert "Iron (full)" in clash().card(world, unit).gear
    assert "untrained" in dict(slots["armour"].choices)["partial iron"]
    assert dict(slots["right"].choices)["lance"] == "Lance (1d12 piercing, reach 3, both hands)"
    assert "greataxe" not in dict(slots["left"].choices) and "bone_shield" in dict(slots["left"].choices)


def test_nobody_chooses_what_is_born_or_made_for_giants() -> None:
    world, unit = mustered("classical_knight")
    right = dict(clash().slots(world, unit)[1].choices)
    assert not {"bite", "troll_fist", "unarmed", "giant_club"} & set(right)
    world, giant = mustered("hill_giant")
    keys = [slot.key for slot in clash().slots(world, giant)]
    assert "armour" not in keys and "giant_club" in dict(clash().slots(world, giant)[0].choices)
    world, wolf = mustered("grey_wolf")
    assert clash().slots(world, wolf) == ()


def test_a_draught_in_hand_is_kept_and_no_weapon() -> None:
    game = over(held=["healing_draught", "longsword"], carried=[])
    slots = {slot.key: slot.now for slot in clash().slots(game.session.world, unit_of(game.session.world, "Ann"))}
    assert slots["right"] == "longsword" and slots["left"] == slots["pack_1"] == ""
    assert next_state(game, left="dagger")["carried"] == ["healing_draught"]


def test_a_change_goes_on_to_the_next_skirmish() -> None:
    game = over()
    state = next_state(game, armour="partial leather", right="lance", left="", pack_2="spear")
    assert state["armour"] == {"level": "partial", "material": "leather"}
    assert state["held"] == ["lance"] and state["carried"] == ["flail", "spear", "healing_draught"]
    world, unit = mustered("classical_knight", **{key: state[key] for key in ("armour", "held", "carried")})
    assert speed_of(world, unit).total == 6 and world.get(unit, Body).material == "leather"
    assert next_state(game, armour="")["unarmoured"] is True
    assert not {"armour", "held", "carried"} & set(next_state(game))


def test_what_was_learnt_goes_on_to_the_next_skirmish() -> None:
    assert next_state(over())["xp"] == 10  # nobody has won (CLASH-REST-4)
    assert next_state(over(xp=20))["xp"] == 30


def test_changes_last_but_can_be_taken_back() -> None:
    game = over(armour={"level": "full", "material": "steel"}, unarmoured=False)
    assert next_state(game)["armour"] == {"level": "full", "material": "steel"}
    assert "armour" not in next_state(game, armour="full iron")


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"right": "lance"}, "more than 2 hands"),
        ({"right": "bite"}, "'bite' does not go there"),
        ({"hat": "feather"}, "there is no slot 'hat'"),
    ],
)
def test_what_cannot_be(chosen: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=f"Ann: .*{why}"):
        next_state(over(), **chosen)


def test_the_command_line_changes_gear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text(over().text(), encoding="utf-8")
    words = ["follow", str(before), "--map", "ford", "--out", str(after)]
    assert main([*words, "--gear", "Ann", "right", "flail", "--gear", "Ann", "pack_1", "longsword"]) == 0
    roster = read(after.read_text(encoding="utf-8"), "after").scenario.sides[0].roster
    assert roster[0].state["held"] == ["flail", "iron_shield"]
    assert main([*words, "--gear", "Bob", "right", "flail"]) != 0
    assert "no units are called 'Bob'" in capsys.readouterr().err
