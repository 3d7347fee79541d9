"""Rounds in which everybody has one turn, in an order rolled once: for rulesets whose order is no more than that.

The phases are `deploy`, `opening`, `turn` and, when the rounds are over, `time`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from game.kernel.components import FIELD, Conditions, Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Opened, Rolled, RoundBegan, RoundEnded, TurnBegan, TurnEnded
from game.kernel.flow import Action, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.asking import choose
from game.rules.deploying import deploy
from game.rules.objectives import announce, end_of_round, on_points, verdict
from game.rules.ruleset import Arrangement, Outcome
from game.rules.verbs import Verb
from game.systems import pools
from game.systems.clock import clock, go
from game.systems.conditions import expire
from game.systems.field import round_limit, standing


class Order(Struct, frozen=True):
    """On the field: everybody in the order rolled, and who has still to come in this round."""

    units: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()


class Rounds(Struct, frozen=True, eq=False, kw_only=True):
    """A die of so many sides and a bonus make the order; the rules for the order, for turns and for the end.

    With a turn the pools of `refreshed` are full again, and conditions that last until "turn" end. When time is up
    the team with the larger share of the pool `left` wins.
    """

    die: int
    bonus: Callable[[World, int], Breakdown]
    order_rule: str
    turn_rule: str
    end_rule: str
    refreshed: tuple[str, ...]
    left: str


# One step


async def step(world: World, rounds: Rounds) -> None:
    """Ask for one thing, resolve it, move the clock; see `Ruleset.step`."""
    unit = active(world)
    if clock(world).phase == "deploy":
        await deploy(world)
    elif unit is None:
        await _opening(world, rounds)
    else:
        await choose(world)
    settle(world, rounds)


def settle(world: World, rounds: Rounds) -> None:
    """What follows every step: the turn of whoever has gone down is over; say how all has ended, if it has."""
    unit = active(world)
    if unit is not None and unit not in standing(world) and outcome(world, rounds) is None:
        pass_on(world, rounds)
    announce(world, outcome(world, rounds))


def outcome(world: World, rounds: Rounds) -> Outcome | None:
    """By objectives, by who is left, or when time is up; None while it goes on."""
    found = verdict(world)
    if found is not None:
        return changed(found, rule=rounds.end_rule)
    if clock(world).phase != "time":
        return None
    rows = ((unit, held[rounds.left], held.base_of(rounds.left)) for unit, held in world.each(Pools))
    return on_points(world, rows, rounds.end_rule)


def end_verb(rounds: Rounds) -> Verb:
    """Ending the own turn."""

    async def end(world: World, unit: int, action: Action) -> None:
        pass_on(world, rounds)

    return Verb(name="end", rule=rounds.turn_rule, role="end_turn", perform=end)


# The order


async def _opening(world: World, rounds: Rounds) -> None:
    """Everybody throws, highest first, and equals throw again."""
    world.emit(Opened(None, rounds.order_rule))
    results: dict[int, int] = {}
    for unit in standing(world):
        results[unit] = await _thrown(world, unit, rounds, rounds.bonus(world, unit))
    world.put(FIELD, Order(tuple(await _sorted(world, results, rounds))))
    _begin_round(world, rounds)


async def _thrown(world: World, unit: int, rounds: Rounds, bonus: Breakdown) -> int:
    (face,) = await Roll(unit, "initiative", (rounds.die,), rounds.order_rule)
    number = bonus.plus(add(face, "die", rounds.order_rule))
    world.emit(Rolled(unit, "initiative", (rounds.die,), (face,), (number,), rounds.order_rule))
    return number.total


async def _sorted(world: World, results: dict[int, int], rounds: Rounds) -> list[int]:
    found: list[int] = []
    for result in sorted(set(results.values()), reverse=True):
        tied = [unit for unit in results if results[unit] == result]
        if len(tied) > 1:
            again = {unit: await _thrown(world, unit, rounds, Breakdown("initiative")) for unit in tied}
            tied = await _sorted(world, again, rounds)
        found += tied
    return found


def active(world: World) -> int | None:
    """Whose turn it is."""
    now = clock(world)
    return now.active if now.phase == "turn" else None


def coming(world: World) -> tuple[int, ...]:
    """Who has its turn to come in this round, in order."""
    order = world.find(FIELD, Order) or Order()
    return tuple(unit for unit in order.queue if unit in standing(world))


def acted(world: World) -> frozenset[int]:
    """Who has had its turn in this round."""
    order = world.find(FIELD, Order) or Order()
    return frozenset(order.units) - {*order.queue, active(world)}


def pass_on(world: World, rounds: Rounds) -> None:
    """The turn of the active unit is over: the next that stands has its, or a new round begins, or time is up."""
    now = clock(world)
    if now.active is not None:
        world.emit(TurnEnded(now.active, rounds.turn_rule))
    if _next_turn(world, rounds):
        return
    world.emit(RoundEnded(now.round, rounds.turn_rule))
    end_of_round(world)
    if now.round >= round_limit(world):
        go(world, "time", active=None)
    else:
        _begin_round(world, rounds)


def arrange(world: World, given: Arrangement) -> None:
    """Whose turn it is in a situation that is set up, and who has had one; see `Arranges.arrange`."""
    given.check(())
    if given.turn is None:
        return
    others = (unit for unit in standing(world) if unit != given.turn and unit not in given.acted)
    units = (*given.acted, given.turn, *others)
    world.put(FIELD, Order(units, units[len(given.acted) + 1 :]))
    go(world, "turn", round=given.round, turn=1, active=given.turn)


def _begin_round(world: World, rounds: Rounds) -> None:
    go(world, "turn", round=clock(world).round + 1, active=None)
    world.emit(RoundBegan(clock(world).round, rounds.turn_rule))
    order = world.get(FIELD, Order)
    world.put(FIELD, changed(order, queue=order.units))
    _next_turn(world, rounds)


def _next_turn(world: World, rounds: Rounds) -> bool:
    order = world.get(FIELD, Order)
    left = tuple(unit for unit in order.queue if unit in standing(world))
    world.put(FIELD, changed(order, queue=left[1:]))
    if left:
        _begin_turn(world, left[0], rounds)
    return bool(left)


def _begin_turn(world: World, unit: int, rounds: Rounds) -> None:
    go(world, "turn", turn=clock(world).turn + 1, active=unit)
    world.emit(TurnBegan(unit, "", rounds.turn_rule))
    if world.has(unit, Conditions):
        expire(world, unit, "turn", rounds.turn_rule)
    for pool in rounds.refreshed:
        pools.reset(world, unit, pool, world.get(unit, Pools).base_of(pool))
