"""Forms for the map as a whole: new, words, size, turning, converting, generating, backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import localtime, strftime
from typing import get_args

import pygame

from game.data.sheets import SheetError
from game.edit import files, scenery
from game.edit import reshape as shaping
from game.edit.convert import convert
from game.edit.draft import Draft
from game.edit.editor import Editor
from game.edit.reshape import Corner, Reshaped
from game.grid.grid import Kind
from game.map.board import RIM_SIDES
from game.map.file import MAX_SIZE
from game.map.terrain import kinds
from game.ui.editing import map_files
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.form_preview import FormPreview, Work
from game.ui.kit.choices import FOGS
from game.ui.kit.picker import Picker
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

_KINDS: list[tuple[object, str]] = [("square", "Squares"), ("hex", "Hexes")]
_ANCHORS: list[tuple[object, str]] = [
    ("nw", "Top left"), ("n", "Top"), ("ne", "Top right"), ("w", "Left"), ("c", "Middle"), ("e", "Right"),
    ("sw", "Bottom left"), ("s", "Bottom"), ("se", "Bottom right"),
]  # fmt: skip


def _terrains() -> list[tuple[object, str]]:
    return [(name, kind.title) for name, kind in kinds().terrain.items()]


# New map, words


def new_map(desk: Desk) -> Reply:
    """Kind of grid, size and ground of a new map."""

    def ok() -> Reply:
        width, height = form.number("width", 1, MAX_SIZE), form.number("height", 1, MAX_SIZE)
        kind: Kind = "hex" if form.values["kind"] == "hex" else "square"
        editor = Editor.new(kind, width, height, name=form.word("name") or "Untitled", terrain=form.word("terrain"))
        desk.app.go(Pop())
        map_files.change(desk, editor)
        return None

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("name", "Name"),
            form.choice("kind", "Cells", _KINDS),
            form.entry("width", "Columns", f"1 to {MAX_SIZE}"),
            form.entry("height", "Rows", f"1 to {MAX_SIZE}"),
            form.choice("terrain", "Ground", _terrains()),
        ]

    values: dict[str, object] = {
        "name": "Untitled",
        "kind": "square",
        "width": "30",
        "height": "20",
        "terrain": "grass",
    }
    form = Dialog(desk.app, "New map", rows, ok, values=values)
    return map_files.unless_unsaved(desk, lambda: Push(form))


def words(desk: Desk) -> Reply:
    """Name, author, description, tags, rounds, closed sides."""
    draft = desk.editor.draft
    values: dict[str, object] = {
        "name": draft.name, "author": draft.author, "description": draft.description, "tags": ", ".join(draft.tags),
        "rounds": str(draft.round_limit), "fog": draft.fog, **{f"rim_{side}": side in draft.rim for side in RIM_SIDES},
    }  # fmt: skip

    def ok() -> Reply:
        fields = {
            "name": form.word("name"), "author": form.word("author"), "description": form.word("description"),
            "tags": tuple(tag.strip() for tag in form.word("tags").split(",") if tag.strip()),
            "round_limit": form.number("rounds", 1, 1000), "fog": form.values["fog"],
        }  # fmt: skip

        def change(draft: Draft) -> Draft:
            draft = scenery.describe(draft, **fields)
            for side in RIM_SIDES:
                draft = scenery.close_side(draft, side, closed=bool(form.values[f"rim_{side}"]))
            return draft

        desk.do(("Words about the map", change))
        return Pop()

    def rows(form: Dialog) -> list[RowSpec]:
        sides = {"n": "Top", "e": "Right", "s": "Bottom", "w": "Left"}
        return [
            form.entry("name", "Name"),
            form.entry("author", "Author"),
            form.entry("description", "Description"),
            form.entry("tags", "Tags", "Divided by commas"),
            form.entry("rounds", "Rounds at most"),
            form.choice("fog", "Fog of war", [*FOGS.items()]),
            *(
                form.choice(f"rim_{side}", f"{sides[side]} side", [(False, "Open"), (True, "Walled")])
                for side in RIM_SIDES
            ),
        ]

    form = Dialog(desk.app, "Words about the map", rows, ok, values=values, width=720)
    return Push(form)


# Size and shape


def _shaping(
    desk: Desk, title: str, rows: Callable[[Dialog], list[RowSpec]], values: dict[str, object], work: Work
) -> Reply:
    """A form whose outcome is shown before it is done."""
    preview = FormPreview(work)

    def ok() -> Reply:
        found = preview.found(form)
        if isinstance(found, str):
            raise ValueError(found)
        desk.editor.reshape(title, lambda draft: found)
        desk.changed()
        desk.pane.camera.fit()
        if found.notes:
            desk.app.say(" ".join(found.notes[:3]))
        return Pop()

    def picture(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        return preview.picture(desk, form, room)

    form = Dialog(desk.app, title, rows, ok, values=values, notes=preview.lines, preview=picture, width=720)
    return Push(form)


def resize(desk: Desk) -> Reply:
    """Columns and rows, and which part stays."""
    draft = desk.editor.draft
    values: dict[str, object] = {
        "width": str(draft.width), "height": str(draft.height), "corner": "nw", "terrain": "grass"
    }  # fmt: skip

    def work(form: Dialog) -> Reshaped:
        width, height = form.number("width", 1, MAX_SIZE), form.number("height", 1, MAX_SIZE)
        corner = next(each for each in get_args(Corner) if each == form.values["corner"])
        return shaping.resize(draft, width, height, corner, form.word("terrain"))

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("width", "Columns"),
            form.entry("height", "Rows"),
            form.choice("corner", "What stays", _ANCHORS),
            form.choice("terrain", "New ground", _terrains()),
        ]

    return _shaping(desk, "Resize", rows, values, work)


def reshape(desk: Desk) -> Reply:
    """The whole map turned, mirrored, or on the other kind of grid."""
    draft = desk.editor.draft
    other: Kind = "square" if draft.kind == "hex" else "hex"
    degrees = 60 if draft.kind == "hex" else 90
    ways: list[tuple[object, str]] = [(n, f"Turn by {n * degrees}°") for n in range(1, 360 // degrees)]
    ways += [("horizontal", "Mirror left and right"), ("vertical", "Mirror top and bottom")]
    ways.append((other, f"Convert to {'hexes' if other == 'hex' else 'squares'}"))

    def work(form: Dialog) -> Reshaped:
        way = form.values["way"]
        if isinstance(way, int):
            return shaping.turn(draft, way, form.word("terrain"))
        if way == "horizontal" or way == "vertical":
            return shaping.flip(draft, "horizontal" if way == "horizontal" else "vertical", form.word("terrain"))
        return convert(draft, other)

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.choice("way", "What", ways),
            form.choice("terrain", "Ground of the corners", _terrains()),
        ]

    return _shaping(desk, "Turn, mirror, convert", rows, {"way": 1, "terrain": "grass"}, work)


# Backups


def backups(desk: Desk) -> Reply:
    """Open one of the states that were saved before; saving it puts it in the file's place."""
    path = desk.editor.path
    found: list[Path] = files.backups(path) if path else []
    if not found:
        desk.app.say("There are no backups of this map yet.")
        return None

    def take(at: int) -> Reply:
        try:
            draft, _ = files.load(found[at])
        except (SheetError, OSError, ValueError) as problem:
            return Push(map_files.unreadable(desk.app, found[at], problem))
        desk.editor.replace(f"Back to {found[at].name}", draft)
        desk.changed()
        return None

    lines = [(file.name, strftime("%Y-%m-%d %H:%M", localtime(file.stat().st_mtime))) for file in found]
    return Push(Picker(desk.app, "Backups", lines, take))
