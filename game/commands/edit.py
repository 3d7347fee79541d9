"""edit: open the map editor."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from game.commands import common
from game.formats import registry
from game.map.library import find_map


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "edit",
        "Open the map editor, with a new map or one that is there.",
        ("", "ford", "drafts/keep.yaml", "dungeon.dd2vtt", "ford --screenshot ford.png"),
    )
    parser.add_argument(
        "map", metavar="MAP", nargs="?", help="a map's name, a map file (.yaml), or a map of another program"
    )
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="draw one picture without a window, and exit")
    parser.set_defaults(run=run)


def run(wanted: argparse.Namespace) -> int:
    """Open the window; its exit code."""
    path: Path | None = None
    if wanted.map is not None:
        try:
            path = Path(wanted.map) if Path(wanted.map).suffix.lower() in registry.ENDINGS else find_map(wanted.map)
        except LookupError as error:
            raise common.Trouble(str(error)) from error
    if wanted.screenshot is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    common.quiet()
    # Only play and edit need pygame, which takes a while to load.
    from game.ui import app
    from game.ui.editing import opening

    if wanted.screenshot is None:
        return app.run(lambda window: opening.start(window, path).screen)
    common.make_folder(wanted.screenshot.parent)
    return app.shoot(lambda window: opening.start(window, path).screen, wanted.screenshot)
