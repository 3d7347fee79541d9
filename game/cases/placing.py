"""What a case says of one unit in words that all rulesets share, put into its components."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from game.cases.naming import BadCase, Names, check_kinds
from game.data import sheets
from game.kernel.components import Condition, Conditions, Down, Footprint, Gear, Pools, Position, changed
from game.kernel.ecs import World


class _Put(Struct, frozen=True):
    at: str | tuple[int, int] = ()  # type: ignore[assignment]
    conditions: tuple[str | dict[str, Any], ...] = ()
    pools: dict[str, int] = {}
    base: dict[str, int] = {}
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()
    down: str = ""
    size: int = 1
    sheet: dict[str, Any] = {}


PUT = _Put.__struct_fields__
"""The keys of a unit that `put_unit` takes, besides the names of its pools."""


def check_unit(name: str, unit: dict[str, Any]) -> None:
    """BadCase for what cannot be a place, a size in cells, gear and so on."""
    try:
        check_kinds(unit, _Put, "")
    except BadCase as error:
        more = "" if isinstance(unit.get("size", 1), int) else "; a ruleset's own word for a size goes under `sheet`"
        raise BadCase(f"unit {name}: {str(error).lstrip('.')}{more}") from None


def put_unit(world: World, names: Names, entity: int, unit: dict[str, Any]) -> None:
    """Put place, size, pools, conditions and gear as the case gives them; BadCase names what does not fit."""
    if unit.get("at") == "off":
        world.drop(entity, Position)
    if "size" in unit:
        world.put(entity, Footprint(unit["size"]))
    _put_pools(world, names, entity, unit)
    if "conditions" in unit:
        world.put(entity, Conditions(tuple(_condition(names, written) for written in unit["conditions"])))
    gear = {key: tuple(unit[key]) for key in ("held", "carried", "worn") if key in unit}
    if gear:
        world.put(entity, changed(world.find(entity, Gear) or Gear(), **gear))
    if "down" in unit:
        world.put(entity, Down(unit["down"]))


def _put_pools(world: World, names: Names, entity: int, unit: dict[str, Any]) -> None:
    pools = world.find(entity, Pools)
    known = pools.names if pools is not None else ()
    now = {key: value for key, value in unit.items() if key in known} | unit.get("pools", {})
    base = unit.get("base", {})
    for name, amount in now.items():
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise BadCase(f"unit {names.of(entity)}: {name}: expected a whole number, found {sheets.quoted(amount)}")
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
