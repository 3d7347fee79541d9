"""arena: how well computer players play: positions with one right answer, pairs of skirmishes, idle stretches."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.ai.batch import share
from game.ai.controller import find_controller
from game.cases.positions import BadPosition, Rate, play_positions, read_positions
from game.commands import common, matches
from game.data.sheets import SheetError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it and what it can do."""
    parser = common.add_parser(
        commands,
        "arena",
        "Judge computer players: in positions, against each other, by idle stretches.",
        (
            "positions tests/ai/positions/clash.yaml --controller captain",
            "duel captain recruit --ruleset clash --map arena --map village-green --games 400",
            "duel marshal captain --ruleset wounds --grid hex --games 200",
            "orders --ruleset wounds --games 40",
            "idle --ruleset clash --ruleset poise --games 200",
        ),
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    _add_positions(kinds)
    _add_duel(kinds)
    _add_orders(kinds)
    _add_idle(kinds)


def _add_positions(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "positions", help="play positions that have a plainly right answer; print the share that went right"
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files of positions")
    parser.add_argument("--controller", default="captain", metavar="NAME", help="who plays (captain)")
    parser.add_argument("--seeds", type=common.positive, default=5, metavar="N", help="tries a position (5)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only positions with this in their id")
    parser.add_argument("--all", action="store_true", help="show the answers of every try")
    parser.set_defaults(run=_positions)


def _add_duel(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "duel", help="one computer player against another: the same seeds, each played twice with the sides swapped"
    )
    parser.add_argument("first", metavar="A", help="whose share is told; package.module:thing names one elsewhere")
    parser.add_argument("second", metavar="B", help="whom it plays against")
    _add_pairs(parser)
    parser.set_defaults(run=matches.duel)


def _add_orders(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "orders", help="what the default orders cost: who plays by them against the same player who is asked always"
    )
    _add_pairs(parser)
    parser.add_argument("--controller", choices=("captain", "recruit"), default="captain", help="who plays (captain)")
    parser.set_defaults(run=_orders)


def _orders(wanted: argparse.Namespace) -> int:
    wanted.first, wanted.second = f"game.ai.ordering:{wanted.controller}", wanted.controller
    return matches.duel(wanted)


def _add_idle(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "idle", help="count skirmishes with idle stretches and those that end by the clock, over all maps"
    )
    _add_ground(parser, [])
    parser.add_argument("--controller", default="captain", metavar="NAME", help="who plays all sides (captain)")
    parser.add_argument("--games", type=common.positive, default=52, metavar="N", help="a ruleset, over all maps (52)")
    parser.set_defaults(run=matches.idle)


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    _add_ground(parser, ["arena"])
    parser.add_argument(
        "--games", type=common.positive, default=100, metavar="N", help="for each ruleset and map or grid (100)"
    )


def _add_ground(parser: argparse.ArgumentParser, maps: list[str]) -> None:
    shown = maps[0] if maps else "all"
    parser.add_argument("--ruleset", action="append", metavar="NAME", help="the rules; may be given again (all five)")
    ground = parser.add_mutually_exclusive_group()
    ground.add_argument("--map", action="append", metavar="NAME", help=f"the map; may be given again ({shown})")
    ground.add_argument("--grid", choices=("hex", "square"), help="all maps with this grid, in turn")
    parser.add_argument("--seed", default="0", help="the same seed gives the same table (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures to this JSON file")
    parser.set_defaults(maps=maps)
    common.add_jobs(parser)


def _positions(wanted: argparse.Namespace) -> int:
    common.controller_name(wanted.controller)
    lines = []
    for path in wanted.files:
        try:
            common.read_text(path)
            file = read_positions(path)
        except SheetError as error:
            raise common.Trouble(str(error)) from error
        ruleset = common.ruleset_of(file.ruleset)
        chosen = tuple(each for each in file.positions if wanted.only in each.case.id)
        try:
            rate = play_positions(ruleset, chosen, lambda seed: find_controller(wanted.controller, seed), wanted.seeds)
        except BadPosition as error:
            raise common.Trouble(str(error)) from error
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
