"""House rules: what people may change of a ruleset before a skirmish, in words and with values to choose from."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.inspect import BoolType, LiteralType, StructType

from game.data.sheets import read_table
from game.rules.registry import source
from game.rules.ruleset import Declares, Ruleset


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a ruleset's `house.yaml`; `values` only where the kind of setting does not tell them."""

    title: str
    text: str
    values: tuple[int | float, ...] = ()
    labels: dict[str, str] = {}  # of words that do not speak for themselves


class HouseRule(Struct, frozen=True):
    """A setting with its usual value and all values that are offered."""

    name: str
    title: str
    text: str
    usual: bool | int | float | str
    values: tuple[bool | int | float | str, ...]
    labels: dict[str, str]


def house_rules(ruleset: Ruleset) -> tuple[HouseRule, ...]:
    """What `house.yaml` beside the ruleset's sheets offers; lists and tables can be set in scenario files only.

    A variant's are those of its base, with its own usual values. SheetError for a faulty file, LookupError for an
    entry that is no setting.
    """
    if not isinstance(ruleset, Declares):
        return ()
    file = source(ruleset.name).folder / "house.yaml"
    if not file.exists():
        return ()
    told = msgspec.inspect.type_info(type(ruleset.settings))
    assert isinstance(told, StructType)
    kinds = {field.name: field.type for field in told.fields}
    found = []
    for name, words in read_table(file, Words).items():
        if name not in kinds:
            raise LookupError(f"{file}: there is no setting {name!r}")
        usual = getattr(ruleset.settings, name)
        values = words.values or _values(kinds[name])
        found.append(HouseRule(name, words.title, words.text, usual, values, words.labels))
    return tuple(found)


def _values(kind: Any) -> tuple[Any, ...]:
    """All values of a switch or a choice of words."""
    if isinstance(kind, BoolType):
        return (False, True)
    return tuple(kind.values) if isinstance(kind, LiteralType) else ()
