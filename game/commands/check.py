"""check: run rule cases and print what is not as expected."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.commands import common
from game.data.sheets import SheetError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "check",
        "Run rule cases; print one line a failure.",
        ("tests/rules/poise/cases.yaml", "my-cases.yaml more-cases.yaml"),
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files of rule cases")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Run all cases of all files; 1 when one fails, 2 when a file cannot be used."""
    from game.cases import read_cases, run_file  # the other commands need none of it

    count, failures, faulty = 0, 0, 0
    for path in wanted.files:
        try:
            common.read_text(path)
            count += len(read_cases(path).cases)
            found = run_file(path)
        except (SheetError, LookupError, common.Trouble) as error:
            print(error.args[0] if error.args else error, file=sys.stderr)
            faulty += 1
            continue
        failures += len(found)
        for failure in found:
            print(failure)
    unusable = f", {faulty} of {len(wanted.files)} files could not be used" if faulty else ""
    print(f"{count} cases, {failures} failures{unusable}")
    return common.MISUSED if faulty else common.FAILED if failures else 0
