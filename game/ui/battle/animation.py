"""Shows new events one after the other; the state is the session's all the while, only what is seen lags behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import pi, sin
from typing import TypeGuard

from msgspec import Struct

from game.grid.grid import Cell, Grid
from game.kernel.components import Down, Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Blocked, Event, Fell, Gained, Hindered, Lost, Moved, Noted, PoolChanged, Turned
from game.ui.board.unit_look import Shown

SPEEDS = (0, 1, 2, 4, 8, 16)
"""How many times as fast; 0 shows nothing and is done at once."""

FLOAT_SECONDS = 1.1
_SECONDS: dict[type[Event], float] = {
    Moved: 0.17,
    Turned: 0.1,
    Attacked: 0.34,
    PoolChanged: 0.16,
    Gained: 0.22,
    Lost: 0.12,
    Blocked: 0.2,
    Noted: 0.2,
    Hindered: 0.3,
    Fell: 0.5,
}
_STACK = 0.16  # seconds between two numbers over the same unit, so that they do not cover each other


class Popup(Struct):
    """Words that rise over a unit: `tone` is good, bad or plain; `age` in seconds at normal speed."""

    unit: int
    words: str
    tone: str
    age: float = 0.0

    @property
    def share(self) -> float:
        """How much of its time is over, 0 to 1; below 0 while it waits."""
        return self.age / FLOAT_SECONDS


class Animation:
    """A queue of events with what is held back until they have been shown.

    `titles` gives English for keys of pools and conditions. With `still` nothing slides: things jump, numbers stand.
    """

    def __init__(self, grid: Grid, *, speed: int = 1, still: bool = False) -> None:
        self.grid, self.speed, self.still = grid, speed, still
        self.titles: dict[str, str] = {}
        self.shown = Shown()
        self.popups: list[Popup] = []
        self._queue: deque[Event] = deque()
        self._age = 0.0

    @property
    def busy(self) -> bool:
        """Whether events are still to be shown (numbers that only fade do not count)."""
        return bool(self._queue)

    @property
    def moving(self) -> bool:
        """Whether the picture changes with time."""
        return bool(self._queue or self.popups)

    @property
    def watched(self) -> int | None:
        """The unit that does something right now: whom a camera may follow."""
        return getattr(self._queue[0], "unit", None) if self._queue else None

    def play(self, events: Iterable[Event], world: World) -> None:
        """Queue what has happened; `world` is already past it."""
        fresh = [event for event in events if type(event) in _SECONDS]
        if self.speed == 0 or not fresh:
            return
        self._queue.extend(fresh)
        self.shown = held_back(self._queue, world)

    def skip(self) -> None:
        """Show the present at once."""
        self._queue.clear()
        self.popups.clear()
        self.shown = Shown()
        self._age = 0.0

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        left = dt * max(1, self.speed)
        for popup in self.popups:
            popup.age += left
        self.popups = [popup for popup in self.popups if popup.share < 1]
        while self._queue and left > 0:
            if self._age == 0.0:
                self._begin(self._queue[0])
            event = self._queue[0]
            length = 0.0 if _is_carried(event) else _SECONDS[type(event)]
            used = min(left, length - self._age)
            self._age += used
            left -= used
            self._between(event, self._age / length if length else 1.0)
            if self._age >= length - 1e-9:
                self._end(self._queue.popleft())
                self._age = 0.0
        if not self._queue and self.shown.offsets:
            self.shown.offsets.clear()

    # One event

    def _begin(self, event: Event) -> None:
        match event:
            case PoolChanged():
                change = event.after - event.before
                name = self.titles.get(event.pool, event.pool.replace("_", " "))
                self._say(event.unit, f"{change:+d} {name}".replace("-", "−"), "bad" if change < 0 else "good")
            case Gained():
                self._say(event.unit, self.titles.get(event.condition, event.condition.replace("_", " ")), "plain")
            case Blocked() | Noted():
                self._say(event.unit, self.titles.get(event.what, event.what.replace("_", " ")), "plain")
            case Hindered():
                self._say(event.unit, self.titles.get("hindered", "hindered"), "bad")
            case Fell():
                self._say(event.unit, self.titles.get(event.how, event.how), "bad")

    def _between(self, event: Event, share: float) -> None:
        """Where units stand while an event is shown; `share` 0 to 1."""
        offsets = self.shown.offsets
        if self.still:
            return
        match event:
            case Moved(start=int(start), end=int(end)) if event.how != "teleport":
                x, y = self._way(start, end)
                eased = share * share * (3 - 2 * share)
                for unit in self._together(event):
                    offsets[unit] = (x * eased, y * eased)
            case Attacked() | Hindered():
                who, whom = (event.unit, event.target) if isinstance(event, Attacked) else (event.by, event.unit)
                here, there = self._cell(who), self._cell(whom)
                if here is not None and there is not None and here != there:
                    x, y = self._way(here, there)
                    reach = 0.42 * sin(pi * share) / max(1.0, (x * x + y * y) ** 0.5)
                    offsets[who] = (x * reach, y * reach)
            case Fell():
                offsets[event.unit] = (0.05 * sin(share * 4 * pi) * (1 - share), 0.0)

    def _end(self, event: Event) -> None:
        """From now on the event's outcome is seen."""
        shown = self.shown
        match event:
            case Moved():
                shown.offsets.pop(event.unit, None)
                shown.cells[event.unit] = event.end
            case Turned():
                shown.facings[event.unit] = event.direction
            case Attacked():
                shown.offsets.pop(event.unit, None)
            case Hindered():
                shown.offsets.pop(event.by, None)
            case PoolChanged():
                shown.pools[event.unit, event.pool] = event.after
            case Gained():
                shown.gained[event.unit] = shown.gained.get(event.unit, frozenset()) - {event.condition}
            case Lost():
                names = shown.lost.get(event.unit, ())
                shown.lost[event.unit] = tuple(name for name in names if name != event.condition)
            case Fell():
                shown.offsets.pop(event.unit, None)
                shown.standing -= {event.unit}
        if not self._queue:
            self.shown = Shown()

    def _together(self, event: Moved) -> list[int]:
        """The unit that moves, and whoever rides on it."""
        following = self._queue[1] if len(self._queue) > 1 else None
        return [event.unit, following.unit] if _is_carried(following) else [event.unit]

    def _say(self, unit: int, words: str, tone: str) -> None:
        waiting = [popup.age for popup in self.popups if popup.unit == unit]
        self.popups.append(Popup(unit, words, tone, min(0.0, min(waiting, default=1.0) - _STACK)))

    def _cell(self, unit: int) -> Cell | None:
        return self.shown.cells.get(unit)

    def _way(self, start: Cell, end: Cell) -> tuple[float, float]:
        """From cell to cell in widths of a cell."""
        (ax, ay), (bx, by) = self.grid.centre_px(start, 1), self.grid.centre_px(end, 1)
        return bx - ax, by - ay


def _is_carried(event: Event | None) -> TypeGuard[Moved]:
    """Whether somebody only comes along with the move before it."""
    return isinstance(event, Moved) and event.how == "carried"


def held_back(events: Iterable[Event], world: World) -> Shown:
    """What the screen must still show while these events, the world's latest, have not been shown."""
    shown = Shown()
    for entity, place in world.each(Position):
        shown.cells[entity] = place.cell
    standing: set[int] = set()
    lost: dict[int, frozenset[str]] = {}
    for event in reversed(list(events)):
        match event:
            case Moved():
                shown.cells[event.unit] = event.start
            case PoolChanged():
                shown.pools[event.unit, event.pool] = event.before
            case Gained():
                shown.gained[event.unit] = shown.gained.get(event.unit, frozenset()) | {event.condition}
                lost[event.unit] = lost.get(event.unit, frozenset()) - {event.condition}
            case Lost():
                shown.gained[event.unit] = shown.gained.get(event.unit, frozenset()) - {event.condition}
                lost[event.unit] = lost.get(event.unit, frozenset()) | {event.condition}
            case Fell():
                if world.has(event.unit, Down):
                    standing.add(event.unit)
    shown.lost = {unit: tuple(sorted(names)) for unit, names in lost.items() if names}
    shown.standing = frozenset(standing)
    return shown
