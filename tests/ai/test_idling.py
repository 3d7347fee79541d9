"""Idle stretches, pairs of skirmishes, and the commands that show them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.ai.batch import Job, Result, play, run
from game.ai.controller import find_controller
from game.ai.idling import STRETCH, Watch
from game.ai.judging import idleness, score
from game.kernel.components import FIELD, Clock, Down, Field, Objectives, Position, Side, Unit, changed
from game.kernel.components import Objective as Goal
from game.kernel.ecs import World
from game.kernel.events import Attacked, Used
from game.map.file import load_board
from game.map.library import find_maps
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario, quick
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish
from tests.toy import Toy, duel

GAMES = 52  # a ruleset, twice on every map


def strip() -> tuple[World, int, int]:
    """Two units of the toy's, four cells between them."""
    world = Skirmish(duel(5), Toy()).session.world
    one, other = (unit for unit, _ in world.each(Unit))
    return world, one, other


def next_round(world: World, watch: Watch) -> int:
    """The longest stretch once the round is over."""
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, round=clock.round + 1))
    watch.look(world)
    return watch.longest


def step(world: World, unit: int, by: int) -> None:
    """Put the unit some cells farther east."""
    world.put(unit, Position(world.get(unit, Position).cell + by))


def test_rounds_in_which_nobody_does_anything_are_idle() -> None:
    world, _, _ = strip()
    watch = Watch(world)
    watch.look(world)
    assert [next_round(world, watch) for _ in range(3)] == [1, 2, 3]


def test_whoever_comes_nearer_does_not_idle_but_walking_to_and_fro_is_idling() -> None:
    world, one, _ = strip()
    watch = Watch(world)
    step(world, one, 1)
    assert next_round(world, watch) == 0
    step(world, one, -1)
    assert next_round(world, watch) == 1
    step(world, one, 1)
    assert next_round(world, watch) == 2, "it was that near before"
    step(world, one, 1)
    assert next_round(world, watch) == 2
    assert next_round(world, watch) == 2, "a stretch of its own"


def test_an_attack_ends_a_stretch_and_after_it_one_may_come_nearer_anew() -> None:
    world, one, other = strip()
    watch = Watch(world)
    assert next_round(world, watch) == 1
    world.emit(Attacked(one, other, "strike"))
    step(world, one, -1)
    assert next_round(world, watch) == 1
    step(world, one, 1)
    assert next_round(world, watch) == 1
    assert [next_round(world, watch) for _ in range(2)] == [1, 2]


def test_a_spell_at_a_foe_is_an_attack_and_one_at_a_friend_is_not() -> None:
    world, one, other = strip()
    watch = Watch(world)
    world.emit(Used(one, "bolt", targets=(other,)))
    assert next_round(world, watch) == 0
    world.emit(Used(one, "ward", targets=(one,)))
    assert next_round(world, watch) == 1


def test_whoever_comes_from_behind_the_first_comes_nearer_too() -> None:
    red = SideSetup("red", roster=(Entry(unit="pawn", name="A", at="3,0"), Entry(unit="pawn", name="B", at="0,0")))
    blue = SideSetup("blue", roster=(Entry(unit="pawn", name="c", at="5,0"),))
    world = Skirmish(Scenario("toy", STRIP, (red, blue)), Toy()).session.world
    _, last, _ = (unit for unit, _ in world.each(Unit))
    watch = Watch(world)
    step(world, last, 1)
    assert next_round(world, watch) == 0
    step(world, last, -1)
    assert next_round(world, watch) == 1


def test_where_nobody_is_left_nobody_idles() -> None:
    world, one, _ = strip()
    watch = Watch(world)
    world.put(one, Down("defeated"))
    assert [next_round(world, watch) for _ in range(3)] == [0, 0, 0]


STRIP = """
name: Strip
grid: square
rows: [......]
"""

WALLED = """
name: Walled
grid: square
rows: [..#.., ..#.., .....]
zones: {well: {kind: objective, rect: [0, 0, 1, 1]}}
"""


def test_the_way_goes_round_walls_and_to_the_zones_of_objectives() -> None:
    red = SideSetup("red", roster=(Entry(unit="pawn", name="A", at="1,0"),))
    blue = SideSetup("blue", roster=(Entry(unit="pawn", name="b", at="3,0"),))
    world = Skirmish(Scenario("toy", WALLED, (red, blue)), Toy()).session.world
    side = next(side for side, entry in world.each(Side) if entry.name == "red")
    one = next(unit for unit, _ in world.each(Unit))
    grid = world.get(FIELD, Field).board.grid
    watch = Watch(world)
    assert next_round(world, watch) == 1
    world.put(one, Position(grid.at(1, 1)))
    assert next_round(world, watch) == 1, "away from the enemy as the crow flies, and nearer on foot"
    world.put(one, Position(grid.at(1, 0)))
    assert next_round(world, watch) == 1, "back, where it was before"
    world.put(side, Objectives((Goal("hold_zone", "well", 1),)))
    world.put(one, Position(grid.at(1, 2)))
    watch = Watch(world)
    world.put(one, Position(grid.at(1, 1)))
    assert next_round(world, watch) == 0, "nearer to the zone"
    world.put(one, Position(grid.at(0, 0)))
    assert next_round(world, watch) == 1, "in the zone; from there it is farther to the enemy"


def test_a_result_tells_its_idle_rounds() -> None:
    result = play(duel(), [find_controller("first"), find_controller("first")], ruleset=Toy())
    assert (result.why, result.idle) == ("round_limit", 10)
    found = idleness([result, Result(1, 0, ("a", "b"), (0,), "defeat_all", idle=STRETCH - 1)])
    assert (found.idle.count, found.longest, found.by_clock.count, found.idle.of) == (1, 10, 1, 2)


def games(*winners: tuple[int, ...]) -> list[Result]:
    """Skirmishes of a against b in pairs; `winners` go by the sides, which swap."""
    pairs = [("a", "b"), ("b", "a")]
    return [Result(at, f"s-{at // 2}", pairs[at % 2], won) for at, won in enumerate(winners)]


def test_a_score_goes_by_the_player_and_not_by_the_side() -> None:
    found = score("a", games((0,), (1,), (1,), (0,), (0,), (), (0, 1), (0,)))
    assert (found.wins, found.draws, found.losses, found.errors) == (3, 2, 3, 0)
    assert found.rate == 0.5
    assert found.low < 0.5 < found.high


def test_pairs_that_are_always_split_leave_no_doubt() -> None:
    found = score("a", games(*[(0,)] * 20))
    assert (found.rate, found.paired_low, found.paired_high) == (0.5, 0.5, 0.5), "the first side wins whoever plays it"
    assert found.high - found.low > 0.3


def test_an_error_is_no_skirmish_of_the_score() -> None:
    broken = Result(2, "s-1", ("a", "b"), error="RuntimeError: no")
    found = score("a", [*games((0,), (1,)), broken])
    assert (found.wins, found.errors, found.rate) == (2, 1, 1.0)
    assert (found.paired_low, found.paired_high) == (0.0, 1.0), "one pair says nothing"


def test_a_duel_prints_and_writes_the_same_with_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "duel", "random", "game.ai.baselines:Random", "--ruleset", "clash", "--games", "2"]
    for jobs in ("1", "2"):
        assert main([*words, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    written = [json.loads((tmp_path / jobs).read_text()) for jobs in ("1", "2")]
    assert written[0] == written[1]
    (row,) = written[0]["results"]
    assert (row["ruleset"], row["map"], row["grid"]) == ("clash", "arena", "hex")
    assert row["wins"] + row["draws"] + row["losses"] == 2
    assert "random against" in capsys.readouterr().out


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_a_duel_over_a_grid_plays_pairs_on_its_maps_in_turn(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[tuple[Job, int]] = []

    def played(wanted: list[tuple[Job, int]], _jobs: int) -> list[Result]:
        tasks.extend(wanted)
        return [Result(number, number // 2, job.controllers, (0,)) for job, number in wanted]

    monkeypatch.setattr("game.commands.matches.run", played)
    assert main(["arena", "duel", "first", "random", "--ruleset", "clash", "--grid", grid, "--games", "80"]) == 0
    boards = [load_board(path) for path in find_maps().values()]
    fit = [board.name for board in boards if board.kind == grid and len(board.sides) == 2]
    assert [job.scenario.name for job, _ in tasks[::2]] == [fit[pair % len(fit)] for pair in range(40)]
    assert [job.scenario.name for job, _ in tasks[1::2]] == [job.scenario.name for job, _ in tasks[::2]]
    assert [number for _, number in tasks] == list(range(80))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["duel", "captain", "captain"], "a duel needs two different computer players"),
        (["orders", "--map", "crossroads-inn", "--ruleset", "clash"], "needs a map of two sides"),
        (["duel", "captain", "captian"], "did you mean 'captain'"),
        (["duel", "captain", "nowhere.at:all"], "controller 'nowhere.at:all': No module named 'nowhere'"),
        (["duel", "captain", "random", "--map", "crossroads-inn", "--ruleset", "clash"], "needs a map of two sides"),
        (["idle", "--controller", "captian"], "did you mean 'captain'"),
        (["positions", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_what_cannot_be_played_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    assert message in capsys.readouterr().err


def test_idling_is_told_by_ruleset_and_map(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--controller", "first", "--map", "bridge", "--map", "arena", "--games", "2", "--jobs", "1"]
    assert main(["arena", "idle", "--ruleset", "clash", *words]) == 0
    shown = capsys.readouterr().out
    assert "first: idling" in shown and "bridge 1" in shown


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_captains_do_not_idle_and_seldom_end_by_the_clock(ruleset: str) -> None:
    maps = list(find_maps())
    tasks = []
    for number in range(GAMES):
        scenario = quick(maps[number % len(maps)], ruleset, seed="idle")
        tasks.append((Job(scenario, ("captain",) * len(scenario.sides), "idle"), number))
    results = list(run(tasks, 2))
    found = idleness(results)
    assert not [result.error for result in results if result.error]
    assert not found.idle.count, [
        (maps[each.number % len(maps)], each.idle) for each in results if each.idle >= STRETCH
    ]
    assert found.by_clock.count < 0.1 * found.by_clock.of
