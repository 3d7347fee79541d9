"""Who comes first, and who has had a turn: the only writer of `Round`."""

from __future__ import annotations

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Roll
from game.rules.wounds.riding import standing_in
from game.rules.wounds.state import Round

TIE_DIE = 1000  # so many that two hardly ever draw the same


async def in_order(world: World, units: list[int]) -> list[int]:
    """WOUNDS-TURN-8 and INIT-3: highest initiative first; those who tie draw, once a round."""
    if len(units) < 2:
        return units
    by_score: dict[int, list[int]] = {}
    for unit in units:
        by_score.setdefault(standing_in(world, unit), []).append(unit)
    for tied in by_score.values():
        if len(tied) > 1:
            await draw(world, tied)
    ties = dict(world.get(FIELD, Round).ties)
    return sorted(units, key=lambda unit: (-standing_in(world, unit), -ties.get(unit, 0), unit))


async def draw(world: World, units: list[int]) -> None:
    """WOUNDS-INIT-3: a tie-breaker for each that has none in this round."""
    now = world.get(FIELD, Round)
    known = dict(now.ties)
    missing = [unit for unit in units if unit not in known]
    if not missing:
        return
    sizes = (TIE_DIE,) * len(missing)
    faces = await Roll(missing[0], "tie", sizes, "WOUNDS-INIT-3")
    world.emit(Rolled(missing[0], "tie", sizes, faces, (), "WOUNDS-INIT-3"))
    world.put(FIELD, changed(now, ties=(*now.ties, *zip(missing, faces, strict=True))))


def begin_round(world: World, present: tuple[int, ...]) -> None:
    """WOUNDS-HD-17: who was there when the round began has a turn in it."""
    world.put(FIELD, Round(present=present))


def share_turn(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-2: it began the active turn as the other one of rider and mount."""
    now = world.get(FIELD, Round)
    world.put(FIELD, changed(now, shared=(*now.shared, unit)))


def had_turn(world: World, units: list[int]) -> None:
    """The active turn, which these had, is over."""
    now = world.get(FIELD, Round)
    world.put(FIELD, changed(now, acted=(*now.acted, *units), shared=()))
