"""Opposed manoeuvres, breaking free, letting go, pinning; and what others are asked about them."""

from __future__ import annotations

from game.grid.hexes import HEXES
from game.grid.square import SQUARES
from game.kernel.ecs import World
from game.rules.offering import Reason
from game.rules.verbs import Question, Verb
from game.rules.vitality.budget import mark
from game.rules.vitality.position.sight import distance, hidden_from
from game.rules.vitality.position.who import foes, gripping, rank, up
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet
from game.rules.vitality.state import Turn, still
from game.rules.vitality.verbs.deed import Deed, alone, answer, at_once, at_units, decline, detail, only_if, unless
from game.rules.vitality.verbs.manoeuvres import ALL, Manoeuvre, break_restrained, release, try_it
from game.systems.conditions import holds
from game.systems.field import riders

UNIT = ("unit",)


def manoeuvres(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-20 to 39."""
    return tuple(_manoeuvre(sheet, way) for way in ALL if way.name in sheet.main.manoeuvres)


def _manoeuvre(sheet: VitalitySheet, way: Manoeuvre) -> Deed:
    entry, tries = sheet.main.manoeuvres[way.name], at_units(way.name, way.targets)
    return Deed(
        name=way.name, rule=entry.rule, group="hinder", label=entry.title, key=UNIT, price=(("ap", entry.ap),),
        reasons=unless(way.free_hand, "reason_hand", entry.rule), actions=tries,
        short=lambda world, unit: [_no_target(world, unit, way)], preview=previews.manoeuvre(way),
        perform=lambda world, unit, action: try_it(world, unit, way, action.target),
        held=lambda world, unit: tries(world, unit) if way.free_hand(world, unit) else (),
        kept=only_if(lambda world, unit: way.near is None or way.near(world, unit)),
    )  # fmt: skip


def _no_target(world: World, unit: int, way: Manoeuvre) -> Reason:
    """Why there is nobody to try it on."""
    if way.name == "shake_off":
        return Reason("reason_willing" if riders(world, unit) else "reason_no_rider", "VITALITY-ACT-31")
    if way.name == "break_grab":
        return Reason("reason_not_grabbed", "VITALITY-ACT-39")
    near = [f for f in foes(world, unit) if distance(world, unit, f) <= 1 and not hidden_from(world, f, unit)]
    climbs = way.name == "climb"
    if climbs and still(world, unit):
        return Reason("reason_still", "VITALITY-COND-8")
    if near and way.limited(world):
        return Reason("reason_too_large", "VITALITY-ACT-21")
    if climbs and any(rank(world, other) > rank(world, unit) for other in near):
        return Reason("reason_no_room", "VITALITY-ACT-27")
    if near and climbs:
        return Reason("reason_too_small", "VITALITY-ACT-26")
    return Reason("reason_nobody_near", "VITALITY-ACT-23")


# Breaking free, letting go, pinning


def loosening(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-COND-8, ACT-39, CINE-17."""
    numbers = sheet.numbers

    def restrained(world: World, unit: int) -> bool:
        return holds(world, unit, "restrained")

    def pins(world: World, unit: int) -> bool:
        return holds(world, unit, "pinning") and not world.get(unit, Turn).paid_pin

    return (
        Deed(
            name="break_restrained", rule="VITALITY-COND-8", group="hinder", price=(("ap", numbers.break_ap),),
            tells=True, reasons=unless(restrained, "reason_not_restrained", "VITALITY-COND-8"),
            perform=lambda world, unit, action: break_restrained(world, unit), preview=previews.break_restrained,
            held=alone("break_restrained"), kept=only_if(restrained),
        ),
        Deed(
            name="release", rule="VITALITY-ACT-39", group="hinder", key=UNIT,
            actions=at_units("release", lambda world, unit: gripping(world, unit) if up(world, unit) else ()),
            short=Reason("reason_holds_nobody", "VITALITY-ACT-39"),
            perform=at_once(lambda world, unit, action: release(world, unit, action.target)),
        ),
        Deed(
            name="keep_pinning", rule="VITALITY-CINE-17", group="hinder", price=(("ap", numbers.manoeuvre_ap),),
            tells=True, reasons=unless(pins, "reason_not_pinning", "VITALITY-CINE-17"),
            perform=at_once(lambda world, unit, action: mark(world, unit, paid_pin=True)),
        ),
    )  # fmt: skip


# Details


def details() -> tuple[Question, ...]:
    """Whether an ally lets it happen, which skill, where to, what is taken."""
    names = dict.fromkeys((*SQUARES.names, *HEXES.names))
    return (
        detail(
            "oppose", "VITALITY-ACT-24", decline("let", "VITALITY-ACT-24"),
            Verb(name="oppose", rule="VITALITY-ACT-24", group="hinder", preview=previews.oppose), moment="reaction",
        ),
        detail("choose_skill", "VITALITY-CHECK-4", Verb(name="use", key=("what",), preview=previews.chosen_skill)),
        detail("direction", "VITALITY-ACT-37", *(answer(name, "VITALITY-ACT-37") for name in names)),
        detail("landing", "VITALITY-ACT-29", answer("to", "VITALITY-ACT-29", "cell")),
        detail("disarm_item", "VITALITY-ACT-33", answer("item", "VITALITY-ACT-33", "what")),
        detail(
            "take_item", "VITALITY-ACT-34", answer("take", "VITALITY-ACT-34"), decline("leave_it", "VITALITY-ACT-34")
        ),
    )  # fmt: skip
