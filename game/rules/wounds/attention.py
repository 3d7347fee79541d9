"""Whom units pay heed to, and what holds between two of them for a turn or a round.

The only writer of `Ignoring`, `Opening`, `Harried`, `Entering` and `Flanks`.
"""

from __future__ import annotations

from game.kernel.components import FIELD, Unit, changed
from game.kernel.ecs import World
from game.rules.wounds.state import Entering, Flanks, Harried, Ignoring, Opening


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
    results = dict(known.results) if known is not None else {}
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
