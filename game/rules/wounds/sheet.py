"""Wounds' data: numbers and tables, actions, gear, spells, units and rulebook, read from `rulesets/wounds/*.yaml`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from game.kernel.ecs import World
from game.rules import data
from game.rules.ruleset import Rule
from game.rules.wounds.house import Settings
from game.systems import field

LEVELS = ("light", "moderate", "severe", "critical", "fatal")  # WOUNDS-WND-1: their numbers are 1 to 5
ATTRIBUTES = ("Str", "Dex", "Spd", "Vit", "Prc", "Lor", "Rsn", "Prs")
Kind = Literal["character", "special_npc", "minion", "standard", "elite"]
FILES = ("wounds.yaml", "actions.yaml", "gear.yaml", "spells.yaml", "units.yaml", "rulebook.yaml", "titles.yaml")


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A rank and the ranks of its specialisations (WOUNDS-HD-2)."""

    rank: int = 0
    spec: dict[str, int] = {}


class ActionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a verb costs (WOUNDS-HD-5)."""

    title: str
    rule: str
    ap: int = 0
    stamina: int = 0
    minutes: int = 0


class Throw(Struct, frozen=True, forbid_unknown_fields=True):
    """How a melee weapon flies (WOUNDS-HD-11)."""

    inc: int
    max_inc: int


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """One weapon (WOUNDS-HD-11); `shots` takes them from a quiver, `lands` lies where it was thrown."""

    title: str
    group: str
    kind: Literal["melee", "ranged"]
    hands: int
    accuracy: int
    damage: int
    block: int = 0
    defensive: bool = False
    reach: int = 0
    optimal: int = 0
    inc: int = 0
    max_inc: int = 0
    thrown: Throw | None = None
    armor_piercing: int = 0
    concussive: int = 0
    slicing: bool = False
    penetrating: bool = False
    aquatic: bool = False
    bypass_armor: bool = False
    reload: bool = False
    shots: bool = False
    lands: bool = False


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Worn or natural protection, and what it does to movement and to some checks."""

    title: str
    toughness: int
    rate: int
    check: int
    natural: bool = False


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that is no weapon."""

    title: str
    place: str = "backpack"
    hands: int = 1
    ap: int = 0
    use: str = ""
    used_up: bool = False
    becomes: str = ""
    ammo: int = 0
    effects: tuple[str, ...] = ()


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """One spell (WOUNDS-HD-12)."""

    title: str
    school: str
    ap: int
    spend: int = 0
    invest: int = 0
    range: int = 0
    radius: int = 0
    target: Literal["", "ranged", "willpower"] = ""
    damage: int = 0
    type: str = ""
    penetrating: bool = False
    rider: str = ""
    rider_level: str = ""
    effect: str = ""
    rounds: int = 0
    escape_tn: int = 0
    upheld: bool = False
    retrieve: Literal["on_end", "long_rest"] = "on_end"


class UnitSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One archetype."""

    title: str
    text: str
    kind: Kind
    points: int
    size: int
    attributes: dict[str, int]
    skills: dict[str, Skill]
    armour: str
    stamina: int
    mana: int
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    modes: dict[str, int] = {}
    immune: tuple[str, ...] = ()
    hands: int = 2
    control_tn: int = 5
    rate: int | None = None


class ConditionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition is called, does, and how it ends."""

    title: str
    rule: str
    text: str
    ends: str
    good: bool = False


class Wild(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of a wild roll; a sum of the faces from `success` up or `failure` down is critical."""

    dice: tuple[int, ...]
    offset: int
    success: int
    failure: int


class Ordinary(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of any other check."""

    dice: tuple[int, ...]
    offset: int


class DiceSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """All dice (WOUNDS-HD-1)."""

    wild: Wild
    ordinary: Ordinary
    strong: int
    seize: int
    fall: int
    burn: int


class Poison(Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a poison begins and how treatment takes it off (WOUNDS-COND-16)."""

    level: int
    treat: int
    per: int


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The single numbers of `wounds.yaml`, each with its rule ID there."""

    initiative: int
    surprise: int
    critical: int
    interrupt: int
    defend: int
    sharing: int
    distracted: int
    harried: int
    nonlethal: int
    underwater: int
    underwater_ap: int
    no_kit: int
    exhausted: int
    prone: int
    mounted: int
    pin: int
    interpose: int
    drag: int
    drag_ap: int
    cling_along: int
    cling_shorten: int
    size_gap: int
    run_up: int
    helpless_rounds: int
    dying_rounds: int
    platform: int
    calming: int
    calming_yards: int
    minutes: int


class TargetNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers to reach (WOUNDS-HD-14)."""

    swim: dict[str, int]
    climb: dict[str, int]
    landing: dict[str, int]
    ledge: int
    hasten: int
    hobbled: int
    poison: int


class _Main(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    dice: DiceSheet
    thresholds: tuple[int, ...]
    light_slots: int
    slots_by_vitality: tuple[tuple[int, int, int], ...]
    npc_slots: dict[str, int]
    ap_by_speed: tuple[tuple[int, int, int], ...]
    modifiers: dict[str, tuple[int, int]]
    wounded: tuple[int, ...]
    treat_wound_tn: tuple[int, ...]
    recovery_tn: tuple[int, ...]
    consciousness_tn: dict[str, int]
    wake_tn: tuple[int, ...]
    terrain: dict[str, int]
    tn: TargetNumbers
    containers: dict[str, int]
    object_ap: int
    poisons: dict[str, Poison]
    numbers: Numbers
    settings: Settings
    rests: dict[str, str]
    roles: dict[str, str]
    conditions: dict[str, ConditionSheet]


class _GearFile(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    items: dict[str, Item]


class WoundsSheet(Struct, frozen=True, eq=False):
    """All of the ruleset's data; one object a loaded ruleset. `main` holds tables and numbers."""

    main: _Main
    actions: dict[str, ActionSheet]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    items: dict[str, Item]
    spells: dict[str, Spell]
    units: dict[str, UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str

    @property
    def numbers(self) -> Numbers:
        """The single numbers."""
        return self.main.numbers


def load_sheet(folder: data.Folder) -> WoundsSheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("wounds.yaml", _Main)
    gear = folder.read("gear.yaml", _GearFile)
    actions = folder.table("actions.yaml", ActionSheet)
    spells = folder.table("spells.yaml", Spell)
    units = folder.table("units.yaml", UnitSheet)
    own = data.titles(main.conditions, actions, gear.weapons, gear.armour, gear.items, spells, units)
    sheet = WoundsSheet(
        main=main, actions=actions, weapons=gear.weapons, armour=gear.armour, items=gear.items, spells=spells,
        units=units, rulebook=folder.table("rulebook.yaml", Rule),
        titles=own | folder.read("titles.yaml", dict[str, str]), digest=folder.digest(FILES),
    )  # fmt: skip
    folder.cross_check(_names(sheet, gear))
    return sheet


def _names(sheet: WoundsSheet, gear: _GearFile) -> dict[str, data.Uses]:
    """Where each file names something, and what there is."""
    main, things = sheet.main, {**sheet.weapons, **sheet.items}
    in_units: data.Known = {
        "*.armour": sheet.armour,
        "*.held.*": things,
        "*.carried.*": things,
        "*.spells.*": sheet.spells,
        "*.attributes.#": ATTRIBUTES,
    }
    in_gear: data.Known = {
        "items.*.place": main.containers,
        "items.*.becomes?": sheet.items,
        "items.*.effects.*": main.conditions,
    }
    return {
        "units.yaml": data.uses(sheet.units, in_units),
        "actions.yaml": data.uses(sheet.actions, {"*.rule": sheet.rulebook}),
        "gear.yaml": data.uses(gear, in_gear),
        "spells.yaml": data.uses(sheet.spells, {"*.rider?": main.conditions}),
        "wounds.yaml": data.uses(main, {"roles.*": sheet.units, "conditions.*.rule": sheet.rulebook}),
    }


sheet_of: Callable[[World], WoundsSheet] = field.sheet_of
"""The data of a skirmish."""
