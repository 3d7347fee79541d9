"""Forms for sides: who plays them, where they deploy, how they win, and who waits in reserve."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

import msgspec
from msgspec import Struct

from game.ai.controller import HUMAN, controllers
from game.edit import places
from game.edit.checks_of_sides import own_zone
from game.edit.draft import Draft
from game.map.roster import Objective, Role, SideSetup
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit import choices
from game.ui.kit.page import Line
from game.ui.kit.picker import Picker
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

_NEW = "+"  # in place of a zone's name: one that nobody has
_MOST = 8  # ways to win of one side
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


def sides(desk: Desk) -> Reply:
    """All sides, to change one or add another."""
    found = desk.editor.draft.sides
    lines = [(side.name, f"{side.size} units, deploys in {side.zone or 'no zone'}") for side in found]
    lines.append(("New side", ""))
    return Push(Picker(desk.app, "Sides", lines, lambda at: side(desk, at if at < len(found) else None), "Change"))


def side(desk: Desk, number: int | None = None) -> Reply:
    """A new side, or another name, zone, team, controller and facing of one; from there on to its goals and reserve."""
    draft = desk.editor.draft
    old = draft.sides[number] if number is not None else None
    free = next(
        (name for name in _NAMES if name not in {each.name for each in draft.sides}), f"Side {len(draft.sides) + 1}"
    )
    now = old or SideSetup(free, controller=HUMAN if not draft.sides else controllers()[0].name)
    values: dict[str, object] = {
        "name": now.name, "zone": now.zone if old else _NEW, "team": str(now.team),
        "controller": now.controller, "facing": now.facing,
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
        )
        desk.editor.do(f"Side {made.name}", lambda draft: _put_side(draft, number, made))
        desk.toolbox.side = number if number is not None else len(desk.editor.draft.sides) - 1
        desk.changed()
        return Pop()

    def then(form: Callable[[Desk, int], Reply]) -> Callable[[], Reply]:
        def go() -> Reply:
            desk.app.go(ok())
            return form(desk, desk.toolbox.side)

        return go

    def delete() -> Reply:
        desk.editor.do(f"Delete side {now.name}", partial(places.delete_side, number=number or 0))
        desk.changed()
        return Pop()

    more = [("Ways to win", then(goals)), ("Reserve", then(reserve)), *([("Delete", delete)] if old else [])]
    title = f"Side {now.name}" if old else "New side"
    form = Dialog(
        desk.app, title, partial(_side_rows, desk), ok, values=values, more=more, notes=partial(_about, now), width=720
    )
    return Push(form)


def _side_rows(desk: Desk, form: Dialog) -> list[RowSpec]:
    draft = desk.editor.draft
    zones = [(_NEW, "A zone of its own"), ("", "No zone"), *((zone.name, zone.name) for zone in draft.zones)]
    return [
        form.entry("name", "Name"),
        form.choice("zone", "Deploys in", zones),
        form.entry("team", "Team", "0: its own; the same number: allies"),
        form.choice("controller", "Played by", choices.controllers(form.word("controller"))),
        form.choice(
            "facing", "Looks", [("", "As the rules say"), *((name, name.upper()) for name in draft.grid.names)]
        ),
    ]


def _about(side: SideSetup, form: Dialog) -> list[Line]:
    waiting = [entry for entry in side.roster if not entry.at]
    names = ", ".join(f"{entry.count} {entry.unit or entry.role}" for entry in waiting)
    ways = "; or: ".join(_goal_words(each) for each in side.objectives)
    return [Line("Wins by", "key", ways), Line("Deploys in its zone", "key", names or "nobody")]


def _put_side(draft: Draft, number: int | None, side: SideSetup) -> Draft:
    """The side in its place; if it shall have a zone of its own, standing room at a rim."""
    made = _with_side(draft, number, msgspec.structs.replace(side, zone="") if side.zone == _NEW else side)
    return own_zone(made, len(made.sides) - 1 if number is None else number) if side.zone == _NEW else made


def _with_side(draft: Draft, number: int | None, side: SideSetup) -> Draft:
    others = [each.name for n, each in enumerate(draft.sides) if n != number]
    if side.name in others:
        raise ValueError(f"there is already a side {side.name!r}")
    if number is None:
        return places.add_side(draft, side)
    return places.change_side(draft, number, **{name: getattr(side, name) for name in side.__struct_fields__})


# Ways to win


def goals(desk: Desk, number: int) -> Reply:
    """All ways in which a side wins; any one of them is enough."""
    side = desk.editor.draft.sides[number]
    values: dict[str, object] = {}
    for at, goal in enumerate(side.objectives):
        values |= {f"kind{at}": goal.kind, f"zone{at}": goal.zone, f"amount{at}": str(goal.amount or 3)}

    def ok() -> Reply:
        found = tuple(dict.fromkeys(_objective(form, at) for at in range(_MOST) if form.values.get(f"kind{at}")))
        wanted = found or (Objective("defeat_all"),)
        desk.do((f"How {side.name} wins", partial(places.change_side, number=number, objectives=wanted)))
        return Pop()

    form = Dialog(
        desk.app, f"How {side.name} wins", partial(_goal_rows, desk), ok, values=values,
        notes=lambda form: [Line("Any one of them is enough.", "dim")],
    )  # fmt: skip
    return Push(form)


def _goal_rows(desk: Desk, form: Dialog) -> list[RowSpec]:
    """A few rows for each way that is chosen, and one to choose another; ways that were dropped close up."""
    kinds: list[tuple[object, str]] = [("", "Nothing more"), *((each.kind, each.title) for each in _GOALS)]
    zones: list[tuple[object, str]] = [(zone.name, zone.name) for zone in desk.editor.draft.zones]
    rows: list[RowSpec] = []
    for at in range(_MOST):
        goal = next((each for each in _GOALS if each.kind == form.values.setdefault(f"kind{at}", "")), None)
        rows.append(form.choice(f"kind{at}", "Wins by" if at == 0 else "Or by", kinds, anew=True))
        if goal is None:
            return rows
        if goal.zone:
            first = zones[0][0] if zones else ""
            if form.values.get(f"zone{at}") not in [name for name, _ in zones]:
                form.values[f"zone{at}"] = first
            rows.append(form.choice(f"zone{at}", "In the zone", zones or [("", "There is none")]))
        if goal.amount:
            form.values.setdefault(f"amount{at}", "3")
            rows.append(form.entry(f"amount{at}", "Rounds" if goal.amount == "rounds" else "Units"))
    return rows


def _objective(form: Dialog, at: int) -> Objective:
    goal = next(each for each in _GOALS if each.kind == form.values[f"kind{at}"])
    amount = form.number(f"amount{at}", 1, 100) if goal.amount else 0
    zone = form.word(f"zone{at}") if goal.zone else ""
    if goal.zone and not zone:
        raise ValueError("there is no zone yet: paint one first")
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


def _goal_words(goal: Objective) -> str:
    title = next(each.title for each in _GOALS if each.kind == goal.kind)
    return f"{title} ({', '.join(str(part) for part in (goal.zone, goal.amount) if part)})" if goal.amount else title


# Reserve


def reserve(desk: Desk, number: int) -> Reply:
    """How many units of each role, and of each kind of the rules, wait for deployment."""
    side, ruleset = desk.editor.draft.sides[number], desk.editor.ruleset
    now = places.reserve(side)
    roles = [(f"role {role}", role.capitalize(), "Each ruleset has one") for role in get_args(Role)]
    known = ruleset.archetypes if ruleset is not None else ()
    kinds = [(key, key.replace("_", " ").capitalize(), ruleset.title if ruleset else "") for key in known]
    listed = {key for key, _, _ in (*roles, *kinds)}
    kinds += [(key, key, "Unknown to the rules") for key in now if key not in listed]
    values: dict[str, object] = {key: str(now.get(key, 0)) for key, _, _ in (*roles, *kinds)}

    def ok() -> Reply:
        counts = {key: form.number(key, 0, places.MOST) for key in values}
        desk.do((f"Reserve of {side.name}", partial(places.set_reserve, number=number, counts=counts)))
        return Pop()

    def none() -> Reply:
        form.values.update(dict.fromkeys(values, "0"))
        form.layout()
        return None

    def notes(form: Dialog) -> list[Line]:
        words = [form.word(key) for key in values]
        count = sum(int(each) for each in words if each.isdecimal() and len(each) < 4)
        placed = sum(entry.count for entry in side.roster) - sum(now.values())
        return [Line(f"{count} in reserve, {placed} with a place or a name of their own", "dim")]

    form = Dialog(
        desk.app, f"Reserve of {side.name}", lambda form: [form.entry(*row) for row in (*roles, *kinds)], ok,
        values=values, notes=notes, more=[("Nobody", none)],
    )  # fmt: skip
    return Push(form)
