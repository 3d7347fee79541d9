"""What takes longer to find out than a frame may take: looked for bit by bit while nothing else is to be shown."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import inf
from time import perf_counter
from typing import Any, Generic, TypeVar

from game.ui.battle.state import Battle

T = TypeVar("T")

_SLICE = 0.006  # seconds of a frame in which something is found out
_AT_ONCE = 0.012  # seconds that a picture waits for one thing that it would show
_ALTOGETHER = 0.024  # and for all of them


class Patience:
    """Until when the present picture waits."""

    def __init__(self) -> None:
        self.until = inf


class Search(Generic[T]):
    """Goes through what may be found; the steps without a find count for nothing but their time."""

    def __init__(self, steps: Iterator[T | None], patience: Patience) -> None:
        self.patience = patience
        self.found: list[T] = []
        self.done = False
        self.awaited = False  # whether a picture has waited for it: the next ones do not
        self._steps = steps

    def go_on(self, end: float) -> bool:
        """Search until a time of the clock, but a step at least; whether that was all."""
        while not self.done:
            for each in self._steps:
                self.found += [each] if each is not None else []
                break
            else:
                self.done = True
            if perf_counter() >= end:
                break
        return self.done

    def finish(self) -> list[T]:
        """Search all the rest at once; what was found."""
        self.go_on(inf)
        return self.found


def search(battle: Battle, key: Hashable, steps: Callable[[], Iterator[T | None]]) -> Search[T]:
    """The search of that key, begun if there is none; forgotten at the next answer."""

    def begin() -> Search[T]:
        found = Search(steps(), _patience(battle))
        _all(battle).append(found)
        return found

    return battle.keep(("search", key), begin)


def soon(*searches: Search[Any]) -> bool:
    """Whether all is found, at most a moment after it is first asked for."""
    end = perf_counter() + _AT_ONCE
    for each in searches:
        last = min(end, each.patience.until)
        if not each.awaited and perf_counter() < last:
            each.awaited = True
            each.go_on(last)
    return all(each.done for each in searches)


def begin(battle: Battle) -> None:
    """A picture begins."""
    _patience(battle).until = perf_counter() + _ALTOGETHER


def _patience(battle: Battle) -> Patience:
    return battle.keep("patience", Patience)


def go_on(battle: Battle) -> bool:
    """Search for a while, the last one begun first; whether one has come to its end."""
    end, ended = perf_counter() + _SLICE, False
    while (open_ := [each for each in _all(battle) if not each.done]) and perf_counter() < end:
        ended |= open_[-1].go_on(end)
    return ended


def searching(battle: Battle) -> bool:
    """Whether something is left to be found out."""
    return any(not each.done for each in _all(battle))


def _all(battle: Battle) -> list[Search[Any]]:
    return battle.keep("searches", list[Search[Any]])
