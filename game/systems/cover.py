"""What one unit sees of another along lines from cell to cell: clear, behind cover, or unseen.

For rulesets without a grading of their own; whoever samples bodies, or looks over things, uses `game.grid.sight`.
"""

from __future__ import annotations

from functools import lru_cache

from game.grid.masks import CellSet
from game.grid.sight import Grade, Sight, look
from game.kernel.ecs import World
from game.map.board import Board
from game.systems.field import board_of, cells_of


def sight(world: World, unit: int, target: int) -> Sight:
    """The best look of the one at the other, with all that is needed to show why."""
    return seen(board_of(world), cells_of(world, unit), cells_of(world, target))


def grade(world: World, unit: int, target: int) -> Grade:
    """How well the one sees the other."""
    return sight(world, unit, target).grade


@lru_cache(maxsize=16384)
def seen(board: Board, viewer: CellSet, target: CellSet) -> Sight:
    """The same between two sets of cells."""
    return look(
        board.grid,
        viewer,
        target,
        blocks=board.blocks_sight,
        obstacles=board.obstacles,
        edge_blocks=board.opaque,
        edge_obstacles=board.obstacle_edges,
    )
