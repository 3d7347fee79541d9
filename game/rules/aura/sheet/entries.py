"""What the sheets hold: weapons, armour, units, abilities, tables, settings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from game.grid.layout import Offset
from game.rules.aura.house import Settings

Trio = tuple[int, int, int]
Size = Literal["miniscule", "fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gigantic"]
SIZES: tuple[Size, ...] = ("miniscule", "fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gigantic")
SCORES = ("strength", "constitution", "dexterity", "intelligence", "wisdom", "charisma")


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A melee weapon, or one that shoots if it has a `range`; `access` is the Energy to draw or stow it."""

    title: str
    damage: str
    mpr: int = 0
    reach: int = 0
    av: int = 0
    evasion: int = 0
    group: str = ""
    light: bool = False
    heavy: bool = False
    two_handed: bool = False
    thrown: Trio | bool = False
    precise: int = 0
    exposing: int = 0
    brutal: int = 0
    brutal_thrown: int = 0
    brace: bool = False
    versatile: bool = False
    two_hands: str = ""
    devastate: int = 0
    disarm: bool = False
    trip: bool = False
    natural: bool = False
    accuracy: int = 0
    load: int = 0
    range: Trio | None = None
    draw: bool = False
    crossbow: bool = False
    leaves: bool = False
    access: int = 2


class Shield(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that wards blows off (AURA-GEAR-9, 14)."""

    title: str
    evasion: int
    hardness: int
    durability: int
    agility: int = 0
    light: bool = False
    heavy: bool = False
    mpr: int = 0
    access: int = 2


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """What is worn: the rating, the rolls below which it is struck, and what it costs the wearer."""

    title: str
    ar: int
    ac: int
    agility: int = 0
    energy: int = 0
    ranged_evasion: int = 0
    evasion_cost: int = 0
    light: bool = False
    heavy: bool = False
    under: bool = False
    natural: bool = False
    mpr: int = 0


class Listed(Struct, frozen=True, forbid_unknown_fields=True):
    """What must follow from a unit's numbers; the loader compares."""

    stamina: int
    agility: int
    aura: int
    recovery: int
    surges: int
    evasion: int
    unarmed: int
    ranged: int
    fortitude: int
    will: int
    masab: int
    av: int | None = None
    miss: int | None = None


class UnitSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One archetype."""

    title: str
    text: str
    cost: int
    size: Size
    scores: tuple[int, int, int, int, int, int]
    armour: str
    listed: Listed
    speed: int | None = None  # AURA-MOVE-18: None is what is usual for its size
    level: int = 1
    mpl: int = 0
    arm: int = 0
    leg: int = 0
    initiative: int = 0
    awareness: int = 0
    stealth: int = 0
    under: str = ""
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    spells: dict[str, int] = {}
    weaknesses: tuple[str, ...] = ()
    resistances: tuple[str, ...] = ()
    ammunition: int = 0
    loaded: bool = False
    beast: bool = False
    footprint: str = ""


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """A feat. Those with `damage` or `times` enhance one attack for Stamina (AURA-ECON-11)."""

    title: str
    rule: str
    use: Literal["", "short_rest", "long_rest"] = ""
    interrupt: bool = False
    energy: int = 0
    agility: int = 0
    or_agility: int = 0  # instead of the Energy
    stamina: int = 0
    damage: int = 0
    times: int = 0
    adds: str = ""
    to: tuple[str, ...] = ()


class Gesture(Struct, frozen=True, forbid_unknown_fields=True):
    """The cheaper version of a spell that needs a free hand (AURA-MAGIC-5)."""

    energy: int
    range: Trio
    stamina: int = 0


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """One spell."""

    title: str
    level: int
    range: Trio
    energy: int
    rule: str
    stamina: int = 0
    gesture: Gesture | None = None
    dice: str = ""
    type: str = ""
    ignores_armour: bool = False
    arcs: bool = False
    pushes: bool = False
    mends: bool = False


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """A Combat Style (AURA-MPL-6); it works while what it needs is in hand."""

    title: str
    needs: Literal["", "reach_2", "light_shield", "heavy_weapon", "ranged_weapon"] = ""
    evasion: int = 0
    melee_av: int = 0
    accuracy: int = 0
    agility: int = 0
    exposing: int = 0
    precise: int = 0
    masab: int = 0
    masdb: int = 0
    ar: int = 0


class SizeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the size chart (AURA-SIZE-1); `body` is the height in metres.

    `foot` is the cells a side on squares, `hexes` the usual footprint on hexes (AURA-GRID-9).
    """

    evasion: int
    miss: int
    chart: int
    jump: float
    speed: int
    reach: int
    body: float
    foot: int
    hexes: str = ""


class DrawRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the draw weight table (AURA-DRAW-2)."""

    arm: int
    kg: int
    range: Trio
    damage: int
    only: tuple[str, ...] = ()


class Wound(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Death roll or Death Save of `min` or more does (AURA-DEATH-3, 4); `exhausted` until when."""

    min: int
    exhausted: Literal["", "next_round", "rest"] = ""
    injured: bool = False
    bleeding: bool = False
    unconscious: bool = False
    dead: bool = False
    stabilized: bool = False


class Climb(Struct, frozen=True, forbid_unknown_fields=True):
    """How hard a climb is (AURA-ACT-14)."""

    stamina: int
    fall: int
    natural: int
    none: int
    metre: int


class Hazard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a dangerous cell does (AURA-DEATH-8)."""

    dice: str
    type: str = ""
    death_roll_min: int = 0
    lethal: bool = False


class ConditionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition is called, does, and how it ends; `until` is its end where nothing else is said."""

    title: str
    rule: str
    text: str
    ends: str
    until: Literal["", "round", "next_round", "rest"] = ""
    good: bool = False
    imposes: str = ""  # AURA-COND-3: the daughter that it brings


class GearFile(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon]
    shooters: dict[str, Weapon]
    shields: dict[str, Shield]
    armour: dict[str, Armour]


class AbilityFile(Struct, frozen=True, forbid_unknown_fields=True):
    abilities: dict[str, Ability]
    spells: dict[str, Spell]
    styles: dict[str, Style]


Whole = Annotated[int, Meta(ge=1)]  # Energy for the whole of a way, of which its metres take their part


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """Energy of each action (AURA-ECON-2)."""

    melee: int
    unarmed: int
    run: Whole
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
    crawl: Whole
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
