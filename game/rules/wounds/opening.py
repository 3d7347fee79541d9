"""The start: who is surprised, and everybody's first initiative (WOUNDS-INIT-1, 9 to 11)."""

from __future__ import annotations

from game.kernel.components import FIELD, Position, Unit
from game.kernel.ecs import World
from game.kernel.events import Opened
from game.kernel.numbers import Breakdown, add, at_least
from game.rules.wounds.checks import check, ordinary
from game.rules.wounds.effects import inflict
from game.rules.wounds.moving import note_near
from game.rules.wounds.pools import put_pool
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Ridden, Riding, Start, body
from game.systems.conditions import holds
from game.systems.field import standing, team


async def roll_initiatives(world: World) -> None:
    """Contests for surprise, then one check each."""
    for rider, seat in world.each(Riding):
        if world.has(seat.mount, Position):
            world.put(rider, Position(world.get(seat.mount, Position).cell))
    world.emit(Opened(None, "WOUNDS-INIT-1"))
    for unit in await surprised(world):
        inflict(world, unit, "surprised", "WOUNDS-INIT-9")
    for unit, _ in world.each(Unit):
        if on_board(world, unit):  # the unconscious too: they have turns (WOUNDS-TURN-12)
            await roll_initiative(world, unit)
    for mount, _ in world.each(Ridden):
        if world.has(mount, Position):
            note_near(world, mount)


def initiative_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-INIT-1 and 9: Prc [Reflex/Initiative] + 5, less what surprise costs. Wounds do not count (HD-20)."""
    numbers = sheet_of(world).numbers
    found = check(world, unit, "initiative", "Prc", "Reflex", "Initiative", rule="WOUNDS-INIT-1", hurt=False)
    lines = [add(numbers.initiative, "start", "WOUNDS-INIT-1")]
    if holds(world, unit, "surprised"):
        lines.append(add(-(numbers.surprise - body(world, unit).attribute("Prc")), "surprised", "WOUNDS-INIT-9"))
    return found.plus(*lines)


async def roll_initiative(world: World, unit: int) -> None:
    """Never below 0."""
    result = await ordinary(world, unit, "initiative", initiative_bonus(world, unit), "WOUNDS-INIT-1")
    total = Breakdown("initiative", (add(result, "result", "WOUNDS-INIT-1"), at_least(0, "WOUNDS-INIT-5"))).total
    put_pool(world, unit, "initiative", total, "gain", "WOUNDS-INIT-1")


def alert(world: World, unit: int) -> bool:
    """WOUNDS-INIT-10: whoever cannot be surprised."""
    return body(world, unit).attribute("Prc") > sheet_of(world).numbers.surprise


async def surprised(world: World) -> list[int]:
    """WOUNDS-INIT-11: those the scenario names, and those who do not see the ambush."""
    start = world.get(FIELD, Start)
    found = [unit for unit in start.surprised if not alert(world, unit)]
    if start.ambush is None:
        return found
    hiders = [unit for unit in standing(world) if world.get(unit, Unit).side == start.ambush]
    friends = {team(world, unit) for unit in hiders}
    lowest: int | None = None
    for unit in hiders:
        bonus = check(world, unit, "hiding", "Dex", "Stealth", "Hiding", rule="WOUNDS-INIT-11", worn=True)
        result = await ordinary(world, unit, "hiding", bonus, "WOUNDS-INIT-11")
        lowest = result if lowest is None else min(lowest, result)
    for unit in standing(world):
        if team(world, unit) in friends or unit in found or alert(world, unit) or lowest is None:
            continue
        bonus = check(world, unit, "observation", "Prc", "Stealth", "Observation", rule="WOUNDS-INIT-11")
        if await ordinary(world, unit, "observation", bonus, "WOUNDS-INIT-11") <= lowest:
            found.append(unit)
    return found
