"""Conditions by poise's rules, what units concentrate on, stress and the afflictions it brings: writes these."""

from __future__ import annotations

from game.kernel.components import Condition, Pools
from game.kernel.ecs import World
from game.kernel.events import Blocked, Gained, Lost, PoolChanged
from game.rules.poise.sheet import AfflictionSheet, sheet_of
from game.rules.poise.state import Afflictions, Body, Breath, Concentration, Jitters, Left, Stress, Submerged
from game.rules.throwing import throw_dice
from game.systems import conditions
from game.systems.conditions import lift
from game.systems.field import cells_of, team
from game.systems.movement import remove
from game.systems.pools import rebase


def inflict(world: World, unit: int, condition: str, rule: str, source: int | None = None) -> None:
    """Put a condition on a unit; the same one does not stack (POISE-COND-12). It may drive out others (COND-14)."""
    entry = sheet_of(world).conditions[condition]
    if condition == "choking":
        if world.has(unit, Breath):
            world.emit(Blocked(unit, condition, "POISE-WATER-7"))
            return
        release(world, unit, "POISE-COND-15")
    # Whoever is under water chokes for as long as it stays there (POISE-WATER-6).
    until = "action" if entry.temporary and not (condition == "choking" and world.has(unit, Submerged)) else ""
    if until and source is not None and world.get(unit, Body).tier == "legendary":
        # LEG-4: an ally of the one who put it there must act as well
        until = "action" if team(world, source) == team(world, unit) else "action ally"
    conditions.inflict(world, unit, Condition(condition, rule, source, until))
    for other in entry.removes:
        lift(world, unit, other, "POISE-COND-14")


def sheds(world: World, unit: int, condition: str) -> bool:
    """POISE-COND-10: whether a cure that names nothing ends it; under water choking is persistent (WATER-6)."""
    under = condition == "choking" and world.has(unit, Submerged)
    return sheet_of(world).conditions[condition].sheds and not under


def concentrate(world: World, unit: int, skill: str, target: int) -> None:
    """POISE-SKILL-11: keep up a lasting skill, in place of any other."""
    release(world, unit, "POISE-SKILL-11")
    world.put(unit, Concentration(skill, target))


def release(world: World, unit: int, rule: str) -> None:
    """End what the unit concentrates on (POISE-SKILL-11), unless somebody else keeps up the same."""
    kept = world.find(unit, Concentration)
    if kept is not None:
        world.drop(unit, Concentration)
        if all(other != kept for _, other in world.each(Concentration)):
            lift(world, kept.target, sheet_of(world).skills[kept.skill].condition, rule)


def take_off(world: World, unit: int, rule: str) -> None:
    """Take a unit off the board and remember from where."""
    world.put(unit, Left(cells_of(world, unit)))
    remove(world, unit, rule=rule)


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
        # Roll for one; what the unit has already becomes the next of the table that it has not
        table, die = list(sheet_of(world).afflictions), sheet_of(world).numbers.affliction_die
        (face,) = await throw_dice(world, unit, "affliction", (die,), "POISE-STRESS-2")
        items, at = world.get(unit, Afflictions).items, face - 1
        while table[at] in items:
            at = (at + 1) % len(table)
        set_afflictions(world, unit, (*items, table[at]))
        world.emit(Gained(unit, table[at], None, "POISE-STRESS-2"))


def relieve(world: World, unit: int, less: int, rule: str) -> None:
    """Less stress; whatever came with a threshold that it falls below ends, the last one first."""
    before = stress(world, unit)
    after = max(0, before - less)
    world.put(unit, Stress(after))
    world.emit(PoolChanged(unit, "stress", before, after, "lose", None, (), rule))
    for name in world.get(unit, Afflictions).items[due(world, after) :][::-1]:
        set_afflictions(world, unit, tuple(item for item in world.get(unit, Afflictions).items if item != name))
        world.emit(Lost(unit, name, "POISE-STRESS-2"))


def due(world: World, amount: int) -> int:
    """How many afflictions that much stress brings."""
    numbers = sheet_of(world).numbers
    return min(amount // numbers.affliction_step, numbers.affliction_most)


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
