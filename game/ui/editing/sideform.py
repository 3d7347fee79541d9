"""Forms for sides: who plays them, where they deploy, how they win, and who waits in reserve."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from game.ai.controller import CONTROLLERS, HUMAN
from game.edit import places
from game.edit.content import with_roster
from game.edit.draft import Draft
from game.roster import Objective, SideSetup
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
