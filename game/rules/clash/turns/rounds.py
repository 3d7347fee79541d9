"""The encounter: opening, rounds, turns, and how it ends."""

from __future__ import annotations

from game.grid.masks import first, union
from game.kernel.components import FIELD, Clock, Conditions, Down, Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, Rolled, RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnLost, Used
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.rules.asking import choose
from game.rules.clash.budget import start_round, start_turn
from game.rules.clash.campaign.rest import train
from game.rules.clash.house import house
from game.rules.clash.position.hiding import in_view, reveal, surprise
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import (
    Arrival,
    Body,
    Elapsed,
    Opening,
    Order,
    able,
    free,
    held_by,
    pace,
    resolving,
    speed_of,
)
from game.rules.clash.turns.windows import provoke, window
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round, escaped, on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.throwing import throw_dice
from game.systems.clock import acting, go
from game.systems.conditions import holds, lift, put_off
from game.systems.downfall import fell
from game.systems.field import board_of, bodies, cells_of, enemies, round_limit, size_of, standing
from game.systems.movement import place, remove
from game.systems.pools import reset


async def step(world: World) -> None:
    """Ask for one thing, resolve it, move the clock."""
    await _PHASES[world.get(FIELD, Clock).phase](world)
    settle(world)
    announce(world, outcome(world))


def settle(world: World) -> None:
    """What follows whatever happens in a step: the turn of whoever has gone down in it is over."""
    clock = world.get(FIELD, Clock)
    if clock.phase == "turn" and clock.active is not None and world.has(clock.active, Down):
        go(world, "after")


def outcome(world: World) -> Outcome | None:
    """CLASH-INIT-9 and 12: objectives first; when time is up, the larger share of its health left wins."""
    found = verdict(world)
    if found is not None:
        return changed(found, rule="CLASH-INIT-9")
    if world.get(FIELD, Clock).phase != "time":
        return None
    pools = world.each(Pools)
    left = ((unit, 0 if world.has(unit, Down) else had["health"], had.base_of("health")) for unit, had in pools)
    return on_points(world, left, "CLASH-INIT-12")


async def _opening(world: World) -> None:
    """CLASH-INIT-1: the stage, surprise, initiative."""
    world.emit(Opened(None, "CLASH-INIT-8"))
    opening = world.get(FIELD, Opening)
    await surprise(world, opening.ambush, opening.surprised)
    await roll_order(world)
    go(world, "round")


async def _begin_round(world: World) -> None:
    """CLASH-ECON-1, 2: the same points for everybody, whatever was left."""
    clock = world.get(FIELD, Clock)
    number = clock.round + 1
    if number > 1 and house(world).reroll_each_round:
        await roll_order(world)  # CLASH-INIT-7
    go(world, clock.phase, round=number, active=None)
    world.emit(RoundBegan(number, "CLASH-INIT-2"))
    full = sheet_of(world).numbers.action_points
    for unit, _ in world.each(Pools):
        start_round(world, unit)
        reset(world, unit, "ap", 0 if world.has(unit, Arrival) else full)
    order = _order(world)
    world.put(FIELD, Order(order.units, order.results, order.units))
    await arrivals(world, number)
    next_turn(world)


def _end_round(world: World) -> None:
    """CLASH-INIT-2, SURP-5: six seconds are over."""
    clock, elapsed = world.get(FIELD, Clock), world.get(FIELD, Elapsed)
    for unit, _ in world.each(Conditions):
        lift(world, unit, "surprised", "CLASH-SURP-5")
    world.put(FIELD, Elapsed(elapsed.seconds + sheet_of(world).numbers.round_seconds))
    world.emit(RoundEnded(clock.round, "CLASH-INIT-2"))
    end_of_round(world)
    go(world, "time" if clock.round >= round_limit(world) else "round", active=None)


def next_turn(world: World) -> None:
    """CLASH-INIT-5: the next in order; without one the round is over."""
    unit = next_unit(world)
    if unit is None:
        _end_round(world)
    else:
        go(world, "before", turn=world.get(FIELD, Clock).turn + 1, active=unit)
        world.emit(TurnBegan(unit, "", "CLASH-INIT-5"))


async def _before(world: World) -> None:
    """The turn begins: what lasts until then ends, and others may react (CLASH-ECON-5)."""
    unit = acting(world)
    _expire(world, unit, "turn_start")
    put_off(world, unit, "next_turn_end", "turn_end")  # CLASH-COND-3: it ends with this one
    start_turn(world, pace(world, speed_of(world, unit).total))
    resolving(world)
    await window(world, TurnBegan(unit, "", "CLASH-INIT-5"))
    go(world, "turn")


def _expire(world: World, unit: int, until: str) -> None:
    """End the unit's conditions that last until that moment, each by its own rule."""
    table = sheet_of(world).main.conditions
    for item in world.get(unit, Conditions).items:
        if item.until == until:
            lift(world, unit, item.name, table[item.name].rule)


async def _after(world: World) -> None:
    """The turn ends: what lasts so long ends, then others may react, then the next."""
    unit = acting(world)
    world.emit(TurnEnded(unit, "CLASH-INIT-2"))
    hiding = not world.has(unit, Down) and holds(world, unit, "hidden")
    if hiding and any(in_view(world, foe, unit) for foe in enemies(world, unit)):
        reveal(world, unit, "CLASH-ACT-5")
    _expire(world, unit, "turn_end")
    await window(world, TurnEnded(unit, "CLASH-INIT-2"))
    world.put(FIELD, changed(_order(world), acted=(*_order(world).acted, unit)))
    _release_waiting(world, unit)  # CLASH-SAVE-4: those who waited for it come next
    if verdict(world) is None:
        next_turn(world)


async def leave(world: World, unit: int) -> None:
    """CLASH-MOVE-7: out of the battle by an exit, a step like any other (CLASH-OA-2)."""
    about = Used(unit, "leave", "move", rule="CLASH-MOVE-7")
    if not await provoke(world, unit, about, "CLASH-OA-2", moving=True):
        return
    cells = cells_of(world, unit)
    for other in held_by(world, unit):
        free(world, other, unit, "CLASH-COND-4")
    remove(world, unit, rule="CLASH-MOVE-7")
    fell(world, unit, "fled", "CLASH-MOVE-7")
    escaped(world, unit, cells)


_PHASES = {
    "training": train, "deploy": deploy, "opening": _opening, "round": _begin_round, "before": _before, "turn": choose,
    "after": _after,
}  # fmt: skip


async def roll_order(world: World) -> None:
    """CLASH-INIT-3 to 6: everybody rolls, in roster order; highest first; equals in everything roll off."""
    results = [(unit, await initiative(world, unit)) for unit in standing(world)]
    keys = {unit: _key(world, unit, result) for unit, result in results}
    ordered: list[tuple[int, int]] = []
    for key in sorted(set(keys.values()), reverse=True):
        ordered += await _roll_off(world, [row for row in results if keys[row[0]] == key])
    world.put(FIELD, changed(_order(world), units=tuple(u for u, _ in ordered), results=tuple(r for _, r in ordered)))


async def initiative(world: World, unit: int) -> int:
    """CLASH-INIT-3 and 4: a die and the score of player characters, the Perception of all others."""
    die, body = sheet_of(world).numbers.initiative_die, world.get(unit, Body)
    rule, label = ("CLASH-INIT-3", "Initiative") if body.pc else ("CLASH-INIT-4", "Perception")
    (face,) = await Roll(unit, "initiative", (die,), rule)
    number = Breakdown("initiative", (add(face, "die", rule), add(body.initiative, label, rule)))
    world.emit(Rolled(unit, "initiative", (die,), (face,), (number,), rule))
    return number.total


def _key(world: World, unit: int, result: int) -> tuple[int, int, int, bool]:
    body = world.get(unit, Body)
    return result, body.initiative, body.attributes.get("AGI", 0), body.pc


async def _roll_off(world: World, tied: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if len(tied) < 2:
        return tied
    die = sheet_of(world).numbers.die
    faces: dict[int, int] = {}
    found: list[tuple[int, int]] = []
    for unit, _ in tied:
        (faces[unit],) = await throw_dice(world, unit, "roll_off", (die,), "CLASH-INIT-6")
    for face in sorted(set(faces.values()), reverse=True):
        found += await _roll_off(world, [row for row in tied if faces[row[0]] == face])
    return found


async def arrivals(world: World, number: int) -> None:
    """CLASH-INIT-10: whoever comes in this round rolls, takes its place, and has no points before the next."""
    for unit, arrival in world.each(Arrival):
        due = arrival.round <= number and not world.has(unit, Down)
        cell = _room(world, unit, arrival.cell) if due else None
        if cell is None:
            continue  # no room: it comes a round later
        world.drop(unit, Arrival)
        place(world, unit, cell, "place", rule="CLASH-INIT-10")
        await _insert(world, unit, await initiative(world, unit))


async def _insert(world: World, unit: int, result: int) -> None:
    """Put a newcomer into the order: only with it equals roll off, all others keep their places (CLASH-INIT-6, 7)."""
    order, own, at = _order(world), _key(world, unit, result), 0
    rows = list(zip(order.units, order.results, strict=True))
    for row in rows:
        other = _key(world, *row)
        if other < own or (other == own and (await _roll_off(world, [row, (unit, result)]))[0][0] == unit):
            break
        at += 1
    rows.insert(at, (unit, result))
    world.put(FIELD, changed(order, units=tuple(u for u, _ in rows), results=tuple(r for _, r in rows)))


def _room(world: World, unit: int, cell: int) -> int | None:
    """The wanted anchor, or the nearest free one."""
    board, size = board_of(world), size_of(world, unit)
    grid, blocked = board.grid, board.impassable | board.deep | union(bodies(world).values())
    free = grid.anchors(size) & ~grid.anchors_touching(blocked, size)
    near = 1 << cell
    while not near & free:
        wider = grid.spread(near)
        if wider == near:
            return None
        near = wider
    return first(near & free)


def _order(world: World) -> Order:
    return world.get(FIELD, Order)


def next_unit(world: World) -> int | None:
    """The next unit that can take its turn; None when all have had theirs. Turns of others are passed over."""
    while queue := _order(world).queue:
        unit = queue[0]
        world.put(FIELD, changed(_order(world), queue=queue[1:]))
        if able(world, unit) and world.has(unit, Position):
            return unit
        if holds(world, unit, "surprised"):
            world.emit(TurnLost(unit, "CLASH-SURP-3"))
        _release_waiting(world, unit)  # CLASH-SAVE-4: its turn would have begun now
    return None


def coming(world: World) -> tuple[int, ...]:
    """Who has a turn to come in this round, with whoever waits directly behind whom it waits for (CLASH-SAVE-4)."""
    order = _order(world)
    found: list[int] = []
    for unit in (world.get(FIELD, Clock).active, *order.queue):
        found += [unit] if unit in order.queue else []
        found += sorted((saver for saver, after in order.waits if after == unit), key=order.units.index)
    return tuple(unit for unit in found if able(world, unit) and world.has(unit, Position))


def _release_waiting(world: World, unit: int) -> None:
    order = _order(world)
    ready = sorted((saver for saver, after in order.waits if after == unit), key=order.units.index)
    waits = tuple(pair for pair in order.waits if pair[1] != unit)
    world.put(FIELD, changed(order, queue=(*ready, *order.queue), waits=waits))


def save_turn(world: World, unit: int, after: int) -> None:
    """CLASH-SAVE-1 and 2: the unit will act directly after another."""
    order = _order(world)
    world.emit(Used(unit, "save", "action", (after,), rule="CLASH-SAVE-2"))
    world.put(FIELD, changed(order, waits=(*order.waits, (unit, after)), saved=(*order.saved, unit)))
    next_turn(world)


def later(world: World, unit: int) -> list[int]:
    """CLASH-SAVE-3: whom the unit may wait for: a turn to come, and not waiting for it in turn."""
    order = _order(world)
    after = dict(order.waits)

    def last(other: int) -> int:
        while other in after and other != unit:
            other = after[other]
        return other

    coming = [other for other in order.units if other in order.queue or other in after]
    return [other for other in coming if able(world, other) and last(other) != unit]
