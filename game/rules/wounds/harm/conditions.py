"""Conditions: how they come, last and get weaker (WOUNDS-COND, DUR); whether a mount shies (WOUNDS-MOUNT-6 to 8)."""

from __future__ import annotations

from game.kernel.components import FIELD, Carried, Clock, Condition, Conditions, Down, changed
from game.kernel.ecs import World
from game.kernel.events import Gained
from game.kernel.numbers import Breakdown, counting
from game.rules.wounds.checks.rolls import check, judge, ordinary
from game.rules.wounds.position.space import distances, mount_of
from game.rules.wounds.riding import calmed
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Ridden, body, tagged
from game.systems import conditions
from game.systems.adapter import Items
from game.systems.conditions import holds, lift
from game.systems.field import carried_by, enemies

_ROUND = "round "


def round_number(world: World) -> int:
    """The round it is; 0 before the first."""
    return world.get(FIELD, Clock).round


def until_round(number: int) -> str:
    """Until the end of that round."""
    return f"{_ROUND}{number}"


def last_round(until: str) -> int:
    """The round at whose end something is over."""
    return int(until.removeprefix(_ROUND))


def rounds_left(world: World, until: str) -> int:
    """WOUNDS-DUR-1: how many rounds, the present one counted, until it is over; 0 for what ends otherwise."""
    return last_round(until) - round_number(world) + 1 if until.startswith(_ROUND) else 0


def lasting(world: World, rounds: int) -> str:
    """WOUNDS-DUR-1: until the end of the round in which that many rounds are over, this one counted."""
    return until_round(round_number(world) + rounds - 1)


def inflict(
    world: World, unit: int, name: str, rule: str, source: int | None = None, *, until: str = "", level: int = 1
) -> bool:
    """Put a condition on a unit, or a stronger or longer one; whether anything changed."""
    if name in body(world, unit).immune:
        return False
    if name == "prone":
        lift(world, unit, "crouching", rule)  # WOUNDS-ACT-11: nobody has two postures
    before = world.get(unit, Conditions)
    fresh = conditions.inflict(world, unit, Condition(name, rule, source, until, level, round_number(world)))
    stronger = not fresh and world.get(unit, Conditions) != before
    if stronger:
        world.emit(Gained(unit, name, source, rule))
    return fresh or stronger


def merged(items: Items, new: Condition) -> Items:
    """The same one again keeps the higher level and the later end (WOUNDS-DUR-1)."""
    before = next((item for item in items if item.name == new.name), None)
    if before is None:
        return (*items, new)
    # The later of two ends, in rounds; none is later than any.
    until = max(before.until, new.until, key=last_round) if before.until and new.until else ""
    level = max(before.level, new.level)
    if level == before.level and until == before.until:
        return items
    return (*(item for item in items if item is not before), changed(new, until=until, level=level, since=before.since))


def soften(world: World, unit: int, name: str, by: int, rule: str) -> None:
    """Lower a condition's level; below 1 it is gone."""
    now, found = world.get(unit, Conditions), world.get(unit, Conditions).find(name)
    if found is not None and found.level > by:
        lowered = changed(found, level=found.level - by)
        conditions.become(world, unit, tuple(lowered if item is found else item for item in now.items))
    else:
        lift(world, unit, name, rule)


def control_bonus(world: World, rider: int, mount: int, *, calming: bool = False) -> Breakdown:
    """WOUNDS-MOUNT-6 and 8: Prs [Nature/Riding]; calming counts enemies near and tries before."""
    found = check(world, rider, "riding", "Prs", "Nature", "Riding", rule="WOUNDS-MOUNT-6")
    if not calming:
        return found
    numbers = sheet_of(world).numbers
    near = sum(distances(world, mount)[foe] <= numbers.calming_yards for foe in enemies(world, rider))
    tries = min(numbers.calming, world.get(mount, Ridden).calmed)
    calmer = (tries, tries, "calming", "WOUNDS-MOUNT-8")
    return found.plus(*counting((near, -near, "enemies near", "WOUNDS-MOUNT-8"), calmer))


async def shaken(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-6 and 7: rider or mount was hurt, or came into somebody's reach."""
    mount = mount_of(world, unit) or (unit if world.has(unit, Ridden) else None)
    rider = carried_by(world, mount) if mount is not None else None
    if mount is None or rider is None or world.has(mount, Down) or mount_of(world, rider) is None:
        return
    if tagged(world, mount, "trained") or tagged(world, mount, "sentient") or holds(world, mount, "panicking"):
        return
    result = await ordinary(world, rider, "riding", control_bonus(world, rider, mount), "WOUNDS-MOUNT-6")
    if not judge(world, rider, mount, "riding", result >= body(world, mount).control_tn, "WOUNDS-MOUNT-7"):
        inflict(world, mount, "panicking", "WOUNDS-MOUNT-7", rider)
        calmed(world, mount, 0)


async def calm(world: World, rider: int) -> None:
    """WOUNDS-MOUNT-8: one try to regain control."""
    mount = world.get(rider, Carried).by
    bonus = control_bonus(world, rider, mount, calming=True)
    result = await ordinary(world, rider, "riding", bonus, "WOUNDS-MOUNT-8")
    if judge(world, rider, mount, "regain_mount", result >= body(world, mount).control_tn, "WOUNDS-MOUNT-8"):
        lift(world, mount, "panicking", "WOUNDS-MOUNT-8")
    else:
        calmed(world, mount, world.get(mount, Ridden).calmed + 1)
