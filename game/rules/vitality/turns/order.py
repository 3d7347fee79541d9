"""The order of a round: slots, unions, who holds its turn, what a slot brings: writes `Order` and `Plans`."""

from __future__ import annotations

from typing import Any

from game.kernel.components import FIELD, Down, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled, SlotReached
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.rules.vitality.budget import update_round
from game.rules.vitality.checks.numbers import initiative, order_class, order_words, rank_key
from game.rules.vitality.harm.damage import Blow, Part
from game.rules.vitality.harm.suffering import deal, lose, roll_blow
from game.rules.vitality.position.hiding import wake_up
from game.rules.vitality.position.who import beings, is_thing
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Order, Plans, count_down
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.walking import enter
from game.systems.conditions import holds

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
    """VITALITY-UNION-4, 5, 7: first only if all are; last if any is, even one that is first as well."""
    if len(group) == 1:
        return order_class(world, group[0])
    words = [order_words(world, unit) for unit in group]
    if any("last" in each for each in words):
        return 1
    return -1 if all("first" in each for each in words) else 0


def _sort_key(world: World, group: Group) -> tuple[int, ...]:
    """VITALITY-INIT-6: class, then as in `rank_key`."""
    return group_class(world, group), *rank_key(world, group)


def build(world: World) -> tuple[Group, ...]:
    """VITALITY-INIT-4: Initiative is read once, when the round begins. Things have no slot."""
    for unit in beings(world):
        update_round(world, unit, initiative=initiative(world, unit).total)
    unions = order_of(world).unions
    joined = {unit for group in unions for unit in group}
    groups = [*unions, *((unit,) for unit in beings(world) if unit not in joined and not is_thing(world, unit))]
    return tuple(sorted(groups, key=lambda group: _sort_key(world, group)))


def coming(world: World) -> tuple[int, ...]:
    """Who has a turn to come in this round, in the order of their slots."""
    order = order_of(world)
    return tuple(unit for group in order.slots[order.at + 1 :] for unit in group if not world.has(unit, Down))


def by_initiative(world: World, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """VITALITY-HOLD-2 and 3: holders, the highest Initiative first."""
    return tuple(sorted(groups, key=lambda group: rank_key(world, group)))


def leave_union(world: World, unit: int) -> None:
    """Nobody shares its turn any more: one still to come it has right after those it would have shared it with."""
    order, plans = order_of(world), world.get(FIELD, Plans)
    past, coming = order.slots[: order.at + 1], order.slots[order.at + 1 :]
    reorder(
        world,
        slots=(*past, *_apart(coming, unit)),
        holders=_apart(order.holders, unit),
        asking=_apart(order.asking, unit),
        unions=_without(order.unions, unit),
    )
    plan(world, _without(plans.groups, unit), plans.apart)


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
        await _bleed(world, unit)
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


async def _bleed(world: World, unit: int) -> None:
    """VITALITY-COND-6."""
    dice = (numbers_of(world).bleed_die,)
    (face,) = await Roll(unit, "bleeding", dice, "VITALITY-COND-6")
    world.emit(Rolled(unit, "bleeding", dice, (face,), (), "VITALITY-COND-6"))
    lose(world, unit, face, "VITALITY-COND-6", Breakdown("blood", (add(face, "bleeding", "VITALITY-COND-6"),)))


async def _burn(world: World, unit: int) -> None:
    """VITALITY-COND-18: Armor does not help, resistances do."""
    blow = Blow((Part("heat", (numbers_of(world).burn_die,)),), armour=False)
    faces, _ = await roll_blow(world, unit, blow, "burning")
    await deal(world, None, unit, blow, None, "VITALITY-COND-18", faces, 0)
