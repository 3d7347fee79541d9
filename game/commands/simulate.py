"""simulate: skirmishes between computer players, many at a time."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from game.ai.batch import Job, Result, Share, Summary, first_listed, simulate, summarise
from game.commands import common
from game.map.scenario import Scenario
from game.rules.ruleset import find_ruleset
from game.text.names import title


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "simulate",
        "Let computer players play many skirmishes; count wins, rounds and errors.",
        (
            "--ruleset poise --map arena -n 100",
            "--ruleset poise --map ford -n 500 --red captain --blue random --jobs 4 --out wins.json",
            "--ruleset poise --map bridge -n 20 --seed 7 --records games/",
            "--ruleset poise --map arena -n 400 --mirror",
        ),
    )
    parser.add_argument("--ruleset", required=True, metavar="NAME", help="the rules to play by")
    parser.add_argument("--map", required=True, metavar="NAME", help="a map's name, or a map file (.yaml)")
    parser.add_argument("-n", type=common.positive, default=100, metavar="N", help="skirmishes to play (100)")
    parser.add_argument("--seed", default="0", help="the batch's seed: the same seed gives the same batch (0)")
    common.add_jobs(parser)
    parser.add_argument("--red", default="captain", metavar="NAME", help="controller of the first side (captain)")
    parser.add_argument("--blue", default="captain", metavar="NAME", help="controller of the other sides (captain)")
    parser.add_argument(
        "--mirror",
        action="store_true",
        help="all sides field the first side's units; each seed is played twice, with either side listed first",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures to this JSON file")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write one record a skirmish into this folder")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Play, show the table, write the files; 1 when a skirmish broke off with an error."""
    job = _job(wanted)
    # Before the batch, which may take an hour, and not after it.
    for folder in (wanted.records, wanted.out and wanted.out.parent):
        if folder:
            common.make_folder(folder)
    results = _play(job, wanted)
    summary = summarise(job, results)
    if wanted.out:
        common.write_text(wanted.out, common.as_json(_figures(wanted, job, summary, results)))
    _show(wanted, job, summary, results)
    for result in results:
        if result.error:
            print(f"skirmish {result.number} (seed {result.seed}): {result.error}", file=sys.stderr)
    return common.FAILED if summary.errors else 0


def _job(wanted: argparse.Namespace) -> Job:
    for name in (wanted.red, wanted.blue):
        common.controller_name(name)
    board = common.board_of(wanted.map)
    controllers = (wanted.red, *(wanted.blue for _ in board.sides[1:]))
    scenario = common.scenario_of(wanted.ruleset, wanted.map, controllers, wanted.seed)
    if wanted.mirror:
        scenario = _mirrored(scenario)
    return Job(scenario, controllers, wanted.seed, keep=wanted.records is not None, mirror=wanted.mirror)


def _mirrored(scenario: Scenario) -> Scenario:
    roster = scenario.sides[0].roster
    if any(entry.at for entry in roster):
        raise common.Trouble("--mirror needs a map whose first side has no fixed places")
    sides = tuple(msgspec.structs.replace(side, roster=roster) for side in scenario.sides)
    return msgspec.structs.replace(scenario, sides=sides)


def _play(job: Job, wanted: argparse.Namespace) -> list[Result]:
    """All results, with a bar while it lasts; records are written as they come."""
    results = []
    for result in common.watched(simulate(job, wanted.n, wanted.jobs), wanted.n):
        if wanted.records:
            common.write_text(wanted.records / f"{result.number:05}.txt", result.record)
        results.append(result)
    return results


def _figures(wanted: argparse.Namespace, job: Job, summary: Summary, results: list[Result]) -> dict[str, object]:
    """What the JSON file holds; `errors` is a number."""
    given = {"ruleset": job.scenario.ruleset, "map": wanted.map, "seed": wanted.seed, "n": wanted.n}
    shares = {field: getattr(summary, field) for field in summary.__struct_fields__}
    each = [
        {
            "number": result.number,
            "seed": result.seed,
            "controllers": result.controllers,
            "winners": [job.scenario.sides[side].name for side in result.winners],
            "why": result.why,
            "rounds": result.rounds,
            "decisions": result.decisions,
            "digest": result.digest,
            "error": result.error,
        }
        for result in results
    ]
    return {**given, **shares, "results": each}


def _show(wanted: argparse.Namespace, job: Job, summary: Summary, results: list[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "wins", "share", "95 % interval", title=f"{wanted.ruleset}, {wanted.map}: {wanted.n} skirmishes")
    for name, won in summary.sides.items():
        table.add_row(name, *_cells(won))
    if len(summary.controllers) > 1:
        table.add_section()
        for name, won in summary.controllers.items():
            table.add_row(name, *_cells(won))
    if wanted.mirror:
        table.add_section()
        table.add_row("listed first", *_cells(first_listed(results)))
    console = Console()
    console.print(table)
    ruleset = find_ruleset(job.scenario.ruleset)
    endings = ", ".join(f"{title(ruleset, why).lower()} {count}" for why, count in summary.endings.items())
    console.print(f"draws {summary.draws}, errors {summary.errors}", highlight=False)
    console.print(f"{summary.rounds:.1f} rounds and {summary.decisions:.0f} decisions on average", highlight=False)
    console.print(f"endings: {endings or 'none'}", highlight=False)


def _cells(won: Share) -> tuple[str, str, str]:
    rate = won.count / won.of if won.of else 0.0
    return str(won.count), f"{rate:.1%}", f"{won.low:.1%} to {won.high:.1%}"
