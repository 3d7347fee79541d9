"""Scenarios: complete in themselves, readable as files, and deployment that always fits or says why not."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai.controller import find_controller
from game.data.paths import data
from game.data.sheets import SheetError
from game.grid.grid import cells
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_map, save_board
from game.map.roster import ROLES, Entry, Objective, Role
from game.map.scenario import (
    Opening,
    Scenario,
    SideSetup,
    dump_scenario,
    find_scenarios,
    load_scenario,
    places,
    quick,
    rank_of,
)
from game.map.writer import dump_board
from game.skirmish.record import Skirmish

FIELD = """\
name: Field
grid: square
rows: |
  ..........
  ...#......
  ..........
  ..........
zones:
  west: {kind: deploy, rect: [0, 0, 4, 4]}
  east: {kind: deploy, rect: [6, 0, 4, 4]}
sides:
  - {name: Red, zone: west, roster: [{role: fighter, count: 2}, {role: archer}]}
  - {name: Blue, zone: east, roster: [{role: brute}]}
"""


def test_quick_takes_sides_from_the_map() -> None:
    scenario = quick("arena", "poise", ("human", "steady"), 7)
    assert [side.controller for side in scenario.sides] == ["human", "steady"]
    assert (scenario.ruleset, scenario.seed, scenario.name, scenario.round_limit) == ("poise", 7, "Arena", 30)
    assert scenario.board == load_board(find_map("arena"))
    named = quick(load_board(FIELD), "clash", {"Blue": "swift"})
    assert [side.controller for side in named.sides] == ["human", "swift"]


def test_quick_refuses() -> None:
    with pytest.raises(LookupError, match="there is no map 'nowhere'"):
        quick("nowhere", "poise")
    with pytest.raises(LookupError, match="there is no side 'Green' on the map 'Field'"):
        quick(load_board(FIELD), "poise", {"Green": "human"})
    with pytest.raises(ValueError, match="the map 'x' has no two sides"):
        quick(load_board("name: x\ngrid: hex\nrows: [..]"), "poise")


def test_a_scenario_needs_no_other_file() -> None:
    scenario = msgspec.structs.replace(
        quick(load_board(FIELD), "wounds", ("steady",), "feb"),
        settings={"undo": "free", "cell_m": 1},
        opening=Opening("Red 1", ("Blue",), "Red"),
        deployment="by_hand",
    )
    raw = msgspec.json.encode(scenario, order="deterministic")
    back = msgspec.json.decode(raw, type=Scenario)
    assert back == scenario
    assert back.board == load_board(FIELD)
    assert msgspec.json.encode(back, order="deterministic") == raw


def test_scenario_files(tmp_path: Path) -> None:
    save_board(load_board(FIELD), tmp_path / "field.yaml")
    file = tmp_path / "duel.yaml"
    file.write_text(
        "ruleset: aura\nmap: field\nseed: 3\nround_limit: 9\nsettings: {square_metric: alternating}\n"
        "sides:\n"
        "  - name: Hunters\n"
        "    zone: west\n"
        "    controller: steady\n"
        "    roster: [{unit: wolf, count: 3}, {role: leader, name: Ada, at: '2,3', facing: e, state: {stress: 2}}]\n"
        "    objectives: [{kind: survive, rounds: 5}, {kind: defeat_all}]\n"
        "  - {name: Prey, zone: east, roster: [{role: swarm}]}\n"
    )
    scenario = load_scenario(file)
    assert scenario.name == "Field"
    assert scenario.board == load_board(FIELD)
    hunters = scenario.sides[0]
    assert hunters.roster[1] == Entry("leader", name="Ada", at="2,3", facing="e", state={"stress": 2})
    assert (hunters.size, hunters.objectives[0].amount, scenario.sides[1].objectives) == (
        4,
        5,
        (Objective("defeat_all"),),
    )
    file.write_text(dump_scenario(scenario, "field"))
    assert load_scenario(file) == scenario
    assert load_scenario("ruleset: poise\nmap: arena").sides == load_board(find_map("arena")).sides


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruleset: poise", "s:1:1: key 'map' is missing"),
        ("ruleset: poise\nmap: nowhere", "s:2:6: map: there is no map 'nowhere'"),
        ("ruleset: poise\nmap: arena\nsides: [{name: a, zone: wets}]", "unknown zone 'wets'; known: east, west"),
        ("ruleset: poise\nmap: arena\nsides: [{name: a}]", "s:3:8: sides: a skirmish needs at least two sides"),
        ("ruleset: poise\nmap: arena\nsides: [{name: a}, {name: a}]", "s:3:27: sides.1.name: there are two sides 'a'"),
        ("ruleset: poise\nmap: arena\ndeployment: byhand", "(did you mean 'by_hand'?)"),
    ],
)
def test_scenario_faults_are_told(text: str, expected: str) -> None:
    with pytest.raises(SheetError) as caught:
        load_scenario(text, "s")
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "defeat_all", "zone": "z"},
        {"kind": "hold_zone", "zone": "z"},
        {"kind": "hold_zone", "rounds": 2},
        {"kind": "escape", "zone": "z"},
        {"kind": "survive"},
        {"kind": "survive", "rounds": 2, "count": 1},
    ],
)
def test_objectives_are_complete(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="needs"):
        Objective(**fields)  # type: ignore[arg-type]


def test_rosters_are_clear() -> None:
    with pytest.raises(ValueError, match="either a role or a unit"):
        Entry("guard", unit="knight")
    with pytest.raises(ValueError, match="single unit"):
        Entry("guard", count=2, at="1,1")
    assert set(ROLES) == set(Role.__args__)


def test_places_put_the_front_in_front() -> None:
    board = load_board(FIELD)
    west, east = board.zone_cells("west"), board.zone_cells("east")
    found = places(
        board, west, [1, 1, 1], toward=east, ranks=[rank_of("fighter"), rank_of("fighter"), rank_of("archer")]
    )
    assert isinstance(found, tuple)
    assert [board.grid.xy(cell)[0] for cell in found] == [3, 3, 0]
    assert board.grid.at(3, 1) not in found


def test_places_say_what_does_not_fit() -> None:
    board = load_board(FIELD)
    assert places(board, board.zone_cells("west"), [1, 3, 3]) == "no room in the zone for unit 3 of 3 (9 cells)"
    assert places(board, 0, [1]) == "no room in the zone for unit 1 of 1"
    assert places(board, 0, []) == ()


def test_no_footprint_across_a_wall() -> None:
    board = load_board(FIELD + "edges: [{from: [0, 0], to: [0, 3], side: e, kind: wall}]")
    zone = sum(1 << board.grid.at(col, row) for col in (0, 1) for row in (2, 3))
    assert isinstance(places(board, zone, [1, 1, 1, 1]), tuple)
    assert places(board, zone, [2]) == "no room in the zone for unit 1 of 1 (4 cells)"


def covered(board: Board, found: tuple[int, ...], sizes: list[int]) -> list[int]:
    return [board.grid.footprint(cell, size) for cell, size in zip(found, sizes, strict=True)]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["arena", "bridge"]), st.lists(st.integers(1, 3), max_size=9), st.integers(0, 1))
def test_places_never_overlap_nor_leave_the_zone(name: str, sizes: list[int], which: int) -> None:
    board = load_board(find_map(name))
    zones = [board.zone_cells(side.zone) for side in board.sides]
    found = places(board, zones[which], sizes, toward=zones[1 - which], ranks=[size - 1 for size in sizes])
    assert found == places(board, zones[which], sizes, toward=zones[1 - which], ranks=[size - 1 for size in sizes])
    if isinstance(found, str):
        assert sum(size * size for size in sizes) > 7
        return
    footprints = covered(board, found, sizes)
    together = 0
    for footprint in footprints:
        assert footprint
        assert not footprint & together
        together |= footprint
    assert not together & ~zones[which]
    assert not together & (board.impassable | board.deep)


@pytest.mark.parametrize("file", sorted(data("maps").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_shipped_map_has_room_for_its_sides(file: Path) -> None:
    """Even in a ruleset where brutes and lancers are big."""
    board = load_board(file)
    zones = [board.zone_cells(side.zone) for side in board.sides]
    for number, side in enumerate(board.sides):
        roles = [entry.role for entry in side.roster for _ in range(entry.count)]
        sizes = [2 if role in ("brute", "lancer") else 1 for role in roles]
        found = places(board, zones[number], sizes, toward=zones[number - 1], ranks=list(map(rank_of, roles)))
        assert isinstance(found, tuple), found
        front = [cell for cell, role in zip(found, roles, strict=True) if role == "fighter"]
        back = [cell for cell, role in zip(found, roles, strict=True) if role == "archer"]
        enemy = sum(1 << cell for cell in cells(zones[number - 1]))
        near = [board.grid.distance_sets(1 << cell, enemy, "chebyshev") for cell in front]
        far = [board.grid.distance_sets(1 << cell, enemy, "chebyshev") for cell in back]
        assert min(near) < max(far)


def test_the_map_text_is_read_once() -> None:
    one, two = (Scenario("poise", dump_board(load_board(FIELD)), (SideSetup("a"), SideSetup("b"))) for _ in range(2))
    assert one.board is two.board


@pytest.mark.parametrize("name", find_scenarios())
def test_shipped_scenarios_are_played_to_their_end(name: str) -> None:
    scenario = load_scenario(find_scenarios()[name])
    assert scenario.description and scenario.ruleset == name.partition("/")[0]
    skirmish, controller = Skirmish(scenario).settle(), find_controller("random", 1)
    for _ in range(3000):
        if skirmish.session.request is None:
            break
        skirmish.answer(controller.choose(skirmish.session))
    assert skirmish.session.request is None


def test_equal_scenarios_are_written_alike_wherever_they_come_from() -> None:
    """Another process gets a copy in which nothing is the very object that a default is."""
    scenario = load_scenario(
        "name: n\nruleset: poise\nmap: arena\ndeployment: automatic\nopening: {first_actor: ''}\n"
        "round_limit: 15\nsides:\n"
        "  - {name: a, team: 0, controller: human, zone: west, roster: [{unit: footman, count: 1, name: ''}]}\n"
        "  - {name: b, zone: east, objectives: [{kind: defeat_all, zone: '', rounds: 0}], roster: [{role: archer}]}\n"
    )
    copy = pickle.loads(pickle.dumps(scenario))
    assert copy == scenario
    text = msgspec.json.encode(scenario)
    assert msgspec.json.encode(copy) == text
    assert b"human" not in text and b"automatic" not in text and b"defeat_all" not in text
    assert msgspec.json.encode(msgspec.json.decode(text, type=Scenario)) == text
