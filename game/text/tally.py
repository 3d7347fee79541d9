"""How the sides fared: whom they felled, what they took from others, and their luck."""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from game.kernel.components import Side, Unit
from game.kernel.events import Fell, PoolChanged, Rolled
from game.rules.ruleset import Ruleset, is_left
from game.skirmish.record import side_of
from game.text.log import Played

_HARM = {"damage": 1, "wound": -1}  # what harms, and whether it takes from a pool or adds wounds to a count
LUCK = "Luck: how far the faces lay above or below their middle, on average."


class Tally(Struct, frozen=True):
    """One side's line: units in all, standing, whom it felled, what it took from others, its dice and their mean."""

    side: int
    units: int
    standing: int
    felled: int
    damage: int  # or wounds, where the rules count those
    dice: int
    luck: float  # mean of (face - middle) / (sides - 1) in per cent of a die; 0 is what is to be expected


def heads(skirmish: Played) -> tuple[str, ...]:
    """What stands above the columns of the table."""
    harm = cast(Ruleset, skirmish.session.rules).titles.get("harm_done", "Damage")
    return "Side", "Standing", "Felled", harm, "Dice", "Luck"


def tally(skirmish: Played) -> list[Tally]:
    """The table of all sides, from the events."""
    world = skirmish.session.world
    return [_tally_of(skirmish, side) for side, _ in world.each(Side)]


def _tally_of(skirmish: Played, side: int) -> Tally:
    world = skirmish.session.world
    units = [unit for unit, who in world.each(Unit) if who.side == side]
    damage = 0
    felled: set[int] = set()  # whoever falls twice, first to the ground and then for good, counts once
    swings: list[float] = []
    for event in world.events:
        if isinstance(event, Fell) and event.by is not None and side_of(world, event.by) == side:
            felled.add(event.unit)
        elif isinstance(event, PoolChanged) and event.verb in _HARM and event.source is not None:
            own = side_of(world, event.source) == side
            damage += max(0, (event.before - event.after) * _HARM[event.verb]) if own else 0
        elif isinstance(event, Rolled) and side_of(world, event.unit) == side:
            pairs = zip(event.dice, event.faces, strict=False)
            swings += [(face - (sides + 1) / 2) / (sides - 1) for sides, face in pairs if sides > 1]
    luck = 100 * sum(swings) / len(swings) if swings else 0.0
    standing = sum(is_left(world, unit) for unit in units)
    return Tally(side, len(units), standing, len(felled), damage, len(swings), luck)
