"""Treatment, recovery checks, and what ails at the end of a round (WOUNDS-HEAL, REST-14 and 15)."""

from __future__ import annotations

from game.kernel.components import Conditions, Gear, Unit
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, counting
from game.rules.asking import ask
from game.rules.wounds.budget import end_recovery, failed_recovery, tire
from game.rules.wounds.checks.rolls import check, judge, ordinary
from game.rules.wounds.harm.wounds import burn, lower_wound, wake_up
from game.rules.wounds.position.ground import in_water
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Strain, free_slots, level_of, on_board, wounds
from game.rules.wounds.turns.reactions import in_order
from game.systems.conditions import holds, lift

TREATED = {"bleeding": "Wounds", "burning": "Burns", "hobbled": "Wounds", "poisoned": "Toxins"}


def healing(world: World, healer: int, spec: str, rule: str) -> Breakdown:
    """Lor [Healing/...], worse without a kit in hand (WOUNDS-HEAL-2)."""
    bare = "healing_kit" not in world.get(healer, Gear).held
    worse = counting((bare, sheet_of(world).numbers.no_kit, "no kit in hand", "WOUNDS-HEAL-2"))
    return check(world, healer, "healing", "Lor", "Healing", spec, rule=rule).plus(*worse)


def stabilize_tn(world: World, unit: int) -> int:
    """WOUNDS-HEAL-1: one for each wound."""
    return len(wounds(world, unit))


def stabilize_bonus(world: World, healer: int) -> Breakdown:
    """WOUNDS-HEAL-1: Lor [Healing/Wounds]."""
    return healing(world, healer, "Wounds", "WOUNDS-HEAL-1")


async def stabilize(world: World, unit: int, other: int) -> bool:
    """One try; whether the other is no longer dying."""
    result = await ordinary(world, unit, "stabilize", stabilize_bonus(world, unit), "WOUNDS-HEAL-1")
    if not judge(world, unit, other, "stabilize", result >= stabilize_tn(world, other), "WOUNDS-HEAL-1"):
        return False
    lift(world, other, "dying", "WOUNDS-HEAL-1")
    await wake_up(world, other, "WOUNDS-HEAL-1")
    return True


def condition_tn(world: World, unit: int, condition: str) -> int:
    """WOUNDS-HD-26 to 29: 2 a level of bleeding and burning, 3 for hobbled, 3 + level for poison."""
    tn, level = sheet_of(world).main.tn, level_of(world, unit, condition)
    if condition == "hobbled":
        return tn.hobbled
    return tn.poison + level if condition == "poisoned" else 2 * level


def recovery_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-REST-14 and 15: Vitality less fatigue; failures before help."""
    strain = world.get(unit, Strain)
    lines = counting(
        (strain.fatigue, -strain.fatigue, "fatigue", "WOUNDS-REST-14"),
        (strain.recovery, strain.recovery, "failures before", "WOUNDS-REST-15"),
    )
    return check(world, unit, "recovery", "Vit", rule="WOUNDS-REST-14", hurt=False).plus(*lines)


def affected(world: World, result: int) -> int:
    """WOUNDS-REST-14: the worst level that a result may touch; 0 for none."""
    return sum(result >= tn for tn in sheet_of(world).main.recovery_tn)


def recoverable(world: World, unit: int, result: int) -> list[int]:
    """Levels of the wounds that would get better: not beyond the result, with room a level lower."""
    levels = [level for level in sorted(set(wounds(world, unit))) if level <= affected(world, result)]
    return [level for level in levels if level == 1 or free_slots(world, unit, level - 1) > 0]


async def recover(world: World, unit: int, *, tended: int | None = None) -> bool:
    """One recovery check; `tended` is a healer's result that counts if it is higher (WOUNDS-REST-13)."""
    if not wounds(world, unit):
        return False
    result = await ordinary(world, unit, "recovery", recovery_bonus(world, unit), "WOUNDS-REST-14")
    levels = recoverable(world, unit, result if tended is None else max(result, tended))
    if not levels:
        failed_recovery(world, unit)
        return False
    chosen = await ask(world, unit, "recovery", [Action(LEVELS[level - 1]) for level in levels])
    lower_wound(world, unit, LEVELS.index(chosen.verb) + 1, 1, "WOUNDS-REST-14")
    end_recovery(world, unit)
    await wake_up(world, unit, "WOUNDS-HD-21")
    return True


def ailing(world: World, unit: int) -> bool:
    """Whether anything that can be treated holds of the unit."""
    return any(item.name in TREATED for item in world.get(unit, Conditions).items)


async def ailments(world: World) -> None:
    """WOUNDS-HD-26 to 29: bleeding, burning, poison; the fastest first."""
    there = [unit for unit, _ in world.each(Unit) if on_board(world, unit) and ailing(world, unit)]
    for unit in await in_order(world, there):
        if in_water(world, unit):
            lift(world, unit, "burning", "WOUNDS-HD-27")
        tire(world, unit, level_of(world, unit, "bleeding"), "WOUNDS-HD-26")
        if holds(world, unit, "burning"):
            await burn(world, unit)
        if on_board(world, unit) and holds(world, unit, "poisoned"):
            tire(world, unit, 1, "WOUNDS-HD-29")
