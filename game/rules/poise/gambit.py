"""Final gambits: declared in the unit's own turn, paid for when the round ends: the only writer of `Gambit`."""

from __future__ import annotations

from game.ecs import World
from game.events import Used
from game.rules.poise.harm.pools import empty
from game.rules.poise.state import Gambit, in_gambit


def declare(world: World, unit: int) -> None:
    """POISE-GAMBIT-1: no skill, and neither action nor maneuver."""
    world.put(unit, Gambit())
    world.emit(Used(unit, "gambit", "free", rule="POISE-GAMBIT-1"))


def end_gambits(world: World) -> list[int]:
    """POISE-GAMBIT-3: empty whoever's gambit has been running; those units, in id order."""
    ended = [unit for unit, _ in world.each(Gambit) if in_gambit(world, unit)]
    for unit in ended:
        world.put(unit, Gambit(running=False))
        empty(world, unit, "POISE-GAMBIT-3")
    return ended
