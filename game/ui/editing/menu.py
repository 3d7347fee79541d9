"""The menu of a map, and every form by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.ui.editing import (
    checking,
    clipboard,
    comparing,
    cropping,
    exporting,
    filing,
    growing,
    importing,
    mapforms,
    mirrors,
    pictureform,
    reports,
    scatterform,
    sideform,
    trial,
    zoneform,
)
from game.ui.menus import Menu
from game.ui.screen import Pop, Push, Reply
from game.ui.settings import Settings

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


def open_form(desk: Editing, name: str, *more: Any) -> Reply:
    """Open a form, or do what needs none."""
    return _FORMS[name](desk, *more)


def _menu(desk: Editing) -> Reply:
    entries = [
        ("Words about the map", "words"),
        ("Sides", "sides"),
        ("Resize", "resize"),
        ("Turn, mirror, convert", "reshape"),
        ("Generate ground", "generate"),
        ("Compare with before", "compare"),
        ("Fairness", "fairness"),
        ("Picture under the map", "backdrop"),
        ("Backups", "backups"),
        ("Save under a name", "save_as"),
        ("Import a map of another program", "import"),
        ("Export: picture, Tiled, VTT ...", "export"),
        ("Settings", "settings"),
        ("Leave the editor", "leave"),
    ]

    def act(name: str) -> Callable[[], Reply]:
        def run() -> Reply:
            desk.app.go(Pop())
            return open_form(desk, name)

        return run

    return Push(Menu(desk.app, "Map", [(title, act(name)) for title, name in entries]))


_FORMS: dict[str, Callable[..., Reply]] = {
    "menu": _menu,
    "new": mapforms.new_map,
    "words": mapforms.words,
    "resize": mapforms.resize,
    "reshape": mapforms.reshape,
    "crop": cropping.begin,
    "generate": growing.generate,
    "symmetrise": mirrors.make_symmetric,
    "backdrop": pictureform.backdrop,
    "light": pictureform.light,
    "zone": zoneform.zone,
    "side": sideform.side,
    "sides": sideform.sides,
    "goals": sideform.goals,
    "reserve": sideform.reserve,
    "scatter": scatterform.scatter,
    "stamp": clipboard.stamp,
    "stamps": clipboard.stamps,
    "rules": checking.rules,
    "mend": checking.mend_all,
    "backups": mapforms.backups,
    "compare": comparing.ask,
    "fairness": reports.fairness,
    "test": trial.ask,
    "save_as": filing.save_as,
    "import": importing.ask,
    "export": exporting.export,
    "settings": lambda desk: Push(Settings(desk.app)),
    "leave": lambda desk: filing.leave(desk, Pop),
}
