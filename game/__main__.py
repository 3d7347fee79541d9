"""The command line: `python -m game`, or `quintain`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from game.commands import arena, check, common, convert, edit, follow, matchups, play, replay, rules, simulate
from game.data.sheets import SheetError
from game.kernel.collecting import collect_seldom

_COMMANDS = (play, edit, follow, simulate, matchups, arena, replay, check, rules, convert)
_INTERRUPTED = 130  # what shells expect after Ctrl+C
_EXAMPLES = """examples:
  python -m game                                   the title screen
  python -m game play --map ford --blue captain    a skirmish against the computer
  python -m game simulate --ruleset poise --map arena -n 100
  python -m game COMMAND --help                    more about a command"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code: 0 well, 1 not well, 2 not understood."""
    collect_seldom()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        wanted = _parser().parse_args(words or ["play"])
        code = int(wanted.run(wanted))
        sys.stdout.flush()
        return code
    except (common.Trouble, SheetError) as trouble:
        print(f"quintain: {trouble}", file=sys.stderr)
        return trouble.code if isinstance(trouble, common.Trouble) else common.MISUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read has seen enough; nothing must be written when Python closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="quintain",
        description="Tabletop combat on one battle map: play skirmishes, draw maps, simulate, check rules.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
