"""Coming apart: things dropped, grapples and saddles left, units that fall, die or go (WOUNDS-HD-16, GRAP-8)."""

from __future__ import annotations

from game.grid.grid import first
from game.kernel.components import FIELD, Clock, Conditions, Down, Gear, Lying, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Fell, ItemMoved, Lost
from game.rules.wounds.effects import inflict
from game.rules.wounds.pools import cancel_long, retrieve, unready
from game.rules.wounds.position import free_near, gap, space
from game.rules.wounds.riding import partners
from game.rules.wounds.state import Grapple, Ignoring, Ridden, Riding, Round, Upheld, body, tagged
from game.systems.conditions import holds, lift
from game.systems.movement import place, remove


def drop_item(world: World, unit: int, item: str, rule: str = "WOUNDS-ECON-10") -> None:
    """Let go of something held: it lies in the unit's cell."""
    gear = world.get(unit, Gear)
    held = list(gear.held)
    held.remove(item)
    world.put(unit, changed(gear, held=tuple(held)))
    lay(world, unit, item, first(space(world, unit)), "dropped", rule)


def lay(world: World, unit: int, item: str, cell: int, how: str, rule: str) -> None:
    """Something comes to lie in a cell."""
    world.spawn(Lying(item), Position(cell))
    world.emit(ItemMoved(unit, item, how, cell, rule))


# Grapples


def bind(world: World, one: int, other: int, rule: str) -> None:
    """WOUNDS-GRAP-1 and 2: a grapple is mutual."""
    for unit, partner in ((one, other), (other, one)):
        now = world.get(unit, Grapple)
        if partner in now.others:
            continue  # whom an Interpose has made the target may be a partner already
        world.put(unit, changed(now, others=(*now.others, partner)))
        inflict(world, unit, "grappling", rule, partner)


def part(world: World, one: int, other: int, rule: str) -> None:
    """A pair comes apart, with any pin between them."""
    for unit, partner in ((one, other), (other, one)):
        unpin(world, unit, partner, rule)
        now = world.get(unit, Grapple)
        world.put(unit, changed(now, others=tuple(each for each in now.others if each != partner)))
        if not world.get(unit, Grapple).others:
            lift(world, unit, "grappling", rule)


def part_all(world: World, unit: int, rule: str) -> None:
    """The unit holds nobody any longer, and nobody holds it."""
    for partner in world.get(unit, Grapple).others:
        part(world, unit, partner, rule)


def unpin(world: World, pinner: int, pinned: int, rule: str) -> None:
    """WOUNDS-GRAP-8: the pin ends, the grapple stays."""
    now = world.get(pinner, Grapple)
    if pinned not in now.pins:
        return
    world.put(pinner, changed(now, pins=tuple(each for each in now.pins if each != pinned)))
    if not pinners(world, pinned):
        lift(world, pinned, "pinned", rule)


def pinners(world: World, unit: int) -> list[int]:
    """Who pins the unit."""
    return [other for other, grapple in world.each(Grapple) if unit in grapple.pins]


def part_distant(world: World) -> None:
    """WOUNDS-HD-8: grapplers who are no longer side by side come apart."""
    for unit, grapple in world.each(Grapple):
        for partner in grapple.others:
            if unit < partner and gap(world, unit, partner) > 0:
                part(world, unit, partner, "WOUNDS-HD-8")


# Saddles


def seat(world: World, rider: int, mount: int) -> None:
    """The rider sits on the mount, in its space."""
    world.put(rider, Riding(mount))
    world.put(mount, Ridden(rider))
    world.put(rider, Position(world.get(mount, Position).cell))


def unseat(world: World, rider: int, *, fall: bool, rule: str) -> None:
    """The rider comes to stand, or to lie, in the nearest free cell (WOUNDS-HD-16)."""
    mount = world.get(rider, Riding).mount
    _share(world, rider, mount)
    world.drop(rider, Riding)
    world.drop(mount, Ridden)
    seat_ = world.find(mount, Position) or world.get(rider, Position)
    there = free_near(world, rider, seat_.cell)
    if there is not None:
        place(world, rider, there, "fall" if fall else "place", rule=rule)
    if fall:
        inflict(world, rider, "prone", rule)


def _share(world: World, rider: int, mount: int) -> None:
    """WOUNDS-MOUNT-2: who parts in the turn that both share has had it; a mount of its own mind has its part later."""
    active = world.get(FIELD, Clock).active
    if active in (rider, mount) and partners(world).get(rider) == mount and not tagged(world, mount, "sentient"):
        now = world.get(FIELD, Round)
        world.put(FIELD, changed(now, shared=(*now.shared, mount if active == rider else rider)))


def lay_low(world: World, unit: int, rule: str, source: int | None = None) -> None:
    """The unit lies on the ground; a rider comes off its mount, and off one that goes down (WOUNDS-HD-16)."""
    if world.has(unit, Riding):
        unseat(world, unit, fall=True, rule="WOUNDS-HD-16")
    _throw(world, unit)
    inflict(world, unit, "prone", rule, source)


def _throw(world: World, mount: int) -> None:
    """WOUNDS-HD-16: whoever sits on it comes to lie beside it, or where it was."""
    ridden = world.find(mount, Ridden)
    if ridden is not None:
        unseat(world, ridden.rider, fall=True, rule="WOUNDS-HD-16")


# Out of the fight


def leave_play(world: World, unit: int, how: str, by: int | None, rule: str) -> None:
    """The unit is out of the fight for good and off the board; what hung on it ends."""
    if world.has(unit, Down) and world.get(unit, Down).how != "unconscious":
        return
    release(world, unit, rule)
    for caster, upheld in world.each(Upheld):
        for kept in upheld.spells:
            if caster == unit or kept.target == unit:
                retrieve(world, caster, kept, rule)
    for other, ignoring in world.each(Ignoring):
        if unit in ignoring.ignored:
            rest = tuple(each for each in ignoring.ignored if each != unit)
            world.put(other, changed(ignoring, ignored=rest))
    world.put(unit, Down(how, rule))
    world.emit(Fell(unit, how, by, rule))
    if world.find(unit, Position) is not None:
        remove(world, unit, rule=rule)
    _throw(world, unit)


def release(world: World, unit: int, rule: str) -> None:
    """Grapples, the own seat, readiness and long actions end."""
    part_all(world, unit, rule)
    cancel_long(world, unit)
    unready(world, unit, rule)
    if world.has(unit, Riding):
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
    world.put(unit, Down("unconscious", rule))
    world.emit(Fell(unit, "unconscious", by, rule))


def come_to(world: World, unit: int, rule: str) -> None:
    """The unit is awake again, still on the ground."""
    lift(world, unit, "unconscious", rule)
    world.drop(unit, Down)


def end_defending(world: World, unit: int, rule: str) -> None:
    """WOUNDS-ACT-8: it lasts until the next turn or a wound."""
    if holds(world, unit, "defending"):
        world.put(unit, world.get(unit, Conditions).without("defending"))
        world.emit(Lost(unit, "defending", rule))
