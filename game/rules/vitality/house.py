"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.components import FIELD, Field
from game.ecs import World

_FIELD = frozenset({Field})


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


def house(world: World) -> Settings:
    """The settings of this skirmish."""
    return world.derive("house", _house, _FIELD)


def _house(world: World) -> Settings:
    settings: Settings = world.get(FIELD, Field).settings
    return settings
