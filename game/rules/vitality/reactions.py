"""What others may do about a hit: Parry, Intercept and cinematic reactions (ECON-5, CINE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Answered, Used
from game.kernel.flow import Option
from game.kernel.numbers import Breakdown, add
from game.rules.vitality import stunts
from game.rules.vitality.bonds import carry, leave_place, tidy
from game.rules.vitality.checks import Thrown
from game.rules.vitality.hiding import glance
from game.rules.vitality.moving import enter
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.sight import distance, hidden_from, stand_beside, visible
from game.rules.vitality.state import Riding, has, pool, spend, still
from game.rules.vitality.who import allies, is_thing, knows, up
from game.rules.windows import offer
from game.systems.movement import place

if TYPE_CHECKING:
    from game.rules.vitality.strike import Attack


class Answer(Struct, frozen=True):
    """What became of a hit: parried, or taken by somebody else, perhaps at half damage."""

    parried: bool = False
    instead: int | None = None
    halved: bool = False


def can_react(world: World, unit: int, key: str, attacker: int) -> bool:
    """Whether the unit knows a reaction, can pay it, and knows of the attacker (SURP-5, COND-15)."""
    entry = sheet_of(world).abilities[key]
    if not knows(world, unit, key) or not up(world, unit) or has(world, unit, "confused"):
        return False
    paid = pool(world, unit, "rp") >= entry.rp and pool(world, unit, "wp") >= entry.wp
    return paid and not hidden_from(world, attacker, unit)


async def to_hit(
    world: World, attack: Attack, target: int, thrown: Thrown, evasion: Breakdown, done: list[int]
) -> Answer:
    """After the roll is known: the target first, then its allies in their order.

    `done` are those whom this attack has been at already: nobody becomes its target twice (ATK-12).
    """
    if is_thing(world, target):
        return Answer()
    if await _parries(world, attack, target, thrown, evasion):
        return Answer(parried=True)
    for ally in allies(world, target):
        if ally in (target, attack.user) or not up(world, ally):
            continue
        if ally not in done and await _intercepts(world, attack, target, ally):
            return Answer(instead=ally)
        if await _shields(world, attack, target, ally):
            return Answer(instead=ally, halved=True)
    return Answer()


async def _parries(world: World, attack: Attack, target: int, thrown: Thrown, evasion: Breakdown) -> bool:
    """Section 4.5: only against melee, not against a natural 20, and only asked when it helps."""
    entry = sheet_of(world).abilities["parry"]
    helps = thrown.natural != 20 and thrown.total < evasion.total + entry.evasion
    if attack.ranged or not helps or not can_react(world, target, "parry", attack.user):
        return False
    uses = [Option("parry", rule="VITALITY-ACT-41")]
    if not await offer(target, "parry", uses, rule="VITALITY-ECON-5", about=world.events[-1]):
        return False
    spend(world, target, "VITALITY-ECON-5", rp=entry.rp, wp=entry.wp)
    number = evasion.plus(add(entry.evasion, "parry", "VITALITY-ACT-41"))
    world.emit(Answered(target, attack.user, "parry", (number,), "VITALITY-ACT-41"))
    return True


async def _intercepts(world: World, attack: Attack, target: int, ally: int) -> bool:
    """Section 4.5: somebody beside the target becomes the target."""
    if not can_react(world, ally, "intercept", attack.user) or not stand_beside(world, ally, target):
        return False
    if still(world, ally) or ally == attack.user or not visible(world, attack.user, ally):
        return False
    uses = [Option("intercept", unit=target, rule="VITALITY-ACT-41")]
    if not await offer(ally, "intercept", uses, rule="VITALITY-ECON-5", about=world.events[-1]):
        return False
    entry = sheet_of(world).abilities["intercept"]
    spend(world, ally, "VITALITY-ECON-5", rp=entry.rp, wp=entry.wp)
    world.emit(Used(ally, "intercept", "reaction", (target,), rule="VITALITY-ACT-41"))
    return True


async def _shields(world: World, attack: Attack, target: int, ally: int) -> bool:
    """The stunt Shield of flesh: change places, take the hit at half damage."""
    entry = sheet_of(world).stunts["shield_of_flesh"]
    if hidden_from(world, attack.user, ally) or distance(world, ally, target) > entry.range:
        return False
    if still(world, target) and not has(world, target, "down"):
        return False
    if world.has(target, Riding) or world.has(ally, Riding):  # ACT-11
        return False
    if still(world, ally) or not stunts.swappable(world, ally, target):
        return False
    how = stunts.reaction_cost(world, ally)
    if how is None:
        return False
    uses = [Option("shield_of_flesh", unit=target, rule="VITALITY-CINE-2")]
    if not await offer(ally, "shield_of_flesh", uses, rule="VITALITY-CINE-2", about=world.events[-1]):
        return False
    stunts.pay_reaction(world, ally, how)
    if not await stunts.dare(world, ally, "shield_of_flesh"):
        return False
    swap(world, ally, target, "VITALITY-CINE-2")
    glance(world)
    for each in (ally, target):
        await enter(world, each)
    return True


def swap(world: World, one: int, other: int, rule: str) -> None:
    """Two units change places."""
    here, there = world.get(one, Position).cell, world.get(other, Position).cell
    place(world, one, there, "place", rule=rule)
    place(world, other, here, "place", rule=rule)
    carry(world, one, here, there, "place")
    carry(world, other, there, here, "place")
    leave_place(world, one)
    leave_place(world, other)
    tidy(world)


async def last_stand(world: World, target: int) -> bool:
    """The stunt Last stand: at 1 Vitality instead of below (section 4.6)."""
    how = stunts.reaction_cost(world, target)
    if how is None or not up(world, target):
        return False
    uses = [Option("last_stand", unit=target, rule="VITALITY-CINE-2")]
    if not await offer(target, "last_stand", uses, rule="VITALITY-CINE-2", about=world.events[-1]):
        return False
    stunts.pay_reaction(world, target, how)
    return await stunts.dare(world, target, "last_stand")
