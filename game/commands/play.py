"""play: open the window, on the title screen or right in a skirmish."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from msgspec.structs import replace

from game.ai.controller import HUMAN
from game.commands import common
from game.data import disk
from game.map.library import find_maps
from game.map.scenario import find_scenarios, load_scenario
from game.rules.ruleset import declared
from game.skirmish.record import RecordError, Skirmish, read


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "play",
        "Open the game: the title screen, a skirmish on a map, or a saved one.",
        (
            "",
            "--map ford --blue captain",
            "--map arena --red human --blue human --seed 7",
            "--load saves/evening.txt",
            "--scenario poise/riders --blue captain",
            "--map ford --screenshot ford.png",
        ),
    )
    parser.add_argument("--ruleset", metavar="NAME", help="the rules to play by (poise)")
    parser.add_argument("--map", metavar="NAME", help="a map's name, or a map file (.yaml)")
    parser.add_argument("--red", metavar="NAME", help="human, or the first side's controller (human)")
    parser.add_argument("--blue", metavar="NAME", help="human, or the other sides' controller (captain)")
    parser.add_argument("--seed", metavar="SEED", help="the dice's seed (0)")
    parser.add_argument(
        "--scenario", type=Path, metavar="NAME", help="a scenario's name or file: its own map, sides and rules"
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved skirmish")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="draw one picture without a window, and exit")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Open the window; its exit code."""
    skirmish = _loaded(wanted.load) if wanted.load else _staged(wanted) if wanted.scenario else _begun(wanted)
    if wanted.screenshot is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    common.quiet()
    # Only this command needs pygame, which takes a while to load.
    from game.ui import app
    from game.ui.battle.screen import BattleScreen

    first = None if skirmish is None else lambda window: BattleScreen(window, skirmish)
    if wanted.screenshot is None:
        return app.run(first)
    common.make_folder(wanted.screenshot.parent)
    return app.shoot(first, wanted.screenshot)


def _loaded(path: Path) -> Skirmish:
    text = common.read_text(path)
    try:
        return read(text, str(path)).settle()
    except RecordError as error:
        raise common.Trouble(str(error), common.FAILED) from error


def _staged(wanted: argparse.Namespace) -> Skirmish:
    """The skirmish of a scenario, by its name or file; SheetError tells what is wrong with it."""
    known = find_scenarios()
    path = known.get(wanted.scenario.as_posix(), wanted.scenario)
    if not disk.is_file(path):
        raise common.Trouble(f"there is no scenario or file {wanted.scenario}; there are: {', '.join(known)}")
    names = [wanted.red or HUMAN, wanted.blue or "captain"]
    for name in names:
        common.controller_name(name, HUMAN)
    try:
        scenario = load_scenario(path, declared=declared, tried=Skirmish)
        if wanted.red or wanted.blue:
            seats = [names[0], *(names[1] for _ in scenario.sides[1:])]
            sides = [replace(side, controller=who) for side, who in zip(scenario.sides, seats, strict=True)]
            scenario = replace(scenario, sides=tuple(sides))
        if wanted.seed is not None:
            scenario = replace(scenario, seed=wanted.seed)
        return Skirmish(scenario).settle()
    except (ValueError, LookupError) as error:
        raise common.Trouble(f"{wanted.scenario}: {error.args[0]}") from error


def _begun(wanted: argparse.Namespace) -> Skirmish | None:
    """The skirmish that the options describe; None when there are none."""
    given = (wanted.ruleset, wanted.map, wanted.red, wanted.blue, wanted.seed)
    if not any(value is not None for value in given):
        return None
    if wanted.map is None:
        raise common.Trouble(f"--map is missing; there are: {', '.join(find_maps())}")
    names = [wanted.red or HUMAN, wanted.blue or "captain"]
    for name in names:
        common.controller_name(name, HUMAN)
    sides = common.board_of(wanted.map).sides
    controllers = [names[0], *(names[1] for _ in sides[1:])]
    scenario = common.scenario_of(wanted.ruleset or "poise", wanted.map, controllers, wanted.seed or 0)
    return Skirmish(scenario).settle()
