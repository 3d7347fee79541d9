"""What a turn and a round allow, and what is paid of it: the only writer of `Turn`, `Round` and `Held`."""

from __future__ import annotations

from typing import Any

from game.kernel.components import changed
from game.kernel.ecs import World
from game.rules.reasons import Reason
from game.rules.verbs import Price
from game.rules.vitality.checks.numbers import attacks_granted
from game.rules.vitality.state import Held, Round, Turn, Waiting, effects, pool, up
from game.systems.pools import change

DOWN = Reason("reason_down", "VITALITY-COND-11")
STUNNED = Reason("reason_stunned", "VITALITY-COND-9")
_LACKING = {"ap": Reason("reason_ap", "VITALITY-ECON-8"), "wp": Reason("reason_wp", "VITALITY-ECON-8")}


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """VITALITY-ECON-1 and 8: AP and WP that are missing; whoever is down has no use for them."""
    awake = up(world, unit)
    short = [_LACKING[purse] for purse, amount in price if pool(world, unit, purse) < amount]
    return short if awake else [DOWN, *(reason for reason in short if reason is not _LACKING["ap"])]


def fixed(world: World, unit: int) -> list[Reason]:
    """Why it cannot go anywhere."""
    if not up(world, unit):
        return [DOWN]
    return [Reason("reason_still", effect.rule) for _, effect in effects(world, unit) if effect.still][:1]


def pay(world: World, unit: int, price: Price, rule: str = "VITALITY-HOLD-6") -> None:
    """VITALITY-ECON-8: when an action is declared, by its own rule; by default one that is held for later."""
    spend(world, unit, rule, **dict(price))


def spend(world: World, unit: int, rule: str, *, ap: int = 0, rp: int = 0, wp: int = 0, nm: int = 0) -> None:
    """The same by pools; AP and RP used are counted for bursts."""
    for name, cost in (("ap", ap), ("rp", rp), ("wp", wp), ("nm", nm)):
        if cost:
            change(world, unit, name, pool(world, unit, name) - cost, "spend", rule)
    if ap:
        update_turn(world, unit, ap_used=world.get(unit, Turn).ap_used + ap, acted=True)
    if rp:
        update_round(world, unit, rp_used=world.get(unit, Round).rp_used + rp)


def update_turn(world: World, unit: int, **fields: Any) -> None:
    """Something in a unit's turn is different: fields of `Turn`."""
    world.put(unit, changed(world.get(unit, Turn), **fields))


def update_round(world: World, unit: int, **fields: Any) -> None:
    """The same of its round."""
    world.put(unit, changed(world.get(unit, Round), **fields))


def start_turn(world: World, unit: int) -> None:
    """Nothing is done yet, or nothing can be any more."""
    world.put(unit, Turn())


def start_round(world: World, unit: int) -> None:
    """The same for a round."""
    world.put(unit, Round())


def begin_act(world: World, unit: int) -> None:
    """The unit has begun to do something: it can no longer hold its turn (HOLD-1)."""
    if not world.get(unit, Turn).acted:
        update_turn(world, unit, acted=True)


def waver(world: World, unit: int) -> None:
    """Count something that costs nothing and may be taken back."""
    update_turn(world, unit, wavered=world.get(unit, Turn).wavered + 1)


def bank(world: World, unit: int) -> None:
    """VITALITY-ACT-2: the attacks of an Attack action wait."""
    update_turn(world, unit, banked=attacks_granted(world, unit))


def use_attack(world: World, unit: int, hand: str = "") -> None:
    """VITALITY-ACT-1 to 3: one attack that waits is used up, of that hand if there is one."""
    banked = list(world.get(unit, Turn).banked)
    if banked:
        banked.remove(hand if hand in banked else banked[0])
    update_turn(world, unit, banked=tuple(banked))


def take_token(world: World, unit: int, *, free: bool) -> bool:
    """VITALITY-ECON-7: take the free small action, if it is there and this may be free."""
    if not free or world.get(unit, Turn).token:
        return False
    update_turn(world, unit, token=True)
    return True


def hold(world: World, unit: int, item: Waiting) -> None:
    """VITALITY-HOLD-6: paid for already."""
    world.put(unit, Held((*world.get(unit, Held).items, item)))


def let_go(world: World, unit: int, item: Waiting) -> None:
    """One of those that are alike is held no longer."""
    items = list(world.get(unit, Held).items)
    items.remove(item)
    world.put(unit, Held(tuple(items)))


def drop_all(world: World, unit: int) -> None:
    """It holds nothing any more."""
    world.put(unit, Held())


def aim_from_here(world: World, unit: int) -> None:
    """VITALITY-COVER-10: what it holds is aimed from its own space from now on."""
    items = world.get(unit, Held).items
    if any(item.lean is not None for item in items):
        world.put(unit, Held(tuple(changed(item, lean=None) for item in items)))
