"""Counts rounds in which nobody attacks and no unit comes nearer to an enemy or to what its side has to reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.grid.cuts import cut_steps
from game.grid.grid import CellSet, bits, union
from game.grid.paths import Tolls, distance_field, make_tolls, nearest
from game.kernel.components import FIELD, Clock, Down, Field, Footprint, Objectives, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Fell, Hindered, Progressed, Struck, Used
from game.map.board import Board
from game.skirmish.record import team_of

STRETCH = 2  # whole rounds in a row that count as idling
_ACTS = (Attacked, Struck, Fell, Hindered, Progressed)
_FAR = 10_000


class Watch:
    """Looks on while a skirmish is played; `longest` is the longest stretch of idle whole rounds."""

    def __init__(self, world: World) -> None:
        self.longest = 0
        self._idle = 0
        self._round = world.get(FIELD, Clock).round
        self._seen = len(world.events)
        self._best = dict(_ways(world))

    def look(self, world: World) -> None:
        """To be called after each answer."""
        now = world.get(FIELD, Clock).round
        if now == self._round:
            return
        self._round = now
        events: list[Event] = world.events[self._seen :]
        self._seen = len(world.events)
        ways = dict(_ways(world))
        acted = any(_acted(world, event) for event in events)
        nearer = any(way < self._best.get(what, _FAR) for what, way in ways.items())
        if acted or nearer or not ways:
            self._best = ways if acted else {what: min(way, self._best.get(what, _FAR)) for what, way in ways.items()}
            self._idle = 0
            return
        self._idle += 1
        self.longest = max(self.longest, self._idle)


def _acted(world: World, event: Event) -> bool:
    """Whether it is an attack, or something as good as one, such as a spell that is cast at a foe."""
    if isinstance(event, Used):
        own = team_of(world, event.unit)
        return any(world.find(target, Unit) is not None and team_of(world, target) != own for target in event.targets)
    return isinstance(event, _ACTS)


def _ways(world: World) -> Iterator[tuple[tuple[object, ...], int]]:
    """How far it is on foot for each unit to each other team, and to the zones of its side's objectives.

    What cannot be reached is left out, and zones that somebody of the team stands in.
    """
    board: Board = world.get(FIELD, Field).board
    teams = _standing(world)
    for other, units in sorted(teams.items()):
        levels = distance_field(board.grid, _tolls(board), union(units.values()), _FAR)
        for one, bodies in sorted(teams.items()):
            for unit, body in bodies.items() if one != other else ():
                met = nearest(levels, body)
                if met is not None:
                    yield ("foe", unit, other), met[0]
        for side, goals in world.each(Objectives):
            entry = world.get(side, Side)
            for goal in goals.items if entry.team == other else ():
                met = nearest(levels, board.zone_cells(goal.zone)) if goal.zone else None
                if met is not None and met[0]:
                    yield ("zone", side, goal.zone), met[0]


def _standing(world: World) -> dict[int, dict[int, CellSet]]:
    """By team the cells of everybody who stands."""
    grid = world.get(FIELD, Field).board.grid
    found: dict[int, dict[int, CellSet]] = {}
    for unit, _, position in world.each(Unit, Position):
        if not world.has(unit, Down):
            footprint = world.find(unit, Footprint)
            body = grid.footprint(position.cell, footprint.size) if footprint is not None else 1 << position.cell
            found.setdefault(team_of(world, unit), {})[unit] = body
    return found


@lru_cache(maxsize=4)
def _tolls(board: Board) -> Tolls:
    """One a step; doors can be opened."""
    cut = cut_steps(board.grid, board.closed & ~bits(board.doors))

    def cost(start: int, end: int, direction: int) -> int | None:
        return 1 if board.passable >> end & 1 and not cut[direction] >> start & 1 else None

    return make_tolls(board.grid, cost)
