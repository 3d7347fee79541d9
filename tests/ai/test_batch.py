"""Batches: pairs, processes, errors, intervals."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from game.ai.batch import Job, Result, first_listed, play, share, simulate, summarise
from game.ai.controller import find_controller
from game.map.scenario import quick
from game.skirmish.record import verify
from tests.toy import Toy, duel

CAP = 3000


def job(*controllers: str, **options: object) -> Job:
    """A batch in the arena."""
    return Job(quick("arena", "poise"), controllers, seed="t", cap=CAP, **options)  # type: ignore[arg-type]


def test_a_skirmish_is_played_to_its_end() -> None:
    result = play(duel(), [find_controller("captain", 1), find_controller("first", 1)], ruleset=Toy())
    assert result.error == ""
    assert result.winners == (0,)
    assert result.why == "defeat_all"
    assert result.decisions > 0
    assert result.record == ""


def test_an_endless_skirmish_is_an_error_with_its_record() -> None:
    result = play(duel(), [find_controller("first"), find_controller("first")], ruleset=Toy(), cap=5)
    assert result.error == "RuntimeError: no end after 5 answers"
    assert result.record.count("\n> ") == 5


def test_an_error_in_a_rule_does_not_end_the_batch() -> None:
    scenario = duel(3, crash=True)
    result = play(scenario, [find_controller("random", 1), find_controller("random", 2)], ruleset=Toy())
    assert result.error == "RuntimeError: a rule is broken"
    assert result.winners == ()
    assert result.record.startswith("quintain record 1")


def test_each_side_needs_a_controller() -> None:
    with pytest.raises(ValueError, match="2 sides need as many controllers, not 1"):
        play(duel(), [find_controller("first")], ruleset=Toy())


def test_different_controllers_play_each_seed_twice_with_sides_swapped() -> None:
    results = list(simulate(job("random", "first"), 4))
    assert [result.controllers for result in results] == [("random", "first"), ("first", "random")] * 2
    assert [result.seed for result in results] == ["t-0", "t-0", "t-1", "t-1"]


def test_equal_controllers_play_each_seed_once() -> None:
    assert [result.seed for result in simulate(job("first", "first"), 2)] == ["t-0", "t-1"]


def test_results_are_the_same_on_one_process_and_on_two() -> None:
    batch = job("random", "first", keep=True)
    assert [*simulate(batch, 2, jobs=2)] == [*simulate(batch, 2)], "records too, byte for byte"


def test_the_record_of_a_batch_plays_out_again_and_tells_what_happened() -> None:
    (result,) = simulate(job("first", "first", keep=True), 1)
    assert verify(result.record) is None
    assert "\n# Round 2\n" in result.record


def test_a_batch_begins_only_with_known_names() -> None:
    with pytest.raises(LookupError, match="unknown controller 'captian'"):
        next(simulate(job("captian", "first"), 1))


def test_a_summary_counts_wins_of_sides_and_controllers() -> None:
    batch = job("random", "first")
    results = list(simulate(batch, 4))
    summary = summarise(batch, results)
    assert summary.skirmishes == 4
    assert summary.errors == 0
    assert sum(won.count for won in summary.sides.values()) + summary.draws == 4
    for at, name in enumerate(("random", "first")):
        wins = sum(result.controllers[result.winners[0]] == name for result in results if len(result.winners) == 1)
        assert summary.controllers[name].count == wins, at
    assert sum(summary.endings.values()) == 4


def test_an_error_is_no_win_and_no_draw() -> None:
    batch = Job(duel(), ("first", "random"))
    result = play(duel(), [find_controller("first"), find_controller("random")], ruleset=Toy(), cap=1)
    summary = summarise(batch, [result])
    assert (summary.errors, summary.draws) == (1, 0)
    assert summary.sides["red"].of == 0


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # From Wilson's formula in Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662; the ends by hand.
    [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (29, 29, 0.8830, 1.0)],
)
def test_the_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_of_nothing_everything_is_possible() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["arena", "bridge"])
def test_the_captain_beats_chance_on_both_grids(name: str, tmp_path: Path) -> None:
    batch = Job(quick(name, "poise"), ("captain", "random"), seed="gate")
    summary = summarise(batch, list(simulate(batch, 100, jobs=2)))
    assert summary.errors == 0
    assert summary.controllers["captain"].count >= 90


def test_mirrored_skirmishes_list_the_sides_both_ways_round() -> None:
    results = list(simulate(job("random", "random", mirror=True), 4))
    assert [result.seed for result in results] == ["t-0", "t-0", "t-1", "t-1"]
    scenario = quick("arena", "poise")
    for reverse, result in enumerate(results[:2]):
        turn = -1 if reverse else 1
        sides = scenario.sides[::turn]
        played = play(
            msgspec.structs.replace(scenario, seed="t-0", sides=sides),
            [find_controller("random", f"t-0-{number}") for number in range(2)],
        )
        assert played.digest == result.digest
        assert [sides[at].name for at in played.winners] == [scenario.sides[at].name for at in result.winners]


def test_first_listed_counts_who_was_listed_first() -> None:
    results = [
        Result(number, 0, ("a", "b"), winners) for number, winners in enumerate([(0,), (0,), (1,), (1,), (0, 1)])
    ]
    assert first_listed(results).count == 2
    assert first_listed(results).of == 5
    assert first_listed([]).of == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks its processes up in /proc")
def test_workers_end_with_a_parent_that_is_killed() -> None:
    words = ["simulate", "--ruleset", "poise", "--map", "arena", "-n", "1000", "--jobs", "2"]
    with subprocess.Popen([sys.executable, "-m", "game", *words], stdout=subprocess.DEVNULL) as parent:
        workers = _until(
            lambda: [each for each in _children(parent.pid) if _spawned(each)], lambda found: len(found) == 2
        )
        parent.kill()
    assert len(workers) == 2
    assert not _until(lambda: [each for each in workers if _spawned(each)], lambda left: not left)


def _until(look: Callable[[], list[int]], done: Callable[[list[int]], bool]) -> list[int]:
    """What is found once it is as it should be, or after a minute."""
    for _ in range(600):
        if done(found := look()):
            break
        time.sleep(0.1)
    return found


def _children(process: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _spawned(process: int) -> bool:
    """Whether it runs and is one of the workers."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
