"""Which blow an option means: with what, at whom, and how it is meant."""

from __future__ import annotations

from game.ecs import World
from game.rules.aura.figures import melee_weapons
from game.rules.aura.space import reaches
from game.rules.aura.state import beat
from game.rules.aura.strikes import MANEUVERS, Blow

BLOWS = {
    "strike": "",
    "subdue": "",
    "strike_shield": "shield",
    "punch": "",
    "subdue_punch": "",
    "trip": "trip",
    "trip_unarmed": "trip",
    "disarm": "disarm",
    "disarm_unarmed": "disarm",
    "restrain": "restrain",
    "push": "push",
}


def planned_blow(world: World, unit: int, verb: str, rest: str) -> Blow:
    """The blow that an option means."""
    words = rest.split()
    target, named = int(words[0]), words[1] if len(words) > 1 else ""
    swift = verb.startswith("swift")
    name = verb.removeprefix("swift").removeprefix("_") if swift else BLOWS[verb]
    weapons = melee_weapons(world, unit)
    if verb in ("punch", "subdue_punch", "trip_unarmed", "disarm_unarmed") or name in ("restrain", "push"):
        item = "unarmed"
    elif swift:
        item = next((each for each in weapons if reaches(world, unit, target, each)), "unarmed")
    else:
        item = named or weapons[0]
    maneuver = name if name in (*MANEUVERS, "shield") else ""
    moving = beat(world).mover == target
    return Blow(unit, target, item, maneuver, swift=swift, nonlethal="subdue" in verb, moving=moving)
