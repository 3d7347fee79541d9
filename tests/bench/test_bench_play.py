"""How fast skirmishes are played, cloned and saved, and how long the computer thinks. Run with --benchmark-enable."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest

from game.ai.controller import find_controller
from game.kernel.components import Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.file import load_board
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.skirmish.record import Skirmish

FIVE = ("fighter", "guard", "brute", "skirmisher", "archer")


def scenario(a_side: int, size: int = 24) -> Scenario:
    """So many units a side on an open square board with pillars."""
    rows = ["".join("." for _ in range(size)) for _ in range(size)]
    text = "\n".join(
        [
            "name: Bench",
            "grid: square",
            f"rows: {rows}",
            "zones:",
            f"  west: {{kind: deploy, rect: [0, 0, 6, {size}]}}",
            f"  east: {{kind: deploy, rect: [{size - 6}, 0, 6, {size}]}}",
        ]
    )
    load_board(text, "bench")
    roster = tuple(Entry(role=FIVE[at % 5]) for at in range(a_side))  # type: ignore[arg-type]
    return Scenario("poise", text, (SideSetup("Red", "west", roster=roster), SideSetup("Blue", "east", roster=roster)))


def started(a_side: int) -> Skirmish:
    """A skirmish after the opening."""
    skirmish = Skirmish(scenario(a_side)).settle()
    while not isinstance(skirmish.session.request, Decision) or skirmish.session.request.question != "turn":
        assert isinstance(skirmish.session.request, Decision)
        skirmish.answer(skirmish.session.request.options[0].key)
    return skirmish


def in_the_middle(a_side: int) -> Skirmish:
    """A skirmish in which somebody has just been asked in the middle of an action."""
    skirmish = started(a_side)
    controller = find_controller("random", 4)
    for _ in range(3000):
        if skirmish.session.tape and isinstance(skirmish.session.request, Decision):
            return skirmish
        skirmish.answer(controller.choose(skirmish.session))
    raise AssertionError("nobody was asked in the middle of an action")


def test_random_play_five_against_five(benchmark: Any) -> None:
    """Goal: 2,000 answers a second on one core, with every option enumerated."""
    controller = find_controller("random", 1)

    def prepared() -> tuple[tuple[Skirmish], dict[str, Any]]:
        return (started(5),), {}

    def play(skirmish: Skirmish) -> int:
        answers = 0
        while skirmish.session.request is not None and answers < 400:
            skirmish.answer(controller.choose(skirmish.session))
            answers += 1
        return answers

    answers = benchmark.pedantic(play, setup=prepared, rounds=5)
    if benchmark.stats is not None:
        benchmark.extra_info["answers per second"] = round(answers / benchmark.stats.stats.median)


def test_clone_in_the_middle_of_an_action_with_twenty_units(benchmark: Any) -> None:
    """Goal: under 0.2 ms."""
    session = in_the_middle(10).session
    twin = benchmark(session.clone)
    assert twin.request == session.request


def test_saving_and_restoring_forty_units(benchmark: Any) -> None:
    """Goal (G9): 20 times as fast as copy.deepcopy, and 2,000 a second."""
    world, other = started(20).session.world, World()
    assert len(world.each(Unit)) == 40
    benchmark(lambda: other.load(world.save()))
    assert other.save() == world.save()
    if benchmark.stats is not None:
        rows = world.save()[1:]  # without the board, which no snapshot copies
        begin = time.perf_counter()
        for _ in range(5):
            copy.deepcopy(rows)
        ratio = (time.perf_counter() - begin) / 5 / benchmark.stats.stats.median
        benchmark.extra_info["times as fast as deepcopy"] = round(ratio, 1)


@pytest.mark.parametrize("name", ["captain", "squire"])
def test_a_decision_of_the_computer(benchmark: Any, name: str) -> None:
    """Goal: 10 to 20 ms on average, five against five."""
    controller = find_controller(name, 1)

    def prepared() -> tuple[tuple[Skirmish], dict[str, Any]]:
        return (started(5),), {}

    def think(skirmish: Skirmish) -> None:
        for _ in range(60):
            if skirmish.session.request is None:
                return
            skirmish.answer(controller.choose(skirmish.session))

    benchmark.pedantic(think, setup=prepared, rounds=2)
    if benchmark.stats is not None:
        benchmark.extra_info["ms a decision"] = round(benchmark.stats.stats.median / 60 * 1000, 1)
