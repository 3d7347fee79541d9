"""One skirmish after another: who goes on, with what, and why there may be no next one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.__main__ import main
from game.kernel.components import Carried, Pools, Unit
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_map
from game.map.roster import Entry
from game.map.scenario import quick
from game.rules.poise.state import Afflictions, Stress
from game.skirmish.linking import follow
from game.skirmish.record import Skirmish, read
from tests.playing import ruleset

OTHERS = (Entry(unit="archer"),)


def board(name: str) -> Board:
    """A shipped map."""
    return load_board(find_map(name))


def begun(*roster: Entry, others: tuple[Entry, ...] = OTHERS) -> Skirmish:
    """The first side's units against others, for a single round."""
    base = quick("arena", "poise", seed=3)
    first, second = base.sides
    sides = (msgspec.structs.replace(first, roster=roster), msgspec.structs.replace(second, roster=others))
    return Skirmish(msgspec.structs.replace(base, sides=sides, round_limit=1), ruleset("poise")).settle()


def over(*roster: Entry, others: tuple[Entry, ...] = OTHERS) -> Skirmish:
    """The same after a round in which nobody does anything."""
    game = begun(*roster, others=others)
    while (request := game.session.request) is not None:
        keys = [option.key for option in request.options]
        game.answer("end" if "end" in keys else "stay" if "stay" in keys else keys[0])
    return game


def states(game: Skirmish, how: str = "at_once") -> dict[str, dict[str, Any]]:
    """The next roster's states by name."""
    return {entry.name: entry.state for side in follow(game, board("ford"), how).sides for entry in side.roster}


def test_what_stays_is_stress_afflictions_and_gear_but_no_pool() -> None:
    worn = {"stress": 12, "afflictions": ["limping"], "poise": 3, "held": ["sword"], "carried": [], "speed": 2}
    found = states(over(Entry(unit="footman", name="Ann", state=worn)))
    assert found["Ann"] == {"stress": 12, "afflictions": ["limping"], "held": ["sword"], "carried": [], "speed": 2}
    assert found["Archer"] == {}


def test_conditions_of_the_first_start_are_not_those_of_the_next() -> None:
    """POISE-REST-2."""
    found = states(over(Entry(unit="footman", name="Ann", state={"suffers": ["burning"], "tack": True})))
    assert found["Ann"] == {"tack": True}


def test_the_next_skirmish_starts_with_it() -> None:
    game = over(Entry(unit="footman", name="Ann", state={"stress": 12, "afflictions": ["bruised"], "poise": 3}))
    following = Skirmish(follow(game, board("ford"), "camp", seed=9)).settle()
    world = following.session.world
    (ann,) = (unit for unit, entry in world.each(Unit) if entry.name == "Ann")
    assert world.get(ann, Stress).amount == 11
    assert world.get(ann, Afflictions).items == ("bruised",)
    assert world.get(ann, Pools).now == (20, 15, 15)
    assert following.session.request is not None
    assert following.scenario.seed == 9 and following.scenario.board.name == board("ford").name


def test_counted_units_go_on_one_by_one_in_their_roles() -> None:
    game = over(Entry(role="fighter", count=2), Entry(role="leader"))
    roster = follow(game, board("ford"), "at_once").sides[0].roster
    assert [(entry.role, entry.count, entry.name) for entry in roster] == [
        ("fighter", 1, "Footman 1"),
        ("fighter", 1, "Footman 2"),
        ("leader", 1, "Captain"),
    ]


def test_whoever_is_worn_out_or_a_fallen_minion_stays_behind() -> None:
    game = over(
        Entry(unit="footman", name="Ann", state={"stress": 40}),
        Entry(unit="footman", name="Bob", state={"stress": 39}),
        Entry(unit="rabble", name="Cat"),
    )
    assert list(states(game)) == ["Bob", "Cat", "Archer"]


def test_riders_go_on_in_the_saddle_of_a_mount_that_goes_on() -> None:
    rider = Entry(unit="knight", name="Ann", state={"mounted_on": "warhorse"})
    game = over(rider, Entry(unit="warhorse", name="Bay"))
    assert states(game)["Ann"] == {"mounted_on": "Bay"}
    world = Skirmish(follow(game, board("ford"), "at_once")).settle().session.world
    assert len(world.each(Carried)) == 1
    tired = over(rider, Entry(unit="warhorse", name="Bay", state={"stress": 40}))
    assert states(tired)["Ann"] == {}


def test_places_and_objectives_are_the_new_maps_and_names_the_old_ones() -> None:
    old, new = over(Entry(unit="footman")), board("bridge")
    scenario = follow(old, new, "at_once")
    for side, before, place in zip(scenario.sides, old.scenario.sides, new.sides, strict=True):
        assert (side.name, side.controller) == (before.name, before.controller)
        assert (side.zone, side.objectives) == (place.zone, place.objectives)


def test_a_fresh_side_has_the_maps_own_units() -> None:
    game, new = over(Entry(unit="footman", name="Ann")), board("ford")
    first, second = follow(game, new, "at_once", fresh=(game.scenario.sides[1].name,)).sides
    assert [entry.name for entry in first.roster] == ["Ann"]
    assert second.roster == new.sides[1].roster


def test_no_skirmish_follows_one_that_goes_on() -> None:
    with pytest.raises(ValueError, match="not over yet"):
        follow(begun(Entry(unit="footman")), board("ford"), "at_once")


def test_nobody_left_is_no_side() -> None:
    with pytest.raises(ValueError, match="nobody left"):
        follow(over(Entry(unit="footman", state={"stress": 40})), board("ford"), "at_once")


@pytest.mark.parametrize(("how", "fresh"), [("castle", ()), ("at_once", ("Nobody",))])
def test_unknown_rests_and_sides_are_named(how: str, fresh: tuple[str, ...]) -> None:
    with pytest.raises(LookupError, match="there are: "):
        follow(over(Entry(unit="footman")), board("ford"), how, fresh=fresh)


def test_the_command_writes_a_record_to_go_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = over(Entry(unit="footman", name="Ann", state={"stress": 7}))
    (tmp_path / "one.txt").write_text(game.text(), encoding="utf-8")
    words = ["follow", str(tmp_path / "one.txt"), "--map", "ford", "--rest", "inn", "--out", str(tmp_path / "two.txt")]
    assert main(words) == 0
    assert "Ann (stress 4)" in capsys.readouterr().out
    following = read((tmp_path / "two.txt").read_text(encoding="utf-8"))
    assert following.session.request is not None
    assert following.scenario.sides[0].roster[0].state == {"stress": 4}


def test_the_command_says_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.txt").write_text(begun(Entry(unit="footman")).text(), encoding="utf-8")
    words = ["follow", str(tmp_path / "one.txt"), "--map", "ford", "--out", str(tmp_path / "two.txt")]
    assert main(words) == 2
    assert "not over yet" in capsys.readouterr().err
    assert not (tmp_path / "two.txt").exists()
