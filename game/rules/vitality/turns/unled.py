"""Summoned creatures: how they come, and what they do without orders (ACT-32, ROUND-6)."""

from __future__ import annotations

from game.grid.grid import cells
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.vitality.budget import spend
from game.rules.vitality.checks.numbers import basic_movement, reach, weapons_of
from game.rules.vitality.position.ground import destinations, movement
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, targetable
from game.rules.vitality.position.who import charmed_by, up, upright
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import pool, still
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.strike import make_attack, weapon_attack
from game.rules.vitality.verbs.walking import stand_up, walk
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.pools import reset


async def by_itself(world: World, unit: int) -> None:
    """VITALITY-ACT-32: without orders it goes to the nearest enemy and attacks it."""
    known = [f for f in upright(world, unit) if not hidden_from(world, f, unit) and not charmed_by(world, unit, f)]
    if not known:
        return
    if (
        holds(world, unit, "prone")
        and not still(world, unit)
        and movement(world, unit) >= numbers_of(world).stand_metres
    ):
        stand_up(world, unit)
    seen = [foe for foe in known if targetable(world, unit, foe)]
    foe = min(seen or known, key=lambda each: (distance(world, unit, each), pool(world, each, "vitality"), each))
    near = reach(world, unit)
    if distance(world, unit, foe) > near:
        await _approach(world, unit, foe)
    numbers = numbers_of(world)
    if not up(world, unit) or not up(world, foe):
        return
    if distance(world, unit, foe) > near and pool(world, unit, "ap") > numbers.attack_ap:
        spend(world, unit, "VITALITY-ACT-7", ap=numbers.move_ap)
        reset(world, unit, "movement", movement(world, unit) + basic_movement(world, unit).total)
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe) or pool(world, unit, "ap") < numbers.attack_ap:
        return
    weapon = next(
        (w for w in weapons_of(world, unit) if sheet_of(world).weapons[w].melee >= distance(world, unit, foe)), None
    )
    if weapon is not None and targetable(world, unit, foe):
        spend(world, unit, "VITALITY-ACT-1", ap=numbers.attack_ap)
        await make_attack(world, weapon_attack(world, unit, Action(weapon, foe)), foe)
        await holding.happened(world, "attack", unit, foe)


async def _approach(world: World, unit: int, foe: int) -> None:
    grid, goal = board_of(world).grid, cells_of(world, foe)
    now = grid.distance_sets(cells_of(world, unit), goal, METRIC)
    metres = movement(world, unit)
    best = min(
        cells(destinations(world, unit, metres)),
        key=lambda cell: (grid.distance_sets(1 << cell, goal, METRIC), cell),
        default=None,
    )
    if best is not None and grid.distance_sets(1 << best, goal, METRIC) < now:
        await walk(world, unit, best, metres)
