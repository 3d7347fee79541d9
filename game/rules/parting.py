"""What leaves a unit's hand by what it does: whoever throws a weapon has it no longer."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.flow import Action


class Parting(Struct, frozen=True):
    """An item that will lie elsewhere; with `last` no weapon is left to the unit, in hand or carried."""

    item: str
    last: bool


@runtime_checkable
class Parts(Protocol):
    """A ruleset that says what leaves the hand; those whose weapons all stay in it need not."""

    def parting(self, world: World, unit: int, action: Action) -> Parting | None:
        """What an action of that unit lets go of; None for nothing."""
        ...
