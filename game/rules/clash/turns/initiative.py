"""The turn order: initiative, ties, reinforcements, who is next, saved turns."""

from __future__ import annotations

from game.grid.masks import first, union
from game.kernel.components import FIELD, Clock, Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled, TurnLost, Used
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Arrival, Body, Order, able
from game.rules.throwing import throw_dice
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, size_of, standing
from game.systems.movement import place


async def roll_order(world: World) -> None:
    """CLASH-INIT-3 to 6: everybody rolls, in roster order; highest first; equals in everything roll off."""
    results = [(unit, await initiative(world, unit)) for unit in standing(world)]
    ordered, keys = list[tuple[int, int]](), {unit: _key(world, unit, result) for unit, result in results}
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
    die, faces, found = sheet_of(world).numbers.die, dict[int, int](), list[tuple[int, int]]()
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


def begin_round(world: World) -> None:
    """CLASH-INIT-2: everybody in the rolled order has a turn to come."""
    order = _order(world)
    world.put(FIELD, Order(order.units, order.results, order.units))


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
    order, found = _order(world), list[int]()
    for unit in (world.get(FIELD, Clock).active, *order.queue):
        found += [unit] if unit in order.queue else []
        found += sorted((saver for saver, after in order.waits if after == unit), key=order.units.index)
    return tuple(unit for unit in found if able(world, unit) and world.has(unit, Position))


def turn_over(world: World, unit: int) -> None:
    """The unit has had its turn; those who waited for it come next (CLASH-SAVE-4)."""
    world.put(FIELD, changed(_order(world), acted=(*_order(world).acted, unit)))
    _release_waiting(world, unit)


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
