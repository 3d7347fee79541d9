"""What a turn and a round allow, and what is paid of it: the only writer of `Turn` and `Spent`."""

from __future__ import annotations

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.rules.clash.state import Spent, Turn, attacks_left, magic, points, turn
from game.rules.reasons import Reason
from game.rules.verbs import Price
from game.systems import pools

POINT: Price = (("ap", 1),)
ATTACK: Price = (("ap", 1), ("attacks", 1))  # CLASH-ECON-7
FREE: Price = (("free", 1),)  # CLASH-FREE-2


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """What a unit lacks of a price; metres are each move's own matter."""
    left = {"ap": points, "attacks": attacks_left, "magic": magic, "free": _free_left}
    return [_LACKING[purse] for purse, amount in price if purse in left and left[purse](world, unit) < amount]


_LACKING = {
    "ap": Reason("reason_no_points", "CLASH-ECON-10"),
    "attacks": Reason("reason_no_attacks", "CLASH-ECON-7"),
    "magic": Reason("reason_no_magic", "CLASH-ACT-7"),
    "free": Reason("reason_free_used", "CLASH-FREE-2"),
}


def _free_left(world: World, unit: int) -> int:
    return 1 - world.get(unit, Spent).free


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


def begin(world: World) -> None:
    """CLASH-SAVE-3: something has been done in this turn."""
    world.put(FIELD, changed(turn(world), started=True))


def new_move(world: World) -> None:
    """CLASH-OA-2: an act between two steps begins a new move."""
    world.put(FIELD, changed(turn(world), started=True, reacted=()))


def rise_to_new_move(world: World) -> None:
    """CLASH-OA-4: standing up gives everybody another chance to strike."""
    world.put(FIELD, changed(turn(world), reacted=()))


def has_struck(world: World, foe: int) -> None:
    """CLASH-OA-2: a foe strikes at a mover once a move."""
    now = turn(world)
    world.put(FIELD, changed(now, reacted=(*now.reacted, foe)))


def has_looked(world: World, foe: int, unit: int) -> None:
    """CLASH-ACT-5: a foe tests once a turn for a hidden unit that it comes to see."""
    now = turn(world)
    world.put(FIELD, changed(now, spotted=(*now.spotted, (foe, unit))))


def has_searched(world: World) -> None:
    """CLASH-ACT-4: somebody has searched in this turn."""
    world.put(FIELD, changed(turn(world), searched=True))


def walk_further(world: World, metres: int) -> None:
    """More metres to walk in this turn, or fewer."""
    now = turn(world)
    world.put(FIELD, changed(now, left=now.left + metres))


def start_turn(world: World, metres: int) -> None:
    """CLASH-ECON-8: nothing is done yet, and so many metres are left."""
    world.put(FIELD, Turn(left=metres))


def start_round(world: World, unit: int) -> None:
    """CLASH-ECON-7, FREE-2: both attacks and the free action are there again."""
    world.put(unit, Spent())


def set_up(world: World, now: Turn, spent: dict[int, Spent]) -> None:
    """For a situation that is set up."""
    world.put(FIELD, now)
    for unit, used in spent.items():
        world.put(unit, used)
