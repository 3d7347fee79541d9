"""How the floor stands, beat by beat: the only writer of `Beat`."""

from __future__ import annotations

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.rules.aura.state import Beat


def set_beat(world: World, **fields: object) -> None:
    """Change some fields of how the floor stands."""
    world.put(FIELD, changed(world.get(FIELD, Beat), **fields))


def fresh_beat(world: World) -> None:
    """Forget what was let pass in the last beat."""
    now = world.get(FIELD, Beat)
    world.put(FIELD, changed(now, stirred=(), declined=(), asked=(), looked=(), busy=False, withdrawn=False))
