"""The start of a round: who surrenders, and who shares a turn (UNION-1, END-1)."""

from __future__ import annotations

from itertools import combinations

from game.components import FIELD, Down, Unit, changed
from game.ecs import World
from game.events import Fell, Judged
from game.flow import Option, decide
from game.rules.vitality.harm import clear
from game.rules.vitality.state import Order, Riding, able, beings, side_of, up
from game.systems.field import setting

Group = tuple[int, ...]


def renewed(world: World, old: tuple[Group, ...]) -> tuple[Group, ...]:
    """D1: riders and their mounts stay together from round to round; other unions end (UNION-1)."""
    kept = []
    for group in old:
        pairs = [u for u in group if (riding := world.find(u, Riding)) is not None and riding.host in group]
        if pairs and all(up(world, unit) for unit in group):
            kept.append(group)
    return tuple(kept)


async def council(world: World, side: int) -> None:
    """One answer of a side: fight on, surrender, or a union; after a union it is asked again."""
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
    if not setting(world, "unions", True):
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
    controllers = {world.get(unit, Unit).controller for unit in group}
    for unit in group if len(controllers) > 1 else ():
        options = [Option("agree", rule="VITALITY-UNION-1"), Option("refuse", rule="VITALITY-UNION-1")]
        if await decide(unit, "join_union", options, rule="VITALITY-UNION-1", about=world.events[-1]) == "refuse":
            return
    rest = tuple(known for known in order.unions if not set(known) <= set(group))
    world.put(FIELD, changed(order, unions=(*rest, group)))
    for unit in group:
        world.emit(Judged(unit, "union", "joined", group[0], rule="VITALITY-UNION-1"))


def surrender(world: World, side: int) -> None:
    """VITALITY-END-1: all of the side's creatures give up."""
    for unit, entry in world.each(Unit):
        if entry.side == side and not world.has(unit, Down):
            clear(world, unit, lambda item: item.name == "pinning", "VITALITY-END-1")
            world.put(unit, Down("surrendered", "VITALITY-END-1"))
            world.emit(Fell(unit, "surrendered", None, "VITALITY-END-1"))
