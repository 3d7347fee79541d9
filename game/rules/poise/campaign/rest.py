"""Between two skirmishes: pools settle, the defeated are tended, stress fades, gear is gathered, and what goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.kernel.components import Conditions, Down, Gear, Unit
from game.kernel.ecs import World
from game.rules.poise.harm.conditions import dry_off, relieve, stress
from game.rules.poise.harm.pools import restore
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Afflictions, Body, steed_of
from game.systems.conditions import lift
from game.systems.downfall import bring_up
from game.systems.gear import gather

_POOLS = ("poise", "momentum", "focus")
_OWN = (*_POOLS, "stress", "afflictions", "suffers", "weapons_drawn", "held", "carried", "mounted_on")


def rest(world: World, how: str, winners: tuple[int, ...] = ()) -> None:
    """POISE-REST-1 and 2, STRESS-3: everybody but fallen minions is ready to fight again, and less strained."""
    for unit, entry in world.each(Unit):
        if entry.side in winners and not _gone(world, unit):  # STRESS-3: what they lack of what lies about
            usual = sheet_of(world).units[entry.sheet]
            gather(world, unit, (*usual.held, *usual.carried), "POISE-STRESS-3")
    for unit, _ in world.each(Unit):
        if _gone(world, unit):
            continue
        rule = "POISE-REST-2" if world.has(unit, Down) else "POISE-REST-1"
        bring_up(world, unit)
        dry_off(world, unit)
        for item in world.get(unit, Conditions).items:
            lift(world, unit, item.name, rule)
        relief = sheet_of(world).surroundings.rests[how]
        if relief and stress(world, unit):
            relieve(world, unit, relief, "POISE-STRESS-3")
        restore(world, unit, rule)


def _gone(world: World, unit: int) -> bool:
    """POISE-MIN-6: a minion that has fallen is out of play for good."""
    down = world.find(unit, Down)
    return down is not None and down.how == "defeated" and world.get(unit, Body).minion


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """POISE-REST-3 and 4: stress, afflictions and gear go on, pools do not; None for who is out of the series."""
    numbers = sheet_of(world).numbers
    if _gone(world, unit) or stress(world, unit) >= numbers.affliction_step * (numbers.affliction_most + 1):
        return None
    state: dict[str, Any] = {key: value for key, value in before.items() if key not in _OWN}
    if amount := stress(world, unit):
        state["stress"] = amount
    if items := world.get(unit, Afflictions).items:
        state["afflictions"] = list(items)
    steed = steed_of(world, unit)
    if steed is not None and carried_over(world, steed, {}) is not None:
        state["mounted_on"] = world.get(steed, Unit).name
    # Nothing is said of gear when it is what the sheet says; of it in hand what the sheet has there
    gear, sheet = world.get(unit, Gear), sheet_of(world).units[world.get(unit, Unit).sheet]
    have = Counter((*gear.held, *gear.carried))
    if have != Counter((*sheet.held, *sheet.carried)):
        held = list((Counter(sheet.held) & have).elements()) or list(gear.held)
        state |= {"held": held, "carried": list((have - Counter(held)).elements())}
    return state
