"""The data: numbers, weapons, units and rules, read from the YAML files beside this module."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import FIELD, Field, Unit
from game.kernel.ecs import World
from game.rules import data
from game.rules.plain import sheet as plain


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario may set; `opportunity`: whether leaving a zone lets foes strike."""

    opportunity: bool


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The plain numbers; `climb` in levels, all others on a d20."""

    die: int
    cover: int
    flanking: int
    guard: int
    climb: int


class Main(plain.Main, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `d20.yaml` holds."""

    numbers: Numbers
    settings: Settings


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """Harm is the dice and the bonus; `reach` in cells; `shot` is one that shoots."""

    title: str
    dice: tuple[int, ...]
    bonus: int
    reach: int = 1
    shot: bool = False


class UnitSheet(plain.UnitSheet, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit."""

    hp: int
    ac: int
    attack: int
    speed: int
    weapons: tuple[str, ...]
    initiative: int = 0


class Sheet(plain.Sheet, frozen=True, kw_only=True, eq=False):
    """All of it."""

    main: Main
    units: dict[str, UnitSheet]
    weapons: dict[str, Weapon]


def load_sheet(folder: data.Folder) -> Sheet:
    """Read and cross-check the sheets of a folder; SheetError lists every fault found."""
    main, weapons = folder.read("d20.yaml", Main), folder.table("weapons.yaml", Weapon)
    units = folder.table("units.yaml", UnitSheet)
    sheet = Sheet(main=main, units=units, weapons=weapons, **plain.common(folder, main, weapons, units))
    held = [
        ((key, "weapons", at), item, weapons) for key, unit in units.items() for at, item in enumerate(unit.weapons)
    ]
    folder.cross_check({"units.yaml": held, "d20.yaml": plain.names_in(sheet)})
    return sheet


def sheet_of(world: World) -> Sheet:
    """The data of the skirmish in this world."""
    sheet: Sheet = world.get(FIELD, Field).sheet
    return sheet


def unit_sheet(world: World, unit: int) -> UnitSheet:
    """What the sheet says of a unit."""
    return sheet_of(world).units[world.get(unit, Unit).sheet]
