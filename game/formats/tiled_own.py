"""What our own Tiled maps say in custom properties, so that nothing of a board is lost on the way there and back."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import Struct

from game.formats.canvas import Canvas, printable
from game.grid.grid import Cell
from game.map.board import RIM_SIDES, Fog
from game.map.notes import Comment, FairnessNote, Recipe
from game.map.roster import Entry, SideSetup

_UNIT = ("role", "unit", "name", "facing", "controller")


class Placed(Struct, frozen=True):
    """A unit object: its cell, and what it says."""

    cell: Cell
    own: dict[str, Any]


def note_unit(canvas: Canvas, cell: Cell, own: dict[str, Any]) -> None:
    """Keep a unit until `restore`."""
    canvas.fields.setdefault("_units", []).append(Placed(cell, own))


def restore(canvas: Canvas, own: dict[str, Any], *, complete: bool) -> None:
    """Fields of the board from the map's properties; `complete` says that there is a layer with all units placed."""
    units: list[Placed] = canvas.fields.pop("_units", [])
    for key in ("name", "author", "description"):
        if isinstance(own.get(key), str) and (own[key] or key != "name"):
            text = own[key][:20_000]
            canvas.fields[key] = text if _storable(text) else printable(text)
    rounds = own.get("round_limit")
    if str(rounds).isdecimal() and 1 <= int(str(rounds)[:5]) <= 1000:
        canvas.fields["round_limit"] = int(str(rounds)[:5])
    if own.get("fog") in get_args(Fog):
        canvas.fields["fog"] = own["fog"]
    rim = own.get("rim")
    if isinstance(rim, str):
        canvas.fields["rim"] = tuple(side for side in RIM_SIDES if side in rim.split())
    for key, kind in (
        ("tags", tuple[str, ...]),
        ("recipes", tuple[Recipe, ...]),
        ("comments", tuple[Comment, ...]),
        ("fairness", FairnessNote),
        ("sides", tuple[SideSetup, ...]),
    ):
        if isinstance(own.get(key), str) and own[key]:
            _decoded(canvas, key, own[key], kind)
    sides = _with_units(canvas, canvas.fields.get("sides", ()), units, complete=complete)
    canvas.fields["sides"] = tuple(_known_zone(canvas, side) for side in sides)


def _storable(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


def _decoded(canvas: Canvas, key: str, text: str, kind: Any) -> None:
    try:
        canvas.fields[key] = msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as problem:
        canvas.note("lost", f"property {key!r} is not understood: {printable(str(problem), 200)}")


def _with_units(
    canvas: Canvas, sides: tuple[SideSetup, ...], units: list[Placed], *, complete: bool
) -> list[SideSetup]:
    """The sides with every placed unit where its object is; objects that are new join their side."""
    rosters: list[list[Entry | None]] = [list(side.roster) for side in sides]
    seen = set()
    for placed in units:
        spot = _spot(placed.own, rosters)
        if spot is None:
            sides, rosters = _join(canvas, placed, sides, rosters)
            continue
        seen.add(spot)
        old = rosters[spot[0]][spot[1]]
        if old is not None and _cell_of(canvas, old) != placed.cell:
            rosters[spot[0]][spot[1]] = msgspec.structs.replace(old, at=canvas.grid.name(placed.cell))
    for side, roster in enumerate(rosters):
        for number, entry in enumerate(roster):
            if complete and entry is not None and entry.at and (side, number) not in seen:
                roster[number] = None
    return [
        msgspec.structs.replace(side, roster=tuple(entry for entry in roster if entry is not None))
        for side, roster in zip(sides, rosters, strict=True)
    ]


def _spot(own: dict[str, Any], rosters: list[list[Entry | None]]) -> tuple[int, int] | None:
    first, dot, second = str(own.get("entry", "")).partition(".")
    if not (dot and first.isdecimal() and second.isdecimal()) or len(first) + len(second) > 8:
        return None
    side, number = int(first), int(second)
    return (side, number) if side < len(rosters) and number < len(rosters[side]) else None


def _cell_of(canvas: Canvas, entry: Entry) -> Cell | None:
    try:
        return canvas.grid.parse(entry.at) if entry.at else None
    except ValueError:
        return None


def _join(
    canvas: Canvas, placed: Placed, sides: tuple[SideSetup, ...], rosters: list[list[Entry | None]]
) -> tuple[tuple[SideSetup, ...], list[list[Entry | None]]]:
    own = placed.own
    where = canvas.grid.name(placed.cell)
    fields = {key: own[key] for key in _UNIT if isinstance(own.get(key), str) and own[key]}
    name = printable(str(own.get("side", "")), 100)
    try:
        entry = msgspec.convert({**fields, "at": where}, Entry)
    except (msgspec.ValidationError, ValueError):
        canvas.count("lost", "unit without role or unit", "units without role or unit", where)
        return sides, rosters
    if not name or len(sides) > 16:
        canvas.count("lost", "unit without a side", "units without a side", where)
        return sides, rosters
    number = next((at for at, side in enumerate(sides) if side.name == name), len(sides))
    if number == len(sides):
        sides, rosters = (*sides, SideSetup(name)), [*rosters, []]
    rosters[number].append(entry)
    return sides, rosters


def _known_zone(canvas: Canvas, side: SideSetup) -> SideSetup:
    objectives = tuple(each for each in side.objectives if not each.zone or each.zone in canvas.zones)
    if len(objectives) < len(side.objectives):
        canvas.count("lost", "objective in no zone", "objectives in no zone", printable(side.name, 60))
        side = msgspec.structs.replace(side, objectives=objectives)
    if side.zone and side.zone not in canvas.zones:
        canvas.count("lost", "side without its zone", "sides without their zones", printable(side.name, 60))
        side = msgspec.structs.replace(side, zone="")
    return side
