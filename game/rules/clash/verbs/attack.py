"""Strikes, shots and throws, opportunity attacks: at whom, how they are declared, and where a blow lands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from game.kernel.components import Down, Gear, Position, changed
from game.kernel.ecs import World, derived_of
from game.kernel.events import Attacked, Blocked
from game.kernel.flow import Action
from game.rules.clash.budget import ATTACK, update_turn
from game.rules.clash.gear import loaded, melee_weapons, weapons_of
from game.rules.clash.house import house
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import ClashSheet, Kind, sheet_of
from game.rules.clash.state import ARMS, Plan, Unloaded, attacks, aware, resolving
from game.rules.clash.turns.windows import window
from game.rules.clash.verbs.strike import (
    BOTH,
    anybody_near,
    attack_test,
    chosen_attribute,
    in_range,
    resolve,
    show,
    within,
)
from game.rules.clash.worth import promise
from game.rules.objectives import verdict
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, decline, detail, unless
from game.systems.conditions import having, lift, sources
from game.systems.field import bodies, enemies, standing, team

Planned = Callable[[World, int, Action], Plan]


def strikes() -> tuple[Verb, ...]:
    """CLASH-ACT-6: melee, shot and throw are all Strikes, each weapon and target an option."""
    near, far = Reason("reason_out_of_reach", "CLASH-ATK-1"), Reason("reason_out_of_range", "CLASH-ATK-11")
    return (
        _attack("strike", "melee", "CLASH-ATK-1", melee_weapons, short=near),
        _attack("throw", "thrown", "CLASH-ATK-7", _throwable, short=far, has=_throwable),
        _attack("shoot", "ranged", "CLASH-ATK-3", _ready, short=far, has=_bows, reasons=_unloaded),
    )


def _attack(name: str, kind: Kind, rule: str, items: Callable[[World, int], Sequence[str]], **fields: Any) -> Verb:
    def aimed(world: World, unit: int) -> Iterator[Action]:
        ready = items(world, unit)
        if not (ready and anybody_near(world, unit, ready, kind)):
            return  # nearly always: nobody need be looked at one by one
        possible = foes(world, unit)
        struck = [(item, in_range(world, unit, item, kind, possible)) for item in ready]
        for foe in possible:
            for item, those in struck:
                if foe in those:
                    yield Action(name, foe, what=item)

    def planned(world: World, unit: int, action: Action) -> Plan:
        feint = action.unit in sources(world, unit, "feinting")  # a boon (CLASH-MAN-7, COND-8)
        return Plan(unit, action.target, action.what, kind, feint=feint)

    async def perform(world: World, unit: int, action: Action) -> None:
        plan = planned(world, unit, action)
        begin_act(world, unit)
        await attack(world, plan)

    return _blow(name, rule, planned, actions=aimed, perform=perform, scarce=True, **fields)


def _blow(name: str, rule: str, planned: Planned, **fields: Any) -> Verb:
    return Verb(
        name=name, rule=rule, group="attack", key=("unit", "what"), price=ATTACK,
        preview=lambda world, request, option, title: previews.attack_preview(
            world, planned(world, request.who, option.action), title
        ),
        promise=lambda world, unit, action: promise(world, unit, planned(world, unit, action)), **fields,
    )  # fmt: skip


def thrown(world: World, unit: int, action: Action) -> str:
    """See `Base.thrown` (CLASH-GEAR-5)."""
    return action.what if action.verb == "throw" else ""


@derived_of((Gear,))
def _throwable(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in dict.fromkeys(world.get(unit, Gear).held) if item in weapons and weapons[item].thrown]


@derived_of(ARMS)
def _bows(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in weapons_of(world, unit) if weapons[item].range]


@derived_of(ARMS | {Unloaded})
def _ready(world: World, unit: int) -> list[str]:
    return [item for item in _bows(world, unit) if loaded(world, unit, item)]


_unloaded = unless(_ready, "reason_unloaded", "CLASH-GEAR-3")


def opportunity() -> Question:
    """CLASH-OA-1: a foe that exposes itself may be struck."""

    def planned(world: World, unit: int, action: Action) -> Plan:
        return Plan(unit, action.target, action.what, "melee", reaction=True)

    strike = _blow(
        "strike", "CLASH-OA-1", planned, label="Opportunity attack",
        perform=lambda world, unit, action: attack(world, planned(world, unit, action)),
    )  # fmt: skip
    return detail("opportunity", "", strike, decline("no"), moment="reaction", preview=None)


def attribute() -> Question:
    """CLASH-ATK-2, DEF-4: strength or agility, where a setting lets one choose."""
    return detail("attribute", "", *(Verb(name=name, group="attack") for name in BOTH), preview=None)


def location(sheet: ClashSheet) -> Question:
    """CLASH-MAN-8: where a blow of Precision lands."""
    verbs = (Verb(name=name, group="attack") for name in sheet.main.locations)
    return detail("location", "CLASH-MAN-8", *verbs, preview=None)


def begin_act(world: World, unit: int) -> None:
    """An act that is neither a step nor handling things uses feints up (CLASH-MAN-7, COND-8) and begins a new move
    (CLASH-OA-2, SAVE-3)."""
    lift(world, unit, "feinting", "CLASH-MAN-7")
    update_turn(world, started=True, reacted=())


async def attack(world: World, plan: Plan) -> None:
    """CLASH-ATK-9: declare what is paid for already, let others react, look again whether it may go on, resolve."""
    outer = attacks(world)
    resolving(world, *outer, plan)
    ranged = plan.kind not in ("melee", "melee_spell")
    about = Attacked(plan.unit, plan.target, plan.what, attack_test(world, plan).numbers, _rule(plan), ranged)
    world.emit(about)
    if plan.kind == "melee" and not plan.power:
        plan = changed(plan, attribute=await chosen_attribute(world, plan.unit, about, "CLASH-ATK-2"))
        resolving(world, *outer, plan)
    await window(world, about, plan)
    if verdict(world) is None:
        if world.has(plan.unit, Down) or not _still_there(world, plan):
            world.emit(Blocked(plan.unit, "void_attack", "CLASH-INTX-13"))
            show(world, plan.unit)
        else:
            await resolve(world, plan, about)
    resolving(world, *outer)


def _still_there(world: World, plan: Plan) -> bool:
    """Whether target and weapon still are: the unconscious are none, unless the setting `attack_downed` says so."""
    if not plan.power and plan.what not in weapons_of(world, plan.unit):
        return False
    if world.has(plan.target, Down) and not house(world).attack_downed:
        return False
    return world.has(plan.target, Position) and within(world, plan)


def _rule(plan: Plan) -> str:
    if plan.reaction:
        return "CLASH-OA-1"
    if plan.power:
        return "CLASH-ATK-4" if plan.kind in ("melee_spell", "ranged_spell") else "CLASH-ATK-8"
    return {"melee": "CLASH-ATK-1", "ranged": "CLASH-ATK-3"}.get(plan.kind, "CLASH-ATK-7")


def foes(world: World, unit: int) -> list[int]:
    """CLASH-ATK-10, COND-5, 6: conscious foes the unit knows of; the settings `attack_downed` and `friendly_fire`
    add the unconscious and friends."""
    found = enemies(world, unit)
    found = [foe for foe in found if aware(world, unit, foe)] if having(world, "hidden") else [*found]
    downed, friendly = house(world).attack_downed, house(world).friendly_fire
    if not (downed or friendly):
        return found
    own, up = team(world, unit), standing(world)
    friends = [other for other in up if team(world, other) == own and other != unit] if friendly else []
    fallen = [o for o in bodies(world) if o not in up and (friendly or team(world, o) != own)] if downed else []
    return sorted((*found, *friends, *fallen))


def rivals(world: World, unit: int) -> list[int]:
    """CLASH-COND-5: those of them who could resist: nobody contends with the unconscious."""
    return [foe for foe in foes(world, unit) if not world.has(foe, Down)]
