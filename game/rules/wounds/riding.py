"""Mounts: who may carry whom, control and panic (WOUNDS-MOUNT-1 to 10)."""

from __future__ import annotations

from game.kernel.components import Down, Position, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.wounds.checks import check, judge, ordinary
from game.rules.wounds.effects import inflict
from game.rules.wounds.position import distances, mount_of, mounts
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Body, Ridden, Riding, body, pool, tagged
from game.systems.conditions import holds, lift
from game.systems.field import enemies

_PAIRS = frozenset((Riding, Body))


def carries(world: World, mount: int, rider: int) -> bool:
    """WOUNDS-MOUNT-1: a mount is at least as big as its rider and much more than that is a platform."""
    return tagged(world, mount, "mount") and body(world, mount).size >= body(world, rider).size


def rider_of(world: World, mount: int) -> int | None:
    """Who sits on it."""
    ridden = world.find(mount, Ridden)
    return ridden.rider if ridden is not None else None


def led(world: World, rider: int) -> int | None:
    """The mount that the rider leads: it has one, not a sentient one, and has control (WOUNDS-MOUNT-7, 10)."""
    mount = mount_of(world, rider)
    if mount is None or tagged(world, mount, "sentient") or holds(world, mount, "panicking"):
        return None
    return mount


def own_turn(world: World, mount: int) -> bool:
    """WOUNDS-MOUNT-10: a sentient mount may keep its own turn."""
    return tagged(world, mount, "sentient") and tagged(world, mount, "own_turn")


def standing_in(world: World, unit: int) -> int:
    """WOUNDS-MOUNT-2: the initiative that counts: the worse of rider and mount that share a turn."""
    own = pool(world, unit, "initiative")
    other = partners(world).get(unit)
    return own if other is None else min(own, pool(world, other, "initiative"))


def partner(world: World, unit: int) -> int | None:
    """Who shares the unit's turn."""
    return partners(world).get(unit)


def partners(world: World) -> dict[int, int]:
    """Unit -> who shares its turn, for both of each pair; mostly nobody."""
    return world.derive("partners", _partners, _PAIRS)


def _partners(world: World) -> dict[int, int]:
    found = {}
    for rider, mount in mounts(world).items():
        if not own_turn(world, mount):
            found[rider], found[mount] = mount, rider
    return found


def control_bonus(world: World, rider: int, mount: int, *, calming: bool = False) -> Breakdown:
    """WOUNDS-MOUNT-6 and 8: Prs [Nature/Riding]; calming counts enemies near and tries before."""
    found = check(world, rider, "riding", "Prs", "Nature", "Riding", rule="WOUNDS-MOUNT-6")
    if not calming:
        return found
    numbers, lines = sheet_of(world).numbers, []
    near = sum(distances(world, mount)[foe] <= numbers.calming_yards for foe in enemies(world, rider))
    if near:
        lines.append(add(-near, "enemies near", "WOUNDS-MOUNT-8"))
    tries = min(numbers.calming, world.get(mount, Ridden).calmed)
    if tries:
        lines.append(add(tries, "calming", "WOUNDS-MOUNT-8"))
    return found.plus(*lines)


async def shaken(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-6 and 7: rider or mount was hurt, or came into somebody's reach."""
    mount = mount_of(world, unit) or (unit if world.has(unit, Ridden) else None)
    rider = rider_of(world, mount) if mount is not None else None
    if mount is None or rider is None or world.has(mount, Down) or mount_of(world, rider) is None:
        return
    if tagged(world, mount, "trained") or tagged(world, mount, "sentient") or holds(world, mount, "panicking"):
        return
    result = await ordinary(world, rider, "riding", control_bonus(world, rider, mount), "WOUNDS-MOUNT-6")
    if not judge(world, rider, mount, "riding", result >= body(world, mount).control_tn, "WOUNDS-MOUNT-7"):
        inflict(world, mount, "panicking", "WOUNDS-MOUNT-7", rider)
        world.put(mount, changed(world.get(mount, Ridden), calmed=0))


async def calm(world: World, rider: int) -> None:
    """WOUNDS-MOUNT-8: one try to regain control."""
    mount = world.get(rider, Riding).mount
    ridden = world.get(mount, Ridden)
    bonus = control_bonus(world, rider, mount, calming=True)
    result = await ordinary(world, rider, "riding", bonus, "WOUNDS-MOUNT-8")
    if judge(world, rider, mount, "regain_mount", result >= body(world, mount).control_tn, "WOUNDS-MOUNT-8"):
        lift(world, mount, "panicking", "WOUNDS-MOUNT-8")
    else:
        world.put(mount, changed(ridden, calmed=ridden.calmed + 1))


def stop_calming(world: World, rider: int) -> None:
    """WOUNDS-MOUNT-8: only calming actions on end add up."""
    seat = world.find(rider, Riding)
    ridden = world.find(seat.mount, Ridden) if seat is not None else None
    if seat is not None and ridden is not None and ridden.calmed:
        world.put(seat.mount, changed(ridden, calmed=0))


def on_board(world: World, unit: int) -> bool:
    """Whether the unit is on the board and not out of the fight for good."""
    down = world.find(unit, Down)
    return world.find(unit, Position) is not None and (down is None or down.how == "unconscious")
