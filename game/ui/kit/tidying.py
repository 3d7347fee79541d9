"""When memory is tidied up: a look through all of it takes 50 ms and more, so it waits until nothing moves."""

from __future__ import annotations

import gc
from collections.abc import Callable

_NEVER = 1_000_000_000
_REST = 10_000  # milliseconds between two looks while nothing moves
_LONGEST = 120_000  # milliseconds after which it is done whatever moves


class Tidying:
    """From now on Python looks by itself through what is new only."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now, self._last = now, now()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, _NEVER)

    def look(self, *, idle: bool) -> None:
        """Tidy up if it is time for that."""
        if self._now() - self._last >= (_REST if idle else _LONGEST):
            gc.collect()
            self._last = self._now()
