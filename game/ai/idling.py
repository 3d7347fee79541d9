"""Counts rounds in which nobody attacks and no unit comes nearer to an enemy or to what its side has to reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

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

Levels: TypeAlias = "tuple[CellSet, ...]"  # by steps, the cells so far away
_Way: TypeAlias = "tuple[object, ...]"  # who goes, and to what


class Watch:
    """Looks on while a skirmish is played; `longest` is the longest stretch of idle whole rounds.

    Whoever is nearer than ever since the last act has come nearer, and whoever runs after a foe that runs away; who
    only walks to and fro has not.
    """

    def __init__(self, world: World) -> None:
        self.longest = 0
        self._idle = 0
        self._round = world.get(FIELD, Clock).round
        self._seen = len(world.events)
        self._fields = dict(_fields(world))
        self._before = dict(_ways(world, self._fields))
        self._best, self._walked, self._farthest = dict(self._before), dict[_Way, int](), dict[_Way, int]()

    def look(self, world: World) -> None:
        """To be called after each answer."""
        now = world.get(FIELD, Clock).round
        if now == self._round:
            return
        self._round = now
        events: list[Event] = world.events[self._seen :]
        self._seen = len(world.events)
        followed = self._has_followed(world)
        self._fields = dict(_fields(world))
        ways = dict(_ways(world, self._fields))
        acted = any(_acted(world, event) for event in events)
        nearer = any(way < self._best.get(what, _FAR) for what, way in ways.items())
        self._before = ways
        if acted or nearer or followed or not ways:
            self._best = ways if acted else {what: min(way, self._best.get(what, _FAR)) for what, way in ways.items()}
            if acted:
                self._walked, self._farthest = {}, {}
            self._idle = 0
            return
        self._idle += 1
        self.longest = max(self.longest, self._idle)

    def _has_followed(self, world: World) -> bool:
        """Whether somebody has come nearer to where foes stood when the round began, its ways back taken off."""
        found = False
        for what, way in _ways(world, self._fields):
            self._walked[what] = walked = self._walked.get(what, 0) + self._before.get(what, way) - way
            if walked > self._farthest.get(what, 0):
                self._farthest[what], found = walked, True
        return found


def _acted(world: World, event: Event) -> bool:
    """Whether it is an attack, or something as good as one, such as a spell that is cast at a foe."""
    if isinstance(event, Used):
        own = team_of(world, event.unit)
        return any(world.find(target, Unit) is not None and team_of(world, target) != own for target in event.targets)
    return isinstance(event, _ACTS)


def _fields(world: World) -> Iterator[tuple[int, Levels]]:
    """By team how far it is on foot from anywhere to one of its units."""
    board: Board = world.get(FIELD, Field).board
    for team, units in sorted(_standing(world).items()):
        yield team, distance_field(board.grid, _tolls(board), union(units.values()), _FAR)


def _ways(world: World, fields: Mapping[int, Levels]) -> Iterator[tuple[_Way, int]]:
    """How far it is for each unit to each other team, and from each team to the zones of its side's objectives.

    What cannot be reached is left out, and zones that somebody of the team stands in.
    """
    board: Board = world.get(FIELD, Field).board
    teams = _standing(world)
    for other, levels in fields.items():
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
