"""One unit that stands on a draft: who it is, what its ruleset says of it, and the gear it may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from game.edit import places
from game.edit.content import with_roster
from game.edit.draft import Draft, changed, units_of
from game.grid.grid import Cell
from game.kernel.components import Side, Unit
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules.outfits import Outfits, Slot
from game.rules.ruleset import Links, Ruleset


class Placed(Struct, frozen=True):
    """A unit on a cell: its cell, the number of its side (from 0), and its line of the roster."""

    cell: Cell
    side: int
    entry: Entry


def unit_at(draft: Draft, cell: Cell) -> Placed | None:
    """The unit on a cell, the last one if several stand there."""
    found = units_of(draft).get(cell, ())
    return Placed(cell, *found[-1]) if found else None


def change_unit(draft: Draft, old: Placed, side: int, entry: Entry) -> Draft:
    """Another line in place of a unit's own; of another side it comes last there."""
    placed = msgspec.structs.replace(entry, at=old.entry.at)
    if side != old.side:
        return places.place_unit(places.remove_unit(draft, old.cell), side, placed, old.cell)
    setup = draft.sides[side]
    roster = list(setup.roster)
    roster[roster.index(old.entry)] = placed
    return changed(draft, sides=(*draft.sides[:side], with_roster(setup, roster), *draft.sides[side + 1 :]))


# What the rules say


def mustered(draft: Draft, ruleset: Ruleset) -> World | str:
    """The skirmish on the map as it would begin, or why it cannot."""
    world = World()
    try:
        ruleset.muster(world, Scenario(ruleset.name, draft.text(), draft.sides, round_limit=draft.round_limit))
    except (ValueError, LookupError) as problem:
        return str(problem.args[0] if problem.args else problem)
    return world


def refused(before: Draft, after: Draft, ruleset: Ruleset | None) -> str:
    """What the rules have against a change and had not against the map before it; nothing if it may be."""
    if ruleset is None:
        return ""
    now = mustered(after, ruleset)
    return now if isinstance(now, str) and now != mustered(before, ruleset) else ""


def _entity(draft: Draft, world: World, unit: Placed) -> int:
    """Its number in the world: a side is followed by its units."""
    roster = draft.sides[unit.side].roster
    before = sum(entry.count for entry in roster[: roster.index(unit.entry)])
    side = [number for number, _ in world.each(Side)][unit.side]
    found: list[int] = [number for number, _ in world.each(Unit) if number > side]
    return found[before]


def slots(draft: Draft, ruleset: Ruleset | None, unit: Placed) -> tuple[Slot, ...]:
    """Places for gear on a unit and what may be there; none where the rules have no such places."""
    outfits = _outfits(ruleset)
    if ruleset is None or outfits is None:
        return ()
    world = mustered(draft, ruleset)
    return () if isinstance(world, str) else outfits.slots(world, _entity(draft, world, unit))


def geared(draft: Draft, ruleset: Ruleset | None, unit: Placed, chosen: Mapping[str, str]) -> dict[str, Any]:
    """What the unit's `state` says with other gear; ValueError tells why it cannot have it."""
    state, links, outfits = dict(unit.entry.state), _links(ruleset), _outfits(ruleset)
    if not chosen or ruleset is None or outfits is None or links is None:
        return state
    world = mustered(draft, ruleset)
    if isinstance(world, str):
        raise ValueError(world)
    number = _entity(draft, world, unit)
    before = links.carried_over(world, number, {}) or {}
    outfits.refit(world, number, chosen)
    after = links.carried_over(world, number, {}) or {}
    news = {key: value for key, value in after.items() if before.get(key) != value}
    return {key: value for key, value in state.items() if key not in before or key in after} | news


def _links(ruleset: object) -> Links | None:
    return ruleset if isinstance(ruleset, Links) else None


def _outfits(ruleset: object) -> Outfits | None:
    return ruleset if isinstance(ruleset, Outfits) else None
