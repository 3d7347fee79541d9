"""The start of a round: who surrenders, and who shares a turn (UNION-1, END-1)."""

from __future__ import annotations

from itertools import combinations

from game.kernel.components import FIELD, Clock, Down, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Fell, Judged, Used
from game.kernel.flow import Option, decide
from game.rules.vitality.harm import clear
from game.rules.vitality.house import house
from game.rules.vitality.state import Order, Plans, Riding, Turn
from game.rules.vitality.who import able, allies, beings, side_of, up
from game.systems.field import team

Group = tuple[int, ...]


def renewed(world: World, old: tuple[Group, ...]) -> tuple[Group, ...]:
    """D1: riders and their mounts stay together from round to round; other unions end (UNION-1)."""
    apart = world.get(FIELD, Plans).apart
    return tuple(
        group
        for group in old
        if mounted(world, group) and all(up(world, unit) for unit in group) and not set(apart) & set(group)
    )


def mounted(world: World, group: Group) -> bool:
    """Whether a rider and its mount are among these."""
    return any((riding := world.find(unit, Riding)) is not None and riding.host in group for unit in group)


def asked(world: World) -> tuple[int, ...]:
    """The sides that have something to decide as the round begins: those that lose, or have a rider not yet united.

    In the first round, or by the setting `ask_unions`, all that have anybody to unite; later on unions are planned in
    the turns before.
    """
    joined = {unit for group in world.get(FIELD, Order).unions for unit in group}
    apart = world.get(FIELD, Plans).apart
    riders = {
        side_of(world, unit)
        for unit, riding in world.each(Riding)
        if riding.willing and not {unit, riding.host} & {*joined, *apart} and up(world, unit) and up(world, riding.host)
    }
    unions_ = house(world).unions
    every = house(world).ask_unions or world.get(FIELD, Clock).round == 1
    return tuple(
        side
        for side, _ in world.each(Side)
        if (unions_ and (side in riders or (every and _unions(world, side)))) or losing(world, side)
    )


# Plans: said in a turn, carried out when the next round begins


def plan_options(world: World, unit: int) -> list[Option]:
    """VITALITY-UNION-1: before it does anything in its turn, or once all AP are spent, a unit may say with whom it
    will share its turns.
    """
    if not house(world).unions or world.get(unit, Turn).planned or not up(world, unit):
        return []
    own = _planned(world, unit)
    found = [
        Option(f"plan_union {other}", unit=other, rule="VITALITY-UNION-1")
        for other in allies(world, unit)
        if other not in own and up(world, other)
    ]
    if len(own) > 1:
        found.append(Option("plan_alone", rule="VITALITY-UNION-1"))
    return found


def _planned(world: World, unit: int) -> Group:
    """With whom the unit will share its turns as things stand; it alone if with nobody."""
    plans = world.get(FIELD, Plans)
    groups = (*plans.groups, *renewed(world, world.get(FIELD, Order).unions))
    return next((group for group in groups if unit in group), (unit,))


def plan(world: World, unit: int, key: str) -> None:
    """Remember a plan; what it adds to or ends stops being one of its own."""
    verb, _, other = key.partition(" ")
    plans, own = world.get(FIELD, Plans), _planned(world, unit)
    world.put(unit, changed(world.get(unit, Turn), planned=True))
    world.emit(Used(unit, verb, "free", (int(other),) if other else (), rule="VITALITY-UNION-1"))
    if verb == "plan_alone":
        left = tuple(each for each in own if each != unit)
        groups = tuple(left if group == own else group for group in plans.groups)
        world.put(FIELD, Plans(tuple(group for group in groups if len(group) > 1), (*plans.apart, unit)))
        return
    whole = tuple(sorted({*own, *_planned(world, int(other))}))
    groups = tuple(group for group in plans.groups if not set(group) & set(whole))
    world.put(FIELD, Plans((*groups, whole), tuple(each for each in plans.apart if each not in whole)))


async def carry_out(world: World) -> None:
    """VITALITY-UNION-1: planned unions come about if all members can and their controllers agree."""
    for group in world.get(FIELD, Plans).groups:
        unions_ = world.get(FIELD, Order).unions
        kept = [known for known in unions_ if set(known) <= set(group)]
        taken = {unit for known in unions_ if known not in kept for unit in known}
        able_ = tuple(unit for unit in group if up(world, unit) and unit not in taken)
        if len({team(world, unit) for unit in able_}) == 1 and len(able_) > 1 and able_ not in kept:
            await _join(world, able_)


async def council(world: World, side: int) -> None:
    """One answer of a side: fight on, surrender, or a union; after a union it is asked again (see `asked`)."""
    options = [Option("fight_on", rule="VITALITY-UNION-1"), *_unions(world, side)]
    if losing(world, side):
        options.append(Option("surrender", rule="VITALITY-END-1"))
    if world.get(FIELD, Order).unions:
        options += [
            Option(f"part {' '.join(map(str, group))}", unit=group[0], rule="VITALITY-UNION-1")
            for group in world.get(FIELD, Order).unions
            if side_of(world, group[0]) == side
        ]
    key = await decide(side, "council", options, rule="VITALITY-UNION-1", about=world.events[-1])
    verb, _, rest = key.partition(" ")
    order = world.get(FIELD, Order)
    if verb == "union":
        await _join(world, tuple(int(word) for word in rest.split(" ")))
        return
    if verb == "part":
        gone = tuple(int(word) for word in rest.split(" "))
        plans = world.get(FIELD, Plans)
        kept = tuple(group for group in plans.groups if not set(group) & set(gone))
        world.put(FIELD, Plans(kept, (*plans.apart, *gone)))
        world.put(FIELD, changed(order, unions=tuple(group for group in order.unions if group != gone)))
        return
    world.put(FIELD, changed(order, asking=order.asking[1:]))
    if verb == "surrender":
        surrender(world, side)


def losing(world: World, side: int) -> bool:
    """House rule of END-1: a side is asked whether it gives up once half of its creatures cannot fight any more."""
    own = [unit for unit, entry in world.each(Unit) if entry.side == side]
    left = [unit for unit in own if unit in beings(world) and able(world, unit)]
    others = [unit for unit in beings(world) if able(world, unit) and unit not in left]
    return bool(left) and 2 * len(left) <= len(own) and len(others) > len(left)


def _unions(world: World, side: int) -> list[Option]:
    """Every two able creatures of the side, and every creature with a union there is already."""
    if not house(world).unions:
        return []
    order = world.get(FIELD, Order)
    joined = {unit for group in order.unions for unit in group}
    free = [u for u in beings(world) if side_of(world, u) == side and up(world, u) and u not in joined]
    found = [tuple(pair) for pair in combinations(free, 2)]
    found += [(*group, unit) for group in order.unions if side_of(world, group[0]) == side for unit in free]
    return [Option(f"union {' '.join(map(str, group))}", unit=group[-1], rule="VITALITY-UNION-1") for group in found]


async def _join(world: World, group: Group) -> None:
    """VITALITY-UNION-1: every member's controller agrees; units of one controller are not asked one by one."""
    order = world.get(FIELD, Order)
    controllers = {(side_of(world, unit), world.get(unit, Unit).controller) for unit in group}
    for unit in group if len(controllers) > 1 else ():
        options = [Option("agree", rule="VITALITY-UNION-1"), Option("refuse", rule="VITALITY-UNION-1")]
        if await decide(unit, "join_union", options, rule="VITALITY-UNION-1", about=world.events[-1]) == "refuse":
            return
    rest = tuple(known for known in order.unions if not set(known) <= set(group))
    world.put(FIELD, changed(order, unions=(*rest, group)))
    plans = world.get(FIELD, Plans)
    world.put(FIELD, changed(plans, apart=tuple(unit for unit in plans.apart if unit not in group)))
    for unit in group:
        world.emit(Judged(unit, "union", "joined", group[0], rule="VITALITY-UNION-1"))


def surrender(world: World, side: int) -> None:
    """VITALITY-END-1: all of the side's creatures give up."""
    for unit, entry in world.each(Unit):
        if entry.side == side and not world.has(unit, Down):
            clear(world, unit, lambda item: item.name == "pinning", "VITALITY-END-1")
            world.put(unit, Down("surrendered", "VITALITY-END-1"))
            world.emit(Fell(unit, "surrendered", None, "VITALITY-END-1"))
