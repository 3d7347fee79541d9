"""Sight and cover, and what is in range."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from functools import lru_cache

from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, EdgeSet, bits, first, union
from game.grid.masks import cells as each_cell
from game.grid.sight import Grade, Heights, Sight, look, passed
from game.kernel.components import Carried, Footprint
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.poise.position.space import METRIC
from game.rules.poise.sheet import Skill
from game.rules.poise.state import steed_of
from game.systems.field import PLACES, board_of, bodies, carried_by, cells_of
from game.systems.steps import ground


@derived(PLACES)
def sight(world: World, user: int, target: int) -> Sight:
    """What stands between two units (POISE-COVER-1 to 5, 7): clear, cover or unseen, with the witness."""
    # POISE-COVER-3: rider and mount do not cover each other
    apart = {each for unit in (user, target) for each in (unit, steed_of(world, unit), carried_by(world, unit))}
    between = union(filled for other, filled in bodies(world).items() if other not in apart)
    ends = cells_of(world, user), cells_of(world, target)
    return _look(board_of(world), ends, (_body(world, user), _body(world, target)), between, _tops(world))


def _look(
    board: Board, ends: tuple[CellSet, CellSet], heights: tuple[int, int], between: CellSet, tops: Mapping[Cell, int]
) -> Sight:
    """What stands between two bodies of these heights, with others between them; how high what is there reaches."""
    (here, there), (user, target) = ends, heights
    near, near_edges = _one_way(board, here)
    solid, edges = board.obstacles & ~near | between, board.obstacle_edges & ~near_edges
    eyes, aims = _eyes(board, here, user), _eyes(board, there, target)
    high = Heights(eyes=eyes, aims=aims, tops=tops, edge_tops=_edge_tops(board))
    blocks = {"blocks": board.blocks_sight, "obstacles": solid, "edge_blocks": board.opaque, "edge_obstacles": edges}
    return look(board.grid, here, there, **blocks, heights=high)


def grade(world: World, user: int, target: int) -> Grade:
    """The grade alone: mostly there is nothing between the two, or nothing but a body or two, and that goes faster."""
    filled = bodies(world)
    here, there = filled[user], filled[target]
    if here & there:
        return "clear"
    if here & (here - 1) == 0 and there & (there - 1) == 0:
        board = board_of(world)
        cells, edges = _between(board.grid, here, there)
        things, fences = _things(world)
        if not (cells & things or edges & fences):
            return "clear"
        if not (board.blocks_sight or board.opaque or world.each(Carried)):
            heights = _body(world, user), _body(world, target)
            # Only what stands in the line between the centres counts where nothing stops sight.
            line = [(body & cells, _body(world, one)) for one, body in filled.items() if body & cells]
            return _graded(board, (here, there), heights, tuple(line))
    return sight(world, user, target).grade


@lru_cache(maxsize=1 << 14)
def _graded(
    board: Board, ends: tuple[CellSet, CellSet], heights: tuple[int, int], others: tuple[tuple[CellSet, int], ...]
) -> Grade:
    """The same of bodies alone: those of others are told with how high they are."""
    tops = _reaching(board, others)
    return _look(board, ends, heights, union(filled for filled, _ in others), tops).grade


def sees(world: World, user: int, target: int) -> bool:
    """Whether anything is seen of the target: bodies alone hide nobody."""
    board = board_of(world)
    return not (board.blocks_sight or board.opaque) or grade(world, user, target) != "unseen"


@lru_cache(maxsize=1 << 15)
def _between(grid: Grid, here: CellSet, there: CellSet) -> tuple[CellSet, EdgeSet]:
    """The cells and edges that the line between the centres of two cells may meet, these left out."""
    return passed(grid, first(here), first(there))


@derived(PLACES)
def _things(world: World) -> tuple[CellSet, EdgeSet]:
    """All that may give cover or stop sight, bodies among it."""
    board = board_of(world)
    cells = union(bodies(world).values()) | board.obstacles | board.blocks_sight
    return cells, board.obstacle_edges | board.opaque


def _eyes(board: Board, cells: CellSet, height: int) -> dict[Cell, int]:
    """Half a body above the ground of each of its cells; lines are in twelfths, so that half a body is whole."""
    return {cell: 2 * board.ground[cell] + height for cell in each_cell(cells)}


def _body(world: World, unit: int) -> int:
    """Body height in sixths: as many levels as the size, at least half a level."""
    return max(world.get(unit, Footprint).size * LEVEL, LEVEL // 2)


@derived(PLACES)
def _tops(world: World) -> Mapping[Cell, int]:
    """How high whatever stands in each cell reaches, units among it, in twelfths of a level."""
    return _reaching(board_of(world), [(filled, _body(world, unit)) for unit, filled in bodies(world).items()])


def _reaching(board: Board, bodies: Iterable[tuple[CellSet, int]]) -> Mapping[Cell, int]:
    bare = _bare_tops(board)
    found: dict[Cell, int] = {}
    for filled, height in bodies:
        for cell in each_cell(filled):
            found[cell] = max(found.get(cell, bare[cell]), 2 * (board.ground[cell] + height))
    return ChainMap(found, bare)  # a copy of the whole board's would take longer than all looks


@lru_cache(maxsize=32)
def _bare_tops(board: Board) -> dict[Cell, int]:
    return {cell: 2 * top for cell, top in enumerate(board.tops)}


@lru_cache(maxsize=32)
def _edge_tops(board: Board) -> dict[int, int]:
    """How high what stands on each edge reaches, in twelfths of a level."""
    return {edge: 2 * top for edge, top in board.edge_tops.items()}


@lru_cache(maxsize=4096)
def _one_way(board: Board, here: CellSet) -> tuple[CellSet, int]:
    """POISE-COVER-7: the cells and edges beside a user that do not hamper it."""
    grid = board.grid
    edges = bits(grid.edge(cell, d) for cell in each_cell(here) for d in grid.layout.sides)
    return board.one_way & grid.spread(here), board.of_edge(lambda kind: kind.one_way) & edges


def in_range(world: World, user: int, target: int, skill: Skill) -> bool:
    """POISE-HIGH-7 for ranged skills; melee skills also need a level difference within their range."""
    board, there = board_of(world), cells_of(world, target)
    near = board.grid.within(cells_of(world, user), skill.range, METRIC)
    if skill.mode == "melee" and not near & there:
        return False  # most of all pairs: the ground need not be looked at
    if not board.heights:
        return bool(near & there)
    rise = ground(world, user) // LEVEL - ground(world, target) // LEVEL
    if skill.mode == "melee":
        return abs(rise) <= skill.range
    return bool(board.grid.within(cells_of(world, user), skill.range + rise, METRIC) & there)
