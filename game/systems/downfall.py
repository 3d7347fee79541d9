"""Who is out of the fight, and up again; the only writer of `Down`. When it comes to that is the rules' matter."""

from __future__ import annotations

from game.kernel.components import Down
from game.kernel.ecs import World
from game.kernel.events import Fell
from game.kernel.numbers import Breakdown
from game.systems import pools


def bring_down(world: World, unit: int, how: str, rule: str) -> None:
    """Out of the fight, without a word: `how` is a key of the titles (defeated, fled, unconscious ...)."""
    world.put(unit, Down(how, rule))


def fell(world: World, unit: int, how: str, rule: str, by: int | None = None) -> None:
    """Out of the fight, and say so."""
    bring_down(world, unit, how, rule)
    world.emit(Fell(unit, how, by, rule))


def bring_up(world: World, unit: int) -> None:
    """In the fight again; nothing happens to whoever is."""
    world.drop(unit, Down)


def wear_down(world: World, unit: int, pool: str, number: Breakdown, source: int | None, rule: str) -> bool:
    """Take so much of a pool, to zero at least, where the unit is defeated; whether it is."""
    left = max(0, pools.amount(world, unit, pool) - max(0, number.total))
    pools.change(world, unit, pool, left, "damage", rule, source, (number,))
    if not left and not world.has(unit, Down):
        fell(world, unit, "defeated", rule, source)
    return not left
