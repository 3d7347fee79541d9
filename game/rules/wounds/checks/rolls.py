"""The two kinds of roll, and what dice come to (WOUNDS-CORE)."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.events import Rolled, Struck
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.rules.odds import Dist, dice
from game.rules.wounds.budget import change_initiative
from game.rules.wounds.checks.numbers import hold_bonus, hold_tn
from game.rules.wounds.position.ground import climbing, swimming
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import body


class Thrown(Struct, frozen=True):
    """What dice came to: `natural` is the sum of the faces alone."""

    total: int
    natural: int


def wild_dice(world: World) -> Dist:
    """The sum of a wild roll's dice."""
    spec = sheet_of(world).main.dice.wild
    return dice(*spec.dice) + spec.offset


def ordinary_dice(world: World) -> Dist:
    """What the dice of an ordinary check come to."""
    spec = sheet_of(world).main.dice.ordinary
    return dice(*spec.dice) + spec.offset


async def wild(world: World, unit: int, why: str, bonus: Breakdown, rule: str = "WOUNDS-CORE-2") -> Thrown:
    """WOUNDS-CORE-2: a wild roll."""
    spec = sheet_of(world).main.dice.wild
    return await _throw(world, unit, why, bonus, spec.dice, spec.offset, rule)


async def ordinary(world: World, unit: int, why: str, bonus: Breakdown, rule: str = "WOUNDS-HD-1") -> int:
    """An ordinary check's result."""
    spec = sheet_of(world).main.dice.ordinary
    return (await _throw(world, unit, why, bonus, spec.dice, spec.offset, rule)).total


async def _throw(
    world: World, unit: int, why: str, bonus: Breakdown, sizes: tuple[int, ...], offset: int, rule: str
) -> Thrown:
    faces = await Roll(unit, why, sizes, rule)
    natural = sum(faces)
    lines = (add(natural, "dice", rule), *((add(offset, "scale", "WOUNDS-HD-1"),) if offset else ()), *bonus.parts)
    result = Breakdown(bonus.what, lines)
    world.emit(Rolled(unit, why, sizes, faces, (result,), rule))
    return Thrown(result.total, natural)


def criticals(world: World, unit: int, targets: tuple[int, ...], thrown: Thrown) -> None:
    """WOUNDS-INIT-7 and 8: initiatives move whether it hits or not."""
    spec, by = sheet_of(world).main.dice.wild, sheet_of(world).numbers.critical
    if thrown.natural >= spec.success:
        change_initiative(world, unit, by, "WOUNDS-INIT-7")
        for target in targets:
            change_initiative(world, target, -by, "WOUNDS-INIT-7", unit)
    elif thrown.natural <= spec.failure:
        change_initiative(world, unit, -by, "WOUNDS-INIT-8")


def steps_beyond(margin: int, per: int) -> int:
    """WOUNDS-CORE-4: how many times `per` the margin holds."""
    return max(0, margin // per)


def judge(world: World, unit: int, target: int, what: str, ok: bool, rule: str) -> bool:  # noqa: FBT001  a value
    """Say how a check came out, and hand it on."""
    world.emit(Struck(unit, target, what, "success" if ok else "failure", (), rule))
    return ok


async def hold_on(world: World, unit: int, penalty: int = 0) -> bool:
    """WOUNDS-ENV-7 and 8: whether a swimmer or climber keeps its hold; those at home there do not throw."""
    water = swimming(world, unit)
    if not water and not climbing(world, unit):
        return True
    if ("swim" if water else "climb") in body(world, unit).modes:
        return True
    tn = hold_tn(world, unit)
    bonus = hold_bonus(world, unit, penalty)
    return await ordinary(world, unit, "hold_on", bonus, "WOUNDS-ENV-7") >= tn
