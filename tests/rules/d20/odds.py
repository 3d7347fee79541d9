"""How the results of d20 are read off the flow."""

from __future__ import annotations

from typing import Any

from game.kernel.ecs import World
from game.kernel.events import Rolled, Struck
from game.kernel.flow import Decision
from game.rules.ruleset import Ruleset
from tests.odds import Reader, Result, prefer


def struck(rules: Ruleset, world: World, events: list[Any], request: Decision, key: str) -> Result | None:
    """The result of the first strike, and its harm."""
    events = events[len(world.events) :]
    how = next(event.how for event in events if isinstance(event, Struck))
    harm = next((event.numbers[0].total for event in events if isinstance(event, Rolled) and event.why == "harm"), 0)
    return Result(harm, rules.titles[how])


READER = Reader(prefer("no"), struck, verbs=1)
