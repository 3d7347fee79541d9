"""Whom a skill may be used on, and what that costs."""

from __future__ import annotations

from game.ecs import World
from game.rules.poise.checks.numbers import boons, net
from game.rules.poise.harm.pools import payable
from game.rules.poise.house import house
from game.rules.poise.position.sight import in_range, sight
from game.rules.poise.position.space import distances
from game.rules.poise.sheet import Skill, sheet_of
from game.rules.poise.state import in_gambit
from game.systems.field import board_of, bodies, cells_of, standing, teams


def targets(world: World, unit: int, skill: Skill) -> list[int]:
    """Whom the skill may be used on: the right team, in range (POISE-HIGH-7), seen (POISE-COVER-5), payable.

    Attacks on the defeated (POISE-DEFEAT-9) are a scenario's choice: they never help to win.
    """
    side = teams(world)
    found = []
    fallen = skill.threat is not None and house(world).strike_fallen
    paces, near = distances(world, unit), skill.range if skill.mode == "melee" else None
    for other in bodies(world) if fallen else standing(world):
        if near is not None and paces[other] > near:
            continue  # most of them: nothing else need be looked at
        ally = side[other] == side[unit]
        wanted = other != unit if skill.target == "any_other" else ally == (skill.target == "ally_or_self")
        if wanted and usable_on(world, unit, skill, other) and payable(world, unit, price(world, unit, skill, other)):
            found.append(other)
    return found


def usable_on(world: World, unit: int, skill: Skill, other: int) -> bool:
    """Range, water (POISE-WATER-4) and sight, whatever the team."""
    if not in_range(world, unit, other, skill) or out_of_water_range(world, unit, skill, other):
        return False
    return bool(sight(world, unit, other).grade != "unseen")


def out_of_water_range(world: World, unit: int, skill: Skill, other: int) -> bool:
    """POISE-WATER-4: ranged skills carry five paces to whoever swims."""
    if skill.mode not in ("ranged", "thrown") or "water_ok" in skill.tags:
        return False
    if not cells_of(world, other) & board_of(world).deep:
        return False
    grid = board_of(world).grid
    near = grid.distance_sets(cells_of(world, unit), cells_of(world, other), "alternating")
    return near > sheet_of(world).numbers.water_range


def price(world: World, unit: int, skill: Skill, other: int) -> dict[str, int]:
    """POISE-BOON-4: skills without a number cost 2 focus more per net bane."""
    if in_gambit(world, unit):
        return {}  # POISE-GAMBIT-2
    cost: dict[str, int] = dict(skill.cost)
    if skill.threat is None and not (skill.gain or skill.shove) and skill.mode == "ranged":
        banes = max(0, -net(world, boons(world, unit, skill, other)))
        cost["focus"] = cost.get("focus", 0) + banes * sheet_of(world).numbers.boon_amount
    return cost


def in_reach(world: World, unit: int, skill: Skill) -> list[int]:
    """POISE-COND-9: everybody else in range that it sees, friend or foe."""
    return [other for other in standing(world) if other != unit and usable_on(world, unit, skill, other)]


def confused_targets(world: World, unit: int, skill: Skill) -> list[int]:
    """Those of them for whom the skill can be paid."""
    return [other for other in in_reach(world, unit, skill) if payable(world, unit, price(world, unit, skill, other))]
