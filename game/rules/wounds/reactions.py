"""Reactions in order: Harry, Interpose, readied actions, ignoring a flank (WOUNDS-TURN-8 to 10, REACT)."""

from __future__ import annotations

from game.kernel.components import FIELD, Conditions, changed
from game.kernel.ecs import World
from game.kernel.events import Event, Gained, Rolled, Used
from game.kernel.flow import Option, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.windows import offer
from game.rules.wounds.checks import better_defense, combat_check, criticals, defense, judge, wild
from game.rules.wounds.pools import pay_ap, unready
from game.rules.wounds.position import all_flanked, flanked, flankers, reaches, seen
from game.rules.wounds.riding import on_board, standing_in
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    Flanks,
    Grapple,
    Harried,
    Ignoring,
    Readied,
    Round,
    acts_out_of_turn,
    arms,
    pool,
    weapon,
)
from game.systems.field import enemies

TIE_DIE = 1000  # so many that two hardly ever draw the same


async def in_order(world: World, units: list[int]) -> list[int]:
    """WOUNDS-TURN-8 and INIT-3: highest initiative first; those who tie draw, once a round."""
    if len(units) < 2:
        return units
    by_score: dict[int, list[int]] = {}
    for unit in units:
        by_score.setdefault(standing_in(world, unit), []).append(unit)
    for tied in by_score.values():
        if len(tied) > 1:
            await draw(world, tied)
    ties = dict(world.get(FIELD, Round).ties)
    return sorted(units, key=lambda unit: (-standing_in(world, unit), -ties.get(unit, 0), unit))


async def draw(world: World, units: list[int]) -> None:
    """WOUNDS-INIT-3: a tie-breaker for each that has none in this round."""
    now = world.get(FIELD, Round)
    known = dict(now.ties)
    missing = [unit for unit in units if unit not in known]
    if not missing:
        return
    sizes = (TIE_DIE,) * len(missing)
    faces = await Roll(missing[0], "tie", sizes, "WOUNDS-INIT-3")
    world.emit(Rolled(missing[0], "tie", sizes, faces, (), "WOUNDS-INIT-3"))
    world.put(FIELD, changed(now, ties=(*now.ties, *zip(missing, faces, strict=True))))


def can_pay(world: World, unit: int, action: str, more: int = 0) -> bool:
    """WOUNDS-ECON-5: whether a reaction is open to the unit and its AP are there."""
    return acts_out_of_turn(world, unit) and pool(world, unit, "ap") >= sheet_of(world).actions[action].ap + more


def react(world: World, unit: int, action: str, target: int, more: int = 0) -> None:
    """Pay for a reaction and say so; it ends readiness (WOUNDS-ACT-9)."""
    entry = sheet_of(world).actions[action]
    unready(world, unit)
    pay_ap(world, unit, entry.ap + more)
    world.emit(Used(unit, action, "reaction", (target,), rule=entry.rule))


# Harry


def harriers(world: World, shooter: int) -> list[int]:
    """WOUNDS-REACT-3 and 4: who could harry, not those who have this round."""
    done = world.get(shooter, Harried).by
    return [
        foe
        for foe in enemies(world, shooter)
        if foe not in done and can_pay(world, foe, "harry") and _could_reach(world, foe, shooter)
    ]


def _could_reach(world: World, unit: int, target: int) -> bool:
    melee = (key for key in arms(world, unit) if weapon(world, key).kind == "melee")
    return any(reaches(world, unit, key, target) for key in melee) and seen(world, unit, target)


async def harrying(world: World, shooter: int, about: Event) -> tuple[int, ...]:
    """WOUNDS-REACT-3: before the shot is rolled. Who has reacted to it."""
    before = world.get(shooter, Harried).by
    for foe in await in_order(world, harriers(world, shooter)):
        uses = [Option("harry", unit=shooter, rule="WOUNDS-REACT-3")]
        if can_pay(world, foe, "harry") and await offer(foe, "harry", uses, rule="WOUNDS-REACT-3", about=about):
            react(world, foe, "harry", shooter)
            world.put(shooter, Harried((*world.get(shooter, Harried).by, foe)))
    return world.get(shooter, Harried).by[len(before) :]


# Interpose


async def interposing(world: World, attacker: int, target: int, about: Event) -> int:
    """WOUNDS-GRAP-6: who is the target in the end."""
    partners = [each for each in world.get(target, Grapple).others if each != attacker and on_board(world, each)]
    if not partners or not can_pay(world, target, "interpose") or not seen(world, target, attacker):
        return target
    uses = [
        Option(f"interpose {each} {how}", unit=each, rule="WOUNDS-REACT-6")
        for each in partners
        for how in ("power", "agility")
    ]
    key = await offer(target, "interpose", uses, rule="WOUNDS-REACT-6", about=about)
    if key is None:
        return target
    _, word, how = key.split(" ")
    shield = int(word)
    react(world, target, "interpose", shield)
    thrown = await wild(world, target, "interpose", interpose_bonus(world, target, shield, how), "WOUNDS-GRAP-6")
    criticals(world, target, (shield,), thrown)
    tn = defense(world, shield, better_defense(world, shield)).total
    return shield if judge(world, target, shield, "interpose", thrown.total >= tn, "WOUNDS-GRAP-6") else target


def interpose_bonus(world: World, unit: int, shield: int, how: str) -> Breakdown:
    """WOUNDS-GRAP-6: harder unless the other one is pinned, by whomever."""
    bonus = combat_check(world, unit, how, shield)
    if "pinned" in world.get(shield, Conditions):
        return bonus
    return bonus.plus(add(sheet_of(world).numbers.interpose, "not pinned", "WOUNDS-GRAP-6"))


# Readied actions


async def notice(world: World, trigger: str, unit: int) -> None:
    """WOUNDS-ACT-9 and REACT-7: something happened by that unit's doing; whoever is ready for it may act."""
    waiting = [
        owner
        for owner, readied in world.each(Readied)
        if owner != unit and readied.trigger in (trigger, "anything") and acts_out_of_turn(world, owner)
    ]
    if not waiting:
        return
    from game.rules.wounds.actions import choices, perform  # what is readied is any action, moves among them

    for owner in await in_order(world, waiting):
        readied = world.find(owner, Readied)
        if readied is None or not acts_out_of_turn(world, owner):
            continue
        uses = choices(world, owner, readied.verb)
        key = await offer(owner, "readied", uses, rule="WOUNDS-REACT-7", about=world.events[-1])
        if key is not None:
            unready(world, owner)
            await perform(world, owner, key, kind="reaction")


# Ignoring


async def watch_flanks(world: World) -> None:
    """WOUNDS-POS-5: whoever has just become flanked may choose to ignore some of the flankers."""
    before = world.get(FIELD, Flanks).flanked
    now = all_flanked(world)
    if now == before:
        return
    world.put(FIELD, Flanks(now))
    for unit in await in_order(world, [unit for unit in now if unit not in before and acts_out_of_turn(world, unit)]):
        await _ignore_some(world, unit)
    world.put(FIELD, Flanks(all_flanked(world)))


async def _ignore_some(world: World, unit: int) -> None:
    if not flanked(world, unit):
        return  # one of the flankers has begun to ignore it
    world.emit(Gained(unit, "flanked", None, "WOUNDS-POS-1"))
    about, first = world.events[-1], True
    while acts_out_of_turn(world, unit) and flanked(world, unit):
        uses = [Option(f"ignore {foe}", unit=foe, rule="WOUNDS-REACT-8") for foe in flankers(world, unit)]
        key = await offer(unit, "flanked", uses, rule="WOUNDS-REACT-8", about=about)
        if key is None:
            return
        foe = int(key.split(" ")[1])
        if first:
            unready(world, unit)
        first = False
        world.emit(Used(unit, "ignore", "reaction", (foe,), rule="WOUNDS-POS-5"))
        ignore(world, unit, foe)


def ignore(world: World, unit: int, foe: int) -> None:
    """WOUNDS-POS-5: this foe is not minded any longer."""
    now = world.get(unit, Ignoring)
    world.put(unit, Ignoring((*now.ignored, foe), (*now.changed, foe)))


def heed(world: World, unit: int, foe: int) -> None:
    """WOUNDS-POS-9: it is minded again."""
    now = world.get(unit, Ignoring)
    world.put(unit, Ignoring(tuple(each for each in now.ignored if each != foe), (*now.changed, foe)))
