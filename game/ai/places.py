"""What it is worth to a unit to stand on a cell when its turn is over, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.ai.aims import Aim, aims, care, rounds_left, urgency
from game.ai.counts import counted, exceeds, some, taken, totals
from game.ai.crowds import crowd
from game.ai.lateness import Pressure
from game.ai.threat import Threats, costs_in, sights
from game.grid.grid import Cell, CellSet, bits, cells, union
from game.systems.field import cells_of, enemies, standing, team
from game.systems.zones import zone

NEXT = 0.5  # what an attack in the next turn counts of one in this
LATER = 0.75  # the same for each turn that it takes to come to it
ENGAGED = 0.08  # what it costs a shooter to stand in a foe's zone
HEMMED = 0.025  # and anybody, for each zone more than one
AWAY = 0.06  # what it costs to be a turn further from the fight
WORTHY = 0.5  # share of the best attack's worth that an attack must have to be walked to
LONG = 8  # turns beyond which it makes no difference
DANGER = 0.7  # what a foe's expected attack counts
PERIL = 0.08  # what it costs to stay on dangerous ground
PRESS = 0.06  # what it counts to be in reach of somebody, whatever an attack would promise
ALONE = 0.04  # what it costs for each foe near that no friend near makes up for, to oneself and to a friend


class Way(NamedTuple):
    """Something worth walking to."""

    levels: tuple[CellSet, ...]  # by cost how far it is
    goals: CellSet  # the anchors from which it is had
    value: float
    name: str
    soon: float  # what of it is left for who gets there only in its next turn


class Places:
    """Cells as one unit sees them in one state."""

    def __init__(self, threats: Threats, worth_of_team: float, own: int, haste: Pressure) -> None:
        self.threats = threats
        world = threats.world
        self.strikes = threats.strikes()
        self.goals: list[Aim] = aims(world, own, threats.unit, worth_of_team, threats.stride_of, haste.stuck)
        self.care = care(world, own, threats.unit)
        self.urgency, fear = urgency(threats.rules, world, own, haste)
        self.fear = DANGER * self.care * fear
        self.perils = threats.perils()
        self.last = not rounds_left(world)
        self.shoots = threats.shoots()
        self.whole = max(0.01, threats.gauges.value(world, threats.unit))
        self.zones = [threats.touching(zone(world, foe)) for foe in threats.foes]
        self._ways: list[Way] | None = None
        self._strikes: dict[Cell, float] = {}
        self._crowds: tuple[Sequence[CellSet], Sequence[CellSet], Sequence[CellSet]] | None = None
        self._known: dict[Cell, tuple[tuple[str, float], ...]] = {}
        self._values: dict[Cell, float] = {}

    def ways(self) -> list[Way]:
        """What is worth walking to."""
        if self._ways is None:
            found = []
            goals = 0
            for spots in self.strikes:
                if spots.value >= WORTHY * self.strikes[0].value:
                    goals |= spots.cells
            if goals and not self.last:
                best = (self.strikes[0].value * NEXT + PRESS) * self.urgency
                found.append(Way(self.threats.ways_to(goals), goals, best, "approach", 1.0))
            elif not self.threats.foes and not self.last:
                out_of_sight = self.threats.out_of_sight()
                found.append(Way(self.threats.ways_to(out_of_sight), out_of_sight, PRESS * self.urgency, "seek", 1.0))
            for aim in self.goals:
                anchors = self.threats.touching(aim.cells)
                found.append(Way(self.threats.ways_to(anchors), anchors, aim.value, "objective", aim.soon))
            self._ways = found
        return self._ways

    def learn_all(self, *several: Iterable[Cell]) -> None:
        """Weigh several lots of cells at once, as if they were weighed one after the other."""
        lots, known = list[CellSet](), bits(self._known)
        for wanted in several:
            lots.append(bits(wanted) & ~known)
            known |= lots[-1]
        self._learn(*lots)

    def learn(self, wanted: Iterable[Cell]) -> None:
        """Weigh many cells at once."""
        self._learn(bits([cell for cell in wanted if cell not in self._known]))

    def _learn(self, *lots: CellSet) -> None:
        new = union(lots)
        if not new:
            return
        self.learn_strikes(new)
        fear, dangers = self.fear, self.threats.danger_in(*lots)
        lives = {cell: self._lives(danger) for cell, danger in dangers.items() if danger}
        found = {cell: [("danger", -fear * danger)] for cell, danger in dangers.items()}
        for cell in cells(new & self.perils):
            found[cell].append(("peril", -PERIL * self.whole))
        for cell, zones in self._engaged(new).items():
            price = ENGAGED if self.shoots else HEMMED * (zones - 1)
            if price:
                found[cell].append(("engaged", -price))
        for cell, price in self._lonely(new).items():
            found[cell].append(("company", -ALONE * price))
        self._add_ways(new, found, lives)
        self._known |= {cell: tuple(terms) for cell, terms in found.items()}
        self._values |= {cell: sum([value for _, value in terms]) for cell, terms in found.items()}

    def _add_ways(self, new: CellSet, found: dict[Cell, list[tuple[str, float]]], lives: dict[Cell, float]) -> None:
        """What it is worth to be so far on the way to something; `lives` leaves out who is in no danger."""
        stride, strikes = self.threats.stride, self._strikes
        for levels, goals, value, name, soon in self.ways():
            for cost, here in costs_in(levels, new):
                turns = cost / stride
                whole = value * LATER**turns
                if name == "approach" and cost:
                    whole -= AWAY * self.urgency * min(turns, LONG)
                for cell in cells(here):
                    part = whole
                    if name == "approach" and not cost:
                        part = max(part * LATER, (strikes[cell] * NEXT + PRESS) * self.urgency)
                    elif name == "objective" and not goals >> cell & 1:
                        part *= soon
                    if part > 0 and cell in lives:
                        part *= lives[cell]  # who falls on the way never gets there
                    found[cell].append((name, part))

    def _lives(self, danger: float) -> float:
        """How likely it is still up to act after such dangers."""
        return 1 - min(1.0, self.care * danger / self.whole) ** 2

    def held(self) -> bool:
        """Whether the unit stands in a foe's zone."""
        here = cells_of(self.threats.world, self.threats.unit)
        return any(held & here for held in self.zones)

    def _engaged(self, wanted: CellSet) -> dict[Cell, int]:
        """Of the wanted cells those in a foe's zone, and in how many."""
        found: dict[Cell, int] = {}
        for held in self.zones:
            for cell in cells(wanted & held):
                found[cell] = found.get(cell, 0) + 1
        return found

    def _lonely(self, wanted: CellSet) -> dict[Cell, int]:
        """By how many foes the unit would be outnumbered, and fewer by the friends it would stand by."""
        if self._crowds is None:
            self._crowds = self._count_crowds()
        foes, friends, alone = self._crowds
        found, wanted = {}, wanted & (some(foes) | some(alone))
        by_foes, by_friends, by_alone = totals(foes, wanted), totals(friends, wanted), totals(alone, wanted)
        for cell, many in by_foes.items():
            more = many - by_friends[cell] - 1
            price = (more if more > 0 else 0) - by_alone[cell]
            if price:
                found[cell] = price
        return found

    def _count_crowds(self) -> tuple[Sequence[CellSet], Sequence[CellSet], Sequence[CellSet]]:
        """By binary digits, how many foes are near each cell, how many friends, and how many of those outnumbered."""
        threats, world = self.threats, self.threats.world
        own, stride, metric = team(world, threats.unit), threats.stride, threats.metric
        if len(threats.foes) == len(enemies(world, threats.unit)):
            foes = crowd(world, own, "others", stride, metric)
        else:  # of some foes nobody knows where they are
            foes = counted([threats.near(foe) for foe in threats.foes])
        friends = crowd(world, own, "own", stride, metric)
        if threats.unit in standing(world):
            friends = taken(friends, threats.near(threats.unit))
        beset = exceeds(foes, friends)  # whoever stands there has more foes than friends about, the unit left out
        bodies = threats.bodies
        left = [threats.near(friend) for friend in threats.friends if bodies[friend] & beset]
        return foes, friends, counted(left)

    def terms(self, cell: Cell) -> tuple[tuple[str, float], ...]:
        """What a cell is worth, by name."""
        if cell not in self._known:
            self.learn((cell,))
        return self._known[cell]

    def value(self, cell: Cell) -> float:
        """What a cell is worth."""
        if cell not in self._values:
            self.learn((cell,))
        return self._values[cell]

    def best(self, wanted: Iterable[Cell]) -> float:
        """What the best of some cells is worth."""
        them = list(wanted)
        self.learn(them)
        return max([self._values[cell] for cell in them])

    def strike(self, cell: Cell) -> float:
        """What the best attack from there promises."""
        if cell not in self._strikes:
            self.learn_strikes(1 << cell)
        return self._strikes[cell]

    def learn_strikes(self, wanted: CellSet) -> None:
        """Find the best attack from each of many cells at once; nothing may stand in the way of a shot."""
        self._strikes.update(dict.fromkeys(cells(wanted), 0.0))
        for spots in self.strikes:
            free = spots.cells & wanted
            if free and spots.eye is not None:
                free = sights(self.threats.board, spots.eye, free)
            if free:
                self._strikes.update(dict.fromkeys(cells(free), spots.value))
                wanted &= ~free
