"""What a case expects of one unit or side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from game.cases.amounts import negated
from game.cases.naming import BadCase, Miss, Names, check_kinds, matches, shortened, unknown_key
from game.cases.stage import Stage
from game.data.faults import quoted
from game.kernel.components import FIELD, Conditions, Down, Facing, Footprint, Gear, Pools, Position, Unit
from game.kernel.events import Moved
from game.kernel.numbers import Breakdown

_REFERENCES = {"unit", "target", "attacker", "by", "source", "first", "side", "who"}
_CELLS = {"start", "end", "cell"}


class _Unit(Struct, frozen=True):
    """What kind of thing stands under each key of a unit."""

    pools: dict[str, int] = {}
    base: dict[str, int] = {}
    at: str | list[Any] | None = None
    conditions: list[str | dict[str, Any]] | dict[str, list[str | dict[str, Any]]] = []
    held: list[str] = []
    carried: list[str] = []
    worn: list[str] = []
    numbers: dict[str, Any] = {}
    walked: list[str | list[int]] = []
    not_: dict[str, Any] = field(default_factory=dict, name="not")


def check_entity(stage: Stage, entity: int, expected: Mapping[str, Any]) -> Iterator[Miss]:
    """Everything in `expected` that does not hold of this unit or side."""
    if not isinstance(expected, Mapping):
        raise BadCase(f"{_called(stage.names, entity)}: expected a mapping, found {quoted(expected)}")
    check_kinds(expected, _Unit, _called(stage.names, entity))
    for key, value in expected.items():
        if key == "not":
            called = _called(stage.names, entity)
            yield from negated(lambda part: check_entity(stage, entity, part), value, called)
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
        _known_conditions(stage, entity, value)
        fits, found = _conditions(names, world.find(entity, Conditions) or Conditions(), value)
    elif key == "walked":
        fits, found = _walked(names, stage.events, entity, value)
    elif key == "numbers":
        numbers = {each.what: each for each in stage.ruleset.card(world, entity).numbers}
        fits = matches(names, value, tuple(numbers.values()))
        alike = sorted(numbers.values(), key=lambda each: each.what not in value)
        found = shortened([_number(each) for each in alike], "; ")
    else:
        fits, found = _field(stage, entity, key, value)
    if not fits:
        yield Miss(f"{_called(names, entity)}.{key}", str(value), found)


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


def _called(names: Names, entity: int) -> str:
    return "field" if entity == FIELD else names.of(entity)


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


def _known_conditions(stage: Stage, entity: int, value: Any) -> None:
    """BadCase for a condition that the ruleset has no word for: nobody would ever have it."""
    listed_ = [each for part in value.values() for each in part] if isinstance(value, Mapping) else value
    for each in listed_:
        name = each.get("name", "") if isinstance(each, Mapping) else each
        if name and name not in stage.ruleset.titles:
            raise BadCase(unknown_key(f"{_called(stage.names, entity)}.conditions", name, stage.ruleset.titles))


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
        found = names.grid.names[facing.direction] if facing else None
        if value not in names.grid.names:
            raise BadCase(f"{value!r} is not a direction; there are: {', '.join(names.grid.names)}")
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
    kind, _, word = key.rpartition(".")
    row = stage.world.save()[entity - 1]
    found = [(part, word) for part in row if word in part.__struct_fields__ and kind in ("", type(part).__name__)]
    if not found:
        found = [(part, "") for part in row if type(part).__name__.lower() == key.lower()]
        found = [(part, part.__struct_fields__[0]) for part, _ in found if len(part.__struct_fields__) == 1] or found
    if not found:
        if key.lower() not in (known := _words(stage)):
            own = {word for part in row for word in (*part.__struct_fields__, type(part).__name__.lower())}
            raise BadCase(unknown_key(f"{_called(names, entity)}.{key}", key, own, known.values()))
        return value is None, f"no component of it has a {word!r}"
    if len(found) != 1:
        return False, f"{' and '.join(type(part).__name__ for part, _ in found)} of it has a {word!r}"
    part, word = found[0]
    if not word:
        return False, found_text(names, part)
    return matches(names, value, getattr(part, word)), found_text(names, getattr(part, word), word)


def _words(stage: Stage) -> dict[str, str]:
    """What components of this ruleset, and what they hold, are called; by the same in lower case."""
    home, words = type(stage.ruleset).__module__, [*_Unit.__struct_encode_fields__]
    for kind in _structs(Struct):
        near = kind.__module__ == Unit.__module__ or f"{kind.__module__}.".startswith(f"{home}.")
        if near and not kind.__name__.startswith("_"):
            words.append(kind.__name__.lower())
            words += [word for name in kind.__struct_fields__ for word in (name, f"{kind.__name__}.{name}")]
    return {word.lower(): word for word in words}


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
