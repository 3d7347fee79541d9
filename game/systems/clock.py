"""Where the skirmish stands, and how near sides are to objectives: the only writer of `Clock` and `Objectives`."""

from __future__ import annotations

from typing import Any

from game.kernel.components import FIELD, Clock, Objective, Objectives, changed
from game.kernel.ecs import World
from game.kernel.events import Progressed


def clock(world: World) -> Clock:
    """Where the skirmish stands."""
    return world.get(FIELD, Clock)


def acting(world: World) -> int:
    """The unit whose turn it is; there must be one."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    return unit


def go(world: World, phase: str, **fields: Any) -> None:
    """The clock goes on to a phase, with other fields of `Clock` changed on the way."""
    world.put(FIELD, changed(world.get(FIELD, Clock), phase=phase, **fields))


def activate(world: World, unit: int | None) -> None:
    """It is that unit's turn, in the same phase."""
    world.put(FIELD, changed(world.get(FIELD, Clock), active=unit))


def advance(world: World, side: int, goal: Objective) -> None:
    """A side is one step nearer to an objective, and says so."""
    further = changed(goal, done=goal.done + 1)
    items = tuple(further if item is goal else item for item in world.get(side, Objectives).items)
    world.put(side, Objectives(items))
    world.emit(Progressed(side, goal.kind, further.done, goal.amount))
