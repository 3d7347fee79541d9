"""What a skirmish is set up from: maps, scenarios, rulesets, and who may play a side."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from game.ai.controller import HUMAN, entry_of
from game.ai.controller import controllers as players
from game.ai.profiles import players as player_files
from game.data.sheets import SheetError
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_maps
from game.map.scenario import Scenario, find_scenarios, load_scenario, quick
from game.rules.ruleset import Declares, Ruleset, find_rulesets
from game.ui.kit.prefs import Seat, SetUp

FOGS = {
    "off": "No fog: everything is seen",
    "fog": "Fog: foes out of sight are hidden",
    "shroud": "Shroud: unexplored ground, too",
}
"""What may be hidden from a side, in words."""


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> Board:
    """The map of a file; whenever the file changes it is read again."""
    return load_board(path)


@lru_cache(maxsize=1)
def boards() -> dict[str, Board]:
    """Every map that can be read and has sides, by its file's name."""
    found = {}
    for name, path in find_maps().items():
        try:
            stat = path.stat()
            board = _read(path, stat.st_mtime_ns, stat.st_size)
        except (SheetError, OSError, UnicodeDecodeError):
            continue  # `check` and the editor tell what is wrong with it
        if len(board.sides) >= 2:
            found[name] = board
    return found


class Stage(NamedTuple):
    """What can be set up: a map with its own sides, or a scenario with its board and its sides on it."""

    board: Board
    scenario: Scenario | None = None


@lru_cache(maxsize=1)
def stages() -> dict[str, Stage]:
    """Every map, and after them every scenario that can be read, by name."""
    found = {name: Stage(board) for name, board in boards().items()}
    for name, path in find_scenarios().items():
        try:
            scenario = load_scenario(path, declared=_declared)
        except (SheetError, OSError, UnicodeDecodeError):
            continue
        if scenario.ruleset in rulesets():
            about = scenario.description or scenario.board.description
            board = msgspec.structs.replace(scenario.board, name=scenario.name, sides=scenario.sides, description=about)
            found[name] = Stage(board, scenario)
    return found


def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that can be used, by name: those that ship, those of packages, the user's variants."""
    return _rulesets()[0]


def left_out() -> tuple[str, ...]:
    """What is wrong with the other rulesets."""
    return _rulesets()[1]


@lru_cache(maxsize=1)
def _rulesets() -> tuple[dict[str, Ruleset], tuple[str, ...]]:
    return find_rulesets()


def _declared(name: str) -> type[msgspec.Struct]:
    """The settings of a ruleset that can be read; KeyError for others."""
    rules = rulesets()[name]
    return type(rules.settings) if isinstance(rules, Declares) else msgspec.Struct


def forget() -> None:
    """Look for maps and rulesets anew."""
    boards.cache_clear()
    player_files.cache_clear()
    _rulesets.cache_clear()
    stages.cache_clear()


def controllers(now: str = "") -> list[tuple[str, str]]:
    """Names and titles of who may play a side; `now` too, if there is somebody of that name."""
    shown, present = players(), entry_of(now)
    more = [] if present is None or now in [entry.name for entry in shown] else [(now, f"Computer: {present.title}")]
    return [(HUMAN, "Human"), *((entry.name, f"Computer: {entry.title}") for entry in shown), *more]


def seats_for(board: Board) -> tuple[Seat, ...]:
    """A new user's seats: the first side is theirs, the computer plays the others."""
    return tuple(Seat(side.name, HUMAN if n == 0 else players()[0].name) for n, side in enumerate(board.sides))


def scenario_of(chosen: SetUp, stage: Stage) -> Scenario:
    """The scenario of a set-up; an empty seed is drawn."""
    base = stage.scenario or quick(stage.board, chosen.ruleset)
    fog = {"fog": chosen.fog} if chosen.fog in FOGS else {}
    sides = tuple(
        msgspec.structs.replace(side, name=seat.name.strip() or side.name, controller=seat.controller)
        for side, seat in zip(base.sides, chosen.seats, strict=True)
    )
    return msgspec.structs.replace(
        base,
        sides=sides,
        seed=chosen.seed.strip() or str(secrets.randbelow(1_000_000)),
        deployment="by_hand" if chosen.by_hand else base.deployment,
        settings={**base.settings, **chosen.house.get(base.ruleset, {}), "undo": chosen.undo, **fog},
    )
