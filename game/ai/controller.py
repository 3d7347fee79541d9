"""What a computer player is, and which there are."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from msgspec import Struct

from game.ai import baselines, profiles
from game.ai.lookahead import Lookahead
from game.ai.pricing import Evaluation
from game.ai.profiles import Profile
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


@runtime_checkable
class Weighs(Protocol):
    """A controller that can say how it judged."""

    def evaluations(self, session: Session) -> list[Evaluation]:
        """What it thinks of the options of `session.request`, best first, each with its terms."""
        ...


class Entry(Struct, frozen=True):
    """A controller that can be chosen: its name, what a player reads, and how it is made from a seed."""

    name: str
    title: str
    text: str
    make: Callable[[int | str], Controller]


_PLAIN: tuple[Entry, ...] = (
    Entry("random", "Random", "Takes any option, each as likely.", baselines.Random),
    Entry("first", "First", "Takes the first option in alphabetical order.", baselines.First),
)


def _thinking(profile: Profile) -> Entry:
    return Entry(profile.name, profile.title, profile.text, lambda seed: Lookahead(profile, seed))


def controllers() -> tuple[Entry, ...]:
    """Those that lists offer; `find_controller` knows more (see rulesets/players.yaml)."""
    return (*map(_thinking, profiles.shown()), *_PLAIN)


def controller_names() -> list[str]:
    """The names that `find_controller` knows, older ones too."""
    return [*profiles.names(), *(entry.name for entry in _PLAIN)]


def find_controller(name: str, seed: int | str = 0) -> Controller:
    """The controller of that name; LookupError names those there are.

    `package.module:thing` is what that thing of another package makes of a seed.
    """
    if ":" in name:
        return _elsewhere(name)(seed)
    for entry in _PLAIN:
        if entry.name == name:
            return entry.make(seed)
    profile = profiles.profile(name)
    if profile is None:
        raise LookupError(unknown("controller", name, controller_names()))
    return Lookahead(profile, seed)


def entry_of(name: str) -> Entry | None:
    """The entry of a name, be it an older one; None if nobody has it."""
    profile = profiles.profile(name)
    return _thinking(profile) if profile is not None else next((each for each in _PLAIN if each.name == name), None)


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
