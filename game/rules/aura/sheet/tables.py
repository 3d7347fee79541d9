"""The file `aura.yaml`: costs, numbers and tables."""

from __future__ import annotations

from msgspec import Struct

from game.grid.layout import Offset
from game.rules.aura.house import Settings
from game.rules.aura.sheet.entries import Climb, ConditionSheet, DrawRow, Hazard, Size, SizeRow, Trio, Wound


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """Energy of each action (AURA-ECON-2)."""

    melee: int
    unarmed: int
    run: int
    quick_run: int
    shift: int
    kneel: int
    stand: int
    defend: int
    equip_easy: int
    equip_other: int
    pick_up: int
    catch_breath: int
    jump_moving: int
    jump_standing: int
    swift: int
    helpless: int
    escape: int
    break_door: int
    climb: int
    drop_prone: int
    crawl: int
    hide: int


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of `aura.yaml`, each with its rule ID there."""

    energy: int
    agility: int
    shift_agility: int
    agile_near: int
    enhancement: int
    av: int
    miss: int
    aura: int
    surges: int
    fortitude: int
    will: int
    maneuver: int
    critical: int
    slip: int
    exhausted: int
    care: int
    care_step: int
    winded: int
    still: int
    fast: int
    partial_cover: int
    heavy_cover: int
    sprint: int
    clumsy: int
    chance: int
    jump_stamina: int
    sprint_stamina: int
    door_stamina: int
    escape: int
    run_up: int
    door_charge: int
    charge: int
    charge_push: int
    fling: int
    fall_from: int
    stealth: int
    crossbow_arm: int
    fatigue: int
    fatigue_heavy: int
    fatigue_least: int
    weak: int
    too_weak: int


class Throws(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a weapon without a range of its own is thrown."""

    light: Trio
    heavy: Trio
    other: Trio


class Main(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `aura.yaml`."""

    title: str
    about: str
    costs: Costs
    numbers: Numbers
    sizes: dict[Size, SizeRow]
    footprints: dict[str, tuple[Offset, ...]]
    initiative_dice: tuple[tuple[int, tuple[int, ...]], ...]
    sprint_extra: tuple[tuple[int, int], ...]
    jump_extra_halves: tuple[tuple[int, int], ...]
    agility_extra: tuple[tuple[int, int], ...]
    fall_dice: tuple[tuple[int, int], ...]
    fall_reduction: tuple[tuple[int, int], ...]
    draw_weight: tuple[DrawRow, ...]
    draw_limits: tuple[tuple[int, int], ...]
    draw_most: dict[str, int]
    throw_range: Throws
    throw_extra: tuple[tuple[int, Trio], ...]
    death_roll: tuple[Wound, ...]
    death_save: tuple[Wound, ...]
    maneuver_sizes: dict[str, int]
    nonlethal: dict[str, int]
    climbs: dict[str, Climb]
    doors: dict[str, int]
    hazards: dict[str, Hazard]
    imposes: dict[str, str]
    settings: Settings
    roles: dict[str, str]
    conditions: dict[str, ConditionSheet]
