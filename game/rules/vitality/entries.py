"""What vitality's sheets are made of: stats, gear, Abilities, stunts, effects, units and numbers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Stat = Literal["strength", "dexterity", "constitution", "intelligence", "charisma", "instinct", "will"]
STATS: tuple[Stat, ...] = ("strength", "dexterity", "constitution", "intelligence", "charisma", "instinct", "will")
Size = Literal["tiny", "small", "medium", "large", "huge", "gigantic"]
Dice = str  # "2d8"


class Stats(Struct, frozen=True, forbid_unknown_fields=True):
    """The seven stats; 10 is average."""

    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    charisma: int = 10
    instinct: int = 10
    will: int = 10

    def bonus(self, stat: str) -> int:
        """VITALITY-ATK-7: the stat less 10."""
        return int(getattr(self, stat)) - 10


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon (GEAR-2, 6): reach, range and thrown range in metres, 0 for none; `reload` in AP."""

    title: str
    primary: Stat
    secondary: Stat
    dice: Dice
    type: str = "physical"  # DMG-7
    melee: int = 0
    range: int = 0
    thrown: int = 0
    hands: int = 1
    natural: bool = False
    reload: int = 0


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Worn armour (GEAR-3): a cap on base Evasion, and whether it disturbs Stealth (GEAR-5)."""

    title: str
    armour: int
    cap: int
    loud: bool = False


class Shield(Struct, frozen=True, forbid_unknown_fields=True):
    """A shield (GEAR-4): Evasion after the cap, and what it does to the cap."""

    title: str
    evasion: int
    cap: int
    loud: bool = False


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to use up (ACT-17)."""

    title: str
    heal: Dice = ""
    cures: str = ""
    range: int = 0
    radius: int = 0
    damage: dict[str, Dice] = {}
    dr: str = ""
    power: int = 0  # DR Power of its own (DR-15); 0 for the usual one
    success: Literal["none", "half"] = "none"


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """An object that can be hit (BATTLE-6)."""

    title: str
    vitality: int
    armour: int
    prop: str  # what of a board it covers others like, standing in a cell (COVER-1)


class Hazard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a dangerous place does (DR-15, DMG-15)."""

    title: str
    damage: dict[str, Dice]
    dr: str = ""
    power: int = 0  # DR Power of its own (DR-15); 0 for the usual one
    success: Literal["none", "half"] = "none"
    adds: str = ""


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """An Ability, Maneuver, reaction or feature."""

    title: str
    tier: int
    kind: Literal["attack", "dr", "self", "heal", "buff", "summon", "maneuver", "reaction", "feature"]
    ap: int = 0
    rp: int = 0
    wp: int = 0
    range: int = 0
    radius: int = 0
    line: int = 0
    damage: dict[str, Dice] = {}
    heal: Dice = ""
    up: dict[str, Dice] = {}  # what each further 2 WP add; `heal` for healing
    up_metres: int = 0
    dr: str = ""
    success: Literal["none", "half"] = "none"
    adds: str = ""
    push: int = 0
    teleport: int = 0
    smaller: int = 0  # by how many categories the target must be smaller
    ignores: int = 0
    evasion: int = 0
    unit: str = ""
    most: int = 0


class Stunt(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the cinematic menu."""

    title: str
    rule: str
    skills: tuple[str, ...]
    boldness: Literal["standard", "bold", "extreme"] = "standard"
    most: int = 0
    range: int = 0
    radius: int = 0
    dice: Dice = ""
    type: str = ""
    adds: str = ""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """A Status Effect, Buff, Debuff or stance: what it is called, does, and how it ends."""

    title: str
    rule: str
    category: Literal["physical", "mental", "elemental", "buff", "debuff", "stance"]
    text: str
    ends: str
    still: bool = False
    ap_max: int | None = None
    rp_max: int | None = None
    own_attacks: int = 0  # 1 advantage, -1 disadvantage
    against: int = 0
    checks: int = 0
    dr_disadvantage: tuple[str, ...] = ()
    armour: int = 0
    evasion: int = 0
    initiative: int = 0
    order: Literal["", "first", "last"] = ""
    until: Literal["", "slot", "turn"] = ""
    rounds: int = 1

    @property
    def status(self) -> bool:
        """VITALITY-COND-1: Status Effects are neither Buffs nor Debuffs."""
        return self.category in ("physical", "mental", "elemental")


class Manoeuvre(Struct, frozen=True, forbid_unknown_fields=True):
    """An opposed manoeuvre: AP, and the skills each side may roll (ACT-20)."""

    title: str
    ap: int
    rule: str
    by: tuple[str, ...]
    against: tuple[str, ...]
    limit: bool = False  # ACT-21 and 22 hold
    free_hand: bool = False
    again: bool = False  # ACT-29: the target rolls `by` once more, and must not come out higher


class Trigger(Struct, frozen=True, forbid_unknown_fields=True):
    """What a held action may wait for."""

    title: str
    whom: Literal["", "any", "ally"] = ""
    moves: bool = False


class DamageType(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the eleven (DMG-6): category, and the Defense Roll that answers instead of Armor."""

    title: str
    category: Literal["physical", "elemental", "mystic", "other"]
    defence: str = ""


class SizeSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A size category: its rank, footprint numbers on the two grids, height in metres."""

    rank: int
    square: int
    hex: int
    height: int
    vitality: int


class ArchetypeSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The three stats an Archetype decides (ATK-6, DEF-2)."""

    primary: Stat
    secondary: Stat
    evasion: Stat


class UnitSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of unit; a `thing` is an object."""

    title: str
    text: str
    cost: int
    level: int
    stats: Stats
    size: Size = "medium"
    archetype: str = ""
    primary: Stat = "strength"
    secondary: Stat = "dexterity"
    evasion_stat: Stat = "dexterity"
    skills: dict[str, int] = {}
    movement: int = 3
    armour: str = ""
    natural_armour: int = 0
    natural_cap: int = 99
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    biological: bool = True
    minion: bool = False
    beast: bool = False
    summoned: bool = False
    extraplanar: bool = False
    noncombatant: bool = False
    thing: str = ""
    resist: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        twice = [key for key in self.abilities if self.abilities.count(key) > 1]
        if twice:
            raise ValueError(f"abilities: {twice[0]!r} is listed twice")

    @property
    def tier(self) -> int:
        """How advanced it is: 1 to 5, by its Level."""
        return min(5, 1 + self.level // 3)


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of `vitality.yaml`, each with its rule there."""

    ap: int
    rp: int
    attack_ap: int
    defend_ap: int
    interact_ap: int
    move_ap: int
    sprint_ap: int
    sprint_factor: int
    stabilize_ap: int
    stabilize_vs: int
    switch_places_ap: int
    switch_places_rp: int
    switch_weapons_ap: int
    taking_cover_ap: int
    taking_cover_evasion: int
    taking_cover_dr: int
    use_item_ap: int
    manoeuvre_ap: int
    shove_metres: int
    command_ap: int
    break_ap: int
    stand_metres: int
    dismount_metres: int
    hide_ap: int
    size_limit: int
    cinematic_ap: int
    cinematic_rp: int
    cinematic_nm: int
    cooperative_nm: int
    burst_nm: int
    cooperative_burst_nm: int
    least_cost: int
    difficulty: int
    levels_per_difficulty: int
    bold: int
    extreme: int
    bad_failure: int
    nm_start: int
    nm_cap: int
    critical: int
    critical_tier: int
    cover_evasion: int
    cover_dr: int
    jump: int
    easy_drop: int
    fall_metres: int
    fall_die: int
    bleed_die: int
    burn_die: int
    non_lethal_die: int
    teleport_cap: int
    hazard_power: int
    buff_limit: int
    upcast_step: int
    awakened_upcast: int
