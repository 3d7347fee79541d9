"""Conditions by poise's rules, concentration, stress and the afflictions it brings, breath and water: writes these."""

from __future__ import annotations

from game.kernel.components import Carried, Condition, Conditions, Field, Pools, Position, changed
from game.kernel.ecs import World, derived
from game.kernel.events import Blocked, Gained, Lost, PoolChanged
from game.rules.poise.sheet import AfflictionSheet, sheet_of
from game.rules.poise.state import Afflictions, Body, Breath, Concentration, Jitters, Left, Stress, Submerged
from game.rules.throwing import throw_dice
from game.systems import conditions
from game.systems.conditions import add, holds, lift
from game.systems.field import board_of, cells_of, team
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


def swims(world: World, unit: int) -> bool:
    """POISE-WATER-9: in deep water."""
    deep = board_of(world).deep
    return bool(deep and deep & cells_of(world, unit))


@derived((Field, Body, Carried, Submerged))
def _plain(world: World) -> bool:
    kinds = (Carried, Submerged)
    return not (board_of(world).deep or any(map(world.each, kinds)) or any(body.mount for _, body in world.each(Body)))


def plain(world: World, unit: int) -> bool:
    """Whether there is neither deep water nor anything to ride: then nobody swims, mounts, dismounts or comes up."""
    return _plain(world)


def soak(world: World, unit: int) -> None:
    """POISE-WATER-2: a swimmer is wet; whoever is out of deep water is not under it any more."""
    if not swims(world, unit):
        surface(world, unit)
    elif not holds(world, unit, "wet"):
        inflict(world, unit, "wet", "POISE-WATER-2")


def plunge(world: World, unit: int, by: int | None = None) -> None:
    """POISE-WATER-6 and 9: shoved or fallen into deep water it is under, and chokes without held breath."""
    if world.find(unit, Position) is None or not swims(world, unit):
        return
    soak(world, unit)
    world.put(unit, Submerged())
    drown(world, unit, by)


def drown(world: World, unit: int, by: int | None = None) -> None:
    """POISE-WATER-6: under water without held breath there is choking, for as long as it stays there."""
    found = world.get(unit, Conditions).find("choking")
    if found is not None:
        add(world, unit, changed(found, until=""))
    else:
        inflict(world, unit, "choking", "POISE-WATER-6", by)


def surface(world: World, unit: int) -> None:
    """POISE-WATER-9: up again; choking passes from now on like anything temporary (POISE-WATER-6)."""
    if not world.has(unit, Submerged):
        return
    world.drop(unit, Submerged)
    found = world.get(unit, Conditions).find("choking")
    if found is not None:
        add(world, unit, changed(found, until="action"))


def said_to_hold(world: World, unit: int) -> bool:
    """Whether it has held its breath in its present turn, or is between two turns."""
    breath = world.find(unit, Breath)
    return breath is not None and breath.said


def breath_turns(world: World, unit: int) -> int:
    """For how many turns in a row it has held its breath."""
    breath = world.find(unit, Breath)
    return 0 if breath is None else breath.turns


def breath_left(world: World, unit: int) -> bool:
    """POISE-WATER-8: whether breath can be held for one more turn."""
    return breath_turns(world, unit) < sheet_of(world).surroundings.water.limit


def breath_cost(world: World, unit: int, ahead: int = 0) -> int:
    """POISE-WATER-7 and 8: momentum and focus that held breath costs at the end of this turn, or `ahead` turns on."""
    water = sheet_of(world).surroundings.water
    return water.long_breath if breath_turns(world, unit) + ahead > water.turns else water.breath


def hold_breath(world: World, unit: int) -> None:
    """POISE-WATER-7: until the end of its next turn, which it may hold on; ends choking."""
    world.put(unit, Breath(breath_turns(world, unit) + 1, said=True))
    lift(world, unit, "choking", "POISE-WATER-7")


def breathe(world: World, unit: int) -> None:
    """At the start of a turn: breath held in the last one may be held on, or is let go when this one ends."""
    breath = world.find(unit, Breath)
    if breath is not None:
        world.put(unit, changed(breath, said=False))


def breathe_out(world: World, unit: int) -> None:
    """Breath is held no longer; under water there is choking (POISE-WATER-6)."""
    world.drop(unit, Breath)
    if world.has(unit, Submerged):
        drown(world, unit)


def dry_off(world: World, unit: int) -> None:
    """Out of the water and breathing: between skirmishes."""
    world.drop(unit, Submerged)
    world.drop(unit, Breath)
