"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.systems.field import settings_of


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `vitality.yaml` has the defaults, README.md beside it what each does."""

    unions: bool
    ask_unions: bool
    choose_skills: bool
    ask_to_fail: bool
    ask_to_miss: bool
    initiative_tie: Literal["stats", "scenario"]
    skill_check_includes_stat_bonus: bool
    advantage_stacking: Literal["cancel_all", "majority"]
    hide_mode: Literal["all", "per_observer"]
    ambush_stealth: int | Literal["roll"]
    bribe: str
    cinematic_discount: int
    surprised: tuple[str, ...]
    ambush: str


house: Callable[[World], Settings] = settings_of
"""The settings of a skirmish."""
