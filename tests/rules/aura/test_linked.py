"""What goes on into the next of linked skirmishes: broken armour, gear and Aura, by the rest between them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from game.kernel.components import Gear, Pools, Unit, changed
from game.rules.aura.state import Body, Ready, Wear, dead
from game.rules.outfits import Outfits, Slot
from game.skirmish.linking import follow, rested
from game.skirmish.record import Skirmish
from tests.playing import board, gate, play, ruleset, scenario


def finished() -> Skirmish:
    """A skirmish that is over, with everything that a rest mends gone wrong for the first unit that lives."""
    full = structs.replace(scenario("aura", "hex", 1), settings={"aura_scale": 1.0})
    game = play(Skirmish(full, ruleset("aura")).settle(), 1, 4000)
    assert game.session.request is None
    world = game.session.world
    for unit, entry, pools in world.each(Unit, Pools):
        if entry.sheet == "soldier":
            world.put(unit, Wear(("lamellar",), (("buckler", 4),)))
            world.put(unit, pools.with_("aura", 5).with_("surges", 2))
            gear = world.get(unit, Gear)
            world.put(unit, changed(gear, held=(), carried=("longsword",)))
    return game


@pytest.mark.parametrize(
    ("how", "broken", "aura"),
    [
        ("no_rest", ["lamellar"], 5),
        ("breather", ["lamellar"], 11),
        ("short_rest", [], 17),
        ("long_rest", [], 28),
    ],
)
def test_rests_mend_armour_and_aura(how: str, broken: list[str], aura: int) -> None:
    """AURA-REST-2, 4 and 7: one Surge in five minutes; three blocks for the repair and two Surges in the rest."""
    after = follow(finished(), board("hex"), how)
    soldiers = [entry.state for side in after.sides for entry in side.roster if entry.role == "fighter"]
    assert soldiers
    for state in soldiers:
        assert (state["broken"], state["aura"], state["items"]) == (broken, aura, ["longsword"])
        assert state["durability"] == {"buckler": 6}  # of ten: only what is broken is mended


def slots_after(game: Skirmish, how: str) -> dict[int, tuple[Slot, ...]]:
    """By unit that lives, what may be changed of it after that rest."""
    world, rules = rested(game, how), game.ruleset
    assert isinstance(rules, Outfits)
    return {unit: rules.slots(world, unit) for unit, _ in world.each(Body) if not dead(world, unit)}


def styles_of(found: dict[int, tuple[Slot, ...]]) -> dict[int, list[Slot]]:
    """Of all that may be changed, the Combat Styles."""
    return {unit: [slot for slot in slots if slot.key.startswith("style_")] for unit, slots in found.items()}


def test_only_a_night_changes_combat_styles() -> None:
    """AURA-REST-13 and MPL-6: one style from training 3 on, a second one from 6."""
    game = finished()
    for how in ("no_rest", "breather", "short_rest"):
        assert not any(styles_of(slots_after(game, how)).values())
    trained = {unit: body.mpl for unit, body in game.session.world.each(Body)}
    found = styles_of(slots_after(game, "long_rest"))
    assert {unit: len(slots) for unit, slots in found.items()} == {unit: min(2, trained[unit] // 3) for unit in found}
    assert 1 in map(len, found.values())


def test_a_style_of_the_night_fights_in_the_next_skirmish() -> None:
    """AURA-REST-13: safety first is one more Evasion and one less Attack Value; unknown styles are refused."""
    game = finished()
    unit = next(unit for unit, slots in slots_after(game, "long_rest").items() if slots)
    after = follow(game, board("hex"), "long_rest", gear={unit: {"style_1": "safety_first"}})
    assert [entry.state["styles"] for side in after.sides for entry in side.roster].count(["safety_first"]) == 1
    with pytest.raises(ValueError, match="dancing"):
        follow(game, board("hex"), "long_rest", gear={unit: {"style_1": "dancing"}})


def test_broken_armour_counts_half_in_the_next_skirmish() -> None:
    """AURA-GEAR-10: 2 of lamellar is 1."""
    game = Skirmish(follow(finished(), board("hex"), "breather"), ruleset("aura")).settle()
    world = game.session.world
    cards = [game.ruleset.card(world, unit) for unit, entry in world.each(Unit) if entry.sheet == "soldier"]
    ratings = [number.total for card in cards for number in card.numbers if number.what == "armour_rating"]
    assert ratings == [1] * len(cards) != []


def soon_over(settings: dict[str, Any], **state: Any) -> Skirmish:
    """A skirmish that was over after a Round, whose units all came with this `state`."""
    full = scenario("aura", "hex", 1)
    sides = tuple(
        structs.replace(side, roster=tuple(structs.replace(entry, state=state) for entry in side.roster))
        for side in full.sides
    )
    short = structs.replace(full, sides=sides, settings=settings, round_limit=1)
    return play(Skirmish(short, ruleset("aura")).settle(), 1, 4000)


@pytest.mark.parametrize(("how", "minutes"), [("no_rest", 60), ("short_rest", 90), ("long_rest", 60)])
def test_hours_in_armour_go_on(how: str, minutes: int) -> None:
    """AURA-REST-12 and HOUSE-31: after an hour's march everybody in heavy armour has 5 Stamina less at most."""
    after = follow(soon_over({"armour_fatigue": True}, armour="plated_mail"), board("hex"), how)
    assert {entry.state["in_armour"] for side in after.sides for entry in side.roster} == {minutes}
    world = Skirmish(after, ruleset("aura")).settle().session.world
    lost = {world.get(unit, Body).scores[1] - pools.base_of("stamina") for unit, pools in world.each(Pools)}
    assert lost == {5}


def test_each_weapon_stays_loaded_for_itself() -> None:
    """AURA-HOUSE-30: one in hand loaded, one empty, one loaded in the pack: two of three next time, in hand first."""
    bow = "hand_crossbow"
    game = soon_over({}, items=(bow, bow), pack=(bow, "longsword"), loaded=(bow, bow))
    world = game.session.world
    for unit, _ in world.each(Unit):
        world.put(unit, Ready((bow,), 9, (), (bow,)))
        world.put(unit, changed(world.get(unit, Gear), held=(bow, bow), carried=(bow, "longsword")))
    world = Skirmish(follow(game, board("hex"), "no_rest"), ruleset("aura")).settle().session.world
    found = {entry.sheet: world.get(unit, Ready) for unit, entry in world.each(Unit)}
    assert (found["soldier"].loaded, found["soldier"].stowed) == ((), (bow, bow))
    assert (found["skirmisher"].loaded, found["skirmisher"].stowed) == ((bow, bow), ())


@pytest.mark.parametrize(("draw", "kilos"), [({}, 25), ({"flat_bow": 20}, 20)])
def test_a_draw_weight_is_shown_and_goes_on(draw: dict[str, int], kilos: int) -> None:
    """AURA-DRAW-1: the chosen one, or the highest that the arms allowed; stronger arms need another bow (REST-14)."""
    after = follow(soon_over({}, items=("flat_bow",), arm=5, draw=draw), board("hex"), "no_rest")
    grown = tuple(
        structs.replace(side, roster=tuple(structs.replace(one, state=one.state | {"arm": 8}) for one in side.roster))
        for side in after.sides
    )
    game = Skirmish(structs.replace(after, sides=grown), ruleset("aura")).settle()
    cards = [game.ruleset.card(game.session.world, unit) for unit, _ in game.session.world.each(Unit)]
    shown = [item for card in cards for item in card.gear if item.startswith("Flat bow")]
    assert len(shown) == len(cards) > 0
    assert all(f"{kilos} kg" in item for item in shown)


def test_only_time_for_handiwork_changes_a_draw_weight() -> None:
    """AURA-REST-14 and HOUSE-33: half an hour or a night; from the rows of the table, the highest at first."""
    game = soon_over({}, items=("flat_bow",), arm=5, mpl=1)
    for how in ("no_rest", "breather"):
        assert not any(slots_after(game, how).values())
    for how in ("short_rest", "long_rest"):
        (slot,) = {slots[-1] for slots in slots_after(game, how).values()}
        assert (slot.key, slot.title, slot.now) == ("draw_flat_bow", "Flat bow", "25")
        assert [key for key, _ in slot.choices] == ["19", "20", "25"]
        assert slot.choices[1][1] == "20 kg (range -2/-5/-30)"
    unit = next(iter(slots_after(game, "short_rest")))
    after = follow(game, board("hex"), "short_rest", gear={unit: {"draw_flat_bow": "20"}})
    assert [entry.state["draw"]["flat_bow"] for side in after.sides for entry in side.roster].count(20) == 1
    with pytest.raises(ValueError, match="'30' does not go there"):
        follow(game, board("hex"), "short_rest", gear={unit: {"draw_flat_bow": "30"}})


def test_who_has_left_the_battle_goes_on_into_the_next_skirmish() -> None:
    """AURA-HOUSE-37: out of the fight is not dead."""
    game = gate("aura", "hex")
    game.answer("leave")
    rosters = [len(side.roster) for side in follow(game, board("hex"), "no_rest").sides]
    assert rosters == [1, 1]
