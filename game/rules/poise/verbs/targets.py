"""Whom a skill may be used on, and what that costs; whom it strikes all around, or in a cone (POISE-ATK-2, DEF-12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.grid.grid import Grid
from game.grid.masks import Cell, CellSet, cells
from game.kernel.ecs import World
from game.map.board import LEVEL
from game.rules.poise.checks.numbers import boons, net
from game.rules.poise.harm.pools import payable
from game.rules.poise.house import house
from game.rules.poise.position.sight import in_range, sees
from game.rules.poise.position.space import METRIC, distances
from game.rules.poise.sheet import Skill, sheet_of
from game.rules.poise.state import in_gambit, suffers
from game.systems.field import board_of, bodies, cells_of, standing, strangers_cells, team, teams
from game.systems.steps import ground


def targets(world: World, unit: int, skill: Skill) -> list[int]:
    """Whom the skill may be used on: the right team, in range (POISE-HIGH-7), seen (POISE-COVER-5), payable."""
    side, found = teams(world), []
    # Attacks on the defeated (POISE-DEFEAT-9) are a scenario's choice: they never help to win
    fallen = skill.threat is not None and house(world).strike_fallen
    board, filled = board_of(world), bodies(world)
    near = board.grid.within(filled[unit], skill.range, METRIC)
    near = near if skill.mode == "melee" or not board.heights else board.grid.everywhere
    if skill.target not in ("any_other", "ally_or_self") and not near & strangers_cells(world, side[unit]):
        return []
    for other in filled if fallen else standing(world):
        if not filled[other] & near:
            continue  # most of them: nothing else need be looked at
        ally = side[other] == side[unit]
        wanted = other != unit if skill.target == "any_other" else ally == (skill.target == "ally_or_self")
        if wanted and usable_on(world, unit, skill, other) and payable(world, unit, price(world, unit, skill, other)):
            found.append(other)
    return found


def usable_on(world: World, unit: int, skill: Skill, other: int) -> bool:
    """Range, water (POISE-WATER-4) and sight, whatever the team."""
    if not in_range(world, unit, other, skill) or out_of_water_range(world, unit, skill, other):
        return False
    return sees(world, unit, other)


def out_of_water_range(world: World, unit: int, skill: Skill, other: int) -> bool:
    """POISE-WATER-4: ranged skills carry five paces to whoever swims."""
    if skill.mode not in ("ranged", "thrown") or "water_ok" in skill.tags:
        return False
    if not cells_of(world, other) & board_of(world).deep:
        return False
    near = board_of(world).grid.distance_sets(cells_of(world, unit), cells_of(world, other), "alternating")
    return near > sheet_of(world).numbers.water_range


def price(world: World, unit: int, skill: Skill, other: int) -> dict[str, int]:
    """POISE-BOON-4: skills without a number cost 2 focus more per net bane."""
    if in_gambit(world, unit):
        return {}  # POISE-GAMBIT-2
    cost: dict[str, int] = dict(skill.cost)
    if skill.threat is None and not (skill.gain or skill.shove) and skill.mode == "ranged":
        banes = max(0, -net(world, boons(world, unit, skill, other)))
        cost["focus"] = cost.get("focus", 0) + banes * sheet_of(world).numbers.boon_amount
    return cost


def in_reach(world: World, unit: int, skill: Skill) -> list[int]:
    """POISE-COND-9: everybody else in range that it sees, friend or foe."""
    return [other for other in standing(world) if other != unit and usable_on(world, unit, skill, other)]


def confused_targets(world: World, unit: int, skill: Skill) -> list[int]:
    """Those of them for whom the skill can be paid."""
    return [other for other in in_reach(world, unit, skill) if payable(world, unit, price(world, unit, skill, other))]


CONE = 60  # degrees


def nearest_first(world: World, user: int, units: Iterable[int]) -> list[int]:
    """POISE-DEF-12: the order in which several targets answer."""
    paces = distances(world, user)
    return sorted(units, key=lambda unit: (paces[unit], unit))


def around(world: World, user: int, skill: Skill) -> list[int]:
    """Whom a skill strikes that goes all around its user; a confused one spares nobody (POISE-COND-9)."""
    own, all_alike = team(world, user), skill.area == "others" or suffers(world, user, "confused")
    others = (other for other in standing(world) if other != user and (all_alike or team(world, other) != own))
    return nearest_first(world, user, (other for other in others if usable_on(world, user, skill, other)))


def in_cone(world: World, user: int, skill: Skill, aim: Cell) -> list[int]:
    """Everybody else in range and in sight with a cell in the cone toward that cell."""
    covered, filled = cone_cells(world, user, skill, aim), bodies(world)
    others = (other for other in standing(world) if other != user and filled[other] & covered)
    return nearest_first(world, user, (other for other in others if usable_on(world, user, skill, other)))


def cone_cells(world: World, user: int, skill: Skill, aim: Cell) -> CellSet:
    """The cells of the cone toward that cell, as far as the skill reaches to the board's lowest ground."""
    board = board_of(world)
    drop = ground(world, user) // LEVEL - min(board.at_level) // LEVEL
    cones = _cones(board.grid, cells_of(world, user), skill.range + drop)
    return cones[aim] & _in_range(world, user, skill)


def _in_range(world: World, user: int, skill: Skill) -> CellSet:
    """POISE-HIGH-7: the cells that the skill reaches: farther down, less far up."""
    board, own, reached = board_of(world), cells_of(world, user), 0
    height = ground(world, user) // LEVEL
    for sixths, level in board.at_level.items():
        reached |= board.grid.within(own, skill.range + height - sixths // LEVEL, METRIC) & level
    return reached & ~own


@lru_cache(maxsize=256)
def _cones(grid: Grid, footprint: CellSet, radius: int) -> dict[Cell, CellSet]:
    aims = cells(grid.within(footprint, radius, METRIC) & ~footprint)
    return {aim: grid.cone(footprint, aim, CONE, radius, METRIC) for aim in aims}


def aims(world: World, user: int, skill: Skill) -> dict[Cell, list[int]]:
    """One cell to aim at for each different set of units that a cone can strike, an enemy among them at least: of those
    that come to the same, one where somebody struck stands, the nearest to the user.
    """
    return world.derive(("aims", user, skill.title), lambda world: _aims(world, user, skill))


def _aims(world: World, user: int, skill: Skill) -> dict[Cell, list[int]]:
    grid, own, filled = board_of(world).grid, cells_of(world, user), bodies(world)
    side = team(world, user)
    found: dict[tuple[int, ...], tuple[bool, int, Cell]] = {}
    for aim in cells(_in_range(world, user, skill)):
        struck = in_cone(world, user, skill, aim)
        if any(team(world, other) != side for other in struck):
            off = not any(filled[other] >> aim & 1 for other in struck)
            rank = (off, grid.distance_sets(own, 1 << aim, METRIC), aim)
            known = found.get(tuple(struck))
            found[tuple(struck)] = rank if known is None else min(known, rank)
    return {rank[2]: list(struck) for struck, rank in found.items()}
