"""Hiding from those who look elsewhere or see through cover, and being noticed (AURA-FACE-7)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.aura.figures import name_of
from game.rules.aura.rolls import check
from game.rules.aura.sheet import sheet_of
from game.rules.aura.sights import view
from game.rules.aura.space import faces, others
from game.rules.aura.state import Body, holds, inflict, lift
from game.rules.offering import Reason
from game.systems.field import board_of, cells_of


def concealed(world: World, unit: int, observer: int) -> bool:
    """AURA-COVER-7: heavy or total cover from that observer, or a space to hide in, or it looks elsewhere."""
    if not faces(world, observer, unit) or board_of(world).concealing & cells_of(world, unit):
        return True
    return view(world, observer, unit).grade in ("heavy", "total")


def hide_reasons(world: World, unit: int) -> list[Reason]:
    """Why a unit cannot hide here."""
    if holds(world, unit, "hidden"):
        return [Reason("reason_pointless", "AURA-FACE-7")]
    if all(concealed(world, unit, observer) for observer in others(world, unit)):
        return []
    return [Reason("reason_in_the_open", "AURA-FACE-7")]


def stealth_needed(world: World, observer: int) -> Breakdown:
    """AURA-FACE-7: what a Stealth check must come to against one observer."""
    base, alert = sheet_of(world).main.numbers.stealth, world.get(observer, Body).awareness
    lines = (add(base, "base", "AURA-FACE-7"), add(alert, f"awareness of {name_of(world, observer)}", "AURA-FACE-7"))
    return Breakdown("stealth_needed", lines)


def sharpest_needed(world: World, unit: int) -> Breakdown:
    """AURA-HOUSE-1: what it must come to against the sharpest of all enemies that are awake."""
    found = [stealth_needed(world, observer) for observer in others(world, unit)]
    base = Breakdown("stealth_needed", (add(sheet_of(world).main.numbers.stealth, "base", "AURA-FACE-7"),))
    return max(found, key=lambda number: number.total, default=base)


async def hide(world: World, unit: int) -> bool:
    """A Stealth check against the sharpest of those who could see (AURA-FACE-7, HOUSE-1)."""
    total, _ = await check(world, unit, "stealth", "AURA-FACE-7")
    if total < sharpest_needed(world, unit).total:
        return False
    inflict(world, unit, "hidden", "AURA-FACE-7", unit)
    return True


def notice(world: World) -> None:
    """AURA-HOUSE-2: whoever stands in the open before an enemy's eyes is not hidden any more."""
    for unit, _ in world.each(Body):
        if holds(world, unit, "hidden") and not all(concealed(world, unit, each) for each in others(world, unit)):
            lift(world, unit, "hidden", "AURA-HOUSE-2")
