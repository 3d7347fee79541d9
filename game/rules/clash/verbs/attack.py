"""Strikes, shots and throws; opportunity attacks; what a blow is made with and where it lands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from game.rules.verbs import Perform, Promise, Question, Verb, by_name
from game.systems.conditions import sources

AIMED = ("unit", "what")


def strikes() -> tuple[Verb, ...]:
    """CLASH-ACT-6: melee, shot and throw are all Strikes, each weapon and target an option."""
    far = Reason("reason_out_of_range", "CLASH-ATK-11")
    return (
        Verb(
            name="strike", rule="CLASH-ATK-1", group="attack", key=AIMED, price=ATTACK,
            actions=_melee, short=Reason("reason_out_of_reach", "CLASH-ATK-1"),
            perform=_strike("melee"), preview=previews.strike("melee"), promise=_gain("melee"),
        ),
        Verb(
            name="throw", rule="CLASH-ATK-7", group="attack", key=AIMED, price=ATTACK,
            has=_has_throwable, actions=_throws, short=far,
            perform=_strike("thrown"), preview=previews.strike("thrown"), promise=_gain("thrown"),
        ),
        Verb(
            name="shoot", rule="CLASH-ATK-3", group="attack", key=AIMED, price=ATTACK,
            has=_has_bow, reasons=_unloaded, actions=_shots, short=far,
            perform=_strike("ranged"), preview=previews.strike("ranged"), promise=_gain("ranged"),
        ),
    )  # fmt: skip


def _melee(world: World, unit: int) -> Iterator[Action]:
    return _aimed(world, unit, "strike", "melee", melee_weapons(world, unit))


def _throws(world: World, unit: int) -> Iterator[Action]:
    return _aimed(world, unit, "throw", "thrown", _throwable(world, unit))


def _shots(world: World, unit: int) -> Iterator[Action]:
    ready = [item for item in _bows(world, unit) if loaded(world, unit, item)]
    return _aimed(world, unit, "shoot", "ranged", ready)


def _aimed(world: World, unit: int, verb: str, kind: Kind, items: Iterable[str]) -> Iterator[Action]:
    for foe in foes(world, unit):
        for item in items:
            if within(world, Plan(unit, foe, item, kind)):
                yield Action(verb, foe, what=item)


def _throwable(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in dict.fromkeys(world.get(unit, Gear).held) if item in weapons and weapons[item].thrown]


def _bows(world: World, unit: int) -> list[str]:
    weapons = sheet_of(world).weapons
    return [item for item in weapons_of(world, unit) if weapons[item].range]


def _has_throwable(world: World, unit: int) -> bool:
    return bool(_throwable(world, unit))


def _has_bow(world: World, unit: int) -> bool:
    return bool(_bows(world, unit))


def _unloaded(world: World, unit: int) -> list[Reason]:
    ready = any(loaded(world, unit, item) for item in _bows(world, unit))
    return [] if ready else [Reason("reason_unloaded", "CLASH-GEAR-3")]


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
    return Question(
        name="opportunity",
        moment="reaction",
        verbs=by_name(
            Verb(
                name="strike", rule="CLASH-OA-1", group="attack", label="Opportunity attack", key=AIMED, price=ATTACK,
                perform=_at_once, preview=previews.opportunity, promise=_at_mover,
            ),
            Verb(name="no", role="decline"),
        ),
    )  # fmt: skip


async def _at_once(world: World, unit: int, action: Action) -> None:
    await attack(world, Plan(unit, action.target, action.what, "melee", reaction=True))


def _at_mover(world: World, unit: int, action: Action) -> float:
    return promise(world, unit, Plan(unit, action.target, action.what, "melee", reaction=True))


# Details


def attribute(sheet: ClashSheet) -> Question:
    """CLASH-ATK-2, DEF-4: strength or agility, where a setting lets one choose."""
    verbs = by_name(*(Verb(name=name, group="attack") for name in BOTH))
    return Question(name="attribute", moment="detail", verbs=verbs)


def location(sheet: ClashSheet) -> Question:
    """CLASH-MAN-8: where a blow of Precision lands."""
    verbs = by_name(*(Verb(name=name, group="attack") for name in sheet.main.locations))
    return Question(name="location", moment="detail", rule="CLASH-MAN-8", verbs=verbs)
