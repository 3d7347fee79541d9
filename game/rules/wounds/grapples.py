"""Who grapples and pins whom (WOUNDS-GRAP): the only writer of `Grapple`."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.ecs import World
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import gap
from game.rules.wounds.state import Grapple
from game.systems.conditions import lift
from game.systems.field import enemies


def opponents(world: World, unit: int) -> list[int]:
    """Foes in a grapple with the unit."""
    hostile = enemies(world, unit)
    return [each for each in world.get(unit, Grapple).others if each in hostile]


def pinners(world: World, unit: int) -> list[int]:
    """Who pins the unit."""
    return [other for other, grapple in world.each(Grapple) if unit in grapple.pins]


def bind(world: World, one: int, other: int, rule: str) -> None:
    """WOUNDS-GRAP-1 and 2: a grapple is mutual."""
    for unit, partner in ((one, other), (other, one)):
        now = world.get(unit, Grapple)
        if partner in now.others:
            continue  # whom an Interpose has made the target may be a partner already
        world.put(unit, changed(now, others=(*now.others, partner)))
        inflict(world, unit, "grappling", rule, partner)


def pin(world: World, unit: int, other: int, rule: str) -> None:
    """WOUNDS-GRAP-7: one of the unit's grapple can do nothing but escape."""
    now = world.get(unit, Grapple)
    world.put(unit, changed(now, pins=(*now.pins, other)))
    inflict(world, other, "pinned", rule, unit)


def part(world: World, one: int, other: int, rule: str) -> None:
    """A pair comes apart, with any pin between them."""
    for unit, partner in ((one, other), (other, one)):
        unpin(world, unit, partner, rule)
        now = world.get(unit, Grapple)
        world.put(unit, changed(now, others=tuple(each for each in now.others if each != partner)))
        if not world.get(unit, Grapple).others:
            lift(world, unit, "grappling", rule)


def part_all(world: World, unit: int, rule: str) -> None:
    """The unit holds nobody any longer, and nobody holds it."""
    for partner in world.get(unit, Grapple).others:
        part(world, unit, partner, rule)


def unpin(world: World, pinner: int, pinned: int, rule: str) -> None:
    """WOUNDS-GRAP-8: the pin ends, the grapple stays."""
    now = world.get(pinner, Grapple)
    if pinned not in now.pins:
        return
    world.put(pinner, changed(now, pins=tuple(each for each in now.pins if each != pinned)))
    if not pinners(world, pinned):
        lift(world, pinned, "pinned", rule)


def part_distant(world: World) -> None:
    """WOUNDS-HD-8: grapplers who are no longer side by side come apart."""
    for unit, grapple in world.each(Grapple):
        for partner in grapple.others:
            if unit < partner and gap(world, unit, partner) > 0:
                part(world, unit, partner, "WOUNDS-HD-8")
