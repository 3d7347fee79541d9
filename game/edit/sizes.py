"""How big units are under a ruleset, as its own muster says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from game.components import Footprint, Unit
from game.ecs import World
from game.edit.draft import blank
from game.roster import Entry, Role, SideSetup
from game.rules.ruleset import Ruleset
from game.scenario import Scenario

_KNOWN: dict[tuple[str, str], Mapping[str, int]] = {}
"""By name and digest of the ruleset: mustering every kind of unit takes a moment."""


def sizes_of(ruleset: Ruleset) -> Mapping[str, int]:
    """The size of each kind of unit, and of each role as `role NAME`; what cannot be mustered alone is missing."""
    key = (ruleset.name, ruleset.digest)
    if key not in _KNOWN:
        entries = [*(Entry(unit=unit) for unit in ruleset.archetypes), *(Entry(role) for role in get_args(Role))]
        found = {_key(entry): _size(ruleset, entry) for entry in entries}
        _KNOWN[key] = {name: size for name, size in found.items() if size is not None}
    return _KNOWN[key]


def size_in(ruleset: Ruleset | None) -> Callable[[Entry], int]:
    """A function that tells the size of an entry's unit, at least 1; always 1 without a ruleset."""
    sizes = sizes_of(ruleset) if ruleset else {}
    return lambda entry: sizes.get(_key(entry), 1)


def _key(entry: Entry) -> str:
    return entry.unit or f"role {entry.role}"


def _size(ruleset: Ruleset, entry: Entry) -> int | None:
    """The unit alone in a field of its own."""
    field = blank("square", 15, 15)
    world = World()
    try:
        sides = (SideSetup("A", roster=(Entry(entry.role, entry.unit, at="5,5"),)),)
        ruleset.muster(world, Scenario(ruleset.name, field.text(), sides))
    except (ValueError, LookupError):
        return None
    rows = world.each(Unit, Footprint)
    return max(1, rows[0][2].size) if rows else None
