"""Poise's data: skills, gear, units, numbers and rulebook, read from `rulesets/poise/*.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct, field, structs

from game.kernel.ecs import World
from game.rules import data
from game.rules.poise.house import Settings
from game.rules.ruleset import Rule
from game.systems import field as shared

Pool = Literal["poise", "momentum", "focus"]
POOLS: tuple[Pool, ...] = ("poise", "momentum", "focus")
EMPTY = {"poise": "reeling", "momentum": "knocked_down", "focus": "confused"}  # POISE-POOL-8
KINDS = {"poise": "dodge", "momentum": "block", "focus": "predict"}  # POISE-DEF-3
RESTRICTIONS = {"poise": "undodgeable", "momentum": "unblockable", "focus": "unpredictable"}  # POISE-DEF-6

STEED = "steed_"  # before the key of a skill that a rider lets its mount use (POISE-MOUNT-14)

Tag = Literal[
    "careful", "slow", "concentrate", "undodgeable", "unblockable", "unpredictable", "aquatic", "water_ok", "lightning",
    "not_underwater", "underwater_bane", "reload",
]  # fmt: skip
Area = Literal["", "enemies", "others", "cone"]  # who is struck: one target, all enemies or all others in range, a cone


class Yield(Struct, frozen=True, forbid_unknown_fields=True):
    """What a yield does: dice of one size against a pool, and effects after the damage."""

    type: Pool
    dice: tuple[int, ...]
    shove_away: int = 0
    condition: str = ""


class Cunning(Struct, frozen=True, forbid_unknown_fields=True):
    """What each die at or below the attacker's cunning earns (POISE-YIELD-4)."""

    target_lose: dict[Pool, int] = {}
    self_gain: dict[Pool, int] = {}
    shove_away: int = 0
    more_shove: int = 0
    condition: str = ""
    max_per_attack: int = 99


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """One skill (POISE-ECON-8). `threat` leaves agility out; attacks are the skills that have one."""

    title: str
    type: Literal["action", "maneuver", "reaction"]
    everybody: bool = False
    mode: Literal["", "self", "melee", "ranged", "thrown"] = ""
    range: int = 0
    threat: int | None = None
    target: Literal["enemy", "ally_or_self", "any_other"] = "enemy"
    cost: dict[str, int] = {}
    gain: int = 0
    shove: int = 0
    shove_way: Literal["any", "away"] = "any"
    lose: dict[Pool, int] = {}
    area: Area = ""
    targets: int = 1
    uses_ammo: bool = False
    armour: int = 0
    condition: str = ""
    yield_: Yield | None = field(default=None, name="yield")
    cunning: Cunning = Cunning()
    tags: tuple[Tag, ...] = ()
    rule: str = "POISE-ECON-8"

    @property
    def moves(self) -> bool:
        """Whether it is a way of moving: an animal's, for its rider (POISE-MOUNT-3)."""
        return not self.mode and not self.armour

    def __post_init__(self) -> None:
        if self.threat is not None and self.yield_ is None:
            raise ValueError("an attack, which has a threat, needs a yield")


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to hold: hands it takes, skills it gives, and whether it gives a zone of control."""

    title: str
    hands: Literal[1, 2]
    skills: tuple[str, ...]
    zoc: bool = False
    ammo: int = 0  # how many throws or shots it holds (POISE-GEAR-2); one needs none
    bulk: int = 1


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Worn or natural protection (POISE-GEAR-3)."""

    title: str
    armour: int
    needs_brawn: int = 0
    speed: int = 0
    bulk: int = 0


Tier = Literal["hero", "elite", "legendary", "minion"]


class UnitSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One archetype (POISE-UNIT-2)."""

    title: str
    tier: Tier
    abilities: tuple[int, int, int]
    speed: int
    armour: str
    cost: int
    text: str
    defense: int = 0
    size: int = 1
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    natural_zoc: bool = False
    flies: bool = False
    mount: Literal["", "animal", "intelligent"] = ""
    needs_tack: bool = False
    tack: bool = False
    points: int = 0  # what a hero's abilities add up to (POISE-UNIT-1)
    turns_per_round: int = 1
    defiance_points: int = 0
    skill_limit: dict[str, int] = {}  # uses a round (POISE-LEG-3)


class ConditionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition is called, does, and how it ends (POISE-COND-15)."""

    title: str
    rule: str
    text: str
    ends: str
    persistent: bool = False
    temporary: bool = False
    instant: bool = False  # an event rather than a state: it is never held
    good: bool = False
    cause: bool = False  # goes with its cause and by nothing else
    removes: tuple[str, ...] = ()  # POISE-COND-14

    @property
    def sheds(self) -> bool:
        """Whether a cure for whatever is not persistent ends it (POISE-COND-10)."""
        return not (self.persistent or self.good or self.cause)


class Critical(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of critical effect (POISE-CRIT-1): how much, and how near its target must be."""

    title: str
    text: str
    amount: int = 0
    range: int = 0
    rule: str = "POISE-CRIT-1"


class AfflictionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One result of the affliction table (POISE-STRESS-2)."""

    title: str
    text: str
    base: dict[Pool, int] = {}
    speed: int = 0


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of `poise.yaml`, each with its rule ID there."""

    pool_base: int
    pool_step: int
    dash: int
    sprint_cost: int
    hinder: int
    boon_threat: int
    boon_limit: int
    boon_amount: int
    shove_loss: int
    fall_die: int
    opening_die: int
    water_range: int
    ward: int
    burning: int
    scatter: int
    affliction_step: int
    affliction_die: int
    affliction_most: int
    gambit_stress: int
    defiance_move: int
    doom_range: int
    hero_points: int
    hero_most: int
    load_base: int
    load_step: int


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


class _Main(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    numbers: Numbers
    settings: Settings
    roles: dict[str, str]
    conditions: dict[str, ConditionSheet]
    criticals: dict[str, Critical]
    afflictions: dict[str, AfflictionSheet]


class _GearFile(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]


class PoiseSheet(_Main, frozen=True, eq=False):
    """All of poise's data; one object a loaded ruleset."""

    surroundings: Surroundings
    skills: dict[str, Skill]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    units: dict[str, UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str


FILES = ("poise.yaml", "skills.yaml", "gear.yaml", "units.yaml", "rulebook.yaml", "titles.yaml", "surroundings.yaml")


def load_sheet(folder: data.Folder) -> PoiseSheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("poise.yaml", _Main)
    gear = folder.read("gear.yaml", _GearFile)
    around = folder.read("surroundings.yaml", Surroundings)
    skills = folder.table("skills.yaml", Skill)
    units = folder.table("units.yaml", UnitSheet)
    titles = folder.read("titles.yaml", dict[str, str])
    titles |= data.titles(main.conditions, main.criticals, main.afflictions, gear.weapons, gear.armour, skills, units)
    titles |= data.titles(around.hazards)
    titles |= {STEED + key: f"Mount: {skill.title}" for key, skill in skills.items()}
    sheet = PoiseSheet(
        **structs.asdict(main), surroundings=around, skills=skills, weapons=gear.weapons, armour=gear.armour,
        units=units, rulebook=folder.table("rulebook.yaml", Rule), titles=titles, digest=folder.digest(FILES),
    )  # fmt: skip
    folder.cross_check(_names(sheet, main, gear))
    return sheet


def _names(sheet: PoiseSheet, main: _Main, gear: _GearFile) -> dict[str, Iterable[data.Use]]:
    around, conditions, rules, weapons = sheet.surroundings, sheet.conditions, sheet.rulebook, sheet.weapons
    in_main: data.Known = {"roles.*": sheet.units, "conditions.*.removes.*": conditions}
    in_main |= {"conditions.*.rule": rules, "criticals.*.rule": rules}
    in_skills: data.Known = {"*.rule": rules, "*.condition?": conditions}
    in_skills |= {"*.yield.condition?": conditions, "*.cunning.condition?": conditions}
    in_units: data.Known = {"*.armour": sheet.armour, "*.held.*": weapons, "*.carried.*": weapons}
    in_units |= {"*.skills.*": sheet.skills, "*.skill_limit.#": sheet.skills}
    in_surroundings: data.Known = {"hazards.*.rule": rules, "hazards.*.condition?": conditions}
    in_surroundings |= {"difficulty.spook": around.difficulty.dice}
    return {
        "units.yaml": (*data.uses(sheet.units, in_units), *_too_heavy(sheet)),
        "skills.yaml": data.uses(sheet.skills, in_skills),
        "gear.yaml": data.uses(gear, {"weapons.*.skills.*": sheet.skills}),
        "poise.yaml": data.uses(main, in_main),
        "surroundings.yaml": data.uses(around, in_surroundings),
    }


def _too_heavy(sheet: PoiseSheet) -> data.Uses:
    """Armour must be such as the unit's brawn can carry."""
    for key, unit in sheet.units.items():
        yield (key, "armour"), unit.armour, [a for a, e in sheet.armour.items() if e.needs_brawn <= unit.abilities[1]]


sheet_of: Callable[[World], PoiseSheet] = shared.sheet_of
"""The data of a skirmish."""
