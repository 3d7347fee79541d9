"""Actions around mounts: getting on and off, riding, telling the mount to attack, calming it (WOUNDS-MOUNT, ACT-16)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import cells
from game.kernel.components import Down, Pools
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.wounds import fighting, going, hindering
from game.rules.wounds.going import GROUND, go
from game.rules.wounds.handling import hastened
from game.rules.wounds.leaving import part_distant, seat, unseat
from game.rules.wounds.moving import after_step, note_near, put_at
from game.rules.wounds.pools import pay_ap
from game.rules.wounds.position import mount_of, reachable, space, stops
from game.rules.wounds.riding import calm, carries, led, rider_of
from game.rules.wounds.state import (
    STANCE,
    WIELDED,
    Doors,
    Entering,
    Going,
    Grapple,
    Ridden,
    Riding,
    helpless,
    pool,
    tagged,
)
from game.rules.wounds.verbs import Verb, beside, near_cells, option, price_of, toward
from game.rules.wounds.yards import affordable, ap_for, destinations, movable, purse
from game.systems.conditions import holds, lift
from game.systems.field import board_of, size_of, teams


def _mountable(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-16 and MOUNT-1."""
    if world.find(unit, Riding) is not None or holds(world, unit, "prone") or not movable(world, unit):
        return
    for other in beside(world, unit):
        own = teams(world)[other] == teams(world)[unit]
        if own and carries(world, other, unit) and rider_of(world, other) is None and _stands(world, other):
            yield from hastened(world, "mount", other, unit=other)


def _stands(world: World, mount: int) -> bool:
    """WOUNDS-HD-16: nobody gets on a mount that lies on the ground."""
    return not helpless(world, mount) and not holds(world, mount, "prone")


async def _do_mount(world: World, unit: int, key: str) -> None:
    mount = int(key.split(" ")[1])
    for each in (unit, mount):
        lift(world, each, "crouching", "WOUNDS-ACT-16")
    seat(world, unit, mount)
    note_near(world, mount)
    part_distant(world)


def _no_mount(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "prone"):
        return [Reason("reason_prone", "WOUNDS-HD-22")]
    if not movable(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    near = [other for other in beside(world, unit) if tagged(world, other, "mount")]
    if any(not carries(world, other, unit) for other in near):
        return [Reason("reason_size", "WOUNDS-MOUNT-1")]
    return [Reason("reason_no_mount", "WOUNDS-ACT-16")]


def _dismounts(world: World, unit: int) -> Iterator[Option]:
    seat_ = world.find(unit, Riding)
    if seat_ is None or not movable(world, unit):
        return
    board, size = board_of(world), size_of(world, unit)
    grid, own = board.grid, space(world, seat_.mount)
    beside_it = grid.anchors_touching(near_cells(world, own) & ~own, size)
    taken = grid.anchors_touching(own | board.impassable, size)
    for cell in cells(stops(world, unit) & beside_it & ~taken):
        yield from hastened(world, "dismount", grid.name(cell), cell=cell)


async def _do_dismount(world: World, unit: int, key: str) -> None:
    unseat(world, unit, fall=False, rule="WOUNDS-ACT-16")
    put_at(world, unit, board_of(world).grid.parse(key.split(" ")[1]), "walk", 0, "WOUNDS-ACT-16")
    part_distant(world)
    await after_step(world, unit)


def _not_mounted(world: World, unit: int) -> list[Reason]:
    if world.find(unit, Riding) is None:
        return [Reason("reason_not_mounted", "WOUNDS-ACT-16")]
    return [] if movable(world, unit) else [Reason("reason_immobile", "WOUNDS-COND-10")]


def _rides(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-MOUNT-5: where the mount can go."""
    mount = led(world, unit)
    if mount is None:
        return
    yield from toward(world, "ride", destinations(world, mount, affordable(world, mount, purse(world, mount, unit))))


def ride_price(world: World, unit: int, key: str) -> int:
    """WOUNDS-MOUNT-5: what the mount spends, the rider spends."""
    mount = world.get(unit, Riding).mount
    cell = board_of(world).grid.parse(key.split(" ")[1])
    yards = reachable(world, mount, affordable(world, mount, purse(world, mount, unit))).cost(cell)
    return ap_for(world, mount, yards or 0)


async def _do_ride(world: World, unit: int, key: str) -> None:
    mount = world.get(unit, Riding).mount
    cell = board_of(world).grid.parse(key.split(" ")[1])
    ap = ride_price(world, unit, key)
    pay_ap(world, mount, ap, "WOUNDS-MOUNT-5")
    await go(world, mount, cell, ap, "WOUNDS-MOUNT-5")


def _unled(world: World, unit: int) -> list[Reason]:
    mount = mount_of(world, unit)
    if mount is None:
        return []
    if tagged(world, mount, "sentient"):
        return [Reason("reason_sentient", "WOUNDS-MOUNT-10")]
    if holds(world, mount, "panicking"):
        return [Reason("reason_panicking", "WOUNDS-MOUNT-7")]
    return [Reason("reason_no_yards", "WOUNDS-MOVE-10")]


COMMANDS: dict[str, Verb] = {
    **{verb: fighting.VERBS[verb] for verb in (*fighting.ATTACKS, "defend")},
    "dash": going.VERBS["dash"],
    **{verb: hindering.VERBS[verb] for verb in ("escape", "shove", "trip")},
}


def _commands(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-MOUNT-9: a trained mount attacks or acts when it is told to, for its own AP; a pinned one only escapes."""
    mount = led(world, unit)
    if mount is None or not tagged(world, mount, "trained"):
        return
    pinned = holds(world, mount, "pinned")
    for verb, entry in COMMANDS.items():
        if helpless(world, mount) and not (pinned and verb == "escape"):
            continue
        for each in entry.options(world, mount):
            cost = entry.price(world, mount, each.key) if entry.price is not None else price_of(world, verb)
            if cost <= pool(world, mount, "ap"):
                yield option(world, "command", each.key, unit=each.unit)


async def _do_command(world: World, unit: int, key: str) -> None:
    from game.rules.wounds.actions import perform  # a command may be any of them

    await perform(world, world.get(unit, Riding).mount, key.partition(" ")[2])


def _untrained(world: World, unit: int) -> list[Reason]:
    mount = led(world, unit)
    if mount is None:
        return []
    if not tagged(world, mount, "trained"):
        return [Reason("reason_untrained", "WOUNDS-MOUNT-9")]
    return [Reason("reason_out_of_reach", "WOUNDS-HD-9")]


def _calms(world: World, unit: int) -> Iterator[Option]:
    mount = mount_of(world, unit)
    if mount is not None and holds(world, mount, "panicking"):
        yield option(world, "regain_mount")


async def _do_calm(world: World, unit: int, key: str) -> None:
    await calm(world, unit)


def _calm_already(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_panicking", "WOUNDS-MOUNT-8")] if mount_of(world, unit) is not None else []


VERBS: dict[str, Verb] = {
    "ride": Verb(_rides, _do_ride, _unled, ride_price, moves=True, kinds=GROUND),
    "mount": Verb(_mountable, _do_mount, _no_mount, kinds=STANCE | {Ridden, Entering, Doors, Down}),
    "dismount": Verb(_dismounts, _do_dismount, _not_mounted, kinds=STANCE | {Ridden, Entering, Doors}),
    "command": Verb(_commands, _do_command, _untrained, short=True, kinds=WIELDED | {Pools, Ridden, Going, Grapple}),
    "regain_mount": Verb(_calms, _do_calm, _calm_already, kinds=STANCE),
}
