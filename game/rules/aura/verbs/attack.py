"""Blows, shots and throws, and Swift Attacks with the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

import game.rules.aura.verbs.targets as targets
from game.kernel.ecs import World, derived
from game.kernel.flow import Action, Group
from game.rules.aura.budget import Price, purses, unaffordable
from game.rules.aura.checks.numbers import longest_reach, range_of
from game.rules.aura.gear import is_loaded, melee_weapons, shield_of, weapon
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import distances, foes, reaches
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import PLACED, spent
from game.rules.aura.verbs.deeds import Deed, Found, weighed
from game.rules.aura.verbs.fights import fight, shoot
from game.rules.aura.verbs.plans import attack_price, planned
from game.rules.aura.verbs.strikes import MANEUVERS
from game.rules.aura.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Price as Purses
from game.rules.verbs import Verb
from game.systems.conditions import holds

AIMED = ("unit", "what")  # the thing it is done with is named, but for the first


def blow(
    name: str, rule: str, *how: str, group: Group = "attack", has: Callable[[World, int], object] | None = None
) -> Deed:
    """A blow that is meant in these ways."""
    meant, harms = ("blow", *how), group == "attack" and "shield" not in how
    verb = _verb(name, rule, group, harms=harms, has=has, reasons=targets.cannot_attack, sifts=True, vain=_far)
    return Deed(weighed(partial(_blows, name=name, rule=rule, how=meant), verb), fight)


def _verb(name: str, rule: str, group: Group = "attack", *, harms: bool = True, **fields: Any) -> Verb:
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
    actions: list[Action] = []
    reasons: list[Reason] = []
    near, with_what = _near(world, unit), ["unarmed"] if "unarmed" in how else melee_weapons(world, unit)
    if with_what and not near:
        return [], [Reason("reason_reach", rule)]
    for number, item in enumerate(with_what):
        against: list[Reason] = []
        for target in near:
            found = _against(world, unit, target, item, how)
            if found:
                against += found
            else:
                actions.append(Action(name, target, what=item if number else "", how=how))
        better = [reason for reason in against if reason.key != "reason_reach"]
        reasons += better or against or [Reason("reason_reach", rule)]
    return actions, reasons or [Reason("reason_no_weapon", rule)]


@derived(PLACED)
def _near(world: World, unit: int) -> list[int]:
    """Whom it might reach."""
    metres, reach = distances(world, unit), longest_reach(world, unit)
    return [foe for foe in foes(world, unit) if metres[foe] <= reach]


def _far(world: World, unit: int) -> bool:
    return not _near(world, unit)


def _against(world: World, unit: int, target: int, item: str, how: tuple[str, ...]) -> list[Reason]:
    """Why a weapon cannot strike a target: reach, sight, the right to answer, and the way in which it is meant."""
    if not reaches(world, unit, target, item):
        found = [Reason("reason_reach", "AURA-UNARM-1" if item == "unarmed" else "AURA-ATK-1")]
    else:
        found = [] if sees(world, unit, target) else [Reason("reason_unseen", "AURA-COVER-8")]
        found += [Reason("reason_barred", "AURA-FLOOR-6")] if targets.barred(world, unit, target) else []
    for name in MANEUVERS:
        found += targets.maneuver_reasons(world, unit, target, item, name) if name in how else []
    if "nonlethal" in how:
        found += targets.sparing_reasons(world, target)
    if "shield" in how and shield_of(world, target) is None:
        found.append(Reason("reason_no_shield", "AURA-GEAR-14"))
    return found


def swift(*names: str) -> Iterator[Deed]:
    """AURA-SWIFT-6: with the floor, a Swift Attack is a beat of its own, and the unit turns first.

    Ways of it other than the plain one are shown where there is a chance for them.
    """
    for name in names:
        verb = replace(
            swift_verb(name, quiet=name != "swift"),
            actions=partial(_swift, name=name),
            short=_not_swift,
            vain=_no_swift,
        )
        yield Deed(verb, shoot if name in ("swift_shot", "swift_throw") else fight)


SWIFT_RULES = {
    "swift": "AURA-SWIFT-1",
    "swift_subdue": "AURA-NL-1",
    "swift_shot": "AURA-SWIFT-1",
    "swift_throw": "AURA-HOUSE-29",
}


def swift_verb(name: str, *, quiet: bool = False) -> Verb:
    """A Swift Attack of that name; maneuvers are another rule's (AURA-SWIFT-7)."""
    harms = name in SWIFT_RULES
    group: Group = "attack" if harms else "hinder"
    return _verb(name, SWIFT_RULES.get(name, "AURA-SWIFT-7"), group, harms=harms, quiet=quiet)


def _not_swift(world: World, unit: int) -> list[Reason]:
    reasons = [*targets.cannot_attack(world, unit)]
    if spent(world, unit).swift:
        reasons.append(Reason("reason_swift_used", "AURA-SWIFT-2"))
    reasons += unaffordable(world, unit, Price(sheet_of(world).main.costs.swift))
    return [*dict.fromkeys(reasons)] or [Reason("reason_nobody", "AURA-SWIFT-3")]


def _swift(world: World, unit: int, *, name: str) -> list[Action]:
    return [each for each in _every_swift(world, unit) if each.verb == name]


def _no_swift(world: World, unit: int) -> bool:
    return not _every_swift(world, unit)


@derived()
def _every_swift(world: World, unit: int) -> list[Action]:
    if not targets.swift_possible(world, unit) or holds(world, unit, "bound"):
        return []
    free = (target for target in foes(world, unit) if not targets.barred(world, unit, target))
    return [action for target in free for action in targets.swift_actions(world, unit, target, turning=True)]


def throwable(world: World, unit: int) -> list[str]:
    """AURA-THROW-1: any weapon in hand."""
    return [item for item in melee_weapons(world, unit) if not weapon(world, item).natural]


def shot(name: str, rule: str, items: Callable[[World, int], list[str]], *how: str) -> Deed:
    """A shot, or a throw, with any of these items."""

    def find(world: World, unit: int) -> Found:
        actions: list[Action] = []
        reasons: list[Reason] = []
        for number, item in enumerate(items(world, unit)):
            fit, against = _targets(world, unit, item, rule, meant)
            actions += [Action(name, target, what=item if number else "", how=meant) for target in fit]
            reasons += against
        return actions, reasons

    meant, vain = ("shot", *how), _none_to_spare if "nonlethal" in how else None
    verb = _verb(name, rule, has=items, reasons=targets.cannot_attack, sifts=True, vain=vain)
    return Deed(weighed(find, verb), shoot)


def _none_to_spare(world: World, unit: int) -> bool:
    return all(targets.sparing_reasons(world, foe) for foe in foes(world, unit))


def _targets(world: World, unit: int, item: str, rule: str, how: tuple[str, ...]) -> tuple[list[int], list[Reason]]:
    thrown = "thrown" in how or weapon(world, item).leaves
    if not thrown and not is_loaded(world, unit, item):
        return [], [Reason("reason_not_loaded", "AURA-ACT-1")]
    most = range_of(world, unit, item)[2]
    fit: list[int] = []
    reasons: list[Reason] = []
    for target in foes(world, unit):
        against = targets.shot_reasons(world, unit, target, most)
        if "nonlethal" in how:
            against += targets.sparing_reasons(world, target)
        if against:
            reasons += against
        else:
            fit.append(target)
    return fit, reasons or [Reason("reason_nobody", rule)]
