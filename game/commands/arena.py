"""arena: how well computer players play: positions with one right answer, idle stretches, pairs of skirmishes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.ai.batch import share
from game.ai.controller import find_controller
from game.cases.positions import Rate, play_positions, read_positions
from game.commands import common
from game.data.sheets import SheetError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it and what it can do."""
    parser = common.add_parser(
        commands,
        "arena",
        "Judge computer players: in positions, by idle stretches, against each other.",
        ("positions tests/ai/positions/clash.yaml --controller captain",),
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    _add_positions(kinds)


def _add_positions(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = common.add_parser(
        kinds,
        "positions",
        "Play positions that have a plainly right answer; print the share that went right, and what went wrong.",
        (),
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files of positions")
    parser.add_argument("--controller", default="captain", metavar="NAME", help="who plays (captain)")
    parser.add_argument("--seeds", type=common.positive, default=5, metavar="N", help="tries a position (5)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only positions with this in their id")
    parser.add_argument("--all", action="store_true", help="show the answers of every try")
    parser.set_defaults(run=_positions)


def _positions(wanted: argparse.Namespace) -> int:
    common.known("controller", wanted.controller, common.controller_names())
    lines = []
    for path in wanted.files:
        try:
            common.read_text(path)
            file = read_positions(path)
        except SheetError as error:
            raise common.Trouble(str(error)) from error
        ruleset = common.ruleset_of(file.ruleset)
        chosen = tuple(each for each in file.positions if wanted.only in each.case.id)
        rate = play_positions(ruleset, chosen, lambda seed: find_controller(wanted.controller, seed), wanted.seeds)
        _tell(rate, wanted.seeds, every=wanted.all)
        lines.append(f"{file.ruleset}: {len(chosen)} positions, {shown(rate)} right")
    print("\n".join(lines))
    sys.stdout.flush()
    return 0


def _tell(rate: Rate, seeds: int, *, every: bool) -> None:
    wrong = rate.by_position()
    for verdict in rate.tries if every else rate.failed:
        print(f"  {verdict.position}/{verdict.seed}: {' | '.join(verdict.answers)}: {verdict.fault or 'right'}")
    for position, count in wrong.items():
        print(f"{position}: wrong {count} of {seeds}")


def shown(rate: Rate) -> str:
    """A rate in percent with its interval."""
    found = share(rate.right, len(rate.tries))
    return f"{found.count} of {found.of} ({found.count / max(1, found.of):.1%}; {found.low:.1%} to {found.high:.1%})"
