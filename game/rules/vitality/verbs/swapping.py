"""Two units that change places (ACT-10, ACT-11, CINE-2)."""

from __future__ import annotations

from game.kernel.components import Position
from game.kernel.ecs import World
from game.rules.vitality.position.ground import swappable
from game.rules.vitality.position.hiding import glance
from game.rules.vitality.position.sight import stand_beside
from game.rules.vitality.position.ties import leave_place, tidy
from game.rules.vitality.position.who import allies, up
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import host_of, pool, still
from game.rules.vitality.verbs.walking import enter
from game.systems.conditions import holds
from game.systems.movement import place


def partners(world: World, unit: int) -> list[int]:
    """VITALITY-ACT-10 and 11: allies next to the unit that could change places with it."""
    near = [o for o in allies(world, unit) if up(world, o) and stand_beside(world, unit, o)]
    return [other for other in near if _willing(world, unit, other) and host_of(world, other) is None]


def _willing(world: World, unit: int, ally: int) -> bool:
    """VITALITY-ACT-11 and COND-15: whether an ally could react and move to change places."""
    ready = pool(world, ally, "rp") >= numbers_of(world).switch_places_rp and not still(world, ally)
    return ally != unit and ready and not holds(world, ally, "confused") and swappable(world, unit, ally)


async def swap(world: World, one: int, other: int, rule: str) -> None:
    """Two units change places, and those they carry with them."""
    here, there = world.get(one, Position).cell, world.get(other, Position).cell
    place(world, one, there, "place", rule=rule)
    place(world, other, here, "place", rule=rule)
    leave_place(world, one)
    leave_place(world, other)
    tidy(world)
    glance(world)
    for each in (one, other):
        await enter(world, each)
