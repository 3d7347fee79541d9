"""Who can run, how far it can pay for, and what a Shift costs (AURA-MOVE-1 to 4)."""

from __future__ import annotations

from game.grid.masks import CellSet
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.budget import Price, energy_at_hand
from game.rules.aura.position.space import barring
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.verbs.steps import neighbours
from game.rules.offering import Reason
from game.systems.conditions import holds
from game.systems.field import board_of, shape_of

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
