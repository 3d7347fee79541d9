"""What a ruleset's sheet says is read by its rules: a number that nobody reads would be changed for nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from msgspec import Struct

from game.ai.batch import Job, run
from game.cases import read_cases, run_case
from game.map.scenario import quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from tests.rules.test_cases import HERE

READ_ELSEWHERE = {  # between skirmishes, or by the bar over the board
    "clash": {"Weapon.made_for"},
    "vitality": {"Weapon.natural"},
    "aura": {"Ability.interrupt"},
}


def rows(ruleset: str) -> Iterator[type[Struct]]:
    """The kinds of row of a ruleset's sheet."""
    for name, module in list(sys.modules.items()):
        room = name.removeprefix(f"game.rules.{ruleset}.").partition(".")[0]
        if name.startswith("game.rules.") and room in ("sheet", "entries"):
            for kind in vars(module).values():
                if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == name:
                    yield kind


def watched(kind: type[Struct], field: str, read: set[str]) -> property:
    """The field, but it notes that it is read."""
    slot, name = vars(kind)[field], f"{kind.__name__}.{field}"

    def value(self: object) -> object:
        read.add(name)
        return slot.__get__(self)

    return property(value)


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_field_of_a_sheet_is_read(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, read = find_ruleset(ruleset), set[str]()
    fields = [(kind, field) for kind in rows(ruleset) for field in kind.__struct_fields__ if field in vars(kind)]
    for kind, field in fields:
        monkeypatch.setattr(kind, field, watched(kind, field, read))
    for path in sorted(HERE.glob(f"{ruleset}/cases*.yaml")):
        for case in read_cases(path).cases:
            run_case(rules, case)
    for name in ("arena", "village-green"):
        players = ("random", "random")
        assert all(not each.error for each in run([(Job(quick(name, ruleset, players), players, "read"), 0)], 1))
    names = {f"{kind.__name__}.{field}" for kind, field in fields}
    assert len(names) > 40, "the sheet has not been found"
    assert names - read == READ_ELSEWHERE.get(ruleset, set())
