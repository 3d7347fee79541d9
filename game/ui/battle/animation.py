"""Plays strokes one after the other; the state is the session's all the while, only what is seen lags behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import pi, sin

from msgspec import Struct

from game.grid.grid import Cell, Grid
from game.kernel.components import Down, Position
from game.kernel.ecs import World
from game.kernel.events import Event, Fell, Gained, Lost, Moved, PoolChanged, Turned
from game.ui.battle.strokes import Stroke
from game.ui.battle.telling import timeline
from game.ui.board.unit_look import Shown

SPEEDS = (0, 0.5, 1, 2, 4, 8, 16)
"""How many times as fast; 0 shows nothing and is done at once."""

FADE = 450.0  # milliseconds that a card stays when its act is over
NEAR = 1.8  # widths of a cell between two who fight hand to hand; whoever strikes from farther away thrusts
_STAGES = 6  # steps in which a gauge shrinks


class Pace(Struct, frozen=True):
    """How fast what one's own units do is shown, what others do, and what anybody does out of its turn."""

    own: float = 1
    theirs: float = 1
    reactions: float = 1


class Live(Struct):
    """A stroke that is seen, and for how long it has been; `ends` is when it goes, None while its act goes on."""

    stroke: Stroke
    age: float = 0.0
    ends: float | None = None

    @property
    def share(self) -> float:
        """How much of its time is over, 0 to 1."""
        return self.age / self.ends if self.ends else 0.0


class Animation:
    """A queue of strokes, and what is held back until they have been shown.

    `titles` gives English for keys of pools and conditions. With `still` nothing slides: things jump, numbers stand.
    """

    def __init__(self, grid: Grid, *, speed: float = 1, still: bool = False) -> None:
        self.grid, self.still = grid, still
        self.pace = Pace(speed, speed, speed)
        self.own: frozenset[int] = frozenset()  # the units whose pace is one's own
        self.waits = False  # whether what others did stays until `go_on`
        self.holding = False  # whether it does so now
        self.titles: dict[str, str] = {}
        self.shown = Shown()
        self.live: list[Live] = []  # what is seen besides units, the oldest first
        self.sounds: list[str] = []  # to be heard now; whoever plays them takes them away
        self.changes = 0  # how often the picture has changed
        self._queue: deque[Stroke] = deque()
        self._age = 0.0
        self._since = 0  # events before this one are told to their end
        self._over = False  # whether nothing more comes of the last of them
        self._theirs: dict[int, int | None] = {}  # acts of others that may be waited for; of deeds, who does them
        self._done: set[int] = set()  # those of them that came to their end, or to what is worth looking at

    @property
    def speed(self) -> float:
        """The pace of one's own units."""
        return self.pace.own

    @speed.setter
    def speed(self, speed: float) -> None:
        self.pace = Pace(speed, speed, speed)

    @property
    def busy(self) -> bool:
        """Whether strokes are still to come, or somebody is waited for (words that only fade do not count)."""
        return bool(self._queue) or self.holding

    @property
    def moving(self) -> bool:
        """Whether the picture changes with time."""
        return not self.holding and (bool(self._queue) or any(each.ends is not None for each in self.live))

    @property
    def stroke(self) -> Stroke | None:
        """What happens right now."""
        return self._queue[0] if self._queue else None

    @property
    def untold(self) -> int | None:
        """The number of the first event that has not been seen to its end; None where all have been."""
        return self._queue[0].at if self._queue else None

    @property
    def progress(self) -> float:
        """How much of it has happened, 0 to 1."""
        return min(1.0, self._age / self._queue[0].wait) if self._queue and self._queue[0].wait else 1.0

    @property
    def watched(self) -> tuple[int, ...]:
        """The units that do something right now: whom a camera may follow. What the card says needs no moving about."""
        stroke = self.stroke
        if stroke is None or stroke.kind in ("show", "say", "end") or (stroke.kind == "dice" and not stroke.lasts):
            return ()
        units = (stroke.unit,) if stroke.kind == "impact" else (stroke.unit, stroke.other)
        return tuple(unit for unit in units if unit is not None)

    def play(
        self,
        events: Sequence[Event],
        world: World,
        start: int = 0,
        *,
        hidden: frozenset[int] = frozenset(),
        dark: frozenset[int] = frozenset(),
        over: bool = False,
    ) -> None:
        """Queue what has happened from event `start` on; `world` is already past it. The rest as for `timeline`."""
        if self.pace == Pace(0, 0, 0):
            self.skip(len(events))
            return
        self._queue.extend(timeline(events, start, self.titles, hidden, dark, since=self._since, over=over))
        self._since, self._over = len(events) if over else self._since, over
        held = [event for stroke in self._queue for event in stroke.shows]
        self.shown = held_back(held, world) if held or self._queue else Shown()
        self.changes += 1

    def skip(self, told: int = 0) -> None:
        """Show the present at once; so many events have been told to their end then."""
        self._since = told
        self._queue.clear()
        self.live.clear()
        self.sounds.clear()
        self.shown = Shown()
        self._age = 0.0
        self._theirs.clear()
        self.go_on()

    def go_on(self) -> None:
        """What others did was looked at."""
        for act in self._done if self.holding else ():
            self._theirs.pop(act, None)
        self.holding = False
        self._done.clear()
        self.changes += 1

    def end_act(self) -> None:
        """Show at once how what goes on now comes out, and go on with the next."""
        act = self._queue[0].act if self._queue else None
        while self._queue and self._queue[0].act == act:
            self._end(self._queue.popleft())
            self._age = 0.0
        self.live = [each for each in self.live if each.stroke.act != act]
        self.sounds.clear()
        self.go_on()

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass, unless somebody is waited for."""
        if self.holding:
            return
        left = dt * 1000
        self._grow_old(left)
        while self._queue and left > 0:
            stroke = self._queue[0]
            speed = self._speed(stroke)
            if self._holds(stroke.act):
                return
            if self._age == 0.0 and speed:
                self._begin(stroke)
            used = min(left, (stroke.wait - self._age) / speed) if speed else 0.0
            self._age += used * speed
            left -= used
            if not speed or self._age >= stroke.wait - 1e-6:
                self._end(self._queue.popleft())
                self._age = 0.0
            else:
                self._between(stroke, self._age / stroke.wait)
        if not self._queue:
            self.shown = Shown()
            if self._over:
                self._holds(None)
        self.changes += 1

    def _holds(self, act: int | None) -> bool:
        """Whether what others did is at its end, now that this act comes next, and is to be looked at."""
        self.holding = self._age == 0.0 and bool(self._done - {act})
        return self.holding

    def _watch(self, stroke: Stroke) -> None:
        """Note what is waited for: attacks until they are settled, other deeds once somebody suffers them."""
        if stroke.kind == "watch":
            self._theirs.clear()
        elif stroke.kind == "line" and stroke.doer not in self.own:
            self._theirs[stroke.act] = stroke.doer if stroke.lasts else None
            self._done.discard(stroke.act)
        elif stroke.act in self._theirs:
            doer = self._theirs[stroke.act]
            suffers = stroke.kind in ("float", "impact", "fall") and stroke.unit != doer
            self._done |= {stroke.act} if (stroke.kind == "end" if doer is None else suffers) else set()

    def _speed(self, stroke: Stroke) -> float:
        if stroke.reaction:
            return self.pace.reactions
        return self.pace.own if stroke.doer in self.own else self.pace.theirs

    def _grow_old(self, milliseconds: float) -> None:
        for each in self.live:
            each.age += milliseconds * (self._speed(each.stroke) or 1)
        self.live = [each for each in self.live if each.ends is None or each.age < each.ends]

    # One stroke

    def _begin(self, stroke: Stroke) -> None:
        if self.waits:
            self._watch(stroke)
        if stroke.sound:
            self.sounds.append(stroke.sound)
        if stroke.kind in ("line", "dice", "say") and not self._belongs(stroke):
            self._clear_cards()
        if stroke.kind in ("line", "say", "dice", "impact", "float") and (stroke.words or stroke.kind != "say"):
            self.live.append(Live(stroke, 0.0, stroke.lasts or None))

    def _belongs(self, stroke: Stroke) -> bool:
        return any(each.stroke.act == stroke.act for each in self.live)

    def _clear_cards(self) -> None:
        """A new card takes the place of those that are done with; an attack that goes on keeps its own."""
        cards = ("line", "say", "dice")
        self.live = [each for each in self.live if each.ends is None or each.stroke.kind not in cards]

    def _between(self, stroke: Stroke, share: float) -> None:
        """How units stand and gauges are while a stroke is shown; `share` 0 to 1."""
        if stroke.kind == "float":
            self._drain(stroke, share)
        elif stroke.kind == "fall" and stroke.unit is not None:
            self.shown.fading[stroke.unit] = share
        elif self.still:
            return
        elif stroke.kind == "walk":
            self._walk(stroke, share)
        elif stroke.kind in ("blow", "impact"):
            self._lunge(stroke, share)

    def _drain(self, stroke: Stroke, share: float) -> None:
        """The gauge follows the number."""
        first, last = (stroke.shows[0], stroke.shows[-1]) if stroke.shows else (None, None)
        if isinstance(first, PoolChanged) and isinstance(last, PoolChanged):
            part = min(_STAGES, int(share * _STAGES * 1.5)) / _STAGES
            now = first.before + round((last.after - first.before) * part)
            self.shown.pools[first.unit, first.pool] = now

    def _walk(self, stroke: Stroke, share: float) -> None:
        eased = share * share * (3 - 2 * share)
        for event in stroke.shows:
            if isinstance(event, Moved) and event.start is not None and event.end is not None:
                x, y = self._way(event.start, event.end)
                self.shown.offsets[event.unit] = (x * eased, y * eased)

    def _lunge(self, stroke: Stroke, share: float) -> None:
        """Back, and forward into the other's body; who is missed steps aside, who is hit is thrown back a little."""
        striker, struck = (stroke.unit, stroke.other) if stroke.kind == "blow" else (stroke.other, stroke.unit)
        here, there = self.cell_of(striker), self.cell_of(struck)
        if striker is None or struck is None or here is None or there is None or here == there:
            return
        x, y = self._way(here, there)
        length = max(0.01, (x * x + y * y) ** 0.5)
        x, y = x / length, y / length
        if stroke.kind == "impact":
            reach = 0.07 * sin(pi * share) * (stroke.tone == "hit")
            self.shown.offsets[struck] = (x * reach, y * reach)
            return
        if stroke.tone == "miss" and share > 0.5:
            aside = 0.2 * sin(pi * (share - 0.5))
            self.shown.offsets[struck] = (-y * aside, x * aside)
        if not stroke.flies:
            reach = -0.12 * sin(pi * share / 0.45) if share < 0.45 else 0.42 * sin(pi * (share - 0.45) / 0.55)
            self.shown.offsets[striker] = (x * reach, y * reach)

    def _end(self, stroke: Stroke) -> None:
        """From now on the outcome of its events is seen."""
        shown = self.shown
        for unit in (stroke.unit, stroke.other):
            if unit is not None:
                shown.offsets.pop(unit, None)
        if stroke.kind == "fall" and stroke.unit is not None:
            shown.fading.pop(stroke.unit, None)
        if stroke.kind == "end":
            for each in self.live:
                if each.stroke.act == stroke.act and each.ends is None:
                    each.ends = each.age + FADE
        for event in stroke.shows:
            _hold(shown, event)

    # Where units are

    def cell_of(self, unit: int | None) -> Cell | None:
        """Where a unit is seen; None if it is not."""
        return self.shown.cells.get(unit) if unit is not None else None

    def thrusts(self, stroke: Stroke) -> bool:
        """Whether a blow is struck with a long weapon from a cell that is not beside the other."""
        if stroke.flies:
            return False
        here, there = self.cell_of(stroke.unit), self.cell_of(stroke.other)
        if here is None or there is None:
            return False
        x, y = self._way(here, there)
        return bool(x * x + y * y > NEAR * NEAR)

    def _way(self, start: Cell, end: Cell) -> tuple[float, float]:
        """From cell to cell in widths of a cell."""
        (ax, ay), (bx, by) = self.grid.centre_px(start, 1), self.grid.centre_px(end, 1)
        return bx - ax, by - ay


def _hold(shown: Shown, event: Event) -> None:
    """An event is seen to have happened."""
    match event:
        case Moved():
            shown.offsets.pop(event.unit, None)
            shown.cells[event.unit] = event.end
        case Turned():
            shown.facings[event.unit] = event.direction
        case PoolChanged():
            shown.pools[event.unit, event.pool] = event.after
        case Gained():
            shown.gained[event.unit] = shown.gained.get(event.unit, frozenset()) - {event.condition}
        case Lost():
            names = shown.lost.get(event.unit, ())
            shown.lost[event.unit] = tuple(name for name in names if name != event.condition)
        case Fell():
            shown.standing -= {event.unit}


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
