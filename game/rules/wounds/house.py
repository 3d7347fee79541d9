"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.components import FIELD, Field
from game.ecs import World

_FIELD = frozenset({Field})


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `wounds.yaml` has the defaults, README.md beside it what each does."""

    windows: Literal["all", "declared", "none"]
    move_interrupt_cancels: bool
    strike_fallen: bool
    vertical_climb: int
    camp: str


def house(world: World) -> Settings:
    """The settings of this skirmish."""
    return world.derive("house", _house, _FIELD)


def _house(world: World) -> Settings:
    settings: Settings = world.get(FIELD, Field).settings
    return settings
