"""The sheet of what lies around a fight: water, saddles, hazards, the difficulty of things, rest."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Water(Struct, frozen=True, forbid_unknown_fields=True):
    """What held breath and choking cost (POISE-WATER-7 and 8, COND-15)."""

    breath: int
    long_breath: int
    turns: int
    limit: int
    choking: int


class Riding(Struct, frozen=True, forbid_unknown_fields=True):
    """POISE-MOUNT-10: momentum that is left after a fall."""

    left: int


class Flying(Struct, frozen=True, forbid_unknown_fields=True):
    """POISE-UNIT-3: the height from which on obstacles are in the way."""

    over: int


class Hazard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hazard does at the end of a round to whoever is within some paces of it (POISE-HAZ-1 to 4)."""

    title: str
    rule: str
    pool: Literal["", "poise", "momentum", "focus"] = ""
    lose: int = 0
    dice: tuple[int, ...] = ()
    within: int = 0
    condition: str = ""


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """Sides of the die by name of the difficulty, and by an opponent's ability (POISE-ROLL-1 and 3)."""

    dice: dict[str, int]
    opposed: tuple[int, ...]
    spook: str


class Surroundings(Struct, frozen=True, forbid_unknown_fields=True):
    """All of `surroundings.yaml`."""

    water: Water
    riding: Riding
    flying: Flying
    hazards: dict[str, Hazard]
    difficulty: Difficulty
    rests: dict[str, int]
