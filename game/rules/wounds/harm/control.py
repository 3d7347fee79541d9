"""Whether a mount shies, and how it is calmed (WOUNDS-MOUNT-6 to 8)."""

from __future__ import annotations

from game.kernel.components import Carried, Down
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.wounds.checks.numbers import check
from game.rules.wounds.checks.rolls import judge, ordinary
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import distances, mount_of
from game.rules.wounds.riding import calmed_in_vain, shy
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Ridden, body, tagged
from game.systems.conditions import holds, lift
from game.systems.field import carried_by, enemies


def control_bonus(world: World, rider: int, mount: int, *, calming: bool = False) -> Breakdown:
    """WOUNDS-MOUNT-6 and 8: Prs [Nature/Riding]; calming counts enemies near and tries before."""
    found = check(world, rider, "riding", "Prs", "Nature", "Riding", rule="WOUNDS-MOUNT-6")
    if not calming:
        return found
    numbers, lines = sheet_of(world).numbers, []
    near = sum(distances(world, mount)[foe] <= numbers.calming_yards for foe in enemies(world, rider))
    if near:
        lines.append(add(-near, "enemies near", "WOUNDS-MOUNT-8"))
    tries = min(numbers.calming, world.get(mount, Ridden).calmed)
    if tries:
        lines.append(add(tries, "calming", "WOUNDS-MOUNT-8"))
    return found.plus(*lines)


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
        shy(world, mount)


async def calm(world: World, rider: int) -> None:
    """WOUNDS-MOUNT-8: one try to regain control."""
    mount = world.get(rider, Carried).by
    bonus = control_bonus(world, rider, mount, calming=True)
    result = await ordinary(world, rider, "riding", bonus, "WOUNDS-MOUNT-8")
    if judge(world, rider, mount, "regain_mount", result >= body(world, mount).control_tn, "WOUNDS-MOUNT-8"):
        lift(world, mount, "panicking", "WOUNDS-MOUNT-8")
    else:
        calmed_in_vain(world, mount)
