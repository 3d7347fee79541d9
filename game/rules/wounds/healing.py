"""Treatment in battle and recovery checks (WOUNDS-HEAL, REST-14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions, Gear, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import PoolChanged
from game.kernel.flow import Option, decide
from game.kernel.numbers import Breakdown, add
from game.rules.offering import Reason
from game.rules.wounds.checks import check, judge, ordinary, steps_beyond
from game.rules.wounds.effects import soften
from game.rules.wounds.element import in_water
from game.rules.wounds.harm import burn, lower_wound, wake_up
from game.rules.wounds.pools import tire
from game.rules.wounds.reactions import in_order
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import (
    STANCE,
    Doors,
    Strain,
    Wounds,
    free_slots,
    level_of,
    normal_stamina,
    severity,
    wounds,
)
from game.rules.wounds.verbs import Verb, option, touchable
from game.systems.conditions import holds, lift

TREATED = {"bleeding": "Wounds", "burning": "Burns", "hobbled": "Wounds", "poisoned": "Toxins"}


def healing(world: World, healer: int, spec: str, rule: str) -> Breakdown:
    """Lor [Healing/...], worse without a kit in hand (WOUNDS-HEAL-2)."""
    found = check(world, healer, "healing", "Lor", "Healing", spec, rule=rule)
    if "healing_kit" in world.get(healer, Gear).held:
        return found
    return found.plus(add(sheet_of(world).numbers.no_kit, "no kit in hand", "WOUNDS-HEAL-2"))


# Stabilize


def _dying(world: World, unit: int) -> Iterator[Option]:
    for other in touchable(world, unit):
        if other != unit and holds(world, other, "dying"):
            yield option(world, "stabilize", other, unit=other)


def stabilize_tn(world: World, unit: int) -> int:
    """WOUNDS-HEAL-1: one for each wound."""
    return len(wounds(world, unit))


async def _do_stabilize(world: World, unit: int, key: str) -> None:
    await stabilize(world, unit, int(key.split(" ")[1]))


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


def _nobody_dying(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nobody_dying", "WOUNDS-HEAL-1")]


# Treat Condition


def condition_tn(world: World, unit: int, condition: str) -> int:
    """WOUNDS-HD-26 to 29: 2 a level of bleeding and burning, 3 for hobbled, 3 + level for poison."""
    tn, level = sheet_of(world).main.tn, level_of(world, unit, condition)
    if condition == "hobbled":
        return tn.hobbled
    return tn.poison + level if condition == "poisoned" else 2 * level


def _treatable(world: World, unit: int) -> Iterator[Option]:
    for other in touchable(world, unit):
        for condition in TREATED:
            if holds(world, other, condition):
                yield option(world, "treat_condition", other, condition, unit=other)


async def _do_treat(world: World, unit: int, key: str) -> None:
    """WOUNDS-HEAL-3 and COND-15, 16."""
    _, word, condition = key.split(" ")
    other = int(word)
    tn = condition_tn(world, other, condition)
    bonus = healing(world, unit, TREATED[condition], "WOUNDS-HEAL-3")
    margin = await ordinary(world, unit, "treat_condition", bonus, "WOUNDS-HEAL-3") - tn
    if not judge(world, unit, other, "treat_condition", margin >= 0, "WOUNDS-HEAL-3"):
        return
    if condition == "hobbled":
        lift(world, other, condition, "WOUNDS-COND-15")
        return
    poison = sheet_of(world).main.poisons["venom"]
    first, per = (poison.treat, poison.per) if condition == "poisoned" else (1, 2)
    soften(world, other, condition, first + steps_beyond(margin, per), "WOUNDS-HEAL-3")


def _nothing_to_treat(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nothing_to_treat", "WOUNDS-HEAL-3")]


# Treat Wound


def _hurt(world: World, unit: int) -> Iterator[Option]:
    for other in touchable(world, unit):
        for level in sorted(set(wounds(world, other))):
            yield option(world, "treat_wound", other, LEVELS[level - 1], unit=other)


async def _do_treat_wound(world: World, unit: int, key: str) -> None:
    """WOUNDS-HEAL-4 to 7."""
    _, word, name = key.split(" ")
    other, level = int(word), LEVELS.index(name) + 1
    if world.get(other, Strain).fatigue >= normal_stamina(world, other):
        judge(world, unit, other, "treat_wound", False, "WOUNDS-HEAL-6")
        return
    bonus = healing(world, unit, "Wounds", "WOUNDS-HEAL-4")
    margin = await ordinary(world, unit, "treat_wound", bonus, "WOUNDS-HEAL-4")
    margin -= sheet_of(world).main.treat_wound_tn[level - 1]
    judge(world, unit, other, "treat_wound", margin >= 0, "WOUNDS-HEAL-4")
    better = margin >= 0 and lower_wound(world, other, level, 1 + steps_beyond(margin, 2), "WOUNDS-HEAL-4")
    tire(world, other, severity(world, other), "WOUNDS-HEAL-5")
    if better:
        await wake_up(world, other, "WOUNDS-HD-21")


def _nobody_hurt(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nobody_hurt", "WOUNDS-HEAL-4")]


# Recovery


def recovery_bonus(world: World, unit: int) -> Breakdown:
    """WOUNDS-REST-14 and 15: Vitality less fatigue; failures before help."""
    strain = world.get(unit, Strain)
    found = check(world, unit, "recovery", "Vit", rule="WOUNDS-REST-14", hurt=False)
    lines = []
    if strain.fatigue:
        lines.append(add(-strain.fatigue, "fatigue", "WOUNDS-REST-14"))
    if strain.recovery:
        lines.append(add(strain.recovery, "failures before", "WOUNDS-REST-15"))
    return found.plus(*lines)


def affected(world: World, result: int) -> int:
    """WOUNDS-REST-14: the worst level that a result may touch; 0 for none."""
    return sum(result >= tn for tn in sheet_of(world).main.recovery_tn)


def recoverable(world: World, unit: int, result: int) -> list[int]:
    """Levels of the wounds that would get better: not beyond the result, with room a level lower."""
    most = affected(world, result)
    return [
        level
        for level in sorted(set(wounds(world, unit)))
        if level <= most and (level == 1 or free_slots(world, unit, level - 1) > 0)
    ]


async def recover(world: World, unit: int, *, tended: int | None = None) -> bool:
    """One recovery check; `tended` is a healer's result that counts if it is higher (WOUNDS-REST-13)."""
    if not wounds(world, unit):
        return False
    result = await ordinary(world, unit, "recovery", recovery_bonus(world, unit), "WOUNDS-REST-14")
    result = result if tended is None else max(result, tended)
    levels = recoverable(world, unit, result)
    strain = world.get(unit, Strain)
    if not levels:
        world.put(unit, changed(strain, recovery=strain.recovery + 1))
        world.emit(
            PoolChanged(unit, "recovery", strain.recovery, strain.recovery + 1, "gain", None, (), "WOUNDS-REST-15")
        )
        return False
    options = [Option(LEVELS[level - 1], rule="WOUNDS-REST-14") for level in levels]
    chosen = await decide(unit, "recovery", options, rule="WOUNDS-REST-14", about=world.events[-1])
    lower_wound(world, unit, LEVELS.index(chosen) + 1, 1, "WOUNDS-REST-14")
    world.put(unit, changed(world.get(unit, Strain), recovery=0))
    await wake_up(world, unit, "WOUNDS-HD-21")
    return True


def ailing(world: World, unit: int) -> bool:
    """Whether anything that can be treated holds of the unit."""
    return any(item.name in TREATED for item in world.get(unit, Conditions).items)


TOUCH = STANCE | {Doors}

# At the end of a round


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


VERBS: dict[str, Verb] = {
    "stabilize": Verb(_dying, _do_stabilize, _nobody_dying, kinds=TOUCH),
    "treat_condition": Verb(_treatable, _do_treat, _nothing_to_treat, kinds=TOUCH),
    "treat_wound": Verb(_hurt, _do_treat_wound, _nobody_hurt, kinds=TOUCH | {Wounds}),
}
