"""Spells, abilities and magic items, in the own turn and as reactions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Group
from game.rules.clash.budget import ATTACK, POINT
from game.rules.clash.checks.tests import contest, skill_test
from game.rules.clash.position.space import in_reach
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import ClashSheet, Power
from game.rules.clash.state import Plan
from game.rules.clash.verbs.declare import begin_act, foes, kind_of, rivals
from game.rules.clash.verbs.maneuvers import push
from game.rules.clash.verbs.powers import power_actions, use_power
from game.rules.clash.verbs.strike import within
from game.rules.clash.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Actions, Perform, Price, Promise, Verb

USELESS = Reason("reason_useless", "CLASH-ACT-7")


def powers(sheet: ClashSheet) -> tuple[Verb, ...]:
    """CLASH-ACT-7, ATK-4, 8: what a unit may use in its own turn."""
    return tuple(_verb(sheet, key, power, reaction=False) for key, power in _all(sheet).items())


def reactions(sheet: ClashSheet) -> tuple[Verb, ...]:
    """CLASH-REACT-4: magic that harms nobody, and any magic item, may be used in others' turns too."""
    return tuple(
        _verb(sheet, key, power, reaction=True)
        for key, power in _all(sheet).items()
        if not power.contest and (not power.attack or key in sheet.gear.items)
    )


def _all(sheet: ClashSheet) -> dict[str, Power]:
    abilities = {key: power for key, power in sheet.abilities.items() if not power.free}
    return {**sheet.spells, **abilities, **sheet.gear.items}


def _verb(sheet: ClashSheet, key: str, power: Power, *, reaction: bool) -> Verb:
    spell, far = key in sheet.spells, power.target == "foe"
    rule = "CLASH-ATK-8" if key in sheet.abilities else "CLASH-ACT-7"
    if far:
        rule = "CLASH-REACT-4" if reaction else "CLASH-ATK-4" if spell else rule
    out_of_range = Reason("reason_out_of_range", "CLASH-ATK-4" if spell else "CLASH-ATK-11")
    return Verb(
        name=key,
        rule=rule,
        group=_group(power, spell=spell),
        label=power.title,
        key=("unit",) if power.target in ("foe", "ally_or_self") else ("cell",),
        price=_price(power),
        actions=_at_foes(sheet, key, power) if far else partial(power_actions, key=key, power=power),
        short=out_of_range if far else USELESS,
        perform=_contest(key, power) if power.contest else _use(key, power, reaction=reaction),
        preview=previews.power(key, power),
        promise=_gain(sheet, key, power) if power.attack else None,
    )


def _group(power: Power, *, spell: bool) -> Group:
    if power.heal:
        return "help"
    if spell:
        return "magic"
    return "hinder" if power.contest else "attack" if power.attack else "help"


def _price(power: Power) -> Price:
    return (*(ATTACK if power.attack else POINT), *((("magic", power.magic),) if power.magic else ()))


def _at_foes(sheet: ClashSheet, key: str, power: Power) -> Actions:
    kind = kind_of(power, key, sheet.spells)

    def actions(world: World, unit: int) -> Iterator[Action]:
        for foe in foes(world, unit) if power.attack else rivals(world, unit):
            if power.attack:
                near = within(world, Plan(unit, foe, key, kind, power=True))
            else:
                near = in_reach(world, unit, foe, power.range)
            if near:
                yield Action(key, foe)

    return actions


def _use(key: str, power: Power, *, reaction: bool) -> Perform:
    async def use(world: World, unit: int, action: Action) -> None:
        if not reaction:
            begin_act(world, unit)
        await use_power(world, unit, power, action, reaction=reaction)

    return use


def _gain(sheet: ClashSheet, key: str, power: Power) -> Promise:
    kind = kind_of(power, key, sheet.spells)

    def promised(world: World, unit: int, action: Action) -> float:
        return promise(world, unit, Plan(unit, action.target, key, kind, power=True))

    return promised


def _contest(key: str, power: Power) -> Perform:
    """CLASH-ATK-8: an ability that is no attack: a contest, and a push for the winner."""

    async def contend(world: World, unit: int, action: Action) -> None:
        begin_act(world, unit)
        target = action.target
        world.emit(Used(unit, key, "action", (target,), rule="CLASH-ATK-8"))
        mine, theirs = skill_test(world, unit, power.contest), skill_test(world, target, power.contest)
        if await contest(world, mine, theirs, "contest", "CLASH-ATK-8") and power.push:
            await push(world, unit, target, "CLASH-ATK-8")

    return contend
