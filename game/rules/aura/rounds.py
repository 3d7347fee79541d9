"""Rounds: what happens at their start and at their end (AURA-ROUND-2 to 7)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Conditions, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import RoundBegan, RoundEnded
from game.rules.aura.dying import death_save, faint, rouse, wake_up
from game.rules.aura.grounds import burn, mire
from game.rules.aura.hiding import notice
from game.rules.aura.pools import empty, reset
from game.rules.aura.powers import agility_maximum, energy_grant
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.space import foes
from game.rules.aura.state import Beat, Spent, beat, conscious, dead, expire, holds, inflict, mark, spent
from game.rules.objectives import end_of_round
from game.systems.field import board_of, cells_of, round_limit, team


def alive(world: World) -> list[int]:
    """Everybody on the board who is not dead, in roster order."""
    return [unit for unit, _, _ in world.each(Unit, Position) if not dead(world, unit)]


async def begin_round(world: World, number: int) -> None:
    """AURA-ROUND-2: saves, waking, what the ground does, Energy, Agility, flags."""
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, phase="floor", round=number, active=None))
    world.emit(RoundBegan(number, "AURA-ROUND-2"))
    for unit in alive(world):
        if holds(world, unit, "bleeding"):
            await death_save(world, unit)
    for unit in alive(world):
        await _waking(world, unit)
    for unit in alive(world):
        await burn(world, unit)
        if not dead(world, unit):
            mire(world, unit)
    for unit in alive(world):
        grant(world, unit)
    mark(world, waited=(), barred=(), paid=False, resume=0, struck=(), stirred=(), declined=(), asked=(), looked=())


async def _waking(world: World, unit: int) -> None:
    if holds(world, unit, "unconscious"):
        await wake_up(world, unit)
    if holds(world, unit, "asleep") and _noise(world, unit):
        rouse(world, unit)
    if empty(world, unit) and conscious(world, unit):
        faint(world, unit, "stamina", "AURA-ECON-1")


def _noise(world: World, unit: int) -> bool:
    """AURA-UNC-6: whether an enemy within ten metres did something in the last Round."""
    near = board_of(world).grid.within(cells_of(world, unit), 10, "chebyshev")
    return any(spent(world, foe).acted and cells_of(world, foe) & near for foe in foes(world, unit))


def grant(world: World, unit: int) -> None:
    """AURA-ROUND-3 and 4, ECON-1 and 12: Energy and Agility anew, nothing done yet."""
    energy = 0 if holds(world, unit, "unconscious") else energy_grant(world, unit).total
    agility = agility_maximum(world, unit).total
    base = sheet_of(world).main.numbers.energy
    reset(world, unit, "energy", energy, base, "AURA-ROUND-4")
    reset(world, unit, "agility", agility, agility, "AURA-ROUND-4")
    world.put(unit, Spent(granted=energy))


def end_round(world: World) -> None:
    """AURA-ROUND-6: what lasted to the end of the Round is over; objectives, time and stalemate are looked at."""
    clock, now = world.get(FIELD, Clock), world.get(FIELD, Beat)
    for unit, _ in world.each(Conditions):
        if not dead(world, unit):
            expire(world, unit)
    notice(world)
    world.emit(RoundEnded(clock.round, "AURA-ROUND-6"))
    end_of_round(world)
    idle = 0 if now.paid else now.idle + 1
    mark(world, idle=idle)
    if clock.round >= round_limit(world):
        world.put(FIELD, changed(clock, phase="time", active=None))
    elif idle >= house(world).stalemate_rounds:
        world.put(FIELD, changed(clock, phase="stalemate", active=None))


def surprise(world: World, side: int) -> None:
    """AURA-SURP-1 and 5: the whole side is Surprised until the end of the Round."""
    for unit, entry in world.each(Unit):
        if entry.side == side and not dead(world, unit):
            inflict(world, unit, "surprised", "AURA-SURP-1", None, "round")
    if side not in beat(world).surprised:
        mark(world, surprised=(*beat(world).surprised, side))


def burst_in(world: World, unit: int) -> None:
    """AURA-SURP-5: the first to enter the zone that a scenario names surprises its enemies until the Round ends."""
    name = house(world).surprise_zone
    if not name or beat(world).sprung or world.find(unit, Position) is None:
        return
    if any(zone.name == name and zone.cells & cells_of(world, unit) for zone in board_of(world).zones):
        mark(world, sprung=True)
        own = team(world, unit)
        for side, entry in world.each(Side):
            if entry.team != own:
                surprise(world, side)
