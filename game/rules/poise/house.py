"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.components import FIELD, Field
from game.ecs import World

_FIELD = frozenset({Field})


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `poise.yaml` has the defaults, README.md beside it what each does."""

    allow_second_maneuver: bool
    temporary_ends_with_turn: bool
    bodies_block: bool
    strike_fallen: bool
    use_load: bool
    share_size_gap: int
    fall_mode: Literal["momentum", "stress"]
    spooks: tuple[str, ...]
    swaying_round: int
    gale_round: int
    blast_round: int
    fire_round: int


def house(world: World) -> Settings:
    """The settings of this skirmish."""
    return world.derive("house", _house, _FIELD)


def _house(world: World) -> Settings:
    settings: Settings = world.get(FIELD, Field).settings
    return settings
