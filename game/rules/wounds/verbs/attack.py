"""Offensive actions, rebuffs, and what is chosen in the middle of them (WOUNDS-ACT-1 to 6, 12, REACT-1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

import game.rules.wounds.bonds as bonds
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Price, Pricing, Question, Verb, detail
from game.rules.wounds.budget import ap
from game.rules.wounds.checks.blows import Blow, Mode, attack_bonus
from game.rules.wounds.checks.rolls import judge, wild
from game.rules.wounds.gear import arms, increments, melee_arms, weapon
from game.rules.wounds.position.ground import underwater
from game.rules.wounds.position.space import BODIES, aims, distances, foes, lacking, own_arms, reaches, seen
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import LEVELS, WoundsSheet, sheet_of
from game.rules.wounds.verbs.deeds import Deed, deed, reaction
from game.rules.wounds.verbs.strike import attack, steady
from game.rules.wounds.worth import promise

ATTACKS: dict[str, Mode] = {
    "standard_attack": "standard",
    "strong_attack": "strong",
    "quick_attack": "quick",
    "nonlethal_attack": "nonlethal",
}
THROWN = ("thrown",)
_LACKS = {
    "reason_underwater": "WOUNDS-ENV-2", "reason_no_shots": "WOUNDS-HD-4", "reason_unloaded": "WOUNDS-HD-4",
    "reason_unseen": "WOUNDS-COVER-2", "reason_out_of_range": "WOUNDS-HD-10",
}  # fmt: skip


def offences(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-1 to 4: with each weapon at hand; only a standard attack throws and shoots."""
    return tuple(_attack(sheet, name, mode) for name, mode in ATTACKS.items())


def _attack(sheet: WoundsSheet, name: str, mode: Mode) -> Deed:
    return deed(
        sheet, name, "attack", lambda world, unit, action: attack(world, blow_of(mode, world, unit, action)),
        partial(_targets, name), key=("unit", "what", "how"),
        alike=partial(melee_price, sheet.actions[name].ap), short=partial(_reasons, sheet, name), memo=by_its_arms,
        trigger="attacks", on_command=True, effect=previews.weapon_attack(partial(blow_of, mode)),
        promise=lambda world, unit, action: promise(world, blow_of(mode, world, unit, action)),
    )  # fmt: skip


def _targets(name: str, world: World, unit: int) -> Iterator[Action]:
    for target, key, way in aims(world, unit):
        if way == "melee" or name == "standard_attack":
            yield Action(name, target, what=key, how=THROWN if way == "thrown" else ())


def by_its_arms(world: World, unit: int) -> tuple[Hashable, Kinds]:
    """What it hangs on whom it could attack: with where everybody is, nothing of others."""
    return own_arms(world, unit), BODIES


def melee_price(cost: int, world: World, unit: int) -> Price | Pricing:
    """WOUNDS-ENV-3: a melee attack under water costs more."""
    return partial(_price_below, cost) if underwater(world, unit) else ap(cost)


def _price_below(cost: int, world: World, unit: int, action: Action) -> Price:
    melee = weapon(world, action.what).kind == "melee" and action.how != THROWN
    return ap(cost + (sheet_of(world).numbers.underwater_ap if melee else 0))


def blow_of(mode: Mode, world: World, unit: int, action: Action) -> Blow:
    """The attack that an action means."""
    ranged = weapon(world, action.what).kind == "ranged" or action.how == THROWN
    return Blow(unit, action.target, action.what, mode, ranged)


def thrown(world: World, unit: int, action: Action) -> str:
    """See `Base.thrown` (WOUNDS-HD-11)."""
    arm = sheet_of(world).weapons.get(action.what) if action.verb in ATTACKS else None
    return action.what if arm is not None and (action.how == THROWN or arm.lands) else ""


def _reasons(sheet: WoundsSheet, name: str, world: World, unit: int) -> list[Reason]:
    if not arms(world, unit):
        return [Reason("reason_unarmed", "WOUNDS-HD-4")]
    keys, standard = melee_arms(world, unit), name == "standard_attack"
    found = _why_no_shot(world, unit) if standard else []
    if any(reaches(world, unit, key, foe) for key in keys for foe in foes(world, unit)):
        found.append(Reason("reason_unseen", "WOUNDS-COVER-2"))
    elif keys:
        found.append(Reason("reason_out_of_reach", "WOUNDS-HD-9"))
    elif not standard:
        found.append(Reason("reason_no_melee", sheet.actions[name].rule))
    return list(dict.fromkeys(found))


def _why_no_shot(world: World, unit: int) -> list[Reason]:
    found, far = [], distances(world, unit)
    for key in arms(world, unit):
        lack = lacking(world, unit, key)
        if not lack:
            inc, most = increments(weapon(world, key))
            near = any(far[foe] <= inc * most for foe in foes(world, unit))
            lack = "reason_unseen" if near else "reason_out_of_range"
        if lack in _LACKS:
            found.append(Reason(lack, _LACKS[lack]))
    return found


def opening(sheet: WoundsSheet) -> Deed:
    """WOUNDS-ACT-12."""
    return deed(
        sheet, "create_opening", "hinder", _create_opening, _openings, key=("unit", "what"), memo=by_its_arms,
        short=Reason("reason_nobody", "WOUNDS-ACT-12"), effect=previews.open_up,
    )  # fmt: skip


def _openings(world: World, unit: int) -> Iterator[Action]:
    """Against a foe in sight, in reach or not."""
    in_sight = (foe for foe in foes(world, unit) if seen(world, unit, foe))
    return (Action("create_opening", foe, what=key) for foe in in_sight for key in melee_arms(world, unit))


async def _create_opening(world: World, unit: int, action: Action) -> None:
    """It is an attack roll, so that swimmers and climbers hold on first (WOUNDS-ENV-7)."""
    foe = action.target
    if not await steady(world, unit):
        judge(world, unit, foe, "create_opening", False, "WOUNDS-ENV-7")
        return
    bonus = attack_bonus(world, Blow(unit, foe, action.what))
    thrown = await wild(world, unit, "create_opening", bonus, "WOUNDS-ACT-12", foe)
    bonds.opened(world, unit, foe, thrown)


def reactions() -> tuple[Question, ...]:
    """WOUNDS-REACT-1, 3: striking at whoever comes near, harrying whoever shoots."""
    rebuff = Verb(
        name="rebuff", group="attack", key=("unit", "what"),
        preview=previews.reacting(previews.weapon_attack(partial(blow_of, "rebuff"))),
        promise=lambda world, unit, action: promise(world, blow_of("rebuff", world, unit, action)),
    )  # fmt: skip
    harry = Verb(name="harry", group="attack", preview=previews.reacting())
    return reaction("rebuff", "WOUNDS-REACT-1", rebuff), reaction("harry", "WOUNDS-REACT-3", harry)


def details() -> tuple[Question, ...]:
    """WOUNDS-ACT-5 and 6: what a blow to subdue leaves."""
    levels = (Verb(name=name, group="attack") for name in LEVELS)
    spared = (Verb(name=name, group="attack") for name in ("knock_out", "spare"))
    return detail("wound_level", "WOUNDS-ACT-5", *levels), detail("knock_out", "WOUNDS-ACT-6", *spared)
