"""What cells units cover under a ruleset, and what they hold, as its own muster says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from game.edit.draft import blank
from game.grid.layout import Kind, Size
from game.kernel.components import Footprint, Gear, Unit
from game.kernel.ecs import World
from game.map.roster import Entry, Role, SideSetup
from game.map.scenario import Scenario
from game.rules.ruleset import Ruleset

Sizes = Callable[[Entry, Kind], Size]
"""The size or shape of an entry's unit on a kind of grid."""

Body = tuple[Size, "Gear | None"]
Bodies = Callable[[Entry, Kind], Body]
"""Besides its size what it holds and carries."""

_UNKNOWN: Body = 1, None
_KNOWN: dict[tuple[str, str, Kind], Mapping[str, Body]] = {}
"""By name and digest of the ruleset, and grid: mustering every kind of unit takes a moment."""


def bodies_of(ruleset: Ruleset, kind: Kind) -> Mapping[str, Body]:
    """The size or shape of each kind of unit and its gear, and of each role as `role NAME`.

    Who cannot be mustered is missing.
    """
    key = (ruleset.name, ruleset.digest, kind)
    if key not in _KNOWN:
        entries = [*(Entry(unit=unit) for unit in ruleset.archetypes), *(Entry(role) for role in get_args(Role))]
        found = {_key(entry): _body(ruleset, entry, kind) for entry in entries}
        _KNOWN[key] = {name: body for name, body in found.items() if body is not None}
    return _KNOWN[key]


def size_in(ruleset: Ruleset | None) -> Sizes:
    """A function that tells the size or shape of an entry's unit; always 1 without a ruleset."""
    return lambda entry, kind: bodies_of(ruleset, kind).get(_key(entry), _UNKNOWN)[0] if ruleset else 1


def body_in(ruleset: Ruleset | None) -> Bodies:
    """A function that tells the size or shape of an entry's unit and what it holds; 1 and None where nobody knows."""
    return lambda entry, kind: bodies_of(ruleset, kind).get(_key(entry), _UNKNOWN) if ruleset else _UNKNOWN


def _key(entry: Entry) -> str:
    return entry.unit or f"role {entry.role}"


def _body(ruleset: Ruleset, entry: Entry, kind: Kind) -> Body | None:
    """The unit alone in a field of its own."""
    field = blank(kind, 15, 15)
    world = World()
    try:
        sides = (SideSetup("A", roster=(Entry(entry.role, entry.unit, at="5,5"),)),)
        ruleset.muster(world, Scenario(ruleset.name, field.text(), sides))
    except (ValueError, LookupError):
        return None
    rows = world.each(Unit, Footprint)
    return (rows[0][2].shape, world.find(rows[0][0], Gear) or Gear()) if rows else None
