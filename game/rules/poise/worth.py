"""What the computer player wants more of."""

from __future__ import annotations

from game.components import Conditions, Objectives, Pools, Position, Side, Unit
from game.ecs import World
from game.grid.grid import CellSet
from game.rules.poise.position import METRIC, enemy_zones, surrounded
from game.rules.poise.sheet import EMPTY, Skill, sheet_of
from game.rules.poise.state import skills_of
from game.systems.field import board_of, cells_of, standing, team
from game.systems.lasting import holds

ALIVE = 0.4  # share of a unit's value for standing at all; the rest is its pools
CONDITION = 0.06
HEEDLESS = 0.04
APPROACH = 0.03  # per pace beyond the best range of a unit's attacks
SURPLUS = 0.15  # what a point above its pool's base is worth, against one below
EXPOSED = 0.05


def worth(world: World, side: int) -> float:
    """The team's units against all others, in units of 100 skirmish points, and progress toward objectives."""
    own = world.get(side, Side).team
    total = 0.0
    for unit in standing(world):
        value = _value(world, unit)
        total += value if team(world, unit) == own else -value
        if team(world, unit) == own:
            total -= _distance_to_fight(world, unit) * APPROACH
    return total + _objectives(world, own)


def _value(world: World, unit: int) -> float:
    """What a standing unit is worth: its cost by how much of it is left."""
    pools = world.get(unit, Pools)
    shares = [_share(now, base) for now, base in zip(pools.now, pools.base, strict=True)]
    # Even pools are worth more than one full pool among empty ones: the square root rewards the lowest.
    health: float = sum(share**0.7 for share in shares) / len(shares)
    value = ALIVE + (1 - ALIVE) * health
    value -= CONDITION * sum(holds(world, unit, name) for name in EMPTY.values())
    items = world.get(unit, Conditions)
    value -= HEEDLESS * ("heedless" in items) + HEEDLESS * ("off_balance" in items)
    value += HEEDLESS * ("warded" in items)
    if surrounded(world, unit):
        value -= EXPOSED
    role = world.get(unit, Unit).role
    return value * sheet_of(world).units[world.get(unit, Unit).sheet].cost / 100 * (1.3 if role == "leader" else 1)


def _share(now: int, base: int) -> float:
    """How full a pool is; above its base little more is to be had."""
    return min(now, base) / base + SURPLUS * max(0, now - base) / base if base else 0.0


def _distance_to_fight(world: World, unit: int) -> float:
    """Paces by which the nearest enemy is beyond this unit's longest attack, and a price for shooting when engaged."""
    skill = _longest(world, unit)
    if skill is None:
        return 0.0
    grid, cells = board_of(world).grid, cells_of(world, unit)
    foes = [cells_of(world, other) for other in standing(world) if team(world, other) != team(world, unit)]
    if not foes:
        return 0.0
    near = min(grid.distance_sets(cells, each, METRIC) for each in foes)
    reach = skill.range if skill.mode == "ranged" else 1
    beyond = max(0, near - reach)
    if skill.mode == "ranged" and cells & enemy_zones(world, unit):
        return beyond + 4.0
    return float(beyond)


def _longest(world: World, unit: int) -> Skill | None:
    attacks = [skill for skill in skills_of(world, unit).values() if skill.threat is not None]
    return max(attacks, key=lambda skill: skill.range, default=None)


def _objectives(world: World, own: int) -> float:
    """Progress and nearness to zones that count, for the team and against it."""
    total = 0.0
    for _, entry, goals in world.each(Side, Objectives):
        sign = 1.0 if entry.team == own else -1.0
        for goal in goals.items:
            if goal.amount:
                total += sign * 0.8 * goal.done / goal.amount
            if goal.zone and goal.kind in ("hold_zone", "escape"):
                total += sign * _near_zone(world, entry.team, board_of(world).zone_cells(goal.zone))
    return total


def _near_zone(world: World, own: int, zone: CellSet) -> float:
    """A little for every standing unit in the zone, less with each pace away."""
    grid, total = board_of(world).grid, 0.0
    for unit in standing(world):
        if team(world, unit) == own and zone and world.find(unit, Position) is not None:
            total -= 0.008 * grid.distance_sets(cells_of(world, unit), zone, METRIC)
            total += 0.05 * bool(cells_of(world, unit) & zone)
    return total
