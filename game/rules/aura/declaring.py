"""How an action begins: its declaration, with the window and the challenges that it opens."""

from __future__ import annotations

from msgspec import Struct

from game.ecs import World
from game.events import Event
from game.rules.aura.challenges import Respond, Stroke, approached, challenge, gaps
from game.rules.aura.moving import (
    Entering,
)
from game.rules.aura.openings import out, window
from game.rules.aura.pools import Price, reserve
from game.rules.aura.state import Joined
from game.rules.aura.swift import Moment


class How(Struct, frozen=True):
    """In what way an action is done: in answer to another, and who carries out answers to it."""

    respond: Respond
    answering: bool = False


async def declared(
    world: World,
    unit: int,
    price: Price,
    about: Event,
    how: How,
    *,
    targets: tuple[int, ...] = (),
    movement: bool = False,
    melee: bool = False,
) -> bool:
    """W1: interrupts, then challenges; whether anything happened. Those who move together have had theirs."""
    reserve(world, unit, price)
    if world.has(unit, Joined):
        return False
    victims = (unit, *targets)
    happened = await window(world, Moment("declared", unit, targets, victims, melee=melee), about)
    if not how.answering and not out(world, unit):
        stroke = Stroke(unit, targets, movement)
        happened |= await challenge(world, [stroke], about, how.respond)
    return happened


def entering(world: World, unit: int, about: Event, how: How) -> Entering:
    """W-enter: challenges by those to whom the mover has come near (AURA-INIT-13)."""
    before = {} if how.answering else gaps(world, unit)

    async def enter(mover: int) -> bool:
        nonlocal before
        if not before:
            return False
        near = approached(world, mover, before)
        before = gaps(world, mover)
        if not near:
            return False
        return await challenge(world, [Stroke(mover, (), movement=True)], about, how.respond, only=near)

    return enter
