"""Whom a unit follows: its master, and a new side (ACT-32, CINE-18)."""

from __future__ import annotations

from game.kernel.components import Carried, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.entries import Ability
from game.rules.vitality.position.hiding import trust
from game.rules.vitality.position.ties import resist
from game.rules.vitality.position.who import friendly, summons, up
from game.rules.vitality.state import Master, Rider
from game.rules.vitality.turns.order import leave_union
from game.systems.conditions import holds


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
