"""Aura's data, read from `rulesets/aura/*.yaml` and cross-checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from game.kernel.ecs import World
from game.rules import data
from game.rules.aura.sheet import entries
from game.rules.ruleset import Rule
from game.systems import field


class AuraSheet(Struct, frozen=True, eq=False):
    """All of aura's data; one object a loaded ruleset."""

    main: entries.Main
    weapons: dict[str, entries.Weapon]
    shields: dict[str, entries.Shield]
    armour: dict[str, entries.Armour]
    abilities: dict[str, entries.Ability]
    spells: dict[str, entries.Spell]
    styles: dict[str, entries.Style]
    units: dict[str, entries.UnitSheet]
    rulebook: dict[str, Rule]
    titles: dict[str, str]
    digest: str


FILES = ("aura.yaml", "weapons.yaml", "abilities.yaml", "units.yaml", "rulebook.yaml", "titles.yaml")


def load_sheet(folder: data.Folder) -> AuraSheet:
    """Read and cross-check a folder of sheets; SheetError lists every fault found."""
    main = folder.read("aura.yaml", entries.Main)
    gear = folder.read("weapons.yaml", entries.GearFile)
    skills = folder.read("abilities.yaml", entries.AbilityFile)
    units = folder.table("units.yaml", entries.UnitSheet)
    titles = folder.read("titles.yaml", dict[str, str])
    weapons = {**gear.weapons, **gear.shooters}
    named = data.titles(
        main.conditions, weapons, gear.shields, gear.armour, skills.abilities, skills.spells, skills.styles, units
    )
    sheet = AuraSheet(
        main=main, weapons=weapons, shields=gear.shields, armour=gear.armour, abilities=skills.abilities,
        spells=skills.spells, styles=skills.styles, units=units, rulebook=folder.table("rulebook.yaml", Rule),
        titles=named | titles, digest=folder.digest(FILES),
    )  # fmt: skip
    folder.cross_check(_names(sheet, skills))
    return sheet


def _names(sheet: AuraSheet, skills: entries.AbilityFile) -> dict[str, data.Uses]:
    main, items = sheet.main, {**sheet.weapons, **sheet.shields}
    in_units: data.Known = {
        "*.armour": sheet.armour,
        "*.footprint?": main.footprints,
        "*.held.*": items,
        "*.carried.*": items,
        "*.abilities.*": sheet.abilities,
        "*.spells.#": sheet.spells,
    }
    in_main: data.Known = {
        "roles.*": sheet.units,
        "sizes.*.hexes?": main.footprints,
        "conditions.*.rule": sheet.rulebook,
        "conditions.*.imposes?": main.conditions,
        "draw_most.#": sheet.weapons,
        "draw_weight.*.only.*": sheet.weapons,
    }
    return {
        "units.yaml": data.uses(sheet.units, in_units),
        "aura.yaml": data.uses(main, in_main),
        "abilities.yaml": data.uses(skills, {"abilities.*.rule": sheet.rulebook, "spells.*.rule": sheet.rulebook}),
    }


sheet_of: Callable[[World], AuraSheet] = field.sheet_of
"""The data of a skirmish."""


@lru_cache(maxsize=64)
def dice_of(text: str) -> tuple[int, ...]:
    """`2d6` as (6, 6)."""
    count, _, sides = text.partition("d")
    return (int(sides),) * int(count)


def lookup(table: tuple[tuple[int, Any], ...], bonus: float) -> Any:
    """The entry of the first row whose bound is not below the bonus."""
    return next(found for bound, found in table if bonus <= bound)
