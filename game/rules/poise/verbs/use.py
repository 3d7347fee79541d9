"""Using skills: budget, whom they strike, what they cost, and what they do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from game.grid.masks import Cell
from game.kernel.components import Carried, Conditions, Down, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.asking import ask, invite
from game.rules.objectives import escaped
from game.rules.poise.budget import aim_at, count_use, shed, use_up
from game.rules.poise.checks.numbers import gain_of, loss_of, shove_of
from game.rules.poise.checks.rolls import shies
from game.rules.poise.gear import throw_away, use_ammo
from game.rules.poise.harm.conditions import concentrate, has_attacked, inflict, release, sheds, take_off
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import boon_used, dally, gain, lose, may_spend_doom, spend
from game.rules.poise.position.space import METRIC, destinations
from game.rules.poise.riding import mover_of, unseat
from game.rules.poise.sheet import EMPTY, Skill, sheet_of
from game.rules.poise.state import amount, is_animal, keeper, movable, pool_of, speed_of, steed_of, suffers
from game.rules.poise.verbs import targets as whom
from game.rules.poise.verbs.shoving import shove
from game.rules.poise.verbs.strike import attack
from game.rules.poise.verbs.walking import Begun, begin, step_along
from game.rules.throwing import throw_dice
from game.rules.verbs import Perform
from game.systems.conditions import holds, lift
from game.systems.downfall import fell
from game.systems.field import board_of, carried_by, cells_of, standing

Flow: TypeAlias = "Callable[[World, int, str, Skill, Action], Awaitable[None]]"
"""What becomes of a skill that has been paid for: who uses it, its key, the skill, what was chosen."""


def using(key: str, skill: Skill, flow: Flow) -> Perform:
    """Do something in the own turn and keep the budget (POISE-ECON-1, 6), or let the animal under it do so."""

    async def perform(world: World, unit: int, action: Action) -> None:
        actor = action.by or (mover_of(world, unit) if skill.moves else unit)
        replaces = use_up(world, skill.type)
        if actor == unit or skill.type == "reaction" or not await shies(world, unit, actor):
            before = world.get(actor, Conditions)
            await flow(world, actor, key, skill, action)
            if skill.type == "action" or replaces:
                shed(world, actor, before)
            if replaces and not world.has(actor, Down):
                inflict(world, actor, "heedless", "POISE-ECON-6", actor)
        if skill.type == "maneuver":
            await may_leave(world, unit)

    return perform


def staying(change: Perform) -> Flow:
    """Maneuvers without a move; one that is not slow includes a step (POISE-ECON-7), but not for riders (MOUNT-3)."""

    async def flow(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
        begun = await begin(world, unit, key, skill)
        if begun is None:
            return
        await change(world, unit, action)
        if "slow" not in skill.tags and may_step(world, unit):
            await included_step(world, unit, begun, destinations(world, unit, speed_of(world, unit).total))

    return flow


def may_step(world: World, unit: int) -> bool:
    """Whether a maneuver that is not slow includes a step."""
    return movable(world, unit) and not world.has(unit, Carried)


async def included_step(world: World, unit: int, begun: Begun, ends: Sequence[Cell], *, stay: bool = True) -> None:
    """POISE-ECON-7: up to the unit's speed in paces, in one go."""
    given = [Action("step", cell=cell) for cell in ends]
    option = await (invite if stay or not given else ask)(world, unit, "included_step", given)
    if option is not None:
        await step_along(world, unit, speed_of(world, unit).total, option.action.there, begun)


async def use(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-ATK-1: pay, find the target, and do it."""
    struck, aim = await _targets(world, unit, key, skill, action)
    for pool, cost in whom.price(world, unit, skill, struck[0]).items():
        spend(world, unit, pool, cost, "POISE-POOL-10")
    # POOL-10, MOUNT-10: the cost may have taken the mount's last momentum, and the target is out of reach now
    mounted = world.has(unit, Carried)
    await unseat(world)
    if mounted and not world.has(unit, Carried) and not whom.usable_on(world, unit, skill, struck[0]):
        return
    if action.unit is not None and suffers(world, unit, "confused"):
        # The cost took the last focus, which counts already (POOL-10).
        struck = [await random_target(world, unit, whom.in_reach(world, unit, skill) or struck)]
    count_use(world, unit, key)
    use_ammo(world, unit, key, skill)
    world.emit(Used(unit, key, "action", tuple(struck), aim, rule=skill.rule))
    await may_spend_doom(world, unit, skill)
    for target in struck:
        aim_at(world, unit, target)
    if skill.threat is not None:
        await _attacks(world, unit, key, skill, struck)
    else:
        await _utility(world, unit, key, skill, struck, action)
    boon_used(world, unit)


async def _targets(world: World, unit: int, key: str, skill: Skill, action: Action) -> tuple[list[int], Cell | None]:
    """Whom it strikes, nearest first, and the cell at which it is aimed."""
    if skill.area in ("enemies", "others"):
        return whom.around(world, unit, skill), None
    if suffers(world, unit, "confused"):
        first = await random_target(world, unit, whom.confused_targets(world, unit, skill))
        aim = board_of(world).grid.nearest_cells(cells_of(world, unit), cells_of(world, first), METRIC)[1]
    else:
        first, aim = action.unit or 0, action.cell or 0
    if skill.area == "cone":
        return whom.in_cone(world, unit, skill, aim), aim
    if skill.targets < 2:
        return [first], None
    return whom.nearest_first(world, unit, await _further(world, unit, key, skill, first)), None


async def _further(world: World, unit: int, key: str, skill: Skill, first: int) -> list[int]:
    """POISE-ATK-2: the user of a skill for several targets names them all before the first is struck."""
    chosen, confused = [first], suffers(world, unit, "confused")
    found = whom.confused_targets if confused else whom.targets
    while len(chosen) < skill.targets:
        rest = [other for other in found(world, unit, skill) if other not in chosen]
        if rest and confused:
            chosen.append(await random_target(world, unit, rest))
            continue
        option = await invite(world, unit, "another_target", [Action(key, other) for other in rest])
        if option is None:
            break
        chosen.append(option.action.target)
    return chosen


async def _attacks(world: World, unit: int, verb: str, skill: Skill, struck: Sequence[int]) -> None:
    """POISE-DEF-12: one target after the other; whoever has gone by then is spared."""
    cell = world.get(struck[0], Position).cell
    for target in struck:
        if len(struck) == 1 or target in standing(world):
            await attack(world, unit, verb, target)
    throw_away(world, unit, verb, skill, cell)
    has_attacked(world, unit)


async def _utility(world: World, unit: int, key: str, skill: Skill, struck: Sequence[int], action: Action) -> None:
    if skill.gain:
        _rally(world, unit, skill, struck[0], action.what)
    elif "concentrate" in skill.tags:
        concentrate(world, unit, key, struck[0])
        inflict(world, struck[0], skill.condition, skill.rule, unit)
    else:
        # A shove without an attack, and what it takes besides
        for target in (each for each in struck if each in standing(world)):
            losses = {pool: loss_of(world, unit, skill, target, pool).total for pool in skill.lose}
            await shove(world, unit, target, shove_of(world, unit, skill, target).total, skill.shove_way)
            for pool, loss in losses.items():
                lose(world, target, pool, loss, skill.rule, unit)
            await defeat(world, target, unit)


async def random_target(world: World, unit: int, pool: Sequence[int]) -> int:
    """POISE-COND-9: each as likely."""
    if len(pool) == 1:
        return pool[0]
    (face,) = await throw_dice(world, unit, "confused", (len(pool),), "POISE-COND-9")
    return pool[face - 1]


async def recover(world: World, unit: int, key: str, skill: Skill, action: Action) -> None:
    """POISE-SKILL-7: shed what is not persistent (POISE-COND-10), and gain."""
    world.emit(Used(unit, key, "action", (unit,), rule=skill.rule))
    await may_spend_doom(world, unit, skill)
    for name in sheet_of(world).conditions:
        if sheds(world, unit, name):
            lift(world, unit, name, "POISE-SKILL-7")
    gain(world, unit, action.what, gain_of(world, unit, skill, unit).total, skill.rule)
    boon_used(world, unit)


async def steady(skill: Skill, world: World, unit: int, action: Action) -> None:
    """POISE-SKILL-6; building pools in peace is noticed (POISE-POOL-7)."""
    await may_spend_doom(world, unit, skill)
    pool, before = action.what, amount(world, unit, action.what)
    gain(world, unit, pool, gain_of(world, unit, skill, unit).total, skill.rule)
    boon_used(world, unit)
    if amount(world, unit, pool) > before:
        dally(world, keeper(world, unit, pool), pool_of(world, unit, pool))


def _rally(world: World, unit: int, skill: Skill, target: int, condition: str) -> None:
    """POISE-SKILL-8: end one of the three, then gain in its pool. A confused user takes what there is."""
    chosen = condition or next((name for name in EMPTY.values() if holds(world, target, name)), "")
    for pool in (pool for pool, name in EMPTY.items() if name == chosen):
        lift(world, target, chosen, skill.rule)
        gain(world, target, pool, gain_of(world, unit, skill, target).total, skill.rule)


async def may_leave(world: World, unit: int) -> None:
    """POISE-END-2: whoever ends a maneuver on an exit may leave the battle."""
    exits = board_of(world).exits
    if not exits or world.has(unit, Down) or not cells_of(world, unit) & exits:
        return
    # MOUNT-3: with its rider before it, or first itself and then its mount
    leaving = [each for each in (carried_by(world, unit), unit, steed_of(world, unit)) if each is not None]
    for each in leaving if await invite(world, unit, "leave", [Action("leave")]) else ():
        cells = cells_of(world, each)
        release(world, each, "POISE-SKILL-11")
        take_off(world, each, "POISE-END-2")
        fell(world, each, "fled", "POISE-END-2")
        if not is_animal(world, each):
            escaped(world, each, cells)
