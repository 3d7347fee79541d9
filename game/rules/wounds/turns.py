"""Whose turn it is: rounds, live initiative, windows, long actions, and the end of a round (section 1.1)."""

from __future__ import annotations

from functools import lru_cache

from game.kernel.components import FIELD, Clock, Conditions, Down, Position, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Ended, RoundBegan, RoundEnded, TurnBegan, TurnEnded, Used
from game.kernel.flow import Decision, Option, decide
from game.rules.deploying import deploy
from game.rules.objectives import end_of_round, escaped, on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.wounds import camp, opening
from game.rules.wounds.actions import VERBS, barred, offer_of, perform, used
from game.rules.wounds.effects import round_number
from game.rules.wounds.healing import ailments
from game.rules.wounds.interrupts import window
from game.rules.wounds.leaving import leave_play
from game.rules.wounds.lengthy import declare_long, finish_long, go_on
from game.rules.wounds.moving import drift, put_at
from game.rules.wounds.pools import cancel_long, gain_ap, retrieve, speed_row
from game.rules.wounds.position import all_flanked, free_near, space
from game.rules.wounds.reactions import in_order, notice, watch_flanks
from game.rules.wounds.riding import on_board, partner, rider_of, standing_in
from game.rules.wounds.runaway import flee
from game.rules.wounds.state import (
    Arrives,
    Entering,
    Going,
    Harried,
    Ignoring,
    Long,
    Opening,
    Ridden,
    Riding,
    Round,
    Upheld,
    body,
    tagged,
)
from game.rules.wounds.steam import cool
from game.rules.wounds.worth import health, prime
from game.systems.conditions import expire, holds, lift
from game.systems.field import board_of, round_limit


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    phase = world.get(FIELD, Clock).phase
    if phase == "deploy":
        await deploy(world)
    elif phase == "opening":
        await _open(world)
    elif phase == "begin":
        await _begin(world)
    else:
        await _choose(world)
    announce(world)


def announce(world: World) -> None:
    """Say how it has ended, if it has."""
    end = outcome(world)
    if end is not None:
        world.emit(Ended(end.winners, end.why, end.rule))


def outcome(world: World) -> Outcome | None:
    """WOUNDS-HD-31: objectives, then whoever still has somebody conscious; nothing before the camp is over."""
    if world.get(FIELD, Clock).phase in ("deploy", "opening"):
        return None
    found = verdict(world)
    if found is not None:
        return changed(found, rule="WOUNDS-HD-31")
    return _on_points(world) if world.get(FIELD, Clock).phase == "time" else None


def _on_points(world: World) -> Outcome:
    """When time is up the larger share of its points left wins."""

    def left(unit: int, worth: int) -> int:
        return 0 if world.has(unit, Down) else round(1000 * health(world, unit) * worth)

    worths = [(unit, 1 + body(world, unit).points) for unit, _ in world.each(Unit)]
    return on_points(world, ((unit, left(unit, worth), 1000 * worth) for unit, worth in worths), "WOUNDS-HD-31")


async def _open(world: World) -> None:
    """Camp first where the scenario has one, then initiatives, then the first round."""
    await camp.rest_all(world)
    await opening.roll_initiatives(world)
    await _begin_round(world, 1)


# Rounds


async def _begin_round(world: World, number: int) -> None:
    """WOUNDS-ECON-1 and 2: everybody there gains the AP of the round's start."""
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, phase="begin", round=number, active=None))
    world.emit(RoundBegan(number, "WOUNDS-ECON-1"))
    there = tuple(unit for unit, _ in world.each(Unit) if on_board(world, unit))
    world.put(FIELD, Round(present=there))
    for unit in there:
        gain_ap(world, unit, speed_row(world, unit)[0], "WOUNDS-ECON-2")
    await _arrivals(world, number)
    await watch_flanks(world)
    await _next_turn(world)


async def _arrivals(world: World, number: int) -> None:
    """WOUNDS-HD-17: whoever joins rolls at once and has AP and turns from the next round on."""
    for unit, arrival in world.each(Arrives):
        if world.has(unit, Riding):
            continue  # it comes with its mount
        there = free_near(world, unit, arrival.cell) if arrival.round <= number else None
        if there is not None and world.find(unit, Position) is None and not world.has(unit, Down):
            put_at(world, unit, there, "place", 0, "WOUNDS-HD-17")
            for each in filter(None, (unit, rider_of(world, unit))):
                await opening.roll_initiative(world, each)


def waiting(world: World) -> list[int]:
    """Who may still have a turn this round; rider and mount count once."""
    now = world.get(FIELD, Round)
    found = []
    for unit in now.present:
        ridden = world.find(unit, Ridden)
        shares = ridden is not None and partner(world, unit) is not None
        if unit not in now.acted and on_board(world, unit) and not shares:
            found.append(unit)
    return found


async def _next_turn(world: World) -> None:
    """WOUNDS-INIT-2 to 4: the highest initiative among those who have not acted."""
    left = waiting(world)
    if not left or outcome(world) is not None:
        if outcome(world) is None:
            await _end_round(world)
        return
    best = max(standing_in(world, unit) for unit in left)
    unit = (await in_order(world, [unit for unit in left if standing_in(world, unit) == best]))[0]
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, phase="begin", turn=clock.turn + 1, active=unit))
    world.emit(TurnBegan(unit, "", "WOUNDS-INIT-2"))


async def _end_round(world: World) -> None:
    """Section 1.1, step 4, in its order."""
    clock = world.get(FIELD, Clock)
    await finish_long(world)
    await ailments(world)
    for unit, _ in world.each(Unit):
        if holds(world, unit, "dying") and _over(world, unit, "dying"):
            leave_play(world, unit, "dead", None, "WOUNDS-HD-21")
    _expire(world)
    cool(world)
    for unit, _ in world.each(Going):
        world.put(unit, Going())
        world.put(unit, Harried())
    world.emit(RoundEnded(clock.round, "WOUNDS-ECON-1"))
    end_of_round(world)
    if outcome(world) is not None:
        return
    if clock.round >= round_limit(world):
        world.put(FIELD, changed(clock, phase="time", active=None))
        return
    await watch_flanks(world)
    await _begin_round(world, clock.round + 1)


def _over(world: World, unit: int, name: str) -> bool:
    found = world.get(unit, Conditions).find(name)
    return found is not None and found.until == f"round {round_number(world)}"


def _expire(world: World) -> None:
    """WOUNDS-DUR-1 to 3: what ends with this round, the oldest first."""
    until = f"round {round_number(world)}"
    rows = [
        (item.since, unit, item.name)
        for unit, conditions in world.each(Conditions)
        for item in conditions.items
        if item.until == until and item.name != "dying"
    ]
    for _, unit, name in sorted(rows):
        lift(world, unit, name, "WOUNDS-DUR-1")
    for caster, upheld in world.each(Upheld):
        for kept in upheld.spells:
            if kept.until == until:
                retrieve(world, caster, kept, "WOUNDS-MANA-5")


# Turns


async def _begin(world: World) -> None:
    """WOUNDS-TURN-4: the window at the start, then what the turn's start ends, then a long action."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    for each in filter(None, (unit, partner(world, unit))):
        expire(world, each, "turn", "WOUNDS-DUR-3")
    if not world.has(unit, Down):
        await window(world, "turn_start", TurnBegan(unit, "", "WOUNDS-TURN-4"), told=True)
    clock = world.get(FIELD, Clock)
    world.put(FIELD, changed(clock, phase="turn"))
    long = world.find(unit, Long)
    if long is not None and barred(world, unit, long.key.partition(" ")[0]) is not None:
        cancel_long(world, unit)  # WOUNDS-HD-25: the helpless cannot go on with it
    elif long is not None:
        await go_on(world, unit)


async def _choose(world: World) -> None:
    """One choice of the active unit; whoever cannot act has its turn without a question (WOUNDS-TURN-12)."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    if world.has(unit, Down) or not on_board(world, unit):
        await _end_turn(world, unit)
        return
    # Remembered with the checkpoint, so that trying options out need not look again.
    all_flanked(world)
    prime(world)
    key = await turn_decision(world, unit)
    if key == "end":
        await _end_turn(world, unit)
    elif key == "leave":
        cells = space(world, unit)
        for each in [other for other in (unit, partner(world, unit)) if other is not None]:
            leave_play(world, each, "fled", None, "WOUNDS-HD-31")
            escaped(world, each, cells)
    else:
        await _act(world, unit, key)


async def _act(world: World, unit: int, key: str) -> None:
    """WOUNDS-TURN-5: named, perhaps interrupted, paid and done, and the window after it."""
    long = key.startswith("long ")
    inner = key.removeprefix("long ")
    verb = inner.partition(" ")[0]
    if VERBS[verb].free:
        await perform(world, unit, inner)
        return
    about = used(world, unit, inner, "declared")
    if await window(world, "declared", about):
        if on_board(world, unit):
            world.emit(Blocked(unit, "interrupted", "WOUNDS-TURN-5"))
        return
    if not _still_possible(world, unit, inner, long=long):
        world.emit(Blocked(unit, "fizzled", "WOUNDS-TURN-5"))
        return
    if long or verb == "doff":
        declare_long(world, unit, inner)
        return
    await perform(world, unit, inner)
    await window(world, "resolved", Used(unit, verb, "done", about.targets, None, "WOUNDS-TURN-4"), told=True)


def _still_possible(world: World, unit: int, key: str, *, long: bool) -> bool:
    """WOUNDS-TURN-5: free acts and moves that cancel nothing may have made it impossible; it stays unpaid then."""
    offers = offer_of(world, unit, key.partition(" ")[0])
    return any(each.key == key for each in (offers.long if long else offers.options))


async def _end_turn(world: World, unit: int) -> None:
    """WOUNDS-TURN-4, MOVE-9, ECON-2, INIT-9: window, current, AP; a sentient mount acts before all that."""
    mount = partner(world, unit)
    if mount is not None and tagged(world, mount, "sentient") and rider_of(world, mount) == unit:
        clock = world.get(FIELD, Clock)
        world.put(FIELD, changed(clock, active=mount))
        if world.has(mount, Long) and not world.has(mount, Down):
            await go_on(world, mount)
        return
    if not world.has(unit, Down):
        await window(world, "turn_end", TurnEnded(unit, "WOUNDS-TURN-4"), told=True)
    now = world.get(FIELD, Round)
    pair = [each for each in dict.fromkeys((unit, partner(world, unit), *now.shared)) if each is not None]
    for each in pair:
        await flee(world, each)
    pair = [each for each in pair if each not in now.acted]  # WOUNDS-ECON-2: whoever has had its turn has had its AP
    for each in pair:
        await drift(world, each)
        lift(world, each, "surprised", "WOUNDS-COND-17")
        if on_board(world, each) and each not in now.acted:
            gain_ap(world, each, speed_row(world, each)[1], "WOUNDS-ECON-2")
    for other, _ in world.each(Unit):
        world.drop(other, Opening)
        world.drop(other, Entering)
        ignoring = world.get(other, Ignoring)
        if ignoring.changed:
            world.put(other, changed(ignoring, changed=()))
    await watch_flanks(world)
    world.emit(TurnEnded(unit, "WOUNDS-TURN-1"))
    now = world.get(FIELD, Round)
    world.put(FIELD, changed(now, acted=(*now.acted, *pair), shared=()))
    await notice(world, "turns", unit)
    await _next_turn(world)


# Options


def turn_decision(world: World, unit: int) -> Decision:
    """What the active unit is asked; remembered with the checkpoint, as every rehearsal asks it again."""
    return world.derive(("turn", unit), lambda world: _turn_decision(world, unit))


def _turn_decision(world: World, unit: int) -> Decision:
    offers = [offer_of(world, unit, verb) for verb in VERBS]
    found = [each for offer in offers for each in offer.options]
    found += [drawn_out(each) for offer in offers for each in offer.long]
    if space(world, unit) & board_of(world).exits and own_leave(world, unit):
        found.append(Option("leave", rule="WOUNDS-HD-31"))
    return decide(unit, "turn", [*found, Option("end", rule="WOUNDS-TURN-12")], rule="WOUNDS-TURN-1")


@lru_cache(maxsize=65536)
def drawn_out(option: Option) -> Option:
    """WOUNDS-ECON-6: the same as a long action."""
    return changed(option, key=f"long {option.key}", rule="WOUNDS-ECON-6")


def own_leave(world: World, unit: int) -> bool:
    """Whether the unit can walk off the board here, or ride."""
    pair = [each for each in (unit, partner(world, unit)) if each is not None]
    return not any(holds(world, each, name) for each in pair for name in ("held", "pinned", "helpless", "grappling"))
