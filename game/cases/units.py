"""What a case expects of one unit or side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from game.cases.amounts import negated
from game.cases.naming import BadCase, Miss, Names, matches, unknown_key
from game.cases.stage import Stage
from game.components import FIELD, Conditions, Down, Facing, Footprint, Gear, Pools, Position, Unit
from game.events import Moved
from game.numbers import Breakdown

_REFERENCES = {"unit", "target", "attacker", "by", "source", "first", "side", "who"}
_CELLS = {"start", "end", "cell"}


def check_entity(stage: Stage, entity: int, expected: Mapping[str, Any]) -> Iterator[Miss]:
    """Everything in `expected` that does not hold of this unit or side."""
    for key, value in expected.items():
        if key == "not":
            name = stage.names.of(entity)
            yield from negated(lambda part: check_entity(stage, entity, part), value, name)
        else:
            yield from _check(stage, entity, key, value)


def _check(stage: Stage, entity: int, key: str, value: Any) -> Iterator[Miss]:
    names, world = stage.names, stage.world
    pools = world.find(entity, Pools)
    if pools is not None and key in pools.names:
        fits, found = pools[key] == value, str(pools[key])
    elif key == "pools" or key == "base":
        amounts = _amounts(pools, key)
        fits, found = all(amounts.get(name) == amount for name, amount in value.items()), str(amounts)
    elif key == "at":
        fits, found = _at(names, world.find(entity, Position), value)
    elif key == "conditions":
        fits, found = _conditions(names, world.find(entity, Conditions) or Conditions(), value)
    elif key == "walked":
        fits, found = _walked(names, stage.events, entity, value)
    elif key == "numbers":
        numbers = {each.what: each for each in stage.ruleset.card(world, entity).numbers}
        fits, found = matches(names, value, tuple(numbers.values())), "; ".join(map(_number, numbers.values()))
    else:
        fits, found = _field(stage, entity, key, value)
    if not fits:
        yield Miss(f"{names.of(entity) if entity != FIELD else 'field'}.{key}", str(value), found)


def _amounts(pools: Pools | None, key: str) -> dict[str, int]:
    if pools is None:
        return {}
    return dict(zip(pools.names, pools.now if key == "pools" else pools.base, strict=True))


def _number(number: Breakdown) -> str:
    return f"{number.what} {number}"


def _at(names: Names, position: Position | None, value: Any) -> tuple[bool, str]:
    if position is None:
        return value in (None, "off"), "off the board"
    found = names.grid.name(position.cell)
    return value not in (None, "off") and names.cell(value) == position.cell, found


def _walked(names: Names, events: list[Any], entity: int, value: Any) -> tuple[bool, str]:
    """The cells that it came to, one after the other, since the case began; `off` is off the board."""
    ends = [event.end for event in events if isinstance(event, Moved) and event.unit == entity]
    wanted = [None if each == "off" else names.cell(each) for each in value]
    return wanted == ends, " ".join("off" if end is None else names.grid.name(end) for end in ends) or "nowhere"


def _conditions(names: Names, conditions: Conditions, value: Any) -> tuple[bool, str]:
    """A list is all of them in any order; a mapping has those that hold (`with`) and do not (`without`)."""
    found = ", ".join(found_text(names, item) for item in conditions.items) or "none"
    if isinstance(value, Mapping):
        with_all = all(_one(names, each, conditions) for each in value.get("with", ()))
        return with_all and not any(_one(names, each, conditions) for each in value.get("without", ())), found
    return len(value) == len(conditions.items) and all(_one(names, each, conditions) for each in value), found


def _one(names: Names, value: Any, conditions: Conditions) -> bool:
    if isinstance(value, Mapping):
        return any(matches(names, value, item) for item in conditions.items)
    return value in conditions


def _field(stage: Stage, entity: int, key: str, value: Any) -> tuple[bool, str]:
    """A shared component by its own word, or a field of whatever component of the entity has one of that name."""
    names, world = stage.names, stage.world
    down, gear = world.find(entity, Down), world.find(entity, Gear)
    if key == "down":
        found: Any = down.how if down else None
        value = None if value in (False, "no") else value
    elif key in ("held", "carried", "worn"):
        found = getattr(gear or Gear(), key)
    elif key == "facing":
        facing = world.find(entity, Facing)
        found = facing.direction if facing else None
        value = names.grid.parse_direction(value) if isinstance(value, str) else value
    elif key == "size":
        found = world.get(entity, Footprint).size
    elif key == "side":
        return names.ids.get(value) == world.get(entity, Unit).side, names.of(world.get(entity, Unit).side)
    else:
        return _anywhere(stage, entity, key, value)
    return matches(names, value, found), found_text(names, found)


def _anywhere(stage: Stage, entity: int, key: str, value: Any) -> tuple[bool, str]:
    """The field of that name, or the only field of the component of that name (`stress` of Stress).

    Nothing (`null`) fits a component that is not there.
    """
    names = stage.names
    kind, _, field = key.rpartition(".")
    row = stage.world.save()[entity - 1]
    found = [(part, field) for part in row if field in part.__struct_fields__ and kind in ("", type(part).__name__)]
    if not found:
        found = [(part, "") for part in row if type(part).__name__.lower() == key.lower()]
        found = [(part, part.__struct_fields__[0]) for part, _ in found if len(part.__struct_fields__) == 1] or found
    if not found:
        if key.lower() not in (known := _words(stage)):
            raise BadCase(unknown_key(f"{names.of(entity)}.{key}", key, known))
        return value is None, f"no component of it has a {field!r}"
    if len(found) != 1:
        return False, f"{' and '.join(type(part).__name__ for part, _ in found)} of it has a {field!r}"
    part, field = found[0]
    if not field:
        return False, found_text(names, part)
    return matches(names, value, getattr(part, field)), found_text(names, getattr(part, field), field)


def _words(stage: Stage) -> set[str]:
    """What components of this ruleset, and what they hold, are called."""
    home = type(stage.ruleset).__module__
    known = set()
    for kind in _structs(Struct):
        if kind.__module__ == Unit.__module__ or f"{kind.__module__}.".startswith(f"{home}."):
            known.add(kind.__name__.lower())
            known |= {word for field in kind.__struct_fields__ for word in (field, f"{kind.__name__}.{field}".lower())}
    return known


def _structs(kind: type[Struct]) -> Iterator[type[Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _structs(each)


def found_text(names: Names, value: Any, field: str = "") -> str:
    """A value in one line, with the case's names; defaults of structs are left out."""
    if isinstance(value, Breakdown):
        return _number(value)
    if isinstance(value, Struct):
        parts = (f"{each}: {found_text(names, getattr(value, each), each)}" for each in _told(value))
        return f"{type(value).__name__}{{{', '.join(parts)}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(found_text(names, each, field.removesuffix('s')) for each in value)}]"
    if field in _REFERENCES and isinstance(value, int):
        return names.of(value)
    if field in _CELLS and isinstance(value, int):
        return names.grid.name(value)
    return str(value)


def _told(value: Struct) -> list[str]:
    config = dict(zip(reversed(value.__struct_fields__), reversed(value.__struct_defaults__), strict=False))
    return [field for field in value.__struct_fields__ if field not in config or getattr(value, field) != config[field]]
