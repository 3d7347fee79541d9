"""Treatment in battle (WOUNDS-HEAL-1 to 7)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.systems.conditions import holds, lift


def _dying(world: World, unit: int) -> Iterator[Option]:
    for other in touchable(world, unit):
        if other != unit and holds(world, other, "dying"):
            yield option(world, "stabilize", other, unit=other)


async def _do_stabilize(world: World, unit: int, key: str) -> None:
    await stabilize(world, unit, int(key.split(" ")[1]))


def _nobody_dying(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nobody_dying", "WOUNDS-HEAL-1")]


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


TOUCH = STANCE


VERBS: dict[str, Verb] = {
    "stabilize": Verb(_dying, _do_stabilize, _nobody_dying, kinds=TOUCH),
    "treat_condition": Verb(_treatable, _do_treat, _nothing_to_treat, kinds=TOUCH),
    "treat_wound": Verb(_hurt, _do_treat_wound, _nobody_hurt, kinds=TOUCH | {Wounds}),
}
