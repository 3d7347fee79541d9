"""How much a skirmish presses to be decided: because time runs out, or because it does not get on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.kernel.components import FIELD, Clock
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Progressed, RoundBegan, Struck
from game.skirmish.record import team_of
from game.systems.field import round_limit

OPENING = (1, 4)  # whole rounds before the first blow that are nothing, and with how many more it presses in full
QUIET = (0, 2)  # the same for rounds without a blow later on
STALE = (6, 10)  # the same for rounds in which nobody fell and no objective came nearer
LULL = (0, 3)  # how soon that is so of rounds without a blow
_LONG = sum(STALE)  # rounds beyond which it makes no difference
_TOLD = frozenset((Attacked, Fell, Progressed, RoundBegan, Struck))


class Pressure(NamedTuple):
    """From 0 to 1: how late it is, how much of that is because nothing gets on, and how long nothing is decided.

    And since how many rounds there has been no blow, after the first one.
    """

    late: float
    stuck: float
    stale: float = 0.0
    quiet: int = 0


def pressure(world: World, events: Sequence[Event], own: int) -> Pressure:
    """By the share of the rounds that are over, and by how long nothing has been decided."""
    quiet, without, begun = _rounds(world, events, own)
    stale = max(_pressing(without, STALE), _pressing(quiet, LULL) if begun else 0.0)
    stuck = max(_pressing(quiet, QUIET if begun else OPENING), stale)
    return Pressure(max(_share(world), stuck), stuck, stale, quiet if begun else 0)


def _share(world: World) -> float:
    """The share of the rounds that are over."""
    return min(1.0, (world.get(FIELD, Clock).round - 1) / max(1, round_limit(world)))


def _pressing(rounds: int, after: tuple[int, int]) -> float:
    free, more = after
    return min(1.0, max(0, rounds - free) / more)


def _rounds(world: World, events: Sequence[Event], own: int) -> tuple[int, int, bool]:
    """Rounds since the last blow by or against the team, and since anybody fell or an objective came nearer.

    And whether there has been anything of that yet.
    """
    rounds, quiet, begun = 0, -1, True
    for event in reversed(_told(events)):
        kind = type(event)
        if kind is RoundBegan:
            rounds += 1
            if rounds >= _LONG:
                break
        elif kind is Fell or kind is Progressed:
            break
        elif quiet < 0 and isinstance(event, Attacked | Struck) and own in _teams(world, event):
            quiet = rounds
    else:
        begun = quiet >= 0
    return (rounds if quiet < 0 else quiet), rounds, begun


class _Reading:
    """Of one skirmish's events those that count here, as far as they have been read."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.told: list[Event] = []
        self.read = 0
        self.last: Event | None = None

    def goes_on(self, events: Sequence[Event]) -> bool:
        """Whether these are the same, with nothing taken back of what was read."""
        if events is not self.events or len(events) < self.read:
            return False
        return not self.read or events[self.read - 1] is self.last

    def on(self) -> list[Event]:
        """What counts, read to the end."""
        if len(self.events) > self.read:
            self.told += [event for event in self.events[self.read :] if type(event) in _TOLD]
            self.read, self.last = len(self.events), self.events[-1]
        return self.told


_readings = [_Reading(())]  # of the skirmish that was asked about last: there are thousands of events in a long one


def _told(events: Sequence[Event]) -> list[Event]:
    """Those that count."""
    if not _readings[0].goes_on(events):
        _readings[0] = _Reading(events)
    return _readings[0].on()


def _teams(world: World, event: Attacked | Struck) -> tuple[int, int]:
    return team_of(world, event.unit), team_of(world, event.target)
