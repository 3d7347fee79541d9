"""Who is unseen and who is caught unawares: sneaking, searching, noticing, surprise."""

from __future__ import annotations

from game.kernel.components import Conditions, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Noted
from game.rules.clash.budget import update_turn
from game.rules.clash.checks.tests import Test, roll, skill_test
from game.rules.clash.position.cover import bare, grade, sees, view
from game.rules.clash.state import Found, aware, inflict, turn
from game.systems.conditions import having, holds, lift
from game.systems.field import enemies, standing, team, teams

HIGH = 3  # quarters: cover from which one may hide (CLASH-ACT-5)


def in_view(world: World, foe: int, unit: int) -> bool:
    """Whether a foe sees a unit with less than high cover."""
    if bare(world):
        return True
    found = view(world, foe, unit)
    if not found.quarters:
        return True
    cover = grade(world, found)
    return found.seen and (cover is None or cover.quarters < HIGH)


def stealth(world: World, unit: int) -> Test:
    """The Stealth test."""
    return skill_test(world, unit, "stealth")


def stored(world: World, unit: int) -> int:
    """The Successes with which a unit hides."""
    hidden = world.get(unit, Conditions).find("hidden")
    return hidden.level if hidden else 0


async def sneak(world: World, unit: int) -> None:
    """CLASH-ACT-5: hidden on a pass, with its Successes."""
    won = await roll(world, stealth(world, unit), "stealth", "CLASH-ACT-5")
    if won:
        world.drop(unit, Found)
        inflict(world, unit, "hidden", "CLASH-ACT-5", unit, won)


async def search(world: World, unit: int) -> None:
    """CLASH-ACT-4: one Observation test against the Successes of all who hide in view; a tie finds nobody (TEST-8)."""
    update_turn(world, searched=True)
    won = await roll(world, skill_test(world, unit, "observation"), "observation", "CLASH-ACT-4")
    for foe in enemies(world, unit):
        if not aware(world, unit, foe) and won > stored(world, foe) and sees(world, unit, foe):
            find(world, unit, foe, "CLASH-ACT-4")


def find(world: World, unit: int, target: int, rule: str) -> None:
    """The unit's side knows of the target; once every foe does, it is hidden no longer."""
    found = world.find(target, Found) or Found()
    teams = (*found.teams, team(world, unit))
    world.put(target, Found(teams))
    if all(team(world, foe) in teams for foe in enemies(world, target)):
        reveal(world, target, rule)


async def notice(world: World) -> None:
    """CLASH-ACT-5: foes who come to see a hidden unit test Observation, once a turn each."""
    if not having(world, "hidden"):
        return
    for unit in standing(world):
        if not holds(world, unit, "hidden"):
            continue
        for foe in enemies(world, unit):
            spotted = turn(world).spotted
            if (foe, unit) in spotted or aware(world, foe, unit) or not in_view(world, foe, unit):
                continue
            update_turn(world, spotted=(*spotted, (foe, unit)))
            won = await roll(world, skill_test(world, foe, "observation"), "observation", "CLASH-ACT-5")
            if won > stored(world, unit):
                find(world, foe, unit, "CLASH-ACT-5")


def unseen_by(world: World, side: int) -> frozenset[int]:
    """CLASH-COND-6: who hides and has not been found by the side's team."""
    own = world.get(side, Side).team
    strangers = [unit for unit in having(world, "hidden") if teams(world)[unit] != own]
    return frozenset(unit for unit in strangers if own not in (world.find(unit, Found) or Found()).teams)


def reveal(world: World, unit: int, rule: str) -> None:
    """A hidden unit is hidden no longer."""
    world.drop(unit, Found)
    lift(world, unit, "hidden", rule)


async def surprise(world: World, ambush: str, named: tuple[str, ...]) -> None:
    """CLASH-SURP-1 and 2: one Stealth roll of the sneaking side against each observer; no attempt, no dice."""
    for unit, entry in world.each(Unit):
        if entry.name in named or world.get(entry.side, Side).name in named:
            inflict(world, unit, "surprised", "CLASH-SURP-3")
    party = [unit for unit in standing(world) if ambush == world.get(world.get(unit, Unit).side, Side).name]
    if not ambush or not party:
        return
    leader = min(party, key=lambda unit: (stealth(world, unit).number.total, unit))
    won = await roll(world, stealth(world, leader), "stealth", "CLASH-SURP-2")
    if not won:
        world.emit(Noted(leader, "ambush_fails", "CLASH-SURP-2"))
        return
    for foe in enemies(world, leader):
        if holds(world, foe, "surprised"):
            continue
        theirs = await roll(world, skill_test(world, foe, "observation"), "observation", "CLASH-SURP-2")
        if won > theirs:
            inflict(world, foe, "surprised", "CLASH-SURP-2", leader)
