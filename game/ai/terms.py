"""What a profile may weigh beside the ruleset's worth: plain measures that any ruleset has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from game.ai.knowing import NOBODY, Units
from game.grid.grid import Cell
from game.kernel.components import FIELD, Conditions, Down, Field, Pools, Position, Unit
from game.kernel.ecs import World
from game.skirmish.record import team_of

# Terms of the judgement that a level may count more or less
COUNTED = (
    "danger",
    "peril",
    "engaged",
    "company",
    "approach",
    "seek",
    "objective",
    "next",
    "move",
    "arms",
    "guard",
    "felled",
    "lead",
    "leader",
)

Term: TypeAlias = "Callable[[World, int, int, Units], float]"


def measure(term: Term, world: World, who: int, team: int, unseen: Units = NOBODY) -> float:
    """The term for the unit `who` of that team, in the world as it is; where the `unseen` are does not count."""
    return term(world, who, team, unseen)


def beside(world: World, unit: int, values: Mapping[str, float], short: Mapping[str, tuple[int, float]]) -> float:
    """What its pools, each point of them, and its conditions, each level of them, count for whoever values them so.

    And what each point counts by which a pool is `short` of so many.
    """
    pools, held = world.find(unit, Pools), world.find(unit, Conditions)
    points = dict(zip(pools.names, pools.now, strict=True)) if pools is not None else {}
    levels = [(item.name, item.level) for item in held.items] if held is not None else ()
    counted: Iterable[float] = (amount * values.get(name, 0.0) for name, amount in (*points.items(), *levels))
    missing: Iterable[float] = (
        each * max(0, enough - points[name]) for name, (enough, each) in short.items() if name in points
    )
    return sum(counted) + sum(missing)


def _health(world: World, units: Iterable[int]) -> float:
    """Each unit's pools as a share of their base, added up; who is out of the fight counts nothing."""
    total = 0.0
    for unit in units:
        pools = world.find(unit, Pools)
        if pools is not None and not world.has(unit, Down):
            base = sum(pools.base)
            total += sum(pools.now) / base if base else 0.0
    return total


def _units(world: World, team: int, *, own: bool) -> list[int]:
    return [unit for unit, _ in world.each(Unit) if (team_of(world, unit) == team) == own]


def _cells(world: World, units: Iterable[int]) -> list[Cell]:
    found = [world.find(unit, Position) for unit in units if not world.has(unit, Down)]
    return [position.cell for position in found if position is not None]


def _gap(world: World, who: int, others: list[Cell]) -> float:
    """Cells from the unit to the nearest of the others; 0 when somebody is off the board."""
    here = world.find(who, Position)
    if here is None or not others:
        return 0.0
    grid = world.get(FIELD, Field).board.grid
    return float(min(grid.distance(here.cell, cell, "chebyshev") for cell in others))


def _own(world: World, who: int, team: int, unseen: Units) -> float:
    return _health(world, _units(world, team, own=True))


def _foe(world: World, who: int, team: int, unseen: Units) -> float:
    return _health(world, _units(world, team, own=False))


def _far(world: World, who: int, team: int, unseen: Units) -> float:
    return _gap(world, who, _cells(world, [unit for unit in _units(world, team, own=False) if unit not in unseen]))


def _alone(world: World, who: int, team: int, unseen: Units) -> float:
    return _gap(world, who, _cells(world, [unit for unit in _units(world, team, own=True) if unit != who]))


def _leader(world: World, who: int, team: int, unseen: Units) -> float:
    foes = _units(world, team, own=False)
    return _health(world, [unit for unit in foes if world.get(unit, Unit).role == "leader"])


def _wounded(world: World, who: int, team: int, unseen: Units) -> float:
    """Roots of shares: what is left of the hurt counts more than as much of the fresh."""
    return sum(math.sqrt(_health(world, [unit])) for unit in _units(world, team, own=False))


TERMS: dict[str, Term] = {
    "own": _own,  # health of its side
    "foe": _foe,  # health of the others
    "far": _far,  # cells to the nearest enemy
    "alone": _alone,  # cells to the nearest friend
    "leader": _leader,  # health of the others' leaders
    "wounded": _wounded,  # health of the others, that of the hurt counting more
}
