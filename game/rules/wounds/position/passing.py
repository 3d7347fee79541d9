"""What comes of it when somebody walks by, step by step, without anybody doing anything."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.ecs import World
from game.rules.wounds.position.flanks import (
    all_flanked,
    armed,
    arsenal,
    beset,
    beset_at,
    between,
    field_of,
    fields_of,
    in_range,
    near_enough,
    who_ignores,
)
from game.rules.wounds.state import tagged
from game.systems.field import board_of, bodies, standing, teams


class Passing:
    """Who would be flanked if one standing unit were elsewhere and all others where they are; nobody rides.

    Good as long as nothing but that unit's place changes.
    """

    def __init__(self, world: World, unit: int) -> None:
        self._world, self._unit, self._board = world, unit, board_of(world)
        self._filled, self._fields = bodies(world), fields_of(world, arsenal(world))
        self._flanked = frozenset(all_flanked(world))
        self._arms = armed(world, unit)
        known = teams(world)
        own = known[unit]
        self._foes = [foe for foe in standing(world) if known[foe] != own]
        self._others: dict[int, tuple[bool, list[CellSet], bool]] = {}

    def same_at(self, here: CellSet) -> bool:
        """Whether those are flanked then who are flanked now."""
        if beset_at(self._world, self._unit, self._fields, here) != (self._unit in self._flanked):
            return False
        near = field_of(self._board.grid, here, *self._arms[1:]) if self._arms is not None else 0
        return all(
            self._same(foe, here, near) for foe in self._foes if near & self._filled[foe] or foe in self._flanked
        )

    def _same(self, foe: int, here: CellSet, near: CellSet) -> bool:
        """Whether a foe is flanked then if it is now."""
        known = self._others.get(foe)
        if known is None:
            known = self._others[foe] = self._by_others(foe)
        heeds, others, alone = known
        now, there = alone, self._filled[foe]
        if not now and others and heeds and near & there:
            sloped = self._board.heights and not in_range(self._world, foe, self._unit, there, here)
            now = not sloped and any(between(self._board, there, here, other) for other in others)
        return now == (foe in self._flanked)

    def _by_others(self, foe: int) -> tuple[bool, list[CellSet], bool]:
        """Whether a foe minds the unit at all, who else could attack it, and whether it is flanked by those."""
        world, unit, there, heedless = self._world, self._unit, self._filled[foe], who_ignores(self._world)
        others = [self._filled[each] for each in near_enough(world, foe, self._fields, there) if each != unit]
        heeds = not (unit in heedless.get(foe, ()) or foe in heedless.get(unit, ()) or tagged(world, foe, "invisible"))
        return heeds, others, len(others) > 1 and beset(self._board, there, tuple(others))
