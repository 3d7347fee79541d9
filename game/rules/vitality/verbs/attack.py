"""Attacks with weapons, striking things; where damage bites, and whom it spares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import game.rules.vitality.verbs.strike as strike
from game.kernel.components import changed
from game.kernel.ecs import World, derived
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Price, Question, Verb, answer, at_once, decline, detail, unless
from game.rules.vitality.budget import STUNNED, bank, short_of, spend, use_attack
from game.rules.vitality.checks.numbers import one_handed, weapons_of
from game.rules.vitality.gear import Spot, empty
from game.rules.vitality.position.sight import PLAIN, distance, hidden_from, targetable, visible
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of, sheet_of
from game.rules.vitality.state import Turn, body, charmed_by, foes, friendly, is_thing, living, pool
from game.rules.vitality.turns import waiting
from game.rules.vitality.verbs.hold import Deed
from game.rules.vitality.worth import promise
from game.systems.conditions import holds

UNLOADED = Reason("reason_unloaded", "VITALITY-GEAR-10")
OUT_OF_RANGE = Reason("reason_out_of_range", "VITALITY-ATK-10")
WAYS = ("unit", "off", "what", "gentle")


def weapons(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ATK-1 and ACT-1: every weapon, and what may be thrown."""
    found = [name for key in sheet.weapons for name in (key, f"throw_{key}") if name in sheet.arms]
    return tuple(_weapon(sheet, name) for name in found)


def _weapon(sheet: VitalitySheet, name: str) -> Deed:
    return Deed(
        name=name, rule=_rule, group="attack", label=sheet.titles[name], key=WAYS, pays=False,
        price=lambda world, unit, act: (*_action(world, unit), *_maneuver_price(world, act.what)), vain=_unready,
        reasons=lambda world, unit: _unready(world, unit) or ([UNLOADED] if name in empty(world, unit) else []),
        actions=lambda world, unit: _attacks(world, unit, name),
        short=lambda world, unit: _why_none(world, unit, name),
        perform=_strike, preview=previews.strike,
        promise=lambda world, unit, act: promise(world, strike.weapon_attack(world, unit, act), act.target),
        held=lambda world, unit: _when_held(world, unit, name), later=_struck, kept=_maneuvers,
        ahead=lambda world, what: (("ap", numbers_of(world).attack_ap), *_maneuver_price(world, what)),
    )  # fmt: skip


def others(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-1, 2 and ATK-3: attacks to be made later in the turn, and at things."""
    return (
        Deed(
            name="attack", rule="VITALITY-ACT-2", group="attack", price=(("ap", sheet.numbers.attack_ap),),
            paid_by="VITALITY-ACT-1",
            reasons=unless(lambda world, unit: not world.get(unit, Turn).banked, "reason_banked", "VITALITY-ACT-2"),
            tells=True, perform=at_once(lambda world, unit, action: bank(world, unit)),
        ),
        Deed(
            name="smash", rule="VITALITY-ATK-3", group="attack", label=sheet.titles["smash"], key=("what",),
            price=lambda world, unit, action: _action(world, unit), pays=False, reasons=_unready, actions=_spots,
            short=Reason("reason_nothing_near", "VITALITY-ATK-3"), perform=_smash, preview=previews.smash,
        ),
    )  # fmt: skip


def _action(world: World, unit: int) -> Price:
    """VITALITY-ACT-2: nothing while attacks are banked, else the Attack action."""
    return (("ap", 0 if world.get(unit, Turn).banked else numbers_of(world).attack_ap),)


def thrown(world: World, unit: int, action: Action) -> str:
    """See `Base.thrown` (VITALITY-GEAR-8)."""
    item, flies = sheet_of(world).arms.get(action.verb, ("", False))
    return item if flies else ""


def _maneuver_price(world: World, maneuver: str) -> Price:
    """VITALITY-ACT-41: it is paid besides."""
    return (("wp", sheet_of(world).abilities[maneuver].wp),) if maneuver else ()


def _unready(world: World, unit: int) -> list[Reason]:
    """What was paid before does not help the stunned either (COND-9)."""
    return [STUNNED] if holds(world, unit, "stunned") else short_of(world, unit, _action(world, unit))


def pay_attack(world: World, unit: int) -> None:
    """VITALITY-ACT-1 to 3: the first attack of an action pays for all of them."""
    if not world.get(unit, Turn).banked:
        spend(world, unit, "VITALITY-ACT-1", ap=numbers_of(world).attack_ap)
        bank(world, unit)


def _range(world: World, name: str) -> tuple[int, int]:
    """Metres beyond which it begins, and at which it ends (GEAR-8)."""
    weapon, thrown = sheet_of(world).weapons[sheet_of(world).arms[name][0]], sheet_of(world).arms[name][1]
    return (weapon.melee, weapon.thrown) if thrown else (-1, weapon.melee or weapon.range)


def strikeable(world: World, unit: int, metres: int) -> list[int]:
    """Enemies and things in range, aimed at (ATK-10), whom no charm protects (COND-14)."""
    return _strikeable(world, unit, -1, metres)


def _strikeable(world: World, unit: int, near: int, far: int) -> list[int]:
    there = [other for other, gap in _gaps(world, unit) if near < gap <= far and targetable(world, unit, other)]
    return [other for other in there if not charmed_by(world, unit, other)]


@derived(PLAIN)
def _gaps(world: World, unit: int) -> list[tuple[int, int]]:
    """Enemies and things, each with the metres to it."""
    others = (other for other in living(world) if other != unit and not friendly(world, unit, other))
    return [(other, distance(world, unit, other)) for other in others]


def _in_range(world: World, unit: int, name: str) -> list[int]:
    return _strikeable(world, unit, *_range(world, name))


def _aimed(world: World, unit: int, name: str) -> Iterator[Action]:
    """VITALITY-ATK-10, GEAR-7, GEAR-10: at targets in range, with the hands that may, costs aside."""
    near = _in_range(world, unit, name)
    if not near:
        return iter(())
    banked = world.get(unit, Turn).banked or ("main",)
    hands: list[tuple[str, ...]] = [()] if "main" in banked else []
    if "off" in banked and sheet_of(world).arms[name][0] in one_handed(world, unit):  # one of two one-handed ones
        hands.append(("off",))
    return (Action(name, other, how=hand) for other in near for hand in hands)


def _maneuvers(world: World, unit: int) -> Iterable[str]:
    known = sheet_of(world).abilities
    return ("", *(key for key in body(world, unit).abilities if known[key].kind == "maneuver"))


def _ready(world: World, unit: int) -> list[str]:
    """Those of them that it can pay."""
    wp, known = pool(world, unit, "wp"), sheet_of(world).abilities
    return [key for key in _maneuvers(world, unit) if not key or wp >= known[key].wp]


def _attacks(world: World, unit: int, name: str) -> Iterator[Action]:
    for plain in _aimed(world, unit, name):
        for key in _ready(world, unit) if not is_thing(world, plain.target) else ("",):
            yield from _softly(world, unit, changed(plain, what=key))


def _softly(world: World, unit: int, action: Action) -> Iterator[Action]:
    """An attack, and non-lethal where that matters (NL-1)."""
    yield action
    if strike.could_fell(world, strike.weapon_attack(world, unit, action), action.target):
        yield changed(action, how=(*action.how, "gentle"))


def _when_held(world: World, unit: int, name: str) -> Iterator[Action]:
    if sheet_of(world).arms[name][0] in weapons_of(world, unit) and name not in empty(world, unit):
        for plain in _aimed(world, unit, name):
            yield from _softly(world, unit, plain)


def _rule(world: World, unit: int, action: Action) -> str:
    if "gentle" in action.how:
        return "VITALITY-NL-1"
    return "VITALITY-ACT-41" if action.what else "VITALITY-ATK-1"


def _why_none(world: World, unit: int, name: str) -> list[Reason]:
    near, metres = _range(world, name)
    if _in_range(world, unit, name):
        return [Reason("reason_banked", "VITALITY-ACT-3")]
    if near >= 0 and strikeable(world, unit, min(metres, near)):
        return [Reason("reason_too_near", "VITALITY-GEAR-8")]
    known = [other for other in foes(world, unit) if not hidden_from(world, other, unit)]
    close = [other for other in known if distance(world, unit, other) <= metres]
    if any(charmed_by(world, unit, other) for other in close):
        return [Reason("reason_charmed", "VITALITY-COND-14")]
    if any(not visible(world, unit, other) for other in close):
        return [Reason("reason_covered", "VITALITY-COVER-7")]
    return [OUT_OF_RANGE]


async def _strike(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-1 to 3 and 41: an attack uses up one that is banked."""
    pay_attack(world, unit)
    if action.what:
        spend(world, unit, "VITALITY-ACT-41", wp=sheet_of(world).abilities[action.what].wp)
    await _struck(world, unit, action)


async def _struck(world: World, unit: int, action: Action) -> None:
    use_attack(world, unit, "off" if "off" in action.how else "")
    attack, target = strike.weapon_attack(world, unit, action), action.target
    if attack.maneuver:
        entry = sheet_of(world).abilities[attack.maneuver]
        if entry.up:
            world.emit(Used(unit, attack.maneuver, "maneuver", (target,), rule="VITALITY-ACT-41"))
            attack = changed(attack, upcast=await strike.choose_upcast(world, unit, entry))
    await strike.make_attack(world, attack, target)
    await waiting.happened(world, "attack", unit, target)


def _spots(world: World, unit: int) -> Iterator[Action]:
    for spot, cell in strike.smashable(world, unit):
        edge = () if spot.edge is None else (spot.edge,)
        yield Action("smash", cell=cell, what=spot.name(world), numbers=edge)


async def _smash(world: World, unit: int, action: Action) -> None:
    pay_attack(world, unit)
    await strike.smash(world, unit, Spot(action.there, *action.numbers))


def details(sheet: VitalitySheet) -> tuple[Question, ...]:
    """What is asked about blows and their damage."""
    pull, split, holy, merge = "VITALITY-ATK-4", "VITALITY-ARMOR-8", "VITALITY-DMG-10", "VITALITY-FORCE-6"

    def label(world: World, unit: int, action: Action) -> str:
        return f"{sheet.titles[action.what]}: {action.numbers[0]} damage left"

    return (
        detail("pull", pull, decline("hit", pull), answer("miss", pull)),
        detail("split", split, Verb(name="from", rule=split, group="attack", key=("what",), label=label)),
        detail("holy", holy, decline("spare", holy), answer("kill", holy)),
        detail("merge_damage", merge, answer("merge", merge), answer("separate", merge)),
    )
