"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import Carried, Down, Side
from game.kernel.ecs import World, derived_own
from game.kernel.flow import Action
from game.rules.foresight import Arm
from game.rules.poise.harm.pools import payable
from game.rules.poise.position.space import dash_points
from game.rules.poise.state import movable, skills_of
from game.rules.poise.worth import RIDING, terms_of, value_of
from game.systems.conditions import holds


def value(world: World, unit: int) -> float:
    """See `Gauges.value`."""
    return 0.0 if world.has(unit, Down) else value_of(world, unit)


def team_value(world: World, side: int) -> float:
    """See `Gauges.team_value`: doom, and no truce."""
    return terms_of(world, world.get(side, Side).team)


def arms(world: World, unit: int) -> tuple[Arm, ...]:
    """See `Gauges.arms`."""
    if world.has(unit, Carried):
        return world.derive(("arms", unit), _arms, RIDING, unit)
    return world.derive_own(unit, "arms", _arms, unit)


def _arms(world: World, unit: int) -> tuple[Arm, ...]:
    """Of those that reach as far the most threatening alone: the others are for special cases."""
    found: dict[tuple[str, int], tuple[int, str]] = {}
    for key, skill in skills_of(world, unit).items():
        if skill.threat is not None and not skill.area and payable(world, unit, skill.cost):
            kind = (skill.mode, skill.range)
            found[kind] = max(found.get(kind, (-1, "")), (skill.threat, key))
    return tuple(
        Arm(Action(key), reach, far=mode != "melee", once=mode == "thrown") for (mode, reach), (_, key) in found.items()
    )


@derived_own
def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    if not movable(world, unit):
        return 0
    return dash_points(world, unit) if not holds(world, unit, "kneeling") else 1
