"""What a turn allows, and what has come of it so far: the only writer of `Turn`."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, changed
from game.kernel.ecs import World
from game.rules.poise.house import house
from game.rules.poise.state import Turn, master
from game.rules.reasons import Reason
from game.rules.verbs import Price

ACTION: Price = (("action", 1),)
MANEUVER: Price = (("maneuver", 1),)
REACTION: Price = (("reaction", 1),)  # as many as one can pay otherwise
PRICES: dict[str, Price] = {"action": ACTION, "maneuver": MANEUVER, "reaction": REACTION}  # by the type of a skill

_DEFEATED = [Reason("reason_defeated", "POISE-DEFEAT-3")]
_NO_ACTION = [Reason("reason_action_used", "POISE-ECON-1")]
_NO_MANEUVER = [Reason("reason_maneuver_used", "POISE-ECON-1")]


def turn(world: World) -> Turn:
    """The running turn."""
    return world.get(FIELD, Turn)


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """POISE-ECON-1 and 6: one action, one maneuver; by a setting a second maneuver in place of the action."""
    if not price:
        return []
    if world.has(unit, Down):
        return _DEFEATED
    now = turn(world)
    if price is ACTION:
        return _NO_ACTION if now.action else []
    moved = price is MANEUVER and now.maneuver and (now.action or not house(world).allow_second_maneuver)
    return _NO_MANEUVER if moved else []


def pay(world: World, unit: int, price: Price) -> None:
    """Use up what a price names."""
    for purse, _ in price:
        use_up(world, purse)


def use_up(world: World, purse: str) -> bool:
    """Use up action or maneuver; whether it was a second maneuver in place of the action (POISE-ECON-6)."""
    now = turn(world)
    replaces = purse == "maneuver" and now.maneuver
    if purse == "action" or replaces:
        update_turn(world, action=True, sprint=0)
    elif purse == "maneuver":
        update_turn(world, maneuver=True, sprint=0)
    return replaces


def update_turn(world: World, **fields: object) -> None:
    """Something in the running turn is different: fields of `Turn`."""
    world.put(FIELD, changed(turn(world), **fields))


def aim_at(world: World, unit: int, target: int) -> None:
    """POISE-INIT-5: the action's targets, for whose turn is next."""
    now, target = turn(world), master(world, target)
    if world.get(FIELD, Clock).active == master(world, unit) != target:
        update_turn(world, targeted=(*now.targeted, target))


def has_hurt(world: World, source: int | None, unit: int, amount: int) -> None:
    """POISE-INIT-6: damage that the acting unit has done in its turn."""
    if source is not None and master(world, source) == world.get(FIELD, Clock).active:
        update_turn(world, damage=(*turn(world).damage, (master(world, unit), amount)))


def start_turn(world: World) -> None:
    """Nothing has been done yet."""
    world.put(FIELD, Turn())
