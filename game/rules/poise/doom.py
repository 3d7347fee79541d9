"""Doom: what dallying gives the other side, and what it buys: the only writer of `Doom` and `Doomed`."""

from __future__ import annotations

from game.kernel.components import Pools, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.flow import Action
from game.rules.asking import invite
from game.rules.poise.position.sight import sight
from game.rules.poise.position.space import distances
from game.rules.poise.sheet import Skill, sheet_of
from game.rules.poise.state import Doom, Doomed
from game.systems.field import enemies


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
    pools = world.get(unit, Pools)
    if pools[pool] <= pools.base_of(pool) or _threatened(world, unit):
        return
    own = world.get(world.get(unit, Unit).side, Side).team
    for side, entry in world.each(Side):
        if entry.team != own:
            _set(world, side, doom(world, side) + 1, "gain", "POISE-DOOM-1")


def _threatened(world: World, unit: int) -> bool:
    near, paces = sheet_of(world).numbers.doom_range, distances(world, unit)
    return any(paces[foe] <= near or sight(world, unit, foe).grade != "unseen" for foe in enemies(world, unit))


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
