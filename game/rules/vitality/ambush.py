"""How a battle begins with somebody surprised (SURP)."""

from __future__ import annotations

from game.kernel.components import Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.checks import best_skill, check, contest
from game.rules.vitality.hiding import hide_from
from game.rules.vitality.house import house
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Unaware, body, has, inflict, pool, spend
from game.rules.vitality.turncoat import turn_coat
from game.rules.vitality.who import beings, foes, side_of


async def surprise(world: World) -> None:
    """VITALITY-SURP-1 to 3: those the scenario names, and those who miss an ambush."""
    own = house(world)
    named = set(own.surprised)
    for unit, entry in world.each(Unit):
        if named & {entry.name, world.get(entry.side, Side).name}:
            _surprised(world, unit)
    liers = [u for u in beings(world) if world.get(side_of(world, u), Side).name == own.ambush]
    if liers:
        await _ambush(world, liers, own.ambush_stealth)
    for unit in beings(world):
        if has(world, unit, "surprised"):
            world.put(unit, Unaware())
    for unit in beings(world):
        victims = tuple(foe for foe in foes(world, unit) if has(world, foe, "surprised"))
        if victims and not has(world, unit, "surprised"):
            hide_from(world, unit, victims, "VITALITY-SURP-2")


def _surprised(world: World, unit: int) -> None:
    inflict(world, unit, "surprised", rule="VITALITY-SURP-1")


async def _ambush(world: World, liers: list[int], stealth: int | str) -> None:
    """VITALITY-SURP-3: the better of Perception and Intuition against the lowest Stealth of those in wait."""
    if stealth == "roll":
        totals = []
        for unit in liers:
            totals.append((await contest(world, unit, "stealth", "VITALITY-SURP-3")).total)
        least = min(totals)
    else:
        least = int(stealth)
    for victim in [u for u in beings(world) if any(lier in foes(world, u) for lier in liers)]:
        name = best_skill(world, victim, ("perception", "intuition"))
        passed, _, _ = await check(world, victim, name, least, "VITALITY-SURP-3")
        if not passed:
            world.emit(Judged(victim, name, "failure", liers[0], rule="VITALITY-SURP-3"))
            _surprised(world, victim)


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
