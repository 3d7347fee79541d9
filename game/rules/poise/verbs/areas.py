"""Skills that strike several units at once: everybody around, or a cone (POISE-ATK-2, DEF-12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.board import LEVEL
from game.ecs import World
from game.grid.grid import Cell, CellSet, Grid, cells
from game.rules.poise.position.space import METRIC, distances, ground
from game.rules.poise.sheet import Skill
from game.rules.poise.state import suffers
from game.rules.poise.verbs.targets import usable_on
from game.systems.field import board_of, bodies, cells_of, standing, team

CONE = 60  # degrees


def nearest_first(world: World, user: int, units: Iterable[int]) -> list[int]:
    """POISE-DEF-12: the order in which several targets answer."""
    paces = distances(world, user)
    return sorted(units, key=lambda unit: (paces[unit], unit))


def around(world: World, user: int, skill: Skill) -> list[int]:
    """Whom a skill strikes that goes all around its user; a confused one spares nobody (POISE-COND-9)."""
    own, all_alike = team(world, user), skill.area == "others" or suffers(world, user, "confused")
    found = (
        other
        for other in standing(world)
        if other != user and (all_alike or team(world, other) != own) and usable_on(world, user, skill, other)
    )
    return nearest_first(world, user, found)


def in_cone(world: World, user: int, skill: Skill, aim: Cell) -> list[int]:
    """Everybody else in range and in sight with a cell in the cone toward that cell."""
    covered, filled = cone_cells(world, user, skill, aim), bodies(world)
    found = (
        other
        for other in standing(world)
        if other != user and filled[other] & covered and usable_on(world, user, skill, other)
    )
    return nearest_first(world, user, found)


def cone_cells(world: World, user: int, skill: Skill, aim: Cell) -> CellSet:
    """The cells of the cone toward that cell."""
    return _cones(world, user, skill)[aim] & _in_range(world, user, skill)


def _in_range(world: World, user: int, skill: Skill) -> CellSet:
    """POISE-HIGH-7: the cells that the skill reaches: farther down, less far up."""
    board, own, reached = board_of(world), cells_of(world, user), 0
    height = ground(world, user) // LEVEL
    for sixths, level in board.at_level.items():
        radius = skill.range + height - sixths // LEVEL
        reached |= board.grid.within(own, radius, METRIC) & level
    return reached & ~own


def _cones(world: World, user: int, skill: Skill) -> dict[Cell, CellSet]:
    """Aim -> cells, as far as the skill reaches to the board's lowest ground."""
    board = board_of(world)
    drop = ground(world, user) // LEVEL - min(board.at_level) // LEVEL
    return _all_cones(board.grid, cells_of(world, user), skill.range + drop)


@lru_cache(maxsize=256)
def _all_cones(grid: Grid, footprint: CellSet, radius: int) -> dict[Cell, CellSet]:
    """Aim -> cells, for every cell within the radius."""
    aims = cells(grid.within(footprint, radius, METRIC) & ~footprint)
    return {aim: grid.cone(footprint, aim, CONE, radius, METRIC) for aim in aims}


def aims(world: World, user: int, skill: Skill) -> dict[Cell, list[int]]:
    """One cell to aim at for each different set of units that a cone can strike, at least one enemy among them.

    Of the cells that come to the same, one where somebody struck stands, the nearest to the user.
    """
    return world.derive(("aims", user, skill.title), lambda world: _aims(world, user, skill))


def _aims(world: World, user: int, skill: Skill) -> dict[Cell, list[int]]:
    grid, own, filled = board_of(world).grid, cells_of(world, user), bodies(world)
    side, found = team(world, user), dict[tuple[int, ...], tuple[bool, int, Cell]]()
    for aim in cells(_in_range(world, user, skill)):
        struck = in_cone(world, user, skill, aim)
        if any(team(world, other) != side for other in struck):
            off = not any(filled[other] >> aim & 1 for other in struck)
            rank = (off, grid.distance_sets(own, 1 << aim, METRIC), aim)
            known = found.get(tuple(struck))
            found[tuple(struck)] = rank if known is None else min(known, rank)
    return {rank[2]: list(struck) for struck, rank in found.items()}


def nearest_cell(world: World, user: int, target: int) -> Cell:
    """The cell of a unit that a cone is aimed at."""
    return board_of(world).grid.nearest_cells(cells_of(world, user), cells_of(world, target), METRIC)[1]
