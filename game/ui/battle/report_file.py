"""The report of a skirmish as a file in the user's data folder."""

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
    name = re.sub(r"[^\w .,()+-]", "", skirmish.scenario.name) or "Skirmish"
    path = paths.user_data() / "reports" / f"{name[:60]} {time.strftime('%Y-%m-%d %H-%M-%S')}.html"
    try:
        disk.write(path, page_of(skirmish))
    except OSError as error:
        app.say(f"The report could not be written: {error}")
        return None
    app.say(f"Report: {path}")
    return path
