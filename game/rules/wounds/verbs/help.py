"""Treatment in battle and in camp (WOUNDS-HEAL-1 to 7, REST-13, 14 and 17)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, at_units, decline, detail
from game.rules.wounds.budget import normal_stamina, tire
from game.rules.wounds.checks.rolls import judge, ordinary, steps_beyond
from game.rules.wounds.harm.conditions import soften
from game.rules.wounds.harm.wounds import (
    TREATED,
    condition_tn,
    healing,
    lower_wound,
    stabilize,
    stabilize_bonus,
    stabilize_tn,
    wake_up,
)
from game.rules.wounds.position.space import touchable
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.screen.preview import Thrown, trial
from game.rules.wounds.sheet import LEVELS, WoundsSheet, sheet_of
from game.rules.wounds.state import STANCE, Strain, Wounds, severity, wounds
from game.rules.wounds.verbs.deeds import Deed, deed
from game.systems.conditions import holds, lift


def helps(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-HEAL-1, 3 and 4: of oneself or whoever is beside."""
    return (
        deed(
            sheet, "stabilize", "help", lambda world, unit, action: stabilize(world, unit, action.target),
            at_units("stabilize", lambda world, unit: (
                other for other in touchable(world, unit) if other != unit and holds(world, other, "dying")
            )),
            key=("unit",), kinds=STANCE, short=Reason("reason_nobody_dying", "WOUNDS-HEAL-1"),
            effect=trial(_stabilizing, wild=False),
        ),
        deed(
            sheet, "treat_condition", "help", _treat, _treatable, key=("unit", "what"), kinds=STANCE,
            short=Reason("reason_nothing_to_treat", "WOUNDS-HEAL-3"), effect=trial(_treating, wild=False),
        ),
        deed(
            sheet, "treat_wound", "help", _treat_wound, _hurt, key=("unit", "what"), kinds=STANCE | {Wounds},
            short=Reason("reason_nobody_hurt", "WOUNDS-HEAL-4"), effect=previews.treat_wound,
        ),
    )  # fmt: skip


def _stabilizing(world: World, unit: int, act: Action) -> Thrown:
    return stabilize_bonus(world, unit), stabilize_tn(world, act.target), "WOUNDS-HEAL-1"


def _treating(world: World, unit: int, act: Action) -> Thrown:
    bonus = healing(world, unit, TREATED[act.what], "WOUNDS-HEAL-3")
    return bonus, condition_tn(world, act.target, act.what), "WOUNDS-HEAL-3"


def _treatable(world: World, unit: int) -> Iterator[Action]:
    pairs = ((other, condition) for other in touchable(world, unit) for condition in TREATED)
    return (Action("treat_condition", other, what=name) for other, name in pairs if holds(world, other, name))


async def _treat(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HEAL-3 and COND-15, 16."""
    other, condition = action.target, action.what
    bonus, tn = healing(world, unit, TREATED[condition], "WOUNDS-HEAL-3"), condition_tn(world, other, condition)
    margin = await ordinary(world, unit, "treat_condition", bonus, "WOUNDS-HEAL-3") - tn
    if not judge(world, unit, other, "treat_condition", margin >= 0, "WOUNDS-HEAL-3"):
        return
    if condition == "hobbled":
        lift(world, other, condition, "WOUNDS-COND-15")
        return
    poison = sheet_of(world).main.poisons["venom"]
    first, per = (poison.treat, poison.per) if condition == "poisoned" else (1, 2)
    soften(world, other, condition, first + steps_beyond(margin, per), "WOUNDS-HEAL-3")


def _hurt(world: World, unit: int) -> Iterator[Action]:
    near = touchable(world, unit)
    return (Action("treat_wound", o, what=LEVELS[at - 1]) for o in near for at in sorted(set(wounds(world, o))))


async def _treat_wound(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HEAL-4 to 7."""
    other, level = action.target, LEVELS.index(action.what) + 1
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


def details() -> tuple[Question, ...]:
    """WOUNDS-REST-13, 14 and 17: which wound gets better, who tends whom, what becomes of a broken night."""
    levels = (Verb(name=name, group="help") for name in LEVELS)
    tend = Verb(name="tend", group="help", key=("unit",))
    nights = (Verb(name="resume"), Verb(name="short_rests", rule="WOUNDS-REST-18"))
    return (
        detail("recovery", "WOUNDS-REST-14", *levels),
        detail("tended", "WOUNDS-REST-13", tend, decline("no"), moment="camp"),
        detail("broken_rest", "WOUNDS-REST-17", *nights, moment="camp"),
    )
