"""A mount out of control runs for the edge of the map (WOUNDS-MOUNT-7, HD-16)."""

from __future__ import annotations

from game.grid.grid import Cell, CellSet, cells
from game.kernel.components import Down, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.rules.wounds.going import go
from game.rules.wounds.leaving import leave_play
from game.rules.wounds.pools import pay_ap
from game.rules.wounds.position import METRIC, reachable, space
from game.rules.wounds.riding import on_board, rider_of
from game.rules.wounds.state import Ridden, Riding, pool
from game.rules.wounds.yards import affordable, ap_for, destinations
from game.systems.conditions import holds
from game.systems.field import board_of, enemies


async def flee(world: World, mount: int) -> None:
    """At the end of the turn it spends all its AP on getting away; from the edge it leaves, with any rider."""
    if not holds(world, mount, "panicking") or not on_board(world, mount) or world.has(mount, Down):
        return
    ap = pool(world, mount, "ap")
    goals = destinations(world, mount, affordable(world, mount, ap))
    here = world.get(mount, Position).cell
    goal = min((here, *cells(goals)), key=lambda cell: _rank(world, mount, cell))
    if goal != here:
        yards = reachable(world, mount, affordable(world, mount, ap)).cost(goal) or 0
        world.emit(Used(mount, "flee", "free", (), goal, "WOUNDS-HD-16"))
        cost = ap_for(world, mount, yards)
        pay_ap(world, mount, cost, "WOUNDS-HD-16")
        await go(world, mount, goal, cost, "WOUNDS-HD-16")
    if not on_board(world, mount) or world.has(mount, Down) or not space(world, mount) & rim(world):
        return
    rider = rider_of(world, mount)
    if rider is not None:
        world.drop(rider, Riding)
        world.drop(mount, Ridden)
        leave_play(world, rider, "fled", None, "WOUNDS-HD-16")
    leave_play(world, mount, "fled", None, "WOUNDS-HD-16")


def _rank(world: World, mount: int, cell: Cell) -> tuple[int, int, int]:
    """Nearest to the edge, then far from enemies."""
    grid = board_of(world).grid
    edge = grid.distance_sets(1 << cell, rim(world), METRIC)
    near = min((grid.distance_sets(1 << cell, space(world, foe), METRIC) for foe in enemies(world, mount)), default=0)
    return edge, -near, cell


def rim(world: World) -> CellSet:
    """The outermost cells that one can stand on."""
    board = board_of(world)
    grid, found = board.grid, 0
    for col in range(grid.width):
        for row in (0, grid.height - 1):
            found |= 1 << grid.at(col, row)
    for row in range(grid.height):
        for col in (0, grid.width - 1):
            found |= 1 << grid.at(col, row)
    return found
