"""How an action begins: its declaration, with the window and the challenges that it opens."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.events import Event, Used
from game.kernel.flow import Option, decide
from game.rules.aura.challenges import Respond, Stroke, approached, challenge, gaps
from game.rules.aura.enhancing import bettered
from game.rules.aura.footways import Way
from game.rules.aura.moving import Entering
from game.rules.aura.openings import out, window
from game.rules.aura.pools import Price, release, reserve, settle
from game.rules.aura.shots import Shot
from game.rules.aura.spells import Cast
from game.rules.aura.state import Orders, mark
from game.rules.aura.strikes import Blow
from game.rules.aura.swift import Moment


class Doubted(Struct, frozen=True):
    """On whoever is asked whether to go through with its action: what that costs, and is, if it is an attack."""

    price: Price
    disturbed: bool  # so breaking off has its price
    attack: Blow | Shot | Cast | None


class Joined(Struct, frozen=True):
    """On units that move together in one beat: their declarations have been made, by what way too (AURA-FLOOR-14)."""

    way: Way | None  # None for whatever is not done space by space


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
    attack: Blow | Shot | Cast | None = None,
) -> bool:
    """W1: interrupts, then challenges; whether the action is not gone through with (AURA-INC-2).

    Those who move together have had theirs. `attack` is what is declared, if it is one.
    """
    price = bettered(world, attack, price)
    reserve(world, unit, price)
    if world.has(unit, Joined):
        return False
    victims = (unit, *targets)
    happened = await window(world, Moment("declared", unit, targets, victims, melee=melee), about)
    if how.answering or out(world, unit):
        return False
    happened |= await challenge(world, [Stroke(unit, targets, movement)], about, how.respond)
    if out(world, unit) or world.get(unit, Orders).second_thoughts != "ask":
        return False
    return await withdraws(world, unit, about, Doubted(price, happened, attack), "AURA-INC-2")


async def withdraws(world: World, unit: int, about: Event, doubted: Doubted, rule: str) -> bool:
    """AURA-INC-1 and 2: breaking off costs one Energy; nothing, and the beat is a Wait, if nobody has broken in."""
    options = [Option("go_on", rule="AURA-INC-1"), Option("withdraw", rule="AURA-INC-2")]
    world.put(unit, doubted)
    key = await decide(unit, "second_thoughts", options, rule=rule, about=about)
    world.drop(unit, Doubted)
    if key == "go_on":
        return False
    world.emit(Used(unit, "breaks_off", "free", rule="AURA-INC-2"))
    if doubted.disturbed:
        settle(world, unit, Price(1), "AURA-INC-2")
    else:
        release(world, unit)
        mark(world, withdrawn=True)
    return True


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
