"""Primary actions: how they are offered and what they do, from the declaration to the payment (AURA-FLOOR-8)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.aura.budget import Price, Pricing, forget_heading, release, reserve, settle_up
from game.rules.aura.position.ways import Way
from game.rules.aura.turns.able import possible
from game.rules.aura.turns.windows import out
from game.rules.aura.verbs.declare import Part, declared
from game.rules.aura.verbs.steps import agile
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Verb

Found: TypeAlias = "tuple[list[Action], list[Reason]]"
Find: TypeAlias = "Callable[[World, int], Found]"
Doing: TypeAlias = "Callable[[World, int, Action, Part], Awaitable[bool]]"
"""(world, unit, action, its part) -> whether it was begun and not taken back."""
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

    async def doing(world: World, unit: int, action: Action, part: Part) -> bool:
        cost = price(world, unit, action) if callable(price) else price
        if not keeps_run_up:
            forget_heading(world, unit)
        about = world.emit(Used(unit, action.verb, "action", rule=rule))
        if await declared(world, unit, cost, about, part, movement=movement):
            return True
        release(world, unit)
        if out(world, unit) or not possible(world, unit, action):
            settle_up(world, unit, Price(min(1, cost.energy)), "AURA-INC-2")
            return True
        reserve(world, unit, cost)
        await do(world, unit, action)
        settle_up(world, unit, cost, rule)
        forget_heading(world, unit)
        if cost.energy <= agile_up_to:
            await agile(world, unit, cost.energy)
        return True

    return doing
