"""Move, Dash, Change Posture, Surface (WOUNDS-MOVE, ACT-11, 17 and 18)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Pools, changed
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.systems.conditions import holds, lift
from game.systems.field import board_of


def _moves(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-MOVE-3 and 4: anchors in reach of the pool and of the AP that may be turned into it."""
    if world.find(unit, Carried) is None:
        yield from toward(world, "move", destinations(world, unit, affordable(world, unit, purse(world, unit))))


def move_price(world: World, unit: int, key: str) -> int:
    """WOUNDS-MOVE-2: the AP that are still needed for the way."""
    cell = board_of(world).grid.parse(key.split(" ")[1])
    yards = reachable(world, unit, affordable(world, unit, purse(world, unit))).cost(cell)
    return ap_for(world, unit, yards or 0)


async def _do_move(world: World, unit: int, key: str) -> None:
    """The AP are paid by whoever calls; they become movement here."""
    cell = board_of(world).grid.parse(key.split(" ")[1])
    await go(world, unit, cell, 0, "WOUNDS-MOVE-2")


def _cannot_move(world: World, unit: int) -> list[Reason]:
    if world.find(unit, Carried) is not None:
        return [Reason("reason_mounted", "WOUNDS-MOUNT-5")]
    if not movable(world, unit):
        return [Reason("reason_immobile", "WOUNDS-COND-10")]
    return [Reason("reason_no_yards", "WOUNDS-MOVE-10")]


def _dashes(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-17 and 18: doubled, and once a round a little more."""
    if not holds(world, unit, "hobbled") and not world.get(unit, Going).again and movable(world, unit):
        yield option(world, "dash")


async def _do_dash(world: World, unit: int, key: str) -> None:
    if not holds(world, unit, "dashing"):
        inflict(world, unit, "dashing", "WOUNDS-ACT-17", unit, until=lasting(world, 1))
        return
    spec = _manner(world, unit)
    worn = spec in ("Swimming", "Climbing")
    bonus = check(world, unit, "dash", "Str", "Athletics", spec, rule="WOUNDS-ACT-18", worn=worn)
    result = await ordinary(world, unit, "dash", bonus, "WOUNDS-ACT-18")
    world.put(unit, changed(world.get(unit, Going), bonus=steps_beyond(result, 3), again=True))


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


def _postures(world: World, unit: int) -> Iterator[Option]:
    if world.find(unit, Carried) is None:
        for posture in postures(world, unit):
            yield from hastened(world, "change_posture", posture)


async def _do_posture(world: World, unit: int, key: str) -> None:
    posture = key.split(" ")[1]
    lift(world, unit, "prone", "WOUNDS-ACT-11")
    lift(world, unit, "crouching", "WOUNDS-ACT-11")
    if posture != "standing":
        rule = "WOUNDS-COND-1" if posture == "prone" else "WOUNDS-COND-2"
        inflict(world, unit, posture, rule, unit)


def _mounted(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_mounted", "WOUNDS-ACT-11")]


def _surfaces(world: World, unit: int) -> Iterator[Option]:
    if holds(world, unit, "submerged"):
        yield option(world, "surface")


async def _do_surface(world: World, unit: int, key: str) -> None:
    """WOUNDS-ENV-9; a unit with a swim mode needs no check (house default)."""
    if "swim" not in body(world, unit).modes:
        result = await ordinary(world, unit, "surface", hold_bonus(world, unit), "WOUNDS-ENV-9")
        if not judge(world, unit, unit, "surface", result >= hold_tn(world, unit), "WOUNDS-ENV-9"):
            return
    lift(world, unit, "submerged", "WOUNDS-ENV-9")


def _above(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_submerged", "WOUNDS-ENV-9")] if in_deep(world, unit) else []


GROUND = STANCE | {Pools, Going, Strain, Entering, Ridden}  # what tells how far a unit can go


VERBS: dict[str, Verb] = {
    "move": Verb(_moves, _do_move, _cannot_move, move_price, moves=True, kinds=GROUND),
    "dash": Verb(_dashes, _do_dash, _no_dash, own=True),
    "change_posture": Verb(_postures, _do_posture, _mounted, own=True),
    "surface": Verb(_surfaces, _do_surface, _above, own_turn=True, own=True),
    "haul": Verb(_hauls, _do_haul, _no_haul, haul_price, moves=True, kinds=GROUND | {Grapple}),
}


def _jumps(verb: str, world: World, unit: int) -> Iterator[Option]:
    if (pool(world, unit, "ap") > 0 or yards_left(world, unit) > 0) and can_jump(world, unit):
        yield option(world, verb)


def _no_jump(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "prone"):
        return [Reason("reason_prone", "WOUNDS-HD-22")]
    return [Reason("reason_no_jump", "WOUNDS-JUMP-1")]


def _price(world: World, unit: int, key: str) -> int:
    """Nothing before the landing is chosen."""
    return 0


def _jump(verb: str) -> Verb:
    def options(world: World, unit: int) -> Iterator[Option]:
        return _jumps(verb, world, unit)

    kinds = STANCE | {Grapple, Pools, Going}
    return Verb(options, _do_jump, _no_jump, _price, moves=True, kinds=kinds)


VERBS: dict[str, Verb] = {
    "long_jump": _jump("long_jump"),
    "high_jump": _jump("high_jump"),
}
