"""Primary actions: how they are offered and what they do, from the declaration on (AURA-FLOOR-8)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.events import Event, Used
from game.kernel.flow import Action
from game.rules.asking import invite
from game.rules.aura.budget import Price, Pricing, forget_heading, release, reserve, set_beat, settle_up
from game.rules.aura.position.ways import Way
from game.rules.aura.state import Orders
from game.rules.aura.turns.challenges import Stroke, approached, challenge, gaps, possible
from game.rules.aura.turns.windows import out, window
from game.rules.aura.verbs.plans import bettered
from game.rules.aura.verbs.shots import Cast, Shot
from game.rules.aura.verbs.steps import agile
from game.rules.aura.verbs.strikes import Blow
from game.rules.aura.verbs.targets import Moment
from game.rules.aura.verbs.travel import Entering
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Verb

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


async def declared(
    world: World, unit: int, price: Price, about: Event, part: Part, *, targets: tuple[int, ...] = (),
    movement: bool = False, melee: bool = False, attack: Blow | Shot | Cast | None = None,
) -> bool:  # fmt: skip
    """W1: interrupts, then challenges; whether the action is not gone through with (AURA-INC-2).

    What answers another action is not challenged itself; those who move together have had theirs. `attack` is what is
    declared, if it is one.
    """
    price = bettered(world, attack, price)
    reserve(world, unit, price)
    if world.has(unit, Joined):
        return False
    happened = await window(world, Moment("declared", unit, targets, (unit, *targets), melee=melee), about)
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


def entering(world: World, unit: int, about: Event, part: Part) -> Entering | None:
    """W-enter: challenges by those to whom the mover has come near (AURA-INIT-13); None where nobody may challenge."""
    before = {} if part == "answers" else gaps(world, unit)
    if not before:
        return None

    async def enter(mover: int) -> bool:
        nonlocal before
        near = approached(world, mover, before)
        before = gaps(world, mover)
        return bool(near) and await challenge(world, [Stroke(mover, (), movement=True)], about, only=near)

    return enter


Found: TypeAlias = "tuple[list[Action], list[Reason]]"
Find: TypeAlias = "Callable[[World, int], Found]"
Doing: TypeAlias = "Callable[[World, int, Action, Part], Awaitable[bool | None]]"
"""(world, unit, action, its part) -> False if it was thought better of before it began."""
Waying: TypeAlias = "Callable[[World, int, Action], Way | None]"
AT_MOST = 9  # Energy that no action exceeds


class Deed(NamedTuple):
    """A primary action; `way` finds the way that one which `moves` space by space declares.

    `whole`: it is all said when it is begun, and so may answer another's.
    """

    verb: Verb
    do: Doing
    moves: bool = False
    way: Waying | None = None
    whole: bool = True


def weighed(find: Find, verb: Verb) -> Verb:
    """The verb with the actions that are found, and the reasons why there are none."""
    return replace(
        verb, actions=lambda world, unit: find(world, unit)[0],
        short=lambda world, unit: [*dict.fromkeys(find(world, unit)[1])],
    )  # fmt: skip


def plain(
    rule: str, price: Price | Pricing, do: Perform, *,
    agile_up_to: int = AT_MOST, movement: bool = False, keeps_run_up: bool = False,
) -> Doing:  # fmt: skip
    """Actions that take a moment: posture, guard, breath, hands, doors.

    Agile Moves go with those that cost so much Energy at most; `keeps_run_up`: what was run before still counts for it.
    """

    async def doing(world: World, unit: int, action: Action, part: Part) -> None:
        cost = price(world, unit, action) if callable(price) else price
        if not keeps_run_up:
            forget_heading(world, unit)
        about = world.emit(Used(unit, action.verb, "action", rule=rule))
        if await declared(world, unit, cost, about, part, movement=movement):
            return
        release(world, unit)
        if out(world, unit) or not possible(world, unit, action):
            settle_up(world, unit, Price(min(1, cost.energy)), "AURA-INC-2")
            return
        reserve(world, unit, cost)
        await do(world, unit, action)
        settle_up(world, unit, cost, rule)
        forget_heading(world, unit)
        if cost.energy <= agile_up_to:
            await agile(world, unit, cost.energy)

    return doing
