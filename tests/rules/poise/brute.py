"""Poise's rules of moves, zones and surrounding once more: cell by cell, without any cleverness."""

from __future__ import annotations

import heapq
import math

from msgspec import Struct

from game.grid.grid import Cell, cells
from game.kernel.components import Unit
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.poise.position.space import has_zone
from game.systems.field import board_of, cells_of, size_of, team


class Place(Struct):
    """A unit's surroundings: what bars it, what others fill, and what zones there are."""

    board: Board
    unit: int
    shape: tuple[tuple[int, int], ...]
    start: Cell
    enemies: dict[int, set[Cell]]
    others: set[Cell]
    zones: dict[int, set[Cell]]


def place_of(world: World, unit: int) -> Place:
    board, own = board_of(world), team(world, unit)
    units = [row[0] for row in world.each(Unit)]
    foes = {each: set(cells(cells_of(world, each))) for each in units if team(world, each) != own}
    others = {cell for each in units if each != unit for cell in cells(cells_of(world, each))}
    mine = sorted(cells(cells_of(world, unit)))
    shape = board.grid.shape(size_of(world, unit))
    start = next(cell for cell in mine if fill(board, cell, shape) == set(mine))
    found = Place(board, unit, shape, start, foes, others, {})
    found.zones.update((foe, brute_zone(world, board, foe, filled)) for foe, filled in foes.items())
    return found


def fill(board: Board, anchor: Cell, shape: tuple[tuple[int, int], ...]) -> set[Cell] | None:
    """The cells of a footprint, None if one is off the map."""
    q, r = board.grid.axial(anchor)
    found = {board.grid.at_axial(q + dq, r + dr) for dq, dr in shape}
    return None if None in found else {cell for cell in found if cell is not None}


def crossed(board: Board, cell: Cell, d: int) -> set[int]:
    """The edges a step meets: one, or on squares the four about the corner of a diagonal."""
    grid = board.grid
    if not grid.is_diagonal(d):
        return {grid.edge(cell, d)}
    left, right = (d - 1) % 8, (d + 1) % 8
    found = {grid.edge(cell, left), grid.edge(cell, right)}
    for side, across in ((left, right), (right, left)):
        beside = grid.step(cell, side)
        if beside is not None:
            found.add(grid.edge(beside, across))
    return found


def has_edge(board: Board, filled: set[Cell], d: int, edges: int) -> bool:
    return any(edges >> edge & 1 for cell in filled for edge in crossed(board, cell, d))


def floor_level(board: Board, filled: set[Cell]) -> int:
    return math.floor(max(board.level(cell) for cell in filled))


def whole(board: Board, filled: set[Cell]) -> bool:
    """No closed edge runs through a body."""
    sides = board.grid.layout.sides
    return not any(
        board.grid.step(cell, d) in filled and board.closed >> board.grid.edge(cell, d) & 1
        for cell in filled
        for d in sides
    )


def one_step(place: Place, anchor: Cell, d: int) -> tuple[Cell, int] | None:
    """Where a step leads and what it costs but for the diagonals' surcharge (POISE-MOVE-6, 12, 13; HIGH-2 to 4)."""
    board, grid = place.board, place.board.grid
    here, there = fill(board, anchor, place.shape), grid.step(anchor, d)
    filled = fill(board, there, place.shape) if there is not None else None
    assert here is not None
    if there is None or filled is None or has_edge(board, here, d, board.closed) or not whole(board, filled):
        return None
    barred = {cell for foe in place.enemies.values() for cell in foe} | set(cells(board.impassable))
    swept = set(filled)
    if grid.is_diagonal(d):
        swept |= {found for cell in here for turn in (-1, 1) if (found := grid.step(cell, (d + turn) % 8)) is not None}
    rise = floor_level(board, filled) - floor_level(board, here)
    if swept & barred or rise > 2 or rise < -4:
        return None
    cost = 1 + max(board.extra(cell) for cell in filled - here) + has_edge(board, here, d, board.low)
    return there, cost + (rise if rise > 0 else 1 if rise < -2 else 0)


def search(place: Place, budget: int, shunned: set[Cell] | None = None, parity: int = 0) -> dict[Cell, int]:
    """Cheapest cost of all anchors in reach: over (anchor, parity of diagonals), without any cleverness."""
    queue, seen, best = [(0, place.start, parity)], set[tuple[Cell, int]](), dict[Cell, int]()
    while queue:
        cost, anchor, odd = heapq.heappop(queue)
        if (anchor, odd) in seen:
            continue
        seen.add((anchor, odd))
        best.setdefault(anchor, cost)
        here = fill(place.board, anchor, place.shape)
        if shunned and anchor != place.start and here and here & shunned:
            continue
        for d in range(place.board.grid.directions):
            step = one_step(place, anchor, d)
            diagonal = place.board.grid.is_diagonal(d)
            if step and cost + step[1] + (odd & diagonal) <= budget:
                heapq.heappush(queue, (cost + step[1] + (odd & diagonal), step[0], odd ^ diagonal))
    return best


def ends(place: Place, budget: int, parity: int = 0) -> set[Cell]:
    """Where a move may end (POISE-MOVE-7)."""
    reached = search(place, budget, parity=parity)
    return {cell for cell in reached if not (fill(place.board, cell, place.shape) or set()) & place.others}


def brute_zone(world: World, board: Board, foe: int, filled: set[Cell]) -> set[Cell]:
    """POISE-ZOC-1 and 4, if the unit has a zone at all."""
    if not has_zone(world, foe):
        return set()
    found = set(filled)
    for cell in filled:
        for d in range(board.grid.directions):
            there = board.grid.step(cell, d)
            if there is None or any(board.closed >> edge & 1 for edge in crossed(board, cell, d)):
                continue
            if abs(math.floor(board.level(there)) - floor_level(board, filled)) <= 1:
                found.add(there)
    return found


def brute_surrounded(place: Place) -> bool:
    """POISE-SURR-2 to 8."""
    board, grid = place.board, place.board.grid
    here = fill(board, place.start, place.shape)
    assert here is not None
    held = [foe for foe, zone in place.zones.items() if zone & here]
    if any(opposite(place, here, one, other) for one in held for other in held if one < other):
        return True
    covered = {cell for foe in held for cell in place.zones[foe]}
    beyond = {spot for foe in held for spot in off_zone(board, place.enemies[foe])}
    for d in range(grid.directions):
        there = grid.step(place.start, d)
        if there is None or fill(board, there, place.shape) is None:
            filled = off_step(place, here, d)
        else:
            step = one_step(place, place.start, d)
            filled = None if step is None else {grid.axial(cell) for cell in fill(board, step[0], place.shape) or set()}
        if filled is not None and not filled & ({grid.axial(cell) for cell in covered} | beyond):
            return False
    return bool(held)


def off_zone(board: Board, filled: set[Cell]) -> set[tuple[int, int]]:
    """POISE-SURR-8: places off the map a pace from these cells, past no closed edge."""
    found = set()
    for cell in filled:
        q, r = board.grid.axial(cell)
        for d, (dq, dr) in enumerate(board.grid.layout.steps):
            if not any(board.closed >> edge & 1 for edge in crossed(board, cell, d)):
                found.add((q + dq, r + dr))
    return {spot for spot in found if board.grid.at_axial(*spot) is None}


def off_step(place: Place, here: set[Cell], d: int) -> set[tuple[int, int]] | None:
    """What a step over the open rim would fill; None if something on the map is in its way."""
    board, grid = place.board, place.board.grid
    dq, dr = grid.layout.steps[d]
    filled = {(q + dq, r + dr) for q, r in map(grid.axial, here)}
    kept = {cell for spot in filled if (cell := grid.at_axial(*spot)) is not None}
    barred = {cell for foe in place.enemies.values() for cell in foe} | set(cells(board.impassable))
    swept = set(kept)
    if grid.is_diagonal(d):
        swept |= {found for cell in here for turn in (-1, 1) if (found := grid.step(cell, (d + turn) % 8)) is not None}
    steep = bool(kept) and floor_level(board, kept) - floor_level(board, here) > 2
    if has_edge(board, here, d, board.closed) or not whole(board, kept) or swept & barred or steep:
        return None
    return filled


def opposite(place: Place, here: set[Cell], one: int, other: int) -> bool:
    """POISE-SURR-3: at opposite corners of a square; on hexes in line with the middle of a big unit."""
    grid, pair = place.board.grid, (place.enemies[one], place.enemies[other])
    if grid.kind == "square":
        columns, rows = [grid.xy(cell)[0] for cell in here], [grid.xy(cell)[1] for cell in here]
        left, right, top, bottom = min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1
        spots = [{grid.xy(cell) for cell in foe} for foe in pair]
        ways = (((left, top), (right, bottom)), ((right, top), (left, bottom)))
        return any((a in spots[0] and b in spots[1]) or (b in spots[0] and a in spots[1]) for a, b in ways)
    touching = all(any(grid.distance(a, b, "chebyshev") == 1 for a in here for b in foe) for foe in pair)
    if len(here) == 1 or not touching:
        return False
    (mx, my), (ax, ay), (bx, by) = middle(place, here), middle(place, pair[0]), middle(place, pair[1])
    angle = math.degrees(math.atan2(ay - my, ax - mx) - math.atan2(by - my, bx - mx)) % 360
    return 170 - 1e-9 <= angle <= 190 + 1e-9


def middle(place: Place, filled: set[Cell]) -> tuple[float, float]:
    points = [place.board.grid.centre_px(cell, 1) for cell in filled]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
