"""Whom an attack or spell may be aimed at, what it costs, and why not (AURA-ATK-1, RNG-11, MAGIC-5)."""

from __future__ import annotations

from game.grid.grid import cells as each_cell
from game.grid.masks import CellSet
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.budget import Price, energy_at_hand
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.powers import speed
from game.rules.aura.gear import free_hands
from game.rules.aura.position.lines import bearing
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import at, barring, distances, far, foes, reaches
from game.rules.aura.position.ways import Way, sprint_extra, ways
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import helpless
from game.rules.aura.turns.swift import barred, cannot_attack
from game.rules.aura.verbs.spells import attacks
from game.rules.aura.verbs.steps import neighbours
from game.rules.reasons import Reason
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, shape_of, team


def near_foes(world: World, unit: int) -> list[int]:
    """Enemies within the unit's longest reach: nobody else can be struck."""
    metres, reach = distances(world, unit), longest_reach(world, unit)
    return [foe for foe in foes(world, unit) if metres[foe] <= reach]


def blow_price(world: World, unit: int, target: int, item: str) -> Price:
    """AURA-ATK-1, UNARM-1 and ATK-12: what a blow costs."""
    costs = sheet_of(world).main.costs
    armed = costs.unarmed if item == "unarmed" else costs.melee
    return Price(costs.helpless if helpless(world, target) else armed)


def blow_reasons(world: World, unit: int, target: int, item: str) -> list[Reason]:
    """Why a weapon cannot strike a target: reach, sight, the right to answer."""
    if not reaches(world, unit, target, item):
        return [Reason("reason_reach", "AURA-UNARM-1" if item == "unarmed" else "AURA-ATK-1")]
    found = [] if sees(world, unit, target) else [Reason("reason_unseen", "AURA-COVER-8")]
    if barred(world, unit, target):
        found.append(Reason("reason_barred", "AURA-FLOOR-6"))
    return found


def shot_reasons(world: World, unit: int, target: int, most: int) -> list[Reason]:
    """Why a weapon that carries so far cannot be shot or thrown at a target (AURA-RNG-11, COVER-3)."""
    if far(world, unit, target) > most:
        return [Reason("reason_range", "AURA-RNG-11")]
    if not sees(world, unit, target):
        return [Reason("reason_unseen", "AURA-COVER-3")]
    return [Reason("reason_barred", "AURA-FLOOR-6")] if barred(world, unit, target) else []


def casting_reasons(world: World, unit: int, spell: str, *, gesture: bool) -> list[Reason]:
    """AURA-MAGIC-5 and 6, COND-16: what keeps a unit's arms from a spell."""
    tied = gesture and (not free_hands(world, unit) or holds(world, unit, "restrained"))
    reasons = cannot_attack(world, unit) if attacks(world, spell) else []
    return [*reasons, *([Reason("reason_gesture", "AURA-MAGIC-5")] if tied else [])]


def charge_way(world: World, unit: int, target: int) -> Way | None:
    """The shortest way of a Sprint to a place beside the target; of two as short the right one (AURA-HOUSE-36)."""
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


BEND = 2  # metres that the shortest way with a turn in it takes, without the turn


def run_reasons(world: World, unit: int) -> list[Reason]:
    """AURA-ACT-4, MOVE-17 and COND-16: why a unit cannot run."""
    table = (
        ("prone", "reason_prone", "AURA-MOVE-17"),
        ("kneeling", "reason_kneeling", "AURA-ACT-4"),
        ("restrained", "reason_restrained", "AURA-COND-16"),
        ("bound", "reason_restrained", "AURA-DEF-9"),
    )
    return [Reason(key, rule) for name, key, rule in table if holds(world, unit, name)]


def bound(world: World, unit: int) -> list[Reason]:
    """AURA-DEF-9: why whoever is bound does nothing with its body."""
    return [Reason("reason_restrained", "AURA-DEF-9")] if holds(world, unit, "bound") else []


def metres_at_hand(world: World, unit: int, pace: int) -> int:
    """AURA-ECON-16: as many metres as thirds of the Speed can be paid."""
    return min(pace, max(0, energy_at_hand(world, unit)) * pace // 3)


def shift_price(world: World, unit: int, action: Action) -> Price:
    """AURA-MOVE-1 and ACT-4: doubled on the knees."""
    return Price(sheet_of(world).main.costs.shift * _on_knees(world, unit))


def agile_shift_price(world: World, unit: int, action: Action) -> Price:
    """The same in Agility."""
    return Price(agility=sheet_of(world).main.numbers.shift_agility * _on_knees(world, unit))


def _on_knees(world: World, unit: int) -> int:
    return 2 if holds(world, unit, "kneeling") else 1


def shift_cells(world: World, unit: int) -> CellSet:
    """AURA-MOVE-1: where a Shift may lead."""
    return neighbours(world, unit) & ~barred_cells(world, unit)


def barred_cells(world: World, unit: int) -> CellSet:
    """Anchors that enemies close to a unit."""
    return board_of(world).grid.anchors_touching(barring(world, unit), shape_of(world, unit))
