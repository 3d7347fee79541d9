"""A time limit on questions in the middle of somebody's action: once it is over, whoever is asked declines."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.flow import Decision, Option


class Deadline:
    """How many milliseconds the present question has been open, without those in which something lay over it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now, self.spent, self.since = now, 0, now()

    def begin(self) -> None:
        """Another question."""
        self.spent, self.since = 0, self.now()

    def resume(self) -> None:
        """Nothing has counted since the last time."""
        self.since = self.now()

    def count(self) -> None:
        """The time since the last time counts."""
        self.spent, self.since = self.spent + self.now() - self.since, self.now()

    def left(self, seconds: int) -> int:
        """Whole seconds until so many are over, the one that has begun among them; 0 when they are."""
        return max(0, -(-(seconds * 1000 - self.spent) // 1000))


def declining(request: Decision | None) -> Option | None:
    """The option that lets a question in the middle of an act pass; None if there is none, or it is no such."""
    if request is None or request.moment not in ("window", "reaction", "detail"):
        return None
    return request.declining()
