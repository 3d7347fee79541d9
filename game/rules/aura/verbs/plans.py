"""Which attack an action means: with what, at whom, and how it is meant; and one that is kept as it was declared."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.budget import Price
from game.rules.aura.checks.numbers import shot_energy
from game.rules.aura.gear.held import melee_weapons, shooters, weapon
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import beat
from game.rules.aura.turns.swift import striking_items, swift_shooters, swift_throwers
from game.rules.aura.verbs import spells
from game.rules.aura.verbs.enhancing import enhancements
from game.rules.aura.verbs.shots import Aim, Shot, aim
from game.rules.aura.verbs.spells import Cast
from game.rules.aura.verbs.strikes import MANEUVERS, Blow, Facts, facts
from game.rules.aura.verbs.targets import blow_price


def planned(world: World, unit: int, action: Action) -> Blow | Shot | Cast | None:
    """The blow, shot or spell that an action is; None for any other."""
    if "spell" in action.how:
        return planned_spell(unit, action)
    if "shot" in action.how:
        return planned_shot(world, unit, action)
    return planned_blow(world, unit, action) if "blow" in action.how else None


def planned_blow(world: World, unit: int, action: Action) -> Blow:
    """The blow that an action means: with the first weapon at hand, or the body, unless it names another."""
    how, target, crossing = action.how, action.target, "crossing" in action.how
    maneuver = next((name for name in (*MANEUVERS, "shield") if name in how), "")
    if "unarmed" in how or maneuver in ("restrain", "push"):
        item = "unarmed"
    elif "swift" in how:
        item = action.what or next(iter(striking_items(world, unit, target, crossing=crossing)), "unarmed")
    else:
        item = action.what or melee_weapons(world, unit)[0]
    return Blow(
        unit,
        target,
        item,
        maneuver,
        swift="swift" in how,
        nonlethal="nonlethal" in how,
        moving=beat(world).mover == target,
        crossing=crossing,
    )


def planned_shot(world: World, unit: int, action: Action) -> Shot:
    """The shot or throw that an action means."""
    how, item, thrown = action.how, action.what, "thrown" in action.how
    if not item and "swift" in how:
        found = swift_throwers if thrown else swift_shooters
        item = next(iter(found(world, unit, action.target)), "")
    item = item or (melee_weapons(world, unit) if thrown else shooters(world, unit))[0]
    leaves = thrown or weapon(world, item).leaves
    return Shot(unit, action.target, item, leaves, "swift" in how, "nonlethal" in how)


def planned_spell(unit: int, action: Action) -> Cast:
    """The spell that an action means."""
    return Cast(unit, action.target, action.what, "gesture" in action.how)


def attack_price(world: World, attack: Blow | Shot | Cast) -> Price:
    """What an attack or spell costs, without what makes it better."""
    if isinstance(attack, Cast):
        return spells.price(world, attack.spell, gesture=attack.gesture)
    if isinstance(attack, Shot):
        return Price(shot_energy(world, attack.user, attack.item))
    if attack.swift:
        return Price(sheet_of(world).main.costs.swift)
    return blow_price(world, attack.user, attack.target, attack.item)


def numbers_of(world: World, attack: Blow | Shot | Cast) -> Facts | Aim | None:
    """All numbers of an attack as they are now; None for a spell that is no attack."""
    if isinstance(attack, Blow):
        return facts(world, attack)
    if isinstance(attack, Shot):
        return aim(world, attack)
    return spells.aim(world, attack) if spells.attacks(world, attack.spell) else None


def aimed_at(world: World, action: Action) -> int | None:
    """AURA-MOVE-22: at whom an attack is aimed; None for whatever is no attack."""
    if "spell" in action.how:
        return action.unit if spells.attacks(world, action.what) else None
    return action.unit if {"blow", "shot", "charge"} & set(action.how) else None


async def better(world: World, attack: Blow | Shot | Cast, price: Price) -> Blow | Shot | Cast:
    """What the attacker adds to an attack; nothing makes a spell better."""
    if isinstance(attack, Blow):
        return await enhancements(world, attack, price)
    return await enhancements(world, attack, price) if isinstance(attack, Shot) else attack


class Answer(Struct, frozen=True):
    """On whoever answers an attack in the same moment: its own, as it was declared, with its price (AURA-INIT-4)."""

    verb: str
    attack: Blow | Shot | Cast
    known: Facts | Aim | None  # None for a spell that is no attack
    price: Price


async def keep_answer(world: World, unit: int, action: Action) -> Answer | None:
    """AURA-INIT-4: an attack that answers, with what is added to it and its numbers, stays as it is now."""
    attack = planned(world, unit, action)
    if attack is None:
        return None
    price = attack_price(world, attack)
    attack = await better(world, attack, price)
    kept = Answer(action.verb, attack, numbers_of(world, attack), price)
    world.put(unit, kept)
    return kept


def forget_answer(world: World, unit: int) -> None:
    """It has been given, or cannot be given any more."""
    world.drop(unit, Answer)
