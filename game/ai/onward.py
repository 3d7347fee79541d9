"""Where a unit may still go in its turn, what the ways take of its worth, and what the best place is worth by that."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.ai.places import Places
from game.grid.masks import CellSet, union
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.scratch import Scratch
from game.rules.offering import destinations, ways
from game.rules.verbs import Price, Question, price_for, question_of, table_of

TRIFLE = 0.003  # what a better place must be better by


class Fare(NamedTuple):
    """Cells to which a verb leads, what of the unit's worth that takes, and whether it can attack with what is left."""

    verb: str
    cells: CellSet
    cost: float = 0.0
    able: bool = True


class Onward:
    """The ways of one unit that is asked a question, in the state that `places` is about and in rehearsals of it.

    `hopes` tells which verbs are not worth a thought, `behind` where the unit comes from.
    """

    def __init__(self, places: Places, question: str, hopes: Mapping[str, float], behind: CellSet) -> None:
        self.places, self.question, self.hopes, self.behind = places, question, hopes, behind
        self.root, self.unit = places.threats.world, places.threats.unit
        self._first: dict[str, CellSet] | None = None
        self._fares: list[Fare] | None = None
        self._best: dict[CellSet, float] = {}

    def learn(self, here: CellSet) -> None:
        """Weigh the unit's own place and all to which it may go, if nobody has asked for any of them yet."""
        if self._first is None:
            self.places.learn_all(here, *self._ways().values())

    def further(self, world: World, stays: float) -> float:
        """What the best place is worth to which the unit may still go from where it is, the way paid; staying at least.

        A way is paid for where the ruleset tells prospects.
        """
        best = stays
        if world is not self.root and self.further(self.root, stays) <= stays:
            return stays
        for there in self._ways().values() if world is self.root else self._ways_in(world):
            found = there & ~self.behind
            if not found:
                continue
            if found not in self._best:
                self._best[found] = self._net(found)
            best = max(best, self._best[found])
        return best if best > stays + TRIFLE else stays

    def fares(self, wanted: Mapping[str, CellSet]) -> Iterator[Fare]:
        """What going to these cells takes, by verb; nothing where that is not known."""
        known = self._all_fares()
        for verb, left in wanted.items():
            for fare in known:
                here = fare.cells & left
                if here and fare.verb == verb:
                    yield fare._replace(cells=here)
                    left &= ~here
            if left:
                yield Fare(verb, left)

    def _ways(self) -> dict[str, CellSet]:
        """By verb the cells to which the unit may go now."""
        if self._first is None:
            self._first = dict(self._led(self.root))
        return self._first

    def _ways_in(self, world: World) -> Iterator[CellSet]:
        return (there for _, there in self._led(world))

    def _led(self, world: World) -> Iterator[tuple[str, CellSet]]:
        for name in _leading(question_of(self.root, self.question)):
            if self.hopes.get(name) != -math.inf:  # else it is not worth a thought as things stand
                found = destinations(world, self.unit, self.question, name)
                if found:
                    yield name, found

    def _net(self, there: CellSet) -> float:
        """What the best of some cells is worth, less what the way there takes."""
        places = self.places
        if places.threats.prospects is None:
            return places.best(there)
        fares = self._all_fares()
        found = [places.best(fare.cells & there) - fare.cost for fare in fares if fare.cells & there]
        new = there & ~union(fare.cells for fare in fares)
        return max([*found, places.best(new)] if new else found)

    def _all_fares(self) -> list[Fare]:
        if self._fares is None:
            self._fares = [*self._priced()]
        return self._fares

    def _priced(self) -> Iterator[Fare]:
        world, unit, value = self.root, self.unit, self.places.threats.gauges.value
        table, strikes, verbs = table_of(world), self._prices_of_strikes(), question_of(world, self.question).verbs
        before = value(world, unit)
        known: dict[Price, tuple[float, bool]] = {}
        then, now, derived = Scratch(), world.save(), world.derived
        for verb, left in self._ways().items():
            for price, there in ways(world, unit, verbs[verb]):
                here = there & left
                if not here:
                    continue
                if price not in known:
                    then.load(now, derived)
                    table.pay(then, unit, price)
                    able = any(not table.short_of(then, unit, each) for each in strikes)
                    known[price] = before - value(then, unit), able
                yield Fare(verb, here, *known[price])
                left &= ~here

    def _prices_of_strikes(self) -> set[Price]:
        """What attacks cost that the unit can make in its own turn."""
        threats, verbs = self.places.threats, question_of(self.root, self.question).verbs
        nearest = threats.nearest(1)
        actions = [changed(arm.action, unit=foe) for arm in threats.arms_of(self.unit) for foe in nearest]
        asked = [action for action in actions if action.verb in verbs]
        return {price_for(self.root, self.unit, verbs[action.verb], action) for action in asked}


@lru_cache(maxsize=64)
def _leading(question: Question) -> tuple[str, ...]:
    """The verbs of a question that are ways to go."""
    return tuple([verb.name for verb in question.verbs.values() if verb.ways is not None])
