"""follow: begin the skirmish after one that is over, with whoever is left."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.commands import common
from game.kernel.components import Side, Unit
from game.map.scenario import Scenario
from game.skirmish.linking import follow
from game.skirmish.record import RecordError, Skirmish, read


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "follow",
        "Write the start of the skirmish that follows a finished one: the same units with what stays of it.",
        (
            "evening.txt --map ford --rest inn --out next.txt",
            "evening.txt --map bridge --fresh Blue --out next.txt",
            "evening.txt --map ford --gear Noble left dagger --out next.txt",
        ),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the record of a skirmish that is over")
    parser.add_argument("--map", required=True, metavar="NAME", help="where the next one is: a map's name or file")
    parser.add_argument("--rest", default="", metavar="NAME", help="the time between them (the shortest)")
    parser.add_argument("--fresh", action="append", default=[], metavar="SIDE", help="a side with the map's own units")
    parser.add_argument(
        "--gear",
        action="append",
        nargs=3,
        default=[],
        metavar=("UNIT", "SLOT", "CHOICE"),
        help="what a unit changes where the ruleset allows it; SIDE/UNIT where two share a name, CHOICE may be empty",
    )
    parser.add_argument("--seed", default="0", metavar="SEED", help="the dice's seed (0)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a record to go on with: play --load")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Write the record and tell who is in it."""
    try:
        skirmish = read(common.read_text(wanted.file), str(wanted.file))
        board = common.board_of(wanted.map)
        gear = _gear(skirmish, wanted.gear)
        scenario = follow(skirmish, board, wanted.rest, fresh=wanted.fresh, seed=wanted.seed, gear=gear)
        text = Skirmish(scenario, skirmish.ruleset).settle().text()
    except RecordError as error:
        raise common.Trouble(str(error), common.FAILED) from error
    except (ValueError, LookupError) as error:
        raise common.Trouble(str(error.args[0])) from error
    common.write_text(wanted.out, text)
    for line in _who(scenario):
        print(line)
    return 0


def _gear(skirmish: Skirmish, changes: list[list[str]]) -> dict[int, dict[str, str]]:
    """Unit -> slot -> choice; LookupError for a name that no unit bears, or several."""
    world = skirmish.session.world
    found: dict[int, dict[str, str]] = {}
    names = {unit: (entry.name, f"{world.get(entry.side, Side).name}/{entry.name}") for unit, entry in world.each(Unit)}
    for name, slot, choice in changes:
        units = [unit for unit, called in names.items() if name in called]
        if len(units) != 1:
            there_are = ", ".join(sorted(called[1] for called in names.values()))
            raise LookupError(f"{len(units) or 'no'} units are called {name!r}; there are: {there_are}")
        found.setdefault(units[0], {})[slot] = choice
    return found


def _who(scenario: Scenario) -> list[str]:
    """One line a side: its units with what they bring along."""
    lines = []
    for side in scenario.sides:
        names = []
        for entry in side.roster:
            brought = ", ".join(f"{key} {value}" for key, value in entry.state.items())
            name = entry.name or f"{entry.count} {entry.unit or entry.role}"
            names.append(f"{name} ({brought})" if brought else name)
        lines.append(f"{side.name}: {'; '.join(names)}")
    return lines
