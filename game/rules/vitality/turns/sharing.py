"""What the computer player thinks of turns that are held, handed on and shared, and of what a unit counts in them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeAlias

from game.kernel.components import FIELD, Carried, Conditions, Unit
from game.kernel.ecs import World
from game.rules.vitality.checks.numbers import initiative
from game.rules.vitality.state import KINDS, Body, Order, Plans, body, conscious, is_thing
from game.rules.vitality.turns.battle import mounted
from game.systems.field import team

_INITIATIVE = KINDS | {Conditions}
_READY = _INITIATIVE | {Carried}
_Groups: TypeAlias = "tuple[tuple[int, ...], ...]"
HOLDING = 0.02
IDLE = 0.001  # each time a union's turn is handed on and nobody does anything
TOGETHER = 0.01  # a union of a rider and its mount; others are a burden, unless they overtake somebody
OVERTAKEN = 0.02  # an enemy that a unit comes before by its union, for each hundred points of the unit


def turns(world: World, own: int) -> float:
    """Held turns, idle ones, and unions that are or are planned."""
    order, plans = world.get(FIELD, Order), world.get(FIELD, Plans).groups
    if not (order.holders or order.idle or order.unions or plans):
        return 0.0
    idle = order.idle if order.idle and team(world, order.active[0]) == own else 0
    given = own, idle, order.holders, (*order.unions, *plans), conscious(world)  # most changes leave these as they are
    return world.derive(("turns", given), _turns, _READY, *given)


def _turns(world: World, own: int, idle: int, holders: _Groups, groups: _Groups, awake: frozenset[int]) -> float:
    total = 0.0
    total -= HOLDING * sum(team(world, unit) == own for group in holders for unit in group)
    if idle:
        total -= IDLE * idle
    for group in groups:
        if team(world, group[0]) == own:
            total += TOGETHER if mounted(world, group) else OVERTAKEN * _ahead(world, group, awake) - TOGETHER
    return total


def _ahead(world: World, group: tuple[int, ...], awake: frozenset[int]) -> float:
    """VITALITY-UNION-3: how many more enemies the members come before at their mean, by what each of them is worth."""
    known = _initiatives(world)
    own = {unit: known[unit] for unit in group if unit in awake}
    mean, friends = sum(own.values()) // len(own) if own else 0, team(world, group[0])
    order = world.derive(("foes' initiatives", friends, awake), _ordered, _INITIATIVE, friends, awake)
    place = bisect_left(order, mean)
    return sum(weight_of(world, unit) * (place - bisect_left(order, alone)) for unit, alone in own.items())


def _ordered(world: World, friends: int, awake: frozenset[int]) -> list[int]:
    """The Initiatives of those who are not on that team, the lowest first."""
    known, foes = _initiatives(world), [unit for unit in awake if team(world, unit) != friends]
    return sorted([known[foe] for foe in foes if not is_thing(world, foe)])


def _initiatives(world: World) -> dict[int, int]:
    """Everybody's Initiative as it would be read now."""
    return world.renew("initiatives", _all_initiatives, _initiatives_since, _INITIATIVE)


def _all_initiatives(world: World) -> dict[int, int]:
    return {unit: initiative(world, unit).total for unit, _ in world.each(Body)}


def _initiatives_since(world: World, before: dict[int, int], entities: frozenset[int]) -> dict[int, int]:
    anew = {unit: initiative(world, unit).total for unit in entities if world.has(unit, Body)}
    return before | anew if anew else before


def weight_of(world: World, unit: int) -> float:
    """Its points, in hundreds."""
    return max(body(world, unit).cost, 20) / 100 * (1.3 if world.get(unit, Unit).role == "leader" else 1.0)
