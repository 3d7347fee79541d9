"""A poise skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from game.kernel.components import (
    FIELD,
    Carried,
    Condition,
    Conditions,
    Follower,
    Footprint,
    Gear,
    Pools,
    Position,
    Side,
    Unit,
)
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.mustering import stated
from game.rules.poise.gear import HANDS, capacity, load, weigh
from game.rules.poise.harm.stress import change
from game.rules.poise.house import house
from game.rules.poise.riding import misfit
from game.rules.poise.sheet import EMPTY, POOLS, Numbers, PoiseSheet, Tier, UnitSheet
from game.rules.poise.state import Acted, Afflictions, Body, Defiance, Jitters, Stock, Stress, Turn
from game.rules.verbs import Table
from game.systems.field import carried_by


def muster(world: World, scenario: Scenario, sheet: PoiseSheet, table: Table) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    names = mustering.muster(
        world,
        scenario,
        sheet,
        settings=mustering.settled(sheet.settings, scenario.settings),
        roles=sheet.roles,
        units=sheet.units,
        outfit=lambda key, entry: outfit(sheet, key, entry),
        table=table,
    )
    for rider, wish in world.each(Wish):
        world.drop(rider, Wish)
        world.put(rider, Carried(_mount_for(world, rider, wish.mount)))
        world.put(rider, world.get(world.get(rider, Carried).by, Position))
    burden(world)
    world.put(FIELD, Turn())
    world.put(FIELD, Acted(last=opener(world, scenario.opening.first_actor)))
    return names


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
    able = [(unit, entry) for unit, entry in world.each(Unit) if not world.has(unit, Follower)]  # POISE-MOUNT-13
    rows = [(unit, entry.name, world.get(entry.side, Side).name) for unit, entry in able]
    found: list[int] = [unit for unit, name, side in rows if wanted in (name, f"{side} {name}")]
    if len(found) != 1:
        there = ", ".join(f"{side} {name}" for _, name, side in rows)
        raise ValueError(f"the opening's first_actor {wanted!r} should name one unit of: {there}")
    return found[0]


def burden(world: World) -> None:
    """POISE-GEAR-4: who carries too much begins encumbered; ValueError for more than double."""
    for unit, entry in world.each(Unit):
        if house(world).use_load and load(world, unit) > 2 * capacity(world, unit).total:
            raise ValueError(f"{entry.name} carries {load(world, unit)}, more than twice what it can carry with ease")
        weigh(world, unit)


# Units


Amount: TypeAlias = Annotated[int, Meta(ge=0)]
Count: TypeAlias = Annotated[int, Meta(ge=1)]


class Wish(Struct, frozen=True):
    """Until everybody is there: the mount on which a unit starts, by its name or its key in the sheet."""

    mount: str


def base_pools(numbers: Numbers, abilities: tuple[int, int, int], defense: int) -> Pools:
    """POISE-POOL-3 to 5, MIN-1: the pools a fight starts with; a minion is a unit with a defense."""
    if defense:
        return Pools(("defense",), (defense,), (defense,))
    base = tuple(numbers.pool_base + numbers.pool_step * ability for ability in abilities)
    return Pools(POOLS, base, base)


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roster entry's `state` may override; amounts of pools are the present ones."""

    abilities: tuple[Amount, Amount, Amount] | None = None
    defense: Count | None = None
    tier: Tier | None = None
    speed: Amount | None = None
    armour: Amount | None = None
    skills: tuple[str, ...] | None = None
    natural_zoc: bool | None = None
    flies: bool | None = None
    poise: Amount | None = None
    momentum: Amount | None = None
    focus: Amount | None = None
    stress: Amount = 0
    afflictions: tuple[str, ...] = ()  # POISE-STRESS-2
    weapons_drawn: bool = True  # POISE-ECON-5
    held: tuple[str, ...] | None = None
    carried: tuple[str, ...] | None = None
    mounted_on: str = ""  # POISE-MOUNT-19: the name or kind of a mount of its side
    tack: bool | None = None  # POISE-MOUNT-2
    suffers: tuple[str, ...] = ()  # conditions it starts with
    turns_per_round: Count | None = None  # POISE-LEG-1
    defiance_points: Amount | None = None  # POISE-LEG-7
    skill_limit: dict[str, Amount] | None = None  # POISE-LEG-3


def outfit(sheet: PoiseSheet, key: str, entry: Entry) -> list[Any]:
    """The components of one unit, with what `entry.state` overrides; ValueError names a state that is unknown."""
    unit = sheet.units[key]
    state = stated(State, entry.state, unit.title, {}, ("skills",))
    own = mustering.own(unit, state, "armour")
    if own.tier == "hero" and state.abilities is not None:
        check_hero(sheet, own)
    held, carried = own.held, own.carried
    check_gear(sheet, unit.title, held, carried)
    body, pools = body_of(sheet, own, state), pools_of(sheet, own, state)
    check_skills(sheet, unit.title, (*body.skills, *dict(body.limits)))
    if not any(pools.now):
        raise ValueError(f"{unit.title}: state: a unit with nothing left in any pool cannot fight")
    emptied = [EMPTY[name] for name in pools.names if not pools[name] and not (name == "momentum" and state.mounted_on)]
    found: list[Any] = [
        Footprint(unit.size),
        pools,
        _conditions(sheet, unit.title, (*state.suffers, *emptied)),
        Gear(held, carried) if state.weapons_drawn else Gear((), (*held, *carried)),
        body,
        Stress(state.stress),
        Afflictions(state.afflictions),
        Stock(tuple((item, weapon.ammo) for item, weapon in sorted(sheet.weapons.items()) if weapon.ammo)),
    ]
    return [*found, *_extras(own, state)]


def _extras(unit: UnitSheet, state: State) -> list[Any]:
    found: list[Any] = []
    if unit.defiance_points:
        found.append(Defiance(unit.defiance_points))
    if "jittery" in state.afflictions:
        found.append(Jitters())
    if unit.mount == "animal":
        found.append(Follower())
    if state.mounted_on:
        found.append(Wish(state.mounted_on))
    return found


def _conditions(sheet: PoiseSheet, title: str, names: tuple[str, ...]) -> Conditions:
    """Conditions that a unit starts with; ValueError names one that is unknown."""
    found, known = Conditions(), [key for key in sheet.conditions if _lasts(sheet, key)]
    for name in names:
        if name not in known:
            raise ValueError(f"{title}: state: suffers: there is no {name!r}; there are: {', '.join(known)}")
        entry = sheet.conditions[name]
        found = found.with_(Condition(name, entry.rule, None, "action" if entry.temporary else ""))
    return found


def _lasts(sheet: PoiseSheet, key: str) -> bool:
    """Whether a unit can begin with it: nobody begins defeated."""
    return key != "defeated" and not sheet.conditions[key].instant


def pools_of(sheet: PoiseSheet, unit: UnitSheet, state: State) -> Pools:
    """The pools as the fight begins: bases less afflictions (POISE-STRESS-2), amounts as the state says."""
    pools = base_pools(sheet.numbers, unit.abilities, (unit.defense or 8) if unit.tier == "minion" else 0)
    known = {name: sheet.afflictions[name] for name in state.afflictions if name in sheet.afflictions}
    if len(known) < len(state.afflictions):
        raise ValueError(f"{unit.title}: afflictions: there are: {', '.join(sheet.afflictions)}")
    base = tuple(
        amount + sum(change(each, name) for each in known.values())
        for name, amount in zip(pools.names, pools.base, strict=True)
    )
    now = (getattr(state, name) for name in pools.names)
    return Pools(pools.names, tuple(b if n is None else n for n, b in zip(now, base, strict=True)), base)


def body_of(sheet: PoiseSheet, unit: UnitSheet, state: State) -> Body:
    """The unit's fixed numbers. Speed is agility, less what armour takes (POISE-UNIT-2)."""
    worn = sheet.armour[unit.armour]
    by_ability = state.abilities is not None and state.speed is None
    given = {
        "speed": unit.abilities[0] + worn.speed if by_ability else unit.speed,
        "armour": worn.armour if state.armour is None else state.armour,
        "worn": unit.armour if state.armour is None else "",
        "saddled": not unit.needs_tack or unit.tack,
        "turns": unit.turns_per_round,
        "limits": tuple(sorted(unit.skill_limit.items())),
    }
    agility, brawn, cunning = unit.abilities
    return Body(agility=agility, brawn=brawn, cunning=cunning, **mustering.shared(Body, unit) | given)


def check_skills(sheet: PoiseSheet, title: str, keys: Iterable[str]) -> None:
    """ValueError names a skill that there is not."""
    for key in keys:
        if key not in sheet.skills:
            raise ValueError(f"{title}: state: there is no skill {key!r}; there are: {', '.join(sheet.skills)}")


def check_gear(sheet: PoiseSheet, title: str, held: tuple[str, ...], carried: tuple[str, ...]) -> None:
    """POISE-GEAR-1: known things, and no more in hand than two hands hold; ValueError says what is wrong."""
    unknown = [item for item in (*held, *carried) if item not in sheet.weapons]
    if unknown:
        raise ValueError(f"{title}: there is no {unknown[0]!r}; there are: {', '.join(sheet.weapons)}")
    if sum(sheet.weapons[item].hands for item in held) > HANDS:
        raise ValueError(f"{title}: {' and '.join(held)} take more than two hands")


def check_hero(sheet: PoiseSheet, unit: UnitSheet) -> None:
    """POISE-UNIT-1: a hero's abilities add up to its points, each 1 to 5; ValueError says what is wrong."""
    points, most, given = unit.points or sheet.numbers.hero_points, sheet.numbers.hero_most, unit.abilities
    if sum(given) != points or not all(1 <= ability <= most for ability in given):
        raise ValueError(f"{unit.title}: a hero's abilities are 1 to {most} each and {points} together, not {given}")
