"""Where a unit can go and stay."""

from __future__ import annotations

from game.grid.grid import Cell, CellSet, cells
from game.grid.paths import Reach, reach
from game.kernel.components import Carried, Conditions, Position
from game.kernel.ecs import World
from game.rules.wounds.position.element import gait
from game.rules.wounds.position.ground import astride, scaled, tolls
from game.rules.wounds.position.space import METRIC, seated, sharing, tiny
from game.rules.wounds.state import Body, Entering, Going
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies, size_of, teams

WAYS = PLACES | {Conditions, Body, Entering}


def lie_of_the_land(world: World) -> object:
    """Something that is another, by `is`, as soon as anything changes that ways hang on."""
    return world.derive("lie of the land", lambda _: [], WAYS)


def blocked(world: World, unit: int) -> tuple[CellSet, CellSet, CellSet]:
    """Cells of others that a unit cannot enter, those it walks through at twice the cost (section 7.3), and those that
    it may enter, within which it pays twice (WOUNDS-ACT-14).
    """
    own, hard, slow, within = teams(world)[unit], 0, 0, 0
    entering, shared = allowed_spaces(world, unit), sharing(world, unit)
    for other, there in bodies(world).items():
        if other == unit or seated(world, unit, other) or world.find(other, Carried) is not None:
            continue
        if other in shared or (other not in entering and teams(world)[other] == own):
            slow |= there  # WOUNDS-ACT-14: within a shared space; friends are walked through
        elif other in entering:
            within |= there
        elif not tiny(world, unit, other):
            hard |= there
    return hard, slow, within


def allowed_spaces(world: World, unit: int) -> tuple[int, ...]:
    """Whose spaces the unit may share now: those it has entered, or may enter this turn (WOUNDS-ACT-13)."""
    found, known = world.find(unit, Entering), teams(world)
    entered = [other for other in sharing(world, unit) if known[other] != known[unit]]
    return (*(found.spaces if found else ()), *entered)


def reachable(world: World, unit: int, budget: int) -> Reach:
    """Where that many yards lead, by the unit's anchor."""
    parity = world.get(unit, Going).diagonals % 2
    key = ("reach", unit, budget, parity)
    return world.derive(key, lambda world: _reach(world, unit, budget, parity), WAYS)


def _reach(world: World, unit: int, budget: int, parity: int) -> Reach:
    board, size = board_of(world), size_of(world, unit)
    grid, mode = board.grid, gait(world, unit)
    hard, slow, within = (grid.anchors_touching(taken, size) for taken in blocked(world, unit))
    low = holds(world, unit, "prone") or holds(world, unit, "crouching")
    table = scaled(board, tolls(world, size, mode), 2 if low else 1, slow, within)
    barred = hard | astride(board, size)
    here = world.get(unit, Position).cell
    ends, barred = (
        grid.everywhere if mode == "hang" else 0,
        barred & ~(1 << here),
    )  # from a ledge one has to be up first
    return reach(grid, table, here, budget, diagonals="doubling", blocked=barred, stop=ends, parity=parity)


def stops(world: World, unit: int) -> CellSet:
    """Anchors at which the unit may stay: a cell holds one creature, but for entered spaces and tiny pairs."""
    grid, size = board_of(world).grid, size_of(world, unit)
    entering, filled, shared = allowed_spaces(world, unit), 0, 0
    for other, there in bodies(world).items():
        if other == unit or seated(world, unit, other) or other in entering:
            continue
        if tiny(world, unit, other) and not there & shared:
            shared |= there
            continue
        filled |= there
    return grid.anchors(size) & ~grid.anchors_touching(filled, size) & ~astride(board_of(world), size)


def free_near(world: World, unit: int, wanted: Cell) -> Cell | None:
    """The free anchor nearest to a cell, the lowest of equals (WOUNDS-HD-16, HD-33)."""
    board, size = board_of(world), size_of(world, unit)
    free = stops(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    near = sorted((board.grid.distance(wanted, cell, METRIC), cell) for cell in cells(free))
    return near[0][1] if near else None
