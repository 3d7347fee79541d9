"""Golden records: whole skirmishes, answer by answer, as they were when the files were written.

A change of rules shows here as a readable difference. When it is meant: `python -m pytest tests/test_records.py
--update-records`, and look at the diff before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cases.naming import Names
from game.cases.units import found_text
from game.kernel.components import FIELD, Field, Side, Unit
from game.kernel.session import Session
from game.rules.registry import SHIPPED
from game.skirmish.record import Skirmish, verify
from tests.playing import GRIDS, brawl, play, ruleset

HERE = Path(__file__).parent / "records"
ANSWERS = 40
GAMES = [f"{name}-{grid}" for name in SHIPPED for grid in GRIDS]


def golden(game: str) -> Skirmish:
    """The skirmish of a golden record."""
    name, _, grid = game.partition("-")
    return play(brawl(name, grid, "golden"), "golden", ANSWERS)


def remarks(session: Session) -> list[tuple[int, str]]:
    """Every event in one line, before the answers that came after it."""
    world = session.world
    names = {side.name: entity for entity, side in world.each(Side)}
    names |= {f"{world.get(unit.side, Side).name} {unit.name}": entity for entity, unit in world.each(Unit)}
    texts = Names(names, world.get(FIELD, Field).board.grid)
    found, answers = [], 0
    steps = [*session.past, session.step()]
    for number, step in enumerate(steps):
        answers += len(step.tape)
        end = steps[number + 1].events if number + 1 < len(steps) else len(world.events)
        found += [(answers, found_text(texts, event)) for event in world.events[step.events : end]]
    return found


def compare(game: str) -> None:
    """The skirmish as it is played now against the one in the file."""
    path = HERE / f"{game}.txt"
    expected = path.read_text(encoding="utf-8").split("\n")
    found = golden(game).text(remarks).split("\n")
    # A word changed in a sheet changes the ruleset's digest, but not what was played.
    assert expected[1].split()[:2] == found[1].split()[:2]
    expected[1] = found[1]
    for number, (one, other) in enumerate(zip(expected, found, strict=False), start=1):
        assert one == other, f"{path.name}:{number}"
    assert len(expected) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_golden_record(game: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-records"):
        HERE.mkdir(exist_ok=True)
        (HERE / f"{game}.txt").write_text(golden(game).text(remarks), encoding="utf-8", newline="\n")
    compare(game)


@pytest.mark.parametrize("game", GAMES)
def test_golden_record_replays(game: str) -> None:
    text = (HERE / f"{game}.txt").read_text(encoding="utf-8")
    assert verify(text, game, ruleset=ruleset(game.partition("-")[0])) is None


def test_no_record_is_left_over() -> None:
    assert {path.stem for path in HERE.iterdir()} == set(GAMES)
