"""The report of a skirmish, and its log, as files in the user's data folder."""

from __future__ import annotations

import re
import time
from pathlib import Path

from game.data import disk, paths
from game.skirmish.record import Skirmish
from game.text.report import report
from game.ui.board.map_images import ImageOptions, png
from game.ui.kit.window import App

_PIXELS = 900  # of the map's longer side, about


def page_of(skirmish: Skirmish) -> str:
    """The report with a picture of the map."""
    board = skirmish.scenario.board
    size = max(6, min(48, _PIXELS // max(board.width, board.height)))
    return report(skirmish, skirmish.scenario.name or board.name, png(board, ImageOptions(size, secrets=True)))


def write(app: App, skirmish: Skirmish) -> Path | None:
    """Write it and say where; None when that failed, which is said as well."""
    return _store(app, skirmish, "reports", "html", page_of(skirmish), "Report")


def write_log(app: App, skirmish: Skirmish, lines: str) -> Path | None:
    """The same for lines of the log, as plain text."""
    return _store(app, skirmish, "logs", "txt", lines, "Log")


def _store(app: App, skirmish: Skirmish, folder: str, ending: str, content: str, what: str) -> Path | None:
    name = re.sub(r"[^\w .,()+-]", "", skirmish.scenario.name) or "Skirmish"
    path = paths.user_data() / folder / f"{name[:60]} {time.strftime('%Y-%m-%d %H-%M-%S')}.{ending}"
    try:
        disk.write(path, content)
    except OSError as error:
        app.say(f"The {what.lower()} could not be written: {error}")
        return None
    app.say(f"{what}: {path}")
    return path
