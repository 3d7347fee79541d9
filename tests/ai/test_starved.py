"""Nothing decides by the clock: a player that is starved of time answers as one that has all of it."""

from __future__ import annotations

import ast
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import game
from game.ai.controller import find_controller
from game.kernel.flow import Decision
from game.rules.registry import SHIPPED
from game.skirmish.record import digest
from tests.playing import brawl

CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
THINKING = ("ai", "grid", "kernel", "map", "rules", "skirmish", "systems")
ANSWERS = {"captain": 2, "random": 60}


def played(ruleset: str, player: str) -> tuple[list[str], str]:
    """What a player answers on both sides, and the world after that."""
    skirmish, controller, keys = brawl(ruleset, "hex", 5), find_controller(player, 5), list[str]()
    while isinstance(skirmish.session.request, Decision) and len(keys) < ANSWERS[player]:
        keys.append(controller.choose(skirmish.session))
        skirmish.answer(keys[-1])
    return keys, digest(skirmish.session.world)


@contextmanager
def starved(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every look at a clock finds that half a minute has passed, and another thread takes what it gets."""
    ticks, over = itertools.count(), threading.Event()

    def late(*_: object) -> float:
        return 30.0 * next(ticks)

    def busy() -> None:
        while not over.is_set():
            sum(range(2000))

    thread = threading.Thread(target=busy, daemon=True)
    with monkeypatch.context() as patch:
        for clock in CLOCKS:
            patch.setattr(time, clock, late)
        thread.start()
        try:
            yield
        finally:
            over.set()
    thread.join()


@pytest.mark.parametrize("player", ANSWERS)
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_starved_player_answers_the_same(ruleset: str, player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_leisure = played(ruleset, player)
    with starved(monkeypatch):
        in_haste = played(ruleset, player)
    assert in_haste == at_leisure and at_leisure[0]


def test_nothing_that_decides_looks_at_a_clock() -> None:
    for path in (each for room in THINKING for each in (Path(game.__file__).parent / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"time", "datetime"} & set(names), path
