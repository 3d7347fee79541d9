"""One skirmish after another: who goes on, with what, and the rests that are played before the next one."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from game.kernel.components import Carried, Condition, Conditions, Down, Gear, Position, Unit
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision
from game.map.board import Board
from game.map.file import load_board
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import CampDecisions, Links, Ruleset, find_ruleset
from game.rules.wounds import WoundsRules
from game.rules.wounds.campaign.rest import aftermath, parse
from game.rules.wounds.state import Strain, Upheld, Upkeep, Wounds, pool
from game.rules.wounds.verbs.deeds import deed_of
from game.rules.wounds.verbs.doing import do
from game.skirmish.linking import follow
from game.skirmish.record import Skirmish
from game.systems.conditions import holds

MAP = """
name: Field
grid: square
rows: |
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
zones:
  west: {kind: deploy, rect: [0, 0, 4, 4]}
  east: {kind: deploy, rect: [6, 0, 4, 4]}
sides:
  - {name: red, zone: west}
  - {name: blue, zone: east}
"""


@cache
def ruleset() -> Ruleset:
    return find_ruleset("wounds")


@cache
def field() -> Board:
    return load_board(MAP, "field")


def over(*roster: Entry) -> Skirmish:
    """A skirmish of one round in which nobody does anything; the others are one guard."""
    sides = (SideSetup("red", "west", roster=roster), SideSetup("blue", "east", roster=(Entry(unit="guard"),)))
    game = Skirmish(Scenario("wounds", MAP, sides, round_limit=1, seed=5), ruleset()).settle()
    while isinstance(request := game.session.request, Decision):
        keys = [option.key for option in request.options]
        game.answer("end" if "end" in keys else "no" if "no" in keys else keys[0])
    return game


def states(game: Skirmish, how: str = "at_once") -> dict[str, dict[str, Any]]:
    """The next roster's states by name."""
    return {entry.name: entry.state for side in follow(game, field(), how).sides for entry in side.roster}


def begun(game: Skirmish, how: str, seed: int = 0) -> Skirmish:
    """The next skirmish up to its first question."""
    return Skirmish(msgspec.structs.replace(follow(game, field(), how), seed=seed), ruleset()).settle()


def called(world: World, name: str) -> int:
    return next(unit for unit, entry in world.each(Unit) if entry.name == name)


def test_wounds_and_fatigue_go_on_and_bonds_do_not() -> None:
    # REST-19
    worn = {"wounds": ["light", "severe"], "fatigue": 4, "recovery": 2, "stamina": 2, "shots": 3, "ap": 4}
    found = states(over(Entry(unit="archer", name="Ann", state=worn)))
    assert found["Ann"] == {
        "wounds": ["light", "severe"],
        "fatigue": 4,
        "recovery": 2,
        "stamina": 2,
        "shots": 3,
    }
    assert found["Guard"] == {}


def test_what_goes_on_is_what_comes_back() -> None:
    worn = {"wounds": ["light", "severe"], "fatigue": 6, "stamina": 2, "day": {"clock": 60, "longs": [30]}}
    game = over(Entry(unit="archer", name="Ann", state=worn))
    world = begun(game, "at_once").session.world
    ann = called(world, "Ann")
    assert world.get(ann, Wounds).wounds == (1, 3)
    assert world.get(ann, Strain) == Strain(6, True, 0)
    before = aftermath(game.session.world, called(game.session.world, "Ann"))
    assert aftermath(world, ann) == before and before["day"]["longs"] == [30]


def test_the_dead_stay_behind_and_the_fled_go_on() -> None:
    game = over(Entry(unit="knight", name="Ann"), Entry(unit="knight", name="Bob"), Entry(unit="knight", name="Cid"))
    world = game.session.world
    for name, how in (("Bob", "dead"), ("Cid", "fled")):
        world.put(called(world, name), Down(how, "WOUNDS-HD-31"))
        world.drop(called(world, name), Position)
    assert set(states(game)) == {"Ann", "Cid", "Guard"}


def test_a_rest_asks_and_throws_before_the_next_skirmish() -> None:
    # REST-9, REST-14: a recovery check in the night, and the owner chooses the wound
    game = over(Entry(unit="knight", name="Ann", state={"wounds": ["moderate", "severe"], "fatigue": 3}))
    for seed in range(40):
        after = begun(game, "long_rest", seed)
        if isinstance(after.session.request, Decision) and after.session.request.question == "recovery":
            break
    assert {option.key for option in after.session.request.options} == {"moderate", "severe"}
    after.answer("severe")
    ann = called(after.session.world, "Ann")
    assert sorted(after.session.world.get(ann, Wounds).wounds) == [2, 2]
    assert after.session.world.get(ann, Strain).fatigue == 0


def test_a_disturbed_night_is_the_sides_choice() -> None:
    # REST-17 and 18
    game = over(Entry(unit="knight", name="Ann", state={"fatigue": 6, "stamina": 0}))
    for answer, fatigue, stamina in (("resume", 6, 4), ("short_rests", 6, 4)):
        after = begun(game, "long_rest_broken")
        request = after.session.request
        assert isinstance(request, Decision) and request.question == "broken_rest"
        assert {option.key for option in request.options} == {"resume", "short_rests"}
        after.answer(answer)
        world = after.session.world
        ann = called(world, "Ann")
        # Exhausted: the night ends that and fills the pools, but takes no fatigue off (REST-6).
        assert (world.get(ann, Strain).fatigue, pool(world, ann, "stamina")) == (fatigue, stamina)
        assert world.get(ann, Strain).exhausted == (answer == "short_rests")


def test_rests_are_settings_of_the_next_skirmish() -> None:
    rules = ruleset()
    assert isinstance(rules, Links) and isinstance(rules, CampDecisions) and isinstance(rules, WoundsRules)
    for how in rules.rests:
        assert how in rules.titles
        parse(rules.settings_after(how)["camp"])
    assert rules.rests[0] == "at_once" and rules.settings_after("at_once") == {"camp": ""}


def test_the_dying_are_saved_or_die_before_the_next_skirmish() -> None:
    # HD-34
    for helper, saved in (("medic", True), ("wolf", False)):
        game = over(Entry(unit="knight", name="Ann"), Entry(unit=helper, name="Helper"))
        world = game.session.world
        ann = called(world, "Ann")
        world.put(ann, Wounds((5,)))
        world.put(ann, Conditions((Condition("dying", until="round 3"), Condition("unconscious"))))
        world.put(ann, Down("unconscious"))
        assert states(game)["Ann"] == {"wounds": ["fatal"], "unconscious": True, "dying": 2}
        after = begun(game, "at_once", 1).session.world
        ann = called(after, "Ann")
        assert saved or after.get(ann, Down).how == "dead"
        assert not saved or not holds(after, ann, "dying")
        assert (after.find(ann, Position) is not None) is saved


def test_spells_that_are_kept_up_go_on() -> None:
    # MANA-4, REST-19
    kept = {"upheld": [["ward", "Ann"]], "mana": 5}
    game = over(Entry(unit="knight", name="Ann"), Entry(unit="medic", name="Med", state=kept))
    assert states(game)["Med"] == {"mana": 5, "upheld": [["ward", "Ann"]]}
    world = begun(game, "at_once").session.world
    med = called(world, "Med")
    assert holds(world, called(world, "Ann"), "warded")
    assert pool(world, med, "mana") == 5 and world.get(med, Upheld).spells[0].mana == 2


def test_a_mount_that_came_with_its_rider_goes_on_with_it() -> None:
    ride = {"mounted_on": "warhorse", "mount": {"wounds": ["moderate"]}}
    game = over(Entry(unit="knight", name="Ann", state=ride), Entry(unit="knight", name="Bob"))
    assert states(game)["Ann"] == ride
    world = begun(game, "at_once").session.world
    mount = world.get(called(world, "Ann"), Carried).by
    assert world.get(mount, Wounds).wounds == (2,)


def test_after_a_rest_nobody_lies_about() -> None:
    # REST-20, HD-34
    game = over(Entry(unit="knight", name="Ann", state={"wounds": ["light"], "unconscious": True}), Entry(unit="medic"))
    after = begun(game, "long_rest")
    world = after.session.world
    ann = called(world, "Ann")
    assert not world.has(ann, Down) and not holds(world, ann, "prone")


def test_what_is_used_up_does_not_come_back() -> None:
    # HD-34: one of two potions, and only of those that are its own
    game = over(Entry(unit="knight", name="Ann", state={"carried": ["potion_of_recovery", "potion_of_recovery"]}))
    world = game.session.world
    ann = called(world, "Ann")
    assert world.get(ann, Gear).carried == ("potion_of_recovery", "potion_of_recovery")
    world.put(ann, Gear(("potion_of_recovery",), ("potion_of_recovery",)))
    flow = do(world, ann, deed_of(world, "completed", "use_object"), Action("use_object", what="potion_of_recovery"))
    with pytest.raises(StopIteration):
        flow.send(None)  # unhurt, it throws nothing
    assert world.get(ann, Gear).held == ()
    assert states(game)["Ann"]["used"] == ["potion_of_recovery"]
    after = begun(game, "at_once").session.world
    assert after.get(called(after, "Ann"), Gear).carried == ("potion_of_recovery",)
    assert states(over(*follow(game, field(), "at_once").sides[0].roster))["Ann"]["used"] == ["potion_of_recovery"]


def test_mana_in_what_ends_with_the_fight_comes_back() -> None:
    # MANA-4, MANA-5: a Hold is over, a Ward goes on
    game = over(Entry(unit="mage", name="Ann", state={"mana": 8}))
    world = game.session.world
    ann, guard = called(world, "Ann"), called(world, "Guard")
    world.put(ann, Upheld((Upkeep("hold", guard, 2, "round 2"),)))
    assert aftermath(world, ann)["mana"] == 10
    world.put(ann, Upheld((Upkeep("hold", guard, 2, "round 2"), Upkeep("ward", ann, 2))))
    assert aftermath(world, ann) == {"mana": 10, "upheld": [["ward", "Ann"]]}
