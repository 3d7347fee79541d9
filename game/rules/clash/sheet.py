"""Clash's data: numbers, weapons, gear, spells, abilities, units and rulebook, read from `rulesets/clash/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.rules import data
from game.rules.clash.house import Settings
from game.rules.ruleset import Rule
from game.systems import field

Entangle = Literal["", "prone", "entangled"]
Kind = Literal["melee", "ranged", "thrown", "melee_spell", "ranged_spell"]
_DICE = re.compile(r"(?:(\d+)d(\d+))?(?:\+?(\d+))?")
FILES = (
    "clash.yaml", "weapons.yaml", "gear.yaml", "spells.yaml", "abilities.yaml", "units.yaml", "rulebook.yaml",
    "titles.yaml",
)  # fmt: skip
STYLE_WORDS = ("partial_armor", "full_armor", "shield", "unarmed_fighting")


@lru_cache(maxsize=256)
def dice_of(text: str) -> tuple[tuple[int, ...], int]:
    """`2d6+3` as dice and what is added to them; ValueError for anything else."""
    found = _DICE.fullmatch(text)
    if not found or not text:
        raise ValueError(f"{text!r} is no throw; write 2d6+3, 1d8 or 4")
    return (int(found[2] or 0),) * int(found[1] or 0), int(found[3] or 0)


class Harm(Struct, frozen=True, forbid_unknown_fields=True):
    """A second part of the damage of a source that deals two types (CLASH-DMG-12)."""

    damage: str
    type: str


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to strike with (CLASH-ATK-1, 3); reach, range and throw in metres, 0 for none."""

    title: str
    damage: str
    type: str
    hands: Literal[0, 1, 2]
    reach: int = 0
    range: int = 0
    thrown: int = 0
    bonus: bool = False
    heavy: bool = False
    reload: bool = False
    natural: bool = False
    entangle: Entangle = ""
    style_item: str = ""
    made_for: str = ""  # the smallest size that may choose it (CLASH-REST-8); whoever brings it wields it anyway
    also: tuple[Harm, ...] = ()


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """A material's armour rating by level, and against magic (CLASH-ARM-1, 8)."""

    title: str
    partial: int
    full: int
    magic_partial: int = 0
    magic_full: int = 0


class Shield(Struct, frozen=True, forbid_unknown_fields=True):
    """A shield and its block rating (CLASH-SHLD-1)."""

    title: str
    block: int


class Power(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spell, an ability or a magic item: what it is aimed at and what it does."""

    title: str
    text: str = ""
    magic: int = 0
    attack: bool = False
    melee: bool = False
    mind: bool = False
    teleport: bool = False
    free: bool = False
    range: int = 0
    target: Literal["foe", "self", "ally_or_self", "cell"] = "foe"
    damage: str = ""
    type: str = ""
    also: tuple[Harm, ...] = ()
    defences: tuple[str, ...] = ()
    heal: str = ""
    armour: int = 0
    magic_armour: int = 0
    condition: str = ""
    contest: str = ""
    push: int = 0


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighting style: a name without effect, a rank, and the gear it is trained with (CLASH-STYLE-1)."""

    name: str
    rank: int
    gear: tuple[str, ...] = ()


class Worn(Struct, frozen=True, forbid_unknown_fields=True):
    """Armour as it is worn."""

    level: Literal["partial", "full"]
    material: str


class UnitSheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One archetype."""

    title: str
    text: str
    pc: bool
    size: str
    cost: int
    attributes: dict[str, int]
    skills: dict[str, int] = {}
    styles: tuple[Style, ...] = ()
    armour: Worn | None = None
    natural_armour: int = 0
    natural_weapons: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    hands: int = 2
    spells: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    resistances: dict[str, int] = {}
    vulnerabilities: dict[str, int] = {}


class ConditionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition is called, does, and how it ends."""

    title: str
    rule: str
    text: str
    ends: str
    good: bool = False


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of `clash.yaml`, each with its rule ID there."""

    action_points: int
    attacks: int
    die: int
    initiative_die: int
    round_seconds: int
    flanking: int
    untrained: int
    prone_target: int
    prone_self: int
    heavy_armour: int
    heavy_speed: int
    level_m: int
    climb: int
    fall_m: int
    pit_m: int
    fall_die: int
    touch: int
    push: int
    base_health: int
    health_end: int
    health_bigger: int
    health_smaller: int
    base_speed: int
    location_die: int
    free_items: int
    max_items: int
    item_xp: int
    style_xp: int
    new_style_rank: int
    skill_xp: int
    max_rank: int
    won_xp: int
    lost_xp: int


class SkillSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill and the attributes that may govern it (CLASH-TEST-11)."""

    title: str
    governed_by: tuple[str, ...]


class CoverSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A grade of cover (CLASH-COVER-1 to 4)."""

    title: str
    quarters: int
    attack: int
    dodge: int
    rule: str


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the body and the faces that hit it (CLASH-DMG-13)."""

    title: str
    faces: tuple[int, ...]


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """Gear for a first fighting style."""

    title: str
    gear: tuple[str, ...]


class _Main(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    numbers: Numbers
    settings: Settings
    sizes: tuple[str, ...]
    footprints: dict[str, int]
    attributes: dict[str, str]
    skills: dict[str, SkillSheet]
    damage_types: dict[str, tuple[str, ...]]
    cover: dict[str, CoverSheet]
    defences: dict[str, tuple[str, ...]]
    locations: dict[str, Location]
    styles: dict[str, Sample]
    roles: dict[str, str]
    conditions: dict[str, ConditionSheet]


class _GearFile(Struct, frozen=True, forbid_unknown_fields=True):
    armour: dict[str, Armour]
    shields: dict[str, Shield]
    items: dict[str, Power]


class ClashSheet(Struct, frozen=True, eq=False):
    """All of clash's data; one object a loaded ruleset."""

    main: _Main
    weapons: dict[str, Weapon]
    gear: _GearFile
    spells: dict[str, Power]
    abilities: dict[str, Power]
    units: dict[str, UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    groups: dict[str, str]  # damage type -> physical, magical or other
    digest: str

    @property
    def numbers(self) -> Numbers:
        """The plain numbers."""
        return self.main.numbers

    def hands(self, item: str) -> int:
        """Hands an item takes while it is held (CLASH-GEAR-1, SHLD-8); magic items take none."""
        return self.weapons[item].hands if item in self.weapons else int(item in self.gear.shields)

    def style_item(self, item: str) -> str:
        """The word under which a style lists this weapon or shield (CLASH-STYLE-1, 3)."""
        return "shield" if item in self.gear.shields else self.weapons[item].style_item or item

    def power(self, key: str) -> Power:
        """The spell, ability or magic item of that key; KeyError if there is none."""
        return self.spells.get(key) or self.abilities.get(key) or self.gear.items[key]

    def kind_of(self, key: str) -> Kind:
        """How a power attacks: what defends against it, and whether cover and flanking count."""
        near = self.power(key).melee
        if key in self.spells:
            return "melee_spell" if near else "ranged_spell"
        return "melee" if near else "ranged"


def load_sheet(folder: data.Folder) -> ClashSheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("clash.yaml", _Main)
    weapons = folder.table("weapons.yaml", Weapon)
    gear = folder.read("gear.yaml", _GearFile)
    spells = folder.table("spells.yaml", Power)
    abilities = folder.table("abilities.yaml", Power)
    units = folder.table("units.yaml", UnitSheet)
    titles = folder.read("titles.yaml", dict[str, str])
    own = data.titles(
        main.skills, main.cover, main.locations, main.conditions, weapons, gear.armour, gear.shields, gear.items,
        spells, abilities, units,
    )  # fmt: skip
    sheet = ClashSheet(
        main=main, weapons=weapons, gear=gear, spells=spells, abilities=abilities, units=units,
        rulebook=folder.table("rulebook.yaml", Rule), titles=main.attributes | own | titles,
        groups={kind: group for group, kinds in main.damage_types.items() for kind in kinds},
        digest=folder.digest(FILES),
    )  # fmt: skip
    folder.cross_check(_names(sheet))
    return sheet


def _names(sheet: ClashSheet) -> dict[str, data.Uses]:
    """Where each file names something, and what there is."""
    main, gear = sheet.main, sheet.gear
    carriable, trained = (*sheet.weapons, *gear.shields, *gear.items), (*STYLE_WORDS, *sheet.weapons)
    power: data.Known = {"*.type?": sheet.groups, "*.condition?": main.conditions, "*.contest?": main.skills}
    in_weapons: data.Known = {"*.type": sheet.groups, "*.made_for?": main.sizes}
    in_main: data.Known = {
        "roles.*": sheet.units,
        "conditions.*.rule": sheet.rulebook,
        "styles.*.gear.*": trained,
        "skills.*.governed_by.*": main.attributes,
    }
    in_units: data.Known = {
        "*.size": main.sizes,
        "*.armour.material": gear.armour,
        "*.attributes.#": main.attributes,
        "*.skills.#": main.skills,
        "*.held.*": carriable,
        "*.carried.*": carriable,
        "*.natural_weapons.*": sheet.weapons,
        "*.spells.*": sheet.spells,
        "*.abilities.*": sheet.abilities,
        "*.styles.*.gear.*": trained,
    }
    return {
        "clash.yaml": data.uses(main, in_main),
        "weapons.yaml": data.uses(sheet.weapons, in_weapons),
        "gear.yaml": data.uses(gear, {f"items.{place}": known for place, known in power.items()}),
        "spells.yaml": data.uses(sheet.spells, power),
        "abilities.yaml": data.uses(sheet.abilities, power),
        "units.yaml": data.uses(sheet.units, in_units),
    }


sheet_of: Callable[[World], ClashSheet] = field.sheet_of
"""The data of a skirmish."""
