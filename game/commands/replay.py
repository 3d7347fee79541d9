"""replay: read a record, show its log, check that it still plays out the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.commands import common
from game.data import disk
from game.skirmish.record import RecordError, Skirmish, read, verify
from game.text.log import log_lines


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "replay",
        "Play a record again and print what happened.",
        ("games/00000.txt", "games/00000.txt --verify", "games/00000.txt --html report.html"),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record: a saved or simulated skirmish")
    parser.add_argument("--verify", action="store_true", help="only check that it ends in the world that it names")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report: map, pools, luck, folded log")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Print the log, or verify; 1 when the record does not play out as it says."""
    text = common.read_text(wanted.file)
    try:
        if wanted.verify:
            return _verify(text, str(wanted.file))
        skirmish = read(text, str(wanted.file))
    except RecordError as error:
        if error.skirmish is not None and not wanted.verify:
            _print(error.skirmish)
        raise common.Trouble(str(error), common.FAILED) from error
    if wanted.html is not None:
        return _report(skirmish, wanted.html)
    _print(skirmish)
    return 0


def _report(skirmish: Skirmish, target: Path) -> int:
    common.quiet()
    from game.ui.battle.report_file import page_of  # only pictures need pygame, which takes a while to load

    try:
        disk.write(target, page_of(skirmish))
    except OSError as error:
        raise common.Trouble(f"{target}: {error.strerror or error}", common.FAILED) from error
    print(f"written: {target}")
    return 0


def _verify(text: str, name: str) -> int:
    trouble = verify(text, name)
    if trouble is None:
        print(f"{name}: plays out as recorded")
        return 0
    print(trouble, file=sys.stderr)
    return common.FAILED


def _print(skirmish: Skirmish) -> None:
    for line in log_lines(skirmish):
        rule = f"  [{line.rule}]" if line.rule else ""
        print(f"{line.text}{rule}")
