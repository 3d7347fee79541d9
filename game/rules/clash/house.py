"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.systems.field import settings_of


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `clash.yaml` has the defaults, README.md beside it what each does."""

    windows: Literal["needed", "all"]
    hit_locations: bool
    diagonal: Literal["chebyshev", "alternating"]
    choose_attributes: bool
    cell_m: int
    oa_on_enter: bool
    creature_cover: Literal["none", "low"]
    untrained_armor_minus_2: bool
    reroll_each_round: bool
    friendly_fire: bool
    attack_downed: bool
    zone_modifiers: dict[str, dict[str, int]]


house: Callable[[World], Settings] = settings_of
"""The settings of a skirmish."""
