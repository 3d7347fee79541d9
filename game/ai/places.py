"""What it is worth to a unit to stand on a cell when its turn is over, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from game.ai.aims import Aim, aims, care, rounds_left, urgency
from game.ai.areas import costs_in, sights
from game.ai.bearing import Terms
from game.ai.counts import by_number, counted, exceeds, some, taken
from game.ai.crowds import crowd
from game.ai.lateness import Pressure
from game.ai.threat import Threats
from game.grid.grid import Cell, CellSet, cells, union
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
WAYS = ("approach", "seek", "objective")  # what is worth walking to


class Way(NamedTuple):
    """Something worth walking to."""

    levels: tuple[CellSet, ...]  # by cost how far it is
    goals: CellSet  # the anchors from which it is had
    value: float
    name: str
    soon: float  # what of it is left for who gets there only in its next turn


_Parts: TypeAlias = "tuple[float, float, Terms, Terms]"
"""What some cells are worth is made of: their danger, how likely the unit lives through it, what they cost and gain."""


class Places:
    """Cells as one unit sees them in one state."""

    def __init__(
        self, threats: Threats, worth_of_team: float, own: int, haste: Pressure, counts: Mapping[str, float]
    ) -> None:
        self.threats = threats
        world = threats.world
        self.strikes = threats.strikes()
        self.goals: list[Aim] = aims(world, own, threats.unit, worth_of_team, threats.stride_of, haste)
        self.care = care(world, own, threats.unit)
        self.urgency, fear = urgency(threats.rules, world, own, haste, counts.get("lead", 1.0))
        # How many times as much as usual terms count, see `profiles.Profile`; where nothing happens ways count in full.
        self.counts = {
            name: count + (1 - count) * haste.stuck if name in WAYS else count for name, count in counts.items()
        }
        self.fear = DANGER * self.care * fear * counts.get("danger", 1.0)
        self.perils = threats.perils()
        self.last, self.quiet = not rounds_left(world), haste.quiet > 0
        self.shoots = threats.shoots()
        self.whole = max(0.01, threats.gauges.value(world, threats.unit))
        self.zones = [threats.touching(zone(world, foe)) for foe in threats.foes]
        self._ways: list[Way] | None = None
        self.struck_from: list[tuple[float, CellSet]] = []  # what the best attacks promise, and from which known cells
        self._crowds: tuple[Sequence[CellSet], Sequence[CellSet], Sequence[CellSet]] | None = None
        self._known_cells: CellSet = 0
        self._known: dict[Cell, tuple[float, Terms]] = {}  # of those that were asked for one by one
        self._ranked: list[tuple[float, CellSet, _Parts]] = []  # what cells are worth, the best first if in order
        self._in_order = True

    def ways(self) -> list[Way]:
        """What is worth walking to."""
        if self._ways is None:
            found = []
            goals = 0
            # Of foes that get away from all, one on the heels of each is enough: the others cut its way off.
            for spots in () if self.quiet and self.threats.all_beset() else self.strikes:
                if spots.value >= WORTHY * self.strikes[0].value:
                    goals |= self.threats.seen_from(spots)
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

    def learn_all(self, *several: CellSet) -> None:
        """Weigh several lots of cells at once, as if they were weighed one after the other."""
        known = self._known_cells
        lots: list[CellSet] = []
        for wanted in several:
            lots.append(wanted & ~known)
            known |= wanted
        self._learn(*lots)

    def values(self, wanted: CellSet) -> dict[Cell, float]:
        """What many cells are worth, weighed at once."""
        self._learn(wanted & ~self._known_cells)
        return _by_cell([(value, where) for value, where, _ in self._ranked], wanted)

    def strikes_at(self, wanted: CellSet) -> dict[Cell, float]:
        """What the best attack from each of these cells promises."""
        self._learn(wanted & ~self._known_cells)
        return _by_cell(((0.0, wanted), *self.struck_from), wanted)

    def _learn(self, *lots: CellSet) -> None:
        new = union(lots)
        if not new:
            return
        self._known_cells |= new
        self._learn_strikes(new)
        alike = self._alike(new)
        kinds: dict[Cell, tuple[Terms, Terms, CellSet]] = {}
        for kind in alike:
            kinds.update(dict.fromkeys(cells(kind[2]), kind))
        for danger, there in self.threats.danger_in(*lots):
            fear, lives = -self.fear * danger, self._lives(danger)
            while there:
                costs, gains, area = kinds[(there & -there).bit_length() - 1]
                here = area & there
                there ^= here
                value = fear
                for _, cost in costs:
                    value += cost
                for _, part in gains:
                    value += part * lives if part > 0 else part
                self._ranked.append((value, here, (fear, lives, costs, gains)))
        self._in_order = False

    def _alike(self, new: CellSet) -> list[tuple[Terms, Terms, CellSet]]:
        """The cells of which the same is to be told, their danger aside: what it costs to stand there, and what it is
        worth to be so far on the way to something.
        """
        costs: list[tuple[Terms, CellSet]] = [((), new)]
        costs = self._split(costs, "peril", [(-PERIL * self.whole, self.perils)])
        costs = self._split(costs, "engaged", self._engaged(new))
        costs = self._split(costs, "company", self._lonely(new))
        gains: list[tuple[Terms, CellSet]] = [((), new)]
        for way in self.ways():
            gains = self._split(gains, way.name, self._on_the_way(way, new))
        return [(cost, gain, area & part) for gain, part in gains for cost, area in costs if area & part]

    def _split(
        self, groups: Iterable[tuple[Terms, CellSet]], name: str, values: Iterable[tuple[float, CellSet]]
    ) -> list[tuple[Terms, CellSet]]:
        """The groups of cells by what a further term is there; a cell without one stays as it is."""
        count = self.counts.get(name, 1.0)
        found: list[tuple[Terms, CellSet]] = []
        known = [(value * count, where) for value, where in values]
        for terms, area in groups:
            for value, where in known:
                here = area & where
                if here:
                    found.append(((*terms, (name, value)), here))
                    area ^= here
            if area:
                found.append((terms, area))
        return found

    def _on_the_way(self, way: Way, new: CellSet) -> Iterator[tuple[float, CellSet]]:
        """What it is worth to be so far on the way to something, and where."""
        levels, goals, value, name, soon = way
        for cost, here in costs_in(levels, new):
            turns = cost / self.threats.stride
            whole = value * LATER**turns
            if name == "approach" and not cost:
                for strike, there in (*self.struck_from, (0.0, here)):
                    yield max(whole * LATER, (strike * NEXT + PRESS) * self.urgency), there & here
                    here &= ~there
            elif name == "approach":
                yield whole - AWAY * self.urgency * min(turns, LONG), here
            elif name == "objective":
                yield whole, here & goals
                yield whole * soon, here & ~goals
            else:
                yield whole, here

    def _lives(self, danger: float) -> float:
        """How likely it is still up to act after such dangers."""
        return 1 - min(1.0, self.care * danger / self.whole) ** 2

    def held(self) -> bool:
        """Whether the unit stands in a foe's zone."""
        here = cells_of(self.threats.world, self.threats.unit)
        return any(held & here for held in self.zones)

    def _engaged(self, wanted: CellSet) -> Iterator[tuple[float, CellSet]]:
        """What it costs to stand in foes' zones, by in how many."""
        for zones, here in by_number(counted(self.zones), wanted):
            price = ENGAGED if self.shoots else HEMMED * (zones - 1)
            if zones and price:
                yield -price, here

    def _lonely(self, wanted: CellSet) -> Iterator[tuple[float, CellSet]]:
        """What it costs by how many foes the unit would be outnumbered, and fewer by the friends it would stand by."""
        if self._crowds is None:
            self._crowds = self._count_crowds()
        foes, friends, alone = self._crowds
        for many, there in by_number(foes, wanted & (some(foes) | some(alone))):
            for near, area in by_number(friends, there):
                for left, here in by_number(alone, area):
                    price = max(0, many - near - 1) - left
                    if price:
                        yield -ALONE * price, here

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

    def terms(self, cell: Cell) -> Terms:
        """What a cell is worth, by name."""
        return self._told(cell)[1]

    def value(self, cell: Cell) -> float:
        """What a cell is worth."""
        return self._told(cell)[0]

    def _told(self, cell: Cell) -> tuple[float, Terms]:
        found = self._known.get(cell)
        if found is None:
            self._learn(1 << cell & ~self._known_cells)
            value, parts = next((value, parts) for value, where, parts in self._ranked if where >> cell & 1)
            found = self._known[cell] = value, _named(*parts)
        return found

    def best(self, wanted: CellSet) -> float:
        """What the best of some cells is worth."""
        return self.best_of(wanted)[0]

    def best_of(self, wanted: CellSet) -> tuple[float, CellSet]:
        """The same, and which they are."""
        self._learn(wanted & ~self._known_cells)
        if not self._in_order:
            self._ranked.sort(key=itemgetter(0), reverse=True)
            self._in_order = True
        return next((value, where & wanted) for value, where, _ in self._ranked if where & wanted)

    def strike(self, cell: Cell) -> float:
        """What the best attack from there promises."""
        self._learn(1 << cell & ~self._known_cells)
        return next((value for value, there in self.struck_from if there >> cell & 1), 0.0)

    def _learn_strikes(self, wanted: CellSet) -> None:
        """Find the best attack from each of many cells at once; nothing may stand in the way of a shot."""
        for spots in self.strikes:
            free = spots.cells & wanted
            if free and spots.eye is not None:
                free = sights(self.threats.board, spots.eye, free)
            if free:
                self.struck_from.append((spots.value, free))
                wanted &= ~free


def _by_cell(groups: Iterable[tuple[float, CellSet]], wanted: CellSet) -> dict[Cell, float]:
    """Of these cells the number of each."""
    found: dict[Cell, float] = {}
    for value, there in groups:
        found.update(dict.fromkeys(cells(there & wanted), value))
    return found


def _named(fear: float, lives: float, costs: Terms, gains: Terms) -> Terms:
    """What a place is worth, by name. Who falls on the way never gets there."""
    return (("danger", fear), *costs, *((name, part * lives if part > 0 else part) for name, part in gains))
