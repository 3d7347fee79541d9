"""Deployment by hand: each side moves its units inside its zone until it is ready."""

from __future__ import annotations

from msgspec import Struct

from game.components import FIELD, Carried, Clock, Footprint, Position, Side, Unit, changed
from game.ecs import World
from game.flow import Option, decide
from game.grid.grid import CellSet, cells
from game.systems.field import board_of
from game.systems.placing import place


class Zones(Struct, frozen=True):
    """On the field: the sides that still deploy, and where each may.

    Sets of cells are written as hexadecimal text: as numbers those of big maps have more digits than Python writes.
    """

    waiting: tuple[int, ...]
    cells: tuple[str, ...]


async def deploy(world: World) -> None:
    """One placement or `ready` of the first side that still deploys; then the clock moves on to the opening."""
    zones = world.get(FIELD, Zones)
    if not zones.waiting:
        world.put(FIELD, changed(world.get(FIELD, Clock), phase="opening"))
        return
    side = zones.waiting[0]
    options = [Option("ready"), *_placements(world, side, int(zones.cells[0], 16))]
    key = await decide(side, "deploy", options)
    if key == "ready":
        world.put(FIELD, Zones(zones.waiting[1:], zones.cells[1:]))
        return
    _, unit, cell = key.split(" ")
    board = board_of(world)
    place(world, int(unit), board.grid.parse(cell), "place")


def _placements(world: World, side: int, zone: CellSet) -> list[Option]:
    board = board_of(world)
    grid, found = board.grid, []
    afoot = [row for row in world.each(Unit, Position, Footprint) if not world.has(row[0], Carried)]
    taken: dict[int, CellSet] = {unit: grid.footprint(at.cell, footprint.shape) for unit, _, at, footprint in afoot}
    for unit, entry, _, footprint in afoot:
        if entry.side != side:
            continue
        free = zone & board.passable & ~board.deep
        for other, filled in taken.items():
            free &= ~filled if other != unit else ~0
        for cell in cells(free):
            covered = grid.footprint(cell, footprint.shape)
            if covered and covered & free == covered:
                found.append(Option(f"place {unit} {grid.name(cell)}", entry.name, cell=cell, unit=unit))
    return found


def deploying(world: World, zones: dict[int, CellSet]) -> None:
    """Begin deployment by hand: side -> its zone; sides without a zone stay where they are."""
    open_sides = [side for side, _ in world.each(Side) if zones.get(side)]
    world.put(FIELD, Zones(tuple(open_sides), tuple(f"{zones[side]:x}" for side in open_sides)))
