"""The selection and the clipboard: copying, cutting, turning, and stamps that are kept."""

from __future__ import annotations

from functools import partial

from game.edit import clip as clips
from game.edit import files, paint
from game.edit.lattice import Flip
from game.ui.editing import layer_edits, placing, tools
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.stamps import Stamps
from game.ui.kit.screen import Pop, Push, Reply


def copy(desk: Desk) -> Reply:
    """Copy, and take the copy in hand."""
    if not desk.editor.copy():
        desk.app.say("Select some cells first.")
    else:
        desk.app.say("Copied: click to put it down.")
        desk.toolbox.tool = "paste"
    return None


def cut(desk: Desk) -> Reply:
    """Move the selection to the clipboard and take the paste tool."""
    if not desk.editor.cut():
        desk.app.say("Select some cells first.")
    else:
        desk.toolbox.tool = "paste"
    desk.changed()
    return None


def erase(desk: Desk) -> Reply:
    """Nothing but plain ground in the selection, on all layers."""
    if desk.editor.selection:
        desk.do(("Erase everything", partial(paint.erase, mask=desk.editor.selection)))
    return None


def fill_selection(desk: Desk) -> Reply:
    """The tool in hand over the whole selection."""
    if not desk.editor.selection:
        desk.app.say("Select some cells first.")
    elif desk.toolbox.tool == "scatter":
        desk.do(layer_edits.scattered(desk.toolbox, desk.editor.selection))
    else:
        tools.lay(desk, desk.editor.selection)
    return None


def select(desk: Desk, *, invert: bool, mask: int = 0) -> Reply:
    """Other cells chosen: a set of them, or all that are not chosen now."""
    everything = desk.editor.draft.grid.everywhere
    desk.editor.select(everything & ~desk.editor.selection if invert else mask)
    return None


def turn(desk: Desk, steps: int) -> Reply:
    """The clipboard turned while it is in hand, else the unit under the pointer, else the clipboard all the same."""
    cell = desk.place.cell if desk.place is not None else None
    if (
        desk.toolbox.layer == "units"
        and desk.toolbox.tool != "paste"
        and cell is not None
        and placing.turn(desk, cell, steps)
    ):
        return None
    desk.turn_clip(steps)
    return None


def flip(desk: Desk, way: Flip) -> Reply:
    """Mirror the clipboard; nothing happens without one."""
    if desk.editor.clip is not None:
        desk.editor.clip = clips.flip(desk.editor.clip, way)
    return None


# Stamps


def stamp(desk: Desk) -> Reply:
    """Keep the selection under a name."""
    if not desk.editor.copy():
        desk.app.say("Select some cells first.")
        return None
    clip = desk.editor.clip
    assert clip is not None

    def ok() -> Reply:
        path = files.save_stamp(clip, form.word("name"))
        desk.app.say(f"Stamp kept: {path}")
        return Pop()

    form = Dialog(desk.app, "Keep as a stamp", lambda form: [form.entry("name", "Name")], ok, values={"name": "Stamp"})
    return Push(form)


def stamps(desk: Desk) -> Reply:
    """All that were kept: to take one in hand, to rename or delete it."""
    if not files.stamps():
        desk.app.say("No stamp was kept yet: select cells, then “Stamp”.")
        return None
    return Push(Stamps(desk))
