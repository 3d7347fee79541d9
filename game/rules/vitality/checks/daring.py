"""Cinematic actions, reactions and bursts: what they cost, and the check (CINE)."""

from __future__ import annotations

from fractions import Fraction

from game.kernel.ecs import World
from game.kernel.events import Judged, Used
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.vitality.budget import spend, update_round, update_turn
from game.rules.vitality.checks.rolls import best_skill, check, check_chance, pick_skill
from game.rules.vitality.entries import Stunt
from game.rules.vitality.house import house
from game.rules.vitality.position.who import up
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Round, Turn, body, inflict, pool
from game.systems.conditions import holds
from game.systems.pools import change

COMPANY = (add(1, "together", "VITALITY-CINE-8"),)  # advantage of those who dare something together

# Costs (CINE-1, 2, 8, 11 to 15)


def least(world: World, cost: int) -> int:
    """VITALITY-CINE-15: no discount makes any part of the cost less than 1; `cinematic_discount` is the setting."""
    return max(numbers_of(world).least_cost, cost - house(world).cinematic_discount)


def momentum_cost(world: World, *, burst: bool, together: bool) -> int:
    """VITALITY-CINE-1, 2, 8, 11: Narrative Momentum that it takes."""
    numbers = numbers_of(world)
    if burst:
        return least(world, numbers.cooperative_burst_nm if together else numbers.burst_nm)
    return least(world, numbers.cooperative_nm if together else numbers.cinematic_nm)


def action_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """How the unit could pay for a Cinematic Action now: `plain`, `burst`, or not at all."""
    used = world.get(unit, Turn).ap_used
    return _cost(world, unit, "ap", least(world, numbers_of(world).cinematic_ap), used, together=together)


def reaction_cost(world: World, unit: int, *, together: bool = False) -> str | None:
    """The same of a Cinematic Reaction; the confused have none (COND-15)."""
    if holds(world, unit, "confused"):
        return None
    used = world.get(unit, Round).rp_used
    return _cost(world, unit, "rp", least(world, numbers_of(world).cinematic_rp), used, together=together)


def _cost(world: World, unit: int, purse: str, cost: int, used: int, *, together: bool) -> str | None:
    """VITALITY-CINE-11 and 12: a burst only for want of points that it has not used itself."""
    if not up(world, unit):
        return None
    nm, enough = pool(world, unit, "nm"), pool(world, unit, purse) >= cost
    if enough and nm >= momentum_cost(world, burst=False, together=together):
        return "plain"
    bursts = not enough and not used and nm >= momentum_cost(world, burst=True, together=together)
    return "burst" if bursts else None


def pay_action(world: World, unit: int, how: str, *, together: bool = False) -> None:
    """VITALITY-CINE-3, 14: paid when it starts; after a burst no AP are left."""
    nm = momentum_cost(world, burst=how == "burst", together=together)
    if how == "plain":
        spend(world, unit, "VITALITY-CINE-1", ap=least(world, numbers_of(world).cinematic_ap), nm=nm)
        return
    spend(world, unit, "VITALITY-CINE-11", nm=nm)
    change(world, unit, "ap", 0, "lose", "VITALITY-CINE-14")
    update_turn(world, unit, acted=True, ap_used=max(1, world.get(unit, Turn).ap_used))


def pay_reaction(world: World, unit: int, how: str, *, together: bool = False) -> None:
    """The same for reactions."""
    nm = momentum_cost(world, burst=how == "burst", together=together)
    if how == "plain":
        spend(world, unit, "VITALITY-CINE-2", rp=least(world, numbers_of(world).cinematic_rp), nm=nm)
        return
    spend(world, unit, "VITALITY-CINE-11", nm=nm)
    change(world, unit, "rp", 0, "lose", "VITALITY-CINE-14")
    update_round(world, unit, rp_used=max(1, world.get(unit, Round).rp_used))


# The check


def difficulty(world: World, unit: int, stunt: Stunt) -> Breakdown:
    """VITALITY-CINE-16: 10, a third of the Level, and how bold it is."""
    numbers, rule = numbers_of(world), "VITALITY-CINE-16"
    bold = {"standard": 0, "bold": numbers.bold, "extreme": numbers.extreme}[stunt.boldness]
    level = add(body(world, unit).level // numbers.levels_per_difficulty, "level", rule)
    more = counting((bold, bold, stunt.boldness, rule))
    return Breakdown("difficulty", (add(numbers.difficulty, "stunt", rule), level, *more))


async def roll(world: World, unit: int, key: str, others: tuple[int, ...] = ()) -> tuple[bool, bool]:
    """VITALITY-CINE-4, 6, 8: (success, critical), with advantage in company; who fails by 10 lies prone."""
    stunt, edge = sheet_of(world).stunts[key], COMPANY if others else ()
    tried = Used(unit, key, "cinematic", others, rule="VITALITY-CINE-4")
    name = await pick_skill(world, unit, stunt.skills, "VITALITY-CINE-4", tried)
    against = difficulty(world, unit, stunt)
    passed, critical, total = await check(world, unit, name, against, "VITALITY-CINE-4", edge=edge)
    if not passed and against.total - total >= numbers_of(world).bad_failure:
        inflict(world, unit, "prone", unit, rule="VITALITY-CINE-6")
    return passed, critical


async def dare(world: World, unit: int, key: str) -> bool:
    """One unit's own stunt; costs are paid."""
    stunt = sheet_of(world).stunts[key]
    world.emit(Used(unit, key, "cinematic", rule=stunt.rule))
    passed, _ = await roll(world, unit, key)
    world.emit(Judged(unit, key, "success" if passed else "failure", rule="VITALITY-CINE-5"))
    return passed


def chance(world: World, unit: int, key: str, name: str = "", *, edge: tuple[Modifier, ...] = ()) -> Fraction:
    """The chance of `dare`, with the skill that is named or else with the best one."""
    stunt = sheet_of(world).stunts[key]
    picked = name or best_skill(world, unit, stunt.skills)
    return check_chance(world, unit, picked, difficulty(world, unit, stunt).total, edge=edge)
