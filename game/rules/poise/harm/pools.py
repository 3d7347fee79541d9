"""The five verbs on pools: damage, lose, spend, gain, restore; and what an empty pool does."""

from __future__ import annotations

from game.kernel.components import Carried, Conditions, Down, Pools, Side, Unit
from game.kernel.ecs import World, derived_of
from game.kernel.events import Blocked, PoolChanged
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown
from game.rules.asking import ask, invite
from game.rules.poise.budget import exceed, has_hurt, may_defy
from game.rules.poise.harm.conditions import add_stress, inflict
from game.rules.poise.position.sight import sees
from game.rules.poise.position.space import distances
from game.rules.poise.riding import unseat
from game.rules.poise.sheet import EMPTY, POOLS, Skill, sheet_of
from game.rules.poise.state import Doom, Doomed, Gambit, amount, drained, in_gambit, keeper, master, pool_of, suffers
from game.systems.field import enemies
from game.systems.pools import change


def lose(world: World, unit: int, pool: str, loss: int, rule: str, source: int | None = None) -> int:
    """Take away up to `loss`, whatever the armour; what was missing is not owed (POISE-POOL-9). Returns the loss."""
    return _reduce(world, unit, pool, loss, "lose", rule, source)


def spend(world: World, unit: int, pool: str, cost: int, rule: str) -> None:
    """Pay a cost; `payable` tells whether it may be paid (POISE-POOL-10). In a gambit nothing is (POISE-GAMBIT-2)."""
    if not in_gambit(world, unit):
        _reduce(world, unit, pool, cost, "spend", rule, unit)


def payable(world: World, unit: int, cost: dict[str, int]) -> bool:
    """POISE-POOL-10: in full, and never out of the last pool that holds anything; in a gambit all is free."""
    if not any(cost.values()) or in_gambit(world, unit):
        return True
    left = {name: amount(world, unit, name) for name in world.get(unit, Pools).names}
    for pool, price in cost.items():
        left[pool_of(world, unit, pool)] -= price
    return min(left.values()) >= 0 and any(left.values())


def gain(world: World, unit: int, pool: str, plus: int, rule: str) -> None:
    """Add to a pool, without a cap (POISE-POOL-6), unless a condition forbids it (POISE-COND-1, 4, 7; DEFEAT-4)."""
    if plus <= 0:
        return
    owner = keeper(world, unit, pool)
    if world.has(unit, Down) or (pool in EMPTY and suffers(world, owner, EMPTY[pool])):
        rule = "POISE-DEFEAT-4" if world.has(unit, Down) else _GAIN_RULES[pool]
        world.emit(Blocked(unit, "gain_" + pool, rule))
        return
    change(world, owner, pool_of(world, owner, pool), amount(world, unit, pool) + plus, "gain", rule, unit)


_GAIN_RULES = {"poise": "POISE-COND-1", "momentum": "POISE-COND-4", "focus": "POISE-COND-7"}


@derived_of((Conditions, Down, Gambit))
def gainable(world: World, unit: int) -> tuple[str, ...]:
    """The pools a unit may gain in now."""
    if world.has(unit, Down):
        return ()
    if "defense" in world.get(unit, Pools).names:
        return ("defense",)
    return tuple([pool for pool in POOLS if not suffers(world, unit, EMPTY[pool])])


async def damage(world: World, unit: int, pool: str, number: Breakdown, rule: str, source: int | None = None) -> None:
    """POISE-DMG-2 and 3: damage empties the struck pool, runs over into others, and last into stress.

    The hurt unit chooses the pool that takes what is left over. Does not check for defeat: `defeat` does.
    """
    has_hurt(world, source, unit, number.total)
    mounted = world.has(unit, Carried)
    left = await _pour(world, unit, pool, number, number.total, rule, source)
    await unseat(world)
    if mounted and not world.has(unit, Carried):  # POISE-MOUNT-10: what is left goes to the rider's own momentum
        left = await _pour(world, unit, pool, number, left, rule, source)
    if left and may_defy(world, unit):
        exceed(world, unit, left, source)
    elif left:
        await add_stress(world, unit, left, "POISE-DEFEAT-9" if world.has(unit, Down) else "POISE-DMG-3", source)


async def _pour(world: World, unit: int, pool: str, number: Breakdown, left: int, rule: str, source: int | None) -> int:
    """Let that much of the damage run through the pools; what they could not hold."""
    while left and not world.has(unit, Down) and not drained(world, unit):
        if not amount(world, unit, pool):
            rule = "POISE-DMG-2"
            given = [Action(name) for name in world.get(unit, Pools).names if amount(world, unit, name)]
            pool = (await ask(world, master(world, unit), "overflow", given)).verb
        left -= _reduce(world, unit, pool, left, "damage", rule, source, number)
    return left


def _reduce(
    world: World, unit: int, pool: str, loss: int, verb: str, rule: str, source: int | None, *numbers: Breakdown
) -> int:
    """Lower a pool, not below 0, and let an empty pool have its condition at once (POISE-POOL-8)."""
    owner, before = keeper(world, unit, pool), amount(world, unit, pool)
    name, taken = pool_of(world, owner, pool), min(before, loss)
    if taken:
        change(world, owner, name, before - taken, verb, rule, source, numbers)
    if name in EMPTY and before and before == taken:
        inflict(world, owner, EMPTY[name], _GAIN_RULES[name], source)
    return taken


def empty(world: World, unit: int, rule: str) -> None:
    """Take away whatever is left in any pool, without the conditions that come with it."""
    for name in world.get(unit, Pools).names:
        change(world, unit, name, 0, "lose", rule)


def restore(world: World, unit: int, rule: str) -> None:
    """Set all pools to their base, whatever forbids gains."""
    pools = world.get(unit, Pools)
    for name in pools.names:
        change(world, unit, name, pools.base_of(name), "restore", rule, unit)


def doom(world: World, side: int) -> int:
    """A side's points."""
    found = world.find(side, Doom)
    return found.points if found is not None else 0


def _set(world: World, side: int, points: int, verb: str, rule: str) -> None:
    before = doom(world, side)
    world.put(side, Doom(points))
    world.emit(PoolChanged(side, "doom", before, points, verb, None, (), rule))


def dally(world: World, unit: int, pool: str) -> None:
    """POISE-POOL-7 and DOOM-1: a gain above the base, far from any enemy and unseen by it, is the others' doom."""
    pools, foes = world.get(unit, Pools), enemies(world, unit)
    if pools[pool] <= pools.base_of(pool) or any(sees(world, unit, foe) for foe in foes):
        return
    near, paces = sheet_of(world).numbers.doom_range, distances(world, unit)
    if any(paces[foe] <= near for foe in foes):
        return
    own = world.get(world.get(unit, Unit).side, Side).team
    for side, entry in world.each(Side):
        if entry.team != own:
            _set(world, side, doom(world, side) + 1, "gain", "POISE-DOOM-1")


async def may_spend_doom(world: World, unit: int, skill: Skill) -> None:
    """POISE-DOOM-2: a point for a boon on the skill that is being used, if boons change anything about it."""
    side = world.get(unit, Unit).side
    if not doom(world, side) or not (skill.threat is not None or skill.gain or skill.shove):
        return
    if await invite(world, unit, "doom", [Action("spend_doom", unit)]):
        _set(world, side, doom(world, side) - 1, "spend", "POISE-DOOM-2")
        world.put(unit, Doomed())


def boon_used(world: World, unit: int) -> None:
    """The skill has been used, and with it the boon."""
    world.drop(unit, Doomed)
