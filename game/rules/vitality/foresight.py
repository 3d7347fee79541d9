"""What a unit counts wherever it stands, and what it can do in a turn of its own."""

from __future__ import annotations

from game.kernel.components import Pools, Side
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.foresight import Arm
from game.rules.vitality.checks.numbers import weapons_of
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import able, body, is_thing, pool, up
from game.rules.vitality.turns.sharing import turns
from game.rules.vitality.worth import value_of
from game.systems.conditions import holds


def value(world: World, unit: int) -> float:
    """See `Gauges.value`."""
    return 0.0 if is_thing(world, unit) else value_of(world, unit)


def team_value(world: World, side: int) -> float:
    """See `Gauges.team_value`: held turns and unions."""
    return turns(world, world.get(side, Side).team)


def arms(world: World, unit: int) -> tuple[Arm, ...]:
    """See `Gauges.arms`."""
    if not up(world, unit) or not able(world, unit):
        return ()
    return world.derive_own(unit, "arms", lambda world: _arms(world, unit))


def _arms(world: World, unit: int) -> tuple[Arm, ...]:
    sheet = sheet_of(world)
    found: list[Arm] = []
    at_hand = set(weapons_of(world, unit))
    for name, (what, thrown) in sheet.arms.items():
        weapon = sheet.weapons[what]
        if what in at_hand:
            reach = weapon.thrown if thrown else weapon.melee or weapon.range
            found.append(Arm(Action(name), reach, far=thrown or not weapon.melee, once=thrown))
    for key in body(world, unit).abilities:
        ability = sheet.abilities[key]
        if ability.kind in ("attack", "dr") and ability.damage and ability.wp <= pool(world, unit, "wp"):
            found.append(Arm(Action(key), max(ability.range, ability.line), far=True))
    return tuple(found)


def stride(world: World, unit: int) -> int:
    """See `Gauges.stride`."""
    if holds(world, unit, "restrained"):
        return 0
    numbers = sheet_of(world).numbers
    moves = 1 + max(0, numbers.ap - numbers.attack_ap) // numbers.move_ap
    return world.get(unit, Pools).base_of("movement") * moves
