"""Line of sight and the four grades of cover, sampled exactly (WOUNDS-COVER-1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from game.grid.clip import meets
from game.grid.grid import Cell, CellSet, Grid, Point, bits, cells, first, union
from game.grid.layout import UNIT, Layout, Offset
from game.grid.rays import Ray, centre_track, moved, ray_between
from game.grid.sight import Sight, is_stopped, look
from game.kernel.components import Conditions
from game.kernel.ecs import World, derived
from game.map.board import Board
from game.rules.wounds.position.ground import LOW, level
from game.rules.wounds.state import Body, body
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies

UNSEEN = 5  # a grade beyond 9/10: no line at all
LABELS = ("", "1/4 cover", "1/2 cover", "3/4 cover", "9/10 cover")
KINDS = PLACES | {Body}


class Line(Struct, frozen=True):
    """What stands between two units. `eyes` holds for each cell of the viewer the grade of what is tall, and of what is
    low; `grade` is that of a standing target from the best of them."""

    grade: int
    eyes: tuple[tuple[Cell, int, int], ...]

    def behind(self, lower: int) -> int:
        """WOUNDS-COVER-3: the grade for a target that crouches (1) or lies (2) behind low things."""
        return min(max(tall, min(4, low + lower) if low else 0) for _, tall, low in self.eyes)


CLEAR = Line(0, ((0, 0, 0),))


@derived(KINDS)
def line(world: World, viewer: int, target: int) -> Line:
    """The line between two units, whatever the target's posture."""
    board, here, there = board_of(world), bodies(world)[viewer], bodies(world)[target]
    if here & there:
        return CLEAR
    near, (slim, wide) = _tube(board.grid, here, there), _crowd(world)
    narrow = not (here & (here - 1) or there & (there - 1))
    # What fills one cell hides less than half of another cell that it does not hide the middle of.
    through = _middle(board.grid, here, there) if narrow else near
    crowd: tuple[tuple[CellSet, int], ...] = ()
    if through & slim & ~(here | there) or near & wide:
        bulks = _between(world, viewer, target, near)
        crowd = tuple([bulk for bulk in bulks if bulk[0] & through or bulk[0] & (bulk[0] - 1)])
    if not near & (board.blocks_sight | board.obstacles | _edge_cells(board)):
        return _screened(board.grid, here, there, crowd) if crowd else CLEAR
    return _looked(board, here, there, crowd)


def visible(world: World, viewer: int, target: int) -> bool:
    """Whether anything of the target can be seen: creatures in between give cover, but hide nobody altogether."""
    filled = bodies(world)
    return open_line(board_of(world), filled[viewer], filled[target])


@lru_cache(maxsize=131072)
def open_line(board: Board, here: CellSet, there: CellSet) -> bool:
    """Whether anything of one set of cells can be seen from another."""
    if here & there:
        return True
    edges = board.opaque & ~board.rim_walls
    if not board.blocks_sight and not edges:
        return True
    # The middle comes first, and mostly settles it.
    rays = (ray for eye in cells(here) for ray in _rays(board.grid, eye, here, there))
    return any(not is_stopped(ray, board.blocks_sight, edges) for ray in rays)


def cover(world: World, viewer: int, target: int) -> int:
    """The grade of cover, 0 to 4, with the target's posture; 5 when it cannot be seen at all."""
    found = line(world, viewer, target)
    if found.grade == UNSEEN:
        return UNSEEN
    low = 2 if holds(world, target, "prone") else int("crouching" in world.get(target, Conditions))
    return found.behind(low) if low else found.grade


@derived(PLACES)
def _crowd(world: World) -> tuple[CellSet, CellSet]:
    """The cells of all who fill one cell, and those of all who fill more."""
    filled = bodies(world).values()
    return union(each for each in filled if not each & (each - 1)), union(each for each in filled if each & (each - 1))


def _between(world: World, viewer: int, target: int, near: CellSet) -> tuple[tuple[CellSet, int], ...]:
    """Other creatures there that are big enough to hide behind, with the grade they give."""
    size, filled = body(world, target).size, bodies(world)
    ends = filled[viewer] | filled[target]
    others = [(other, there) for other, there in filled.items() if there & near and not there & ends]
    bulks = [(there, body(world, other).size - size) for other, there in others]
    return tuple((there, 2 if bigger >= 4 else 1) for there, bigger in bulks if bigger >= -3)


@lru_cache(maxsize=65536)
def _looked(board: Board, here: CellSet, there: CellSet, crowd: tuple[tuple[CellSet, int], ...]) -> Line:
    eyes = tuple((eye, *_from_eye(board, eye, here, there, crowd)) for eye in cells(here))
    return Line(min(max(tall, low) for _, tall, low in eyes), eyes)


@lru_cache(maxsize=65536)
def _screened(grid: Grid, here: CellSet, there: CellSet, crowd: tuple[tuple[CellSet, int], ...]) -> Line:
    """The line where only creatures stand in between: what hides them can be told without the rays' tracks."""
    grades = [max([grade for mask, grade in crowd if _hides(grid, eye, there, mask)], default=0) for eye in cells(here)]
    eyes = tuple((eye, grade, 0) for eye, grade in zip(cells(here), grades, strict=True))
    return Line(min(grades), eyes)


def _hides(grid: Grid, eye: Cell, there: CellSet, mask: CellSet) -> bool:
    """Whether half of the rays from the middle of a cell meet any of these cells, none of which is at their ends."""
    q, r = grid.axial(eye)
    others = tuple([(x - q, y - r) for x, y in map(grid.axial, cells(mask))])
    met = sum([_met(grid.layout, (x - q, y - r), others) for x, y in map(grid.axial, cells(there))])
    return 2 * met >= there.bit_count() * len(_offsets(grid.kind, grid.layout.corners))


@lru_cache(maxsize=1 << 15)
def _met(layout: Layout, cell: Offset, others: tuple[Offset, ...]) -> int:
    """How many of the rays from the middle of the cell (0, 0) to the samples of a cell meet any of these others."""
    x, y = cell[0] * UNIT, cell[1] * UNIT
    ends = [(x + dx, y + dy) for dx, dy in _offsets(layout.kind, layout.corners)]
    return sum(any(meets(layout, (0, 0), end, other) for other in others) for end in ends)


@lru_cache(maxsize=16384)
def _tube(grid: Grid, here: CellSet, there: CellSet) -> CellSet:
    """All cells that a ray between the two may touch, and a little more."""
    found, layout, stride = here | there, grid.layout, grid.stride
    for a in cells(here):
        q, r = grid.axial(a)
        for b in cells(there):
            x, y = grid.axial(b)
            track = centre_track(layout, stride, x - q, y - r)
            found |= moved(track.cells, a + track.low)
    return grid.spread(found & grid.everywhere)


@lru_cache(maxsize=1 << 15)
def _middle(grid: Grid, here: CellSet, there: CellSet) -> CellSet:
    """The cells that the line between two cells' middles comes by."""
    a, (q, r), (x, y) = first(here), grid.axial(first(here)), grid.axial(first(there))
    track = centre_track(grid.layout, grid.stride, x - q, y - r)
    return moved(track.cells, a + track.low) & ~(here | there)


@lru_cache(maxsize=64)
def _edge_cells(board: Board) -> CellSet:
    """The cells beside edges that matter for lines."""
    edges = cells((board.obstacle_edges | board.opaque) & ~board.rim_walls)
    return bits(cell for edge in edges for cell in board.grid.edge_cells(edge) if cell is not None)


@lru_cache(maxsize=4)
def _offsets(kind: str, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Where a target cell is aimed at: nine points of a square, seven of a hex."""
    if kind == "square":
        third = UNIT // 3
        return ((0, 0), *((x, y) for y in (-third, 0, third) for x in (-third, 0, third) if (x, y) != (0, 0)))
    return ((0, 0), *((x // 2, y // 2) for x, y in corners))


def _rays(grid: Grid, eye: Cell, here: CellSet, there: CellSet) -> Iterator[Ray]:
    """The rays from the middle of a cell to all samples of the target."""
    start, skip = grid.centre(eye), here | there
    for cell in cells(there):
        x, y = grid.centre(cell)
        for dx, dy in _offsets(grid.kind, grid.layout.corners):
            yield ray_between(grid, start, (x + dx, y + dy), skip=skip)


def _from_eye(
    board: Board, eye: Cell, here: CellSet, there: CellSet, crowd: tuple[tuple[CellSet, int], ...]
) -> tuple[int, int]:
    """The grade of what is tall and of what is low, seen from one cell."""
    rays = list(_rays(board.grid, eye, here, there))
    free = [ray for ray in rays if not is_stopped(ray, board.blocks_sight, board.opaque)]
    if not free:
        return UNSEEN, 0
    stopped = 1000 * (len(rays) - len(free))
    tall = sum(stopped >= limit * len(rays) for limit in (125, 375, 625, 850))  # in whole numbers
    for mask, grade in crowd:
        if 2 * sum(bool(ray.cells & mask) for ray in rays) >= len(rays):
            tall = max(tall, grade)
    features = _partial(board, here, there, free)
    tall = max([tall, *(grade for grade, is_low in features if not is_low)])
    return tall, max((grade for grade, is_low in features if is_low), default=0)


def _partial(board: Board, here: CellSet, there: CellSet, free: list[Ray]) -> list[tuple[int, bool]]:
    """WOUNDS-COVER-2: things beside the target that hide part of it; what only the viewer stands beside does not."""
    grid, beside = board.grid, board.grid.spread(there)
    found: list[tuple[int, bool]] = []
    drop = max(level(board, cell) for cell in cells(here)) - max(level(board, cell) for cell in cells(there))
    for cell in cells(board.obstacles & ~board.blocks_sight & beside & ~there & ~here):
        if 2 * sum(ray.cells >> cell & 1 for ray in free) >= len(free):
            kind = board.prop(cell)
            thing = kind if kind is not None and kind.obstacle else board.terrain(cell)
            found.append(_grade_of(grid, thing.protect, thing.tags, thing.height, drop, here, 1 << cell))
    for edge in cells(board.obstacle_edges & ~board.opaque):
        ends = [cell for cell in grid.edge_cells(edge) if cell is not None]
        wall = board.edge_kind(edge) if any(there >> cell & 1 for cell in ends) else None
        if wall is not None and 2 * sum(ray.edges >> edge & 1 for ray in free) >= len(free):
            # The edge is as far off as the cell of the target that it bounds, from whichever side one looks.
            found.append(_grade_of(grid, wall.protect, wall.tags, wall.height, drop, here, bits(ends) & there))
    return [each for each in found if each[0]]


def _grade_of(
    grid: Grid, protect: int, tags: tuple[str, ...], tall: float, drop: int, here: CellSet, place: CellSet
) -> tuple[int, bool]:
    """Grade and lowness of one thing; who looks down steeply enough sees over what is low."""
    low = tall <= LOW
    if low and drop > 0 and drop >= grid.distance_sets(here, place, "alternating") - 1:
        return 0, True
    if "hedge" in tags:
        return 1, low
    return sum(protect >= least for least in (25, 50, 75, 90)), low


def witness(world: World, viewer: int, target: int) -> Sight:
    """The same line as rays, for the screen."""
    board, filled = board_of(world), bodies(world)
    return look(
        board.grid, filled[viewer], filled[target], blocks=board.blocks_sight,
        obstacles=board.obstacles | union(mask for mask, _ in _between(world, viewer, target, board.grid.everywhere)),
        edge_blocks=board.opaque, edge_obstacles=board.obstacle_edges,
    )  # fmt: skip
