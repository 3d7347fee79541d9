"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.systems.field import settings_of


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


house: Callable[[World], Settings] = settings_of
"""The settings of a skirmish."""
