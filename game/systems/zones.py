"""What units threaten: the cells about them that a zone of control covers."""

from __future__ import annotations

from functools import lru_cache

from game.board import LEVEL, Board
from game.grid.grid import CellSet, cells


@lru_cache(maxsize=64)
def open_borders(board: Board, climb: int) -> tuple[CellSet, ...]:
    """By direction: cells whose neighbour is at most `climb` whole levels off and behind no closed edge."""
    grid, ground = board.grid, board.ground
    found = [0] * grid.directions
    for cell in cells(grid.everywhere):
        for d in range(grid.directions):
            there = grid.step(cell, d)
            if there is None or board.walls[d] >> cell & 1:
                continue
            if abs(ground[cell] // LEVEL - ground[there] // LEVEL) <= climb:
                found[d] |= 1 << cell
    return tuple(found)


def around(board: Board, footprint: CellSet, climb: int) -> CellSet:
    """A footprint and the neighbours that nothing separates from it: a zone of one pace."""
    covered = footprint
    for d, border in enumerate(open_borders(board, climb)):
        covered |= board.grid.shift(footprint & border, d)
    return covered
