"""What is likely to follow a turn: the next turns of everybody, played in closed form with the harm to be expected."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from game.ai.threat import CLIMB, Threats, sights
from game.grid.grid import Cell, CellSet, Grid, Metric, bits, cells, union
from game.grid.paths import distance_field, nearest
from game.kernel.components import Position
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.foresight import ActsAgain
from game.rules.ruleset import Foresees, Ruleset
from game.systems.field import size_of, standing, teams
from game.systems.steps import plain_tolls
from game.systems.zones import zone

KILL = 0.35  # of a unit of middling worth, what it counts that one is out of the fight
LEAVE = 0.5  # what a foe's attack counts that one walks away from
LATER = 0.85  # what a round counts of the one before it
PUT_OFF = 0.75  # what an attack counts for each turn of the way to it
LOTS = 720_720  # as good as any for drawing one of a few cells
FAR = 60  # the longest way that anybody thinks of
CHOICES = 5  # foes that a unit looks at
WAYS = 2  # and its ways to attack each
DOWN = 0.08  # share of its value with which a unit is as good as out of the fight
PLAYS = 2  # a pair, in one of which goes better what goes worse in the other
LUCK = 0.6  # by how much more or less an attack brings than it promises


class Rest(NamedTuple):
    """What a unit may still do in its turn and is expected to: where it goes, and whether it attacks."""

    cell: Cell | None = None
    attacks: bool = False


class Fighter(NamedTuple):
    """What does not change about a unit while turns are played."""

    sign: int  # 1 for the own team
    size: int
    stride: int
    holds: bool  # whether one does not walk away from it for nothing


@lru_cache(maxsize=8192)
def _levels(board: Board, size: int, start: Cell) -> tuple[CellSet, ...]:
    """By cost, the anchors so far from a cell on foot."""
    return distance_field(board.grid, plain_tolls(board, size, CLIMB), 1 << start, FAR)


@lru_cache(maxsize=8192)
def _ring(board: Board, there: Cell, size: int, reach: int, metric: Metric, own_size: int) -> CellSet:
    """The anchors from which a body reaches another that far."""
    body = board.grid.footprint(there, size)
    around = board.grid.within(body, reach, metric)
    return (board.grid.anchors_touching(around, own_size) if own_size > 1 else around) & ~body


@lru_cache(maxsize=8192)
def _within(board: Board, size: int, start: Cell, stride: int) -> CellSet:
    """The anchors within so many steps."""
    return union(_levels(board, size, start)[: stride + 1])


@lru_cache(maxsize=1 << 16)
def _way(board: Board, here: Cell, size: int, there: Cell, other: int, reach: int, metric: Metric) -> int | None:
    """How far a body has to walk until it reaches another."""
    found = nearest(_levels(board, size, here), _ring(board, there, other, reach, metric, size))
    return found[0] if found else None


@lru_cache(maxsize=1 << 16)
def _apart(grid: Grid, here: Cell, there: Cell, metric: Metric) -> int:
    """Cells between two."""
    return grid.distance(here, there, metric)


class Blow(NamedTuple):
    """An attack that could be made: at whom, what it is worth in all and what of it is harm, how far off and where."""

    foe: int
    value: float
    harm: float
    cost: int
    spots: CellSet


_VALUE = attrgetter("value")


class Forecast:
    """The turns after some states that come of one decision."""

    def __init__(self, threats: Threats, rules: Ruleset, team: int, middling: float, most: int, lots: Chooser) -> None:
        self.threats, self.rules, self.most, self._lots = threats, rules, most, lots
        self.lot, self._lucks = lots.below(LOTS), dict[tuple[int, int, int], float]()
        self.board, self.metric, self.kill = threats.board, threats.metric, KILL * middling
        world = threats.world
        known = [unit for unit in standing(world) if unit in threats.foes or teams(world)[unit] == team]
        fights_for = teams(world)
        self.fighters = {
            unit: Fighter(
                1 if fights_for[unit] == team else -1,
                size_of(world, unit),
                max(0, threats.stride_of(unit)),
                bool(zone(world, unit)),
            )
            for unit in known
        }

    def after(self, world: World, who: int, values: Mapping[int, float], rest: Rest) -> float:
        """What comes of it for the team, in the units of `worth`; `values` are what units count then, foes below 0."""
        up, there = set(standing(world)), dict[int, Cell]()
        full = {unit: max(0.0, fighter.sign * values.get(unit, 0.0)) for unit, fighter in self.fighters.items()}
        for unit in self.fighters:
            place = world.find(unit, Position)
            if unit in up and place is not None and full[unit] > 0:
                there[unit] = place.cell
        if who in there and rest.cell is not None:
            there[who] = rest.cell
        order, total = self._order(world, who), 0.0
        for number in range(PLAYS):
            play = _Play(self, dict(there), full, number)
            if rest.attacks and who in there:
                play.strike(who)
            total += play.run(order)
        return total / PLAYS

    def _order(self, world: World, who: int) -> list[int]:
        """Who is likely to act, the next first: as the ruleset foresees it, else one of each side in turn.

        Those who have fallen by then stand in it, too: all options are followed for as long.
        """
        rules = self.rules
        done = frozenset[int]() if isinstance(rules, ActsAgain) else rules.acted(world)
        coming = rules.coming(world) if isinstance(rules, Foresees) else ()
        now = [unit for unit in coming if unit in self.fighters]
        rest = [unit for unit in self.fighters if unit != who and unit not in now]
        now += self._in_turns([unit for unit in rest if unit not in done], now[-1] if now else who)
        early = self._in_turns([unit for unit in rest if unit in done], now[-1] if now else who)
        every = [*now, *early, *([who] if who not in now else [])]
        return list(itertools.islice(itertools.cycle(every), self.most))

    def luck(self, play: int, unit: int, time: int) -> float:
        """How much of what it promises an attack brings in that play; what is more in one is less in another."""
        key = (play // 2, unit, time)
        if key not in self._lucks:
            self._lucks[key] = LUCK * (2 * self._lots.below(2) - 1)
        return 1 - self._lucks[key] if play % 2 else 1 + self._lucks[key]

    def _in_turns(self, units: Sequence[int], last: int) -> list[int]:
        """One of each side in turn, those of the others than `last` first."""
        sign = self.fighters[last].sign if last in self.fighters else 1
        sides = [[unit for unit in units if (self.fighters[unit].sign == sign) == own] for own in (False, True)]
        return [unit for row in itertools.zip_longest(*sides) for unit in row if unit is not None]


class _Play:
    """Some turns of units that attack as best they can: places, and what is left of everybody."""

    def __init__(self, forecast: Forecast, there: dict[int, Cell], full: dict[int, float], number: int) -> None:
        self.forecast, self.there, self.left, self.full, self.number = forecast, there, full.copy(), full, number
        self.times = dict.fromkeys(there, 0)
        self.fighters, self.board, self.threats = forecast.fighters, forecast.board, forecast.threats
        self.total = 0.0
        self.weight = 1.0

    def run(self, order: list[int]) -> float:
        """What the turns bring in all, what is farther off counting less."""
        fade = LATER ** (1 / len(self.fighters))
        for unit in order:
            if unit in self.there:
                self._turn(unit)
            self.weight *= fade
        return self.total

    def strike(self, unit: int) -> None:
        """It makes the best attack from where it is, which counts elsewhere."""
        foes, here = self._nearest(unit), (1 << self.there[unit],)
        blow = max(
            (blow for foe in foes for blow in self._blows(unit, foe, here, here[0], 0.0)), key=_VALUE, default=None
        )
        if blow is not None and blow.value > 0:
            self._take(blow.foe, blow.harm)

    def _turn(self, unit: int) -> None:
        """It makes the best attack that it gets to, or comes nearer to the best there is."""
        fighter, here = self.fighters[unit], self.there[unit]
        foes = self._nearest(unit)
        flees = LEAVE * sum(self._strongest(foe, unit) for foe in foes if self._holds(foe, here, fighter.size))
        levels = _levels(self.board, fighter.size, here)
        taken = bits(cell for one, cell in self.there.items() if one != unit)
        near, within = levels[: fighter.stride + 1], _within(self.board, fighter.size, here, fighter.stride) & ~taken
        blows = [blow for foe in foes for blow in self._blows(unit, foe, near, within, flees)]
        now = max(blows, key=_VALUE, default=None)
        if now is not None and now.value > 0:
            if now.cost and flees:
                self._hurt(unit, flees)
            if unit in self.there:
                self.there[unit] = self._one_of(now.spots)
                self.times[unit] += 1
                self._hurt(now.foe, now.harm * self.forecast.luck(self.number, unit, self.times[unit]))
        elif not flees:
            self._come_nearer(unit, foes, within)

    def _blows(self, unit: int, foe: int, levels: Sequence[CellSet], within: CellSet, flees: float) -> Iterator[Blow]:
        """Its attacks at a foe from cells within reach, the nearest for each; `flees` is what leaving its own costs."""
        power, left = self.left[unit] / self.full[unit], self.left[foe]
        for arm, gain in self.threats.gains(unit, foe)[:WAYS]:
            ring = self._from(foe, arm.reach, self.fighters[unit].size)
            ring &= within
            if ring and arm.far:
                ring = sights(self.board, self.there[foe], ring)
            found = nearest(levels, ring) if ring else None
            if found is not None:
                harm = min(gain * power, left)
                value = harm + self.forecast.kill * (harm / left) ** 2
                yield Blow(foe, value - flees if found[0] else value, harm, *found)

    def _one_of(self, spots: CellSet) -> Cell:
        """By lot: the first is the one farthest north-west, toward the enemy for one side only."""
        found = list(cells(spots))
        return found[self.forecast.lot % len(found)]

    def _nearest(self, unit: int) -> list[int]:
        sign, here, grid = self.fighters[unit].sign, self.there[unit], self.board.grid
        foes = [one for one in self.there if self.fighters[one].sign != sign]
        if len(foes) > CHOICES:
            metric, there = self.forecast.metric, self.there
            foes = sorted(foes, key=lambda foe: (_apart(grid, here, there[foe], metric), foe))[:CHOICES]
        return foes

    def _from(self, foe: int, reach: int, size: int) -> CellSet:
        """The anchors from which a body of that size reaches a foe."""
        return _ring(self.board, self.there[foe], self.fighters[foe].size, reach, self.forecast.metric, size)

    def _holds(self, foe: int, here: Cell, size: int) -> bool:
        return self.fighters[foe].holds and bool(self._from(foe, 1, size) >> here & 1)

    def _strongest(self, foe: int, unit: int) -> float:
        found = self.threats.gains(foe, unit)
        return found[0][1] if found else 0.0

    def _come_nearer(self, unit: int, foes: Sequence[int], within: CellSet) -> None:
        """To the cell in reach of a turn that is least far from the foe that is best worth the way."""
        fighter, here = self.fighters[unit], self.there[unit]
        best, goal = 0.0, None
        for foe in foes:
            for arm, gain in self.threats.gains(unit, foe)[:WAYS]:
                there, size = self.there[foe], self.fighters[foe].size
                cost = _way(self.board, here, fighter.size, there, size, arm.reach, self.forecast.metric)
                if cost is not None:
                    value = min(gain, self.left[foe]) * PUT_OFF ** (cost / max(1, fighter.stride))
                    if value > best:
                        best, goal = value, there
        if goal is not None:
            found = nearest(_levels(self.board, fighter.size, goal), within)
            if found is not None:
                self.there[unit] = self._one_of(found[1])

    def _hurt(self, unit: int, harm: float) -> None:
        """Take it and count it; the likelier the unit falls the more of it is gone."""
        before, full = self.left[unit], self.full[unit]
        self._take(unit, harm)
        after = self.left[unit]
        fell = (1 - after / full) ** 2 - (1 - before / full) ** 2
        self.total -= self.fighters[unit].sign * (before - after + self.forecast.kill * fell) * self.weight

    def _take(self, unit: int, harm: float) -> None:
        """Take so much of what a unit counts; it may be out of the fight by that."""
        left = self.left[unit] = max(0.0, self.left[unit] - harm)
        if left <= DOWN * self.full[unit]:
            del self.there[unit]
