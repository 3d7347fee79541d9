"""The form of a unit that stands on the map: who it is, who plays it, where it looks, its state and its gear."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, get_args

import msgspec

from game.data import sheets
from game.data.faults import examine
from game.edit import places, units
from game.edit.draft import Draft
from game.edit.units import Placed
from game.grid.grid import Cell
from game.map.roster import Duty, Entry, Role
from game.rules.outfits import Slot
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit import choices
from game.ui.kit.page import Line
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

_ROLE = "role "  # before the name of a role, where kinds of units are chosen
_SLOT = "slot "  # before the key of a place for gear


def unit(desk: Desk, cell: Cell) -> Reply:
    """Another name, kind, side, controller, facing, state or gear of whoever stands on a cell."""
    draft = desk.editor.draft
    old = units.unit_at(draft, cell)
    if old is None:
        return None
    entry = old.entry
    slots = units.slots(draft, desk.editor.ruleset, old)
    values: dict[str, object] = {
        "name": entry.name, "kind": entry.unit or f"{_ROLE}{entry.role}", "side": old.side,
        "controller": entry.controller, "facing": entry.facing, "state": state_words(entry.state),
        "duty": state_words(msgspec.to_builtins(entry.duty) if entry.duty is not None else {}),
        **{f"{_SLOT}{slot.key}": slot.now for slot in slots},
    }  # fmt: skip

    def made() -> tuple[int, Entry]:
        side = form.number("side", 0, len(draft.sides) - 1)
        chosen = {slot.key: form.word(_SLOT + slot.key) for slot in slots if form.word(_SLOT + slot.key) != slot.now}
        fresh = _entry(form, entry, draft)
        if chosen:
            tried = units.change_unit(draft, old, side, fresh)
            now = units.unit_at(tried, cell)
            assert now is not None
            fresh = msgspec.structs.replace(fresh, state=units.geared(tried, desk.editor.ruleset, now, chosen))
        return side, fresh

    def ok() -> Reply:
        side, fresh = made()
        after = units.change_unit(draft, old, side, fresh)
        trouble = units.refused(draft, after, desk.editor.ruleset)
        if trouble:
            raise ValueError(trouble)
        desk.do((f"Change {_called(old)}", partial(units.change_unit, old=old, side=side, entry=fresh)))
        return Pop()

    def delete() -> Reply:
        desk.do((f"Remove {_called(old)}", partial(places.remove_unit, cell=cell)))
        return Pop()

    form = Dialog(
        desk.app, f"{_called(old)} at {draft.grid.name(cell)}", lambda form: _rows(desk, form, old, slots),
        ok, values=values, notes=lambda form: _notes(desk, draft, slots), more=[("Remove", delete)], width=720,
    )  # fmt: skip
    return Push(form)


def _called(unit: Placed) -> str:
    return unit.entry.name or _plain(unit.entry.unit or unit.entry.role or "")


def _plain(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _rows(desk: Desk, form: Dialog, old: Placed, slots: tuple[Slot, ...]) -> list[RowSpec]:
    draft, ruleset = desk.editor.draft, desk.editor.ruleset
    kinds: list[tuple[object, str]] = [
        (f"{_ROLE}{role}", f"{role.capitalize()} (any rules)") for role in get_args(Role)
    ]
    kinds += [(key, _plain(key)) for key in (ruleset.archetypes if ruleset is not None else ())]
    if old.entry.unit and old.entry.unit not in (key for key, _ in kinds):
        kinds.append((old.entry.unit, f"{old.entry.unit} (unknown to the rules)"))
    facings = [("", "As its side"), *((name, name.upper()) for name in draft.grid.names)]
    return [
        form.entry("name", "Name", "Its kind and a number, if empty"),
        form.choice("kind", "Kind", kinds),
        form.choice("side", "Side", [(n, side.name) for n, side in enumerate(draft.sides)]),
        form.choice("controller", "Played by", [("", "As its side"), *choices.controllers(old.entry.controller)]),
        form.choice("facing", "Looks", facings),
        form.entry("state", "State", "As in stress: 2, mounted_on: horse"),
        form.entry("duty", "Duty", "As in kind: guard, zone: mill, flee_at: 30"),
        *(form.choice(f"{_SLOT}{slot.key}", slot.title, slot.choices) for slot in slots),
    ]


def _notes(desk: Desk, draft: Draft, slots: tuple[Slot, ...]) -> list[Line]:
    ruleset = desk.editor.ruleset
    if ruleset is None:
        return [Line("No rules are chosen: what is in “State” is not checked.", "dim")]
    lines = [Line(f"{ruleset.title} checks what is in “State”.", "dim")]
    if not slots:
        lines.append(Line("Gear stands in “State” too, as in held: [spear], carried: [dagger].", "dim"))
    return lines


def _entry(form: Dialog, old: Entry, draft: Draft) -> Entry:
    """What was filled in; ValueError for words that no state or duty can be."""
    kind = form.word("kind")
    role = next((role for role in get_args(Role) if kind == f"{_ROLE}{role}"), None)
    return msgspec.structs.replace(
        old,
        role=role,
        unit="" if role else kind,
        name=form.word("name"),
        facing=form.word("facing"),
        controller=form.word("controller"),
        state=read_state(form.word("state")),
        duty=read_duty(form.word("duty"), [zone.name for zone in draft.zones]),
    )


def read_duty(line: str, zones: Sequence[str]) -> Duty | None:
    """What such a line says a unit is there for; ValueError tells why it cannot be understood."""
    if not line.strip():
        return None
    faults: list[str] = []
    given = read_state(line)
    examine(given, Duty, (), lambda path, message, remedy: faults.append(message))
    if faults:
        raise ValueError(f"duty: {faults[0]}")
    duty = msgspec.convert(given, Duty)
    for zone in duty.zones:
        if zone not in zones:
            raise ValueError(f"duty: {sheets.unknown('zone', zone, zones)[0]}")
    return duty


def state_words(state: dict[str, Any]) -> str:
    """A state in one line, as it can be typed."""
    return ", ".join(f"{key}: {_flow(value)}" for key, value in state.items())


def _flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return sheets.dump({"x": value})[len("x: ") :].strip()


def read_state(line: str) -> dict[str, Any]:
    """What such a line says; ValueError tells why it cannot be understood."""
    try:
        found = sheets.load("{" + line + "}", "state").value
    except sheets.SheetError as problem:
        raise ValueError(problem.faults[0].message) from None
    if not isinstance(found, dict) or None in found.values():
        raise ValueError("write the state as key: value, key: value")
    return found
