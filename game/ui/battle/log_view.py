"""What somebody wants to see of the log."""

from __future__ import annotations

from collections.abc import Sequence

KINDS: dict[str, tuple[str, ...]] = {
    "All kinds": (),
    "Fights": ("attack", "roll", "pool", "condition", "end"),
    "Moves": ("move",),
    "Orders": ("order", "pass"),
}
"""What may be shown of the log, and the kinds of lines that belong to it; nothing stands for all."""


class LogView:
    """What somebody wants to see of the log; `turned` are steps that are folded otherwise than by default."""

    def __init__(self) -> None:
        self.side = 0  # all of them
        self.kind = "All kinds"
        self.folded = True
        self.turned: set[int] = set()

    def state(self) -> tuple[object, ...]:
        """What the picture of the log depends on."""
        return self.side, self.kind, self.folded, tuple(sorted(self.turned))

    def next_side(self, sides: Sequence[int]) -> None:
        """Only the lines of the next side, after the last one those of all."""
        every = [0, *sides]
        self.side = every[(every.index(self.side) + 1) % len(every)] if self.side in every else 0

    def next_kind(self) -> None:
        """Only lines of the next kind."""
        kinds = [*KINDS]
        self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]

    def turn(self, step: int) -> None:
        """Fold an action, or unfold it."""
        self.turned ^= {step}

    def fold(self) -> None:
        """Fold all, or nothing."""
        self.folded = not self.folded
        self.turned.clear()
