"""Forms for what lies on the map: zones, sides, labels, lights, the picture, scattering, stamps, rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import Struct

from game.ai.controller import CONTROLLERS, HUMAN
from game.board import Zone
from game.board_model import ZoneKind
from game.edit import files, places, scenery
from game.edit.checks import mend_all as mended
from game.edit.content import with_roster
from game.edit.draft import Draft
from game.grid.grid import Cell
from game.map_notes import Backdrop
from game.roster import Objective, SideSetup
from game.sheets import SheetError
from game.ui.editing.dialog import Dialog
from game.ui.page import Line
from game.ui.picker import Picker
from game.ui.rows import RowSpec
from game.ui.screen import Pop, Push, Reply

if TYPE_CHECKING:
    from game.ui.editing.screen import Editing

_NAMES = ("Red", "Blue", "Green", "Gold", "Violet", "Teal")


class Goal(Struct, frozen=True):
    """What an objective needs besides its kind."""

    kind: str
    title: str
    zone: bool = False
    amount: str = ""


_GOALS = (
    Goal("defeat_all", "Defeat everybody"),
    Goal("defeat_leader", "Defeat the leader"),
    Goal("hold_zone", "Hold a zone", True, "rounds"),
    Goal("escape", "Escape through a zone", True, "count"),
    Goal("survive", "Survive", False, "rounds"),
)


def label_form(desk: Editing, cell: Cell) -> Dialog:
    """Words at a cell."""
    now = next((each.text for each in desk.editor.draft.labels if each.cell == cell), "")

    def ok() -> Reply:
        desk.set_label(cell, form.word("text"))
        return Pop()

    form = Dialog(
        desk.app, "Label", lambda form: [form.entry("text", "Words", "Nothing takes it away")], ok, values={"text": now}
    )
    return form


# Zones


def zone(desk: Editing, name: str = "") -> Reply:
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
        desk.kit.zone = wanted
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


# Sides


def sides(desk: Editing) -> Reply:
    """All sides, to change one or add another."""
    found = desk.editor.draft.sides
    lines = [(side.name, f"{side.size} units, deploys in {side.zone or 'no zone'}") for side in found]
    lines.append(("New side", ""))
    return Push(Picker(desk.app, "Sides", lines, lambda at: side(desk, at if at < len(found) else None), "Change"))


def side(desk: Editing, number: int | None = None) -> Reply:
    """A new side, or another name, zone, team, controller, facing, objective and reserve of one."""
    draft = desk.editor.draft
    old = draft.sides[number] if number is not None else None
    free = next(
        (name for name in _NAMES if name not in {each.name for each in draft.sides}), f"Side {len(draft.sides) + 1}"
    )
    now = old or SideSetup(free, controller=HUMAN if not draft.sides else CONTROLLERS[0].name)
    goal = now.objectives[0] if now.objectives else Objective("defeat_all")
    values: dict[str, object] = {
        "name": now.name, "zone": now.zone, "team": str(now.team), "controller": now.controller, "facing": now.facing,
        "goal": goal.kind, "goal_zone": goal.zone, "amount": str(goal.amount or 3),
    }  # fmt: skip

    def ok() -> Reply:
        if not form.word("name"):
            raise ValueError("a side needs a name")
        made = msgspec.structs.replace(
            now,
            name=form.word("name"),
            zone=form.word("zone"),
            team=form.number("team", 0, 16),
            controller=form.word("controller"),
            facing=form.word("facing"),
            objectives=(_objective(form), *now.objectives[1:]),
        )
        desk.editor.do(f"Side {made.name}", lambda draft: _put_side(draft, number, made))
        desk.kit.side = number if number is not None else len(desk.editor.draft.sides) - 1
        desk.changed()
        return Pop()

    def delete() -> Reply:
        desk.editor.do(f"Delete side {now.name}", partial(places.delete_side, number=number or 0))
        desk.changed()
        return Pop()

    def clear() -> Reply:
        bare = [entry for entry in now.roster if not entry.at]
        desk.editor.do(f"Reserve of {now.name} dismissed", partial(_without, number=number or 0))
        desk.app.say(f"{sum(entry.count for entry in bare)} units without a place were taken away.")
        desk.changed()
        return Pop()

    more = [("Delete", delete), ("Empty reserve", clear)] if old else []
    title = f"Side {now.name}" if old else "New side"
    form = Dialog(
        desk.app, title, partial(_side_rows, desk), ok, values=values, more=more, notes=partial(_reserve, now)
    )
    return Push(form)


def _side_rows(desk: Editing, form: Dialog) -> list[RowSpec]:
    draft = desk.editor.draft
    zones = [("", "None"), *((zone.name, zone.name) for zone in draft.zones)]
    controllers = [(HUMAN, "Human"), *((each.name, f"Computer: {each.title}") for each in CONTROLLERS)]
    goal = next(each for each in _GOALS if each.kind == form.values["goal"])
    rows = [
        form.entry("name", "Name"),
        form.choice("zone", "Deploys in", zones),
        form.entry("team", "Team", "0: its own; the same number: allies"),
        form.choice("controller", "Played by", controllers),
        form.choice(
            "facing", "Looks", [("", "As the rules say"), *((name, name.upper()) for name in draft.grid.names)]
        ),
        form.choice("goal", "Wins by", [(each.kind, each.title) for each in _GOALS], anew=True),
    ]
    if goal.zone:
        rows.append(form.choice("goal_zone", "In the zone", zones[1:] or zones))
    if goal.amount:
        rows.append(form.entry("amount", "Rounds" if goal.amount == "rounds" else "Units"))
    return rows


def _reserve(side: SideSetup, form: Dialog) -> list[Line]:
    bare = [entry for entry in side.roster if not entry.at]
    if not bare:
        return [Line("All its units have places on the map.", "dim")]
    names = ", ".join(f"{entry.count} {entry.unit or entry.role}" for entry in bare)
    return [Line(f"Deploys in its zone: {names}.", "dim")]


def _objective(form: Dialog) -> Objective:
    goal = next(each for each in _GOALS if each.kind == form.values["goal"])
    amount = form.number("amount", 1, 100) if goal.amount else 0
    zone = form.word("goal_zone") if goal.zone else ""
    match goal.kind:
        case "hold_zone":
            return Objective("hold_zone", zone, rounds=amount)
        case "escape":
            return Objective("escape", zone, count=amount)
        case "survive":
            return Objective("survive", rounds=amount)
        case "defeat_leader":
            return Objective("defeat_leader")
        case _:
            return Objective("defeat_all")


def _put_side(draft: Draft, number: int | None, side: SideSetup) -> Draft:
    others = [each.name for n, each in enumerate(draft.sides) if n != number]
    if side.name in others:
        raise ValueError(f"there is already a side {side.name!r}")
    if number is None:
        return places.add_side(draft, side)
    return places.change_side(draft, number, **{name: getattr(side, name) for name in side.__struct_fields__})


def _without(draft: Draft, number: int) -> Draft:
    side = draft.sides[number]
    kept = with_roster(side, (entry for entry in side.roster if entry.at))
    return places.change_side(draft, number, roster=kept.roster)


# The picture and lights


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


# Scattering, stamps, rules


def scatter(desk: Editing) -> Reply:
    """Density and seed of the scatter tool."""

    def ok() -> Reply:
        desk.kit.density, desk.kit.seed = form.number("density", 1, 100), form.number("seed", 0, 10**9)
        desk.serial += 1
        return Pop()

    form = Dialog(
        desk.app,
        "Scatter",
        lambda form: [form.entry("density", "Density, %"), form.entry("seed", "Seed")],
        ok,
        values={"density": str(desk.kit.density), "seed": str(desk.kit.seed)},
    )
    return Push(form)


def stamp(desk: Editing) -> Reply:
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


def stamps(desk: Editing) -> Reply:
    """Take one of the kept stamps in hand."""
    found = files.stamps()
    if not found:
        desk.app.say("No stamp was kept yet: select cells, then “Stamp”.")
        return None

    def take(at: int) -> Reply:
        try:
            clip = files.load_stamp([*found.values()][at])
        except (SheetError, ValueError, OSError) as problem:
            desk.app.say(str(problem))
            return None
        desk.editor.clip = clip
        desk.kit.tool = "paste"
        desk.serial += 1
        return None

    return Push(Picker(desk.app, "Stamps", [(name, "") for name in found], take, "Take"))


def rules(desk: Editing) -> Reply:
    """By which rules the map is checked."""
    from game.ui.setup import rulesets

    found = [None, *rulesets().values()]
    lines = [(each.title if each else "No rules", "" if each else "Only what concerns all") for each in found]

    def take(at: int) -> Reply:
        desk.take_ruleset(found[at])
        return None

    return Push(Picker(desk.app, "Check by", lines, take, "Take"))


def mend_all(desk: Editing) -> Reply:
    """Every fix, one after the other, as one command."""
    desk.editor.replace("Mend all", mended(desk.editor.draft, desk.editor.ruleset))
    desk.changed()
    desk.check()
    return None
