"""What comes of it when somebody walks by, step by step, without anybody doing anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.grid.grid import CellSet
from game.kernel.ecs import World, derived
from game.rules.wounds.position.flanks import (
    ABLE,
    AROUND,
    Arms,
    Fields,
    all_flanked,
    armed,
    arsenal,
    beset,
    beset_at,
    between,
    field_of,
    fields_of,
    in_range,
    near_foes,
    who_ignores,
)
from game.rules.wounds.state import tagged
from game.systems.field import board_of, bodies, enemies

_KINDS = ABLE | AROUND


class _Passing(NamedTuple):
    """What is the same for all cells that a unit may come to."""

    fields: Fields
    flanked: frozenset[int]
    arms: Arms | None
    foes: Sequence[int]


@derived(_KINDS)
def same_at(world: World, unit: int, here: CellSet) -> bool:
    """Whether those are flanked who are flanked now, if one standing unit filled these cells and all others were where
    they are; nobody rides.

    Whoever tries out several ways asks for the same cells again and again.
    """
    passing = _passing(world, unit)
    if beset_at(world, unit, passing.fields, here) != (unit in passing.flanked):
        return False
    near, filled = 0, bodies(world)
    if passing.arms is not None:
        near = field_of(board_of(world).grid, here, *passing.arms[1:])
    for foe in passing.foes:
        if (near & filled[foe] or foe in passing.flanked) and not _same(world, passing, unit, foe, here, near):
            return False
    return True


@derived(_KINDS)
def _passing(world: World, unit: int) -> _Passing:
    fields, flanked = fields_of(world, arsenal(world)), frozenset(all_flanked(world))
    return _Passing(fields, flanked, armed(world, unit), enemies(world, unit))


def _same(world: World, passing: _Passing, unit: int, foe: int, here: CellSet, near: CellSet) -> bool:
    """Whether a foe is flanked then if it is now."""
    heeds, others, alone = _by_others(world, unit, foe)
    now, board, there = alone, board_of(world), bodies(world)[foe]
    if not now and others and heeds and near & there:
        sloped = board.heights and not in_range(world, foe, unit, there, here)
        now = not sloped and any(between(board, there, here, other) for other in others)
    return now == (foe in passing.flanked)


@derived(_KINDS)
def _by_others(world: World, unit: int, foe: int) -> tuple[bool, list[CellSet], bool]:
    """Whether a foe minds the unit at all, who else could attack it, and whether it is flanked by those."""
    filled, heedless = bodies(world), who_ignores(world)
    others = [filled[each] for each in near_foes(world, arsenal(world))[foe] if each != unit]
    heeds = not (unit in heedless.get(foe, ()) or foe in heedless.get(unit, ()) or tagged(world, foe, "invisible"))
    return heeds, others, len(others) > 1 and beset(board_of(world), filled[foe], tuple(others))
