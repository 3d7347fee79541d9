"""How an action begins: its declaration, with the window and the challenges that it opens."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.events import Event, Used
from game.kernel.flow import Action
from game.rules.asking import invite
from game.rules.aura.budget import Price, release, reserve, set_beat, settle_up
from game.rules.aura.position.ways import Way
from game.rules.aura.state import Orders
from game.rules.aura.turns.challenges import Stroke, approached, challenge, gaps
from game.rules.aura.turns.swift import Moment
from game.rules.aura.turns.windows import out, window
from game.rules.aura.verbs.plans import bettered
from game.rules.aura.verbs.shots import Shot
from game.rules.aura.verbs.spells import Cast
from game.rules.aura.verbs.strikes import Blow
from game.rules.aura.verbs.travel import Entering

Part: TypeAlias = Literal["acts", "answers"]
"""Whether an action is a unit's own, or answers another's and cannot be challenged itself."""


class Doubted(Struct, frozen=True):
    """On whoever is asked whether to go through with its action: what that costs, and is, if it is an attack."""

    price: Price
    disturbed: bool  # so breaking off has its price
    attack: Blow | Shot | Cast | None


class Joined(Struct, frozen=True):
    """On units that act together in one beat: their declarations have been made, by what way too (AURA-FLOOR-14)."""

    way: Way | None  # None for whatever is not done space by space
    movement: bool = False


def join(world: World, unit: int, way: Way | None, *, movement: bool) -> None:
    """A unit has declared what it does together with others."""
    world.put(unit, Joined(way, movement))


def part_again(world: World, unit: int) -> None:
    """What was done together is over."""
    world.drop(unit, Joined)


async def declared(
    world: World,
    unit: int,
    price: Price,
    about: Event,
    part: Part,
    *,
    targets: tuple[int, ...] = (),
    movement: bool = False,
    melee: bool = False,
    attack: Blow | Shot | Cast | None = None,
) -> bool:
    """W1: interrupts, then challenges; whether the action is not gone through with (AURA-INC-2).

    What answers another action is not challenged itself; those who move together have had theirs. `attack` is what is
    declared, if it is one.
    """
    price = bettered(world, attack, price)
    reserve(world, unit, price)
    if world.has(unit, Joined):
        return False
    victims = (unit, *targets)
    happened = await window(world, Moment("declared", unit, targets, victims, melee=melee), about)
    if part == "answers" or out(world, unit):
        return False
    happened |= await challenge(world, [Stroke(unit, targets, movement)], about)
    if out(world, unit) or world.get(unit, Orders).second_thoughts != "ask":
        return False
    return await withdraws(world, unit, about, Doubted(price, happened, attack), "AURA-INC-2")


async def withdraws(world: World, unit: int, about: Event, doubted: Doubted, rule: str) -> bool:
    """AURA-INC-1 and 2: breaking off costs one Energy; nothing, and the beat is a Wait, if nobody has broken in."""
    world.put(unit, doubted)
    option = await invite(world, unit, "second_thoughts", [Action("withdraw")], rule=rule, about=about)
    world.drop(unit, Doubted)
    if option is None:
        return False
    world.emit(Used(unit, "breaks_off", "free", rule="AURA-INC-2"))
    if doubted.disturbed:
        settle_up(world, unit, Price(1), "AURA-INC-2")
    else:
        release(world, unit)
        set_beat(world, withdrawn=True)
    return True


def entering(world: World, unit: int, about: Event, part: Part) -> Entering:
    """W-enter: challenges by those to whom the mover has come near (AURA-INIT-13)."""
    before = {} if part == "answers" else gaps(world, unit)

    async def enter(mover: int) -> bool:
        nonlocal before
        if not before:
            return False
        near = approached(world, mover, before)
        before = gaps(world, mover)
        return bool(near) and await challenge(world, [Stroke(mover, (), movement=True)], about, only=near)

    return enter
