"""Drawing, picking up, reloading."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.grid.masks import Cell, cells
from game.kernel.components import Down, Gear
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.rules.poise.gear import EMPTY_HANDS, draw, draws, pick_up, reload, stows, takes, within_reach
from game.rules.poise.position.space import destinations, steps_toward
from game.rules.poise.sheet import PoiseSheet, Skill
from game.rules.poise.state import movable, speed_of
from game.rules.poise.verbs.skills import itself, made, no_skill
from game.rules.poise.verbs.use import included_step, may_step, staying
from game.rules.poise.verbs.walking import begin
from game.rules.reasons import Reason
from game.rules.verbs import Verb, at_once
from game.systems.gear import things

NO_HAND, NOTHING_LYING = Reason("reason_no_hand", "POISE-GEAR-1"), Reason("reason_nothing_lying", "POISE-SKILL-5")


def reloads(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """POISE-ECON-8: loading again what is shot off."""
    loading = [(key, partial(_reload, key)) for key, skill in sheet.skills.items() if "reload" in skill.tags]
    return tuple(made(sheet, key, "gear", (), itself, staying(at_once(loads))) for key, loads in loading)


def _reload(key: str, world: World, unit: int, action: Action) -> None:
    reload(world, unit, key)


def handling() -> tuple[Verb, ...]:
    """POISE-SKILL-4 and 5."""
    return (
        no_skill(
            "draw", "Draw", "gear", "POISE-SKILL-4", staying(at_once(_draw)), key=("what",),
            actions=lambda world, unit: [Action("draw", what="+".join(it) or EMPTY_HANDS) for it in draws(world, unit)],
            own=frozenset((Gear,)), besides=stows,
            short=Reason("reason_nothing_carried", "POISE-SKILL-4"),
        ),
        no_skill(
            "pick_up", "Pick Up", "gear", "POISE-SKILL-5", _pick_up, key=("cell", "what"), label="",
            has=lambda world, unit: bool(things(world)), actions=_things,
            short=lambda world, unit: [NO_HAND] if _near(world, unit) else [NOTHING_LYING],
        ),
    )  # fmt: skip


def _draw(world: World, unit: int, action: Action) -> None:
    draw(world, unit, () if action.what == EMPTY_HANDS else tuple(action.what.split("+")))


@derived()
def _near(world: World, unit: int) -> set[tuple[Cell, str]]:
    """POISE-SKILL-5: things within a pace, or that the maneuver's step comes near to."""
    lying, steps = {(cell, item) for _, item, cell in things(world)}, movable(world, unit)
    return {
        each for each in lying
        if within_reach(world, unit, each[0]) or (steps and steps_toward(world, unit, each[0]))
    }  # fmt: skip


def _things(world: World, unit: int) -> Iterator[Action]:
    return (Action("pick_up", cell=cell, what=item) for cell, item in _near(world, unit) if takes(world, unit, item))


async def _pick_up(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-SKILL-5: the step of the maneuver comes first if the thing is out of reach, else afterwards."""
    begun, cell = await begin(world, unit, key, skill), action.there
    if begun is None:
        return
    if within_reach(world, unit, cell):
        pick_up(world, unit, action.what, cell)
        if may_step(world, unit):
            await included_step(world, unit, begun, destinations(world, unit, speed_of(world, unit).total))
        return
    if may_step(world, unit):
        await included_step(world, unit, begun, list(cells(steps_toward(world, unit, cell))), stay=False)
    if not world.has(unit, Down):
        pick_up(world, unit, action.what, cell)
