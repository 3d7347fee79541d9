"""How a battle begins with somebody surprised, and how it ends, and for whom (SURP, END-1)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, Pools, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.objectives import on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.vitality.budget import spend
from game.rules.vitality.checks.rolls import best_skill, check, contest
from game.rules.vitality.followers import turn_coat
from game.rules.vitality.house import house
from game.rules.vitality.position.hiding import catch_unaware, hide_from
from game.rules.vitality.position.who import able, beings, foes, side_of, up
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import body, inflict, pool
from game.systems.conditions import holds
from game.systems.field import team


async def surprise(world: World) -> None:
    """VITALITY-SURP-1 to 3: those the scenario names, and those who miss an ambush."""
    own = house(world)
    named = set(own.surprised)
    for unit, entry in world.each(Unit):
        if named & {entry.name, world.get(entry.side, Side).name}:
            inflict(world, unit, "surprised", rule="VITALITY-SURP-1")
    liers = [u for u in beings(world) if world.get(side_of(world, u), Side).name == own.ambush]
    if liers:
        await _ambush(world, liers, own.ambush_stealth)
    for unit in beings(world):
        if holds(world, unit, "surprised"):
            catch_unaware(world, unit)
    for unit in beings(world):
        victims = tuple(foe for foe in foes(world, unit) if holds(world, foe, "surprised"))
        if victims and not holds(world, unit, "surprised"):
            hide_from(world, unit, victims, "VITALITY-SURP-2")


async def _ambush(world: World, liers: list[int], stealth: int | str) -> None:
    """VITALITY-SURP-3: the better of Perception and Intuition against the lowest Stealth of those in wait."""
    if stealth == "roll":
        least = min([(await contest(world, unit, "stealth", "VITALITY-SURP-3")).total for unit in liers])
    else:
        least = int(stealth)
    for victim in [u for u in beings(world) if any(lier in foes(world, u) for lier in liers)]:
        name = best_skill(world, victim, ("perception", "intuition"))
        passed, _, _ = await check(world, victim, name, least, "VITALITY-SURP-3")
        if not passed:
            world.emit(Judged(victim, name, "failure", liers[0], rule="VITALITY-SURP-3"))
            inflict(world, victim, "surprised", rule="VITALITY-SURP-1")


async def bribe(world: World) -> None:
    """VITALITY-REST-10: a retroactive stunt of the unit that the setting `bribe` names wins an enemy minion."""
    wanted = house(world).bribe
    unit = next((unit for unit, entry in world.each(Unit) if wanted and entry.name == wanted), None)
    numbers = numbers_of(world)
    if unit is None or pool(world, unit, "nm") < numbers.cinematic_nm:
        return
    spend(world, unit, "VITALITY-REST-10", nm=numbers.cinematic_nm)
    passed, _, _ = await check(world, unit, "street_smarts", numbers.difficulty, "VITALITY-REST-10")
    minion = next((foe for foe in foes(world, unit) if body(world, foe).minion), None)
    if passed and minion is not None:
        turn_coat(world, unit, minion)


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
    return _on_points(world) if world.get(FIELD, Clock).phase == "time" else None


def _on_points(world: World) -> Outcome:
    """House rule: at the round limit the larger share of its Vitality left wins."""

    def left(unit: int, pools: Pools) -> int:
        return max(0, pools["vitality"]) if not world.has(unit, Down) and able(world, unit) else 0

    found = world.each(Unit, Pools)
    points = ((unit, left(unit, pools), pools.base_of("vitality")) for unit, _, pools in found)
    return on_points(world, points, "VITALITY-END-1")
