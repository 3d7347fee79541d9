"""Aura's data, read from `rulesets/aura/*.yaml` and cross-checked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from game.kernel.components import FIELD, Field
from game.kernel.ecs import World
from game.rules import data
from game.rules.aura.sheet.entries import (
    Ability,
    AbilityFile,
    Armour,
    GearFile,
    Main,
    Shield,
    Spell,
    Style,
    UnitSheet,
    Weapon,
)
from game.rules.data import Uses
from game.rules.ruleset import Rule


class AuraSheet(Struct, frozen=True, eq=False):
    """All of aura's data; one object a loaded ruleset."""

    main: Main
    weapons: dict[str, Weapon]
    shields: dict[str, Shield]
    armour: dict[str, Armour]
    abilities: dict[str, Ability]
    spells: dict[str, Spell]
    styles: dict[str, Style]
    units: dict[str, UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str


_FIELD = frozenset({Field})
FILES = ("aura.yaml", "weapons.yaml", "abilities.yaml", "units.yaml", "rulebook.yaml", "titles.yaml")


def load_sheet(folder: data.Folder) -> AuraSheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("aura.yaml", Main)
    gear = folder.read("weapons.yaml", GearFile)
    skills = folder.read("abilities.yaml", AbilityFile)
    units = folder.table("units.yaml", UnitSheet)
    titles = folder.read("titles.yaml", dict[str, str])
    weapons = {**gear.weapons, **gear.shooters}
    named = data.titles(
        main.conditions, weapons, gear.shields, gear.armour, skills.abilities, skills.spells, skills.styles, units
    )
    sheet = AuraSheet(
        main=main,
        weapons=weapons,
        shields=gear.shields,
        armour=gear.armour,
        abilities=skills.abilities,
        spells=skills.spells,
        styles=skills.styles,
        units=units,
        rulebook=folder.table("rulebook.yaml", Rule),
        titles=named | titles,
        digest=folder.digest(FILES),
    )
    folder.cross_check(
        {"units.yaml": _unit_names(sheet), "aura.yaml": _main_names(sheet), "abilities.yaml": _ability_names(sheet)}
    )
    return sheet


def _unit_names(sheet: AuraSheet) -> Uses:
    items = {*sheet.weapons, *sheet.shields}
    for key, unit in sheet.units.items():
        yield (key, "armour"), unit.armour, sheet.armour
        if unit.footprint:
            yield (key, "footprint"), unit.footprint, sheet.main.footprints
        for where, names in (("held", unit.held), ("carried", unit.carried)):
            for at, item in enumerate(names):
                yield (key, where, at), item, items
        for at, ability in enumerate(unit.abilities):
            yield (key, "abilities", at), ability, sheet.abilities
        for spell in unit.spells:
            yield (key, "spells", spell), spell, sheet.spells


def _main_names(sheet: AuraSheet) -> Uses:
    for role, unit in sheet.main.roles.items():
        yield ("roles", role), unit, sheet.units
    for size, usual in sheet.main.sizes.items():
        if usual.hexes:
            yield ("sizes", size, "hexes"), usual.hexes, sheet.main.footprints
    for key, condition in sheet.main.conditions.items():
        yield ("conditions", key, "rule"), condition.rule, sheet.rulebook
        if condition.imposes:
            yield ("conditions", key, "imposes"), condition.imposes, sheet.main.conditions
    for item in sheet.main.draw_most:
        yield ("draw_most", item), item, sheet.weapons
    for row, line in enumerate(sheet.main.draw_weight):
        for place, item in enumerate(line.only):
            yield ("draw_weight", row, "only", place), item, sheet.weapons


def _ability_names(sheet: AuraSheet) -> Uses:
    for key, ability in sheet.abilities.items():
        yield ("abilities", key, "rule"), ability.rule, sheet.rulebook
    for key, spell in sheet.spells.items():
        yield ("spells", key, "rule"), spell.rule, sheet.rulebook


def sheet_of(world: World) -> AuraSheet:
    """The data of the skirmish in this world."""
    return world.derive("aura_sheet", _sheet, _FIELD)


def _sheet(world: World) -> AuraSheet:
    sheet = world.get(FIELD, Field).sheet
    assert isinstance(sheet, AuraSheet)
    return sheet


@lru_cache(maxsize=64)
def dice_of(text: str) -> tuple[int, ...]:
    """`2d6` as (6, 6)."""
    count, _, sides = text.partition("d")
    return (int(sides),) * int(count)


def lookup(table: tuple[tuple[int, Any], ...], bonus: float) -> Any:
    """The entry of the first row whose bound is not below the bonus."""
    return next(found for bound, found in table if bonus <= bound)
