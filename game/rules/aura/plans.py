"""Which attack an option means: with what, at whom, and how it is meant; and one that is kept as it was declared."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ecs import World
from game.rules.aura import spells
from game.rules.aura.enhancing import enhancements
from game.rules.aura.figures import melee_weapons, shooters, shot_energy, weapon
from game.rules.aura.offers_attacks import blow_price
from game.rules.aura.pools import Price
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Aim, Shot, aim
from game.rules.aura.spells import Cast
from game.rules.aura.state import beat
from game.rules.aura.strikes import MANEUVERS, Blow, Facts, facts
from game.rules.aura.swift import swift_blow, swift_shooters, swift_throwers

SHOTS = ("shoot", "subdue_shot", "throw", "subdue_throw", "swift_shot", "swift_throw")
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


def planned_blow(world: World, unit: int, verb: str, rest: str, *, crossing: bool = False) -> Blow:
    """The blow that an option means; `crossing`: as somebody crosses the striker's reach."""
    if verb.startswith("swift"):
        return swift_blow(world, unit, verb, rest, crossing=crossing)
    words = rest.split()
    target, named = int(words[0]), words[1] if len(words) > 1 else ""
    name, weapons = BLOWS[verb], melee_weapons(world, unit)
    if verb in ("punch", "subdue_punch", "trip_unarmed", "disarm_unarmed") or name in ("restrain", "push"):
        item = "unarmed"
    else:
        item = named or weapons[0]
    maneuver = name if name in (*MANEUVERS, "shield") else ""
    moving = beat(world).mover == target
    return Blow(unit, target, item, maneuver, nonlethal="subdue" in verb, moving=moving)


def planned_shot(world: World, unit: int, verb: str, rest: str) -> Shot:
    """The shot or throw that an option means."""
    words = rest.split()
    target, named = int(words[0]), words[1] if len(words) > 1 else ""
    thrown = "throw" in verb
    item = named or (_swift_item(world, unit, target, thrown=thrown) if verb.startswith("swift") else "")
    item = item or (melee_weapons(world, unit) if thrown else shooters(world, unit))[0]
    leaves = thrown or weapon(world, item).leaves
    return Shot(unit, target, item, leaves, verb.startswith("swift"), verb.startswith("subdue"))


def _swift_item(world: World, unit: int, target: int, *, thrown: bool) -> str | None:
    found = swift_throwers(world, unit, target) if thrown else swift_shooters(world, unit, target)
    return next(iter(found), None)


class Answer(Struct, frozen=True):
    """On whoever answers an attack in the same moment: its own, as it was declared, with its price (AURA-INIT-4)."""

    verb: str
    attack: Blow | Shot | Cast
    known: Facts | Aim | None  # None for a spell that is no attack
    price: Price


async def answer(world: World, unit: int, key: str) -> Answer | None:
    """The attack or spell that an option means, with what is added to it, and all its numbers as they are now."""
    verb, _, rest = key.partition(" ")
    spell = verb.removesuffix("_gesture")
    if verb in BLOWS or (verb.startswith("swift") and verb not in SHOTS):
        blow = planned_blow(world, unit, verb, rest)
        swift = Price(sheet_of(world).main.costs.swift)
        price = swift if blow.swift else blow_price(world, unit, blow.target, blow.item)
        blow = await enhancements(world, blow, price)
        return Answer(verb, blow, facts(world, blow), price)
    if verb in SHOTS:
        shot = planned_shot(world, unit, verb, rest)
        price = Price(shot_energy(world, unit, shot.item))
        shot = await enhancements(world, shot, price)
        return Answer(verb, shot, aim(world, shot), price)
    if spell in sheet_of(world).spells:
        cast = Cast(unit, int(rest), spell, verb != spell)
        known = spells.aim(world, cast) if spells.attacks(world, spell) else None
        return Answer(verb, cast, known, spells.price(world, spell, gesture=cast.gesture))
    return None
