"""Where everybody gets in a turn and what it would gain there: dangers and prospects of cells, in closed form."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from game.ai import areas
from game.ai.areas import CLIMB, WALKS, sights
from game.ai.counts import add_times, by_number, counted, some
from game.ai.knowing import NOBODY, Units
from game.grid.grid import Cell, CellSet, Metric, bits, first, union
from game.grid.paths import distance_field
from game.kernel.components import Conditions, Gear, Pools, Position, Unit, changed
from game.kernel.ecs import World
from game.kernel.flow import Action, Option
from game.rules.foresight import Arm, foresight_of, gain
from game.rules.ruleset import Ruleset, reads_hazard
from game.rules.supposing import Supposition
from game.systems.field import PLACES, board_of, bodies, cells_of, enemies, size_of, standing, team, teams
from game.systems.steps import plain_tolls

SPREAD = 0.5  # how much less likely a foe picks a unit for each other that it reaches
CROWD = 0.2  # how much more each foe counts for each other that comes, too
# How likely a foe attacks that has to walk so much of its way for it: nearer ones are nearer to hand.
_LIKELY = (1.1, 0.95, 0.8)
UNSEEN = 0.4  # what a shooter counts that has to step to where it sees
_MARKS = (Pools, Conditions, Gear)
LOOKED_AT = 6  # foes that are looked at however far they are
_FINE, _COARSE = 1 << 13, 1 << 7  # parts of 1 in which dangers are added up; where they are rough anyhow
_SHOTS = 6  # shots that are looked at more closely
_FEW = 64  # cells of which all are looked at
_FAR = 60  # the longest way that is worth walking


class Spots(NamedTuple):
    """Cells and what something there is worth; in full only where they are seen from `eye`, if that is given."""

    cells: CellSet
    value: float
    eye: Cell | None = None


def hope(world: World, supposed: Supposition | None, metric: Metric, attacker: int, arm: Arm, target: int) -> float:
    """What the attack would promise from where it can be made: a shot out of range or sight promises nothing."""
    found = gain(world, attacker, arm, target)
    if found > 0 or not arm.far:
        return found
    board, here, there = board_of(world), cells_of(world, attacker), cells_of(world, target)
    grid, near = board.grid, max(1, 2 * arm.reach // 3)
    if grid.distance_sets(here, there, metric) <= arm.reach and sights(board, first(there), here):
        return found
    supposed = supposed or Supposition(world)
    spots = grid.within(there, near, metric) & ~there
    if spots:
        cell, _ = grid.nearest_cells(spots, here, metric)
        if not sights(board, first(there), 1 << cell):
            spots = sights(board, first(there), spots)
    if spots:
        cell, _ = grid.nearest_cells(spots, here, metric)
        found = gain(supposed.at(attacker, cell), attacker, arm, target)
        if found > 0:
            return found
    # Behind a wall the target is safe, but not before it.
    spots = sights(board, first(here), board.passable & grid.within(here, near, metric) & ~here)
    if not spots:
        return found
    cell, _ = grid.nearest_cells(spots, there, metric)
    return gain(supposed.at(target, cell), attacker, arm, target)


class Threats:
    """What the enemies of one unit could do in their next turns, and what it could do to them, in one state."""

    def __init__(self, world: World, rules: Ruleset, unit: int, unseen: Units = NOBODY) -> None:
        gauges, _, self.prospects, _, self.covers = foresight_of(rules)
        assert gauges is not None
        self.rules, self.world, self.unit, self.gauges = rules, world, unit, gauges
        self.metric, self.board = rules.metric, board_of(world)
        self.size = size_of(world, unit)
        self.foes = [foe for foe in enemies(world, unit) if foe not in unseen and world.has(foe, Position)]
        own, fights_for = team(world, unit), teams(world)
        self.friends = [one for one in standing(world) if one != unit and fights_for[one] == own]
        self.stride = max(1, gauges.stride(world, unit))
        self.supposed = Supposition(world)
        self._dangers: dict[int, list[tuple[CellSet, float, Cell | None]]] = {}
        self._gains: dict[tuple[int, int], tuple[tuple[Arm, float], ...]] = {}
        self._arms: dict[int, tuple[Arm, ...]] = {}
        self._strides: dict[int, int] = {}
        self._shots: dict[Action, float | None] = {}
        self._alarms: list[tuple[int, CellSet]] | None = None
        self.bodies = bodies(world)
        grid, here, metric = self.board.grid, self.bodies[unit], self.metric
        self.away = {foe: grid.distance_sets(here, self.bodies[foe], metric) for foe in self.foes}
        self._nearest = [foe for _, foe in sorted([(away, foe) for foe, away in self.away.items()])]
        self.reach = self.stride + max((arm.reach for arm in gauges.arms(world, unit)), default=0)
        self._alike: dict[Hashable, int] = {}
        self._anchors = bits([first(self.bodies[friend]) for friend in self.friends])

    def alike(self, foe: int, *more: Hashable) -> int:
        """A foe of its kind, with these marks in common: what one promises is about what the other does."""
        return self._alike.setdefault((self.world.get(foe, Unit).sheet, *more), foe)

    def _marks(self, foe: int) -> tuple[Hashable, ...]:
        """What tells apart foes of one kind that are struck at."""
        return tuple(self.world.find(foe, kind) for kind in _MARKS)

    def gains(self, attacker: int, target: int) -> tuple[tuple[Arm, float], ...]:
        """Its ways to attack that are worth something against that target, the best first."""
        found = self._gains.get((attacker, target))
        if found is None:
            arms = self.arms_of(attacker)
            each = [(arm, self._gain(attacker, arm, target)) for arm in arms]
            found = tuple(sorted((one for one in each if one[1] > 0), key=lambda one: -one[1]))
            self._gains[attacker, target] = found
        return found

    def _gain(self, attacker: int, arm: Arm, target: int) -> float:
        return self.hope(self.world, attacker, arm, target)

    def hope(self, world: World, attacker: int, arm: Arm, target: int) -> float:
        """What an attack would promise in this state or in a later one."""
        if self.prospects is not None:
            found = self.prospects.prospect(world, attacker, arm, target)
            if found is not None:
                return found
        return hope(world, self.supposed if world is self.world else None, self.metric, attacker, arm, target)

    def against(self, foe: int) -> tuple[tuple[Arm, float], ...]:
        """What the unit gains by attacking a foe; of one out of reach in this turn its kind alone counts."""
        like = self.alike(foe, *(self._marks(foe) if self.away[foe] <= self.reach else ()))
        return self.gains(self.unit, like)

    def promising(self, options: Sequence[Option]) -> Sequence[Option]:
        """Of many shots at foes those that promise most in the open, and all other attacks."""
        if self.prospects is None or len(options) <= _SHOTS:
            return options
        promised = [(self._shot(option.action), option) for option in options]
        shots = [(promise, option) for promise, option in promised if promise is not None]
        best = [option for _, option in nlargest(_SHOTS, shots, key=itemgetter(0))]
        return [option for promise, option in promised if promise is None] + best

    def _shot(self, action: Action) -> float | None:
        """What a shot at a foe promises in the open; None for any other attack."""
        if action not in self._shots:
            aimed, foe, found = changed(action, unit=None), action.unit, None
            if foe in self.away and any(arm.far and arm.action == aimed for arm in self.arms_of(self.unit)):
                found = next((value for arm, value in self.against(foe) if arm.action == aimed), 0.0)
            self._shots[action] = found
        return self._shots[action]

    def by(self, foe: int) -> tuple[tuple[Arm, float], ...]:
        """What a foe, or one of its kind that is armed like it, gains by attacking the unit."""
        return self.gains(self.alike(foe, self.arms_of(foe)), self.unit)

    def nearest(self, count: int) -> list[int]:
        """The foes nearest to the unit."""
        return self._nearest[:count]

    # Danger

    def danger_in(self, *lots: CellSet) -> list[tuple[float, CellSet]]:
        """What the foes may be expected to do to the unit before its next turn, and on which of these anchors.

        It is as if one lot were asked for after the other: of the foes those alone are thought of that are near a lot.
        """
        wanted = union(lots)
        planes: list[CellSet] = []
        reached: list[CellSet] = []
        fine = _FINE if self.prospects is None else _COARSE
        for lot in lots if len(lots) > 1 else ():
            for foe, around in self._alarming():
                if around & lot:
                    self.alike(foe, self.arms_of(foe))
        for foe, around in self._alarming():
            near = 0
            for lot in lots:
                near |= lot if around & lot else 0
            if not near:
                continue
            left = near
            for covered, value, eye in self._danger_of(foe):
                found = covered & left
                if found:
                    view = found if eye is None else sights(self.board, eye, found)
                    add_times(planes, view, int(value * fine))
                    add_times(planes, found & ~view, int(value * UNSEEN * fine))
                    left &= ~found
            reached.append(near & ~left)
        dangerous = some(planes) & wanted
        dangers = [(0.0, wanted & ~dangerous)]
        for crowd, area in by_number(counted(reached), dangerous):
            worse = _crowded(crowd)
            dangers += [(total / fine * worse, here) for total, here in by_number(planes, area)]
        return dangers

    def _alarming(self) -> list[tuple[int, CellSet]]:
        """The foes that can attack, the nearest first, and the cells at which they might get in their next turn."""
        if self._alarms is None:
            grid, metric = self.board.grid, self.metric
            found: list[tuple[int, CellSet]] = []
            for foe in self._nearest:
                arms = self.arms_of(foe)
                if arms:
                    reach = self.stride_of(foe) + max([arm.reach for arm in arms]) + self.size - 1
                    found.append((foe, areas.around(grid, self.bodies[foe], reach, metric)))
            self._alarms = found
        return self._alarms

    def arms_of(self, one: int) -> tuple[Arm, ...]:
        """The ways to attack that somebody has."""
        found = self._arms.get(one)
        if found is None:
            found = self._arms[one] = self.gauges.arms(self.world, one)
        return found

    def stride_of(self, one: int) -> int:
        """How many cells somebody walks in a turn and still attacks."""
        found = self._strides.get(one)
        if found is None:
            found = self._strides[one] = self.gauges.stride(self.world, one)
        return found

    def near(self, one: int) -> CellSet:
        """The cells from which it is a turn's way to somebody, or less."""
        return areas.around(self.board.grid, self.bodies[one], self.stride, self.metric)

    def reaches(self, foe: int) -> bool:
        """Whether the foe can attack the unit where it stands in its next turn."""
        here = cells_of(self.world, self.unit)
        return any(self.covered(foe, arm.reach)[-1] & here for arm in self.arms_of(foe))

    def _danger_of(self, foe: int) -> list[tuple[CellSet, float, Cell | None]]:
        """Cells at which a foe may attack, what that does, and whence it shoots, as `Spots`."""
        known = self._dangers.get(foe)
        if known is not None:
            return known
        before = 0
        found: list[tuple[CellSet, float, Cell | None]] = []
        here, gains = self.world.get(foe, Position).cell, self.by(foe)
        body, stride = self.bodies[foe], self.stride_of(foe)
        far = max([arm.reach for arm, _ in gains], default=0)
        grid = self.board.grid
        ways: list[tuple[float, CellSet, bool]] = []
        reached = [(arm.far, value, self.covered(foe, arm.reach)) for arm, value in gains]
        for at, (part, likely) in enumerate(zip(WALKS, _LIKELY, strict=True) if gains else ()):
            share = likely * self._share(areas.around(grid, body, far + int(stride * part), self.metric))
            ways += [(value * share, covered[at], at_range) for at_range, value, covered in reached]
        ways.sort(key=itemgetter(0), reverse=True)
        for value, covered, at_range in ways:
            covered = (covered if self.size == 1 else self.touching(covered)) & ~before
            before |= covered
            if covered:
                found.append((covered, value, here if at_range else None))
        self._dangers[foe] = found
        return found

    def _share(self, reach: CellSet) -> float:
        """How likely a foe picks this unit, and not another to which it would not have to go farther."""
        return 1 / (1 + SPREAD * (reach & self._anchors).bit_count())

    def covered(self, foe: int, reach: int) -> tuple[CellSet, ...]:
        """The cells that a foe can attack in its next turn from so far: by how much of its way it walks for it."""
        stride = self.stride_of(foe)
        if self.prospects is not None:
            return areas.roamed(self.board, self.bodies[foe], size_of(self.world, foe), stride, reach, self.metric)
        key = ("covered", foe, stride, reach)
        return self.world.renew(key, areas.covered, areas.covered_since, PLACES, foe, stride, reach, self.metric)[0]

    def shoots(self) -> bool:
        """Whether it does best from afar."""
        near = far = 0.0
        for foe in self.nearest(3):
            for arm, value in self.against(foe):
                near, far = (near, max(far, value)) if arm.far else (max(near, value), far)
        return far > near

    def touching(self, covered: CellSet) -> CellSet:
        """The anchors at which the unit fills one of these cells."""
        return self.board.grid.anchors_touching(covered, self.size) if self.size > 1 else covered

    def perils(self) -> CellSet:
        """The anchors at which the unit stands on ground that its ruleset knows to be dangerous."""
        found = 0
        for effect, ground in self.board.hazards.items():
            if reads_hazard(self.rules, effect):
                found |= ground
        return self.touching(found) if found else 0

    # Prospects

    def strikes(self) -> list[Spots]:
        """The anchors from which the unit could attack, by what its best attack there promises."""
        found: list[Spots] = []
        fallen = self.touching(union(self.bodies[unit] for unit in self.bodies.keys() - set(standing(self.world))))
        for at, foe in enumerate(self._nearest):
            body, before = cells_of(self.world, foe), fallen  # nobody stops on the fallen
            if at >= LOOKED_AT and self.away[foe] > self.reach:
                break
            for arm, value in self.against(foe):
                around = self.touching(self.struck_from(body, arm) & ~body) & ~before
                if around:
                    found.append(Spots(around, value, first(body) if arm.far or body == body & -body else None))
                    before |= around
        return sorted(found, key=lambda spots: -spots.value)

    def struck_from(self, body: CellSet, arm: Arm) -> CellSet:
        """The cells from which an attack reaches a body, for all that its height tells."""
        if arm.far:
            return areas.around(self.board.grid, body, arm.reach, self.metric)
        if self.covers is not None:
            return self.covers.covered(self.board, body, arm.reach, self.metric)
        return areas.level_with(self.board, body, arm.reach, self.metric)

    def all_beset(self) -> bool:
        """Whether its side outnumbers the foes, and beside each of them a friend stands that can strike at it."""
        if not 0 < len(self.foes) <= len(self.friends):
            return False
        apart = self.board.grid.distance_sets
        near: dict[int, int] = {}
        for one in self.friends:
            near[one] = max((arm.reach for arm in self.arms_of(one) if not arm.far), default=0)

        def beset(foe: int) -> bool:
            there = self.bodies[foe]
            return any(apart(self.bodies[one], there, self.metric) <= reach for one, reach in near.items())

        return all(beset(foe) for foe in self.foes)

    def seen_from(self, spots: Spots) -> CellSet:
        """Those of the anchors from which nothing is in the way of the attack; all, if it is none.

        Of many the near ones alone, if there are any: on a big map it takes long to look at all that is in range.
        """
        if spots.eye is None:
            return spots.cells
        there, far = spots.cells & self.board.passable, 2 * self.stride
        while True:
            near = there
            if there.bit_count() > _FEW:
                near &= areas.around(self.board.grid, self.bodies[self.unit], far, self.metric)
            found = sights(self.board, spots.eye, near)
            if found or near == there:
                return found or spots.cells
            far *= 2

    def out_of_sight(self) -> CellSet:
        """The cells that none of its side sees: where foes may be of whom nothing is known."""
        hidden = self.board.passable
        for one in (self.unit, *self.friends):
            hidden &= ~sights(self.board, self.world.get(one, Position).cell, hidden)
        return hidden

    def ways_to(self, goals: CellSet) -> tuple[CellSet, ...]:
        """By cost, the anchors that far from one of these on foot; foes are in the way."""
        if not goals:
            return ()
        board = self.board
        tolls = plain_tolls(board, self.size, CLIMB)
        blocked = 0
        for foe in self.foes:
            blocked |= cells_of(self.world, foe)
        return distance_field(board.grid, tolls, goals, _FAR, blocked=self.touching(blocked), towards=True)


def _crowded(foes: int) -> float:
    """How much more the danger counts where so many come."""
    return 1 + CROWD * max(0, foes - 1)
