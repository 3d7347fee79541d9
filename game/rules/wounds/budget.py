"""AP, initiative, what is readied, what takes long (WOUNDS-ECON, INIT): the only writer of `Long` and `Readied`."""

from __future__ import annotations

from game.kernel.components import Conditions, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Lost
from game.rules.offering import Reason
from game.rules.verbs import Price
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Long, Readied, body, pool, staggered
from game.systems.pools import change

_NO_AP = [Reason("reason_ap", "WOUNDS-ECON-5")]


def ap(amount: int) -> Price:
    """A price of so many action points."""
    return (("ap", amount),)


def ap_in(price: Price) -> int:
    """The action points of a price."""
    return price[0][1] if price else 0


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """WOUNDS-ECON-5: AP that are not there."""
    return _NO_AP if price and price[0][1] > pool(world, unit, "ap") else []


def pay(world: World, unit: int, price: Price) -> None:
    """Spend the action points of a price."""
    pay_ap(world, unit, ap_in(price))


def speed_row(world: World, unit: int) -> tuple[int, int, int]:
    """WOUNDS-ECON-3: AP at the start of a round, at the end of the turn, and the most that are kept."""
    return sheet_of(world).main.ap_by_speed[max(-10, min(10, body(world, unit).attribute("Spd"))) + 10]


def gain_ap(world: World, unit: int, plus: int, rule: str) -> None:
    """WOUNDS-ECON-4: what goes beyond the cap is lost; staggered units gain half, at least 1 (WOUNDS-HD-24)."""
    if "surprised" in world.get(unit, Conditions):
        world.emit(Blocked(unit, "gain_ap", "WOUNDS-INIT-9"))
        return
    if staggered(world, unit):
        plus = max(1, plus // 2)
    most = max(speed_row(world, unit)[2], pool(world, unit, "ap"))
    change(world, unit, "ap", min(most, pool(world, unit, "ap") + plus), "gain", rule)


def pay_ap(world: World, unit: int, cost: int, rule: str = "WOUNDS-ECON-5", *, long: bool = False) -> None:
    """Spend AP; spending them on anything else cancels a long action (WOUNDS-ECON-7)."""
    if cost and not long and world.has(unit, Long):
        cancel_long(world, unit)
    if cost:
        change(world, unit, "ap", max(0, pool(world, unit, "ap") - cost), "spend", rule)


def change_initiative(world: World, unit: int, by: int, rule: str, source: int | None = None) -> None:
    """WOUNDS-INIT-5: never below 0."""
    after = max(0, pool(world, unit, "initiative") + by)
    change(world, unit, "initiative", after, "gain" if by > 0 else "lose", rule, source)


# Long actions


def begin_long(world: World, unit: int, long: Long) -> None:
    """WOUNDS-ECON-6 and 8, JUMP-7: so much has gone in, so much is missing."""
    world.put(unit, long)


def continue_long(world: World, unit: int, paid: int) -> None:
    """WOUNDS-ECON-6: so many AP more have gone in."""
    long = world.get(unit, Long)
    world.put(unit, changed(long, paid=long.paid + paid))


def pass_round(world: World, unit: int) -> None:
    """WOUNDS-ECON-8: it goes on for this round."""
    long = world.get(unit, Long)
    world.put(unit, changed(long, rounds=long.rounds - 1, done=True))


def await_round(world: World, unit: int) -> None:
    """WOUNDS-ECON-8: it has to be gone on with in the next round."""
    world.put(unit, changed(world.get(unit, Long), done=False))


def end_long(world: World, unit: int) -> None:
    """It is completed."""
    world.drop(unit, Long)


def cancel_long(world: World, unit: int) -> None:
    """WOUNDS-ECON-7: a long action is given up; the AP in it are lost."""
    if world.has(unit, Long):
        end_long(world, unit)
        world.emit(Lost(unit, "long_action", "WOUNDS-ECON-7"))


# Readiness


def get_ready(world: World, unit: int, verb: str, trigger: str) -> None:
    """WOUNDS-ACT-9: for that deed, and for that kind of event."""
    world.put(unit, Readied(verb, trigger))


def unready(world: World, unit: int, rule: str = "WOUNDS-ACT-9") -> None:
    """Any action or reaction ends readiness."""
    if world.has(unit, Readied):
        stop_waiting(world, unit)
        world.emit(Lost(unit, "readied", rule))


def stop_waiting(world: World, unit: int) -> None:
    """It is ready for nothing any longer, without a word."""
    world.drop(unit, Readied)
