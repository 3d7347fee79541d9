"""What the parts of all rulesets in rule cases have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from game.kernel.components import Condition, Conditions, changed
from game.kernel.ecs import World


class Ruled(Protocol):
    """An entry of a sheet that has a rule."""

    @property
    def rule(self) -> str:
        """Its ID."""
        ...


def complete(
    world: World, table: Mapping[str, Ruled], more: Callable[[Condition], Mapping[str, Any]] = lambda item: {}
) -> None:
    """Conditions that a case gives by their names alone get the sheet's rule and what `more` says.

    ValueError for one that is unknown.
    """
    for unit, conditions in world.each(Conditions):
        for item in conditions.items:
            if item.name not in table:
                raise ValueError(f"there is no condition {item.name!r}; there are: {', '.join(table)}")
        given = [changed(item, rule=item.rule or table[item.name].rule, **more(item)) for item in conditions.items]
        world.put(unit, Conditions(tuple(given)))
