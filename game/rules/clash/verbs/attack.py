"""Strikes, shots and throws; opportunity attacks; what a blow is made with and where it lands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.clash.budget import ATTACK, new_move
from game.rules.clash.gear import loaded, melee_weapons, weapons_of
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import ClashSheet, Kind, sheet_of
from game.rules.clash.state import Plan
from game.rules.clash.verbs.declare import attack, end_feint, foes
from game.rules.clash.verbs.strike import BOTH, within
from game.rules.clash.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Promise, Question, Verb, decline, detail
from game.systems.conditions import sources

AIMED = ("unit", "what")


def strikes() -> tuple[Verb, ...]:
    """CLASH-ACT-6: melee, shot and throw are all Strikes, each weapon and target an option."""
    near, far = Reason("reason_out_of_reach", "CLASH-ATK-1"), Reason("reason_out_of_range", "CLASH-ATK-11")
    return (
        _attack("strike", "melee", "CLASH-ATK-1", melee_weapons, short=near),
        _attack("throw", "thrown", "CLASH-ATK-7", _throwable, short=far, has=_throwable),
        _attack("shoot", "ranged", "CLASH-ATK-3", _ready, short=far, has=_bows, reasons=_unloaded),
    )


def _attack(name: str, kind: Kind, rule: str, items: Callable[[World, int], Iterable[str]], **fields: Any) -> Verb:
    def aimed(world: World, unit: int) -> Iterator[Action]:
        ready = tuple(items(world, unit))
        for foe in foes(world, unit):
            for item in ready:
                if within(world, Plan(unit, foe, item, kind)):
                    yield Action(name, foe, what=item)

    return Verb(
        name=name, rule=rule, group="attack", key=AIMED, price=ATTACK, actions=aimed, perform=_strike(kind),
        preview=previews.strike(kind), promise=_gain(kind), **fields,
    )  # fmt: skip


def _throwable(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in dict.fromkeys(world.get(unit, Gear).held) if item in weapons and weapons[item].thrown]


def _bows(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in weapons_of(world, unit) if weapons[item].range]


def _ready(world: World, unit: int) -> list[str]:
    return [item for item in _bows(world, unit) if loaded(world, unit, item)]


def _unloaded(world: World, unit: int) -> list[Reason]:
    return [] if _ready(world, unit) else [Reason("reason_unloaded", "CLASH-GEAR-3")]


def _strike(kind: Kind) -> Perform:
    """CLASH-MAN-7 and COND-8: a feint at the same target is a boon."""

    async def strike(world: World, unit: int, action: Action) -> None:
        feint = action.unit in end_feint(world, unit)
        new_move(world)
        await attack(world, Plan(unit, action.target, action.what, kind, feint=feint))

    return strike


def _gain(kind: Kind) -> Promise:
    def promised(world: World, unit: int, action: Action) -> float:
        aimed = action.unit in sources(world, unit, "feinting")
        return promise(world, unit, Plan(unit, action.target, action.what, kind, feint=aimed))

    return promised


# Opportunity attacks


def opportunity() -> Question:
    """CLASH-OA-1: a foe that exposes itself may be struck."""
    strike = Verb(
        name="strike", rule="CLASH-OA-1", group="attack", label="Opportunity attack", key=AIMED, price=ATTACK,
        perform=lambda world, unit, action: attack(world, _reaction(unit, action)), preview=previews.opportunity,
        promise=lambda world, unit, action: promise(world, unit, _reaction(unit, action)),
    )  # fmt: skip
    return detail("opportunity", "", strike, decline("no"), moment="reaction", preview=None)


def _reaction(unit: int, action: Action) -> Plan:
    return Plan(unit, action.target, action.what, "melee", reaction=True)


# Details


def attribute(sheet: ClashSheet) -> Question:
    """CLASH-ATK-2, DEF-4: strength or agility, where a setting lets one choose."""
    return detail("attribute", "", *(Verb(name=name, group="attack") for name in BOTH), preview=None)


def location(sheet: ClashSheet) -> Question:
    """CLASH-MAN-8: where a blow of Precision lands."""
    verbs = (Verb(name=name, group="attack") for name in sheet.main.locations)
    return detail("location", "CLASH-MAN-8", *verbs, preview=None)
