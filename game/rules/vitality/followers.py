"""Whom a unit follows: its master, or nobody, or a new side (ACT-32, CINE-18)."""

from __future__ import annotations

from game.grid.grid import cells
from game.kernel.components import Carried, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.kernel.flow import Action
from game.rules.vitality.budget import spend
from game.rules.vitality.checks.numbers import basic_movement, reach, weapons_of
from game.rules.vitality.entries import Ability
from game.rules.vitality.position.ground import destinations, movement
from game.rules.vitality.position.hiding import trust
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, targetable
from game.rules.vitality.position.ties import resist
from game.rules.vitality.position.who import charmed_by, conscious_enemies, friendly, summons, up
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Master, Rider, pool, still
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.turns.order import leave_union
from game.rules.vitality.verbs.strike import make_attack, weapon_attack
from game.rules.vitality.verbs.walking import stand_up, walk
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.pools import reset


def turn_coat(world: World, unit: int, foe: int) -> None:
    """VITALITY-CINE-18: an enemy minion fights on the unit's side, and for whoever leads it, until the battle ends."""
    leader = world.get(unit, Unit)
    world.put(foe, changed(world.get(foe, Unit), side=leader.side, controller=leader.controller))
    world.drop(foe, Master)
    world.emit(Judged(foe, "turncoat", "changes_sides", unit, rule="VITALITY-CINE-18"))
    leave_union(world, foe)
    for rider, carried, how in world.each(Carried, Rider):
        if how.willing and not friendly(world, rider, carried.by):
            resist(world, rider)
    trust(world)


def room_for_more(world: World, unit: int, entry: Ability) -> bool:
    """Not more of them than the Ability allows."""
    return len([each for each in summons(world, unit) if world.get(each, Unit).sheet == entry.unit]) < entry.most


def obeys(world: World, unit: int) -> bool:
    """VITALITY-ACT-32, COND-14: whether a summon waits for its master's orders now; others always do."""
    master = world.find(unit, Master)
    if master is None:
        return True
    return up(world, master.unit) and holds(world, master.unit, "commanding") and not holds(world, unit, "charmed")


async def by_itself(world: World, unit: int) -> None:
    """VITALITY-ACT-32: without orders it goes to the nearest enemy and attacks it."""
    numbers, enemies = numbers_of(world), conscious_enemies(world, unit)
    known = [foe for foe in enemies if not hidden_from(world, foe, unit) and not charmed_by(world, unit, foe)]
    if not known:
        return
    if holds(world, unit, "prone") and not still(world, unit) and movement(world, unit) >= numbers.stand_metres:
        stand_up(world, unit)
    seen = [foe for foe in known if targetable(world, unit, foe)]
    foe = min(seen or known, key=lambda each: (distance(world, unit, each), pool(world, each, "vitality"), each))
    near = reach(world, unit)
    if distance(world, unit, foe) > near:
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe):
        return
    if distance(world, unit, foe) > near and pool(world, unit, "ap") > numbers.attack_ap:
        spend(world, unit, "VITALITY-ACT-7", ap=numbers.move_ap)
        reset(world, unit, "movement", movement(world, unit) + basic_movement(world, unit).total)
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe) or pool(world, unit, "ap") < numbers.attack_ap:
        return
    metres, weapons = distance(world, unit, foe), sheet_of(world).weapons
    weapon = next((key for key in weapons_of(world, unit) if weapons[key].melee >= metres), None)
    if weapon is not None and targetable(world, unit, foe):
        spend(world, unit, "VITALITY-ACT-1", ap=numbers.attack_ap)
        await make_attack(world, weapon_attack(world, unit, Action(weapon, foe)), foe)
        await holding.happened(world, "attack", unit, foe)


async def _approach(world: World, unit: int, foe: int) -> None:
    grid, goal = board_of(world).grid, cells_of(world, foe)
    now, metres = grid.distance_sets(cells_of(world, unit), goal, METRIC), movement(world, unit)
    ends = ((grid.distance_sets(1 << cell, goal, METRIC), cell) for cell in cells(destinations(world, unit, metres)))
    left, best = min(ends, default=(now, 0))
    if left < now:
        await walk(world, unit, best, metres)
