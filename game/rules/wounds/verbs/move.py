"""Move, Dash, jumps, Change Posture, Surface, dragging steps (WOUNDS-MOVE, ACT-11, 17 and 18, JUMP, GRAP-5)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import CellSet
from game.kernel.components import Carried, Pools
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.offering import Reason
from game.rules.verbs import Price, Question, Verb
from game.rules.wounds.budget import ap
from game.rules.wounds.checks.numbers import check, hold_bonus, hold_tn
from game.rules.wounds.checks.rolls import judge, ordinary, steps_beyond
from game.rules.wounds.harm.conditions import inflict, lasting
from game.rules.wounds.pace import (
    affordable,
    buy,
    buy_haul,
    destinations,
    missing_ap,
    movable,
    purse,
    rate,
    set_pace,
    yards_left,
)
from game.rules.wounds.position.ground import climbing, in_deep, mode_of
from game.rules.wounds.position.space import reachable
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet
from game.rules.wounds.state import STANCE, Entering, Going, Grapple, Ridden, Strain, body, pool
from game.rules.wounds.verbs.deeds import Deed, deed, detail, hastened, once
from game.rules.wounds.verbs.hauling import haul, haul_price, hauls, no_haul
from game.rules.wounds.verbs.jumping import can_jump, jump, land_later, land_now, leap_at_last
from game.rules.wounds.verbs.walking import travel
from game.systems.conditions import holds, lift

GROUND = STANCE | {Pools, Going, Strain, Entering, Ridden}  # what tells how far a unit can go
NO_YARDS = Reason("reason_no_yards", "WOUNDS-MOVE-10")
IMMOBILE = Reason("reason_immobile", "WOUNDS-COND-10")
LANDINGS = {"land": (land_now, "WOUNDS-JUMP-6"), "land_later": (land_later, "WOUNDS-JUMP-7")}


def moves(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-MOVE-2, ACT-17."""
    return (
        deed(
            sheet, "move", "move", _move, ways=_ways, key=("cell",), moves=True, buys=buy, short=_cannot_move,
            kinds=GROUND, conceivable=None, effect=previews.move,
        ),
        deed(sheet, "dash", "move", _dash, once("dash", _may_dash), short=_no_dash, own=True, on_command=True),
        deed(
            sheet, "change_posture", "move", _change_posture, _postures, key=("what", "how"), own=True,
            short=Reason("reason_mounted", "WOUNDS-ACT-11"),
        ),
        deed(
            sheet, "surface", "move", _surface,
            once("surface", lambda world, unit: holds(world, unit, "submerged")), own_turn=True, short=_above, own=True,
            effect=previews.surface,
        ),
        deed(
            sheet, "haul", "move", haul, hauls, key=("what",), moves=True, price=haul_price, buys=buy_haul,
            short=no_haul, kinds=GROUND | {Grapple}, conceivable=None, effect=previews.hauling,
        ),
    )  # fmt: skip


# Move


def bands(world: World, unit: int, ap_most: int) -> Iterator[tuple[Price, CellSet]]:
    """WOUNDS-MOVE-3 and 4: anchors in reach of the pool and of the AP that may be turned into it, by those AP."""
    budget, speed, now = affordable(world, unit, ap_most), rate(world, unit).total, world.get(unit, Going)
    goals, found = destinations(world, unit, budget), dict[int, CellSet]()
    for yards, level in enumerate(reachable(world, unit, budget).levels if goals else ()):
        if level & goals:
            cost = missing_ap(now, speed, yards)
            found[cost] = found.get(cost, 0) | level & goals
    for cost, cells in found.items():
        yield ap(cost), cells


def _ways(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    return bands(world, unit, purse(world, unit)) if not world.has(unit, Carried) else iter(())


def _cannot_move(world: World, unit: int) -> list[Reason]:
    if world.has(unit, Carried):
        return [Reason("reason_mounted", "WOUNDS-MOUNT-5")]
    return [NO_YARDS if movable(world, unit) else IMMOBILE]


# Dash, posture, surface


async def _dash(world: World, unit: int, action: Action) -> None:
    if not holds(world, unit, "dashing"):
        inflict(world, unit, "dashing", "WOUNDS-ACT-17", unit, until=lasting(world, 1))
        return
    spec = _manner(world, unit)
    worn = spec in ("Swimming", "Climbing")
    bonus = check(world, unit, "dash", "Str", "Athletics", spec, rule="WOUNDS-ACT-18", worn=worn)
    result = await ordinary(world, unit, "dash", bonus, "WOUNDS-ACT-18")
    set_pace(world, unit, bonus=steps_beyond(result, 3), again=True)


def _manner(world: World, unit: int) -> str:
    """WOUNDS-ACT-18: how the unit mainly moves where it is."""
    if mode_of(world, unit) == "fly":
        return "Flying"
    if in_deep(world, unit) or mode_of(world, unit) == "swim":
        return "Running" if mode_of(world, unit) == "sunk" else "Swimming"
    return "Climbing" if climbing(world, unit) else "Running"


def _no_dash(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "hobbled"):
        return [Reason("reason_hobbled", "WOUNDS-HD-28")]
    return [Reason("reason_dashed", "WOUNDS-ACT-18")]


def postures(world: World, unit: int) -> tuple[str, ...]:
    """WOUNDS-ACT-11: what the unit can change to; nobody stands up straight from the ground."""
    if holds(world, unit, "prone"):
        return ("crouching",)
    return ("standing", "prone") if holds(world, unit, "crouching") else ("crouching", "prone")


def _postures(world: World, unit: int) -> Iterator[Action]:
    for posture in postures(world, unit) if not world.has(unit, Carried) else ():
        yield from hastened(Action("change_posture", what=posture))


async def _change_posture(world: World, unit: int, action: Action) -> None:
    lift(world, unit, "prone", "WOUNDS-ACT-11")
    lift(world, unit, "crouching", "WOUNDS-ACT-11")
    if action.what != "standing":
        rule = "WOUNDS-COND-1" if action.what == "prone" else "WOUNDS-COND-2"
        inflict(world, unit, action.what, rule, unit)


async def _surface(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ENV-9; a unit with a swim mode needs no check (house default)."""
    if "swim" not in body(world, unit).modes:
        result = await ordinary(world, unit, "surface", hold_bonus(world, unit), "WOUNDS-ENV-9")
        if not judge(world, unit, unit, "surface", result >= hold_tn(world, unit), "WOUNDS-ENV-9"):
            return
    lift(world, unit, "submerged", "WOUNDS-ENV-9")


def _above(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_submerged", "WOUNDS-ENV-9")] if in_deep(world, unit) else []


# Jumps


def jumps(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-JUMP-3 and 4: paid for when the landing is chosen."""
    return tuple(
        deed(
            sheet, name, "move", jump, once(name, _may_jump), moves=True, price=ap(0), short=_no_jump,
            kinds=STANCE | {Grapple, Pools, Going}, conceivable=None, at_last=leap_at_last, effect=previews.jumping,
        )
        for name in ("long_jump", "high_jump")
    )  # fmt: skip


def _may_jump(world: World, unit: int) -> bool:
    return (pool(world, unit, "ap") > 0 or yards_left(world, unit) > 0) and can_jump(world, unit)


def _no_jump(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "prone"):
        return [Reason("reason_prone", "WOUNDS-HD-22")]
    return [Reason("reason_no_jump", "WOUNDS-JUMP-1")]


def landing_places() -> Question:
    """WOUNDS-JUMP-6 and 7: where a jump ends."""
    places = (
        Verb(
            name=name, rule=rule, group="move", key=("cell",), pays=False, perform=perform,
            preview=previews.touching_down if name == "land" else None,
        )
        for name, (perform, rule) in LANDINGS.items()
    )  # fmt: skip
    return detail("land", "WOUNDS-JUMP-6", *places, Verb(name="no", rule="WOUNDS-HD-32", role="decline"))


async def _move(world: World, unit: int, action: Action) -> None:
    about = Used(unit, "move", "action", (), action.cell, "WOUNDS-MOVE-2")
    await travel(world, unit, action.there, "WOUNDS-MOVE-2", about)


def _may_dash(world: World, unit: int) -> bool:
    """WOUNDS-ACT-17 and 18: doubled, and once a round a little more."""
    return not holds(world, unit, "hobbled") and not world.get(unit, Going).again and movable(world, unit)
