"""Whom an attack or spell may be aimed at, what it costs, and why not (AURA-ATK-1, RNG-11, MAGIC-5)."""

from __future__ import annotations

from game.grid.grid import cells as each_cell
from game.kernel.components import Pools
from game.kernel.ecs import World
from game.rules.aura.budget import Price, unaffordable
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.powers import speed
from game.rules.aura.gear.held import free_hands
from game.rules.aura.position.lines import bearing
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import at, distances, far, foes, reaches
from game.rules.aura.position.ways import Way, sprint_extra, ways
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import helpless
from game.rules.aura.turns.swift import barred, cannot_attack
from game.rules.aura.verbs.spells import attacks
from game.rules.offering import Reason
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, shape_of, team


def near_foes(world: World, unit: int) -> list[int]:
    """Enemies within the unit's longest reach: nobody else can be struck."""
    metres, reach = distances(world, unit), longest_reach(world, unit)
    return [foe for foe in foes(world, unit) if metres[foe] <= reach]


def blow_price(world: World, unit: int, target: int, item: str) -> Price:
    """AURA-ATK-1, UNARM-1 and ATK-12: what a blow costs."""
    costs = sheet_of(world).main.costs
    if helpless(world, target):
        return Price(costs.helpless)
    return Price(costs.unarmed if item == "unarmed" else costs.melee)


def blow_reasons(world: World, unit: int, target: int, item: str) -> list[Reason]:
    """Why a weapon cannot strike a target: reach, sight, the right to answer, price."""
    if not reaches(world, unit, target, item):
        return [Reason("reason_reach", "AURA-UNARM-1" if item == "unarmed" else "AURA-ATK-1")]
    found = [] if sees(world, unit, target) else [Reason("reason_unseen", "AURA-COVER-8")]
    if barred(world, unit, target):
        found.append(Reason("reason_barred", "AURA-FLOOR-6"))
    return found + unaffordable(world, unit, blow_price(world, unit, target, item))


def shot_reasons(world: World, unit: int, target: int, most: int) -> list[Reason]:
    """Why a weapon that carries so far cannot be shot or thrown at a target (AURA-RNG-11, COVER-3)."""
    if far(world, unit, target) > most:
        return [Reason("reason_range", "AURA-RNG-11")]
    if not sees(world, unit, target):
        return [Reason("reason_unseen", "AURA-COVER-3")]
    return [Reason("reason_barred", "AURA-FLOOR-6")] if barred(world, unit, target) else []


def casting_reasons(world: World, unit: int, spell: str, *, gesture: bool) -> list[Reason]:
    """AURA-MAGIC-5 and 6, COND-16: what keeps a unit's arms from a spell."""
    reasons = cannot_attack(world, unit) if attacks(world, spell) else []
    if gesture and (not free_hands(world, unit) or holds(world, unit, "restrained")):
        reasons.append(Reason("reason_gesture", "AURA-MAGIC-5"))
    return reasons


def charge_way(world: World, unit: int, target: int) -> Way | None:
    """The shortest way of a Sprint to a place beside the target."""
    grid, size = board_of(world).grid, shape_of(world, unit)
    found = ways(world, unit, speed(world, unit).total + sprint_extra(world, unit))
    beside = grid.anchors_touching(grid.spread(cells_of(world, target)), size)
    fit, here, goal = [cell for cell in each_cell(beside) if cell in found], at(world, unit), at(world, target)
    best = min(fit, key=lambda cell: (found[cell][1][-1], bearing(grid, here, goal, cell)), default=None)
    return None if best is None else found[best]


def friends(world: World, unit: int) -> list[int]:
    """A unit and its allies on the board, the unconscious among them."""
    own = team(world, unit)
    return [other for other in bodies(world) if team(world, other) == own]


def _hurt(world: World, unit: int) -> bool:
    pools = world.get(unit, Pools)
    return pools["aura"] < pools.base_of("aura")
