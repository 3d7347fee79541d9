"""Ways to cells in reach, and moves that nobody can hinder."""

from __future__ import annotations

from game.grid.masks import Cell, CellSet, cells, union
from game.kernel.components import Carried
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.rules.asking import invite
from game.rules.poise.budget import turn
from game.rules.poise.position.space import other_zones, reachable, stops
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import movable, speed_of
from game.rules.walking import walk
from game.systems.field import board_of, size_of


def dash_points(world: World, unit: int) -> int:
    """POISE-MOVE-2: movement points of a Dash."""
    return sheet_of(world).numbers.dash + speed_of(world, unit).total


def route(world: World, unit: int, budget: int, cell: Cell) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The path taken to a cell in reach, with cumulative costs: around enemy zones where there is such a path."""
    straight = straight_route(world, unit, budget, cell)
    shunned = other_zones(world, unit)
    if not any(shunned >> anchor & 1 for anchor in straight[0][1:-1]):
        return straight  # a search that shuns the zones would find one as cheap
    chosen = reachable(world, unit, budget, shun=True)
    if chosen.everywhere >> cell & 1:
        path = chosen.straightest(cell)
        return path, chosen.costs(path)
    found = reachable(world, unit, budget)
    path = found.path(cell)
    return path, found.costs(path)


def straight_route(world: World, unit: int, budget: int, cell: Cell) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """The cheapest path to a cell in reach, with cumulative costs: for moves that nobody can hinder."""
    found = reachable(world, unit, budget)
    path = found.straightest(cell)
    return path, found.costs(path)


@derived()
def reached(world: World, unit: int, budget: int) -> tuple[CellSet, ...]:
    """By the points it takes, from one on: anchors the unit may end at with that many points."""
    # While a Dash may be made one search serves it, Shift and Sprint: a smaller budget is a shorter run of its levels.
    dashing = 0 if turn(world).maneuver else dash_points(world, unit)
    free = stops(world, unit)
    return tuple(level & free for level in reachable(world, unit, max(budget, dashing)).levels[1 : budget + 1])


def destinations(world: World, unit: int, budget: int) -> list[Cell]:
    """Anchors the unit may end at with that many points, its own left out."""
    return list(cells(union(reached(world, unit, budget))))


def steps_toward(world: World, unit: int, cell: Cell) -> list[Cell]:
    """The anchors that the included step leads to and from which that cell is within a pace."""
    board, found = board_of(world), destinations(world, unit, speed_of(world, unit).total)
    size = size_of(world, unit)
    near = board.grid.spread(1 << cell)
    return [there for there in found if board.grid.footprint(there, size) & near]


async def free_move(world: World, unit: int, paces: int, rule: str) -> None:
    """Up to so many paces at once, which nobody can hinder; the unit may stay."""
    if not movable(world, unit) or world.has(unit, Carried):
        return
    ends = [Action("go", cell=cell) for cell in destinations(world, unit, paces)]
    option = await invite(world, unit, "free_move", ends, rule=rule)
    if option is not None:
        path, costs = straight_route(world, unit, paces, option.action.there)
        await walk(world, unit, path, costs, _unhindered, rule=rule)


async def _unhindered() -> bool:
    return True
