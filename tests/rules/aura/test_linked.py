"""What goes on into the next of linked skirmishes: broken armour, gear and Aura, by the rest between them."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.components import Gear, Pools, Unit, changed
from game.linking import follow
from game.record import Skirmish
from game.rules.aura.state import Wear
from tests.playing import board, play, ruleset, scenario


def finished() -> Skirmish:
    """A skirmish that is over, with everything that a rest mends gone wrong for the first unit that lives."""
    full = structs.replace(scenario("aura", "hex", 1), settings={"aura_scale": 1.0})
    game = play(Skirmish(full, ruleset("aura")).settle(), 1, 4000)
    assert game.session.request is None
    world = game.session.world
    for unit, entry, pools in world.each(Unit, Pools):
        if entry.sheet == "soldier":
            world.put(unit, Wear(("lamellar",), ()))
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


def test_broken_armour_counts_half_in_the_next_skirmish() -> None:
    """AURA-GEAR-10: 2 of lamellar is 1."""
    game = Skirmish(follow(finished(), board("hex"), "breather"), ruleset("aura")).settle()
    world = game.session.world
    cards = [game.ruleset.card(world, unit) for unit, entry in world.each(Unit) if entry.sheet == "soldier"]
    ratings = [number.total for card in cards for number in card.numbers if number.what == "armour_rating"]
    assert ratings == [1] * len(cards) != []
