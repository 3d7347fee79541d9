"""What a case says of one unit in words that all rulesets share, put into its components."""

from __future__ import annotations

from typing import Any

import msgspec

from game.cases.naming import BadCase, Names
from game.components import Condition, Conditions, Down, Footprint, Gear, Pools, Position, changed
from game.ecs import World

PUT = ("at", "conditions", "pools", "base", "held", "carried", "worn", "down", "size")
"""The keys of a unit that `put_unit` takes, besides the names of its pools."""


def put_unit(world: World, names: Names, entity: int, unit: dict[str, Any]) -> None:
    """Put place, size, pools, conditions and gear as the case gives them; BadCase names what does not fit."""
    if unit.get("at") == "off":
        world.drop(entity, Position)
    if "size" in unit:
        world.put(entity, Footprint(unit["size"]))
    _put_pools(world, entity, unit)
    if "conditions" in unit:
        world.put(entity, Conditions(tuple(_condition(names, written) for written in unit["conditions"])))
    gear = {key: tuple(unit[key]) for key in ("held", "carried", "worn") if key in unit}
    if gear:
        world.put(entity, changed(world.find(entity, Gear) or Gear(), **gear))
    if "down" in unit:
        world.put(entity, Down(str(unit["down"])))


def _put_pools(world: World, entity: int, unit: dict[str, Any]) -> None:
    pools = world.find(entity, Pools)
    known = pools.names if pools is not None else ()
    now = {key: value for key, value in unit.items() if key in known} | unit.get("pools", {})
    base = unit.get("base", {})
    strange = {*now, *base} - {*known}
    if strange:
        raise BadCase(f"pool {min(strange)!r} is unknown; there are: {', '.join(known)}")
    if pools is not None and (now or base):
        both = zip(pools.names, pools.now, pools.base, strict=True)
        rows = [(now.get(name, amount), base.get(name, least)) for name, amount, least in both]
        world.put(entity, Pools(pools.names, tuple(row[0] for row in rows), tuple(row[1] for row in rows)))


def _condition(names: Names, written: Any) -> Condition:
    """A condition of its name, or of a mapping with the fields of `Condition`."""
    if not isinstance(written, dict):
        return Condition(str(written))
    source = written.get("source")
    return msgspec.convert({**written, "source": None if source is None else names.id(source)}, Condition)
