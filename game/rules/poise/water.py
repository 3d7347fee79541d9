"""Swimming, being under water, held breath: the only writer of `Submerged` and `Breath`."""

from __future__ import annotations

from game.kernel.components import Conditions, Position, changed
from game.kernel.ecs import World
from game.rules.poise.harm.conditions import inflict
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Breath, Submerged
from game.systems.conditions import add, holds, lift
from game.systems.field import board_of, cells_of


def swims(world: World, unit: int) -> bool:
    """POISE-WATER-9: in deep water."""
    return bool(cells_of(world, unit) & board_of(world).deep)


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


def holds_breath(world: World, unit: int) -> bool:
    """Whether the unit is kept from choking by its breath."""
    return world.has(unit, Breath)


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
