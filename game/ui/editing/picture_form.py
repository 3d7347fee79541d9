"""Forms for the picture under the map and for lights."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game.data import disk
from game.edit import scenery
from game.edit.draft import Draft
from game.map.notes import Backdrop
from game.ui.board import backdrops, map_images
from game.ui.editing import map_files
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit.file_browser import FileBrowser
from game.ui.kit.page import Line
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.theme import Color


def backdrop(desk: Desk, chosen: Path | None = None) -> Reply:
    """The picture under the map: file, size, place, how much of it shows. `chosen` is a file to begin with."""
    now = desk.editor.draft.backdrop
    values: dict[str, object] = {
        "picture": now.picture if now else "", "cell": f"{now.pixels_per_cell:g}" if now else "70",
        "x": str(now.at[0]) if now else "0", "y": str(now.at[1]) if now else "0",
        "opacity": str(now.opacity) if now else "60",
    }  # fmt: skip

    def made() -> Backdrop | None:
        if not form.word("picture"):
            return None
        spot = _real(form, "x", 10_000), _real(form, "y", 10_000)
        return Backdrop(form.word("picture"), _real(form, "cell", 4096, 1), spot, form.number("opacity", 0, 100))

    def ok() -> Reply:
        desk.do(("Picture under the map", partial(scenery.backdrop, picture=made())))
        return Pop()

    def take(path: Path) -> Reply:
        form.values.update(_beside(desk, path))
        form.layout()
        return None

    def choose() -> Reply:
        return Push(
            FileBrowser(desk.app, "A picture", map_files.outside(desk), (".png", ".jpg", ".jpeg", ".webp"), take)
        )

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("picture", "File", "Beside the map's file; nothing for none"),
            form.entry("cell", "Pixels in a cell"),
            form.entry("x", "Columns from the left"),
            form.entry("y", "Widths of a cell from the top"),
            form.entry("opacity", "Shown, %"),
        ]

    def preview(form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
        try:
            under = backdrops.find(made(), [desk.folder])
        except ValueError:
            return None
        return shot_of(desk.editor.draft, room, under) if under is not None else None

    notes = [Line(f"Its folder: {desk.folder}", "dim")]
    form = Dialog(
        desk.app, "Picture under the map", rows, ok, values=values, notes=lambda form: notes,
        more=[("Choose a file", choose)], preview=preview, width=720,
    )  # fmt: skip
    if chosen is not None:
        try:
            form.values.update(_beside(desk, chosen))
        except (ValueError, OSError) as problem:
            desk.app.say(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
            return None
    return Push(form)


def _beside(desk: Desk, path: Path) -> dict[str, object]:
    """Put a copy of a picture beside the map; its name, and the pixels to a cell if it covers the map's columns.

    ValueError or OSError tell why it cannot be used.
    """
    map_files.found_outside(desk, path)
    try:
        data = disk.read(path)
    except disk.Unreadable as problem:
        raise ValueError(f"{path.name}: {problem}") from None
    picture = backdrops.decoded(data, path.name)
    kept = map_files.keep_picture(desk.folder, path.name, data)
    return {"picture": kept, "cell": f"{max(1, picture.get_width() / desk.editor.draft.width):g}"}


def shot_of(
    draft: Draft,
    room: tuple[int, int],
    under: backdrops.Underlay | None,
    *,
    grid: bool = True,
    secrets: bool = False,
    paper: Color | None = None,
) -> pygame.Surface:
    """The map as a picture of the left half of some room, over its backdrop; `paper` is what lies around it."""
    board = draft.board()
    across, down = board.grid.extent_px(1.0)
    pixels = max(1, int(min(room[0] / 2 / across, room[1] / down)))
    return map_images.draw(board, map_images.ImageOptions(pixels, grid, secrets, paper=paper), under)


def _real(form: Dialog, key: str, high: float, low: float | None = None) -> float:
    words = form.word(key)
    try:
        found = float(words)
    except ValueError:
        raise ValueError(f"“{words}” is no number") from None
    bottom = -high if low is None else low
    if not bottom <= found <= high:
        raise ValueError(f"{words} is not between {bottom:g} and {high:g}")
    return found


def light(desk: Desk, number: int) -> Reply:
    """A light's range, colour and strength."""
    now = desk.editor.draft.lights[number]
    values: dict[str, object] = {
        "range": f"{now.range:g}",
        "colour": now.colour,
        "intensity": f"{now.intensity:g}",
        "shadows": now.shadows,
    }

    def ok() -> Reply:
        colour = form.word("colour").lower()
        if len(colour) != 7 or colour[0] != "#" or set(colour[1:]) - set("0123456789abcdef"):
            raise ValueError("a colour is # and six digits, such as #ffcc88")
        fields: dict[str, Any] = {
            "range": _real(form, "range", 1000, 0), "colour": colour, "intensity": _real(form, "intensity", 1000, 0),
            "shadows": bool(form.values["shadows"]),
        }  # fmt: skip
        desk.do(("Change light", partial(scenery.change_light, number=number, **fields)))
        return Pop()

    def delete() -> Reply:
        desk.do(("Delete light", partial(scenery.remove_light, number=number)))
        return Pop()

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("range", "Range in cells"),
            form.entry("colour", "Colour"),
            form.entry("intensity", "Strength"),
            form.choice("shadows", "Shadows", [(True, "Yes"), (False, "No")]),
        ]

    form = Dialog(desk.app, f"Light {number + 1}", rows, ok, values=values, more=[("Delete", delete)])
    return Push(form)
