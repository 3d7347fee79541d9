"""The battle's clock: opening, rounds, slots, held turns (ROUND, HOLD, SURP)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnLost, Used
from game.kernel.flow import Decision, Flow, decide
from game.rules.deploying import deploy
from game.rules.objectives import end_of_round
from game.rules.vitality import ambush, holding, slots, unions
from game.rules.vitality.acting import perform
from game.rules.vitality.bonds import tidy, unlean
from game.rules.vitality.checks import momentum
from game.rules.vitality.ending import announce
from game.rules.vitality.figures import basic_movement
from game.rules.vitality.hiding import glance, turn_over
from game.rules.vitality.offers import turn_options
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Grudges, Order, Round, Turn, clamp, count_down, has, lift, set_pool, still
from game.rules.vitality.summoning import by_itself, obeys
from game.rules.vitality.who import beings, conscious, is_thing, living, up
from game.systems.field import round_limit


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    phase = world.get(FIELD, Clock).phase
    await _PHASES[phase](world)
    announce(world)


def go(world: World, phase: str, *, active: int | None = None) -> None:
    """The next thing the clock does."""
    world.put(FIELD, changed(world.get(FIELD, Clock), phase=phase, active=active))


# Opening and rounds


async def _opening(world: World) -> None:
    """VITALITY-SURP-1 to 4: who is surprised, and from whom ambushers are hidden."""
    world.emit(Opened(None, "VITALITY-BATTLE-1"))
    await ambush.surprise(world)
    await ambush.bribe(world)
    for unit in beings(world):
        set_pool(world, unit, "ap", 0)
        set_pool(world, unit, "movement", 0)
    go(world, "round")


async def _round(world: World) -> None:
    """VITALITY-ROUND-4: RP, Momentum from the second round on, then the sides are asked."""
    clock = world.get(FIELD, Clock)
    number = clock.round + 1
    world.put(FIELD, changed(clock, round=number, turn=0, active=None))
    world.emit(RoundBegan(number, "VITALITY-ROUND-1"))
    for unit in beings(world):
        world.put(unit, Round())
        set_pool(world, unit, "rp", numbers_of(world).rp)
        clamp(world, unit)
        if number > 1 and up(world, unit):
            momentum(world, unit, 1, "VITALITY-CINE-21")
    old = world.get(FIELD, Order).unions
    world.put(FIELD, Order(unions=unions.renewed(world, old)))
    world.put(FIELD, changed(world.get(FIELD, Order), asking=tuple((side,) for side in unions.asked(world))))
    go(world, "council")


async def _council(world: World) -> None:
    """VITALITY-UNION-1 and END-1: each side in turn; then Initiative is read and the order stands (INIT-4)."""
    order = world.get(FIELD, Order)
    if order.asking:
        await unions.council(world, order.asking[0][0])
        return
    await unions.carry_out(world)
    world.put(FIELD, changed(world.get(FIELD, Order), slots=slots.build(world), at=-1))
    go(world, "slot")


async def _slot(world: World) -> None:
    """VITALITY-ROUND-5: the next slot is reached."""
    order = world.get(FIELD, Order)
    at = order.at + 1
    if at >= len(order.slots):
        world.put(FIELD, changed(order, at=at, late=True, asking=order.holders))
        go(world, "late")
        return
    group = tuple(unit for unit in order.slots[at] if not world.has(unit, Down))
    world.put(FIELD, changed(order, at=at, active=group, fresh=True, counted=(*order.counted, *group)))
    go(world, "slot")
    if not group:
        return
    before = conscious(world)
    for unit in group:
        if not world.has(unit, Down):
            await slots.reach(world, unit)
    await fallen(world, before)
    group = tuple(unit for unit in group if not world.has(unit, Down))
    if not group:
        world.put(FIELD, changed(world.get(FIELD, Order), active=(), fresh=False))
        _boundary(world)
        return
    for unit in group:
        _ready(world, unit)
    world.put(FIELD, changed(world.get(FIELD, Order), active=group, fresh=True))
    go(world, "turn", active=_speaker(world, group))


def _speaker(world: World, group: tuple[int, ...]) -> int:
    """Who of a group is asked first: somebody who is up, and no summon without orders if there is anybody else."""
    awake = [unit for unit in group if up(world, unit)]
    return next((unit for unit in awake if obeys(world, unit)), (awake or group)[0])


def _ready(world: World, unit: int) -> None:
    """VITALITY-ECON-1, ECON-3: AP and movement of a turn, under the caps of effects."""
    world.put(unit, Turn())
    set_pool(world, unit, "ap", numbers_of(world).ap)
    set_pool(world, unit, "movement", 0 if still(world, unit) else basic_movement(world, unit).total)
    clamp(world, unit)


def _spent(world: World, unit: int) -> None:
    """VITALITY-ECON-2: what is left of a turn is gone."""
    world.put(unit, Turn())
    set_pool(world, unit, "ap", 0)
    set_pool(world, unit, "movement", 0)


# Turns


async def _turn(world: World) -> None:
    """One choice of the acting unit; the first one begins the turn, unless the turn is held."""
    order = world.get(FIELD, Order)
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    if world.has(unit, Down):
        await _gone(world)
        return
    if not obeys(world, unit) and not any(obeys(world, each) for each in order.active if up(world, each)):
        if order.fresh:
            _begin(world)
        await _without_orders(world)
        await _end(world)
        return
    key = await world.derive("turn", _question)
    if key == "hold_turn":
        _hold(world)
        return
    if key.startswith("hand_over "):
        world.put(FIELD, changed(order, idle=order.idle + 1))
        go(world, "turn", active=int(key.partition(" ")[2]))
        return
    if key.startswith("plan_"):
        unions.plan(world, unit, key)
        return
    if order.fresh:
        _begin(world)
    if order.idle:
        world.put(FIELD, changed(world.get(FIELD, Order), idle=0))
    if key != "end":
        await act(world, unit, key)
    await _go_on(world, over=key == "end")


async def _go_on(world: World, *, over: bool) -> None:
    """The turn ends when its units have nothing to say any more; else somebody who has is asked next."""
    unit, group = world.get(FIELD, Clock).active, world.get(FIELD, Order).active
    assert unit is not None
    if over or not any(up(world, each) for each in group):
        await _without_orders(world)
        await _end(world)
    elif not up(world, unit) or not obeys(world, unit):
        go(world, "turn", active=_speaker(world, group))


async def _without_orders(world: World) -> None:
    """VITALITY-ACT-32: before the turn is over, summons in it that nobody leads act by themselves."""
    for unit in world.get(FIELD, Order).active:
        if up(world, unit) and not obeys(world, unit):
            before = conscious(world)
            await by_itself(world, unit)
            await _after(world, before)


def _question(world: World) -> Decision:
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    return decide(unit, "turn", turn_options(world), rule="VITALITY-ECON-1")


async def _gone(world: World) -> None:
    """Whoever was to act is off the board: another member of its union goes on, or the turn is over."""
    order = world.get(FIELD, Order)
    left = tuple(each for each in order.active if not world.has(each, Down))
    world.put(FIELD, changed(order, active=left))
    if left:
        go(world, "turn", active=_speaker(world, left))
    else:
        await _end(world)


async def act(world: World, unit: int, key: str) -> None:
    """One option, and what it sets off: sight, ties, and those who waited for somebody to go down."""
    before, seen = conscious(world), holding.sights(world)
    await perform(world, unit, key)
    await _after(world, before)
    await holding.appeared(world, seen, but=unit)


async def by_itself_happens(world: World, event: Flow[None]) -> None:
    """Something outside everybody's turn, and what it sets off as an option does."""
    before, seen = conscious(world), holding.sights(world)
    await event
    await _after(world, before)
    await holding.appeared(world, seen)
    if world.get(FIELD, Clock).phase == "turn" and world.get(FIELD, Order).active:
        await _go_on(world, over=False)


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
    """VITALITY-UNION-6: the turn begins for all members of the group together."""
    clock, order = world.get(FIELD, Clock), world.get(FIELD, Order)
    world.put(FIELD, changed(order, fresh=False))
    world.put(FIELD, changed(clock, turn=clock.turn + 1))
    for unit in order.active:
        world.emit(TurnBegan(unit, rule="VITALITY-ROUND-5"))


async def _end(world: World) -> None:
    """VITALITY-ECON-2, HIDE-5, HOLD-11, CINE-17, COVER-10: what lasts to the end of a turn ends."""
    order, seen = world.get(FIELD, Order), holding.sights(world)
    for unit in order.active:
        if has(world, unit, "pinning") and not world.get(unit, Turn).paid_pin:
            lift(world, unit, "pinning", "VITALITY-CINE-17")
        _spent(world, unit)
        turn_over(world, unit)
        if not holding.aims(world, unit):
            unlean(world, unit)
        if not world.has(unit, Down):
            count_down(world, unit, "turn")
        world.put(unit, Grudges())
        world.emit(TurnEnded(unit, "VITALITY-ECON-2"))
    for unit in living(world):
        if world.get(unit, Turn).entered:
            world.put(unit, changed(world.get(unit, Turn), entered=()))  # DR-15: once a turn, whosever it is
    tidy(world)
    acted = (*order.acted, *order.active)
    world.put(FIELD, changed(world.get(FIELD, Order), active=(), fresh=False, acted=acted, idle=0))
    glance(world)
    await holding.appeared(world, seen)
    for unit in order.active:
        await holding.happened(world, "finish", unit)
    _boundary(world)


# Held turns


def _hold(world: World) -> None:
    """VITALITY-HOLD-1 and UNION-6: the whole group saves its turn."""
    order = world.get(FIELD, Order)
    for unit in order.active:
        _spent(world, unit)
        world.emit(Used(unit, "hold_turn", "free", rule="VITALITY-HOLD-1"))
    holders = slots.by_initiative(world, (*order.holders, order.active))
    group = order.active
    world.put(FIELD, changed(order, active=(), fresh=False, idle=0, holders=holders))
    _boundary(world, but=group)


def _boundary(world: World, but: tuple[int, ...] = ()) -> None:
    """VITALITY-HOLD-2: after every turn or skipped slot the holders are asked, highest Initiative first."""
    order = world.get(FIELD, Order)
    holders = tuple(group for group in order.holders if any(not world.has(unit, Down) for unit in group))
    asking = tuple(group for group in holders if group != but)
    world.put(FIELD, changed(order, holders=holders, asking=asking))
    go(world, "late" if order.late else "boundary")


async def _ask_holders(world: World) -> None:
    """One holder at this boundary; after the last slot it is now or never (HOLD-3, HOLD-4)."""
    order = world.get(FIELD, Order)
    if not order.asking:
        go(world, "round_end" if order.late else "slot")
        return
    group, rest = order.asking[0], order.asking[1:]
    world.put(FIELD, changed(order, asking=rest))
    unit = _speaker(world, group)
    if not up(world, unit) or not obeys(world, unit):
        takes = order.late or up(world, unit)  # nobody to ask: the helpless come last, and summons act by themselves
    else:
        takes = await slots.takes_turn(world, unit, late=order.late)
    if takes:
        holders = tuple(each for each in order.holders if each != group)
        for each in group:
            _ready(world, each)
        now = changed(world.get(FIELD, Order), holders=holders, active=group, fresh=False)
        world.put(FIELD, now)
        _begin(world)
        go(world, "turn", active=unit)
    elif order.late:
        await _lose(world, group)


async def _lose(world: World, group: tuple[int, ...]) -> None:
    """VITALITY-HOLD-4 and 11: no turn this round, and what lasts to its end ends."""
    order = world.get(FIELD, Order)
    holders = tuple(each for each in order.holders if each != group)
    world.put(FIELD, changed(order, holders=holders, acted=(*order.acted, *group)))
    for unit in group:
        world.emit(TurnLost(unit, "VITALITY-HOLD-4"))
        lift(world, unit, "pinning", "VITALITY-CINE-17")  # nothing was paid for it
        count_down(world, unit, "turn")
        turn_over(world, unit)
    tidy(world)
    glance(world)


async def _round_end(world: World) -> None:
    """Objectives, the timers of the dead (COND-4), and the round limit."""
    clock = world.get(FIELD, Clock)
    world.emit(RoundEnded(clock.round, "VITALITY-ROUND-1"))
    end_of_round(world, up)
    counted = world.get(FIELD, Order).counted
    for unit, _, _ in world.each(Unit, Down):
        if unit not in counted:
            count_down(world, unit, "slot")
        count_down(world, unit, "turn")
    for unit in living(world):
        if is_thing(world, unit):
            await slots.last(world, unit)
    for unit in beings(world):
        lift(world, unit, "surprised", "VITALITY-SURP-1")
    if clock.round >= round_limit(world):
        go(world, "time")
        return
    go(world, "round")


async def _time(world: World) -> None:
    """Never reached: the outcome is there before."""


_PHASES = {
    "deploy": deploy,
    "opening": _opening,
    "round": _round,
    "council": _council,
    "slot": _slot,
    "turn": _turn,
    "boundary": _ask_holders,
    "late": _ask_holders,
    "round_end": _round_end,
    "time": _time,
}
