"""Ways through the spaces of enemies, one or several in a row, past allies where it comes so (MOVE-6 to 8)."""

from __future__ import annotations

from heapq import heappop, heappush

from game.grid.grid import Cell, CellSet
from game.grid.paths import Tolls
from game.grid.paths import step_cost as toll
from game.kernel.components import Carried, Position
from game.kernel.ecs import World
from game.rules.vitality.position import ground
from game.rules.vitality.position.sight import on_board
from game.rules.vitality.position.who import foes
from game.rules.vitality.state import KNOWN, still
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, size_of

Way = tuple[Cell, ...]
Past = tuple[int, ...]  # the enemies whose spaces it leads through, in that order


def routes(world: World, unit: int) -> dict[tuple[Cell, Past], Way]:
    """(far side, enemies) -> the spaces on the way, the far side last, as far as the movement pool goes."""
    if still(world, unit) or world.has(unit, Carried):
        return {}
    left = ground.movement(world, unit) // ground.factor(world, unit)
    return world.derive(("passes", unit, left), lambda world: _routes(world, unit, left), KNOWN)


def _routes(world: World, unit: int, left: int) -> dict[tuple[Cell, Past], Way]:
    """One enemy's space is passed from any side; through others besides it only where that is shorter than any walk."""
    found = _through(world, unit, left)
    walked = ground.walkable(world, unit, left)
    kept: dict[tuple[Cell, Past], Way] = {}
    settled = set[Cell]()
    for (cell, past), (cost, way) in sorted(found.items(), key=lambda row: (len(row[0][1]), row[1])):
        nearer = any(level >> cell & 1 for level in walked.levels[: cost + 1])
        if (len(past) == 1 and _alone(world, unit, past[0], way)) or not (nearer or cell in settled):
            kept[cell, past] = way
            settled.add(cell)
    return kept


def _alone(world: World, unit: int, enemy: int, way: Way) -> bool:
    """Whether it leads through that enemy's space and nobody else's."""
    inside = board_of(world).grid.anchors_touching(cells_of(world, enemy), size_of(world, unit))
    return all(inside >> cell & 1 for cell in way[:-1])


def _tolls(world: World, unit: int) -> Tolls:
    """What its steps cost, of those in an enemy's space only that they can be made (COND-12, MOVE-10)."""
    board = board_of(world)
    hard = board.grid.everywhere if ground.drags(world, unit) else ground.slowing(world, unit)
    return ground.tolls(board, size_of(world, unit), hard)


def price(world: World, unit: int, here: Cell, there: Cell, past: Past = ()) -> int | None:
    """Metres of a step, crawling apart, None where there is none; spaces of the enemies `past` are open (MOVE-7)."""
    grid, size = board_of(world).grid, size_of(world, unit)
    spaces = [cells_of(world, enemy) for enemy in past if on_board(world, enemy)]
    closed = ground.barring(world, unit)
    for own in spaces:
        closed &= ~own
    way = next(d for d in range(grid.directions) if grid.step(here, d) == there)
    cost, body = toll(grid, _tolls(world, unit), here, way), grid.footprint(there, size)
    if cost is None or body & closed:
        return None
    return max(cost, ground.DIFFICULT) if any(body & own for own in spaces) else cost


def _bars(world: World, unit: int) -> dict[int, CellSet]:
    """Enemy -> anchors at which the unit would be in its space, of those that must be overcome (MOVE-7)."""
    grid, size = board_of(world).grid, size_of(world, unit)
    return {
        enemy: grid.anchors_touching(cells_of(world, enemy), size)
        for enemy in foes(world, unit)
        if not (ground.shares(world, unit, enemy) or holds(world, enemy, "down") or ground.unknown(world, unit, enemy))
    }


def _through(world: World, unit: int, left: int) -> dict[tuple[Cell, Past], tuple[int, Way]]:
    """Cheapest first: by spaces where it may not stop, out where it may; (cost, way) of each."""
    board, size = board_of(world), size_of(world, unit)
    grid, here = board.grid, world.get(unit, Position).cell
    bars = _bars(world, unit)
    solid = ground.barring(world, unit)
    for enemy in bars:
        solid &= ~cells_of(world, enemy)
    closed = grid.anchors_touching(solid, size) | ground.dreaded(world, unit) | 1 << here
    table, free = _tolls(world, unit), ground.stops(world, unit, unit)
    best: dict[tuple[Cell, int, int], tuple[int, Way, Past]] = {}
    queue: list[tuple[int, Cell, Way, Past]] = [(0, here, (), ())]
    while queue:
        spent, cell, way, past = heappop(queue)
        if cell != here and best[_kind(cell, past)] < (spent, way, past):
            continue
        for d in range(grid.directions):
            there, cost = grid.step(cell, d), toll(grid, table, cell, d)
            if there is None or cost is None or closed >> there & 1:
                continue
            inside = [enemy for enemy, where in bars.items() if where >> there & 1]
            met = (*past, *(enemy for enemy in inside if enemy not in past))
            total = spent + (max(cost, ground.DIFFICULT) if inside else cost)
            ends = not inside and bool(free >> there & 1)
            if total > left or (ends and (not met or there in grid.neighbours(here))):
                continue
            row = (total, (*way, there), met)
            if row < best.get(_kind(there, met), (total + 1, (), ())):
                best[_kind(there, met)] = row
                if not ends:
                    heappush(queue, (total, there, (*way, there), met))
    return {(cell, past): (cost, way) for (cell, _, _), (cost, way, past) in best.items() if past and free >> cell & 1}


def _kind(cell: Cell, past: Past) -> tuple[Cell, int, int]:
    """What the cheapest way is kept for: a single enemy that is passed, or so many of them."""
    return cell, len(past), past[0] if len(past) == 1 else -1
