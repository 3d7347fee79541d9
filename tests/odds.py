"""How results are read off the flow, to be compared with what previews say.

Each ruleset has its `READER` in tests/rules/<name>/odds.py.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from game.kernel.components import Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.rules.ruleset import Ruleset


class Result(NamedTuple):
    """What came of one run of the flow: the amount that `spread` is about and the label among `chances`."""

    amount: int | None = None
    label: str | None = None


class Reader(NamedTuple):
    """How a ruleset's previews are meant: what the others do (`policy`), and how a run is read.

    `read` gets the world at the question, with the events of the step so far, and all events of the step.
    """

    policy: Callable[[Decision], str]
    read: Callable[[Ruleset, World, list[Any], Decision, str], Result | None]
    choose: Callable[[Ruleset, World, Decision], str] | None = None  # instead of `policy`, for one that must look
    samples: int = 600  # for flows with too many ends, in the everyday test
    requests: int = 60  # so many decisions of a brawl are looked at in the everyday test
    verbs: int = 3  # so many of its verbs, at least, have odds that a brawl comes to


def prefer(*wanted: str) -> Callable[[Decision], str]:
    """The first of the wanted keys that is offered, or else the first option."""

    def choose(request: Decision) -> str:
        keys = [option.key for option in request.options]
        return next((key for key in wanted if key in keys), keys[0])

    return choose


def called(world: World, unit: int) -> str:
    """A unit's name with its side's."""
    entry = world.get(unit, Unit)
    return f"{entry.name} ({world.get(entry.side, Side).name})"


def reader(name: str) -> Reader:
    """The reader of a ruleset."""
    found: Reader = import_module(f"tests.rules.{name}.odds").READER
    return found
