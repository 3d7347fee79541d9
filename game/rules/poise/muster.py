"""A poise skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from typing import Any

from game.components import FIELD, Clock, Conditions, Footprint, Gear, Pools, Side, ZoneOfControl
from game.ecs import World
from game.rules import mustering
from game.rules.deploying import deploying
from game.rules.poise.sheet import POOLS, Numbers, PoiseSheet, UnitSheet
from game.rules.poise.state import Acted, Body, Stress, Turn
from game.scenario import Entry, Scenario


def muster(world: World, scenario: Scenario, sheet: PoiseSheet) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    settings = {"round_limit": scenario.round_limit, "first_actor": scenario.opening.first_actor}
    names = mustering.muster(
        world,
        scenario,
        sheet,
        settings={**settings, **scenario.settings},
        roles=sheet.roles,
        titles={key: unit.title for key, unit in sheet.units.items()},
        sizes={key: max(1, unit.size) for key, unit in sheet.units.items()},
        outfit=lambda key, entry: outfit(sheet, key, entry),
    )
    world.put(FIELD, Turn())
    world.put(FIELD, Acted())
    if world.get(FIELD, Clock).phase == "deploy":
        sides = {entry.name: side for side, entry in world.each(Side)}
        board = scenario.board
        deploying(world, {sides[each.name]: board.zone_cells(each.zone) for each in scenario.sides if each.zone})
    return names


def base_pools(numbers: Numbers, unit: UnitSheet) -> Pools:
    """POISE-POOL-3 to 5, MIN-1: the pools a fight starts with."""
    if unit.tier == "minion":
        return Pools(("defense",), (unit.defense,), (unit.defense,))
    base = tuple(numbers.pool_base + numbers.pool_step * ability for ability in unit.abilities)
    return Pools(POOLS, base, base)


def outfit(sheet: PoiseSheet, key: str, entry: Entry) -> list[Any]:
    """The components of one unit; `entry.state` may override pools and stress."""
    unit = sheet.units[key]
    agility, brawn, cunning = unit.abilities
    pools = base_pools(sheet.numbers, unit)
    for name, amount in entry.state.items():
        if name in pools.names:
            pools = pools.with_(name, int(amount))
        elif name != "stress":
            raise ValueError(f"{unit.title}: poise knows no state {name!r}; there are: stress, {', '.join(pools.names)}")
    found: list[Any] = [
        Footprint(unit.size),
        pools,
        Conditions(),
        Gear(unit.held, unit.carried),
        Body(unit.tier, agility, brawn, cunning, unit.speed, unit.armour, unit.skills, unit.natural_zoc),
        Stress(int(entry.state.get("stress", 0))),
    ]
    if unit.natural_zoc:
        found.append(ZoneOfControl())
    return found

