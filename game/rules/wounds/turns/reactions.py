"""Who comes first, and reactions: Harry, Interpose, readied actions, ignoring a flank (WOUNDS-TURN-8 to 10, REACT). The
only writer of `Round`."""

from __future__ import annotations

import game.rules.wounds.bonds as bonds
from game.kernel.components import FIELD, changed
from game.kernel.ecs import World, derived
from game.kernel.events import Event, Gained, Used
from game.kernel.flow import Action
from game.rules.asking import invite, perform
from game.rules.offering import options
from game.rules.throwing import throw_dice
from game.rules.wounds.budget import acts_out_of_turn, pay_ap, unready
from game.rules.wounds.checks.blows import interpose_bonus
from game.rules.wounds.checks.rolls import better_defense, defense, judge, wild
from game.rules.wounds.gear import melee_arms
from game.rules.wounds.position.flanks import all_flanked, arsenal, fields_of, flanked, flankers
from game.rules.wounds.position.space import reaches, seen
from game.rules.wounds.riding import standing_in
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Flanks, Grapple, Harried, Readied, Round, on_board, pool
from game.systems.field import bodies, enemies

HOWS = ("power", "agility")
TIE_DIE = 1000  # so many that two hardly ever draw the same


def can_pay(world: World, unit: int, action: str, more: int = 0) -> bool:
    """WOUNDS-ECON-5: whether a reaction is open to the unit and its AP are there."""
    return acts_out_of_turn(world, unit) and pool(world, unit, "ap") >= sheet_of(world).actions[action].ap + more


def react(world: World, unit: int, action: str, target: int, more: int = 0) -> None:
    """Pay for a reaction and say so; it ends readiness (WOUNDS-ACT-9)."""
    entry = sheet_of(world).actions[action]
    unready(world, unit)
    pay_ap(world, unit, entry.ap + more)
    world.emit(Used(unit, action, "reaction", (target,), rule=entry.rule))


def harriers(world: World, shooter: int) -> list[int]:
    """WOUNDS-REACT-3 and 4: who could harry, not those who have this round."""
    done = world.get(shooter, Harried).by
    here, fields = bodies(world).get(shooter, 0), fields_of(world, arsenal(world))
    about = (foe for foe in enemies(world, shooter) if fields.get(foe, 0) & here)  # nobody else can reach it
    ready = (foe for foe in about if foe not in done and can_pay(world, foe, "harry"))
    near = (foe for foe in ready if any(reaches(world, foe, key, shooter) for key in melee_arms(world, foe)))
    return [foe for foe in near if seen(world, foe, shooter)]


async def harry_shot(world: World, shooter: int, about: Event) -> tuple[int, ...]:
    """WOUNDS-REACT-3: before the shot is rolled. Who has reacted to it."""
    before = world.get(shooter, Harried).by
    for foe in await in_order(world, harriers(world, shooter)):
        uses = [Action("harry", shooter)]
        if can_pay(world, foe, "harry") and await invite(world, foe, "harry", uses, about=about):
            react(world, foe, "harry", shooter)
            bonds.harried(world, shooter, foe)
    return world.get(shooter, Harried).by[len(before) :]


async def interposing(world: World, attacker: int, target: int, about: Event) -> int:
    """WOUNDS-GRAP-6: who is the target in the end."""
    partners = [each for each in world.get(target, Grapple).others if each != attacker and on_board(world, each)]
    if not partners or not can_pay(world, target, "interpose") or not seen(world, target, attacker):
        return target
    uses = [Action("interpose", each, how=(how,)) for each in partners for how in HOWS]
    option = await invite(world, target, "interpose", uses, about=about)
    if option is None:
        return target
    shield, (how,) = option.action.target, option.action.how
    react(world, target, "interpose", shield)
    bonus = interpose_bonus(world, target, how, shield)
    thrown = await wild(world, target, "interpose", bonus, "WOUNDS-GRAP-6", shield)
    tn = defense(world, shield, better_defense(world, shield)).total
    return shield if judge(world, target, shield, "interpose", thrown >= tn, "WOUNDS-GRAP-6") else target


async def notice(world: World, trigger: str, unit: int) -> None:
    """WOUNDS-ACT-9 and REACT-7: something happened by that unit's doing; whoever is ready for it may act."""
    for owner in await in_order(world, ready_for(world, trigger, unit)):
        readied = world.find(owner, Readied)
        if readied is not None and acts_out_of_turn(world, owner):
            option = await invite(world, owner, "readied", what_readied(world, owner))
            if option is not None:
                await perform(world, owner, "readied", option)


# What follows is asked at every step of a walk, and again by whoever tries the same walk out once more.
@derived()
def what_readied(world: World, owner: int) -> tuple[Action, ...]:
    """What somebody may do now that it is ready for."""
    verb = world.get(owner, Readied).verb
    return tuple([option.action for option in options(world, owner, "readied", verb)])


@derived()
def ready_for(world: World, trigger: str, unit: int) -> list[int]:
    """Who notices that something happened by that unit's doing, and may act."""
    owners = ((owner, readied.trigger) for owner, readied in world.each(Readied) if owner != unit)
    return [owner for owner, what in owners if what in (trigger, "anything") and acts_out_of_turn(world, owner)]


async def watch_flanks(world: World) -> None:
    """WOUNDS-POS-5: whoever has just become flanked may choose to ignore some of the flankers."""
    before, now = world.get(FIELD, Flanks).flanked, all_flanked(world)
    if now == before:
        return
    bonds.flanks_seen(world, now)
    for unit in await in_order(world, [unit for unit in now if unit not in before and acts_out_of_turn(world, unit)]):
        await _ignore_some(world, unit)
    bonds.flanks_seen(world, all_flanked(world))


async def _ignore_some(world: World, unit: int) -> None:
    if not flanked(world, unit):
        return  # one of the flankers has begun to ignore it
    about = world.emit(Gained(unit, "flanked", None, "WOUNDS-POS-1"))
    while acts_out_of_turn(world, unit) and flanked(world, unit):
        uses = [Action("ignore", foe) for foe in flankers(world, unit)]
        option = await invite(world, unit, "flanked", uses, about=about)
        if option is None:
            return
        unready(world, unit)
        world.emit(Used(unit, "ignore", "reaction", (option.action.target,), rule="WOUNDS-POS-5"))
        bonds.ignore(world, unit, option.action.target)


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
    if len(by_score) == len(units):
        return [by_score[score][0] for score in sorted(by_score, reverse=True)]
    ties = dict(world.get(FIELD, Round).ties)
    for tied in by_score.values():
        tied.sort(key=lambda unit: (-ties.get(unit, 0), unit))
    return [unit for score in sorted(by_score, reverse=True) for unit in by_score[score]]


async def draw(world: World, units: list[int]) -> None:
    """WOUNDS-INIT-3: a tie-breaker for each that has none in this round."""
    now = world.get(FIELD, Round)
    drawn = [unit for unit, _ in now.ties]
    if missing := [unit for unit in units if unit not in drawn]:
        faces = await throw_dice(world, missing[0], "tie", (TIE_DIE,) * len(missing), "WOUNDS-INIT-3")
        world.put(FIELD, changed(now, ties=(*now.ties, *zip(missing, faces, strict=True))))


def begin_round(world: World, present: tuple[int, ...]) -> None:
    """WOUNDS-HD-17: who was there when the round began has a turn in it."""
    world.put(FIELD, Round(present=present))


def share_turn(world: World, unit: int) -> None:
    """WOUNDS-MOUNT-2: it began the active turn as the other one of rider and mount."""
    now = world.get(FIELD, Round)
    world.put(FIELD, changed(now, shared=(*now.shared, unit)))


def had_turn(world: World, units: list[int]) -> None:
    """The active turn, which these had, is over."""
    now = world.get(FIELD, Round)
    world.put(FIELD, changed(now, acted=(*now.acted, *units), shared=()))
