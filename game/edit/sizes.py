"""What cells units cover under a ruleset, as its own muster says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from game.edit.draft import blank
from game.grid.layout import Kind, Size
from game.kernel.components import Footprint, Unit
from game.kernel.ecs import World
from game.map.roster import Entry, Role, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import Ruleset

Sizes = Callable[[Entry, Kind], Size]
"""The size or shape of an entry's unit on a kind of grid."""

_KNOWN: dict[tuple[str, str, Kind], Mapping[str, Size]] = {}
"""By name and digest of the ruleset, and grid: mustering every kind of unit takes a moment."""


def sizes_of(ruleset: Ruleset, kind: Kind) -> Mapping[str, Size]:
    """The size or shape of each kind of unit, and of each role as `role NAME`; who cannot be mustered is missing."""
    key = (ruleset.name, ruleset.digest, kind)
    if key not in _KNOWN:
        entries = [*(Entry(unit=unit) for unit in ruleset.archetypes), *(Entry(role) for role in get_args(Role))]
        found = {_key(entry): _size(ruleset, entry, kind) for entry in entries}
        _KNOWN[key] = {name: size for name, size in found.items() if size is not None}
    return _KNOWN[key]


def size_in(ruleset: Ruleset | None) -> Sizes:
    """A function that tells the size or shape of an entry's unit; always 1 without a ruleset."""
    return lambda entry, kind: sizes_of(ruleset, kind).get(_key(entry), 1) if ruleset else 1


def _key(entry: Entry) -> str:
    return entry.unit or f"role {entry.role}"


def _size(ruleset: Ruleset, entry: Entry, kind: Kind) -> Size | None:
    """The unit alone in a field of its own."""
    field = blank(kind, 15, 15)
    world = World()
    try:
        sides = (SideSetup("A", roster=(Entry(entry.role, entry.unit, at="5,5"),)),)
        ruleset.muster(world, Scenario(ruleset.name, field.text(), sides))
    except (ValueError, LookupError):
        return None
    rows = world.each(Unit, Footprint)
    return rows[0][2].shape if rows else None
