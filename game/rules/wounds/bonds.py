"""What holds between two units for a while: grapples and pins, heed, openings, harrying, spaces that may be entered.
The only writer of `Grapple`, `Ignoring`, `Opening`, `Harried`, `Entering` and `Flanks`."""

from __future__ import annotations

from game.kernel.components import FIELD, Unit, changed
from game.kernel.ecs import World
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import gap
from game.rules.wounds.state import Entering, Flanks, Grapple, Harried, Ignoring, Opening
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


def ignore(world: World, unit: int, foe: int) -> None:
    """WOUNDS-POS-5: this foe is not minded any longer."""
    now = world.get(unit, Ignoring)
    world.put(unit, Ignoring((*now.ignored, foe), (*now.changed, foe)))


def heed(world: World, unit: int, foe: int) -> None:
    """WOUNDS-POS-9: it is minded again."""
    now = world.get(unit, Ignoring)
    world.put(unit, Ignoring(tuple(each for each in now.ignored if each != foe), (*now.changed, foe)))


def forget(world: World, unit: int) -> None:
    """Nobody need ignore that unit: it is gone."""
    for other, now in world.each(Ignoring):
        if unit in now.ignored:
            world.put(other, changed(now, ignored=tuple(each for each in now.ignored if each != unit)))


def opened(world: World, unit: int, foe: int, result: int) -> None:
    """WOUNDS-ACT-12: of several results against one foe the best counts."""
    known = world.find(unit, Opening)
    results = dict(known.results if known is not None else ())
    results[foe] = max(result, results.get(foe, result))
    world.put(unit, Opening(tuple(results.items())))


def harried(world: World, unit: int, by: int) -> None:
    """WOUNDS-REACT-3: one more who harries it in this round."""
    world.put(unit, Harried((*world.get(unit, Harried).by, by)))


def may_enter(world: World, unit: int, other: int) -> None:
    """WOUNDS-ACT-13: the space of that one, until the turn ends."""
    known = world.find(unit, Entering)
    world.put(unit, Entering((*(known.spaces if known else ()), other)))


def flanks_seen(world: World, flanked: tuple[int, ...]) -> None:
    """WOUNDS-POS-5: these are flanked, and have been told."""
    world.put(FIELD, Flanks(flanked))


def turn_over(world: World) -> None:
    """What lasts until a turn ends; and everybody may change its mind again."""
    for unit, _ in world.each(Unit):
        world.drop(unit, Opening)
        world.drop(unit, Entering)
        ignoring = world.get(unit, Ignoring)
        if ignoring.changed:
            world.put(unit, changed(ignoring, changed=()))


def round_over(world: World) -> None:
    """WOUNDS-REACT-4: harriers begin anew."""
    for unit, _ in world.each(Harried):
        world.put(unit, Harried())
