"""The order of a round: slots, shared and held turns, summons without orders: writes `Order` and `Plans`."""

from __future__ import annotations

from typing import Any

import game.rules.vitality.checks.numbers as figures
import game.rules.vitality.state as state
from game.grid.grid import cells
from game.kernel.components import FIELD, Carried, Down, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged, Rolled, SlotReached
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.vitality.budget import spend, update_round
from game.rules.vitality.harm.damage import Blow, Part
from game.rules.vitality.harm.suffering import deal, fall, roll_blow
from game.rules.vitality.position.ground import destinations, movement
from game.rules.vitality.position.hiding import trust, wake_up
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, targetable
from game.rules.vitality.position.ties import resist
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Master, Order, Plans, beings, count_down, is_thing, pool, still, up
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.strike import make_attack, weapon_attack
from game.rules.vitality.verbs.walking import enter, stand_up, walk
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.pools import change, reset

Group = tuple[int, ...]


def order_of(world: World) -> Order:
    """Who acts when."""
    return world.get(FIELD, Order)


def reorder(world: World, **fields: Any) -> None:
    """Something in the order is different: fields of `Order`."""
    world.put(FIELD, changed(order_of(world), **fields))


def new_order(world: World, unions: tuple[Group, ...]) -> None:
    """A round begins with nothing but shared turns."""
    world.put(FIELD, Order(unions=unions))


def plan(world: World, groups: tuple[Group, ...], apart: Group) -> None:
    """Who wants to share turns from the next round on, and who no longer does (UNION-1)."""
    world.put(FIELD, Plans(groups, apart))


def group_class(world: World, group: Group) -> int:
    """VITALITY-INIT-6, UNION-4, 5, 7: -1 acts first, if all of it are; 1 last, if any is, even one that is first as
    well: alone these two cancel, but surprise wins (SURP-1).
    """
    words = [figures.order_words(world, unit) for unit in group]
    if len(group) == 1 and len(words[0]) > 1 and not holds(world, group[0], "surprised"):
        return 0
    return 1 if any("last" in each for each in words) else -1 if all("first" in each for each in words) else 0


def build(world: World) -> tuple[Group, ...]:
    """VITALITY-INIT-4: Initiative is read once, when the round begins. Things have no slot."""
    for unit in beings(world):
        update_round(world, unit, initiative=figures.initiative(world, unit).total)
    unions = order_of(world).unions
    joined = {unit for group in unions for unit in group}
    groups = [*unions, *((unit,) for unit in beings(world) if unit not in joined and not is_thing(world, unit))]
    # INIT-6: class, then as in `rank_key`
    return tuple(sorted(groups, key=lambda group: (group_class(world, group), *figures.rank_key(world, group))))


def coming(world: World) -> tuple[int, ...]:
    """Who has a turn to come in this round, in the order of their slots."""
    order = order_of(world)
    return tuple(unit for group in order.slots[order.at + 1 :] for unit in group if not world.has(unit, Down))


def by_initiative(world: World, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """VITALITY-HOLD-2 and 3: holders, the highest Initiative first."""
    return tuple(sorted(groups, key=lambda group: figures.rank_key(world, group)))


def _apart(groups: tuple[Group, ...], unit: int) -> tuple[Group, ...]:
    found: list[Group] = []
    for group in groups:
        rest = tuple(each for each in group if each != unit)
        found += [rest, (unit,)] if unit in group and rest else [group]
    return tuple(found)


def _without(groups: tuple[Group, ...], unit: int) -> tuple[Group, ...]:
    left = (tuple(each for each in group if each != unit) for group in groups)
    return tuple(group for group in left if len(group) > 1)


async def reach_slot(world: World, unit: int) -> None:
    """VITALITY-ROUND-5: what lasted until the unit's next turn ends, then what its slot brings (HOLD-12)."""
    world.emit(SlotReached(unit, "VITALITY-ROUND-5"))
    holding.expire(world, unit)
    ticking = [name for name in ("bleeding", "burning") if holds(world, unit, name)]
    count_down(world, unit, "slot")
    wake_up(world, unit)
    if "bleeding" in ticking:
        # COND-6
        dice = (numbers_of(world).bleed_die,)
        (face,) = await Roll(unit, "bleeding", dice, "VITALITY-COND-6")
        world.emit(Rolled(unit, "bleeding", dice, (face,), (), "VITALITY-COND-6"))
        number = Breakdown("blood", (add(face, "bleeding", "VITALITY-COND-6"),))
        change(
            world, unit, "vitality", pool(world, unit, "vitality") - face, "lose", "VITALITY-COND-6", None, (number,)
        )
        fall(world, unit, None, lethal=True)
    if "burning" in ticking and unit in beings(world):
        await _burn(world, unit)
    await enter(world, unit, slot=True)


async def last(world: World, unit: int) -> None:
    """VITALITY-COND-1: things have no slot; effects on them tick and run on when the round ends."""
    burning = holds(world, unit, "burning")
    count_down(world, unit, "slot")
    count_down(world, unit, "turn")
    if burning:
        await _burn(world, unit)


async def _burn(world: World, unit: int) -> None:
    """VITALITY-COND-18: Armor does not help, resistances do."""
    blow = Blow((Part("heat", (numbers_of(world).burn_die,)),), armour=False)
    faces, _ = await roll_blow(world, unit, blow, "burning")
    await deal(world, None, unit, blow, None, "VITALITY-COND-18", faces, 0)


def turn_coat(world: World, unit: int, foe: int) -> None:
    """VITALITY-CINE-18: an enemy minion fights on the unit's side, and for whoever leads it, until the battle ends."""
    leader = world.get(unit, Unit)
    world.put(foe, changed(world.get(foe, Unit), side=leader.side, controller=leader.controller))
    world.drop(foe, Master)
    world.emit(Judged(foe, "turncoat", "changes_sides", unit, rule="VITALITY-CINE-18"))
    # Nobody shares its turn any more: one still to come it has right after those it would have shared it with
    order, plans = order_of(world), world.get(FIELD, Plans)
    past, coming = order.slots[: order.at + 1], order.slots[order.at + 1 :]
    slots, unions = (*past, *_apart(coming, foe)), _without(order.unions, foe)
    holders, asking = _apart(order.holders, foe), _apart(order.asking, foe)
    reorder(world, slots=slots, holders=holders, asking=asking, unions=unions)
    plan(world, _without(plans.groups, foe), plans.apart)
    for rider, carried, how in world.each(Carried, state.Rider):
        if how.willing and not state.friendly(world, rider, carried.by):
            resist(world, rider)
    trust(world)


def obeys(world: World, unit: int) -> bool:
    """VITALITY-ACT-32, COND-14: whether a summon waits for its master's orders now; others always do."""
    master = world.find(unit, Master)
    if master is None:
        return True
    return up(world, master.unit) and holds(world, master.unit, "commanding") and not holds(world, unit, "charmed")


async def by_itself(world: World, unit: int) -> None:
    """VITALITY-ACT-32: without orders it goes to the nearest enemy and attacks it."""
    numbers, enemies = numbers_of(world), state.conscious_enemies(world, unit)
    known = [foe for foe in enemies if not hidden_from(world, foe, unit) and not state.charmed_by(world, unit, foe)]
    if not known:
        return
    if holds(world, unit, "prone") and not still(world, unit) and movement(world, unit) >= numbers.stand_metres:
        stand_up(world, unit)
    seen = [foe for foe in known if targetable(world, unit, foe)]
    foe = min(seen or known, key=lambda each: (distance(world, unit, each), pool(world, each, "vitality"), each))
    near = figures.reach(world, unit)
    if distance(world, unit, foe) > near:
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe):
        return
    if distance(world, unit, foe) > near and pool(world, unit, "ap") > numbers.attack_ap:
        spend(world, unit, "VITALITY-ACT-7", ap=numbers.move_ap)
        reset(world, unit, "movement", movement(world, unit) + figures.basic_movement(world, unit).total)
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe) or pool(world, unit, "ap") < numbers.attack_ap:
        return
    metres, weapons = distance(world, unit, foe), sheet_of(world).weapons
    weapon = next((key for key in figures.weapons_of(world, unit) if weapons[key].melee >= metres), None)
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
