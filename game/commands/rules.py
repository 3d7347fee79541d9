"""rules: a ruleset's rules by ID, each with its title and how many cases show it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from game.commands import common
from game.data.sheets import SheetError
from game.rules.ruleset import find_rulesets

_SHIPPED = "tests/rules/{}"  # beside game/ in a checkout: the files cases*.yaml there


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "rules",
        "List the rulesets, or one ruleset's rules with the number of cases for each.",
        ("", "poise", "poise --missing", "poise --cases my-cases.yaml"),
    )
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help="a ruleset's name; without one: all names")
    parser.add_argument("--missing", action="store_true", help="only rules without a case; exit code 1 if any")
    parser.add_argument("--cases", type=Path, action="append", metavar="FILE", help="count the cases of this file")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Print the list; with --missing 1 when a rule has no case."""
    if wanted.ruleset is None:
        return _list()
    ruleset = common.ruleset_of(wanted.ruleset)
    counts = _count(ruleset.name, wanted.cases)
    missing = [rule for rule in ruleset.rulebook if not counts[rule]]
    for rule in missing if wanted.missing else ruleset.rulebook:
        print(f"{rule:<20} {counts[rule]:>4}  {ruleset.rulebook[rule].title}")
    if not wanted.missing:
        print(f"{len(ruleset.rulebook)} rules, {sum(counts.values())} cases, {len(missing)} rules without one")
        return 0
    return common.FAILED if missing else 0


def _list() -> int:
    """All that can be used, and on the other channel what is wrong with the rest, which stops nobody."""
    found, faults = find_rulesets()
    for name, ruleset in found.items():
        print(f"{name}  {ruleset.title}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 0


def _count(name: str, files: list[Path] | None) -> Counter[str]:
    """Cases for each rule: of the given files, by default of the checkout's own."""
    from game.cases import count_rules, read_cases  # the other commands need none of it

    folder = Path(__file__).resolve().parents[2] / _SHIPPED.format(name)
    counts = Counter[str]()
    for path in files or sorted(folder.glob("cases*.yaml")):
        common.read_text(path)
        try:
            counts += count_rules(read_cases(path, name).cases)
        except SheetError as error:
            raise common.Trouble(str(error)) from error
    return counts
