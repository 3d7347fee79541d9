"""A poise skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

import game.kernel.components as components
from game.kernel.components import FIELD, Carried, Conditions, Follower, Footprint, Gear, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.mustering import stated
from game.rules.poise.gear import HANDS, capacity, load, weigh
from game.rules.poise.harm.conditions import change
from game.rules.poise.house import house
from game.rules.poise.riding import misfit
from game.rules.poise.sheet import EMPTY, POOLS, PoiseSheet, Tier, UnitSheet
from game.rules.poise.state import Acted, Afflictions, Body, Defiance, Jitters, Stock, Stress, Turn
from game.rules.verbs import Table
from game.systems.field import carried_by


def muster(world: World, scenario: Scenario, sheet: PoiseSheet, table: Table) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    settings, made = mustering.settled(sheet.settings, scenario.settings), partial(outfit, sheet)
    names = mustering.muster(
        world, scenario, sheet, settings=settings, roles=sheet.roles, units=sheet.units, outfit=made, table=table
    )
    for rider, wish in world.each(Wish):
        world.drop(rider, Wish)
        # MOUNT-19: the first free mount of that name or kind on the rider's side; ValueError if none fits
        own = world.get(rider, Unit)
        free = [(each, entry) for each, entry in world.each(Unit) if wish.mount in (entry.name, entry.sheet)]
        free = [(each, entry) for each, entry in free if entry.side == own.side and not carried_by(world, each)]
        if not free:
            raise ValueError(f"{own.name}: there is no mount {wish.mount!r} free on its side")
        steed, entry = free[0]
        bar = misfit(world, rider, steed)
        if bar is not None:
            raise ValueError(f"{own.name} cannot ride {entry.name}: {bar[1]}")
        world.put(rider, Carried(steed))
        world.put(rider, world.get(steed, Position))
    burden(world)
    world.put(FIELD, Turn())
    world.put(FIELD, Acted(last=opener(world, scenario.opening.first_actor)))
    return names


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
        # UNIT-1: a hero's abilities add up to its points, each 1 to 5; ValueError says what is wrong
        points, most, given = own.points or sheet.numbers.hero_points, sheet.numbers.hero_most, own.abilities
        if sum(given) != points or not all(1 <= ability <= most for ability in given):
            raise ValueError(f"{own.title}: a hero's abilities are 1 to {most} each and {points} together, not {given}")
    held, carried = own.held, own.carried
    # GEAR-1: known things, and no more in hand than two hands hold; ValueError says what is wrong
    unknown = [item for item in (*held, *carried) if item not in sheet.weapons]
    if unknown:
        raise ValueError(f"{unit.title}: there is no {unknown[0]!r}; there are: {', '.join(sheet.weapons)}")
    if sum(sheet.weapons[item].hands for item in held) > HANDS:
        raise ValueError(f"{unit.title}: {' and '.join(held)} take more than two hands")
    body, pools = body_of(sheet, own, state), pools_of(sheet, own, state)
    strange = [skill for skill in (*body.skills, *dict(body.limits)) if skill not in sheet.skills]
    if strange:
        known = ", ".join(sheet.skills)
        raise ValueError(f"{unit.title}: state: there is no skill {strange[0]!r}; there are: {known}")
    if not any(pools.now):
        raise ValueError(f"{unit.title}: state: a unit with nothing left in any pool cannot fight")
    emptied = [EMPTY[name] for name in pools.names if not pools[name] and not (name == "momentum" and state.mounted_on)]
    gear = Gear(held, carried) if state.weapons_drawn else Gear((), (*held, *carried))
    stock = tuple((item, weapon.ammo) for item, weapon in sorted(sheet.weapons.items()) if weapon.ammo)
    conditions = _conditions(sheet, unit.title, (*state.suffers, *emptied))
    found: list[Any] = [Footprint(unit.size), pools, conditions, gear, body]
    found += [Stress(state.stress), Afflictions(state.afflictions), Stock(stock)]
    found += [Defiance(own.defiance_points)] if own.defiance_points else []
    found += [Jitters()] if "jittery" in state.afflictions else []
    found += [Follower()] if own.mount == "animal" else []
    return found + ([Wish(state.mounted_on)] if state.mounted_on else [])


def _conditions(sheet: PoiseSheet, title: str, names: tuple[str, ...]) -> Conditions:
    """Conditions that a unit starts with; ValueError names one that is unknown."""
    known = [key for key, entry in sheet.conditions.items() if key != "defeated" and not entry.instant]
    found = Conditions()
    for name in names:
        if name not in known:
            raise ValueError(f"{title}: state: suffers: there is no {name!r}; there are: {', '.join(known)}")
        entry = sheet.conditions[name]
        found = found.with_(components.Condition(name, entry.rule, None, "action" if entry.temporary else ""))
    return found


def pools_of(sheet: PoiseSheet, unit: UnitSheet, state: State) -> Pools:
    """The pools as the fight begins: bases less afflictions (POISE-STRESS-2), amounts as the state says."""
    numbers, defense = sheet.numbers, unit.defense or 8
    # POOL-3 to 5, MIN-1: a minion has its defense
    names = ("defense",) if unit.tier == "minion" else POOLS
    plain = (numbers.pool_base + numbers.pool_step * ability for ability in unit.abilities)
    whole = (defense,) if unit.tier == "minion" else tuple(plain)
    known = {name: sheet.afflictions[name] for name in state.afflictions if name in sheet.afflictions}
    if len(known) < len(state.afflictions):
        raise ValueError(f"{unit.title}: afflictions: there are: {', '.join(sheet.afflictions)}")
    less = (sum(change(each, name) for each in known.values()) for name in names)
    base = tuple(amount + more for amount, more in zip(whole, less, strict=True))
    now = (getattr(state, name) for name in names)
    return Pools(names, tuple(b if n is None else n for n, b in zip(now, base, strict=True)), base)


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
