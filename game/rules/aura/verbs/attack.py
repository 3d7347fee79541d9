"""Blows, shots and throws, and Swift Attacks with the floor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.kernel.ecs import World
from game.kernel.flow import Action, Group
from game.rules.aura.budget import Price, purses, unaffordable
from game.rules.aura.checks.numbers import range_of
from game.rules.aura.gear import is_loaded, melee_weapons, shield_of, shooters, weapon
from game.rules.aura.position.space import foes
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import spent
from game.rules.aura.turns import swift as turns
from game.rules.aura.turns.swift import cannot_attack, maneuver_reasons, sparing_reasons
from game.rules.aura.verbs.deeds import Deed, Found, weighed
from game.rules.aura.verbs.fights import fight, shoot
from game.rules.aura.verbs.plans import attack_price, planned
from game.rules.aura.verbs.strikes import MANEUVERS
from game.rules.aura.verbs.targets import blow_reasons, near_foes, shot_reasons
from game.rules.aura.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Price as Purses
from game.rules.verbs import Verb
from game.systems.conditions import holds

AIMED = ("unit", "what")  # the thing it is done with is named, but for the first


def blows() -> tuple[Deed, ...]:
    """AURA-ATK-1, NL-1, GEAR-14: with a weapon in hand."""
    return (
        blow("strike", "AURA-ATK-1"),
        blow("subdue", "AURA-NL-1", "nonlethal"),
        blow("strike_shield", "AURA-GEAR-14", "shield"),
    )


def bare_hands() -> tuple[Deed, ...]:
    """AURA-UNARM-1 and NL-2."""
    return (blow("punch", "AURA-UNARM-1", "unarmed"), blow("subdue_punch", "AURA-NL-2", "unarmed", "nonlethal"))


def blow(
    name: str, rule: str, *how: str, group: Group = "attack", has: Callable[[World, int], bool] | None = None
) -> Deed:
    """A blow that is meant in these ways."""
    meant, harms = ("blow", *how), group == "attack" and "shield" not in how
    verb = _verb(name, rule, group, harms=harms, has=has, reasons=cannot_attack, sifts=True)
    return Deed(weighed(partial(_blows, name=name, rule=rule, how=meant), verb), fight)


def _verb(name: str, rule: str, group: Group = "attack", *, harms: bool = True, **fields: Any) -> Verb:
    """An attack, which pays as it goes."""
    return Verb(
        name=name, rule=rule, group=group, key=AIMED, price=_price, pays=False, preview=previews.attack,
        promise=gain if harms else None, **fields,
    )  # fmt: skip


def _price(world: World, unit: int, action: Action) -> Purses:
    attack = planned(world, unit, action)
    return () if attack is None else purses(attack_price(world, attack))


def gain(world: World, unit: int, action: Action) -> float | None:
    """What an attack promises."""
    attack = planned(world, unit, action)
    return None if attack is None else promise(world, attack)


def _blows(world: World, unit: int, *, name: str, rule: str, how: tuple[str, ...]) -> Found:
    """Whom it may be aimed at with what, and the reasons against all others."""
    actions, reasons = list[Action](), list[Reason]()
    bare = "unarmed" in how
    for number, item in enumerate(["unarmed"] if bare else melee_weapons(world, unit)):
        against = list[Reason]()
        for target in near_foes(world, unit):
            found = [*blow_reasons(world, unit, target, item), *_against(world, unit, target, item, how)]
            if found:
                against += found
            else:
                actions.append(Action(name, target, what=item if number else "", how=how))
        better = [reason for reason in against if reason.key != "reason_reach"]
        reasons += better or against or [Reason("reason_reach", rule)]
    return actions, reasons or [Reason("reason_no_weapon", rule)]


def _against(world: World, unit: int, target: int, item: str, how: tuple[str, ...]) -> list[Reason]:
    """What stands against the way in which a blow is meant."""
    meant = (name for name in MANEUVERS if name in how)
    found = [reason for name in meant for reason in maneuver_reasons(world, unit, target, item, name)]
    if "nonlethal" in how:
        found += sparing_reasons(world, target)
    if "shield" in how and shield_of(world, target) is None:
        found.append(Reason("reason_no_shield", "AURA-GEAR-14"))
    return found


# Swift Attacks


def swift() -> Deed:
    """AURA-SWIFT-6: with the floor, a Swift Attack is a beat of its own, and the unit turns first."""
    return Deed(weighed(partial(_swift, name="swift"), swift_verb("swift")), fight)


def swift_ways(*names: str) -> tuple[Deed, ...]:
    """Other ways of it, shown where there is a chance for them."""
    return tuple(_swift_way(name) for name in names)


SWIFT_RULES = {
    "swift": "AURA-SWIFT-1",
    "swift_subdue": "AURA-NL-1",
    "swift_shot": "AURA-SWIFT-1",
    "swift_throw": "AURA-HOUSE-29",
}


def _swift_way(name: str) -> Deed:
    verb = swift_verb(name, quiet=True)
    return Deed(weighed(partial(_swift, name=name), verb), shoot if name in ("swift_shot", "swift_throw") else fight)


def swift_verb(name: str, *, quiet: bool = False) -> Verb:
    """A Swift Attack of that name; maneuvers are another rule's (AURA-SWIFT-7)."""
    harms = name in SWIFT_RULES
    group: Group = "attack" if harms else "hinder"
    return _verb(name, SWIFT_RULES.get(name, "AURA-SWIFT-7"), group, harms=harms, quiet=quiet)


def _swift(world: World, unit: int, *, name: str) -> Found:
    reasons = cannot_attack(world, unit)
    if spent(world, unit).swift:
        reasons.append(Reason("reason_swift_used", "AURA-SWIFT-2"))
    reasons += unaffordable(world, unit, Price(sheet_of(world).main.costs.swift))
    actions = world.derive(("swift", unit), lambda world: _every_swift(world, unit))
    return [each for each in actions if each.verb == name], reasons or [Reason("reason_nobody", "AURA-SWIFT-3")]


def _every_swift(world: World, unit: int) -> list[Action]:
    if not turns.swift_possible(world, unit) or holds(world, unit, "bound"):
        return []
    free = (target for target in foes(world, unit) if not turns.barred(world, unit, target))
    return [action for target in free for action in turns.swift_actions(world, unit, target, turning=True)]


# Shots and throws


def shots() -> tuple[Deed, ...]:
    """AURA-RNG-1 and NL-1: with what is made to shoot."""
    return _shot("shoot", "AURA-RNG-1", shooters), _shot("subdue_shot", "AURA-NL-1", shooters, "nonlethal")


def throws() -> tuple[Deed, ...]:
    """AURA-THROW-1 and NL-1: with any weapon in hand."""
    return (
        _shot("throw", "AURA-THROW-1", _throwable, "thrown"),
        _shot("subdue_throw", "AURA-NL-1", _throwable, "thrown", "nonlethal"),
    )


def _throwable(world: World, unit: int) -> list[str]:
    return [item for item in melee_weapons(world, unit) if not weapon(world, item).natural]


def _shot(name: str, rule: str, items: Callable[[World, int], list[str]], *how: str) -> Deed:
    def find(world: World, unit: int) -> Found:
        actions, reasons = list[Action](), list[Reason]()
        for number, item in enumerate(items(world, unit)):
            fit, against = _targets(world, unit, item, rule, meant)
            actions += [Action(name, target, what=item if number else "", how=meant) for target in fit]
            reasons += against
        return actions, reasons

    meant = ("shot", *how)
    verb = _verb(name, rule, has=items, reasons=cannot_attack, sifts=True)
    return Deed(weighed(find, verb), shoot)


def _targets(world: World, unit: int, item: str, rule: str, how: tuple[str, ...]) -> tuple[list[int], list[Reason]]:
    """At whom a weapon may be shot or thrown, and the reasons against all others."""
    thrown = "thrown" in how or weapon(world, item).leaves
    if not thrown and not is_loaded(world, unit, item):
        return [], [Reason("reason_not_loaded", "AURA-ACT-1")]
    most, fit, reasons = range_of(world, unit, item)[2], list[int](), list[Reason]()
    for target in foes(world, unit):
        against = shot_reasons(world, unit, target, most)
        if "nonlethal" in how:
            against += sparing_reasons(world, target)
        if against:
            reasons += against
        else:
            fit.append(target)
    return fit, reasons or [Reason("reason_nobody", rule)]


def attacking(sheet: AuraSheet) -> tuple[Deed, ...]:
    """All of them."""
    return (*blows(), *bare_hands(), *shots(), *throws())
