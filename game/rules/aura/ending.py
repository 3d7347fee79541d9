"""How a skirmish ends."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Pools, Unit, changed
from game.kernel.ecs import World
from game.rules.aura.sheet import sheet_of
from game.rules.aura.state import conscious
from game.rules.objectives import on_points, verdict
from game.rules.ruleset import Outcome


def outcome(world: World) -> Outcome | None:
    """AURA-ROUND-10, HOUSE-14 and FLOOR-13: whose side is out, has less left when time is up, or that nobody acts."""
    phase = world.get(FIELD, Clock).phase
    if phase in ("deploy", "opening"):
        return None
    found = verdict(world)
    if found is not None:
        return changed(found, rule="AURA-ROUND-10") if not found.rule else found
    if phase == "time":
        return _on_points(world)
    if phase == "stalemate":
        return Outcome((), "stalemate", "AURA-FLOOR-13")
    return None


def _on_points(world: World) -> Outcome:
    """AURA-HOUSE-14: the larger share of its points left wins; half of a conscious unit's are for its Aura."""

    def left(unit: int, pools: Pools, points: int) -> int:
        return points * (1000 + 1000 * pools["aura"] // max(1, pools.base_of("aura"))) if conscious(world, unit) else 0

    units = sheet_of(world).units
    found = [(unit, pools, units[entry.sheet].cost) for unit, entry, pools in world.each(Unit, Pools)]
    return on_points(
        world, ((unit, left(unit, pools, cost), 2000 * cost) for unit, pools, cost in found), "AURA-HOUSE-14"
    )
