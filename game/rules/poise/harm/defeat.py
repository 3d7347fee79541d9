"""Defeat, and what may stop it: final gambits and legendary defiance; what it earns: the only writer of `Gambit`."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.masks import CellSet
from game.kernel.components import Carried, Conditions, Down, Gear, Pools, Position
from game.kernel.ecs import World, renewed
from game.kernel.events import Event, Fell, Used
from game.kernel.flow import Action
from game.rules.asking import ask, perform
from game.rules.objectives import verdict
from game.rules.poise.budget import may_defy, take_excess, use_defiance
from game.rules.poise.harm.conditions import add_stress, inflict, release, sheds, take_off
from game.rules.poise.harm.pools import empty, gainable, restore
from game.rules.poise.position.sight import sees
from game.rules.poise.position.space import METRIC, destinations, distances, free_move
from game.rules.poise.riding import fall_off, landings, unseat
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Body, Crippled, Gambit, Left, drained, in_gambit, movable
from game.systems.conditions import lift
from game.systems.downfall import bring_down
from game.systems.field import board_of, cells_of, enemies, standing, team


async def defeat(world: World, unit: int, by: int | None, rule: str = "POISE-DEFEAT-1", *, spare: int = 0) -> bool:
    """Take a unit whose pools are all empty out of the fight, a minion off the board; whether it is out now. Falls from
    the saddle come first (POISE-MOUNT-10); `spare` are the dice that whoever took its last did not need (POISE-DMG-5).
    """
    await unseat(world)
    out = await _defeated(world, unit, by, rule, spare)
    await unseat(world)
    for other in standing(world) if world.each(Carried) or _emptied(world) else ():
        if other != unit and drained(world, other):  # rider and mount share a pool
            await _defeated(world, other, by, rule, 0)
    return out


def _empty(world: World) -> list[int]:
    """Whoever has nothing left and is not out of the fight."""
    return [unit for unit, _ in world.each(Pools) if _is_empty(world, unit)]


def _empty_since(world: World, before: list[int], entities: frozenset[int]) -> list[int]:
    return _empty(world) if before or any(_is_empty(world, one) for one in entities) else before


def _is_empty(world: World, unit: int) -> bool:
    pools = world.find(unit, Pools)
    return pools is not None and not any(pools.now) and not world.has(unit, Down)


_emptied = renewed(_empty, _empty_since, (Pools, Down))


async def _defeated(world: World, unit: int, by: int | None, rule: str, spare: int) -> bool:
    if world.has(unit, Down):
        return True
    if not drained(world, unit) or in_gambit(world, unit):
        return False
    forced = may_defy(world, unit) and (await ask(world, unit, "defiance")).verb == "defy"
    about = await (_stay(world, unit) if forced else _fall(world, unit, by, rule))
    if by is not None and not world.has(by, Down) and team(world, by) != team(world, unit):
        await _earn(world, by, unit, spare + forced, about, forced=forced)
    return not forced


async def _fall(world: World, unit: int, by: int | None, rule: str) -> Event:
    """POISE-DEFEAT-1 to 6: out of the fight; how that is told."""
    bring_down(world, unit, "defeated", rule)
    inflict(world, unit, "defeated", rule, by)
    told = Fell(unit, "defeated", by, rule)
    world.emit(told)
    release(world, unit, "POISE-DEFEAT-6")
    left = take_excess(world, unit)
    if left is not None:
        await add_stress(world, unit, left.amount, "POISE-DMG-3", left.source)
    if world.get(unit, Body).minion:
        take_off(world, unit, "POISE-MIN-6")
    return told


async def _stay(world: World, unit: int) -> Event:
    """POISE-LEG-6 and 7: a point less, pools at base, no conditions, no stress, and a short move."""
    use_defiance(world, unit)
    told = Used(unit, "defy", "free", rule="POISE-LEG-6")
    world.emit(told)
    take_excess(world, unit)
    restore(world, unit, "POISE-LEG-6")
    for item in world.get(unit, Conditions).items:
        lift(world, unit, item.name, "POISE-LEG-6")
    await free_move(world, unit, sheet_of(world).numbers.defiance_move, "POISE-LEG-6")
    return told


async def _earn(world: World, by: int, unit: int, count: int, about: Event, *, forced: bool) -> None:
    """POISE-CRIT-1: that many critical effects, one after the other, while the fight is on."""
    for _ in range(count):
        if verdict(world) is not None or world.has(by, Down):
            return
        if earned := list(effects(world, by, unit, forced=forced)):
            await perform(world, by, "critical", await ask(world, by, "critical", earned, about=about))


async def collapse(world: World) -> None:
    """POISE-GAMBIT-3 and 5: all gambits end together; what is left is gone, and with it the unit."""
    for rider, _ in world.each(Carried):
        if in_gambit(world, rider):  # what it lives on is its mount's: on foot its own pools count
            await fall_off(world, rider, rider, landings(world, rider))
    ended = [unit for unit, _ in world.each(Gambit) if in_gambit(world, unit)]
    for unit in ended:
        world.put(unit, Gambit(running=False))
        empty(world, unit, "POISE-GAMBIT-3")
    for unit in ended:
        await defeat(world, unit, None, "POISE-GAMBIT-3")
        if world.has(unit, Down) and not world.get(unit, Body).minion:
            await add_stress(world, unit, sheet_of(world).numbers.gambit_stress, "POISE-GAMBIT-3")


async def declare_gambit(world: World, unit: int, action: Action) -> None:
    """POISE-GAMBIT-1: in its own turn; no skill, and neither action nor maneuver."""
    world.put(unit, Gambit())
    world.emit(Used(unit, "gambit", "free", rule="POISE-GAMBIT-1"))


def effects(world: World, user: int, fallen: int, *, forced: bool) -> Iterator[Action]:
    """The critical effects to choose from, for the defeat of `fallen`, or if `forced` its defiance (POISE-CRIT-2)."""
    table, paces = sheet_of(world).criticals, distances(world, user)
    for pool in gainable(world, user):
        yield Action("second_wind", user, what=pool)
    afoot = movable(world, user) and not world.has(user, Carried)  # POISE-MOUNT-3
    if afoot and destinations(world, user, table["press_on"].amount):
        yield Action("press_on")
    for foe in enemies(world, user):
        if paces[foe] <= table["dismay"].range and sees(world, foe, user):
            yield Action("dismay", foe)
        if foe != fallen and _near(world, fallen, foe, table["bowl_over"].range):
            yield Action("bowl_over", foe)
        if paces[foe] <= table["rattle"].range:
            yield Action("rattle", foe)
        if paces[foe] <= table["knock_away"].range and world.get(foe, Gear).held:
            yield Action("knock_away", foe)
    for friend in standing(world):
        if friend != user and team(world, friend) == team(world, user) and paces[friend] <= table["rally_cry"].range:
            ails = (item.name for item in world.get(friend, Conditions).items if sheds(world, friend, item.name))
            yield from (Action("rally_cry", friend, what=each) for each in (*ails, *gainable(world, friend)))
    if forced:
        # LEG-8: one of the creature's own skills, or its flight
        body, known = world.get(fallen, Body), world.find(fallen, Crippled) or Crippled()
        yield from (Action("cripple", fallen, what=each) for each in body.skills if each not in known.skills)
        if body.flies and not known.flight:
            yield Action("cripple", fallen, how=("flight",))


def _near(world: World, fallen: int, other: int, paces: int) -> bool:
    """Whether somebody is that close to where the fallen unit is, or was."""
    cells: CellSet = cells_of(world, fallen) if world.has(fallen, Position) else world.get(fallen, Left).cells
    return board_of(world).grid.distance_sets(cells, cells_of(world, other), METRIC) <= paces
