"""Vitality's data as a whole, read from `rulesets/vitality/*.yaml` and cross-checked."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property, lru_cache

from msgspec import Struct

from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.map.terrain import kinds
from game.rules import data
from game.rules.data import Uses
from game.rules.ruleset import Rule
from game.rules.vitality.entries import (
    STATS,
    Ability,
    ArchetypeSheet,
    Armour,
    DamageType,
    Dice,
    Effect,
    Hazard,
    Item,
    Manoeuvre,
    Numbers,
    Shield,
    SizeSheet,
    Stat,
    Stunt,
    Thing,
    Trigger,
    UnitSheet,
    Weapon,
)
from game.rules.vitality.house import Settings


class _Main(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    numbers: Numbers
    settings: Settings
    skills: dict[str, Stat]
    initiative: tuple[str, ...]
    defense_rolls: dict[str, str]  # by stat
    damage_types: dict[str, DamageType]
    sizes: dict[str, SizeSheet]
    archetypes: dict[str, ArchetypeSheet]
    roles: dict[str, str]
    manoeuvres: dict[str, Manoeuvre]
    triggers: dict[str, Trigger]


class _Gear(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    shields: dict[str, Shield]
    items: dict[str, Item]
    things: dict[str, Thing]
    props: dict[str, str]
    edges: dict[str, str]
    hazards: dict[str, Hazard]


class VitalitySheet(Struct, frozen=True, eq=False, dict=True):
    """All of vitality's data; one object a loaded ruleset."""

    main: _Main
    gear: _Gear
    effects: dict[str, Effect]
    abilities: dict[str, Ability]
    stunts: dict[str, Stunt]
    units: dict[str, UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str

    @property
    def numbers(self) -> Numbers:
        """What the rules count with."""
        return self.main.numbers

    @cached_property
    def arms(self) -> dict[str, tuple[str, bool]]:
        """Verb of an attack -> the weapon, and whether it is thrown."""
        thrown = {f"throw_{key}": (key, True) for key, each in self.weapons.items() if each.thrown}
        return {key: (key, False) for key in self.weapons} | thrown

    @property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons, natural ones too."""
        return self.gear.weapons


FILES = (
    "vitality.yaml",
    "gear.yaml",
    "conditions.yaml",
    "abilities.yaml",
    "stunts.yaml",
    "units.yaml",
    "rulebook.yaml",
    "titles.yaml",
)


def load_sheet(folder: data.Folder) -> VitalitySheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("vitality.yaml", _Main)
    gear = folder.read("gear.yaml", _Gear)
    effects = folder.table("conditions.yaml", Effect)
    abilities = folder.table("abilities.yaml", Ability)
    stunts = folder.table("stunts.yaml", Stunt)
    units = folder.table("units.yaml", UnitSheet)
    words = folder.read("titles.yaml", dict[str, str])
    shown = data.titles(
        gear.weapons, gear.armour, gear.shields, gear.items, gear.things, gear.hazards, main.manoeuvres, main.triggers
    )
    shown |= data.titles(main.damage_types, effects, abilities, stunts, units)
    shown |= {f"throw_{key}": f"Throw {each.title.lower()}" for key, each in gear.weapons.items() if each.thrown}
    sheet = VitalitySheet(
        main=main,
        gear=gear,
        effects=effects,
        abilities=abilities,
        stunts=stunts,
        units=units,
        rulebook=folder.table("rulebook.yaml", Rule),
        titles=shown | words,
        digest=folder.digest(FILES),
    )
    folder.cross_check(
        {
            "units.yaml": _unit_names(sheet),
            "abilities.yaml": _ability_names(sheet),
            "stunts.yaml": _stunt_names(sheet),
            "conditions.yaml": [((key, "rule"), effect.rule, sheet.rulebook) for key, effect in effects.items()],
            "vitality.yaml": _main_names(sheet),
            "gear.yaml": _gear_names(sheet),
        }
    )
    return sheet


def _main_names(sheet: VitalitySheet) -> Uses:
    main, stats = sheet.main, dict.fromkeys(STATS)
    for role, unit in main.roles.items():
        yield ("roles", role), unit, sheet.units
    for stat, skill in main.defense_rolls.items():
        yield ("defense_rolls", stat), stat, stats
        yield ("defense_rolls", stat), skill, main.skills
    for at, skill in enumerate(main.initiative):
        yield ("initiative", at), skill, main.skills


def _unit_names(sheet: VitalitySheet) -> Uses:
    for key, unit in sheet.units.items():
        for path, name, known in names_of(sheet, unit):
            yield (key, *path), name, known


def names_of(sheet: VitalitySheet, unit: UnitSheet) -> Uses:
    """Where a unit's sheet names something, and what there is."""
    weapons, main = sheet.weapons, sheet.main
    items = {**weapons, **sheet.gear.shields, **sheet.gear.items}
    kinds_ = list(dict.fromkeys((*main.damage_types, *(each.category for each in main.damage_types.values()))))
    if unit.armour:
        yield ("armour",), unit.armour, sheet.gear.armour
    if unit.archetype:
        yield ("archetype",), unit.archetype, main.archetypes
    if unit.thing:
        yield ("thing",), unit.thing, sheet.gear.things
    lists: dict[str, tuple[tuple[str, ...], Collection[str]]] = {
        "held": (unit.held, items),
        "carried": (unit.carried, items),
        "natural": (unit.natural, weapons),
        "abilities": (unit.abilities, sheet.abilities),
        "resist": (unit.resist, kinds_),
        "immune": (unit.immune, kinds_),
        "vulnerable": (unit.vulnerable, kinds_),
    }
    for where, (names, known) in lists.items():
        for at, name in enumerate(names):
            yield (where, at), name, known
    for skill in unit.skills:
        yield ("skills", skill), skill, main.skills


def _ability_names(sheet: VitalitySheet) -> Uses:
    for key, ability in sheet.abilities.items():
        if ability.adds:
            yield (key, "adds"), ability.adds, sheet.effects
        if ability.unit:
            yield (key, "unit"), ability.unit, sheet.units
        if ability.dr:
            yield (key, "dr"), ability.dr, sheet.main.defense_rolls
        for kind in ability.damage:
            yield (key, "damage", kind), kind, sheet.main.damage_types


def _stunt_names(sheet: VitalitySheet) -> Uses:
    for key, stunt in sheet.stunts.items():
        yield (key, "rule"), stunt.rule, sheet.rulebook
        for at, skill in enumerate(stunt.skills):
            yield (key, "skills", at), skill, sheet.main.skills
        if stunt.adds:
            yield (key, "adds"), stunt.adds, sheet.effects


def _gear_names(sheet: VitalitySheet) -> Uses:
    for table, names in (("props", sheet.gear.props), ("edges", sheet.gear.edges)):
        for key, thing in names.items():
            yield (table, key), thing, sheet.gear.things
    for key, thing_ in sheet.gear.things.items():
        yield ("things", key, "prop"), thing_.prop, kinds().props
    for key, hazard in sheet.gear.hazards.items():
        if hazard.adds:
            yield ("hazards", key, "adds"), hazard.adds, sheet.effects


@lru_cache(maxsize=256)
def faces(dice: Dice) -> tuple[int, ...]:
    """The sides of dice written as `2d8`; none for an empty text."""
    if not dice:
        return ()
    many, _, sides = dice.partition("d")
    return (int(sides),) * int(many)


def sheet_of(world: World) -> VitalitySheet:
    """The data of the skirmish in this world."""
    sheet = world.get(FIELD, Field).sheet
    assert isinstance(sheet, VitalitySheet)
    return sheet


def numbers_of(world: World) -> Numbers:
    """What the rules count with."""
    return sheet_of(world).main.numbers
