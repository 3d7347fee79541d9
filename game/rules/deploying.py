"""Deployment by hand: each side moves its units inside its zone until it is ready."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from game.grid.masks import CellSet, cells
from game.kernel.components import FIELD, Carried, Footprint, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.asking import ask, perform
from game.rules.verbs import Question, Verb, by_name
from game.systems.clock import go
from game.systems.field import board_of
from game.systems.movement import place


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
        go(world, "opening")
        return
    side = zones.waiting[0]
    await perform(world, side, "deploy", await ask(world, side, "deploy"))


def question() -> Question:
    """One placement, or ready."""
    return Question(
        name="deploy",
        moment="opening",
        verbs=by_name(
            Verb(name="ready", role="commit", perform=_ready),
            Verb(name="place", group="move", label=_name, key=("unit", "cell"), actions=_placements, perform=_place),
        ),
    )


async def _ready(world: World, side: int, action: Action) -> None:
    zones = world.get(FIELD, Zones)
    world.put(FIELD, Zones(zones.waiting[1:], zones.cells[1:]))


def _name(world: World, side: int, action: Action) -> str:
    return world.get(action.target, Unit).name


async def _place(world: World, side: int, action: Action) -> None:
    place(world, action.target, action.there, "place")


def _placements(world: World, side: int) -> Iterator[Action]:
    grid, zone = board_of(world).grid, int(world.get(FIELD, Zones).cells[0], 16)
    afoot = [row for row in world.each(Unit, Position, Footprint) if not world.has(row[0], Carried)]
    taken: dict[int, CellSet] = {unit: grid.footprint(at.cell, footprint.shape) for unit, _, at, footprint in afoot}
    for unit, entry, _, footprint in afoot:
        if entry.side != side:
            continue
        free = zone & board_of(world).passable & ~board_of(world).deep
        for other, filled in taken.items():
            free &= ~filled if other != unit else ~0
        for cell in cells(free):
            covered = grid.footprint(cell, footprint.shape)
            if covered and covered & free == covered:
                yield Action("place", unit, cell)


def deploying(world: World, zones: dict[int, CellSet]) -> None:
    """Begin deployment by hand: side -> its zone; sides without a zone stay where they are."""
    open_sides = [side for side, _ in world.each(Side) if zones.get(side)]
    world.put(FIELD, Zones(tuple(open_sides), tuple(f"{zones[side]:x}" for side in open_sides)))
