"""Coming apart: saddles left, units that fall, die or go (WOUNDS-HD-16, GRAP-8)."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import FIELD, Carried, Clock, Down, Gear, Position
from game.kernel.ecs import World
from game.rules.wounds.bonds import forget, part_all
from game.rules.wounds.budget import cancel_long, retrieve_all, unready
from game.rules.wounds.gear import drop_item
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import free_near
from game.rules.wounds.riding import part_company, partner
from game.rules.wounds.state import body, tagged
from game.rules.wounds.turns.order import share_turn
from game.systems.conditions import lift
from game.systems.downfall import bring_up, fell
from game.systems.field import carried_by
from game.systems.movement import place, remove


def unseat(world: World, rider: int, *, fall: bool, rule: str) -> None:
    """The rider comes to stand, or to lie, in the nearest free cell (WOUNDS-HD-16)."""
    mount = world.get(rider, Carried).by
    _dismounted(world, rider, mount)
    _get_down(world, rider, world.get(mount, Position).cell, fall=fall, rule=rule)


def _dismounted(world: World, rider: int, mount: int) -> None:
    """WOUNDS-MOUNT-2: who parts in the turn that both share has had it; a mount of its own mind has its part later."""
    active = world.get(FIELD, Clock).active
    if active in (rider, mount) and partner(world, rider) == mount and not tagged(world, mount, "sentient"):
        share_turn(world, mount if active == rider else rider)
    part_company(world, rider)


def _get_down(world: World, rider: int, here: Cell, *, fall: bool, rule: str) -> None:
    there = free_near(world, rider, here)
    if there is not None:
        place(world, rider, there, "fall" if fall else "place", rule=rule)
    if fall:
        inflict(world, rider, "prone", rule)


def lay_low(world: World, unit: int, rule: str, source: int | None = None) -> None:
    """The unit lies on the ground; a rider comes off its mount, and off one that goes down (WOUNDS-HD-16)."""
    if world.has(unit, Carried):
        unseat(world, unit, fall=True, rule="WOUNDS-HD-16")
    _throw(world, unit)
    inflict(world, unit, "prone", rule, source)


def _throw(world: World, mount: int) -> None:
    """WOUNDS-HD-16: whoever sits on it comes to lie beside it."""
    rider = carried_by(world, mount)
    if rider is not None:
        unseat(world, rider, fall=True, rule="WOUNDS-HD-16")


# Out of the fight


def leave_play(world: World, unit: int, how: str, by: int | None, rule: str) -> None:
    """The unit is out of the fight for good and off the board; what hung on it ends."""
    if world.has(unit, Down) and world.get(unit, Down).how != "unconscious":
        return
    release(world, unit, rule)
    retrieve_all(world, unit, rule)
    forget(world, unit)
    fell(world, unit, how, rule, by)
    place_, rider = world.find(unit, Position), carried_by(world, unit)
    if rider is not None:
        _dismounted(world, rider, unit)
    if place_ is not None:
        remove(world, unit, rule=rule)
    if rider is not None:
        _get_down(world, rider, world.get(rider, Position).cell, fall=True, rule="WOUNDS-HD-16")


def release(world: World, unit: int, rule: str) -> None:
    """Grapples, the own seat, readiness and long actions end."""
    part_all(world, unit, rule)
    cancel_long(world, unit)
    unready(world, unit, rule)
    if world.has(unit, Carried):
        unseat(world, unit, fall=True, rule="WOUNDS-HD-16")


def knock_out(world: World, unit: int, by: int | None, rule: str) -> None:
    """WOUNDS-COND-8 and HD-22: unconscious, prone, everything held dropped; a minion is out of it (WOUNDS-HD-21)."""
    if body(world, unit).kind == "minion":
        leave_play(world, unit, "defeated", by, rule)
        return
    release(world, unit, rule)
    _throw(world, unit)
    for item in world.get(unit, Gear).held:
        drop_item(world, unit, item, "WOUNDS-HD-22")
    inflict(world, unit, "unconscious", rule, by)
    inflict(world, unit, "prone", "WOUNDS-HD-22")
    fell(world, unit, "unconscious", rule, by)


def come_to(world: World, unit: int, rule: str) -> None:
    """The unit is awake again, still on the ground."""
    lift(world, unit, "unconscious", rule)
    bring_up(world, unit)
