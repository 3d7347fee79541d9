"""Forms for zones and for words on the map."""

from __future__ import annotations

from functools import partial
from typing import get_args

from game.edit import places, scenery
from game.edit.draft import Draft
from game.grid.grid import Cell
from game.map.board import Zone, ZoneKind
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply


def label_form(desk: Desk, cell: Cell) -> Dialog:
    """The form for the words at a cell; none take those there away."""
    now = next((each.text for each in desk.editor.draft.labels if each.cell == cell), "")

    def ok() -> Reply:
        desk.set_label(cell, form.word("text"))
        return Pop()

    form = Dialog(
        desk.app, "Label", lambda form: [form.entry("text", "Words", "Nothing takes it away")], ok, values={"text": now}
    )
    return form


def comment_form(desk: Desk, cell: Cell) -> Dialog:
    """What is to be told to the other authors about a cell; who says it is remembered."""
    draft = desk.editor.draft
    x, y = draft.grid.centre_px(cell, 1.0)
    now = scenery.comment_at(draft, x, y)
    at = now.at if now is not None else (round(x, 4), round(y, 4))

    def ok() -> Reply:
        words, by = form.word("text"), form.word("by")
        desk.do(
            (f"Comment “{words}”" if words else "Erase comment", partial(scenery.comment, at=at, text=words, by=by))
        )
        desk.app.change(author=by)
        return Pop()

    values: dict[str, object] = {
        "text": now.text if now else "", "by": now.by if now else desk.app.prefs.author or draft.author
    }  # fmt: skip
    rows = [("text", "Comment", "Nothing takes it away"), ("by", "By", "Players see neither")]
    form = Dialog(
        desk.app, f"Comment at {draft.grid.name(cell)}", lambda form: [form.entry(*row) for row in rows], ok,
        values=values, width=760,
    )  # fmt: skip
    return form


def zone(desk: Desk, name: str = "") -> Reply:
    """A new zone, or another name, kind, title and effect of one."""
    draft = desk.editor.draft
    old = draft.zone(name)
    first = places.free_name(draft, "red" if not draft.zones else "zone")
    values: dict[str, object] = {
        "name": old.name if old else first,
        "kind": old.kind if old else "deploy",
        "title": old.title if old else "",
        "effect": old.effect if old else "",
    }

    def ok() -> Reply:
        wanted = form.word("name")
        if not wanted:
            raise ValueError("a zone needs a name")
        kind = _zone_kind(form.word("kind"))
        title, effect = form.word("title"), form.word("effect") if kind == "hazard" else ""
        desk.editor.do(f"Zone {wanted}", lambda draft: _put_zone(draft, name, Zone(wanted, kind, 0, title, effect)))
        desk.toolbox.zone = wanted
        desk.changed()
        return Pop()

    def delete() -> Reply:
        desk.editor.do(f"Delete zone {name}", partial(places.delete_zone, name=name))
        desk.changed()
        return Pop()

    def rows(form: Dialog) -> list[RowSpec]:
        found = [
            form.entry("name", "Name"),
            form.choice("kind", "Kind", [(kind, kind.capitalize()) for kind in get_args(ZoneKind)], anew=True),
            form.entry("title", "Title on the map", "May be empty"),
        ]
        if form.values["kind"] == "hazard":
            found.append(form.entry("effect", "Effect", "fire, gale, swaying"))
        return found

    more = [("Delete", delete)] if old else []
    form = Dialog(desk.app, f"Zone {name}" if old else "New zone", rows, ok, values=values, more=more)
    return Push(form)


def _zone_kind(word: str) -> ZoneKind:
    return next(kind for kind in get_args(ZoneKind) if kind == word)


def _put_zone(draft: Draft, old: str, zone: Zone) -> Draft:
    if not old:
        return places.add_zone(draft, zone)
    draft = places.rename_zone(draft, old, zone.name)
    return places.change_zone(draft, zone.name, zone.kind, title=zone.title, effect=zone.effect)
