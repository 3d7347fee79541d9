"""The attacks that are being resolved, one inside another: the only writer of `Underway`."""

from __future__ import annotations

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.rules.clash.state import Plan, Underway


def begin_attack(world: World, plan: Plan) -> None:
    """Another attack begins, inside the one that is underway."""
    world.put(FIELD, Underway((*world.get(FIELD, Underway).plans, plan)))


def revise_attack(world: World, plan: Plan) -> None:
    """More is known of the innermost attack."""
    world.put(FIELD, Underway((*world.get(FIELD, Underway).plans[:-1], plan)))


def end_attack(world: World) -> None:
    """The innermost attack is over."""
    world.put(FIELD, Underway(world.get(FIELD, Underway).plans[:-1]))


def no_attacks(world: World) -> None:
    """A turn begins without any."""
    world.put(FIELD, Underway())


def current(world: World) -> Plan | None:
    """The attack that is being resolved."""
    plans = world.get(FIELD, Underway).plans
    return plans[-1] if plans else None


def running(world: World) -> Plan:
    """The attack that is being resolved, where there must be one."""
    plan = current(world)
    assert plan is not None, "no attack is being resolved"
    return plan


def opponent(world: World, unit: int) -> int:
    """Who stands against a unit in the attack that is being resolved."""
    plan = running(world)
    return plan.target if unit == plan.unit else plan.unit
