"""A world to try things out in that goes the same way each time, before it is taken another."""

from __future__ import annotations

from typing import Any

from game.kernel.ecs import Derived, Scratch, Snapshot


class Retraced(Scratch):
    """What is derived on a way that is gone again and again is derived once.

    Between `follow`, with which it is loaded, and `part` it makes the very changes that it made there the last time.
    What was derived between two of these changes is at hand again by their number: nothing else can differ.
    """

    def __init__(self, snapshot: Snapshot = ()) -> None:
        self._trail: list[Derived] = []  # what is derived after each change on the way
        self._gone = -1  # how many of them were made; less than none off the way
        super().__init__(snapshot)

    def follow(self) -> None:
        """It is about to be loaded, and to go the same way."""
        self._gone = 0

    def part(self) -> None:
        """From here on it may go any way."""
        self._gone = -1

    def _outdate(self, entity: int, kind: type[Any]) -> None:
        if self._gone < 0:
            super()._outdate(entity, kind)
            return
        if self._gone == len(self._trail):
            self._shared = True  # what is derived until now stays as it is
            super()._outdate(entity, kind)
            self._trail.append(self.known)
        self.known, self._shared = self._trail[self._gone], True
        self._gone += 1
