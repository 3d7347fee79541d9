"""Ties between units: riders on hosts, grabs, pins, leans; what must go with them, and what ends them."""

from __future__ import annotations

from game.grid.grid import Cell, CellSet, bits, cells, union
from game.kernel.components import Carried, Conditions, Down, Position, changed
from game.kernel.ecs import World, derived
from game.kernel.events import Judged
from game.rules.vitality.budget import aim_from_here
from game.rules.vitality.position.ground import carries, shares, stops
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import on_board, stand_apart
from game.rules.vitality.state import Leaning, Rider, beings, foes, host_of, is_thing, up
from game.systems.conditions import holds, lift
from game.systems.field import board_of, bodies, cells_of, riders, size_of
from game.systems.movement import carry, place, put_down
from game.systems.steps import borders


def load(world: World, unit: int) -> list[int]:
    """The unit and everybody on it, however many storeys high."""
    return [unit, *(each for rider in riders(world, unit) for each in load(world, rider))]


def get_on(world: World, unit: int, host: int, *, willing: bool = True) -> None:
    """VITALITY-ACT-27: onto another; whether that one lets it stay (ACT-31)."""
    carry(world, unit, host, seated=True)
    world.put(unit, Rider(willing))


def resist(world: World, unit: int) -> None:
    """VITALITY-ACT-31: its host wants it off."""
    world.put(unit, changed(world.get(unit, Rider), willing=False))


def walk_off(world: World, unit: int) -> None:
    """VITALITY-ACT-31: whoever walks gets off; the metre is the first step."""
    if world.has(unit, Carried):
        world.put(unit, changed(world.get(unit, Rider), leaving=True))


def slip(world: World, unit: int) -> None:
    """On nobody any more, without a word."""
    put_down(world, unit)
    world.drop(unit, Rider)


def seats(world: World, rider: int, host: int) -> list[Cell]:
    """VITALITY-ACT-27: anchors at which a rider is wholly within its host, and in nobody else's space; ascending."""
    grid, size = board_of(world).grid, size_of(world, rider)
    own = cells_of(world, host) & ~_others(world, rider, host)
    return [cell for cell in cells(grid.anchors(size) & own) if not grid.footprint(cell, size) & ~own]


def _others(world: World, rider: int, host: int) -> CellSet:
    """The cells of all whose space a rider may not share (MOVE-9); those below it and on it are not among them."""

    def bars(other: int) -> bool:
        if other in (rider, host) or carries(world, other, host) or carries(world, rider, other):
            return False
        return is_thing(world, other) or not shares(world, other, rider)

    return union(there for other, there in bodies(world).items() if bars(other))


def tidy(world: World) -> None:
    """End what has lost its ground: grabs at a distance, riders without a host, pins that were left, leans."""
    for unit, carried, rider in world.each(Carried, Rider):
        _ride(world, unit, carried.by, leaving=rider.leaving)
    for unit, lean in world.each(Leaning):
        if any(cells_of(world, foe) >> lean.cell & 1 for foe in foes(world, unit)):
            unlean(world, unit)
    for unit in bound(world):
        for item in world.get(unit, Conditions).items:
            if item.name == "grabbed" and not _grips(world, item.source, unit):
                lift(world, unit, "grabbed", "VITALITY-COND-12")
            if item.until == "pinned" and (item.source is None or not holds(world, item.source, "pinning")):
                lift(world, unit, item.name, "VITALITY-CINE-17")
        if holds(world, unit, "pinning") and not (up(world, unit) and _pins(world, unit)):
            lift(world, unit, "pinning", "VITALITY-CINE-17")


def _pins(world: World, unit: int) -> bool:
    held = (item for each in beings(world) for item in world.get(each, Conditions).items)
    return any(item.until == "pinned" and item.source == unit for item in held)


def bound(world: World) -> list[int]:
    """Who is held or pinned, or pins others."""
    found = _in_ties(world)
    return [unit for unit in beings(world) if unit in found] if found else []


@derived((Conditions,))
def _in_ties(world: World) -> set[int]:
    ties = ("grabbed", "pinning")
    rows = world.each(Conditions)
    return {unit for unit, now in rows if any(item.name in ties or item.until == "pinned" for item in now.items)}


def _ride(world: World, unit: int, host: int, *, leaving: bool) -> None:
    """VITALITY-ACT-27 and 31: off when the host falls, or when moved out of its spaces; on it, in nobody else's."""
    if not on_board(world, unit):
        slip(world, unit)
    elif world.has(host, Down) or not on_board(world, host) or holds(world, host, "down"):
        get_off(world, unit)
    elif not cells_of(world, unit) & cells_of(world, host):
        slip(world, unit)
    elif leaving:
        return
    elif cells_of(world, unit) & ~cells_of(world, host):
        get_off(world, unit)  # half on its host: it slips off
    elif cells_of(world, unit) & _others(world, unit, host):
        # To the nearest room on its host, for others share the space there now; it slips off if there is none
        there = _nearest(world, world.get(unit, Position).cell, bits(seats(world, unit, host)))
        if there is None:
            get_off(world, unit)
            return
        place(world, unit, there, "place", rule="VITALITY-ACT-27")
        leave_place(world, unit)
        for rider in riders(world, unit):
            _ride(world, rider, unit, leaving=world.get(rider, Rider).leaving)


def get_off(world: World, unit: int, cell: Cell | None = None) -> None:
    """Leave a host, to a free space beside it if one is needed."""
    host = host_of(world, unit)
    slip(world, unit)
    world.emit(Judged(unit, "riding", "off", host, rule="VITALITY-ACT-31"))
    here = world.get(unit, Position).cell
    there = cell if cell is not None else nearest_stop(world, unit, here)
    if there is not None and there != here:
        place(world, unit, there, "place", rule="VITALITY-ACT-31")
        leave_place(world, unit)


def nearest_stop(world: World, unit: int, cell: Cell) -> Cell | None:
    """The free space nearest to a cell."""
    return _nearest(world, cell, stops(world, unit))


def _nearest(world: World, cell: Cell, free: CellSet) -> Cell | None:
    """Of those equally near the ones in a straight line from it, then the lowest."""
    grid, radius = board_of(world).grid, 0
    while free and not (near := free & grid.disc(cell, radius, METRIC)):
        radius += 1
    return min(cells(near), key=lambda each: (grid.distance(cell, each, "manhattan"), each)) if free else None


def landings(world: World, unit: int, host: int, known_to: int | None = None) -> list[Cell]:
    """Free spaces next to a host where a rider can come down, on this side of walls; as far as `known_to` knows."""
    board, own, size = board_of(world), cells_of(world, host), size_of(world, unit)
    beside = board.grid.anchors_touching(borders(board, own) & ~own, size) & ~board.grid.anchors_touching(own, size)
    return list(cells(stops(world, unit, known_to) & beside))


def _grips(world: World, source: int | None, unit: int) -> bool:
    """VITALITY-COND-12: a grab ends when the grabber is down or stunned, or is no longer beside."""
    if source is None or not on_board(world, source) or not up(world, source) or holds(world, source, "stunned"):
        return False
    return stand_apart(world, source, unit) <= 1


def leave_place(world: World, unit: int) -> None:
    """VITALITY-COVER-10 and CINE-17: whoever is somewhere else leans no more and pins nobody."""
    unlean(world, unit)
    lift(world, unit, "pinning", "VITALITY-CINE-17")


def lean(world: World, unit: int, cell: Cell) -> None:
    """VITALITY-COVER-8: out of full cover into a cell."""
    world.put(unit, Leaning(cell))


def draw_back(world: World, unit: int) -> None:
    """No longer, without a word: whoever is down leans nowhere."""
    world.drop(unit, Leaning)


def unlean(world: World, unit: int) -> None:
    """VITALITY-COVER-10: what it holds is aimed from its own space from now on."""
    if world.has(unit, Leaning):
        draw_back(world, unit)
        aim_from_here(world, unit)
        world.emit(Judged(unit, "lean", "back", rule="VITALITY-COVER-10"))
