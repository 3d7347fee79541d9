"""Doing a deed: price, haste, stamina, effect; in the own turn, out of it, over several turns (WOUNDS-ACT-0, FAST)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from operator import attrgetter

from msgspec.structs import replace

import game.rules.wounds.budget as budget
from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Blocked, Used
from game.kernel.flow import Action, Decision, Option
from game.rules.asking import ask
from game.rules.offering import offered, priced
from game.rules.ruleset import Preview
from game.rules.verbs import Verb, cost_of, one_price
from game.rules.wounds.checks.blows import hasty_bonus
from game.rules.wounds.checks.rolls import ordinary, steps_beyond
from game.rules.wounds.pace import set_pace
from game.rules.wounds.riding import stop_calming
from game.rules.wounds.screen.preview import takes_longer
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Long, haste_of, on_board, pool
from game.rules.wounds.turns.reactions import notice, watch_flanks
from game.rules.wounds.turns.windows import window
from game.rules.wounds.verbs.deeds import Deed, bars, deed_of, inner_words, shown, unwrapped, wrapped

_ACTION = attrgetter("action")


async def do(world: World, unit: int, deed: Deed, action: Action, kind: str = "action", *, paid: bool = False) -> None:
    """Pay and do one deed; `paid` has its AP in a long action (WOUNDS-ECON-6). Then others notice it."""
    cost = 0
    if not paid and not deed.free:
        price, how = budget.ap_in(cost_of(world, unit, deed, action)), haste_of(action)
        hasty = await hasten(world, unit, price, how) if how else price
        if hasty is None:
            return
        cost = hasty
        budget.pay_ap(world, unit, cost, "WOUNDS-MOVE-4" if deed.moves else "WOUNDS-ECON-5")
    if not deed.free and not deed.moves:
        budget.unready(world, unit)
        if not deed.calms:
            stop_calming(world, unit)
    if not deed.moves:
        set_pace(world, unit, run=0)  # WOUNDS-JUMP-2
    world.emit(used(world, deed, unit, action, "free" if deed.free else kind))
    if deed.stamina:
        budget.spend_stamina(world, unit, deed.stamina, "WOUNDS-STA-2")
    if deed.buys is not None:
        deed.buys(world, unit, cost)
    assert deed.perform is not None
    await deed.perform(world, unit, action)
    await watch_flanks(world)
    if not deed.moves and not deed.free:
        await notice(world, deed.trigger, unit)


def used(world: World, deed: Deed, unit: int, action: Action, kind: str) -> Used:
    """The event of a deed, with whom and where it is about."""
    aimed = action.unit is not None and world.has(action.unit, Conditions)
    cell = action.cell if not callable(deed.key) and "cell" in deed.key else None
    rule = sheet_of(world).actions[deed.name].rule
    return Used(unit, deed.name, kind, (action.target,) if aimed else (), cell, rule)


async def hasten(world: World, unit: int, cost: int, how: str) -> int | None:
    """WOUNDS-FAST-2 and 3: the cost after a try to be quicker; None when too little is left for it."""
    tn = sheet_of(world).main.tn.hasten
    margin = await ordinary(world, unit, "haste", hasty_bonus(world, unit, how), "WOUNDS-FAST-2") - tn
    if margin >= 0:
        budget.spend_stamina(world, unit, 1, "WOUNDS-FAST-2")
        return max(1, cost - 1 - steps_beyond(margin, 3))
    budget.pay_ap(world, unit, min(pool(world, unit, "ap"), 1 + steps_beyond(-margin, 3)), "WOUNDS-FAST-3")
    return cost if pool(world, unit, "ap") >= cost else None


def in_turn(deed: Deed) -> Deed:
    """In the own turn: named, perhaps interrupted, paid and done."""
    return replace(deed, perform=partial(_freely if deed.free else _named, deed))


async def _freely(deed: Deed, world: World, unit: int, action: Action) -> None:
    await do(world, unit, deed, action)


async def _named(deed: Deed, world: World, unit: int, action: Action) -> None:
    """WOUNDS-TURN-5: the windows before and after it."""
    if not await _uninterrupted(world, unit, deed, action):
        return
    if deed.minutes:
        declare(world, unit, deed, action)
        return
    await do(world, unit, deed, action)
    told = used(world, deed, unit, action, "done")
    await window(world, "resolved", replace(told, cell=None, rule="WOUNDS-TURN-4"), told=True)


async def _uninterrupted(world: World, unit: int, deed: Deed, action: Action) -> bool:
    """WOUNDS-TURN-5: whether nobody has broken in, or made it impossible; it stays unpaid then."""
    if await window(world, "declared", used(world, deed, unit, action, "declared")):
        if on_board(world, unit):
            world.emit(Blocked(unit, "interrupted", "WOUNDS-TURN-5"))
        return False
    if not offered(world, unit, "turn", action):
        world.emit(Blocked(unit, "fizzled", "WOUNDS-TURN-5"))
        return False
    return True


def out_of_turn(deed: Deed) -> Deed:
    """WOUNDS-TURN-3: in a window, for initiative of whoever does it; dropping something and moving cost none."""
    return replace(deed, perform=partial(_freely if deed.free else _breaking_in, deed))


async def _breaking_in(deed: Deed, world: World, unit: int, action: Action) -> None:
    if not deed.moves:
        who = unit if action.by is None else action.by
        budget.change_initiative(world, who, -sheet_of(world).numbers.interrupt, "WOUNDS-TURN-3")
    await do(world, unit, deed, action, "interrupt")


def readied(deed: Deed) -> Deed:
    """WOUNDS-REACT-7: as a reaction, by whoever is ready for it."""
    return replace(deed, perform=partial(_in_reaction, deed))


async def _in_reaction(deed: Deed, world: World, unit: int, action: Action) -> None:
    budget.unready(world, unit)
    await do(world, unit, deed, action, "reaction")


def drawn_out(deeds: Mapping[str, Deed]) -> Verb:
    """WOUNDS-ECON-6: what costs more AP than there are, in several turns; nobody can hurry that."""

    def actions(world: World, unit: int) -> Iterator[Action]:
        have = pool(world, unit, "ap")
        for deed in deeds.values() if have else ():
            one = one_price(world, unit, deed)
            if not callable(one) and budget.ap_in(one) <= have:
                continue
            dear = [run for price, run in priced(world, unit, deed).runs if budget.ap_in(price) > have]
            if dear and not (deed.reasons or bars)(world, unit):
                for option in chain.from_iterable(dear):
                    if not haste_of(option.action):
                        yield wrapped("long", option.action)

    async def perform(world: World, unit: int, action: Action) -> None:
        inner = unwrapped(action)
        if await _uninterrupted(world, unit, deeds[inner.verb], action):
            declare(world, unit, deeds[inner.verb], inner)

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        found = shown(world, request.who, deeds[option.action.how[0]], unwrapped(option.action), title)
        return takes_longer(world, found, title, option.rule)

    def title(world: World, unit: int, action: Action) -> str:
        return sheet_of(world).actions[action.how[0]].title

    return Verb(
        name="long", rule="WOUNDS-ECON-6", label=title, key=partial(inner_words, deeds), quiet=True,
        actions=actions, perform=perform, pays=False, preview=preview,
    )  # fmt: skip


def declare(world: World, unit: int, deed: Deed, action: Action) -> None:
    """WOUNDS-ECON-6 and 8: all AP go in now."""
    budget.cancel_long(world, unit)
    have = pool(world, unit, "ap")
    told = used(world, deed, unit, action, "declared")
    world.emit(replace(told, rule="WOUNDS-ECON-8" if deed.minutes else "WOUNDS-ECON-6"))
    budget.pay_ap(world, unit, have, "WOUNDS-ECON-6")
    if deed.minutes:
        budget.set_long(world, unit, Long(action, rounds=deed.minutes * sheet_of(world).numbers.minutes - 1, done=True))
    else:
        budget.set_long(world, unit, Long(action, have, budget.ap_in(cost_of(world, unit, deed, action))))


async def take_up(world: World, unit: int) -> None:
    """WOUNDS-HD-25: go on with a long action, if there is one; the helpless cannot."""
    long = world.find(unit, Long)
    if long is None:
        return
    deed = deed_of(world, "completed", long.action.verb)
    if deed.reasons is not None and deed.reasons(world, unit):
        budget.cancel_long(world, unit)
    else:
        await go_on(world, unit)


async def go_on(world: World, unit: int) -> None:
    """WOUNDS-ECON-6 and 7: go on with a long action or give it up."""
    if (await ask(world, unit, "long_action")).verb == "cancel":
        budget.cancel_long(world, unit)
        return
    long, have = world.get(unit, Long), pool(world, unit, "ap")
    if long.rounds or long.done:
        budget.pay_ap(world, unit, have, "WOUNDS-ECON-8", long=True)
        budget.set_long(world, unit, replace(long, rounds=long.rounds - 1, done=True))
        return
    missing = long.cost - long.paid
    budget.pay_ap(world, unit, min(missing, have), "WOUNDS-ECON-6", long=True)
    if have < missing:
        budget.set_long(world, unit, replace(long, paid=long.paid + have))
        return
    budget.end_long(world, unit)
    if not await _complete(world, unit, long):
        world.emit(Blocked(unit, "fizzled", "WOUNDS-ECON-6"))


async def _complete(world: World, unit: int, long: Long) -> bool:
    """WOUNDS-ECON-6 and JUMP-7: all is paid; whether it is still possible."""
    deed = deed_of(world, "completed", long.action.verb)
    if deed.at_last is not None:
        return await deed.at_last(world, unit, long)
    barred = deed.reasons is not None and deed.reasons(world, unit)
    if barred or long.action not in map(_ACTION, priced(world, unit, deed).options):
        return False
    await do(world, unit, deed, long.action, paid=True)
    await window(world, "resolved", Used(unit, deed.name, "done", (), None, "WOUNDS-TURN-4"), told=True)
    return True


async def finish_long(world: World) -> None:
    """WOUNDS-ECON-8: activities in their last round take effect."""
    for unit, long in world.each(Long):
        if long.done and not long.rounds and on_board(world, unit):
            budget.end_long(world, unit)
            deed = deed_of(world, "completed", long.action.verb)
            assert deed.perform is not None
            await deed.perform(world, unit, long.action)
        elif long.done:
            budget.set_long(world, unit, replace(long, done=False))
