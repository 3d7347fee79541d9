"""What others may do about a hit: Parry, Intercept and cinematic reactions (ECON-5, CINE-2)."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Answered, Used
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.asking import invite
from game.rules.vitality.budget import spend
from game.rules.vitality.checks.rolls import Thrown, dare, pay_stunt, reaction_cost
from game.rules.vitality.position.ground import swappable
from game.rules.vitality.position.hiding import glance
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, stand_beside, visible
from game.rules.vitality.position.ties import leave_place, tidy
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Attack, allies, host_of, is_thing, knows, pool, still, up
from game.rules.vitality.verbs.walking import enter
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of
from game.systems.movement import place


class Answer(Struct, frozen=True):
    """What became of a hit: parried, or taken by somebody else, perhaps at half damage."""

    parried: bool = False
    instead: int | None = None
    halved: bool = False


def can_react(world: World, unit: int, key: str, attacker: int) -> bool:
    """Whether the unit knows a reaction, can pay it, and knows of the attacker (SURP-5, COND-15)."""
    entry = sheet_of(world).abilities[key]
    if not knows(world, unit, key) or not up(world, unit) or holds(world, unit, "confused"):
        return False
    paid = pool(world, unit, "rp") >= entry.rp and pool(world, unit, "wp") >= entry.wp
    return paid and not hidden_from(world, attacker, unit)


async def to_hit(
    world: World, attack: Attack, target: int, thrown: Thrown, evasion: Breakdown, done: list[int]
) -> Answer:
    """After the roll is known: the target first, then its allies; nobody of whom it was at already (`done`, ATK-12)."""
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
    """Only against melee, not against a natural 20, and only asked when it helps."""
    entry = sheet_of(world).abilities["parry"]
    helps = thrown.natural != 20 and thrown.total < evasion.total + entry.evasion
    if attack.ranged or not helps or not can_react(world, target, "parry", attack.user):
        return False
    if not await invite(world, target, "parry", (Action("parry"),)):
        return False
    spend(world, target, "VITALITY-ECON-5", rp=entry.rp, wp=entry.wp)
    number = evasion.plus(add(entry.evasion, "parry", "VITALITY-ACT-41"))
    world.emit(Answered(target, attack.user, "parry", (number,), "VITALITY-ACT-41"))
    return True


async def _intercepts(world: World, attack: Attack, target: int, ally: int) -> bool:
    """Somebody beside the target becomes the target."""
    if not can_react(world, ally, "intercept", attack.user) or not stand_beside(world, ally, target):
        return False
    if still(world, ally) or ally == attack.user or not visible(world, attack.user, ally):
        return False
    if not await invite(world, ally, "intercept", (Action("intercept", target),)):
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
    ridden = host_of(world, target) is not None or host_of(world, ally) is not None  # ACT-11
    stuck = still(world, ally) or (still(world, target) and not holds(world, target, "down"))
    if ridden or stuck or not swappable(world, ally, target):
        return False
    how = reaction_cost(world, ally)
    if how is None or not await invite(world, ally, "shield_of_flesh", (Action("shield_of_flesh", target),)):
        return False
    pay_stunt(world, ally, "rp", how)
    if not await dare(world, ally, "shield_of_flesh"):
        return False
    await swap(world, ally, target, "VITALITY-CINE-2")
    return True


def partners(world: World, unit: int) -> list[int]:
    """VITALITY-ACT-10 and 11, COND-15: allies next to the unit that could react and move to change places with it."""
    there, around = bodies(world), board_of(world).grid.within(cells_of(world, unit), 1, METRIC)
    near = [o for o in allies(world, unit) if there[o] & around and up(world, o) and stand_beside(world, unit, o)]
    free = [o for o in near if host_of(world, o) is None and not still(world, o) and not holds(world, o, "confused")]
    rp = numbers_of(world).switch_places_rp
    return [o for o in free if pool(world, o, "rp") >= rp and swappable(world, unit, o)]


async def swap(world: World, one: int, other: int, rule: str) -> None:
    """Two units change places, and those they carry with them."""
    here, there = world.get(one, Position).cell, world.get(other, Position).cell
    place(world, one, there, "place", rule=rule)
    place(world, other, here, "place", rule=rule)
    leave_place(world, one)
    leave_place(world, other)
    tidy(world)
    glance(world)
    for each in (one, other):
        await enter(world, each)
