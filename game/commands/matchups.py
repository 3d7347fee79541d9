"""matchups: a round robin between all kinds of unit of a ruleset."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from game.ai import batch
from game.ai.duels import Duel, Table, duels, tabulate, tasks
from game.commands import common
from game.rules.ruleset import Archetype

_FEW, _MANY = 0.2, 0.8  # a unit outside is marked


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "matchups",
        "Let every kind of unit fight every other with equal points; print the shares of wins as a table.",
        ("--ruleset poise", "--ruleset poise --grid square -n 40 --jobs 4", "--ruleset poise footman knight archer"),
    )
    parser.add_argument("--ruleset", required=True, metavar="NAME", help="the rules to play by")
    parser.add_argument("units", nargs="*", metavar="UNIT", help="only these units (all)")
    parser.add_argument("--grid", choices=("hex", "square"), default="hex", help="the board's grid (hex)")
    parser.add_argument("-n", type=common.positive, default=20, metavar="N", help="skirmishes a pair of units (20)")
    parser.add_argument("--seed", default="0", help="the same seed gives the same table (0)")
    common.add_jobs(parser)
    parser.add_argument("--controller", default="captain", metavar="NAME", help="who plays (captain)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table to this Markdown file")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Play, print the table; 1 when a skirmish broke off with an error."""
    ruleset = common.ruleset_of(wanted.ruleset)
    common.controller_name(wanted.controller)
    for unit in wanted.units:
        common.known("unit", unit, ruleset.archetypes)
    if len(set(wanted.units)) == 1:
        raise common.Trouble("a duel needs two kinds of unit")
    pairs = duels(ruleset.archetypes, list(dict.fromkeys(wanted.units)))
    if not pairs:
        raise common.Trouble("the points of these units are too far apart for a duel")
    try:
        work = tasks(pairs, wanted.ruleset, wanted.grid, wanted.n, wanted.controller, wanted.seed)
    except ValueError as trouble:
        raise common.Trouble(f"the duelling ground: {trouble}") from trouble
    table = tabulate(pairs, list(common.watched(batch.run(work, wanted.jobs), len(work))))
    heading = f"{wanted.n} skirmishes a pair, {wanted.grid} grid, {wanted.controller} against itself"
    text = f"{heading}\n\n{_markdown(table, pairs, ruleset.archetypes)}"
    if wanted.out:
        common.write_text(wanted.out, text)
    print(text)
    for failed in table.errors:
        print(f"error: {failed}")
    return common.FAILED if table.errors else 0


def _markdown(table: Table, pairs: list[Duel], archetypes: Mapping[str, Archetype]) -> str:
    """A row a unit, the best first: its share of wins in percent against each other unit, and over all."""
    units = sorted(table.shares, key=lambda unit: -table.total(unit))
    titles = [archetypes[unit].title for unit in units]
    lines = [f"| unit | points | all | {' | '.join(titles)} |", "|---" * (len(units) + 3) + "|"]
    for unit, title in zip(units, titles, strict=True):
        total = table.total(unit)
        mark = " (!)" if not _FEW <= total <= _MANY else ""
        row = [f"{table.shares[unit][other]:.0%}" if other in table.shares[unit] else "" for other in units]
        lines.append(f"| {title} | {archetypes[unit].points} | {total:.0%}{mark} | {' | '.join(row)} |")
    several = [
        f"{_side(duel, 0, archetypes)} against {_side(duel, 1, archetypes)}" for duel in pairs if max(duel.counts) > 1
    ]
    rounds = sorted(table.rounds.values())
    notes = [f"Median length of a duel: {rounds[len(rounds) // 2]:g} rounds, of the longest pair {rounds[-1]:g}."]
    if several:
        notes.append(f"Equal points: {', '.join(several)}.")
    return "\n".join([*lines, "", *notes]) + "\n"


def _side(duel: Duel, at: int, archetypes: Mapping[str, Archetype]) -> str:
    return f"{duel.counts[at]} {archetypes[duel.units[at]].title}"
