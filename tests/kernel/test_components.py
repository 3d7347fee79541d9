"""Components: frozen values with a few ways to make the next one."""

from __future__ import annotations

import inspect

import msgspec
import pytest

from game.kernel import components, events
from game.kernel.components import Condition, Conditions, Pools, changed

POOLS = Pools(("poise", "focus"), (3, 9), (10, 10))


def test_pools_by_name() -> None:
    assert POOLS["focus"] == 9 and POOLS.base_of("poise") == 10
    assert POOLS.with_("poise", 0) == Pools(("poise", "focus"), (0, 9), (10, 10))
    assert POOLS["poise"] == 3


@pytest.mark.parametrize("ask", [lambda: POOLS["mana"], lambda: POOLS.base_of("mana"), lambda: POOLS.with_("mana", 1)])
def test_an_unknown_pool_is_an_error(ask: object) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        ask()  # type: ignore[operator]


def test_a_condition_replaces_the_one_of_its_name_and_comes_last() -> None:
    both = Conditions((Condition("wet"), Condition("burning", level=1)))
    again = both.with_(Condition("wet", level=2))
    assert [item.name for item in again.items] == ["burning", "wet"]
    assert again.find("wet") == Condition("wet", level=2) and both.find("wet") == Condition("wet")
    assert again.find("prone") is None


def test_conditions_can_be_asked_and_taken_away() -> None:
    both = Conditions((Condition("wet"), Condition("burning")))
    assert "wet" in both and "prone" not in both
    assert both.without("wet", "prone") == Conditions((Condition("burning"),))


def test_changed_makes_a_new_value() -> None:
    one = Condition("wet", level=1)
    assert changed(one, level=3) == Condition("wet", level=3) and one.level == 1


def structs() -> list[type[msgspec.Struct]]:
    """All components and events."""
    found = [value for module in (components, events) for value in vars(module).values() if inspect.isclass(value)]
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct]


@pytest.mark.parametrize("kind", structs(), ids=lambda kind: kind.__name__)
def test_every_component_and_event_is_frozen_and_says_what_it_is(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__doc__ and not kind.__doc__.startswith(kind.__name__ + "(")
