"""What a side has seen of a skirmish so far: the ground, where each foe was last, and what it knows of each step."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.grid.grid import Cell, CellSet
from game.kernel.components import FIELD, Clock, Position, Unit
from game.kernel.ecs import World
from game.kernel.events import Moved
from game.kernel.scratch import Scratch
from game.kernel.session import Session, Step
from game.map.board import Board
from game.rules.ruleset import Hides, Ruleset, hidden_from, is_left
from game.skirmish.record import team_of
from game.systems.fog import fog_of, sighted
from game.text import names
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.visible import live, recalled


class Glimpse(Struct, frozen=True):
    """One state as a side saw it: the ground in sight, the board as it is known, whom it did not see, where foes were,
    which round it was."""

    sighted: CellSet
    board: Board
    unseen: frozenset[int]
    places: dict[int, Cell]
    round: int


class Sighting(Struct, frozen=True):
    """Where a unit was seen last, and in which round."""

    cell: Cell
    round: int


class Memory:
    """What a side's team knows, kept from step to step and cut back when steps are undone."""

    def __init__(self, session: Session, rules: Ruleset, side: int, board: Board) -> None:
        self.rules, self.side, self.own = rules, side, team_of(session.world, side)
        self._board = board  # as everybody knows it at first
        self.fog = fog_of(session.world)
        self.matters = self.fog != "off" or isinstance(rules, Hides)
        self._steps: list[Step] = []
        self._before: list[Glimpse] = []  # of each finished step
        self._veiled: list[frozenset[int]] = []  # whom it did not see at any time of a step
        self._now: tuple[object, int, Glimpse | None, Glimpse | None] = (None, -1, None, None)
        self._scratch = Scratch()

    def keep_up(self, session: Session) -> None:
        """Take in what has happened since the last time."""
        if not self.matters:
            return
        same, past = 0, session.past
        while same < min(len(self._steps), len(past)) and self._steps[same] is past[same]:
            same += 1
        for kept in (self._steps, self._before, self._veiled):
            del kept[same:]
        events = session.world.events
        if self._now[:2] == (session.checkpoint, len(events)) and same == len(past):
            return
        befores = [*(step.before for step in past[same:]), session.checkpoint]
        known = self._before[-1].board if self._before else self._board
        glimpses: list[Glimpse] = []
        for before in befores:
            glimpses.append(self._glimpse(self._loaded(before), known))
            known = glimpses[-1].board
        for number, step in enumerate(past[same:]):
            end = past[same + number + 1].events if same + number + 1 < len(past) else session.step().events
            moves = [event for event in events[step.events : end] if isinstance(event, Moved)]
            self._steps.append(step)
            self._before.append(glimpses[number])
            self._veiled.append(_unnoticed(glimpses[number], glimpses[number + 1], moves))
        self._now = session.checkpoint, len(events), glimpses[-1], self._glimpse(session.world, known)

    def _loaded(self, before: tuple[tuple[object, ...], ...]) -> World:
        self._scratch.load(before)
        return self._scratch

    def _glimpse(self, world: World, known: Board) -> Glimpse:
        places = {unit: at.cell for unit, _, at in world.each(Unit, Position) if team_of(world, unit) != self.own}
        clock = world.find(FIELD, Clock) or Clock()
        seen = sighted(world, self.own) if self.fog != "off" else 0
        now = live(world, self._board)
        board = recalled(known, now, seen) if self.fog != "off" else now
        return Glimpse(seen, board, hidden_from(self.rules, world, self.side), places, clock.round)

    # What is known

    def board(self) -> Board | None:
        """The board with its edges as they are where they are seen, else as they were seen last, or as the map has
        them; None where all is known."""
        return self._now[3].board if self.fog != "off" and self._now[3] is not None else None

    def explored(self) -> CellSet:
        """The ground that was ever in sight."""
        found = 0
        for glimpse in self._glimpses():
            found |= glimpse.sighted
        return found

    def last(self) -> dict[int, Sighting]:
        """Of those that are not seen now and were once: where that was, while nobody looks at the empty place."""
        if not self.matters or self._now[3] is None:
            return {}
        now, glimpses = self._now[3], self._glimpses()
        found: dict[int, Sighting] = {}
        for unit in sorted(now.unseen):
            for glimpse in reversed(glimpses):
                cell = glimpse.places.get(unit)
                if cell is not None and unit not in glimpse.unseen:
                    if not now.sighted >> cell & 1:
                        found[unit] = Sighting(cell, glimpse.round)
                    break
        return found

    def _glimpses(self) -> list[Glimpse]:
        return [*self._before, *(glimpse for glimpse in self._now[2:] if glimpse is not None)]

    def told(self, world: World, entry: LogEntry) -> LogEntry | None:
        """A line as the side knows it; None for what it cannot know. Where nothing is fogged, all is known."""
        if self.fog == "off" or not entry.units or any(team_of(world, unit) == self.own for unit in entry.units):
            return entry
        first, glimpses = entry.units[0], self._glimpses()
        running = entry.step >= len(self._veiled)
        at = min(entry.step, len(self._before))
        before, after = glimpses[at], glimpses[min(at + 1, len(glimpses) - 1)]
        veiled = before.unseen & after.unseen if running else self._veiled[at]
        if entry.kind == "end" and first in veiled and not is_left(world, first):
            text = f"{names.who_name(world, first)} is out of the fight."  # no secret: the order of turns shows it
            return replace(entry, text=text, units=(first,), cell=None, tip=())
        if all(unit in veiled for unit in entry.units):
            return None
        if entry.kind == "pool" and any(unit in veiled for unit in entry.units[1:]):
            return None  # one line for several of them
        if first in before.unseen | after.unseen and entry.cell is not None:
            name = names.who_name(world, first)
            way = "is seen for a moment" if first in before.unseen & after.unseen else "comes into sight"
            way = "goes out of sight" if first not in before.unseen else way
            return replace(entry, text=f"{name} {way}.", cell=None)
        return entry


def _unnoticed(before: Glimpse, after: Glimpse, moves: list[Moved]) -> frozenset[int]:
    """Whom the side saw neither before a step nor after it, nor on any cell of a move."""
    bright = before.sighted | after.sighted
    glimpsed = {move.unit for move in moves if move.end is not None and bright >> move.end & 1}
    return (before.unseen & after.unseen) - glimpsed
