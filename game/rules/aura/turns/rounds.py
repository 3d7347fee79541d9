"""Rounds: what happens at their start and at their end (AURA-ROUND-2 to 7); in what order units are asked."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.components import FIELD, Clock, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World, derived
from game.kernel.events import RoundBegan, RoundEnded
from game.rules.aura.budget import grant_pool, no_stamina, set_beat, start_round
from game.rules.aura.checks.powers import agility_maximum, energy_grant
from game.rules.aura.harm.conditions import expire, inflict
from game.rules.aura.harm.dying import death_save, faint, rouse, wake_up
from game.rules.aura.harm.ground import burn, mire
from game.rules.aura.house import house
from game.rules.aura.position.facing import notice
from game.rules.aura.position.space import foes
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Beat, beat, conscious, dead, spent
from game.rules.objectives import end_of_round, on_points, verdict
from game.rules.ruleset import Outcome
from game.systems.clock import go
from game.systems.conditions import holds
from game.systems.field import FIXED, PLACES, board_of, cells_of, round_limit, standing, team


def alive(world: World) -> list[int]:
    """Everybody on the board who is not dead, in roster order."""
    return [unit for unit, _, _ in world.each(Unit, Position) if not dead(world, unit)]


async def begin_round(world: World, number: int) -> None:
    """AURA-ROUND-2: saves, waking, what the ground does, Energy, Agility, flags."""
    go(world, "floor", round=number, active=None)
    world.emit(RoundBegan(number, "AURA-ROUND-2"))
    for unit in alive(world):
        if holds(world, unit, "bleeding"):
            await death_save(world, unit)
    for unit in alive(world):
        if holds(world, unit, "unconscious"):
            await wake_up(world, unit)
        if holds(world, unit, "asleep") and _hears_noise(world, unit):
            rouse(world, unit)
        if no_stamina(world, unit) and conscious(world, unit):
            faint(world, unit, "stamina", "AURA-ECON-1")
    for unit in alive(world):
        await burn(world, unit)
        if not dead(world, unit):
            mire(world, unit)
    for unit in alive(world):
        grant(world, unit)
    set_beat(world, waited=(), barred=(), paid=False, resume=0, struck=(), stirred=(), declined=(), asked=(), looked=())


def _hears_noise(world: World, unit: int) -> bool:
    """AURA-UNC-6: noise wakes."""
    near = board_of(world).grid.within(cells_of(world, unit), 10, "chebyshev")
    return any(spent(world, foe).acted and cells_of(world, foe) & near for foe in foes(world, unit))


def grant(world: World, unit: int) -> None:
    """AURA-ROUND-3 and 4, ECON-1 and 12: Energy and Agility anew, nothing done yet."""
    energy = 0 if holds(world, unit, "unconscious") else energy_grant(world, unit).total
    agility = agility_maximum(world, unit).total
    grant_pool(world, unit, "energy", energy, sheet_of(world).main.numbers.energy, "AURA-ROUND-4")
    grant_pool(world, unit, "agility", agility, agility, "AURA-ROUND-4")
    start_round(world, unit, energy)


def end_round(world: World) -> None:
    """AURA-ROUND-6: what lasted to the end of the Round is over; objectives, time and stalemate are looked at."""
    clock, now = world.get(FIELD, Clock), world.get(FIELD, Beat)
    for unit in alive(world):
        expire(world, unit)
    notice(world)
    world.emit(RoundEnded(clock.round, "AURA-ROUND-6"))
    end_of_round(world)
    idle = 0 if now.paid else now.idle + 1
    set_beat(world, idle=idle)
    if clock.round >= round_limit(world):
        go(world, "time", active=None)
    elif idle >= house(world).stalemate_rounds:
        go(world, "stalemate", active=None)


def surprise(world: World, side: int) -> None:
    """AURA-SURP-1 and 5: the whole side is Surprised until the end of the Round."""
    for unit in alive(world):
        if side_of(world, unit) == side:
            inflict(world, unit, "surprised", "AURA-SURP-1", None, "round")
    if side not in beat(world).surprised:
        set_beat(world, surprised=(*beat(world).surprised, side))


def burst_in(world: World, unit: int) -> None:
    """AURA-SURP-5: the first to enter the zone that a scenario names surprises its enemies until the Round ends."""
    name = house(world).surprise_zone
    if not name or beat(world).sprung or world.find(unit, Position) is None:
        return
    if any(zone.name == name and zone.cells & cells_of(world, unit) for zone in board_of(world).zones):
        set_beat(world, sprung=True)
        for side, entry in world.each(Side):
            if entry.team != team(world, unit):
                surprise(world, side)


def outcome(world: World) -> Outcome | None:
    """AURA-ROUND-10, HOUSE-14 and FLOOR-13: whose side is out, has less left when time is up, or that nobody acts."""
    phase = world.get(FIELD, Clock).phase
    if phase in ("deploy", "opening"):
        return None
    found = verdict(world)
    if found is not None:
        return changed(found, rule=found.rule or "AURA-ROUND-10")
    if phase == "time":
        return _on_points(world)
    return Outcome((), "stalemate", "AURA-FLOOR-13") if phase == "stalemate" else None


def _on_points(world: World) -> Outcome:
    """AURA-HOUSE-14: the larger share of its points left wins; half of a conscious unit's are for its Aura."""

    def left(unit: int, pools: Pools, points: int) -> int:
        return points * (1000 + 1000 * pools["aura"] // max(1, pools.base_of("aura"))) if conscious(world, unit) else 0

    units = sheet_of(world).units
    found = [(unit, pools, units[entry.sheet].cost) for unit, entry, pools in world.each(Unit, Pools)]
    return on_points(
        world, ((unit, left(unit, pools, cost), 2000 * cost) for unit, pools, cost in found), "AURA-HOUSE-14"
    )


def order(world: World, targets: Sequence[int]) -> list[int]:
    """AURA-FLOOR-10: targets first, then the others by side, beginning after the floor's holder, and by number."""
    rest = by_sides(world, sides_after(world, beat(world).holder)[0])
    return [*targets, *(unit for unit in rest if unit not in targets)]


@derived(PLACES)
def by_sides(world: World, first: int) -> list[int]:
    """Everybody standing, by side in cyclic order from the first, and by number."""
    sides = [first, *(side for side in sides_after(world, first) if side != first)]
    return sorted(standing(world), key=lambda unit: (sides.index(side_of(world, unit)), unit))


@derived(FIXED)
def sides_after(world: World, side: int) -> list[int]:
    """All sides in cyclic order, beginning after one."""
    every = [entity for entity, _ in world.each(Side)]
    at = every.index(side) + 1 if side in every else 0
    return every[at:] + every[:at]


def side_of(world: World, unit: int) -> int:
    """The side that a unit belongs to."""
    return world.get(unit, Unit).side
