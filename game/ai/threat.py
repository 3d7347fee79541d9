"""Where everybody gets in a turn and what it would gain there: dangers and prospects of cells, in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.ai.knowing import NOBODY, Units
from game.grid.grid import Cell, CellSet, cells, first
from game.grid.paths import distance_field
from game.grid.views import seen
from game.kernel.components import Position
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.foresight import Arm, Gauges, gain
from game.rules.ruleset import Ruleset
from game.rules.supposing import Supposition
from game.systems.field import PLACES, board_of, cells_of, enemies, size_of, standing, team
from game.systems.steps import plain_tolls, reachable

CLIMB = 1
SPREAD = 0.5  # how much less likely a foe picks a unit for each other that it reaches
CROWD = 0.2  # how much more each foe counts for each other that comes, too
UNSEEN = 0.4  # what a shooter counts that has to step to where it sees
_FAR = 60  # the longest way that is worth walking


@lru_cache(maxsize=4096)
def _seen(board: Board, here: Cell) -> CellSet:
    return seen(board.grid, here, board.grid.everywhere, board.blocks_sight, board.opaque)


class Spots(NamedTuple):
    """Cells and what something there is worth."""

    cells: CellSet
    value: float


class Threats:
    """What the enemies of one unit could do in their next turns, and what it could do to them, in one state."""

    def __init__(self, world: World, rules: Ruleset, unit: int, unseen: Units = NOBODY) -> None:
        assert isinstance(rules, Gauges)
        self.world, self.unit, self.gauges = world, unit, rules
        self.metric, self.board = rules.metric, board_of(world)
        self.size = size_of(world, unit)
        self.foes = [foe for foe in enemies(world, unit) if foe not in unseen and world.has(foe, Position)]
        self.friends = [one for one in standing(world) if one != unit and team(world, one) == team(world, unit)]
        self.stride = max(1, rules.stride(world, unit))
        self.supposed = Supposition(world)
        self._dangers: list[list[Spots]] | None = None
        self._gains: dict[tuple[int, int], tuple[tuple[Arm, float], ...]] = {}

    def gains(self, attacker: int, target: int) -> tuple[tuple[Arm, float], ...]:
        """Its ways to attack that are worth something against that target, the best first."""
        found = self._gains.get((attacker, target))
        if found is None:
            arms = self.gauges.arms(self.world, attacker)
            each = [(arm, self._gain(attacker, arm, target)) for arm in arms]
            found = tuple(sorted((one for one in each if one[1] > 0), key=lambda one: -one[1]))
            self._gains[attacker, target] = found
        return found

    def _gain(self, attacker: int, arm: Arm, target: int) -> float:
        """What the attack would promise from where it can be made: a shot out of range promises nothing."""
        found = gain(self.world, attacker, arm, target)
        if found > 0 or not arm.far:
            return found
        grid, here, there = self.board.grid, cells_of(self.world, attacker), cells_of(self.world, target)
        if grid.distance_sets(here, there, self.metric) <= arm.reach:
            return found
        spots = grid.within(there, max(1, 2 * arm.reach // 3), self.metric) & ~there & _seen(self.board, first(there))
        if not spots:
            return found
        cell, _ = grid.nearest_cells(spots, here, self.metric)
        return gain(self.supposed.at(attacker, cell), attacker, arm, target)

    def best(self, foe: int) -> float:
        """What the unit's best way to attack a foe promises."""
        found = self.gains(self.unit, foe)
        return found[0][1] if found else 0.0

    def nearest(self, count: int) -> list[int]:
        """The foes nearest to the unit."""
        grid, here = self.board.grid, cells_of(self.world, self.unit)
        away = {foe: grid.distance_sets(here, cells_of(self.world, foe), self.metric) for foe in self.foes}
        return sorted(self.foes, key=lambda foe: (away[foe], foe))[:count]

    # Danger

    def danger(self, cell: Cell) -> float:
        """What the foes may be expected to do to the unit there before its next turn."""
        total, crowd = 0.0, 0
        for spots in self.dangers():
            for covered, value in spots:
                if covered >> cell & 1:
                    total += value
                    crowd += 1
                    break
        return total * (1 + CROWD * (crowd - 1)) if crowd > 1 else total

    def dangers(self) -> list[list[Spots]]:
        """For each foe the anchors at which it reaches the unit, by what that would gain, the best first."""
        if self._dangers is None:
            self._dangers = [found for foe in self.foes if (found := self._danger_of(foe))]
        return self._dangers

    def _danger_of(self, foe: int) -> list[Spots]:
        share, found, before = self._share(foe), list[Spots](), 0
        for arm, value in self.gains(foe, self.unit):
            covered = self.touching(self.covered(foe, arm)) & ~before
            before |= covered
            if arm.far and covered:
                view = covered & self._view(foe)
                found.append(Spots(view, value * share))
                covered &= ~view
                value *= UNSEEN
            found.append(Spots(covered, value * share))
        return sorted((spots for spots in found if spots.cells), key=lambda spots: -spots.value)

    def _view(self, foe: int) -> CellSet:
        """The cells that a foe sees from where it stands."""
        board = self.board
        if not board.blocks_sight and not board.opaque:
            return board.grid.everywhere
        here = self.world.get(foe, Position).cell
        return _seen(board, here)

    def _share(self, foe: int) -> float:
        """How likely the foe picks this unit, and not another that it reaches as well."""
        reach = 0
        for arm in self.gauges.arms(self.world, foe):
            reach |= self.covered(foe, arm)
        others = sum(bool(reach & cells_of(self.world, one)) for one in self.friends)
        return 1 / (1 + SPREAD * others)

    def covered(self, foe: int, arm: Arm) -> CellSet:
        """The cells that a foe can attack in its next turn that way."""
        stride = self.gauges.stride(self.world, foe)
        key = ("covered", foe, stride, arm.reach)
        return self.world.derive(key, lambda world: self._covered(world, foe, stride, arm.reach), PLACES)

    def _covered(self, world: World, foe: int, stride: int, reach: int) -> CellSet:
        grid = self.board.grid
        ways = reachable(world, foe, stride, climb=CLIMB).everywhere if stride else 1 << world.get(foe, Position).cell
        size = size_of(world, foe)
        stands = grid.expand(ways, size) if size > 1 else ways
        return grid.within(stands, reach, self.metric)

    def shoots(self) -> bool:
        """Whether it does best from afar."""
        near = far = 0.0
        for foe in self.nearest(3):
            for arm, value in self.gains(self.unit, foe):
                near, far = (near, max(far, value)) if arm.far else (max(near, value), far)
        return far > near

    def touching(self, covered: CellSet) -> CellSet:
        """The anchors at which the unit fills one of these cells."""
        return self.board.grid.anchors_touching(covered, self.size) if self.size > 1 else covered

    # Prospects

    def strikes(self) -> list[Spots]:
        """The anchors from which the unit could attack, by what its best attack there promises."""
        grid, found = self.board.grid, list[Spots]()
        for foe in self.foes:
            body, before = cells_of(self.world, foe), 0
            for arm, value in self.gains(self.unit, foe):
                around = self.touching(grid.within(body, arm.reach, self.metric) & ~body) & ~before
                if around:
                    found.append(Spots(around, value))
                    before |= around
        return sorted(found, key=lambda spots: -spots.value)

    def sees(self, cell: Cell, foe: int) -> bool:
        """Whether there is a free line from the cell to the foe."""
        board = self.board
        return bool(seen(board.grid, cell, cells_of(self.world, foe), board.blocks_sight, board.opaque))

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


def cost_in(levels: Sequence[CellSet], wanted: CellSet) -> dict[Cell, int]:
    """Of each of the wanted cells the level that has it; those in none are left out."""
    found: dict[Cell, int] = {}
    for cost, level in enumerate(levels):
        if level & wanted:
            found.update((cell, cost) for cell in cells(level & wanted))
            wanted &= ~level
            if not wanted:
                break
    return found
