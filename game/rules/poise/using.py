"""Actions: pay, find the targets, and do it."""

from __future__ import annotations

from collections.abc import Sequence

from game.components import FIELD, Carried, Clock, Position, changed
from game.ecs import World
from game.events import Rolled, Used
from game.flow import Option, Roll, decide
from game.grid.grid import Cell
from game.numbers import Breakdown
from game.rules.poise.areas import aim_at, around, in_cone, nearest_first
from game.rules.poise.attack import amount_of, attack
from game.rules.poise.doom import invite
from game.rules.poise.downfall import defeat
from game.rules.poise.gear import throw_away, use_ammo
from game.rules.poise.legend import count_use
from game.rules.poise.marks import Concentration, Doomed, Jitters
from game.rules.poise.pools import gain, lose, spend
from game.rules.poise.riding import unseat
from game.rules.poise.sheet import EMPTY, Skill, sheet_of
from game.rules.poise.shoving import shove
from game.rules.poise.state import Turn, inflict, master, release, sheds, suffers
from game.rules.poise.targeting import confused_targets, in_reach, price, targets, usable_on
from game.systems.conditions import holds, lift
from game.systems.field import board_of, standing


async def use(world: World, unit: int, verb: str, skill: Skill, rest: str) -> None:
    """POISE-ATK-1: pay, find the target, and do it."""
    if verb == "recovery":
        await _recovery(world, unit, skill, rest)
        return
    struck, aim, detail = await _targets(world, unit, verb, skill, rest)
    for pool, cost in price(world, unit, skill, struck[0]).items():
        spend(world, unit, pool, cost, "POISE-POOL-10")
    if await _unseated(world, unit, skill, struck[0]):
        return
    if rest and not skill.area and suffers(world, unit, "confused"):
        # The cost took the last focus, which counts already (POOL-10).
        struck = [await random_target(world, unit, in_reach(world, unit, skill) or struck)]
    count_use(world, unit, verb)
    use_ammo(world, unit, verb, skill)
    world.emit(Used(unit, verb, "action", tuple(struck), aim, rule=skill.rule))
    await invite(world, unit, skill)
    for target in struck:
        _targeted(world, unit, target)
    if skill.threat is not None:
        await _attacks(world, unit, verb, skill, struck)
    else:
        await _utility(world, unit, verb, skill, struck, detail)
    world.drop(unit, Doomed)


async def _unseated(world: World, unit: int, skill: Skill, target: int) -> bool:
    """POISE-POOL-10, MOUNT-10: whether the cost took the mount's last momentum, and the target is out of reach now."""
    mounted = world.has(unit, Carried)
    await unseat(world)
    return mounted and not world.has(unit, Carried) and not usable_on(world, unit, skill, target)


async def _targets(world: World, unit: int, verb: str, skill: Skill, rest: str) -> tuple[list[int], Cell | None, str]:
    """Whom it strikes, nearest first, what it is aimed at, and what else the key says."""
    word, _, detail = rest.partition(" ")
    if skill.area in ("enemies", "others"):
        return around(world, unit, skill), None, ""
    if suffers(world, unit, "confused"):
        first = await random_target(world, unit, confused_targets(world, unit, skill))
        aim = aim_at(world, unit, first)
    else:
        first = int(word) if skill.area != "cone" else 0
        aim = board_of(world).grid.parse(word) if skill.area == "cone" else 0
    if skill.area == "cone":
        return in_cone(world, unit, skill, aim), aim, ""
    if skill.targets < 2:
        return [first], None, detail
    return nearest_first(world, unit, await _further(world, unit, verb, skill, first)), None, ""


async def _further(world: World, unit: int, verb: str, skill: Skill, first: int) -> list[int]:
    """POISE-ATK-2: the user of a skill for several targets names them all before the first is struck."""
    chosen, confused = [first], suffers(world, unit, "confused")
    while len(chosen) < skill.targets:
        pool = confused_targets(world, unit, skill) if confused else targets(world, unit, verb, skill)
        rest = [other for other in pool if other not in chosen]
        if not rest:
            break
        if confused:
            chosen.append(await random_target(world, unit, rest))
            continue
        options = [Option(f"{verb} {other}", skill.title, unit=other, rule="POISE-ATK-2") for other in rest]
        options.append(Option("no", rule="POISE-ATK-2"))
        key = await decide(unit, "another_target", options, rule="POISE-ATK-2")
        if key == "no":
            break
        chosen.append(int(key.partition(" ")[2]))
    return chosen


async def _attacks(world: World, unit: int, verb: str, skill: Skill, struck: Sequence[int]) -> None:
    """POISE-DEF-12: one target after the other; whoever has gone by then is spared."""
    cell = world.get(struck[0], Position).cell
    for target in struck:
        if len(struck) == 1 or target in standing(world):
            await attack(world, unit, verb, target)
    throw_away(world, unit, verb, skill, cell)
    world.drop(unit, Jitters)


async def _utility(world: World, unit: int, verb: str, skill: Skill, struck: Sequence[int], detail: str) -> None:
    """Skills that are no attacks."""
    if verb == "rally":
        _rally(world, unit, skill, struck[0], detail)
    elif "concentrate" in skill.tags:
        release(world, unit, "POISE-SKILL-11")
        world.put(unit, Concentration(verb, struck[0]))
        inflict(world, struck[0], skill.condition, skill.rule, unit)
    else:
        for target in struck:
            await _buffet(world, unit, skill, target)


async def _buffet(world: World, unit: int, skill: Skill, target: int) -> None:
    """A shove without an attack, and what it takes besides."""
    if target not in standing(world):
        return
    losses = {pool: loss_of(world, unit, skill, target, pool).total for pool in skill.lose}
    await shove(world, unit, target, shove_of(world, unit, skill, target).total, skill.shove_way)
    for pool, loss in losses.items():
        lose(world, target, pool, loss, skill.rule, unit)
    await defeat(world, target, unit)


def _targeted(world: World, unit: int, target: int) -> None:
    """POISE-INIT-5: the action's targets, for whose turn is next."""
    turn, target = world.get(FIELD, Turn), master(world, target)
    if world.get(FIELD, Clock).active == master(world, unit) != target:
        world.put(FIELD, changed(turn, targeted=(*turn.targeted, target)))


async def random_target(world: World, unit: int, pool: Sequence[int]) -> int:
    """POISE-COND-9: each as likely."""
    if len(pool) == 1:
        return pool[0]
    (face,) = await Roll(unit, "confused", (len(pool),), "POISE-COND-9")
    world.emit(Rolled(unit, "confused", (len(pool),), (face,), (), "POISE-COND-9"))
    return pool[face - 1]


# Skills that are no attacks, and their numbers


def gain_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How much Steady, Recovery and Rally give."""
    return amount_of(world, unit, skill, target, "gain", skill.gain)


def shove_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How far a utility skill shoves, sizes aside."""
    return amount_of(world, unit, skill, target, "shove", skill.shove)


def loss_of(world: World, unit: int, skill: Skill, target: int, pool: str) -> Breakdown:
    """What a utility skill takes from a pool."""
    losses = {str(name): loss for name, loss in skill.lose.items()}
    return amount_of(world, unit, skill, target, f"{pool}_loss", losses[pool])


async def _recovery(world: World, unit: int, skill: Skill, pool: str) -> None:
    """POISE-SKILL-7: shed what is not persistent (POISE-COND-10), and gain."""
    world.emit(Used(unit, "recovery", "action", (unit,), rule=skill.rule))
    await invite(world, unit, skill)
    for name in sheet_of(world).conditions:
        if sheds(world, unit, name):
            lift(world, unit, name, "POISE-SKILL-7")
    gain(world, unit, pool, gain_of(world, unit, skill, unit).total, skill.rule)
    world.drop(unit, Doomed)


def _rally(world: World, unit: int, skill: Skill, target: int, condition: str) -> None:
    """POISE-SKILL-8: end one of the three, then gain in its pool. A confused user takes what there is."""
    held = [each for each in EMPTY.values() if holds(world, target, each)]
    chosen = condition or (held[0] if held else "")
    if not chosen:
        return
    lift(world, target, chosen, skill.rule)
    pool = next(pool for pool, name in EMPTY.items() if name == chosen)
    gain(world, target, pool, gain_of(world, unit, skill, target).total, skill.rule)
