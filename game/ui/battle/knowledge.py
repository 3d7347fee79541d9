"""What whoever looks at the screen knows: ground in sight, ghosts, the log; and the question as it seems to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.grid.grid import Cell, CellSet
from game.kernel.components import FIELD, Clock, Position
from game.kernel.ecs import World
from game.kernel.events import Event, Moved
from game.kernel.flow import Decision, IllegalAnswer
from game.kernel.scratch import Scratch
from game.kernel.session import Rehearsal, Rules, Session
from game.map.board import Board
from game.rules.ruleset import Overlay
from game.systems.fog import fog_of
from game.systems.ground import become
from game.text import names
from game.ui.battle import log_entries, visible
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.memory import Memory, Sighting
from game.ui.battle.table import Table


class Knowledge:
    """What each side at a table remembers, and what those see who look at the screen now."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._memories: dict[int, Memory] = {}

    def memory(self, side: int) -> Memory:
        """What a side remembers, up to now."""
        session = self.table.skirmish.session
        if side not in self._memories:
            skirmish = self.table.skirmish
            self._memories[side] = Memory(session, skirmish.ruleset, side, skirmish.scenario.board)
        found = self._memories[side]
        found.keep_up(session)
        return found

    def hidden(self, sides: list[int]) -> frozenset[int]:
        """The units that nobody of one of these sides knows the place of."""
        return frozenset().union(*(visible.hidden_from(self.table, side) for side in sides))

    def in_sight(self, sides: list[int]) -> CellSet | None:
        """The ground that all these sides see; None where there is no fog for them."""
        if not sides or fog_of(self.table.world) == "off":
            return None
        return _common([visible.in_sight(self.table, side) for side in sides])

    def board(self, sides: list[int]) -> Board:
        """The board as all these sides know it; as the map has it where they know different things."""
        own = self.table.skirmish.scenario.board
        known = [self.memory(side).board() for side in sides]
        first = known[0] if known else None
        if first is None:
            return visible.live(self.table.world, own)
        return first if all(each == first for each in known) else own

    def explored(self, sides: list[int]) -> CellSet | None:
        """The ground that all these sides have seen at some time; None where there is no shroud."""
        if not sides or fog_of(self.table.world) != "shroud":
            return None
        return _common([self.memory(side).explored() for side in sides])

    def overlays(self, sides: list[int]) -> tuple[Overlay, ...]:
        """Fog over what is not in sight, shroud over what never was."""
        bright, known = self.in_sight(sides), self.explored(sides)
        found = (Overlay("fog", bright, "In sight"),) if bright is not None else ()
        return found if known is None else (*found, Overlay("shroud", known, "Explored"))

    def ghosts(self, sides: list[int]) -> dict[int, Sighting]:
        """Where those were last that are out of sight."""
        return self.memory(sides[0]).last() if len(sides) == 1 else {}

    def seems(self) -> Seeming | Session | None:
        """The present step as it seems to the side that is asked; None where only those that it knows nothing of led
        to it."""
        sides = [self.table.side()]
        hidden, board = self.hidden(sides), self.board(sides)
        unknown = hidden or board != visible.live(self.table.world, self.table.skirmish.scenario.board)
        return believed(self.table, hidden, board) if unknown else self.table.skirmish.session

    def log(self, sides: list[int], entries: list[LogEntry]) -> list[LogEntry]:
        """The lines that all these sides know, in the words of what they saw."""
        for side in sides:
            memory = self.memory(side)
            told = (memory.told(self.table.world, entry) for entry in entries)
            entries = _once([entry for entry in told if entry is not None])
            if memory.fog == "off":
                entries = log_entries.known(entries, visible.hidden_from(self.table, side))
        return entries

    def unnoticed(self, sides: list[int], events: Sequence[Event], start: int) -> frozenset[int]:
        """Numbers of the events from `start` on that these sides are not shown: those in the fog, and ways there."""
        bright = self.in_sight(sides)
        if bright is None:
            return frozenset()
        hidden = self.hidden(sides)
        return frozenset(at for at in range(start, len(events)) if not _shown(events[at], hidden, bright))


def _shown(event: Event, hidden: frozenset[int], bright: CellSet) -> bool:
    if isinstance(event, Moved) and event.end is not None and event.unit not in hidden:
        return True if event.start is None else bool(bright >> event.start & 1 or bright >> event.end & 1)
    return getattr(event, "unit", None) not in hidden


def _common(sets: list[CellSet]) -> CellSet:
    found = sets[0]
    for each in sets[1:]:
        found &= each
    return found


def _once(entries: list[LogEntry]) -> list[LogEntry]:
    """Without a line that says the same of the same step as that before it."""
    return [
        entry
        for before, entry in zip([None, *entries], entries, strict=False)
        if before is None or (before.step, before.text) != (entry.step, entry.text)
    ]


def ghost_words(world: World, ghosts: dict[int, Sighting], cell: Cell) -> str:
    """Who was seen last on a cell, and when."""
    here = [f"{names.who_name(world, unit)} in round {at.round}" for unit, at in ghosts.items() if at.cell == cell]
    return f"Last seen here: {names.join(here)}" if here else ""


# The question as it seems


class Seeming(NamedTuple):
    """The present step as it seems to somebody who does not know all of the world: `forget` takes the rest from it."""

    session: Session
    forget: Callable[[World], None]
    world: World
    request: Decision

    @property
    def rules(self) -> Rules:
        """Those of the session."""
        return self.session.rules

    def rehearse(self, world: World) -> Rehearsal:
        """The step again in another world, as it seems."""
        return self.session.rehearse(world, self.forget)


def believed(table: Table, hidden: frozenset[int], board: Board) -> Seeming | None:
    """The step without those that nobody at the screen knows of, on the board as it is known.

    None if nothing is hidden, or where the hidden have their part in what is asked.
    """
    request, session = table.request, table.skirmish.session
    strange = board != visible.live(table.world, board)
    if request is None or request.who in hidden:
        return None
    clock = session.world.find(FIELD, Clock)
    part = {clock.active if clock is not None else None, getattr(request.about, "unit", None), *session.asked}
    gone = hidden - part if session.tape else hidden  # whoever has acted is no secret any more
    if not (gone or strange):
        return None

    def forget(world: World) -> None:
        for unit in sorted(gone):
            world.drop(unit, Position)
        if strange:
            become(world, board)

    try:
        rehearsal = session.rehearse(Scratch(), forget)
    except (IllegalAnswer, LookupError):  # without them the act would have gone another way
        return None
    asked = rehearsal.request
    if not isinstance(asked, Decision) or (asked.who, asked.question) != (request.who, request.question):
        return None
    return Seeming(session, forget, rehearsal.world, asked)
