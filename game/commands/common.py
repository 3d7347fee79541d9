"""What commands share: troubles that end a command with a line, names that must exist, options of a skirmish."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from game.ai.batch import Result
from game.ai.controller import controller_names, find_controller, unknown
from game.ai.profiles import players
from game.data import disk, faults
from game.data.sheets import SheetError
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_map, find_maps
from game.map.scenario import Scenario, quick
from game.rules import registry
from game.rules.ruleset import Ruleset, find_ruleset
from game.skirmish.record import Skirmish

FAILED = 1  # what was asked for did not come out well
MISUSED = 2  # it could not be begun


class Trouble(Exception):
    """Ends the command: a line for the user and the exit code."""

    def __init__(self, message: str, code: int = MISUSED) -> None:
        super().__init__(message)
        self.code = code


def known(kind: str, name: str, names: Iterable[str]) -> str:
    """The name, if there is one like it; Trouble names those there are, and the nearest."""
    names = list(names)
    if name not in names:
        message, near = faults.unknown(kind, name, names)
        raise Trouble(f"{message} (did you mean {near!r}?)" if near else message)
    return name


def ruleset_name(name: str) -> str:
    """A ruleset's name, checked; Trouble says what is wrong with one that cannot be used."""
    if name in registry.SHIPPED:
        return name
    every = registry.sources()
    if name in every.faults:
        raise Trouble(every.faults[name])
    return known("ruleset", name, every.found)


def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; Trouble says what is wrong with it."""
    try:
        return find_ruleset(ruleset_name(name))
    except (LookupError, SheetError) as error:
        raise Trouble(str(error.args[0])) from error


def controller_name(name: str, *others: str) -> str:
    """A controller's name or one of the others, checked; Trouble names those there are."""
    if name in others:
        return name
    try:
        find_controller(name)
    except LookupError as error:
        words = str(error.args[0]) if ":" in name else unknown("controller", name, [*others, *controller_names()])
        raise Trouble("\n".join((words, *players()[1]))) from error
    return name


def board_of(name: str) -> Board:
    """The board of a map's name or of a map file."""
    if not name.endswith(".yaml"):
        known("map", name, find_maps())
    path = find_map(name)
    if not disk.is_file(path):
        raise Trouble(f"there is no file {name}")
    try:
        return load_board(path)
    except SheetError as error:
        raise Trouble(str(error)) from error


def scenario_of(ruleset: str, map_name: str, controllers: Sequence[str], seed: int | str) -> Scenario:
    """The map's own skirmish under a ruleset, tried once; `controllers` in the order of the sides."""
    board = board_of(map_name)
    try:
        scenario = quick(board, ruleset_name(ruleset), list(controllers)[: len(board.sides)], seed)
        Skirmish(scenario)
    except (ValueError, LookupError, SheetError) as error:
        raise Trouble(f"map {map_name}: {error}") from error
    return scenario


def read_text(path: Path) -> str:
    """The text of a file of the user's; Trouble says why it cannot be read."""
    try:
        return disk.read_text(path)
    except disk.Unreadable as error:
        place = f":{error.line + 1}:{error.column + 1}" if error.line or error.column else ""
        raise Trouble(f"{path}{place}: {error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all, with the folders above it; Trouble says why it cannot be done."""
    try:
        disk.write(path, text, sure=False)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or error}", FAILED) from error


def make_folder(path: Path) -> None:
    """Make a folder that is to be written to; Trouble says why it cannot be done."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or error}") from error


def watched(results: Iterable[Result], total: int) -> Iterator[Result]:
    """The skirmishes as they are played, with a bar for whoever watches."""
    from rich.console import Console  # rich takes a while to load, and few commands need it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(results, total, description="Skirmishes")


def as_json(value: object) -> str:
    """A value as indented JSON with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def positive(text: str) -> int:
    """A whole number of at least 1, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """The option for the number of processes, which never changes what comes out."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=positive, default=cores, metavar="J", help="processes at work (one a core)")


def quiet() -> None:
    """Keep pygame from greeting on the standard output; call it before anything that loads it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, examples: Sequence[str]
) -> argparse.ArgumentParser:
    """A subcommand whose help ends with examples."""
    shown = "\n".join(f"  python -m game {name} {example}".rstrip() for example in examples)
    return commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"examples:\n{shown}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
