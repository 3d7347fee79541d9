"""A poise skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, ValidationError, convert

from game.components import (
    FIELD,
    Carried,
    Clock,
    Condition,
    Conditions,
    Follower,
    Footprint,
    Gear,
    Pools,
    Position,
    Side,
    Unit,
    ZoneOfControl,
)
from game.ecs import World
from game.rules import mustering
from game.rules.deploying import deploying
from game.rules.poise.riding import misfit
from game.rules.poise.sheet import POOLS, Numbers, PoiseSheet
from game.rules.poise.state import Acted, Body, Stress, Turn
from game.scenario import Entry, Scenario
from game.systems.field import carried_by


def muster(world: World, scenario: Scenario, sheet: PoiseSheet) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    settings = {"round_limit": scenario.round_limit}
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
    for rider, wish in world.each(_Wish):
        world.drop(rider, _Wish)
        world.put(rider, Carried(_mount_for(world, rider, wish.mount)))
        world.put(rider, world.get(world.get(rider, Carried).by, Position))
    world.put(FIELD, Turn())
    world.put(FIELD, Acted(last=opener(world, scenario.opening.first_actor)))
    if world.get(FIELD, Clock).phase == "deploy":
        sides = {entry.name: side for side, entry in world.each(Side)}
        board = scenario.board
        deploying(world, {sides[each.name]: board.zone_cells(each.zone) for each in scenario.sides if each.zone})
    return names


class _Wish(Struct, frozen=True):
    """Until everybody is there: the mount on which a unit starts, by its name or its key in the sheet."""

    mount: str


def _mount_for(world: World, rider: int, wanted: str) -> int:
    """POISE-MOUNT-19: the first free mount of that name or kind on the rider's side; ValueError if none fits."""
    side = world.get(rider, Unit).side
    units: tuple[tuple[int, Unit], ...] = world.each(Unit)
    for steed, entry in units:
        if entry.side != side or wanted not in (entry.name, entry.sheet) or carried_by(world, steed) is not None:
            continue
        bar = misfit(world, rider, steed)
        if bar is not None:
            raise ValueError(f"{world.get(rider, Unit).name} cannot ride {entry.name}: {bar[1]}")
        return steed
    raise ValueError(f"{world.get(rider, Unit).name}: there is no mount {wanted!r} free on its side")


def opener(world: World, wanted: str) -> int | None:
    """POISE-INIT-1: the unit that the scenario names, by its name or by side and name ("Red Footman 1").

    None without a name; ValueError when it names nobody, or several.
    """
    if not wanted:
        return None
    rows = [(unit, entry.name, world.get(entry.side, Side).name) for unit, entry in world.each(Unit)]
    found: list[int] = [unit for unit, name, side in rows if wanted in (name, f"{side} {name}")]
    if len(found) != 1:
        there = ", ".join(f"{side} {name}" for _, name, side in rows)
        raise ValueError(f"the opening's first_actor {wanted!r} should name one unit of: {there}")
    return found[0]


def base_pools(numbers: Numbers, abilities: tuple[int, int, int], defense: int) -> Pools:
    """POISE-POOL-3 to 5, MIN-1: the pools a fight starts with; a minion is a unit with a defense."""
    if defense:
        return Pools(("defense",), (defense,), (defense,))
    base = tuple(numbers.pool_base + numbers.pool_step * ability for ability in abilities)
    return Pools(POOLS, base, base)


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roster entry's `state` may override; amounts of pools are the present ones."""

    abilities: tuple[int, int, int] | None = None
    defense: int | None = None
    tier: Literal["hero", "elite", "minion"] | None = None
    speed: int | None = None
    armour: int | None = None
    skills: tuple[str, ...] | None = None
    natural_zoc: bool | None = None
    poise: int | None = None
    momentum: int | None = None
    focus: int | None = None
    stress: int = 0
    weapons_drawn: bool = True  # POISE-ECON-5
    held: tuple[str, ...] | None = None
    carried: tuple[str, ...] | None = None
    mounted_on: str = ""  # POISE-MOUNT-19: the name or kind of a mount of its side
    tack: bool | None = None  # POISE-MOUNT-2
    suffers: tuple[str, ...] = ()  # conditions it starts with


def outfit(sheet: PoiseSheet, key: str, entry: Entry) -> list[Any]:
    """The components of one unit, with what `entry.state` overrides; ValueError names a state that is unknown."""
    unit = sheet.units[key]
    try:
        state = convert(entry.state, State)
    except ValidationError as error:
        raise ValueError(f"{unit.title}: state: {error}; there are: {', '.join(State.__struct_fields__)}") from None
    tier = state.tier or unit.tier
    abilities = state.abilities or unit.abilities
    pools = base_pools(sheet.numbers, abilities, (state.defense or unit.defense or 8) if tier == "minion" else 0)
    for name in pools.names:
        present = getattr(state, name)
        pools = pools if present is None else pools.with_(name, present)
    speed = state.speed if state.speed is not None else unit.speed if state.abilities is None else abilities[0]
    natural_zoc = unit.natural_zoc if state.natural_zoc is None else state.natural_zoc
    armour = sheet.armour[unit.armour].armour if state.armour is None else state.armour
    worn = unit.armour if state.armour is None else ""
    skills = unit.skills if state.skills is None else state.skills
    held = unit.held if state.held is None else state.held
    carried = unit.carried if state.carried is None else state.carried
    saddled = not unit.needs_tack or (unit.tack if state.tack is None else state.tack)
    found: list[Any] = [
        Footprint(unit.size),
        pools,
        _conditions(sheet, unit.title, state.suffers),
        Gear(held, carried) if state.weapons_drawn else Gear((), (*held, *carried)),
        Body(tier, *abilities, speed, armour, worn, skills, natural_zoc, unit.flies, unit.mount, saddled),
        Stress(state.stress),
    ]
    if natural_zoc:
        found.append(ZoneOfControl())
    if unit.mount == "animal":
        found.append(Follower())
    if state.mounted_on:
        found.append(_Wish(state.mounted_on))
    return found


def _conditions(sheet: PoiseSheet, title: str, names: tuple[str, ...]) -> Conditions:
    """Conditions that a unit starts with; ValueError names one that is unknown."""
    found = Conditions()
    for name in names:
        if name not in sheet.conditions:
            raise ValueError(f"{title}: state: suffers: there is no {name!r}; there are: {', '.join(sheet.conditions)}")
        entry = sheet.conditions[name]
        found = found.with_(Condition(name, entry.rule, None, "action" if entry.temporary else ""))
    return found
