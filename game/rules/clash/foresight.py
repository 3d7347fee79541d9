"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, Side
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.clash.gear import melee_weapons, powers_of, weapons_of
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import able, magic, pace, speed_of, stand_cost, turn
from game.rules.clash.worth import SEARCH, anybody_gone, value_of
from game.rules.foresight import Arm
from game.systems.conditions import holds
from game.systems.field import team


def value(world: World, unit: int) -> float:
    """See `Gauges.value`."""
    return 0.0 if world.has(unit, Down) else value_of(world, unit)


def team_value(world: World, side: int) -> float:
    """See `Gauges.team_value`: a search while somebody hides."""
    if not turn(world).searched or not anybody_gone(world):
        return 0.0
    active = world.get(FIELD, Clock).active
    return SEARCH if active is not None and team(world, active) == world.get(side, Side).team else -SEARCH


def arms(world: World, unit: int) -> tuple[Arm, ...]:
    """See `Gauges.arms`."""
    return world.derive_own(unit, "arms", _arms, unit) if able(world, unit) else ()


def _arms(world: World, unit: int) -> tuple[Arm, ...]:
    sheet = sheet_of(world)
    found: list[Arm] = []
    for item in melee_weapons(world, unit):
        found.append(Arm(Action("strike", what=item), pace(world, sheet.weapons[item].reach, 1)))
    for item in weapons_of(world, unit):
        weapon = sheet.weapons[item]
        if weapon.range:
            found.append(Arm(Action("shoot", what=item), pace(world, weapon.range), far=True))
        if weapon.thrown:
            found.append(Arm(Action("throw", what=item), pace(world, weapon.thrown), far=True, once=True))
    left = magic(world, unit)
    for key, power in powers_of(world, unit).items():
        if power.attack and power.target == "foe" and power.magic <= left and not power.free:
            found.append(Arm(Action(key), pace(world, power.range, 1), far=not power.melee))
    return tuple(found)


def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    if holds(world, unit, "grappled") or holds(world, unit, "entangled"):
        return 0
    metres = pace(world, speed_of(world, unit).total)
    return metres - stand_cost(world, unit) if holds(world, unit, "prone") else metres
