"""What goes on from one battle into the next (REST, section 5)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.kernel.components import Conditions, Down, Footprint, Gear, Lying, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.map.scenario import quick
from game.rules.vitality.harm.suffering import die
from game.rules.vitality.state import Body, Rider, inflict
from game.rules.vitality.turns.order import turn_coat
from game.skirmish.linking import follow
from game.skirmish.record import Skirmish
from game.systems.pools import reset
from tests.playing import board, ruleset

OTHERS = (Entry(unit="archer", name="Bob"),)


def fought(*roster: Entry, others: tuple[Entry, ...] = OTHERS, change: Any = None) -> Skirmish:
    """A battle over at once, by the round limit; `change(world, names)` is what has happened in it."""
    base = quick("arena", "vitality", seed=3)
    sides = tuple(
        msgspec.structs.replace(side, roster=units) for side, units in zip(base.sides, (roster, others), strict=True)
    )
    game = Skirmish(msgspec.structs.replace(base, sides=sides, round_limit=1), ruleset("vitality")).settle()
    while (request := game.session.request) is not None:
        keys = [option.key for option in request.options]
        game.answer("end" if "end" in keys else "no" if "no" in keys else keys[0])
    if change is not None:
        world = game.session.world
        change(world, {entry.name: unit for unit, entry in world.each(Unit)})
    return game


def states(game: Skirmish, how: str) -> dict[str, dict[str, Any]]:
    """The next roster's states by name."""
    return {entry.name: entry.state for side in follow(game, board("hex"), how).sides for entry in side.roster}


def hurt(world: World, names: dict[str, int]) -> None:
    reset(world, names["Ann"], "vitality", 4)
    reset(world, names["Ann"], "temp_vitality", 0)
    reset(world, names["Ann"], "wp", 1)
    reset(world, names["Ann"], "nm", 3)
    inflict(world, names["Ann"], "poisoned", rounds=8)
    inflict(world, names["Ann"], "defending")


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("at_once", {"vitality": 4, "temp_vitality": 0, "wp": 1, "conditions": ["poisoned 8"]}),
        ("minute", {"vitality": 4, "temp_vitality": 0, "wp": 1, "conditions": ["poisoned 3"]}),
        ("breather", {"vitality": 4, "wp": 5}),
        ("rest", {}),
    ],
)
def test_what_a_rest_leaves(how: str, expected: dict[str, Any]) -> None:
    found = states(fought(Entry(unit="man_at_arms", name="Ann"), change=hurt), how)
    assert found["Ann"] == {"nm": 3, **expected}
    assert found["Bob"] == {}


@pytest.mark.parametrize(("how", "expected"), [("at_once", ["prone"]), ("minute", None), ("breather", None)])
def test_with_a_moment_everybody_stands_up(how: str, expected: list[str] | None) -> None:
    def trip(world: World, names: dict[str, int]) -> None:
        inflict(world, names["Ann"], "prone")

    found = states(fought(Entry(unit="man_at_arms", name="Ann"), change=trip), how)
    assert found["Ann"].get("conditions") == expected


def test_nobody_is_held_into_the_next_battle() -> None:
    """VITALITY-COND-12: who grabbed it is somewhere else by then."""

    def hold(world: World, names: dict[str, int]) -> None:
        world.put(names["Ann"], Position(world.get(names["Bob"], Position).cell + 1))
        inflict(world, names["Ann"], "grabbed", names["Bob"])
        inflict(world, names["Ann"], "chilled")

    found = states(fought(Entry(unit="man_at_arms", name="Ann"), change=hold), "at_once")
    assert found["Ann"]["conditions"] == ["chilled 3"]


def test_the_next_battle_starts_with_it() -> None:
    game = fought(Entry(unit="man_at_arms", name="Ann"), change=hurt)
    world = Skirmish(follow(game, board("hex"), "at_once")).settle().session.world
    (ann,) = (unit for unit, entry in world.each(Unit) if entry.name == "Ann")
    pools = world.get(ann, Pools)
    assert [pools[name] for name in ("vitality", "temp_vitality", "wp", "nm")] == [4, 0, 1, 3]
    (item,) = world.get(ann, Conditions).items
    assert (item.name, item.until, item.level) == ("poisoned", "slot", 8)


def test_a_friend_looks_after_the_fallen_and_nobody_after_the_lonely() -> None:
    def felled(world: World, names: dict[str, int]) -> None:
        for name in ("Ann", "Bob"):
            reset(world, names[name], "vitality", -3)
            for effect in ("down", "prone", "bleeding"):
                inflict(world, names[name], effect)

    two = (Entry(unit="man_at_arms", name="Ann"), Entry(unit="man_at_arms", name="Eve"))
    others = (*OTHERS, Entry(unit="archer", name="Cat"))
    game = fought(*two, others=others, change=felled)
    assert set(states(game, "at_once")["Ann"]["conditions"]) == {"down", "prone"}
    assert states(game, "breather")["Ann"] == {"vitality": 1}

    def alone(world: World, names: dict[str, int]) -> None:
        felled(world, names)
        die(world, names["Cat"], None)

    with pytest.raises(ValueError, match="nobody left"):
        follow(fought(*two, others=others, change=alone), board("hex"), "breather")


@pytest.mark.parametrize(("how", "goes_on"), [("defeated", False), ("surrendered", False), ("fled", True)])
def test_who_takes_no_further_part(how: str, *, goes_on: bool) -> None:
    def off(world: World, names: dict[str, int]) -> None:
        world.drop(names["Ann"], Position)
        world.put(names["Ann"], Down(how))
        reset(world, names["Ann"], "wp", 0)

    game = fought(Entry(unit="man_at_arms", name="Ann"), Entry(unit="man_at_arms", name="Eve"), change=off)
    assert ("Ann" in states(game, "rest")) == goes_on
    if goes_on:
        assert states(game, "at_once")["Ann"]["wp"] == 0
        assert "wp" not in states(game, "rest")["Ann"]


def test_turncoats_go_back_and_summons_do_not_go_on() -> None:
    def change(world: World, names: dict[str, int]) -> None:
        turn_coat(world, names["Ann"], names["Cat"])
        extra = world.spawn(changed(world.get(names["Ann"], Unit), name="Bones"), Position(0))
        for kind in (Pools, Conditions, Gear, Body, Footprint):
            world.put(extra, world.get(names["Ann"], kind))

    others = (*OTHERS, Entry(unit="conscript", name="Cat"))
    first, second = follow(
        fought(Entry(unit="knight", name="Ann"), others=others, change=change), board("hex"), "rest"
    ).sides
    assert [entry.name for entry in first.roster] == ["Ann"]
    assert [entry.name for entry in second.roster] == ["Bob", "Cat"]


def test_winners_find_what_they_threw() -> None:
    def thrown(world: World, names: dict[str, int]) -> None:
        gear = world.get(names["Ann"], Gear)
        world.put(names["Ann"], changed(gear, carried=()))
        world.spawn(Lying("javelin"), Position(0))
        for side, entry in world.each(Side):
            if entry.number == 2:
                for unit, who in world.each(Unit):
                    if who.side == side:
                        world.put(unit, Down("fled"))
                        world.drop(unit, Position)

    game = fought(Entry(unit="man_at_arms", name="Ann"), change=thrown)
    assert states(game, "at_once")["Ann"]["carried"] == []
    assert states(game, "breather")["Ann"] == {}


def test_what_lies_there_is_picked_up_once() -> None:
    """One javelin for two who miss one, no more than each needs of three, and none for the losers."""

    def scattered(world: World, names: dict[str, int], lying: int) -> None:
        for name in ("Ann", "Eve"):
            world.put(names[name], changed(world.get(names[name], Gear), carried=()))
        for at in range(lying):
            world.spawn(Lying("javelin"), Position(at))
        world.put(names["Bob"], changed(world.get(names["Bob"], Gear), carried=()))
        world.spawn(Lying("dagger"), Position(9))
        world.drop(names["Bob"], Position)
        world.put(names["Bob"], Down("fled"))

    two = (Entry(unit="man_at_arms", name="Ann"), Entry(unit="man_at_arms", name="Eve"))
    one = states(fought(*two, change=lambda world, names: scattered(world, names, 1)), "breather")
    assert one["Ann"] == {} and one["Eve"]["carried"] == []
    assert one["Bob"]["carried"] == []
    three = states(fought(*two, change=lambda world, names: scattered(world, names, 3)), "breather")
    assert three["Ann"] == three["Eve"] == {}
    minute = states(fought(*two, change=lambda world, names: scattered(world, names, 1)), "minute")
    assert minute["Ann"]["carried"] == []


def test_whoever_climbed_up_against_its_will_gets_down() -> None:
    def climb(world: World, names: dict[str, int]) -> None:
        world.put(names["Ann"], Rider(willing=False))

    pair = (Entry(unit="knight", name="Ann", state={"mounted_on": "Bay"}), Entry(unit="warhorse", name="Bay"))
    assert states(fought(*pair, change=climb), "rest")["Ann"] == {}


def test_what_is_held_and_carried_stays_as_chosen() -> None:
    """The same things in other hands are told; only who has lost or won something begins with what it has left."""

    def dropped(world: World, names: dict[str, int]) -> None:
        world.put(names["Ann"], Gear(("dagger",), (), ("light",)))

    found = states(fought(Entry(unit="archer", name="Ann"), change=dropped), "rest")["Ann"]
    assert found == {"held": ["dagger"], "carried": []}


def test_riders_stay_in_the_saddle() -> None:
    pair = (Entry(unit="knight", name="Ann", state={"mounted_on": "Bay"}), Entry(unit="warhorse", name="Bay"))
    assert states(fought(*pair), "rest")["Ann"] == {"mounted_on": "Bay"}


@pytest.mark.parametrize("state", [{"vitality": "much"}, {"conditions": ["merry"]}, {"conditions": ["prone soon"]}])
def test_a_state_that_is_none_is_refused(state: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="state"):
        fought(Entry(unit="knight", name="Ann", state=state))


def outfitted(chosen: dict[str, str], unit: str = "archer") -> dict[str, Any]:
    """Ann's state for the next battle when her gear was chosen anew."""
    game = fought(Entry(unit=unit, name="Ann"))
    (ann,) = (each for each, entry in game.session.world.each(Unit) if entry.name == "Ann")
    following = follow(game, board("hex"), "rest", gear={ann: chosen})
    return next(entry.state for side in following.sides for entry in side.roster if entry.name == "Ann")


def test_gear_may_be_chosen_anew() -> None:
    state = outfitted({"armour": "medium", "right": "crossbow", "pack_1": "", "pack_2": "antidote"})
    gear = {key: state[key] for key in ("armour", "held", "carried")}
    assert gear == {"armour": "medium", "held": ["crossbow"], "carried": ["antidote"]}
    assert {key: outfitted({}).get(key) for key in gear} == dict.fromkeys(gear)


def test_what_is_in_hand_may_change_places_with_what_is_carried() -> None:
    state = outfitted({"right": "dagger", "pack_1": "longbow"})
    assert (state["held"], state["carried"]) == (["dagger"], ["longbow"])


@pytest.mark.parametrize(
    ("unit", "chosen", "why"),
    [
        ("man_at_arms", {"right": "crossbow"}, "two hands are not enough"),
        ("man_at_arms", {"right": "light_shield"}, "one shield is enough"),
        ("archer", {"right": "hooves"}, "does not go there"),
        ("wolf", {"right": "ax"}, "there is no slot"),
    ],
)
def test_gear_that_cannot_be(unit: str, chosen: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        outfitted(chosen, unit)


def test_a_crossbow_chosen_before_must_be_loaded_again() -> None:
    game = fought(Entry(unit="archer", name="Ann"))
    (ann,) = (each for each, entry in game.session.world.each(Unit) if entry.name == "Ann")
    scenario = follow(game, board("hex"), "rest", gear={ann: {"right": "crossbow"}})
    after = Skirmish(scenario, ruleset("vitality")).settle()
    asked: set[str] = set()
    while isinstance(request := after.session.request, Decision) and "reload" not in asked:
        verbs = {option.verb: option.key for option in request.options}
        asked |= set(verbs)
        after.answer(verbs.get("reload") or verbs.get("crossbow") or verbs.get("end") or request.options[0].key)
    assert "reload" in asked
