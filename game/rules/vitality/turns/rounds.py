"""The battle's clock: opening, rounds, slots, held turns (ROUND, HOLD, SURP)."""

from __future__ import annotations

import game.rules.vitality.turns.order as turn_order
from game.kernel.components import Down, Unit
from game.kernel.ecs import World
from game.kernel.events import Opened, RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnLost, Used
from game.kernel.flow import Action, Flow
from game.rules.asking import ask, choose
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round
from game.rules.verbs import Perform
from game.rules.vitality.budget import begin_act, start_round, start_turn, update_turn
from game.rules.vitality.checks.numbers import basic_movement
from game.rules.vitality.checks.rolls import momentum
from game.rules.vitality.harm.suffering import forgive
from game.rules.vitality.position.hiding import glance, turn_over
from game.rules.vitality.position.ties import tidy, unlean
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Turn, beings, clamp, conscious, count_down, is_thing, living, still, up
from game.rules.vitality.turns import battle
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.turns.order import by_itself, last, new_order, obeys, order_of, reach_slot, reorder
from game.systems.clock import acting, activate, clock, go
from game.systems.conditions import holds, lift
from game.systems.field import round_limit
from game.systems.pools import reset


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    await _PHASES[clock(world).phase](world)
    announce(world, battle.outcome(world))


async def _opening(world: World) -> None:
    """VITALITY-SURP-1 to 4: who is surprised, and from whom ambushers are hidden."""
    world.emit(Opened(None, "VITALITY-BATTLE-1"))
    await battle.surprise(world)
    await battle.bribe(world)
    for unit in beings(world):
        reset(world, unit, "ap", 0)
        reset(world, unit, "movement", 0)
    go(world, "round", active=None)


async def _round(world: World) -> None:
    """VITALITY-ROUND-4: RP, Momentum from the second round on, then the sides are asked."""
    number = clock(world).round + 1
    go(world, "round", round=number, turn=0, active=None)
    world.emit(RoundBegan(number, "VITALITY-ROUND-1"))
    for unit in beings(world):
        start_round(world, unit)
        reset(world, unit, "rp", numbers_of(world).rp)
        clamp(world, unit)
        if number > 1 and up(world, unit):
            momentum(world, unit, 1, "VITALITY-CINE-21")
    new_order(world, battle.renewed(world, order_of(world).unions))
    reorder(world, asking=tuple((side,) for side in battle.asked(world)))
    go(world, "council", active=None)


async def _council(world: World) -> None:
    """VITALITY-UNION-1 and END-1: each side in turn; then Initiative is read and the order stands (INIT-4)."""
    order = order_of(world)
    if order.asking:
        await battle.council(world, order.asking[0][0])
        return
    await battle.carry_out(world)
    reorder(world, slots=turn_order.build(world), at=-1)
    go(world, "slot", active=None)


async def _slot(world: World) -> None:
    """VITALITY-ROUND-5: the next slot is reached."""
    order = order_of(world)
    at = order.at + 1
    if at >= len(order.slots):
        reorder(world, at=at, late=True, asking=order.holders)
        go(world, "late", active=None)
        return
    group = tuple(unit for unit in order.slots[at] if not world.has(unit, Down))
    reorder(world, at=at, active=group, fresh=True, counted=(*order.counted, *group))
    go(world, "slot", active=None)
    if not group:
        return
    before = conscious(world)
    for unit in group:
        if not world.has(unit, Down):
            await reach_slot(world, unit)
    await fallen(world, before)
    group = tuple(unit for unit in group if not world.has(unit, Down))
    if not group:
        reorder(world, active=(), fresh=False)
        _boundary(world)
        return
    for unit in group:
        _ready(world, unit)
    reorder(world, active=group, fresh=True)
    go(world, "turn", active=_speaker(world, group))


def _speaker(world: World, group: tuple[int, ...]) -> int:
    """Who of a group is asked first: somebody who is up, and no summon without orders if there is anybody else."""
    awake = [unit for unit in group if up(world, unit)]
    return next((unit for unit in awake if obeys(world, unit)), (awake or group)[0])


def _ready(world: World, unit: int) -> None:
    """VITALITY-ECON-1, ECON-3: AP and movement of a turn, under the caps of effects."""
    start_turn(world, unit)
    reset(world, unit, "ap", numbers_of(world).ap)
    reset(world, unit, "movement", 0 if still(world, unit) else basic_movement(world, unit).total)
    clamp(world, unit)


def _spent(world: World, unit: int) -> None:
    """VITALITY-ECON-2: what is left of a turn is gone."""
    start_turn(world, unit)
    reset(world, unit, "ap", 0)
    reset(world, unit, "movement", 0)


async def _turn(world: World) -> None:
    """One choice of the acting unit; summons that nobody leads have none."""
    order, unit = order_of(world), acting(world)
    if world.has(unit, Down):  # another member of its union goes on, or the turn is over
        left = tuple(each for each in order.active if not world.has(each, Down))
        reorder(world, active=left)
        if left:
            activate(world, _speaker(world, left))
        else:
            await _end(world)
    elif not obeys(world, unit) and not any(obeys(world, each) for each in order.active if up(world, each)):
        _begin(world)
        await _without_orders(world)
        await _end(world)
    else:
        await choose(world)


def in_turn(flow: Perform) -> Perform:
    """A flow as a choice of the own turn: the first one begins it, and it goes on, or ends, with what comes of it."""

    async def acts(world: World, unit: int, action: Action) -> None:
        _begin(world)
        before, seen = conscious(world), holding.sights(world)
        begin_act(world, unit)
        await flow(world, unit, action)
        await _after(world, before)
        await holding.appeared(world, seen, but=unit)
        await _go_on(world)

    return acts


async def end(world: World, unit: int, action: Action) -> None:
    """VITALITY-ECON-2: the turn of all who share it is over, once those whom nobody leads have acted."""
    _begin(world)
    await _without_orders(world)
    await _end(world)


async def hand_over(world: World, unit: int, action: Action) -> None:
    """VITALITY-UNION-2: another member of the union goes on."""
    reorder(world, idle=order_of(world).idle + 1)
    activate(world, action.unit)


async def _go_on(world: World) -> None:
    """The turn ends when its units have nothing to say any more; else somebody who has is asked next."""
    unit, group = acting(world), order_of(world).active
    if not any(up(world, each) for each in group):
        await _without_orders(world)
        await _end(world)
    elif not up(world, unit) or not obeys(world, unit):
        activate(world, _speaker(world, group))


async def _without_orders(world: World) -> None:
    """VITALITY-ACT-32: before the turn is over, summons in it that nobody leads act by themselves."""
    for unit in order_of(world).active:
        if up(world, unit) and not obeys(world, unit):
            before = conscious(world)
            await by_itself(world, unit)
            await _after(world, before)


async def by_itself_happens(world: World, event: Flow[None]) -> None:
    """Something outside everybody's turn, and what it sets off as an option does."""
    before, seen = conscious(world), holding.sights(world)
    await event
    await _after(world, before)
    await holding.appeared(world, seen)
    if clock(world).phase == "turn" and order_of(world).active:
        await _go_on(world)


async def _after(world: World, before: frozenset[int]) -> None:
    tidy(world)
    glance(world)
    await fallen(world, before)


async def fallen(world: World, before: frozenset[int]) -> None:
    """VITALITY-HOLD-7: `ally_goes_down` for everybody who has gone down since; who flees or gives up has not."""
    now = conscious(world)
    for each in sorted(before - now) if before is not now else ():
        left = world.find(each, Down)
        if left is None or left.how not in ("fled", "surrendered"):
            await holding.happened(world, "down", each)


def _begin(world: World) -> None:
    """VITALITY-UNION-6: unless it has begun, the turn begins for all members of the group together."""
    order = order_of(world)
    if order.fresh:
        go(world, "turn", turn=clock(world).turn + 1)
        for unit in order.active:
            world.emit(TurnBegan(unit, rule="VITALITY-ROUND-5"))
    if order.fresh or order.idle:
        reorder(world, fresh=False, idle=0)


async def _end(world: World) -> None:
    """VITALITY-ECON-2, HIDE-5, HOLD-11, CINE-17, COVER-10: what lasts to the end of a turn ends."""
    order, seen = order_of(world), holding.sights(world)
    for unit in order.active:
        if holds(world, unit, "pinning") and not world.get(unit, Turn).paid_pin:
            lift(world, unit, "pinning", "VITALITY-CINE-17")
        _spent(world, unit)
        turn_over(world, unit)
        if not holding.aims(world, unit):
            unlean(world, unit)
        if not world.has(unit, Down):
            count_down(world, unit, "turn")
        forgive(world, unit)
        world.emit(TurnEnded(unit, "VITALITY-ECON-2"))
    for unit in living(world):
        if world.get(unit, Turn).entered:
            update_turn(world, unit, entered=())  # DR-15: once a turn, whosever it is
    tidy(world)
    acted = (*order.acted, *order.active)
    reorder(world, active=(), fresh=False, acted=acted, idle=0)
    glance(world)
    await holding.appeared(world, seen)
    for unit in order.active:
        await holding.happened(world, "finish", unit)
    _boundary(world)


async def hold_turn(world: World, unit: int, action: Action) -> None:
    """VITALITY-HOLD-1 and UNION-6: the whole group saves its turn."""
    order = order_of(world)
    for each in order.active:
        _spent(world, each)
        world.emit(Used(each, "hold_turn", "free", rule="VITALITY-HOLD-1"))
    reorder(
        world, active=(), fresh=False, idle=0, holders=turn_order.by_initiative(world, (*order.holders, order.active))
    )
    _boundary(world, but=order.active)


def _boundary(world: World, but: tuple[int, ...] = ()) -> None:
    """VITALITY-HOLD-2: after every turn or skipped slot the holders are asked, highest Initiative first."""
    order = order_of(world)
    holders = tuple(group for group in order.holders if any(not world.has(unit, Down) for unit in group))
    reorder(world, holders=holders, asking=tuple(group for group in holders if group != but))
    go(world, "late" if order.late else "boundary", active=None)


async def _ask_holders(world: World) -> None:
    """One holder at this boundary; after the last slot it is now or never (HOLD-3, HOLD-4)."""
    order = order_of(world)
    if not order.asking:
        go(world, "round_end" if order.late else "slot", active=None)
        return
    group, rest = order.asking[0], order.asking[1:]
    reorder(world, asking=rest)
    unit = _speaker(world, group)
    if not up(world, unit) or not obeys(world, unit):
        takes = order.late or up(world, unit)  # nobody to ask: the helpless come last, and summons act by themselves
    else:
        about = TurnEnded(order.acted[-1], "VITALITY-ECON-2") if order.acted else None
        option = await ask(world, unit, "last_call" if order.late else "held_turn", about=about)
        takes = option.action.verb == "act"
    if takes:
        holders = tuple(each for each in order.holders if each != group)
        for each in group:
            _ready(world, each)
        reorder(world, holders=holders, active=group, fresh=True)
        _begin(world)
        go(world, "turn", active=unit)
    elif order.late:
        await _lose(world, group)


async def _lose(world: World, group: tuple[int, ...]) -> None:
    """VITALITY-HOLD-4 and 11: no turn this round, and what lasts to its end ends."""
    order = order_of(world)
    reorder(world, holders=tuple(each for each in order.holders if each != group), acted=(*order.acted, *group))
    for unit in group:
        world.emit(TurnLost(unit, "VITALITY-HOLD-4"))
        lift(world, unit, "pinning", "VITALITY-CINE-17")  # nothing was paid for it
        count_down(world, unit, "turn")
        turn_over(world, unit)
    tidy(world)
    glance(world)


async def _round_end(world: World) -> None:
    """Objectives, the timers of the dead (COND-4), and the round limit."""
    number = clock(world).round
    world.emit(RoundEnded(number, "VITALITY-ROUND-1"))
    end_of_round(world, up)
    counted = order_of(world).counted
    for unit, _, _ in world.each(Unit, Down):
        if unit not in counted:
            count_down(world, unit, "slot")
        count_down(world, unit, "turn")
    for unit in living(world):
        if is_thing(world, unit):
            await last(world, unit)
    for unit in beings(world):
        lift(world, unit, "surprised", "VITALITY-SURP-1")
    go(world, "time" if number >= round_limit(world) else "round", active=None)


_PHASES = {
    "deploy": deploy, "opening": _opening, "round": _round, "council": _council, "slot": _slot, "turn": _turn,
    "boundary": _ask_holders, "late": _ask_holders, "round_end": _round_end,
}  # fmt: skip
