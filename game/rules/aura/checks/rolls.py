"""Dice as aura throws them: two with Advantage or Disadvantage, exploding ones, checks and contests."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from game.kernel.ecs import World
from game.kernel.events import Rolled, Used
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import ask
from game.rules.aura.budget import set_spent
from game.rules.aura.checks.numbers import initiative_dice
from game.rules.aura.checks.powers import worn_by
from game.rules.aura.house import house
from game.rules.aura.state import Body, Orders, spent
from game.systems.conditions import holds

Rungs = tuple[tuple[int, str, str], ...]
"""Ascending: from this total on, what comes of a roll, and its rule."""
Stakes = Callable[[], Rungs]


class Weighed(Struct, frozen=True):
    """On whoever is asked about its dice: how they are thrown, and what they are thrown for (AURA-GEN-2)."""

    sides: int
    net: int
    bonus: int  # with what has exploded before
    bursts: bool  # the highest face is thrown again and added
    rungs: Rungs
    faces: tuple[int, ...] = ()  # that have fallen


def net_advantage(sources: Iterable[Modifier]) -> int:
    """AURA-GEN-2: 1 with more Advantages than Disadvantages, −1 with fewer, 0 when they cancel."""
    total = sum(source.value for source in sources)
    return (total > 0) - (total < 0)


async def throw(
    world: World, unit: int, why: str, sides: int, net: int, rule: str, *numbers: Breakdown, stakes: Stakes = tuple
) -> int:
    """The face of a die, or of the better (net 1) or worse (−1) of two (AURA-GEN-2, 5); `stakes`: what faces mean."""
    net = await _uses(world, unit, net, sides, stakes)
    dice = (sides,) * (2 if net else 1)
    faces = await Roll(unit, why, dice, rule)
    world.emit(Rolled(unit, why, dice, faces, numbers, rule))
    return await _kept(world, unit, faces, net, sides, stakes)


async def _uses(world: World, unit: int, net: int, sides: int, stakes: Stakes, base: int | None = None) -> int:
    """AURA-GEN-2: Advantage may be declined; by its standing order nobody is asked. `base`: the die explodes."""
    if net <= 0 or world.get(unit, Orders).use_advantage != "ask":
        return net
    weighed = Weighed(sides, net, base or 0, base is not None, stakes())
    return 0 if "without" in await _ask(world, unit, "use_advantage", weighed) else net


async def _kept(
    world: World, unit: int, faces: tuple[int, ...], net: int, sides: int, stakes: Stakes, base: int | None = None
) -> int:
    """AURA-GEN-2: the lower die with Disadvantage; with Advantage the roller takes either, as a rule the higher."""
    if net > 0 and faces[0] != faces[1] and world.get(unit, Orders).use_advantage == "ask":
        weighed = Weighed(sides, net, base or 0, base is not None, stakes(), faces)
        if "lower" in await _ask(world, unit, "which_die", weighed):
            return min(faces)
    return max(faces) if net > 0 else min(faces)


async def _ask(world: World, unit: int, question: str, weighed: Weighed) -> tuple[str, ...]:
    """A question about dice, with what previews need to know of them; how they are to be used."""
    world.put(unit, weighed)
    option = await ask(world, unit, question)
    world.drop(unit, Weighed)
    return option.action.how


async def explode(
    world: World, unit: int, why: str, sides: int, net: int, base: Breakdown, rule: str, stakes: Stakes = tuple
) -> int:
    """AURA-DEF-2: while the kept die shows its highest face it is thrown again, in the same way, and added."""
    net, total = await _uses(world, unit, net, sides, stakes, base.total), 0
    fell: list[int] = []
    dice = (sides,) * (2 if net else 1)
    while True:
        faces = await Roll(unit, why, dice, rule)
        fell += faces
        face = await _kept(world, unit, faces, net, sides, stakes, base.total + total)
        total += face
        if face < sides:
            break
    whole = Breakdown(why, (add(total, f"d{sides}", "AURA-DEF-2"), *base.parts))
    world.emit(Rolled(unit, why, (sides,) * len(fell), tuple(fell), (whole,), rule))
    return whole.total


async def chance(world: World, unit: int, need: int, rule: str) -> bool:
    """AURA-GEN-7: a roll of pure luck."""
    return await throw(world, unit, "chance_roll", 20, 0, rule) >= need


def check_net(world: World, unit: int, skill: str) -> int:
    """AURA-COND-11 and GEAR-16: Disadvantage on checks of the dazed, and of strength in heavy armour."""
    heavy = skill in ("arm", "leg", "climb") and any(worn.heavy for worn in worn_by(world, unit))
    return -int(heavy or holds(world, unit, "dazed"))


def fortitude_net(world: World, unit: int) -> int:
    """AURA-COND-11 and 15."""
    return -int(holds(world, unit, "dazed") or holds(world, unit, "surprised"))


def check_bonus(world: World, unit: int, skill: str) -> Breakdown:
    """What a check adds to its die."""
    body = world.get(unit, Body)
    amounts = {"arm": body.arm, "leg": body.leg, "climb": body.arm + body.leg, "stealth": body.stealth}
    label = f"{skill}_strength" if skill in ("arm", "leg") else skill
    return Breakdown("check", (add(amounts[skill], label, "AURA-MAN-17"),))


async def check(world: World, unit: int, skill: str, rule: str) -> tuple[int, int]:
    """One d20 and a skill: the total, and the natural face (AURA-GEN-8 by setting)."""
    bonus = check_bonus(world, unit, skill)
    face = await throw(world, unit, "check_roll", 20, check_net(world, unit, skill), rule, bonus)
    if house(world).optional_d20_flair and face in (1, 20):
        world.emit(Used(unit, "wonder" if face == 20 else "disaster", "free", rule="AURA-GEN-8"))
    return face + bonus.total, face


async def initiative(world: World, unit: int, rule: str = "AURA-INIT-6", *, opening: bool = False) -> int:
    """AURA-INIT-11: the dice of its bonus; the once a Round is used up but by the opening's roll."""
    dice, dazed = initiative_dice(world, unit), holds(world, unit, "dazed")
    thrown = (*dice, dice[-1]) if dazed else dice
    faces = await Roll(unit, "initiative_roll", thrown, rule)
    total = sum(faces) if not dazed else sum(faces[:-2]) + min(faces[-2:])
    number = Breakdown("initiative", (add(total, "dice", "AURA-INIT-11"),))
    world.emit(Rolled(unit, "initiative_roll", thrown, faces, (number,), rule))
    if not opening:
        set_spent(world, unit, initiative=True)
    return total


def may_roll_initiative(world: World, unit: int) -> bool:
    """AURA-INIT-6."""
    return not spent(world, unit).initiative
