"""What a unit's sheet lists beside its numbers must follow from them: the loader works it out anew."""

from __future__ import annotations

from game.data.sheets import SheetError
from game.rules.aura.checks import guards, powers
from game.rules.aura.checks import numbers as figures
from game.rules.aura.gear import melee_weapons, shooters
from game.rules.aura.muster import alone
from game.rules.aura.sheet.entries import Listed
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.state import Body
from game.rules.data import Folder


def prove(sheet: AuraSheet, folder: Folder) -> None:
    """Compare; SheetError names every number that is not what it should be, at its place."""
    faults, source = [], None
    for key, unit in sheet.units.items():
        for name, value in _derived(sheet, key).items():
            listed = getattr(unit.listed, name)
            if listed is not None and listed != value:
                source = source or folder.load("units.yaml")
                faults.append(source.fault((key, "listed", name), f"{name} comes to {value}, not {listed}"))
    if faults:
        raise SheetError(faults)


def _derived(sheet: AuraSheet, key: str) -> dict[str, int]:
    world, unit = alone(sheet, key)
    body = world.get(unit, Body)
    weapons, bows = melee_weapons(world, unit), shooters(world, unit)
    found = {
        "stamina": body.scores[1],
        "agility": powers.agility_maximum(world, unit).total,
        "aura": powers.aura_strength(sheet, body, "four_thirds", 1.0),
        "recovery": powers.recovery_value(body),
        "surges": powers.surges_maximum(sheet, body),
        "evasion": guards.evasion(world, unit).total,
        "unarmed": guards.unarmed_evasion(world, unit).total,
        "ranged": guards.ranged_evasion(world, unit).total,
        "fortitude": guards.fortitude(world, unit).total,
        "will": guards.will(world, unit).total,
        "masab": figures.melee_attack_bonus(world, unit).total,
    }
    if weapons:
        found["av"] = figures.attack_value(world, unit, weapons[0]).total
    if bows:
        found["miss"] = figures.miss_modifier(world, unit, bows[0]).total
    return {name: value for name, value in found.items() if name in Listed.__struct_fields__}
