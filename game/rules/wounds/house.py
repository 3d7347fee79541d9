"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.systems.field import settings_of


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `wounds.yaml` has the defaults, README.md beside it what each does."""

    windows: Literal["all", "declared", "none"]
    move_interrupt_cancels: bool
    strike_fallen: bool
    vertical_climb: int
    camp: str


house: Callable[[World], Settings] = settings_of
"""The settings of a skirmish."""
