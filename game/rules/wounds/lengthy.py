"""Actions that take more than a turn: declared, gone on with, given up, completed (WOUNDS-ECON-6 to 8, JUMP-7)."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Used
from game.kernel.flow import Option, decide
from game.rules.wounds.actions import VERBS, perform, possible, price, used
from game.rules.wounds.interrupts import window
from game.rules.wounds.jumping import leap_at_last
from game.rules.wounds.pools import cancel_long, pay_ap
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Long, pool


def declare_long(world: World, unit: int, key: str) -> None:
    """WOUNDS-ECON-6 and 8: all AP go in now."""
    cancel_long(world, unit)
    ap, verb = pool(world, unit, "ap"), key.partition(" ")[0]
    minutes = sheet_of(world).actions[verb].minutes
    world.emit(changed(used(world, unit, key, "declared"), rule="WOUNDS-ECON-8" if minutes else "WOUNDS-ECON-6"))
    pay_ap(world, unit, ap, "WOUNDS-ECON-6")
    if minutes:
        world.put(unit, Long(key, rounds=minutes * sheet_of(world).numbers.minutes - 1, done=True))
    else:
        world.put(unit, Long(key, ap, price(world, unit, key)))


async def go_on(world: World, unit: int) -> None:
    """WOUNDS-ECON-6 and 7: go on with a long action or give it up."""
    options = [Option("go_on", rule="WOUNDS-ECON-6"), Option("cancel", rule="WOUNDS-ECON-7")]
    about = world.events[-1] if world.events else None
    if await decide(unit, "long_action", options, rule="WOUNDS-ECON-6", about=about) == "cancel":
        cancel_long(world, unit)
        return
    long = world.get(unit, Long)
    if long.rounds or long.done:
        pay_ap(world, unit, pool(world, unit, "ap"), "WOUNDS-ECON-8", long=True)
        world.put(unit, changed(long, rounds=long.rounds - 1, done=True))
        return
    missing = long.cost - long.paid
    ap = min(missing, pool(world, unit, "ap"))
    pay_ap(world, unit, ap, "WOUNDS-ECON-6", long=True)
    if ap < missing:
        world.put(unit, changed(long, paid=long.paid + ap))
        return
    world.drop(unit, Long)
    await _complete(world, unit, long)


async def _complete(world: World, unit: int, long: Long) -> None:
    """WOUNDS-ECON-6 and JUMP-7: all is paid; what is not possible any longer comes to nothing."""
    verb = long.key.partition(" ")[0]
    if verb in ("long_jump", "high_jump"):
        if not await leap_at_last(world, unit, long):
            world.emit(Blocked(unit, "fizzled", "WOUNDS-ECON-6"))
        return
    if possible(world, unit, long.key):
        await perform(world, unit, long.key, paid=True)
        await window(world, "resolved", Used(unit, verb, "done", (), None, "WOUNDS-TURN-4"), told=True)
    else:
        world.emit(Blocked(unit, "fizzled", "WOUNDS-ECON-6"))


async def finish_long(world: World) -> None:
    """WOUNDS-ECON-8: activities in their last round take effect."""
    for unit, long in world.each(Long):
        if long.done and not long.rounds and on_board(world, unit):
            world.drop(unit, Long)
            await VERBS[long.key.partition(" ")[0]].perform(world, unit, long.key)
        elif long.done:
            world.put(unit, changed(long, done=False))
