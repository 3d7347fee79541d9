"""Water that fire has heated, and whom it has reached (WOUNDS-ENV-5)."""

from __future__ import annotations

from msgspec import Struct

from game.grid.grid import CellSet
from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.kernel.events import Noted


class Cloud(Struct, frozen=True):
    """Hot water and steam of one spell: its cells, who cast what with which result, and whom it has reached."""

    cells: CellSet
    caster: int
    spell: str
    result: int
    reached: tuple[int, ...]


class Steam(Struct, frozen=True):
    """On the field: all clouds of this round."""

    clouds: tuple[Cloud, ...] = ()


def clouds(world: World) -> tuple[Cloud, ...]:
    """The hot water there is."""
    found = world.find(FIELD, Steam)
    return found.clouds if found is not None else ()


def heat(world: World, cloud: Cloud) -> None:
    """An area that scalds whoever comes into it, until the round ends."""
    world.put(FIELD, Steam((*clouds(world), cloud)))
    world.emit(Noted(cloud.caster, "steam", "WOUNDS-ENV-5"))


def reach(world: World, cloud: Cloud, unit: int) -> None:
    """From now on the cloud has reached the unit, and does no more to it."""
    marked = changed(cloud, reached=(*cloud.reached, unit))
    world.put(FIELD, Steam(tuple(marked if each is cloud else each for each in clouds(world))))


def cool(world: World) -> None:
    """The round is over."""
    world.drop(FIELD, Steam)
