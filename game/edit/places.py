"""Zones, labels, sides and units of a draft: adding, changing, moving and removing them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from game.edit.content import with_cells, with_roster
from game.edit.draft import Draft, changed, place_of, units_of
from game.grid.grid import Cell, CellSet
from game.map.board import Label, Zone, ZoneKind
from game.map.roster import Duty, Entry, Objective, Role, SideSetup

MOST = 40
"""Units of one kind in a reserve."""
MAX_NAME = 200
"""Letters in the name of a zone, which is a key of the map's file."""

# Zones


def add_zone(draft: Draft, zone: Zone) -> Draft:
    """One more zone; ValueError if there is one of that name."""
    if draft.zone(zone.name):
        raise ValueError(f"there is already a zone {zone.name!r}")
    return changed(draft, zones=(*draft.zones, _named(zone, zone.name)))


def _named(zone: Zone, name: str) -> Zone:
    if len(name) > MAX_NAME:
        raise ValueError(f"the name of a zone has up to {MAX_NAME} letters, not {len(name)}")
    return msgspec.structs.replace(zone, name=name)


def free_name(draft: Draft, wanted: str) -> str:
    """The name, with a number if a zone has it already."""
    names, number, found = {zone.name for zone in draft.zones}, 1, wanted
    while found in names:
        number += 1
        found = f"{wanted} {number}"
    return found


def paint_zone(draft: Draft, name: str, mask: CellSet, *, away: bool = False) -> Draft:
    """Some cells added to a zone, or taken away from it; LookupError if there is none of that name."""
    zone = _zone(draft, name)
    cells = zone.cells & ~mask if away else zone.cells | mask
    return draft if cells == zone.cells else _with_zone(draft, with_cells(zone, cells))


def erase_zones(draft: Draft, mask: CellSet) -> Draft:
    """Some cells taken out of all zones."""
    return changed(draft, zones=tuple(with_cells(zone, zone.cells & ~mask) for zone in draft.zones))


def change_zone(draft: Draft, name: str, kind: ZoneKind, *, title: str = "", effect: str = "") -> Draft:
    """Another kind, title and effect."""
    return _with_zone(draft, Zone(name, kind, _zone(draft, name).cells, title, effect))


def rename_zone(draft: Draft, name: str, new: str) -> Draft:
    """Another name, in sides and their objectives too; ValueError if it is taken."""
    if new != name and draft.zone(new):
        raise ValueError(f"there is already a zone {new!r}")
    renamed = _named(_zone(draft, name), new)
    zones = tuple(renamed if zone.name == name else zone for zone in draft.zones)
    sides = tuple(_renamed(side, name, new) for side in draft.sides)
    return changed(draft, zones=zones, sides=sides)


def _renamed(side: SideSetup, name: str, new: str) -> SideSetup:
    replace = msgspec.structs.replace
    objectives = tuple(replace(each, zone=new) if each.zone == name else each for each in side.objectives)
    roster = tuple(replace(each, duty=_moved(each.duty, name, new)) for each in side.roster)
    return replace(side, zone=new if side.zone == name else side.zone, objectives=objectives, roster=roster)


def _moved(duty: Duty | None, name: str, new: str) -> Duty | None:
    """The duty with another name for a zone; without the zone none, if `new` is empty."""
    if duty is None or name not in duty.zones:
        return duty
    route = tuple(new if each == name else each for each in duty.route)
    if new:
        return msgspec.structs.replace(duty, zone=new if duty.zone == name else duty.zone, route=route)
    left = tuple(each for each in route if each)
    if left:
        return msgspec.structs.replace(duty, route=left)
    return Duty(flee_at=duty.flee_at) if duty.flee_at else None


def delete_zone(draft: Draft, name: str) -> Draft:
    """Without a zone. Sides that deploy there have no zone then, and objectives there are dropped."""
    _zone(draft, name)
    sides = tuple(_without(side, name) for side in draft.sides)
    return changed(draft, zones=tuple(zone for zone in draft.zones if zone.name != name), sides=sides)


def _without(side: SideSetup, name: str) -> SideSetup:
    objectives = tuple(each for each in side.objectives if each.zone != name) or (Objective("defeat_all"),)
    roster = tuple(msgspec.structs.replace(each, duty=_moved(each.duty, name, "")) for each in side.roster)
    where = "" if side.zone == name else side.zone
    return msgspec.structs.replace(side, zone=where, objectives=objectives, roster=roster)


def _zone(draft: Draft, name: str) -> Zone:
    zone = draft.zone(name)
    if zone is None:
        raise LookupError(f"there is no zone {name!r}")
    return zone


def _with_zone(draft: Draft, zone: Zone) -> Draft:
    return changed(draft, zones=tuple(zone if each.name == zone.name else each for each in draft.zones))


# Labels


def label(draft: Draft, cell: Cell, text: str) -> Draft:
    """The words at a cell, in place of those there; "" for none."""
    kept = [each for each in draft.labels if each.cell != cell]
    labels = sorted([*kept, *([Label(cell, text)] if text else [])], key=lambda each: (each.cell, each.text))
    return draft if tuple(labels) == draft.labels else changed(draft, labels=tuple(labels))


# Sides


def add_side(draft: Draft, side: SideSetup) -> Draft:
    """One more side; ValueError if there is one of that name."""
    if any(each.name == side.name for each in draft.sides):
        raise ValueError(f"there is already a side {side.name!r}")
    return changed(draft, sides=(*draft.sides, side))


def change_side(draft: Draft, number: int, **fields: Any) -> Draft:
    """Other values of the side of that number (from 0): name, zone, colour, team, controller, facing, roster ..."""
    side = msgspec.structs.replace(draft.sides[number], **fields)
    return changed(draft, sides=(*draft.sides[:number], side, *draft.sides[number + 1 :]))


def delete_side(draft: Draft, number: int) -> Draft:
    """Without a side and its units; its zone stays."""
    return changed(draft, sides=(*draft.sides[:number], *draft.sides[number + 1 :]))


def reserve(side: SideSetup) -> dict[str, int]:
    """How many units of each kind wait for deployment, by unit or `role NAME`; those with a name of their own aside."""
    found: dict[str, int] = {}
    for entry in side.roster:
        if _is_plain(entry):
            found[_key(entry)] = found.get(_key(entry), 0) + entry.count
    return found


def set_reserve(draft: Draft, number: int, counts: Mapping[str, int]) -> Draft:
    """Other numbers of such units (see `reserve`); units with a place, a name or a state stay as they are.

    ValueError for a number below 0 or above 40, and for a role that there is not.
    """
    side = draft.sides[number]
    news = [_entry(key, count) for key, count in counts.items() if count]
    kept = [entry for entry in side.roster if not _is_plain(entry)]
    return change_side(draft, number, roster=with_roster(side, (*kept, *news)).roster)


def _is_plain(entry: Entry) -> bool:
    return not (entry.at or entry.name or entry.facing or entry.controller or entry.state or entry.duty)


def _key(entry: Entry) -> str:
    return entry.unit or f"role {entry.role}"


def _entry(key: str, count: int) -> Entry:
    if not 0 < count <= MOST:
        raise ValueError(f"{count} of a kind; a reserve has up to {MOST}")
    role = next((role for role in get_args(Role) if key == f"role {role}"), None)
    if role is None and key.startswith("role "):
        raise ValueError(f"there is no {key}")
    return Entry(role, "" if role else key, count)


# Units


def place_unit(draft: Draft, side: int, entry: Entry, cell: Cell) -> Draft:
    """A unit of a side (from 0) in place of whatever stands on the cell; its facing is in the entry.

    ValueError for an entry of several units.
    """
    if entry.count > 1:
        raise ValueError("only a single unit has a place")
    draft = remove_unit(draft, cell)
    placed = msgspec.structs.replace(entry, at=draft.grid.name(cell))
    return change_side(draft, side, roster=(*draft.sides[side].roster, placed))


def remove_unit(draft: Draft, cell: Cell) -> Draft:
    """Nobody on a cell."""
    return _each_at(draft, cell, lambda _: None) if cell in units_of(draft) else draft


def move_unit(draft: Draft, start: Cell, end: Cell) -> Draft:
    """The unit of one cell on another, in place of whoever stands there; nothing happens without a unit."""
    if start == end or start not in units_of(draft):
        return draft
    at = draft.grid.name(end)
    return _each_at(remove_unit(draft, end), start, lambda entry: msgspec.structs.replace(entry, at=at))


def turn_unit(draft: Draft, cell: Cell, steps: int) -> Draft:
    """The unit of a cell turned clockwise by so many directions, starting from its side's facing if it has none."""
    grid = draft.grid

    def turned(entry: Entry) -> Entry:
        side = next(each for each in draft.sides if entry in each.roster)
        name = next((word for word in (entry.facing, side.facing) if word in grid.names), grid.names[0])
        return msgspec.structs.replace(entry, facing=grid.names[grid.turn(grid.names.index(name), steps)])

    return _each_at(draft, cell, turned) if cell in units_of(draft) else draft


def face_unit(draft: Draft, cell: Cell, facing: str) -> Draft:
    """The unit of a cell looking in a direction, "" for that of its side."""
    return _each_at(draft, cell, lambda entry: msgspec.structs.replace(entry, facing=facing))


def _each_at(draft: Draft, cell: Cell, change: Any) -> Draft:
    """Every unit on a cell changed, or removed where the change gives None."""
    grid = draft.grid
    sides = []
    for side in draft.sides:
        roster = [change(entry) if place_of(grid, entry) == cell else entry for entry in side.roster]
        sides.append(with_roster(side, [entry for entry in roster if entry is not None]))
    return changed(draft, sides=tuple(sides))
