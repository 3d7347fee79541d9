"""What the sheets of plain rulesets hold; a ruleset derives its own structs from these, with fields of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from game.rules import data
from game.rules.ruleset import Rule


class ConditionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: what it does and how it ends, for people; `good` for whoever has it."""

    title: str
    rule: str
    text: str
    ends: str = ""
    good: bool = False


class Main(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sheet that is called after the ruleset; `roles` maps roles of rosters to units, `titles` keys to English."""

    title: str
    about: str
    settings: Struct
    roles: dict[str, str]
    titles: dict[str, str]
    conditions: dict[str, ConditionSheet] = {}


class UnitSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit; `points` compare rosters, `size` is in cells a side."""

    title: str
    text: str
    points: int
    size: int = 1


class Sheet(Struct, frozen=True, kw_only=True, eq=False):
    """All data of a ruleset."""

    main: Main
    units: Mapping[str, UnitSheet]
    rulebook: Mapping[str, Rule]
    titles: Mapping[str, str]
    digest: str


def common(folder: data.Folder, main: Main, *tables: Mapping[str, data.Titled]) -> dict[str, Any]:
    """What else a `Sheet` needs, once all other files were read: rulebook, titles of everything, digest.

    `tables` are those whose entries have titles, units among them.
    """
    titled = data.titles(main.conditions, *tables)
    rulebook = folder.table("rulebook.yaml", Rule)
    digest = folder.digest(f"{stem}.yaml" for stem in folder.files_read())
    return {"rulebook": rulebook, "titles": WORDS | titled | main.titles, "digest": digest}


def names_in(sheet: Sheet) -> data.Uses:
    """For `Folder.cross_check`: the names that the main sheet uses."""
    yield from ((("roles", role), unit, sheet.units) for role, unit in sheet.main.roles.items())
    rules = sheet.rulebook
    yield from ((("conditions", key, "rule"), entry.rule, rules) for key, entry in sheet.main.conditions.items())


WORDS = {
    "turn": "Your turn",
    "end": "End turn",
    "no": "Let it pass",
    "initiative": "Initiative",
    "certain": "Certain",
    "goes_on": "It goes on",
    "reach": "Where it can walk",
    "zone": "Its zone of control",
    "threat": "Zones of foes",
    "reason_no_room": "There is nowhere to go",
}
"""English for keys that every plain ruleset has, unless its main sheet says otherwise."""
