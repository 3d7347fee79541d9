"""A poise skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from game.components import FIELD, Carried, Clock, Follower, Position, Side, Unit
from game.ecs import World
from game.rules import mustering
from game.rules.deploying import deploying
from game.rules.poise.gear import capacity, load, weigh
from game.rules.poise.house import house
from game.rules.poise.outfit import Wish, outfit
from game.rules.poise.riding import misfit
from game.rules.poise.sheet import PoiseSheet
from game.rules.poise.state import Acted, Turn
from game.scenario import Scenario
from game.systems.field import carried_by


def muster(world: World, scenario: Scenario, sheet: PoiseSheet) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    names = mustering.muster(
        world,
        scenario,
        sheet,
        settings=mustering.settled(sheet.settings, scenario.settings),
        roles=sheet.roles,
        titles={key: unit.title for key, unit in sheet.units.items()},
        outfit=lambda key, entry: outfit(sheet, key, entry),
    )
    for rider, wish in world.each(Wish):
        world.drop(rider, Wish)
        world.put(rider, Carried(_mount_for(world, rider, wish.mount)))
        world.put(rider, world.get(world.get(rider, Carried).by, Position))
    burden(world)
    world.put(FIELD, Turn())
    world.put(FIELD, Acted(last=opener(world, scenario.opening.first_actor)))
    if world.get(FIELD, Clock).phase == "deploy":
        sides = {entry.name: side for side, entry in world.each(Side)}
        board = scenario.board
        deploying(world, {sides[each.name]: board.zone_cells(each.zone) for each in scenario.sides if each.zone})
    return names


def _mount_for(world: World, rider: int, wanted: str) -> int:
    """POISE-MOUNT-19: the first free mount of that name or kind on the rider's side; ValueError if none fits."""
    side = world.get(rider, Unit).side
    units: tuple[tuple[int, Unit], ...] = world.each(Unit)
    for steed, entry in units:
        if entry.side != side or wanted not in (entry.name, entry.sheet) or carried_by(world, steed) is not None:
            continue
        bar = misfit(world, rider, steed)
        if bar is not None:
            raise ValueError(f"{world.get(rider, Unit).name} cannot ride {entry.name}: {bar[1]}")
        return steed
    raise ValueError(f"{world.get(rider, Unit).name}: there is no mount {wanted!r} free on its side")


def opener(world: World, wanted: str) -> int | None:
    """POISE-INIT-1: the unit that the scenario names, by its name or by side and name ("Red Footman 1").

    None without a name; ValueError when it names nobody, or several.
    """
    if not wanted:
        return None
    able = [(unit, entry) for unit, entry in world.each(Unit) if not world.has(unit, Follower)]  # POISE-MOUNT-13
    rows = [(unit, entry.name, world.get(entry.side, Side).name) for unit, entry in able]
    found: list[int] = [unit for unit, name, side in rows if wanted in (name, f"{side} {name}")]
    if len(found) != 1:
        there = ", ".join(f"{side} {name}" for _, name, side in rows)
        raise ValueError(f"the opening's first_actor {wanted!r} should name one unit of: {there}")
    return found[0]


def burden(world: World) -> None:
    """POISE-GEAR-4: who carries too much begins encumbered; ValueError for more than double."""
    for unit, entry in world.each(Unit):
        if house(world).use_load and load(world, unit) > 2 * capacity(world, unit).total:
            raise ValueError(f"{entry.name} carries {load(world, unit)}, more than twice what it can carry with ease")
        weigh(world, unit)
