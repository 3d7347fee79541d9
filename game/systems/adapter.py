"""What the systems ask of a ruleset: a frozen set of plain functions, handed in with its table of verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from game.grid.masks import CellSet
from game.kernel.components import FIELD, Condition, Down, Field
from game.kernel.ecs import World

Items: TypeAlias = "tuple[Condition, ...]"


def restarted(items: Items, new: Condition) -> Items:
    """A condition that holds already begins anew; it never stacks."""
    return (*(item for item in items if item.name != new.name), new)


def _never(world: World, unit: int, condition: Condition) -> bool:
    return False


def _nothing(world: World, unit: int, name: str) -> tuple[str, ...]:
    return ()


def _no_copy(world: World, unit: int, item: str, thing: int) -> None:
    return None


def _same_copy(world: World, unit: int, item: str) -> None:
    return None


def _only_there(world: World, unit: int) -> None:
    return None


def _up(world: World, unit: int) -> bool:
    return not world.has(unit, Down)


class Adapter(Struct, frozen=True, eq=False, kw_only=True):
    """A ruleset's answers to the systems.

    Conditions: `merge` puts a new one among those that hold, `bars` keeps it off a unit, `drives_out` names those that
    it ends. Gear: what becomes of the state of one copy (loaded, counted, broken) when it is `drawn` or `stowed`, or
    goes between the hand and a thing on the ground (`dropped`, `picked_up`). Movement: by which rule a rider with cells
    of its own comes along (`bearing`), and what follows for it (`borne`). Zones: the cells that a unit holds or strikes
    into; without it as many cells around as its `ZoneOfControl` says. For the count of a side, `left` says whether a
    unit is still in the fight; without it until it is down.
    """

    merge: Callable[[Items, Condition], Items] = restarted
    bars: Callable[[World, int, Condition], bool] = _never
    drives_out: Callable[[World, int, str], tuple[str, ...]] = _nothing
    drawn: Callable[[World, int, str], None] = _same_copy
    stowed: Callable[[World, int, str], None] = _same_copy
    dropped: Callable[[World, int, str, int], None] = _no_copy
    picked_up: Callable[[World, int, str, int], None] = _no_copy
    bearing: str = ""
    borne: Callable[[World, int], None] = _only_there
    zone: Callable[[World, int], CellSet] | None = None
    left: Callable[[World, int], bool] = _up


_PLAIN = Adapter()


def adapter_of(world: World) -> Adapter:
    """The adapter of the skirmish's ruleset."""
    table = world.get(FIELD, Field).table
    adapter: Adapter = table.adapter if table is not None else _PLAIN
    return adapter


def is_left(world: World, unit: int) -> bool:
    """Whether a unit still counts among those who fight."""
    return adapter_of(world).left(world, unit)
