"""Vitality's data as a whole, read from `rulesets/vitality/*.yaml` and cross-checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from msgspec import Struct

import game.rules.vitality.entries as entries
from game.kernel.ecs import World
from game.map.terrain import kinds
from game.rules import data
from game.rules.ruleset import Rule
from game.rules.vitality.house import Settings
from game.systems import field


class _Main(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    numbers: entries.Numbers
    settings: Settings
    skills: dict[str, entries.Stat]
    initiative: tuple[str, ...]
    defense_rolls: dict[str, str]  # by stat
    damage_types: dict[str, entries.DamageType]
    sizes: dict[str, entries.SizeSheet]
    archetypes: dict[str, entries.ArchetypeSheet]
    roles: dict[str, str]
    manoeuvres: dict[str, entries.Manoeuvre]
    triggers: dict[str, entries.Trigger]


class _Gear(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: dict[str, entries.Weapon]
    armour: dict[str, entries.Armour]
    shields: dict[str, entries.Shield]
    items: dict[str, entries.Item]
    things: dict[str, entries.Thing]
    props: dict[str, str]
    edges: dict[str, str]
    hazards: dict[str, entries.Hazard]


class VitalitySheet(Struct, frozen=True, eq=False, dict=True):
    """All of vitality's data; one object a loaded ruleset."""

    main: _Main
    gear: _Gear
    effects: dict[str, entries.Effect]
    abilities: dict[str, entries.Ability]
    stunts: dict[str, entries.Stunt]
    units: dict[str, entries.UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str

    @property
    def numbers(self) -> entries.Numbers:
        """What the rules count with."""
        return self.main.numbers

    @cached_property
    def arms(self) -> dict[str, tuple[str, bool]]:
        """Verb of an attack -> the weapon, and whether it is thrown."""
        thrown = {f"throw_{key}": (key, True) for key, each in self.weapons.items() if each.thrown}
        return {key: (key, False) for key in self.weapons} | thrown

    @property
    def weapons(self) -> dict[str, entries.Weapon]:
        """All weapons, natural ones too."""
        return self.gear.weapons


FILES = (
    "vitality.yaml", "gear.yaml", "conditions.yaml", "abilities.yaml", "stunts.yaml", "units.yaml", "rulebook.yaml",
    "titles.yaml",
)  # fmt: skip


def load_sheet(folder: data.Folder) -> VitalitySheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("vitality.yaml", _Main)
    gear = folder.read("gear.yaml", _Gear)
    effects = folder.table("conditions.yaml", entries.Effect)
    abilities = folder.table("abilities.yaml", entries.Ability)
    stunts = folder.table("stunts.yaml", entries.Stunt)
    units = folder.table("units.yaml", entries.UnitSheet)
    words = folder.read("titles.yaml", dict[str, str])
    shown = data.titles(
        gear.weapons, gear.armour, gear.shields, gear.items, gear.things, gear.hazards, main.manoeuvres, main.triggers
    )
    shown |= data.titles(main.damage_types, effects, abilities, stunts, units)
    shown |= {f"throw_{key}": f"Throw {each.title.lower()}" for key, each in gear.weapons.items() if each.thrown}
    rulebook, digest = folder.table("rulebook.yaml", Rule), folder.digest(FILES)
    sheet = VitalitySheet(main, gear, effects, abilities, stunts, units, rulebook, shown | words, digest)
    folder.cross_check(_names(sheet))
    return sheet


def names_in_unit(sheet: VitalitySheet) -> data.Known:
    """Where a unit's sheet names something, and what there is."""
    main, gear = sheet.main, sheet.gear
    items = {**gear.weapons, **gear.shields, **gear.items}
    types = list(dict.fromkeys((*main.damage_types, *(each.category for each in main.damage_types.values()))))
    return {
        "armour?": gear.armour, "archetype?": main.archetypes, "thing?": gear.things, "skills.#": main.skills,
        "held.*": items, "carried.*": items, "natural.*": gear.weapons, "abilities.*": sheet.abilities,
        "resist.*": types, "immune.*": types, "vulnerable.*": types,
    }  # fmt: skip


def _names(sheet: VitalitySheet) -> dict[str, Iterable[data.Use]]:
    main, gear, effects = sheet.main, sheet.gear, sheet.effects
    in_abilities: data.Known = {"*.unit?": sheet.units, "*.dr?": main.defense_rolls, "*.damage.#": main.damage_types}
    in_main: data.Known = {"roles.*": sheet.units, "initiative.*": main.skills}
    in_main |= {"defense_rolls.#": entries.STATS, "defense_rolls.*": main.skills}
    in_gear: data.Known = {"props.*": gear.things, "edges.*": gear.things}
    in_gear |= {"things.*.prop": kinds().props, "hazards.*.adds?": effects}
    in_stunts: data.Known = {"*.rule": sheet.rulebook, "*.skills.*": main.skills, "*.adds?": effects}
    in_units = {f"*.{place}": known for place, known in names_in_unit(sheet).items()}
    return {
        "units.yaml": data.uses(sheet.units, in_units),
        "abilities.yaml": data.uses(sheet.abilities, {"*.adds?": effects, **in_abilities}),
        "stunts.yaml": data.uses(sheet.stunts, in_stunts),
        "conditions.yaml": data.uses(effects, {"*.rule": sheet.rulebook}),
        "vitality.yaml": data.uses(main, in_main),
        "gear.yaml": data.uses(gear, in_gear),
    }


@lru_cache(maxsize=256)
def faces(dice: entries.Dice) -> tuple[int, ...]:
    """The sides of dice written as `2d8`; none for an empty text."""
    if not dice:
        return ()
    many, _, sides = dice.partition("d")
    return (int(sides),) * int(many)


sheet_of: Callable[[World], VitalitySheet] = field.sheet_of
"""The data of a skirmish."""


def numbers_of(world: World) -> entries.Numbers:
    """What the rules count with."""
    return sheet_of(world).main.numbers
