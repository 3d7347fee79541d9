"""Distances, lines of sight, half and full cover, screens of bodies, and leaning (section 7)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from game.board import LEVEL, Board
from game.components import Down, Position
from game.ecs import World
from game.grid.grid import Cell, CellSet, EdgeSet, Metric
from game.grid.grid import cells as each_cell
from game.grid.layout import Layout
from game.grid.masks import Point
from game.grid.rays import ray_between, rays
from game.grid.sight import Grade, Sight, Slope, cells_in, is_stopped, stops
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import BODIES, Body, Hidden, Leaning, Riding, beings, body, has, rank, up
from game.systems.field import FIXED, PLACES, board_of, bodies, cells_of

METRIC: Metric = "chebyshev"  # VITALITY-MOVE-2; hexes know one metric
_SEEING = (*BODIES, Leaning)
_PLAIN = (*PLACES, Body, Leaning)
_FINE = 2  # heights in twelfths of a metre, so that a quarter of a body is whole
_POINT_HEIGHT = LEVEL + LEVEL // 2  # the origin of an area: at the height of a medium body's eyes


class Look(Struct, frozen=True):
    """What lies between a source and a target: the grade, whether a thing gives half cover, and whose body does."""

    grade: str  # none, half, full
    thing: bool = False
    screen: int | None = None
    witness: Sight | None = None

    @property
    def seen(self) -> bool:
        """Not behind full cover."""
        return self.grade != "full"


def height(world: World, unit: int) -> int:
    """Body height in sixths of a metre."""
    return heights(world)[unit]


def heights(world: World) -> dict[int, int]:
    """Unit -> body height in sixths of a metre."""
    return world.derive("heights", lambda w: {u: _height(w, u) for u, _ in w.each(Body)}, (*FIXED, Body))


def _height(world: World, unit: int) -> int:
    return sheet_of(world).main.sizes[body(world, unit).size].height * LEVEL


def span(world: World, unit: int) -> tuple[int, int]:
    """From where to where its body reaches, in sixths of a metre."""
    ground = board_of(world).ground
    low = max(ground[cell] for cell in each_cell(cells_of(world, unit)))
    return low, low + height(world, unit)


def _rise(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Whole metres between two spans, 0 if they overlap."""
    return max(0, one[0] - other[1], other[0] - one[1]) // LEVEL


def distance(world: World, one: int, other: int) -> int:
    """Metres between two units (section 7.1): sideways or up, whichever is more."""
    return world.derive(("distance", one, other), lambda world: _distance(world, one, other), (*PLACES, Body, Leaning))


def _distance(world: World, one: int, other: int) -> int:
    own = cells_of(world, one)
    lean = world.find(one, Leaning)
    if lean is not None:
        own |= 1 << lean.cell  # VITALITY-COVER-8
    flat = board_of(world).grid.distance_sets(own, cells_of(world, other), METRIC)
    return max(flat, _rise(span(world, one), span(world, other)))


def distance_to(world: World, unit: int, cell: Cell) -> int:
    """Metres from a unit to a cell's ground."""
    board = board_of(world)
    own = cells_of(world, unit)
    lean = world.find(unit, Leaning)
    if lean is not None:
        own |= 1 << lean.cell
    flat = board.grid.distance_sets(own, 1 << cell, METRIC)
    ground = board.ground[cell]
    return max(flat, _rise(span(world, unit), (ground, ground + LEVEL)))


def beside(world: World, one: int, other: int) -> bool:
    """VITALITY-ACT-23: within 1 m, and nothing that gives full cover between."""
    return one != other and distance(world, one, other) <= 1 and visible(world, one, other)


# Things in the way


@lru_cache(maxsize=4096)
def _exempt(board: Board, source: CellSet, top: int) -> tuple[CellSet, EdgeSet]:
    """Half cover in or next to the source's own space that is lower than the source does not hamper it."""
    grid = board.grid
    near = grid.spread(source) & board.obstacles & ~board.blocks_sight
    low = sum(1 << cell for cell in each_cell(near) if board.tops[cell] < top)
    edges = 0
    for cell in each_cell(source):
        for d in grid.layout.sides:
            edge = grid.edge(cell, d)
            if board.edge_tops.get(edge, top) < top:
                edges |= 1 << edge
    return low, edges


@lru_cache(maxsize=64)
def _tops(board: Board) -> tuple[dict[Cell, int], dict[int, int]]:
    return (
        {cell: _FINE * board.tops[cell] for cell in each_cell(board.grid.everywhere)},
        {edge: _FINE * top for edge, top in board.edge_tops.items()},
    )


@lru_cache(maxsize=64)
def _samples(layout: Layout) -> tuple[Point, ...]:
    """The centre of a cell, and its corners pulled a tenth toward it."""
    return ((0, 0), *((x * 9 // 10, y * 9 // 10) for x, y in layout.corners))


@lru_cache(maxsize=1 << 17)
def _rays(
    board: Board, source: CellSet, top: int, eye: Cell, sight: int, target: Cell, aim: int, low: int, skip: CellSet
) -> tuple[int, int]:
    """Of the samples of one target cell: how many are seen from this eye, and how many of these without half cover."""
    grid, (tops, edge_tops) = board.grid, _tops(board)
    if eye == target:
        return len(_samples(grid.layout)), len(_samples(grid.layout))
    skip |= 1 << eye | 1 << target
    spared, spared_edges = _exempt(board, source, top)
    full, full_edges = board.blocks_sight, board.opaque
    half, half_edges = (board.obstacles | full) & ~spared, (board.obstacle_edges | full_edges) & ~spared_edges
    seen = clear = 0
    start, middle = grid.centre(eye), grid.centre(target)
    high = Slope(sight, aim, tops, edge_tops, strict=True)
    flat = Slope(sight, low, tops, edge_tops)
    for dx, dy in _samples(grid.layout):
        ray = ray_between(grid, start, (middle[0] + dx, middle[1] + dy), skip=skip)
        if is_stopped(ray, full, full_edges, high):
            continue
        seen += 1
        clear += not is_stopped(ray, half, half_edges, flat)
    return seen, clear


@lru_cache(maxsize=1 << 17)
def _things(
    board: Board, source: CellSet, own: tuple[Cell, ...], top: int, eye_height: int, there: CellSet, tall: int
) -> tuple[int, int, int, Cell]:
    """(seen, clear, samples, eye) of the eye that sees most of a target's cells, which are `tall` sixths high."""
    skip = (source | there) & (board.blocks_sight | board.obstacles)
    ground, points = board.ground, len(_samples(board.grid.layout))
    best = (-1, -1, 0, own[0])
    for eye in own:
        seen = clear = 0
        for cell in each_cell(there):
            aim = _FINE * ground[cell] + tall * _FINE // 2
            low = _FINE * ground[cell] + tall * _FINE // 4
            one = _rays(board, source, top, eye, _FINE * (ground[eye] + eye_height), cell, aim, low, skip)
            seen, clear = seen + one[0], clear + one[1]
        if (seen, clear) > best[:2]:
            best = (seen, clear, points * there.bit_count(), eye)
    return best


# Bodies in the way


def screens(world: World, target: int) -> list[int]:
    """Whose bodies may cover the target (COVER-4, COVER-5, ACT-16)."""
    least, found = rank(world, target), []
    for unit in beings(world):
        size = rank(world, unit)
        if unit == target or size < least or has(world, unit, "prone") or has(world, unit, "down"):
            continue
        if not (size == least and has(world, unit, "taking_cover")):
            found.append(unit)
    return found


def related(world: World, one: int, other: int) -> bool:
    """Host and rider."""
    riding, ridden = world.find(one, Riding), world.find(other, Riding)
    return (riding is not None and riding.host == other) or (ridden is not None and ridden.host == one)


def _screen(world: World, source: CellSet, doer: int | None, eye_height: int, target: int) -> int | None:
    """VITALITY-COVER-4: the body nearest to the target that the line of centres crosses."""
    board, there = board_of(world), cells_of(world, target)
    grid, ground = board.grid, board.ground
    near, far = grid.nearest_cells(source, there, METRIC)
    if near == far:
        return None
    filled = bodies(world)
    found = {}
    for unit in screens(world, target):
        own = filled[unit] & ~source & ~there
        if unit == doer or not own or related(world, unit, target) or (doer is not None and related(world, unit, doer)):
            continue
        found[unit] = own
    if not found:
        return None
    tops: dict[Cell, int] = {}
    every = 0
    for unit, own in found.items():
        every |= own
        top = _FINE * span(world, unit)[1]
        for cell in each_cell(own):
            tops[cell] = max(tops.get(cell, top), top)
    ray = rays(grid, near, far, skip=source | there)[0]
    aim = _FINE * ground[far] + height(world, target) * _FINE // 2
    hits = stops(ray, every, 0, Slope(_FINE * (ground[near] + eye_height), aim, tops, strict=True))
    crossed = cells_in(hits) & every
    between = [unit for unit, own in found.items() if own & crossed]
    return min(between, key=lambda unit: (grid.distance_sets(found[unit], there, METRIC), unit), default=None)


# Looking


def look(world: World, doer: int, target: int, *, origin: Cell | None = None) -> Look:
    """What is between a unit (or an area's origin) and a target (section 7.5)."""
    if doer == target and origin is None:
        return Look("none")
    return world.derive(("look", doer, target, origin), lambda world: _look(world, doer, target, origin), _SEEING)


def visible(world: World, doer: int, target: int) -> bool:
    """Whether full cover does not hide the target from the doer; bodies do not count here."""
    if doer == target:
        return True
    return world.derive(("visible", doer, target), lambda world: _visible(world, doer, target), _PLAIN)


def _visible(world: World, doer: int, target: int) -> bool:
    source, eyes, eye_height, top = _eyes(world, doer, None)
    there = cells_of(world, target)
    if source & there:
        return True
    board = board_of(world)
    if _things(board, source, eyes, top, eye_height, there, height(world, target))[0]:
        return True
    leaning = world.find(target, Leaning)
    return leaning is not None and _leaned(world, source, eyes, top, eye_height, leaning.cell, target)


def _look(world: World, doer: int, target: int, origin: Cell | None) -> Look:
    source, eyes, eye_height, top = _eyes(world, doer, origin)
    there = cells_of(world, target)
    if source & there:
        return Look("none")
    seen, clear, samples, eye = _things(board_of(world), source, eyes, top, eye_height, there, height(world, target))
    leaning = world.find(target, Leaning)
    grade, thing = "none", False
    if not seen:
        if leaning is None or not _leaned(world, source, eyes, top, eye_height, leaning.cell, target):
            return Look("full", witness=_witness(world, eye, target, "unseen"))
        grade, thing = "half", True  # VITALITY-COVER-9
    elif 2 * (samples - clear) >= samples:
        grade, thing = "half", True
    screen = _screen(world, source, None if origin is not None else doer, eye_height, target)
    if screen is not None:
        grade = "half"
    return Look(grade, thing, screen, _witness(world, eye, target, "cover" if grade == "half" else "clear"))


def _eyes(world: World, doer: int, origin: Cell | None) -> tuple[CellSet, tuple[Cell, ...], int, int]:
    """Where the source is, its eyes, and how high they are and it is above its ground."""
    if origin is not None:
        return 1 << origin, (origin,), _POINT_HEIGHT, board_of(world).ground[origin] + _POINT_HEIGHT
    own, tall = cells_of(world, doer), height(world, doer)
    leaning = world.find(doer, Leaning)
    eyes = tuple(each_cell(own))
    if leaning is not None:
        own, eyes = own | 1 << leaning.cell, (*eyes, leaning.cell)
    return own, eyes, tall - LEVEL // 2, span(world, doer)[1]


def _leaned(
    world: World, source: CellSet, eyes: tuple[Cell, ...], top: int, eye_height: int, cell: Cell, target: int
) -> bool:
    """Whether the space a target leans into is seen."""
    board, tall = board_of(world), height(world, target)
    skip = source & (board.blocks_sight | board.obstacles)
    aim, low = _FINE * board.ground[cell] + tall * _FINE // 2, _FINE * board.ground[cell] + tall * _FINE // 4
    ground = board.ground
    return any(
        _rays(board, source, top, eye, _FINE * (ground[eye] + eye_height), cell, aim, low, skip)[0] for eye in eyes
    )


def _witness(world: World, eye: Cell, target: int, grade: Grade) -> Sight:
    board, there = board_of(world), cells_of(world, target)
    far = board.grid.nearest_cells(1 << eye, there, METRIC)[1]
    things = board.blocks_sight | board.obstacles, board.opaque | board.obstacle_edges
    skip = 1 << eye | there
    return Sight(board.grid, grade, eye, far, skip, (board.blocks_sight, board.opaque), things)


def blocked_between(world: World, origin: Cell, cell: Cell) -> bool:
    """Whether nothing of a cell's ground space is seen from another (areas, section 7.7)."""
    return blocked(board_of(world), origin, cell)


@lru_cache(maxsize=1 << 16)
def blocked(board: Board, origin: Cell, cell: Cell) -> bool:
    """The same for a board."""
    if origin == cell:
        return False
    eye, aim = _FINE * (board.ground[origin] + _POINT_HEIGHT), _FINE * (board.ground[cell] + LEVEL)
    return not _rays(board, 1 << origin, 0, origin, eye, cell, aim, aim, 0)[0]


def sees(world: World, watcher: int, unit: int) -> bool:
    """VITALITY-HIDE-1: conscious, not blinded, and a line that full cover does not cut."""
    return up(world, watcher) and not has(world, watcher, "blinded") and visible(world, watcher, unit)


def hidden_from(world: World, unit: int, watcher: int) -> bool:
    """VITALITY-HIDE-8: hiding is a matter between two."""
    hidden = world.find(unit, Hidden)
    return hidden is not None and watcher in hidden.of


def targetable(world: World, doer: int, target: int) -> bool:
    """VITALITY-ATK-10: not hidden from the doer and not fully covered from its side."""
    return not hidden_from(world, target, doer) and visible(world, doer, target)


def area(world: World, origin: Cell, radius: int) -> CellSet:
    """Section 7.7: the cells within a radius that the origin sees."""
    return _area(board_of(world), origin, radius)


@lru_cache(maxsize=4096)
def _area(board: Board, origin: Cell, radius: int) -> CellSet:
    found = 0
    for cell in each_cell(board.grid.disc(origin, radius, METRIC)):
        apart = abs(board.ground[cell] - board.ground[origin]) // LEVEL
        if apart <= radius and not board.impassable >> cell & 1 and not blocked(board, origin, cell):
            found |= 1 << cell
    return found


def on_board(world: World, unit: int) -> bool:
    """Whether the unit stands anywhere."""
    return world.has(unit, Position) and not world.has(unit, Down)
