"""How many are about each cell: the units of a side, or all others, counted on from change to change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from game.ai.counts import added, counted, taken
from game.grid.grid import CellSet, Grid, Metric
from game.kernel.components import Carried
from game.kernel.ecs import World
from game.systems.field import PLACES, board_of, bodies, standing, teams

Whose: TypeAlias = "Literal['own', 'others']"
_Crowd: TypeAlias = "tuple[Sequence[CellSet], dict[int, CellSet]]"


def crowd(world: World, own: int, whose: Whose, stride: int, metric: Metric) -> Sequence[CellSet]:
    """By binary digits, how many standing units of a team, or of all others, are at most so far from each cell."""
    key = ("crowd", own, whose, stride)
    return world.renew(key, _crowd, _crowd_since, PLACES, own, whose, stride, metric)[0]


def _crowd(world: World, own: int, whose: Whose, stride: int, metric: Metric) -> _Crowd:
    """The counts, and who was where."""
    grid, filled, fights_for = board_of(world).grid, bodies(world), teams(world)
    there = {one: filled[one] for one in standing(world) if (fights_for[one] == own) == (whose == "own")}
    return counted([_near(grid, body, stride, metric) for body in there.values()]), there


def _crowd_since(
    world: World, before: _Crowd, entities: frozenset[int], own: int, whose: Whose, stride: int, metric: Metric
) -> _Crowd:
    grid, filled, fights_for, up = board_of(world).grid, bodies(world), teams(world), standing(world)
    # Whoever is carried moves without a change of its own, and fights for whom its side does.
    if world.each(Carried) or not entities <= fights_for.keys():
        return _crowd(world, own, whose, stride, metric)
    planes, there = before
    for one in entities:
        counts = one in up and (fights_for[one] == own) == (whose == "own")
        then, now = there.get(one), filled[one] if counts else None
        if then == now:
            continue
        if there is before[1]:
            there = there.copy()
        if then is not None:
            planes = taken(planes, _near(grid, then, stride, metric))
            del there[one]
        if now is not None:
            planes = added(planes, _near(grid, now, stride, metric))
            there[one] = now
    return before if there is before[1] else (planes, there)


def _near(grid: Grid, body: CellSet, stride: int, metric: Metric) -> CellSet:
    return grid.within(body, stride, metric)
