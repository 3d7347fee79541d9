"""Stress and the afflictions that it brings: the only writer of `Stress`, `Afflictions` and `Jitters`."""

from __future__ import annotations

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.events import Gained, Lost, PoolChanged
from game.rules.poise.sheet import AfflictionSheet, sheet_of
from game.rules.poise.state import Afflictions, Body, Jitters, Stress
from game.rules.throwing import throw_dice
from game.systems.pools import rebase


def stress(world: World, unit: int) -> int:
    """Long-term harm so far."""
    return world.get(unit, Stress).amount


async def add_stress(world: World, unit: int, plus: int, rule: str, source: int | None = None) -> None:
    """POISE-DMG-3 and STRESS-2: more stress, and an affliction for each threshold that it reaches.

    Minions keep no count (POISE-MIN-6).
    """
    if world.get(unit, Body).minion:
        return
    before = stress(world, unit)
    world.put(unit, Stress(before + plus))
    world.emit(PoolChanged(unit, "stress", before, before + plus, "gain", source, (), rule))
    while len(world.get(unit, Afflictions).items) < due(world, before + plus):
        await _afflict(world, unit)


def relieve(world: World, unit: int, less: int, rule: str) -> None:
    """Less stress; whatever came with a threshold that it falls below ends, the last one first."""
    before = stress(world, unit)
    after = max(0, before - less)
    world.put(unit, Stress(after))
    world.emit(PoolChanged(unit, "stress", before, after, "lose", None, (), rule))
    items = world.get(unit, Afflictions).items
    for name in items[due(world, after) :][::-1]:
        set_afflictions(world, unit, tuple(item for item in world.get(unit, Afflictions).items if item != name))
        world.emit(Lost(unit, name, "POISE-STRESS-2"))


def due(world: World, amount: int) -> int:
    """How many afflictions that much stress brings."""
    numbers = sheet_of(world).numbers
    return min(amount // numbers.affliction_step, numbers.affliction_most)


async def _afflict(world: World, unit: int) -> None:
    """Roll for one; what the unit has already becomes the next of the table that it has not."""
    table, die = list(sheet_of(world).afflictions), sheet_of(world).numbers.affliction_die
    (face,) = await throw_dice(world, unit, "affliction", (die,), "POISE-STRESS-2")
    items, at = world.get(unit, Afflictions).items, face - 1
    while table[at] in items:
        at = (at + 1) % len(table)
    set_afflictions(world, unit, (*items, table[at]))
    world.emit(Gained(unit, table[at], None, "POISE-STRESS-2"))


def set_afflictions(world: World, unit: int, items: tuple[str, ...]) -> None:
    """These and no others: bases of pools follow them, what is in the pools now does not."""
    table, before = sheet_of(world).afflictions, world.get(unit, Afflictions).items
    world.put(unit, Afflictions(items))
    pools = world.get(unit, Pools)
    for name in pools.names:
        more = sum(change(table[item], name) for item in items) - sum(change(table[item], name) for item in before)
        rebase(world, unit, name, pools.base_of(name) + more)
    if "jittery" in items and "jittery" not in before:
        world.put(unit, Jitters())
    elif "jittery" not in items:
        world.drop(unit, Jitters)


def has_attacked(world: World, unit: int) -> None:
    """POISE-STRESS-2: the first attack of the jittery is over."""
    world.drop(unit, Jitters)


def change(affliction: AfflictionSheet, pool: str) -> int:
    """What an affliction does to the base of a pool."""
    return {str(name): amount for name, amount in affliction.base.items()}.get(pool, 0)
