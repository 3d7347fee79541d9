"""Settings: what a scenario may change of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.systems.field import settings_of


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules that a scenario may switch."""

    ranged_attack_energy: int
    initiative_tie: Literal["challenger", "actor"]
    initiative_resolution: Literal["winner_first", "simultaneous"]
    round_end: Literal["all_wait", "majority_wait"]
    joint_actions: Literal["movement_only", "any", "off"]
    stalemate_rounds: int
    quick_run: Literal["two_thirds", "half_up"]
    miss_chance_size: Literal["ranged_table", "size_chart"]
    draw_limit: Literal["mpl", "weapon_mpr"]
    aura_factor: Literal["four_thirds", "one_plus_third_level"]
    aura_scale: float
    overflow_death_roll: bool
    auto_hit_beats_fumble: bool
    coup_de_grace: bool
    sprint_push_energy: int
    square_metric: Literal["chebyshev", "alternating"]
    exposed_default: Literal["end_of_round", "end_of_next_round"]
    catch_breath_all: Literal["low_energy_round", "any_leftover"]
    optional_d20_flair: bool
    stealth: bool
    cover: bool
    postbattle_stabilise: Literal["auto", "off"]
    armour_fatigue: bool
    march_hours: int
    surprised_sides: tuple[str, ...]
    surprise_zone: str


house: Callable[[World], Settings] = settings_of
"""The house rules of a skirmish."""
