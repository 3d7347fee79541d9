"""The menu of a map, and every form by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.ui.editing import (
    checking,
    clipboard,
    comparing,
    cropping,
    exporting,
    generator_form,
    importing,
    map_files,
    map_forms,
    picture_form,
    playtest,
    reports,
    scatter_form,
    side_form,
    symmetry,
    zone_form,
)
from game.ui.editing.desk import Desk
from game.ui.kit.menu import Menu
from game.ui.kit.screen import Pop, Push, Reply


def open_form(desk: Desk, name: str, *more: Any) -> Reply:
    """Open a form, or do what needs none."""
    return _FORMS[name](desk, *more)


def _menu(desk: Desk) -> Reply:
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
    "new": map_forms.new_map,
    "words": map_forms.words,
    "resize": map_forms.resize,
    "reshape": map_forms.reshape,
    "crop": cropping.begin,
    "generate": generator_form.generate,
    "symmetrise": symmetry.make_symmetric,
    "backdrop": picture_form.backdrop,
    "light": picture_form.light,
    "zone": zone_form.zone,
    "side": side_form.side,
    "sides": side_form.sides,
    "goals": side_form.goals,
    "reserve": side_form.reserve,
    "scatter": scatter_form.scatter,
    "stamp": clipboard.stamp,
    "stamps": clipboard.stamps,
    "rules": checking.rules,
    "mend": checking.mend_all,
    "backups": map_forms.backups,
    "compare": comparing.ask,
    "fairness": reports.fairness,
    "test": playtest.ask,
    "save_as": map_files.save_as,
    "import": importing.ask,
    "export": exporting.export,
    "settings": lambda desk: Push(desk.app.screens.settings(desk.app)),
    "leave": lambda desk: map_files.leave(desk, Pop),
}
