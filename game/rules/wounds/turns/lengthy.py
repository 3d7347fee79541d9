"""Actions that take more than a turn: gone on with, given up, completed (WOUNDS-ECON-6 to 8, JUMP-7)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.events import Blocked, Used
from game.rules.verbs import ask, priced
from game.rules.wounds.budget import await_round, cancel_long, continue_long, end_long, pass_round, pay_ap
from game.rules.wounds.state import Long, on_board, pool
from game.rules.wounds.turns.windows import window
from game.rules.wounds.verbs.deeds import deed_of
from game.rules.wounds.verbs.doing import do


async def take_up(world: World, unit: int) -> None:
    """WOUNDS-HD-25: go on with a long action, if there is one; the helpless cannot."""
    long = world.find(unit, Long)
    if long is None:
        return
    deed = deed_of(world, "completed", long.action.verb)
    if deed.reasons is not None and deed.reasons(world, unit):
        cancel_long(world, unit)
    else:
        await go_on(world, unit)


async def go_on(world: World, unit: int) -> None:
    """WOUNDS-ECON-6 and 7: go on with a long action or give it up."""
    if (await ask(world, unit, "long_action")).verb == "cancel":
        cancel_long(world, unit)
        return
    long, have = world.get(unit, Long), pool(world, unit, "ap")
    if long.rounds or long.done:
        pay_ap(world, unit, have, "WOUNDS-ECON-8", long=True)
        pass_round(world, unit)
        return
    missing = long.cost - long.paid
    pay_ap(world, unit, min(missing, have), "WOUNDS-ECON-6", long=True)
    if have < missing:
        continue_long(world, unit, have)
        return
    end_long(world, unit)
    if not await _complete(world, unit, long):
        world.emit(Blocked(unit, "fizzled", "WOUNDS-ECON-6"))


async def _complete(world: World, unit: int, long: Long) -> bool:
    """WOUNDS-ECON-6 and JUMP-7: all is paid; whether it is still possible."""
    deed = deed_of(world, "completed", long.action.verb)
    if deed.at_last is not None:
        return await deed.at_last(world, unit, long)
    barred = deed.reasons is not None and deed.reasons(world, unit)
    if barred or all(option.action != long.action for option in priced(world, unit, deed).options):
        return False
    await do(world, unit, deed, long.action, paid=True)
    await window(world, "resolved", Used(unit, deed.name, "done", (), None, "WOUNDS-TURN-4"), told=True)
    return True


async def finish_long(world: World) -> None:
    """WOUNDS-ECON-8: activities in their last round take effect."""
    for unit, long in world.each(Long):
        if long.done and not long.rounds and on_board(world, unit):
            end_long(world, unit)
            deed = deed_of(world, "completed", long.action.verb)
            assert deed.perform is not None
            await deed.perform(world, unit, long.action)
        elif long.done:
            await_round(world, unit)
