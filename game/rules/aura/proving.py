"""What a unit's sheet lists beside its numbers must follow from them: the loader works it out anew."""

from __future__ import annotations

from pathlib import Path

from game.components import Field, Unit
from game.ecs import World
from game.roster import Entry
from game.rules.aura import figures
from game.rules.aura.muster import outfit
from game.rules.aura.sheet import AuraSheet, Listed
from game.rules.aura.state import Body
from game.sheets import SheetError, load


def prove(sheet: AuraSheet, folder: Path) -> None:
    """Compare; SheetError names every number that is not what it should be, at its place."""
    faults, source = [], None
    for key, unit in sheet.units.items():
        for name, value in _derived(sheet, key).items():
            listed = getattr(unit.listed, name)
            if listed is not None and listed != value:
                source = source or load(folder / "units.yaml")
                faults.append(source.fault((key, "listed", name), f"{name} comes to {value}, not {listed}"))
    if faults:
        raise SheetError(faults)


def _derived(sheet: AuraSheet, key: str) -> dict[str, int]:
    """What follows from a unit's scores, size, gear and training."""
    world = World()
    world.spawn(Field(None, sheet, {}))
    unit = world.spawn(Unit(key, key, 0, 1), *outfit(sheet, key, Entry(unit=key), {}))
    body = world.get(unit, Body)
    weapons, shooters = figures.melee_weapons(world, unit), figures.shooters(world, unit)
    found = {
        "stamina": body.scores[1],
        "agility": figures.agility_maximum(world, unit).total,
        "aura": figures.aura_strength(sheet, body, "four_thirds", 1.0),
        "recovery": figures.recovery_value(body),
        "surges": figures.surges_maximum(sheet, body),
        "evasion": figures.evasion(world, unit).total,
        "unarmed": figures.unarmed_evasion(world, unit).total,
        "ranged": figures.ranged_evasion(world, unit).total,
        "fortitude": figures.fortitude(world, unit).total,
        "will": figures.will(world, unit).total,
        "masab": figures.masab(world, unit).total,
    }
    if weapons:
        found["av"] = figures.attack_value(world, unit, weapons[0]).total
    if shooters:
        found["miss"] = figures.miss_modifier(world, unit, shooters[0]).total
    return {name: value for name, value in found.items() if name in Listed.__struct_fields__}
