"""Ways through the space of one enemy (MOVE-7, MOVE-8)."""

from __future__ import annotations

from game.components import Position
from game.ecs import World
from game.grid.grid import Cell
from game.grid.paths import Tolls
from game.rules.vitality.ground import (
    DIFFICULT,
    barring,
    drags,
    dreaded,
    factor,
    movement,
    shares,
    slowing,
    stops,
    tolls,
    unknown,
)
from game.rules.vitality.ground import one_step as toll
from game.rules.vitality.state import KNOWN, Riding, has, still
from game.rules.vitality.who import foes
from game.systems.field import board_of, cells_of, size_of


def routes(world: World, unit: int) -> dict[tuple[Cell, int], tuple[Cell, ...]]:
    """(far side, enemy) -> the spaces on the way, the far side last, as far as the movement pool goes."""
    if still(world, unit) or world.has(unit, Riding):
        return {}
    left = movement(world, unit) // factor(world, unit)
    return world.derive(("passes", unit, left), lambda world: _routes(world, unit, left), KNOWN)


def _routes(world: World, unit: int, left: int) -> dict[tuple[Cell, int], tuple[Cell, ...]]:
    found: dict[tuple[Cell, int], tuple[Cell, ...]] = {}
    for enemy in foes(world, unit):
        if shares(world, unit, enemy) or has(world, enemy, "down") or unknown(world, unit, enemy):
            continue
        for cell, way in _through(world, unit, enemy, left).items():
            found[cell, enemy] = way
    return found


def _tolls(world: World, unit: int) -> Tolls:
    """What its steps cost, of those in the enemy's space only that they can be made (COND-12, MOVE-10)."""
    board = board_of(world)
    hard = board.grid.everywhere if drags(world, unit) else slowing(world, unit)
    return tolls(board, size_of(world, unit), hard)


def price(world: World, unit: int, enemy: int, here: Cell, there: Cell) -> int:
    """Metres that one step of such a way costs (MOVE-7), crawling apart."""
    grid = board_of(world).grid
    way = next(d for d in range(grid.directions) if grid.step(here, d) == there)
    cost = toll(grid, _tolls(world, unit), here, way) or 1
    within = grid.footprint(there, size_of(world, unit)) & cells_of(world, enemy)
    return max(cost, DIFFICULT) if within else cost


def _through(world: World, unit: int, enemy: int, left: int) -> dict[Cell, tuple[Cell, ...]]:
    """Cheapest first: into the enemy's space, on inside it, out on a side where the unit may stop."""
    board, size = board_of(world), size_of(world, unit)
    grid, here = board.grid, world.get(unit, Position).cell
    inside = grid.anchors_touching(cells_of(world, enemy), size)
    other = grid.anchors_touching(barring(world, unit) & ~cells_of(world, enemy), size) | dreaded(world, unit)
    table, free = _tolls(world, unit), stops(world, unit)
    best: dict[Cell, tuple[int, tuple[Cell, ...]]] = {here: (0, ())}
    found: dict[Cell, tuple[Cell, ...]] = {}
    queue = [here]
    while queue:
        cell = min(queue, key=lambda each: (best[each][0], each))
        queue.remove(cell)
        spent, way = best[cell]
        for d in range(grid.directions):
            there, cost = grid.step(cell, d), toll(grid, table, cell, d)
            if there is None or cost is None or other >> there & 1 or (cell == here and not inside >> there & 1):
                continue
            within = bool(inside >> there & 1)
            price = spent + (max(cost, DIFFICULT) if within else cost)
            if price > left or there == here or best.get(there, (price + 1,))[0] <= price:
                continue
            if not within:
                if free >> there & 1 and there not in grid.neighbours(here):
                    best[there] = (price, (*way, there))
                    found[there] = (*way, there)
                continue
            best[there] = (price, (*way, there))
            queue.append(there)
    return found
