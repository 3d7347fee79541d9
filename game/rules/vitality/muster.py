"""A vitality skirmish's start: who may fight at all, units with their pools, gear and bodies."""

from __future__ import annotations

from typing import Any

import msgspec

from game.grid.masks import Cell
from game.kernel.components import FIELD, Carried, Condition, Conditions, Footprint, Gear, Pools, Position, Unit
from game.kernel.ecs import World
from game.kernel.events import Moved
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.data import uses
from game.rules.verbs import Table
from game.rules.vitality.entries import STATS, ArchetypeSheet, UnitSheet
from game.rules.vitality.position.ties import seats
from game.rules.vitality.sheet import VitalitySheet, names_in_unit, sheet_of
from game.rules.vitality.state import FRESH, POOLS, Body, Master, Order, Plans, Rider, Things, rank
from game.systems.field import board_of, team

_KEPT = ("vitality", "temp_vitality", "wp", "nm")  # pools that may stand otherwise than at the start of a battle
_OWN = ("mounted_on", "conditions", *_KEPT)  # words of `state` that are no fields of a unit's sheet


def muster(world: World, scenario: Scenario, sheet: VitalitySheet, table: Table) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit (BATTLE-1 to 3)."""
    grid, given = scenario.board.kind, scenario.opening
    opening: dict[str, Any] = {"surprised": list(given.surprised)} if given.surprised else {}
    opening |= {"ambush": given.ambush} if given.ambush else {}
    settings, roles = mustering.settled(sheet.main.settings, opening | scenario.settings), sheet.main.roles

    def made(key: str, entry: Entry) -> list[Any]:
        return outfit(sheet, sheet_for(sheet, key, entry.state), grid, entry.state)

    names = mustering.muster(
        world, scenario, sheet, settings=settings, roles=roles, units=sheet.units, outfit=made, table=table
    )
    world.put(FIELD, Order())
    world.put(FIELD, Plans())
    world.put(FIELD, Things())
    _mount(world, scenario, names)
    if any(unit for unit, _ in world.each(Unit)):
        parties: dict[int, str] = {}
        for unit, entry in world.each(Unit):
            own = world.get(unit, Body).sheet
            awake = world.get(unit, Pools)["vitality"] >= 1 and "down" not in world.get(unit, Conditions)
            if awake and not own.thing and not own.noncombatant:
                parties.setdefault(team(world, unit), entry.name)
        if len(parties) < 2:
            there = ", ".join(parties.values()) or "nobody"
            raise ValueError(f"a battle needs two parties that can and want to fight; there is only {there}")
    return names


def sheet_for(sheet: VitalitySheet, key: str, state: dict[str, Any]) -> UnitSheet:
    """A unit's sheet with what a roster's `state` changes of it; ValueError names a word that is unknown."""
    unit = sheet.units[key]
    if unit.archetype:
        by: ArchetypeSheet = sheet.main.archetypes[unit.archetype]
        unit = msgspec.structs.replace(unit, primary=by.primary, secondary=by.secondary, evasion_stat=by.evasion)
    changes = {name: value for name, value in state.items() if name not in _OWN}
    if not changes:
        return unit
    fields = msgspec.to_builtins(unit)
    if "category" in changes:
        changes["size"] = changes.pop("category")  # in rule cases `size` is the footprint
    for name in ("stats", "skills"):
        given = changes.get(name, {})
        if not isinstance(given, dict):
            raise ValueError(f"{unit.title}: state: {name}: expected a mapping")
        changes[name] = {**fields[name], **given}
    for name in STATS:
        if name in changes:
            changes["stats"][name] = changes.pop(name)
    for name in [name for name in changes if name in sheet.main.skills]:
        changes["skills"][name] = changes.pop(name)
    also = (*STATS, *sheet.main.skills, *_OWN)
    found_ = mustering.overridden(UnitSheet, {**fields, **changes}, unit.title, also)
    for path, name, there in uses(found_, names_in_unit(sheet)):
        if name not in there:
            raise ValueError(f"{unit.title}: state: {path[0]}: there is no {name!r}; there are: {', '.join(there)}")
    return found_


def pools_of(sheet: VitalitySheet, unit: UnitSheet) -> Pools:
    """The pools a battle starts with; each base is the most there can be."""
    numbers, stats = sheet.numbers, unit.stats
    con, will, charisma = stats.bonus("constitution"), stats.bonus("will"), stats.bonus("charisma")
    if unit.thing:
        whole = (sheet.gear.things[unit.thing].vitality, 0, 0, 0, 0, 0, 0)
        return Pools(POOLS, whole, whole)
    vitality = stats.constitution - 2 if unit.minion else stats.constitution + 4 * unit.level
    vitality += sheet.main.sizes[unit.size].vitality
    temp = 0 if unit.minion else max(0, con + will) + unit.level
    wp = 4 + 2 * max(0, will) + 2 * unit.level if bool(unit.abilities) else 0
    heroic = not (unit.minion or unit.beast or unit.summoned)
    start = numbers.nm_start + max(0, charisma) if heroic else 0
    cap = numbers.nm_cap + max(0, charisma) if heroic else 0
    now = (vitality, temp, wp, start, numbers.ap, numbers.rp, unit.movement)
    return Pools(POOLS, now, (vitality, temp, wp, cap, numbers.ap, numbers.rp, unit.movement))


def outfit(sheet: VitalitySheet, unit: UnitSheet, grid: str, state: dict[str, Any]) -> list[Any]:
    """The components of one unit; `state` may set other pools, never more than there can be."""
    size, pools = sheet.main.sizes[unit.size], pools_of(sheet, unit)
    for name in [name for name in _KEPT if name in state]:
        if type(state[name]) is not int:
            raise ValueError(f"{unit.title}: state: {name}: {state[name]!r} is no whole number")
        pools = pools.with_(name, min(state[name], pools.base_of(name)))
    conditions = tuple(_condition(sheet, unit, str(text)) for text in state.get("conditions", ()))
    worn = Gear(unit.held, unit.carried, (unit.armour,) if unit.armour else ())
    feet = Footprint(size.square if grid == "square" else size.hex)
    return [feet, pools, Conditions(conditions), worn, Body(unit), *FRESH]


def _condition(sheet: VitalitySheet, unit: UnitSheet, text: str) -> Condition:
    """`prone`, or `poisoned 2` for an effect that goes on for so many rounds."""
    name, _, rounds = text.partition(" ")
    if name not in sheet.effects or (rounds and not rounds.isdigit()):
        known = ", ".join(sheet.effects)
        raise ValueError(f"{unit.title}: state: there is no effect {text!r}; there are, with rounds: {known}")
    entry = sheet.effects[name]
    return Condition(name, entry.rule, None, entry.until, int(rounds or entry.rounds))


def _mount(world: World, scenario: Scenario, names: dict[str, int]) -> None:
    """VITALITY-ACT-31: riders that start mounted, as willing climbers."""
    for setup in scenario.sides:
        for entry in setup.roster:
            wanted = entry.state.get("mounted_on")
            if wanted is None:
                continue
            rider, host = names.get(entry.name or ""), names.get(str(wanted))
            if rider is None or host is None:
                raise ValueError(f"{entry.name or entry.unit}: mounted_on {wanted!r} names no unit of the scenario")
            put_on(world, rider, host, willing=True)


def put_on(world: World, rider: int, host: int, *, willing: bool) -> None:
    """A rider shares a space of its host (ACT-27), which is larger (ACT-26); ValueError says that it cannot."""
    names = world.get(rider, Unit).name, world.get(host, Unit).name
    if rank(world, host) <= rank(world, rider):
        raise ValueError(f"{names[1]} is too small for {names[0]} to ride on (VITALITY-ACT-26)")
    spots, here, grid = seats(world, rider, host), world.get(host, Position).cell, board_of(world).grid
    if not spots:
        raise ValueError(f"{names[1]} has no room for {names[0]} to ride on (VITALITY-ACT-27)")
    spot = min(spots, key=lambda cell: (grid.distance(here, cell, "chebyshev"), cell))
    world.put(rider, Carried(host, seated=True))
    world.put(rider, Rider(willing))
    world.put(rider, Position(spot))


def join(world: World, unit: int, key: str, cell: Cell) -> int:
    """VITALITY-ROUND-6: a summoned creature on its master's side, with its RP and no turn before the next round."""
    sheet, owner = sheet_of(world), world.get(unit, Unit)
    kind, rows = sheet.units[key], world.each(Unit)
    number = 1 + max(entry.number for _, entry in rows if entry.side == owner.side)
    name = f"{kind.title} {1 + sum(entry.sheet == key for _, entry in rows)}"
    made = world.spawn(Unit(name, key, owner.side, number, "swarm", owner.controller), Position(cell))
    for part in outfit(sheet, kind, board_of(world).kind, {}):
        world.put(made, part)
    world.put(made, world.get(made, Pools).with_("ap", 0).with_("movement", 0))
    world.put(made, Master(unit))
    world.emit(Moved(made, None, cell, "summon", 0, "VITALITY-ROUND-6"))
    return made
