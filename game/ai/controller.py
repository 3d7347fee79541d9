"""What a computer player is, and which there are."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from game.ai import baselines
from game.ai.lookahead import Lookahead, Profile
from game.ai.thinking import Thinker
from game.data import faults
from game.kernel.session import Session

HUMAN = "human"  # no controller: somebody at the screen answers


class Controller(Protocol):
    """Answers decisions.

    A controller keeps nothing between two calls: the same session gives the same answer, after an undo too.
    """

    @property
    def name(self) -> str:
        """The name it is found by."""
        ...

    def choose(self, session: Session) -> str:
        """The key of an option of `session.request`, which is a Decision; the session is left as it is."""
        ...


class Entry(Struct, frozen=True):
    """A controller that can be chosen: its name, what a player reads, and how it is made from a seed."""

    name: str
    title: str
    text: str
    make: Callable[[int | str], Controller]


PROFILES: tuple[Profile, ...] = (
    Profile("captain"),
    Profile("berserker", (("foe", -0.3), ("far", -0.02), ("own", -0.1))),
    Profile("guardian", (("own", 0.3), ("alone", -0.01))),
    Profile("squire", samples=1, moves=6, notices=0.5, replies=False),
)


def _thinking(name: str, title: str, text: str) -> Entry:
    profile = next(profile for profile in PROFILES if profile.name == name)
    return Entry(name, title, text, lambda seed: Lookahead(profile, seed))


CONTROLLERS: tuple[Entry, ...] = (
    _thinking("captain", "Captain", "Weighs every option one step ahead, and the enemy's reply."),
    _thinking("berserker", "Berserker", "As the captain, but closes in and cares little for losses."),
    _thinking("guardian", "Guardian", "As the captain, but spares its own and keeps them together."),
    _thinking("squire", "Squire", "An easy opponent: overlooks half of what it could do."),
    Entry("new", "New", "", lambda seed: Thinker("new", seed)),
    Entry("random", "Random", "Takes any option, each as likely.", baselines.Random),
    Entry("first", "First", "Takes the first option in alphabetical order.", baselines.First),
)


def find_controller(name: str, seed: int | str = 0) -> Controller:
    """The controller of that name; LookupError names those there are.

    `package.module:thing` is what that thing of another package makes of a seed.
    """
    if ":" in name:
        return _elsewhere(name)(seed)
    for entry in CONTROLLERS:
        if entry.name == name:
            return entry.make(seed)
    raise LookupError(unknown("controller", name, [entry.name for entry in CONTROLLERS]))


def _elsewhere(name: str) -> Callable[[int | str], Controller]:
    module, _, thing = name.partition(":")
    try:
        make: Callable[[int | str], Controller] = getattr(importlib.import_module(module), thing)
    except (ImportError, AttributeError, ValueError) as error:
        raise LookupError(f"controller {name!r}: {error}") from error
    return make


def unknown(kind: str, name: str, names: Iterable[str]) -> str:
    """A sentence for a name that nothing has: the nearest one, and all there are."""
    message, near = faults.unknown(kind, name, names)
    return f"{message} (did you mean {near!r}?)" if near else message
