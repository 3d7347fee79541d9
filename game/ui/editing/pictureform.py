"""Forms for the picture under the map and for lights."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from game.edit import scenery
from game.map_notes import Backdrop
from game.ui.editing.dialog import Dialog
from game.ui.page import Line
from game.ui.rows import RowSpec
from game.ui.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing


def backdrop(desk: Editing) -> Reply:
    """The picture under the map: file, size, place, how much of it shows."""
    now = desk.editor.draft.backdrop
    values: dict[str, object] = {
        "picture": now.picture if now else "", "cell": str(now.pixels_per_cell) if now else "70",
        "x": str(now.at[0]) if now else "0", "y": str(now.at[1]) if now else "0",
        "opacity": str(now.opacity) if now else "50",
    }  # fmt: skip

    def ok() -> Reply:
        if not form.word("picture"):
            made = None
        else:
            spot = _real(form, "x", 10_000), _real(form, "y", 10_000)
            made = Backdrop(form.word("picture"), _real(form, "cell", 4096, 1), spot, form.number("opacity", 0, 100))
        desk.do(("Picture under the map", partial(scenery.backdrop, picture=made)))
        return Pop()

    def rows(form: Dialog) -> list[RowSpec]:
        return [
            form.entry("picture", "File", "Beside the map's file; nothing for none"),
            form.entry("cell", "Pixels in a cell"),
            form.entry("x", "Columns from the left"),
            form.entry("y", "Widths of a cell from the top"),
            form.entry("opacity", "Shown, %"),
        ]

    where = desk.editor.path.parent if desk.editor.path else None
    notes = [
        Line(f"The folder of the map: {where}" if where else "Save the map first: the picture lies beside it.", "dim")
    ]
    form = Dialog(desk.app, "Picture under the map", rows, ok, values=values, notes=lambda form: notes)
    return Push(form)


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


def light(desk: Editing, number: int) -> Reply:
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
