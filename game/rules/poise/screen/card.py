"""What a person sees of a unit: card and overlays. Reads only."""

from __future__ import annotations

import game.rules.poise.state as state
from game.grid.grid import union
from game.kernel.components import FIELD, Clock, Conditions, Down, Gear, Pools, Position, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.cards import subtitle, tag
from game.rules.poise.budget import turns_left
from game.rules.poise.gear import capacity, left_of, load
from game.rules.poise.harm.conditions import stress
from game.rules.poise.harm.pools import doom
from game.rules.poise.house import house
from game.rules.poise.position.space import dash_points, enemy_zones, holders, reachable, stops, zone_of
from game.rules.poise.position.surrounded import surrounded
from game.rules.poise.riding import mover_of
from game.rules.poise.sheet import sheet_of
from game.rules.ruleset import Card, Gauge, Note, Overlay, Tag
from game.systems.field import carried_by, cells_of

_POOL_RULES = {"poise": "POISE-POOL-3", "momentum": "POISE-POOL-4", "focus": "POISE-POOL-5", "defense": "POISE-MIN-1"}


def overlays(world: World, unit: int) -> tuple[Overlay, ...]:
    """Reach of a Dash, zones of control, whether it is surrounded."""
    titles, side = sheet_of(world).titles, world.get(unit, Unit).side
    if world.find(unit, Position) is None:
        return ()
    found = [Overlay("zone", zone_of(world, unit), titles["own_zone"], unit, side, "POISE-ZOC-1")]
    threat = union(enemy_zones(world, unit).values())
    found.append(Overlay("threat", threat, titles["enemy_zones"], unit, None, "POISE-ZOC-1"))
    mover = mover_of(world, unit)
    carried = mover == unit and state.steed_of(world, unit) is not None  # POISE-MOUNT-3
    if not world.has(unit, Down) and state.movable(world, mover) and not carried:
        reach, free = reachable(world, mover, dash_points(world, mover)), stops(world, mover)
        levels = tuple(level & free for level in reach.levels)
        found.append(Overlay("reach", reach.everywhere & free, titles["reach"], unit, side, "POISE-MOVE-2", levels))
    if surrounded(world, unit):
        found.append(Overlay("surrounded", cells_of(world, unit), titles["surrounded"], unit, side, "POISE-SURR-1"))
    return tuple(found)


def card(world: World, unit: int) -> Card:
    """Pools, numbers with their lines, conditions with what they do and how they end, gear."""
    sheet, entry, body = sheet_of(world), world.get(unit, Unit), world.get(unit, state.Body)
    titles, pools = sheet.titles, world.get(unit, Pools)
    gauges = []
    for name in pools.names:
        # A rider's momentum is its mount's
        keeper = state.keeper(world, unit, name)
        base, rule = world.get(keeper, Pools).base_of(name), _POOL_RULES[name] if keeper == unit else "POISE-MOUNT-8"
        gauges.append(Gauge(name, titles[name], state.amount(world, unit, name), base, rule))
    if not body.minion:
        gauges.append(Gauge("stress", titles["stress"], stress(world, unit), 0, "POISE-STRESS-1"))
    abilities = ("agility", body.agility, "POISE-DEF-11"), ("brawn", body.brawn, "POISE-YIELD-2")
    known = (*abilities, ("cunning", body.cunning, "POISE-YIELD-4"))
    numbers = [state.armour_of(world, unit), state.speed_of(world, unit)]
    numbers += [Breakdown(name, (add(value, titles[name], rule),)) for name, value, rule in known]
    if house(world).use_load:
        numbers += [Breakdown("load", (add(load(world, unit), titles["load"], "POISE-GEAR-4"),)), capacity(world, unit)]
    gear = world.get(unit, Gear)
    held = tuple(_called(world, unit, item) for item in gear.held)
    carried = tuple(f"{titles[item]} ({titles['carried']})" for item in gear.carried)
    worn = (titles[body.worn],) if body.worn and body.armour else ()
    text, things = subtitle(world, unit, sheet.units[entry.sheet].text), (*held, *carried, *worn)
    hinders = world.has(unit, Position) and bool(zone_of(world, unit))  # POISE-HINDER-2: it takes no more than a zone
    tags, notes = _tags(world, unit), _notes(world, unit)
    return Card(entry.name, text, tuple(gauges), tuple(numbers), tags, things, notes, hinders)


def _called(world: World, unit: int, item: str) -> str:
    titles, ammo = sheet_of(world).titles, sheet_of(world).weapons[item].ammo
    if not ammo:
        return titles[item]
    left = left_of(world, unit, item)
    return f"{titles[item]} ({left if ammo > 1 else titles['loaded' if left else 'not_loaded']})"


def _notes(world: World, unit: int) -> tuple[Note, ...]:
    titles, found, turn = sheet_of(world).titles, [], world.get(FIELD, state.Turn)
    if world.get(FIELD, Clock).active == unit:
        found.append(Note(titles["action_used" if turn.action else "action_left"], "POISE-ECON-1"))
        found.append(Note(titles["maneuver_used" if turn.maneuver else "maneuver_left"], "POISE-ECON-1"))
    defiance = world.find(unit, state.Defiance)
    if defiance is not None:
        found.append(Note(f"{titles['defiance_points']}: {defiance.points}", "POISE-LEG-7"))
    if points := doom(world, world.get(unit, Unit).side):
        found.append(Note(f"{titles['doom']}: {points}", "POISE-DOOM-1"))
    if (turns := world.get(unit, state.Body).turns) > 1:
        found.append(Note(f"{titles['turns_left']}: {turns_left(world, unit)} / {turns}", "POISE-LEG-1"))
    return tuple(found)


def _lasting(world: World, unit: int) -> list[Tag]:
    sheet, titles, found = sheet_of(world), sheet_of(world).titles, []
    if state.in_gambit(world, unit):
        found.append(tag(titles, "gambit", "POISE-GAMBIT-2", good=True))
    for name in world.get(unit, state.Afflictions).items:
        entry = sheet.afflictions[name]
        found.append(Tag(name, entry.title, entry.text, titles["affliction_ends"], "POISE-STRESS-2"))
    crippled = world.find(unit, state.Crippled)
    if crippled is not None:
        what = ", ".join([titles[skill] for skill in crippled.skills] + [titles["flight"]] * crippled.flight)
        found.append(tag(titles, "crippled", "POISE-LEG-8", what))
    return found


def _tags(world: World, unit: int) -> tuple[Tag, ...]:
    sheet, titles = sheet_of(world), sheet_of(world).titles
    found = _lasting(world, unit)
    for item in world.get(unit, Conditions).items:
        entry = sheet.conditions[item.name]
        found.append(Tag(item.name, entry.title, entry.text, entry.ends, entry.rule, entry.good))
    if world.find(unit, Position) is None or world.has(unit, Down):
        return tuple(found)
    found += _saddle_tags(world, unit)
    if world.has(unit, state.Submerged):
        found.append(tag(titles, "submerged", "POISE-WATER-9"))
    if world.has(unit, state.Breath):
        found.append(tag(titles, "breath", "POISE-WATER-7", good=True))
    if surrounded(world, unit):
        found.append(tag(titles, "surrounded", "POISE-SURR-1"))
    elif holders(world, unit):
        found.append(tag(titles, "zone", "POISE-HINDER-1", key="in_zone"))
    kept = world.find(unit, state.Concentration)
    if kept is not None:
        found.append(tag(titles, "concentrating", "POISE-SKILL-11", titles[kept.skill], good=True))
    return tuple(found)


def _saddle_tags(world: World, unit: int) -> list[Tag]:
    """Who sits on whom, and what momentum waits for the rider (POISE-MOUNT-11)."""
    titles, steed, rider = sheet_of(world).titles, state.steed_of(world, unit), carried_by(world, unit)
    found = []
    if steed is not None:
        text = f"{titles['own_momentum']}: {world.get(unit, Pools)['momentum']}"
        label = f"{titles['riding']}: {world.get(steed, Unit).name}"
        found.append(Tag("riding", label, text, titles["riding_ends"], "POISE-MOUNT-8", good=True))
    if rider is not None:
        label = f"{titles['ridden']}: {world.get(rider, Unit).name}"
        found.append(Tag("ridden", label, "", titles["riding_ends"], "POISE-MOUNT-3", good=True))
    return found
