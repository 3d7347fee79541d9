"""Rider and mount: who may carry whom, who leads and shares a turn (WOUNDS-MOUNT): the only writer of `Ridden`."""

from __future__ import annotations

from game.kernel.components import Carried, Position, changed
from game.kernel.ecs import World, derived
from game.rules.wounds.gear import melee_arms
from game.rules.wounds.position.space import mount_of, mounts, reaches, seen
from game.rules.wounds.state import Body, Ridden, body, helpless, pool, tagged
from game.systems.conditions import holds
from game.systems.field import carried_by, enemies
from game.systems.movement import carry, lay, put_down


def carries(world: World, mount: int, rider: int) -> bool:
    """WOUNDS-MOUNT-1: a mount is at least as big as its rider and much more than that is a platform."""
    return tagged(world, mount, "mount") and body(world, mount).size >= body(world, rider).size


def led(world: World, rider: int) -> int | None:
    """The mount that the rider leads: it has one, not a sentient one, and has control (WOUNDS-MOUNT-7, 10)."""
    mount = mount_of(world, rider)
    if mount is None or tagged(world, mount, "sentient") or holds(world, mount, "panicking"):
        return None
    return mount


def standing_in(world: World, unit: int) -> int:
    """WOUNDS-MOUNT-2: the initiative that counts: the worse of rider and mount that share a turn."""
    own = pool(world, unit, "initiative")
    other = partners(world).get(unit)
    return own if other is None else min(own, pool(world, other, "initiative"))


def partner(world: World, unit: int) -> int | None:
    """Who shares the unit's turn."""
    return partners(world).get(unit)


@derived((Carried, Body))
def partners(world: World) -> dict[int, int]:
    """Unit -> who shares its turn, for both of each pair; mostly nobody."""
    found = {}
    for rider, mount in mounts(world).items():
        # WOUNDS-MOUNT-10: a sentient mount may keep its own turn.
        if not (tagged(world, mount, "sentient") and tagged(world, mount, "own_turn")):
            found[rider], found[mount] = mount, rider
    return found


def pair(world: World, unit: int) -> list[int]:
    """The unit, and who shares its turn."""
    other = partner(world, unit)
    return [unit] if other is None else [unit, other]


def seat(world: World, rider: int, mount: int) -> None:
    """The rider sits on the mount, in its space."""
    carry(world, rider, mount)
    world.put(mount, Ridden())
    lay(world, rider, world.get(mount, Position).cell)


def part_company(world: World, rider: int) -> None:
    """The rider sits on its mount no longer, wherever it is now."""
    world.drop(world.get(rider, Carried).by, Ridden)
    put_down(world, rider)


def calmed(world: World, mount: int, times: int) -> None:
    """WOUNDS-MOUNT-7 and 8: so many calming actions on end."""
    world.put(mount, changed(world.get(mount, Ridden), calmed=times))


def stop_calming(world: World, rider: int) -> None:
    """WOUNDS-MOUNT-8: only calming actions on end add up."""
    seat_ = world.find(rider, Carried)
    if seat_ is not None and world.get(seat_.by, Ridden).calmed:
        calmed(world, seat_.by, 0)


def note_near(world: World, mount: int, movers: tuple[int | None, ...] | None = None) -> list[int]:
    """Keep in mind in whose reach a mount is now, and tell who is new there; `movers`, by default everybody, may have
    come or gone."""
    ridden, rider = world.get(mount, Ridden), carried_by(world, mount)
    near = list(ridden.near)
    new: list[int] = []
    for foe in enemies(world, mount if rider is None else rider):
        if movers is None or foe in movers:
            now = any(reaches(world, foe, key, mount) for key in melee_arms(world, foe))
            now = now and not helpless(world, foe) and seen(world, foe, mount)
            if now and foe not in near:
                near.append(foe)
                new.append(foe)
            elif not now and foe in near:
                near.remove(foe)
    if tuple(near) != ridden.near:
        world.put(mount, changed(ridden, near=tuple(near)))
    return new
