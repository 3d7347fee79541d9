"""A small d20 system for Quintain: walk, strike, guard, withdraw; zones of control, cover, flanking, initiative."""

from __future__ import annotations

from typing import Any

from game.kernel.components import Conditions, Footprint, Pools, ZoneOfControl
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.data import Folder
from game.rules.plain.rounds import Rounds
from game.rules.plain.ruleset import Parts, PlainRuleset, full_pools
from game.systems import zones
from quintain_d20.sheet import Settings as Settings
from quintain_d20.sheet import load_sheet, unit_sheet
from quintain_d20.verbs import questions


def load(folder: Folder) -> PlainRuleset:
    """The ruleset with the sheets of a folder; SheetError lists what is wrong."""
    sheet = load_sheet(folder)
    rounds = Rounds(
        die=sheet.main.numbers.die, bonus=initiative, refreshed=("cells", "action", "reaction"), left="hp",
        order_rule="D20-INIT-1", turn_rule="D20-TURN-1", end_rule="D20-END-1",
    )  # fmt: skip

    def outfit(key: str) -> list[Any]:
        unit = sheet.units[key]
        pools = full_pools(hp=unit.hp, cells=unit.speed, action=1, reaction=1)
        return [Footprint(unit.size), pools, Conditions(), ZoneOfControl(1)]

    parts = Parts(
        name="d20", sheet=sheet, questions=questions(sheet, rounds), rounds=rounds,
        zone_rule="D20-ZONE-1", harm_rule="D20-DMG-1", outfit=outfit, numbers=numbers, value=value,
        gear=lambda world, unit: unit_sheet(world, unit).weapons,
        far=lambda world, unit: sheet.weapons[unit_sheet(world, unit).weapons[0]].reach,
    )  # fmt: skip
    return PlainRuleset(parts)


def initiative(world: World, unit: int) -> Breakdown:
    """D20-INIT-1, without the die."""
    return Breakdown("initiative", (add(unit_sheet(world, unit).initiative, "bonus", "D20-INIT-1"),))


def numbers(world: World, unit: int) -> list[Breakdown]:
    """What the card shows."""
    own = unit_sheet(world, unit)
    shown = (("attack", own.attack), ("armour", own.ac))
    return [*(Breakdown(what, (add(it, "", "D20-ATK-1"),)) for what, it in shown), initiative(world, unit)]


def value(world: World, unit: int) -> float:
    """Its points by what is left of it, less when it is flanked."""
    held, guarded = world.get(unit, Pools), "guarded" in world.get(unit, Conditions)
    left = 0.5 + 0.5 * held["hp"] / held.base_of("hp") - 0.05 * bool(zones.flanked(world, unit)) + 0.02 * guarded
    return unit_sheet(world, unit).points / 10 * left
