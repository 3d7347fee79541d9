"""Where one can walk and see on a draft: the sets of cells that hang together."""

from __future__ import annotations

from functools import lru_cache

from game.edit.borders import spokes
from game.edit.draft import Draft
from game.grid.cuts import cut_steps
from game.grid.grid import Cell, CellSet, EdgeId, Grid, bits, cells
from game.grid.views import sees
from game.map.board import Board
from game.map.terrain import kinds

_PAIRS = 400
"""Lines of sight that are tried before two regions count as hidden from each other."""


@lru_cache(maxsize=4)
def board_of(draft: Draft) -> Board:
    """The board of a draft, as far as it is sound."""
    return draft.board()


def openable(board: Board) -> int:
    """Edges that are shut, and that somebody may open."""
    edges = kinds().edges
    return bits(each.edge for each in board.edges if edges[each.kind].step == "closed" and edges[each.kind].turns_to)


@lru_cache(maxsize=8)
def ways(board: Board) -> tuple[CellSet, ...]:
    """By direction: the cells that one can leave that way on foot, doors being no hindrance."""
    grid = board.grid
    shut = cut_steps(grid, board.closed & ~openable(board))
    return tuple(grid.everywhere & ~shut[d] for d in range(grid.directions))


def walkable(board: Board, start: CellSet) -> CellSet:
    """All cells that one can walk to from any of some cells, deep water aside."""
    return _flood(board.grid, start & _ground(board), _ground(board), ways(board))


def _ground(board: Board) -> CellSet:
    return board.passable & ~board.deep


def _flood(grid: Grid, start: CellSet, ground: CellSet, leaving: tuple[CellSet, ...]) -> CellSet:
    found, front = start, start
    while front:
        reached = 0
        for d in range(grid.directions):
            reached |= grid.shift(front & leaving[d], d)
        front = reached & ground & ~found
        found |= front
    return found


def pockets(draft: Draft) -> list[CellSet]:
    """The ground in parts that one can walk about in, the biggest first."""
    board = board_of(draft)
    left, found = _ground(board), []
    while left:
        part = _flood(board.grid, left & -left, _ground(board), ways(board))
        found.append(part)
        left &= ~part
    return sorted(found, key=lambda part: (-part.bit_count(), part & -part))


def in_sight(board: Board, here: CellSet, there: CellSet) -> bool:
    """Whether any cell of one set sees any of another, on flat ground; after many tries it counts as unseen."""
    grid = board.grid
    blocks = board.blocks_sight
    clear = tuple(grid.everywhere & ~cut for cut in cut_steps(grid, board.opaque))
    open_air = _flood(grid, there, grid.everywhere & ~blocks | there, clear)
    seen = here & open_air
    if not seen:
        return False
    pairs = sorted(
        ((a, t) for a in _sampled(seen) for t in _sampled(there)),
        key=lambda pair: (grid.distance(pair[0], pair[1], "chebyshev"), pair),
    )
    return any(sees(grid, a, t, blocks, board.opaque) for a, t in pairs[:_PAIRS])


def _sampled(mask: CellSet, most: int = 60) -> list[Cell]:
    members = list(cells(mask))
    return members[:: max(1, len(members) // most)]


def doors_without_walls(draft: Draft) -> list[EdgeId]:
    """Doors, windows and the like with no wall, rock or rim at one of their ends: one simply walks round them."""
    board, found = board_of(draft), []
    for each in board.edges:
        kind = kinds().edges[each.kind]
        opening = kind.turns_to or (kind.step == "closed" and not kind.blocks_sight)
        if opening and not all(_held(board, each.edge, end) for end in board.grid.edge_ends(each.edge)):
            found.append(each.edge)
    return found


@lru_cache(maxsize=4)
def _standing(board: Board) -> frozenset[EdgeId]:
    return frozenset(each.edge for each in board.edges)


def _held(board: Board, edge: EdgeId, end: tuple[int, int]) -> bool:
    grid = board.grid
    standing = _standing(board)
    for other, _ in spokes(grid, end):
        if other != edge and (other in standing or grid.rim >> other & 1):
            return True
    beside = {cell for other, _ in spokes(grid, end) for cell in grid.edge_cells(other) if cell is not None}
    own = {*grid.edge_cells(edge)}
    return any(board.impassable >> cell & 1 for cell in beside - own) or len(beside) < 3
