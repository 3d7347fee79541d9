"""Poise's part of rule cases: clock, turn, and things that happen by themselves."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.numbers import Breakdown, add
from game.rules.cases import complete
from game.rules.objectives import announce
from game.rules.poise.campaign.rest import rest
from game.rules.poise.checks.rolls import ability_roll, opposed_die
from game.rules.poise.gear import scatter
from game.rules.poise.harm.conditions import add_stress, inflict, plunge, release, relieve
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import damage, gain, lose, spend
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Acted, Breath, Doom, Turn
from game.rules.poise.turns.rounds import outcome, settle
from game.rules.poise.verbs.shoving import shove
from game.rules.ruleset import Arrangement
from game.systems.conditions import lift

_SIDES = ("last", "doom")
_BREATH = ("under_water", "breath")
_TURN = ("action_used", "maneuver_used", "sprint", "targeted", "dealt")


def arrange(world: World, given: Arrangement) -> None:
    """Set clock, turn and conditions; ValueError names a key that is unknown.

    Own keys: `action_used`, `maneuver_used`, `sprint` (paces), `targeted` (names), `dealt` (name -> damage), `last`,
    `doom` (side -> points), `under_water` (names), `breath` (name -> turns for which it has held its breath before this
    one).
    """
    given.check((*_TURN, *_BREATH, *_SIDES))
    table = sheet_of(world).conditions
    complete(world, table, lambda item: {"until": item.until or ("action" if table[item.name].temporary else "")})
    for name, turns in given.rest.get("breath", {}).items():
        world.put(given.names[name], Breath(int(turns), said=False))
    for name in given.rest.get("under_water", ()):
        plunge(world, given.names[name])
    for name, points in given.rest.get("doom", {}).items():
        world.put(given.names[name], Doom(int(points)))
    if given.turn is None:
        return
    last = given.rest.get("last")
    world.put(FIELD, Clock("turn", given.round, len(given.acted) + 1, given.turn))
    world.put(FIELD, Acted(given.acted, given.names[last] if last else None))
    action, maneuver, sprint = (int(given.rest.get(key, 0)) for key in _TURN[:3])
    targeted = tuple(given.names[name] for name in given.rest.get("targeted", ()))
    dealt = tuple((given.names[name], int(harm)) for name, harm in given.rest.get("dealt", {}).items())
    world.put(FIELD, Turn(bool(action), bool(maneuver), sprint, targeted, dealt))


async def perform(world: World, words: str) -> None:
    """`gain 4 poise 5`, `lose`, `damage`, `spend` likewise; `inflict 4 heedless`, `lift 4 reeling`, `release 4`,
    `defeat 4`, `shove 4 by 7 2 away`; `disarm 4`, `stress 4 5`, `relieve 4 3`, `plunge 4`, `roll 4 agility easy`,
    `roll 4 agility against 7 brawn`, `rest camp`, `rest inn won 2` (the side that gathers what lies about).
    ValueError names words that it does not know.
    """
    match words.split():
        case ["gain", unit, pool, amount]:
            gain(world, int(unit), pool, int(amount), "POISE-POOL-6")
        case ["lose", unit, pool, amount]:
            lose(world, int(unit), pool, int(amount), "POISE-DEFEAT-2")
            await defeat(world, int(unit), None)
        case ["spend", unit, pool, amount]:
            spend(world, int(unit), pool, int(amount), "POISE-POOL-10")
        case ["damage", unit, pool, amount]:
            await damage(world, int(unit), pool, Breakdown("damage", (add(int(amount), "given"),)), "POISE-DMG-1")
            await defeat(world, int(unit), None)
        case ["inflict", unit, condition]:
            inflict(world, int(unit), condition, sheet_of(world).conditions[condition].rule)
        case ["lift", unit, condition]:
            lift(world, int(unit), condition, sheet_of(world).conditions[condition].rule)
        case ["release", unit]:
            release(world, int(unit), "POISE-SKILL-11")
        case ["defeat", unit]:
            await defeat(world, int(unit), None)
        case ["shove", target, "by", shover, paces, ("away" | "toward" | "any") as way]:
            world.emit(Used(int(shover), "shove", "free", (int(target),), rule="POISE-SHOVE-1"))
            await shove(world, int(shover), int(target), int(paces), way)
            await defeat(world, int(target), int(shover))
        case _:
            await _befall(world, words)
    await settle(world)
    announce(world, outcome(world))


async def _befall(world: World, words: str) -> None:
    """Gear, stress, rest, water and ability rolls."""
    match words.split():
        case ["disarm", unit]:
            await scatter(world, int(unit))
        case ["relieve", unit, less]:
            relieve(world, int(unit), int(less), "POISE-STRESS-1")
        case ["stress", unit, plus]:
            await add_stress(world, int(unit), int(plus), "POISE-STRESS-1")
        case ["rest", how]:
            rest(world, how)
        case ["rest", how, "won", side]:
            rest(world, how, (int(side),))
        case ["plunge", unit]:
            plunge(world, int(unit))
        case ["roll", unit, ability, difficulty]:
            sides = sheet_of(world).surroundings.difficulty.dice[difficulty]
            await ability_roll(world, int(unit), ability, sides, "ability")
        case ["roll", unit, ability, "against", other, theirs]:
            await ability_roll(world, int(unit), ability, opposed_die(world, int(other), theirs), "ability")
        case _:
            raise ValueError(f"poise cannot {words!r}")
