"""A unit that changes sides: whom it follows, and what no longer ties it to those it leaves (CINE-18)."""

from __future__ import annotations

from game.kernel.components import FIELD, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.state import Hidden, Master, Order, Plans, Riding
from game.rules.vitality.who import friendly

Groups = tuple[tuple[int, ...], ...]


def turn_coat(world: World, unit: int, foe: int) -> None:
    """VITALITY-CINE-18: an enemy minion fights on the unit's side, and for whoever leads it, until the battle ends."""
    leader = world.get(unit, Unit)
    world.put(foe, changed(world.get(foe, Unit), side=leader.side, controller=leader.controller))
    if world.has(foe, Master):
        world.drop(foe, Master)
    world.emit(Judged(foe, "turncoat", "changes_sides", unit, rule="VITALITY-CINE-18"))
    _leave_union(world, foe)
    for rider, riding in world.each(Riding):
        if riding.willing and not friendly(world, rider, riding.host):
            world.put(rider, changed(riding, willing=False))
    for hider, hidden in world.each(Hidden):
        left = tuple(each for each in hidden.of if not friendly(world, hider, each))
        if left != hidden.of:
            world.put(hider, changed(hidden, of=left))


def _leave_union(world: World, unit: int) -> None:
    """Nobody shares its turn any more: one still to come it has right after those it would have shared it with."""
    order, plans = world.get(FIELD, Order), world.get(FIELD, Plans)
    past, coming = order.slots[: order.at + 1], order.slots[order.at + 1 :]
    world.put(
        FIELD,
        changed(
            order,
            slots=(*past, *_apart(coming, unit)),
            holders=_apart(order.holders, unit),
            asking=_apart(order.asking, unit),
            unions=_without(order.unions, unit),
        ),
    )
    world.put(FIELD, Plans(_without(plans.groups, unit), plans.apart))


def _apart(groups: Groups, unit: int) -> Groups:
    found: list[tuple[int, ...]] = []
    for group in groups:
        rest = tuple(each for each in group if each != unit)
        found += [rest, (unit,)] if unit in group and rest else [group]
    return tuple(found)


def _without(groups: Groups, unit: int) -> Groups:
    left = (tuple(each for each in group if each != unit) for group in groups)
    return tuple(group for group in left if len(group) > 1)
