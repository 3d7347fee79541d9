"""How a battle ends, and for whom (VITALITY-END-1)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, Pools, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Ended
from game.rules.objectives import on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.vitality.who import able, beings, up
from game.systems.field import team


def announce(world: World) -> None:
    """Say how it has ended, if it has."""
    end = outcome(world)
    if end is not None:
        world.emit(Ended(end.winners, end.why, end.rule))


def outcome(world: World) -> Outcome | None:
    """VITALITY-END-1: objectives first; then whoever alone can and wants to fight."""
    if world.get(FIELD, Clock).phase in ("deploy", "opening"):
        return None
    found = verdict(world, up)
    if found is not None:
        return Outcome(found.winners, found.why, "VITALITY-END-1")
    left = {team(world, unit) for unit in beings(world) if able(world, unit)}
    if len(left) < 2:
        winners = tuple(side for side, entry in world.each(Side) if entry.team in left)
        return Outcome(winners, "defeat_all", "VITALITY-END-1")
    if world.get(FIELD, Clock).phase == "time":
        return _on_points(world)
    return None


def _on_points(world: World) -> Outcome:
    """House rule: at the round limit the larger share of its Vitality left wins."""

    def left(unit: int, pools: Pools) -> int:
        return max(0, pools["vitality"]) if not world.has(unit, Down) and able(world, unit) else 0

    found = world.each(Unit, Pools)
    points = ((unit, left(unit, pools), pools.base_of("vitality")) for unit, _, pools in found)
    return on_points(world, points, "VITALITY-END-1")
