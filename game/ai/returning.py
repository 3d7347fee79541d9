"""Where a unit has been in its turn with nothing come of it: to go back there would undo what it has just done."""

from __future__ import annotations

from collections.abc import Sequence

from game.grid.grid import CellSet, bits
from game.kernel.events import Attacked, Event, ItemMoved, Moved, Progressed, Struck, TurnBegan

_GAINS = (Attacked, Struck, ItemMoved, Progressed, TurnBegan)  # after which the way back may well be worth going

_DRIVEN = ("shove", "place", "fall", "teleport")  # how a unit goes that does not walk


def left_behind(events: Sequence[Event], unit: int) -> CellSet:
    """The cells that the unit has left since it, or anybody else, has done anything but walk and look about."""
    found: list[int] = []
    for event in reversed(events):
        if getattr(event, "unit", None) != unit or isinstance(event, _GAINS) or getattr(event, "how", "") in _DRIVEN:
            break
        if isinstance(event, Moved) and event.start is not None:
            found.append(event.start)
    return bits(found)
