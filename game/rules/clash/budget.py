"""What a turn and a round allow, and what is paid of it: the only writer of `Turn` and `Spent`."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.rules.clash.state import Spent, Turn, attacks_left, magic, points, turn
from game.rules.reasons import Reason
from game.rules.verbs import Price
from game.systems import pools

POINT: Price = (("ap", 1),)
ATTACK: Price = (("ap", 1), ("attacks", 1))  # CLASH-ECON-7
FREE: Price = (("free", 1),)  # CLASH-FREE-2
_PURSES: dict[str, tuple[Callable[[World, int], int], Reason]] = {
    "ap": (points, Reason("reason_no_points", "CLASH-ECON-10")),
    "attacks": (attacks_left, Reason("reason_no_attacks", "CLASH-ECON-7")),
    "magic": (magic, Reason("reason_no_magic", "CLASH-ACT-7")),
    "free": (lambda world, unit: 1 - world.get(unit, Spent).free, Reason("reason_free_used", "CLASH-FREE-2")),
}


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """What a unit lacks of a price; metres are each move's own matter."""
    short: list[Reason] = []
    for purse, amount in price:
        if purse in _PURSES:
            left, reason = _PURSES[purse]
            if left(world, unit) < amount:
                short.append(reason)
    return short


def pay(world: World, unit: int, price: Price) -> None:
    """Commit points, one of the round's attacks, its free action, metres (CLASH-ECON-3, 7, 8, 9, FREE-2)."""
    for purse, amount in price:
        spent = world.get(unit, Spent)
        if purse == "ap":
            pools.reset(world, unit, "ap", points(world, unit) - amount)
        elif purse == "attacks":
            world.put(unit, changed(spent, attacks=spent.attacks + amount))
        elif purse == "free":
            world.put(unit, changed(spent, free=True))
        elif purse == "metres":
            walk_further(world, -amount)
        else:
            pools.change(world, unit, "magic", magic(world, unit) - amount, "spend", "CLASH-ACT-7", unit)


def update_turn(world: World, **fields: object) -> None:
    """Something in the running turn is different: fields of `Turn`."""
    world.put(FIELD, changed(turn(world), **fields))


def walk_further(world: World, metres: int) -> None:
    """More metres to walk in this turn, or fewer."""
    update_turn(world, left=turn(world).left + metres)


def start_turn(world: World, metres: int) -> None:
    """CLASH-ECON-8: nothing is done yet, and so many metres are left."""
    world.put(FIELD, Turn(left=metres))


def start_round(world: World, unit: int) -> None:
    """CLASH-ECON-7, FREE-2: both attacks and the free action are there again."""
    world.put(unit, Spent())
