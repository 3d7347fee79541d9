"""Hiding from those who look elsewhere or see through cover, and being noticed (AURA-FACE-7)."""

from __future__ import annotations

from game.ecs import World
from game.rules.aura.rolls import check
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


async def hide(world: World, unit: int) -> bool:
    """A Stealth check against the sharpest of those who could see (AURA-FACE-7, HOUSE-1)."""
    total, _ = await check(world, unit, "stealth", "AURA-FACE-7")
    sharpest = max((world.get(observer, Body).awareness for observer in others(world, unit)), default=0)
    if total < 10 + sharpest:
        return False
    inflict(world, unit, "hidden", "AURA-FACE-7", unit)
    return True


def notice(world: World) -> None:
    """AURA-HOUSE-2: whoever stands in the open before an enemy's eyes is not hidden any more."""
    for unit, _ in world.each(Body):
        if holds(world, unit, "hidden") and not all(concealed(world, unit, each) for each in others(world, unit)):
            lift(world, unit, "hidden", "AURA-HOUSE-2")
