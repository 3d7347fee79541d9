"""Checks of who fights: sides and their zones and objectives, units and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from game.edit import places
from game.edit.content import with_roster
from game.edit.draft import Draft, changed, place_of, units_of
from game.edit.issues import Issue
from game.edit.regions import board_of, walkable
from game.edit.sizes import Sizes
from game.grid.grid import Cell, CellSet, bits
from game.kernel.ecs import World
from game.map.board import Board, Zone
from game.map.roster import Entry, Objective, SideSetup
from game.map.scenario import Scenario, rank_of
from game.map.scenario import places as deployed
from game.rules.ruleset import Ruleset


def missing_sides(draft: Draft) -> Iterator[Issue]:
    """Fewer than two sides, two of one name, sides without units, zones or a way to win that exist."""
    if len(draft.sides) < 2:
        message = f"A skirmish needs two sides; the map has {len(draft.sides)}."
        yield Issue(kind="few_sides", weight="warning", message=message)
    names = [zone.name for zone in draft.zones]
    for number, side in enumerate(draft.sides):
        if side.name in (each.name for each in draft.sides[:number]):
            free = _free(draft, side.name)
            mend = partial(places.change_side, number=number, name=free)
            message = f"There are two sides {side.name!r}."
            yield Issue(kind="same_side", weight="error", message=message, fix=f"Call this one {free}", mend=mend)
        if not side.roster:
            filled = partial(places.change_side, number=number, roster=_roster(draft, number))
            message = f"{side.name} has no units."
            yield Issue(kind="no_units", weight="warning", message=message, fix="Give it some", mend=filled)
        yield from _side_zone(draft, number, side, names)


def _side_zone(draft: Draft, number: int, side: SideSetup, names: list[str]) -> Iterator[Issue]:
    if side.zone and side.zone not in names:
        cleared = partial(places.change_side, number=number, zone="")
        message = f"{side.name} deploys in {side.zone!r}, which does not exist."
        yield Issue(kind="lost_zone", weight="error", message=message, fix="Give it no zone", mend=cleared)
    elif not side.zone and any(place_of(draft.grid, entry) is None for entry in side.roster):
        message = f"{side.name} has no zone to deploy in."
        fix = partial(own_zone, number=number)
        yield Issue(kind="no_zone", weight="warning", message=message, fix="Make a zone at the rim", mend=fix)
    lost = [each for each in side.objectives if each.zone and each.zone not in names]
    if lost:
        kept = tuple(each for each in side.objectives if each not in lost) or (Objective("defeat_all"),)
        without = partial(places.change_side, number=number, objectives=kept)
        message = f"{side.name} has an objective in {lost[0].zone!r}, which does not exist."
        yield Issue(kind="lost_objective", weight="error", message=message, fix="Drop it", mend=without)


def _free(draft: Draft, name: str) -> str:
    taken, number = {side.name for side in draft.sides}, 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def _roster(draft: Draft, number: int) -> tuple[Entry, ...]:
    """What another side has, without places; else a leader with fighters and an archer."""
    for side in draft.sides:
        if side.roster:
            return tuple(msgspec.structs.replace(entry, at="", facing="") for entry in side.roster)
    return (Entry("leader"), Entry("fighter", count=2), Entry("archer"))


def own_zone(draft: Draft, number: int) -> Draft:
    """A deployment zone that nobody uses; else standing room at the left rim, for every second side at the right."""
    used = {side.zone for side in draft.sides}
    idle = next((zone for zone in draft.zones if zone.kind == "deploy" and zone.cells and zone.name not in used), None)
    if idle:
        return places.change_side(draft, number, zone=idle.name)
    grid, board = draft.grid, board_of(draft)
    free = board.passable & ~board.deep
    for zone in draft.zones:
        free &= ~(zone.cells if zone.kind == "deploy" else 0)
    mask, columns = 0, range(draft.width)
    for col in reversed(columns) if number % 2 else columns:
        mask |= free & bits(grid.at(col, row) for row in range(draft.height))
        if mask.bit_count() >= 4 * draft.sides[number].size + 4:
            break
    name = places.free_name(draft, draft.sides[number].name.lower() or "zone")
    return places.change_side(places.add_zone(draft, Zone(name, "deploy", mask)), number, zone=name)


# Zones in which sides deploy


def crowded_zones(draft: Draft, sizes: Sizes) -> Iterator[Issue]:
    """Zones without room for their side's units, and zones that two sides share."""
    board, taken = board_of(draft), _standing(draft, sizes)
    for side in draft.sides:
        zone = draft.zone(side.zone)
        waiting = [entry for entry in side.roster for _ in range(entry.count) if not entry.at]
        if zone is None or not waiting:
            continue
        bodies = [sizes(entry, draft.grid.kind) for entry in waiting]
        big = sum(count for size in bodies if (count := len(draft.grid.shape(size))) > 1)
        free = zone.cells & board.passable & ~board.deep & ~taken
        if free.bit_count() >= len(waiting) + 40 * big:
            continue  # so much room that trying would only take time
        ranks = [rank_of(entry.role) for entry in waiting]
        found = deployed(board, zone.cells, bodies, taken=taken, ranks=ranks)
        if isinstance(found, str):
            message = f"{side.name}: {found}."
            yield Issue(kind="no_room", weight="error", message=message, cells=zone.cells)
    for number, side in enumerate(draft.sides):
        for other in draft.sides[number + 1 :]:
            shared = _cells(draft, side) & _cells(draft, other)
            if shared and not (side.team and side.team == other.team):
                message = f"{side.name} and {other.name} deploy on the same cells."
                yield Issue(kind="shared_zone", weight="warning", message=message, cells=shared)


def _cells(draft: Draft, side: SideSetup) -> CellSet:
    zone = draft.zone(side.zone) if side.zone else None
    return zone.cells if zone else 0


def _standing(draft: Draft, sizes: Sizes) -> CellSet:
    mask = 0
    for cell, units in units_of(draft).items():
        for _, entry in units:
            mask |= draft.grid.footprint(cell, sizes(entry, draft.grid.kind))
    return mask


def unreachable_starts(draft: Draft) -> Iterator[Issue]:
    """Starting cells from which no enemy and no objective can be walked to."""
    board = board_of(draft)
    starts = [start_of(draft, number) for number in range(len(draft.sides))]
    for number, side in enumerate(draft.sides):
        goals = [draft.zone(each.zone) for each in side.objectives if each.zone]
        wanted = [("the enemy", _union(starts[:number] + starts[number + 1 :]))]
        wanted += [(f"the zone {goal.name!r}", goal.cells) for goal in goals if goal]
        standing = starts[number] & board.passable & ~board.deep
        for title, goal_cells in wanted:
            reached = walkable(board, goal_cells)
            lost = standing & ~reached
            if lost and goal_cells & board.passable:
                message = f"{side.name} cannot get from {lost.bit_count()} of its cells to {title}."
                yield Issue(kind="unreachable", weight="warning", message=message, cells=lost)


def start_of(draft: Draft, number: int) -> CellSet:
    """Where a side's units begin: the cells of its zone, and those on which it has units."""
    mask = _cells(draft, draft.sides[number])
    return mask | bits(cell for cell, units in units_of(draft).items() if any(side == number for side, _ in units))


def _union(masks: list[CellSet]) -> CellSet:
    found = 0
    for mask in masks:
        found |= mask
    return found


# Units


def misplaced_units(draft: Draft, sizes: Sizes) -> Iterator[Issue]:
    """Units off the map, on cells where nobody can stand, or on top of each other, with all cells that they cover."""
    board, grid = board_of(draft), draft.grid
    for number, side in enumerate(draft.sides):
        for entry in side.roster:
            if entry.at and place_of(grid, entry) is None:
                yield _misplaced(number, entry, f"{side.name}: {title(entry)} stands off the map, at {entry.at}.", 0)
    taken: CellSet = 0
    for cell, units in sorted(units_of(draft).items()):
        for number, entry in units:
            covered = grid.footprint(cell, sizes(entry, grid.kind))
            trouble = _trouble(board, covered, taken)
            if trouble:
                message = f"{draft.sides[number].name}: {title(entry)} at {grid.name(cell)} {trouble}."
                yield _misplaced(number, entry, message, covered | 1 << cell)
            taken |= covered


def title(entry: Entry) -> str:
    """What a unit is called."""
    return entry.name or entry.unit or entry.role or ""


def _trouble(board: Board, covered: CellSet, taken: CellSet) -> str:
    if not covered:
        return "does not fit on the map"
    if covered & board.impassable:
        return "stands where nobody can stand"
    return "stands on another unit" if covered & taken else ""


def _misplaced(number: int, entry: Entry, message: str, mask: CellSet) -> Issue:
    return Issue(
        kind="misplaced",
        weight="error",
        message=message,
        cells=mask,
        fix="Let it deploy in its zone",
        mend=partial(_changed_entry, number=number, entry=entry, new=msgspec.structs.replace(entry, at="")),
    )


def _changed_entry(draft: Draft, number: int, entry: Entry, new: Entry | None) -> Draft:
    """The first entry like that replaced, or removed."""
    roster = list(draft.sides[number].roster)
    if entry in roster:
        at = roster.index(entry)
        roster[at : at + 1] = [new] if new else []
    side = with_roster(draft.sides[number], roster)
    return changed(draft, sides=(*draft.sides[:number], side, *draft.sides[number + 1 :]))


def unknown_units(draft: Draft, ruleset: Ruleset) -> Iterator[Issue]:
    """Units that a ruleset does not have, and facings that the grid does not have."""
    for number, side in enumerate(draft.sides):
        for entry in side.roster:
            if entry.unit and entry.unit not in ruleset.archetypes:
                new = Entry(
                    "fighter", "", entry.count, entry.name, entry.at, entry.facing, entry.controller, duty=entry.duty
                )
                yield Issue(
                    kind="unknown_unit",
                    weight="error",
                    message=f"{side.name}: {ruleset.title} has no unit {entry.unit!r}.",
                    cells=_cell_of(draft, entry),
                    fix="Make it a fighter",
                    mend=partial(_changed_entry, number=number, entry=entry, new=new),
                )


def odd_facings(draft: Draft) -> Iterator[Issue]:
    """Facings that are no direction of the grid."""
    for number, side in enumerate(draft.sides):
        if side.facing and side.facing not in draft.grid.names:
            mend = partial(places.change_side, number=number, facing="")
            message = f"{side.name} faces {side.facing!r}, which is no direction here."
            yield Issue(kind="facing", weight="error", message=message, fix="Give it no facing", mend=mend)
        for entry in side.roster:
            if entry.facing and entry.facing not in draft.grid.names:
                new = msgspec.structs.replace(entry, facing="")
                yield Issue(
                    kind="facing",
                    weight="error",
                    message=f"{side.name}: {title(entry)} faces {entry.facing!r}, which is no direction here.",
                    cells=_cell_of(draft, entry),
                    fix="Give it the facing of its side",
                    mend=partial(_changed_entry, number=number, entry=entry, new=new),
                )


def _cell_of(draft: Draft, entry: Entry) -> CellSet:
    cell: Cell | None = place_of(draft.grid, entry)
    return 0 if cell is None else 1 << cell


def refused_start(draft: Draft, ruleset: Ruleset) -> Iterator[Issue]:
    """What the ruleset itself says when the skirmish is set up."""
    if len(draft.sides) < 2:
        return
    try:
        ruleset.muster(World(), Scenario(ruleset.name, draft.text(), draft.sides, round_limit=draft.round_limit))
    except (ValueError, LookupError) as problem:
        yield Issue(kind="refused", weight="error", message=f"{ruleset.title} cannot begin here: {problem}.")
