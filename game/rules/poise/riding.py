"""Rider and mount: who may mount what, getting up and down, falling off."""

from __future__ import annotations

from game.grid.masks import Cell, CellSet, bits, cells
from game.kernel.components import Carried, Down, Footprint, Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.poise.harm.conditions import inflict, plunge
from game.rules.poise.position.space import distance, stops
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Body, is_animal, steed_of, suffers
from game.systems.field import board_of, carried_by, cells_of, size_of, team
from game.systems.movement import carry, place, put_down
from game.systems.pools import change
from game.systems.steps import borders, level, rooms

_UNSEATING = ("knocked_down", "kneeling")
_STEP = 2  # levels up or down to a cell beside the mount


def mover_of(world: World, unit: int) -> int:
    """POISE-MOUNT-3 and 14: who moves when this unit gives its maneuver for moving: an animal in place of its rider."""
    steed = steed_of(world, unit)
    return steed if steed is not None and is_animal(world, steed) else unit


def mount_bar(world: World, rider: int, steed: int) -> tuple[str, str] | None:
    """Why that mount cannot be mounted now: (key of a title, rule ID); None if it can (POISE-MOUNT-1, 2, 19)."""
    bar = misfit(world, rider, steed)
    if bar is not None:
        return bar
    if carried_by(world, steed) is not None:
        return "reason_mount_taken", "POISE-MOUNT-19"
    if unseating(world, rider) or unseating(world, steed):
        return "reason_mount_down", "POISE-MOUNT-10"
    if distance(world, rider, steed) > 1:
        return "reason_mount_far", "POISE-MOUNT-19"
    return None


def misfit(world: World, rider: int, steed: int) -> tuple[str, str] | None:
    """Why that unit can never sit on that mount, as `mount_bar` (POISE-MOUNT-1, 2)."""
    body = world.get(steed, Body)
    if world.get(rider, Body).minion or body.minion or not body.mount:
        return "reason_mount_minion", "POISE-MOUNT-2"
    if team(world, steed) != team(world, rider):
        return "reason_mount_unwilling", "POISE-MOUNT-2"
    if not body.saddled:
        return "reason_mount_tack", "POISE-MOUNT-2"
    if world.get(steed, Footprint).size <= world.get(rider, Footprint).size:
        return "reason_mount_size", "POISE-MOUNT-1"
    return None


def mount(world: World, rider: int, steed: int) -> None:
    """POISE-MOUNT-19: up; the rider's own momentum waits until it is on foot again (POISE-MOUNT-8, 11)."""
    carry(world, rider, steed)
    place(world, rider, world.get(steed, Position).cell, "mount", rule="POISE-MOUNT-19")


def dismount(world: World, rider: int, cell: Cell) -> None:
    """POISE-MOUNT-11 and 19: down on purpose; its momentum is what it was."""
    put_down(world, rider)
    place(world, rider, cell, "dismount", rule="POISE-MOUNT-11")


def landings(world: World, rider: int) -> CellSet:
    """Free anchors beside the mount, or the nearest free ones when there are none (POISE-MOUNT-10, 19)."""
    board, grid = board_of(world), board_of(world).grid
    steed = steed_of(world, rider)
    assert steed is not None
    own, size = cells_of(world, steed), size_of(world, rider)
    free = stops(world, rider) & rooms(board, size) & ~grid.anchors_touching(own, size)
    here = level(board, own)
    beside = cells(grid.anchors_touching(borders(board, own), size) & free)
    near = bits(cell for cell in beside if abs(level(board, grid.footprint(cell, size)) - here) <= _STEP)
    ring = own
    while not near and grid.spread(ring) != ring:
        ring = grid.spread(ring)
        near = grid.anchors_touching(ring, size) & free
    return near


def unseating(world: World, unit: int) -> bool:
    """Whether nobody stays on that mount, or that rider in the saddle (POISE-MOUNT-10)."""
    return world.has(unit, Down) or any(suffers(world, unit, name) for name in _UNSEATING)


def whole(world: World, unit: int) -> Pools:
    """All that stands between a unit and its defeat: for a rider the mount's momentum, and what it keeps in a fall."""
    pools, steed = world.get(unit, Pools), steed_of(world, unit)
    if steed is None:
        return pools
    return pools.with_("momentum", world.get(steed, Pools)["momentum"] + kept_in_fall(world, unit))


def kept_in_fall(world: World, rider: int) -> int:
    """POISE-MOUNT-10: the momentum that a rider has after a fall."""
    return min(world.get(rider, Pools)["momentum"], sheet_of(world).surroundings.riding.left)


async def unseat(world: World) -> None:
    """POISE-MOUNT-10: whoever kneels, is knocked down or defeated, or sits on such a mount, falls off."""
    for rider, carried in world.each(Carried):
        if unseating(world, rider) or unseating(world, carried.by):
            await fall_off(world, rider, rider, landings(world, rider))


async def fall_off(world: World, rider: int, chooser: int, free: CellSet) -> None:
    """POISE-MOUNT-10: down beside the mount, with at most 4 of the momentum it mounted with."""
    here = world.get(rider, Position).cell
    if free:
        here = (await ask(world, chooser, "landing", [Action("to", cell=cell) for cell in cells(free)])).action.there
    put_down(world, rider)
    place(world, rider, here, "fall", rule="POISE-MOUNT-10")
    own = kept_in_fall(world, rider)
    if own < world.get(rider, Pools)["momentum"]:
        change(world, rider, "momentum", own, "lose", "POISE-MOUNT-10")
    if not own:
        inflict(world, rider, "knocked_down", "POISE-COND-4")
    plunge(world, rider)
