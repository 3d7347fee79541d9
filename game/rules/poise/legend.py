"""Legendary creatures: turns, limited skills, defiance, lasting conditions: writes `Uses`, `Defiance` and `Excess`."""

from __future__ import annotations

from game.kernel.components import FIELD, Condition, Conditions, Down, changed
from game.kernel.ecs import World
from game.rules.poise.state import Acted, Body, Defiance, Excess, Uses, fighters, in_gambit
from game.systems.conditions import become, lift
from game.systems.field import standing, team


def turns_left(world: World, unit: int) -> int:
    """POISE-LEG-1: turns that a unit may still take in this round."""
    return world.get(unit, Body).turns - world.get(FIELD, Acted).units.count(unit)


def candidates(world: World, actor: int) -> list[int]:
    """POISE-INIT-4 and LEG-1: who may be next; the same unit again only if nobody else is left."""
    able = [unit for unit in fighters(world) if turns_left(world, unit) > 0]
    return [unit for unit in able if unit != actor] or able


def used_up(world: World, unit: int, skill: str) -> bool:
    """POISE-LEG-3: whether a skill has been used as often as it may be in a round."""
    limits = world.get(unit, Body).limits
    limit, found = dict(limits).get(skill) if limits else None, world.find(unit, Uses)
    return limit is not None and found is not None and found.of(skill) >= limit


def count_use(world: World, unit: int, skill: str) -> None:
    """One use more of a limited skill."""
    if skill in dict(world.get(unit, Body).limits):
        found = world.find(unit, Uses) or Uses()
        world.put(unit, Uses(tuple(sorted({**dict(found.counts), skill: found.of(skill) + 1}.items()))))


def reset_uses(world: World) -> None:
    """POISE-INIT-9: a new round."""
    for unit, _ in world.each(Uses):
        world.drop(unit, Uses)


def shed(world: World, unit: int, before: Conditions) -> None:
    """POISE-COND-11 and LEG-4: the unit has used an action; what came with that very action stays. On a legendary
    creature temporary conditions also wait for the action of an ally of whoever put them there.
    """
    for item in before.items:
        if item.until == "action":
            lift(world, unit, item.name, "POISE-COND-11")
        elif item.until == "action ally":
            _wait_for(world, unit, item, "ally")
    for other, conditions in world.each(Conditions):
        for item in (each for each in conditions.items if "ally" in each.until):
            assert item.source is not None
            own = team(world, item.source)
            allies = [each for each in standing(world) if each != item.source and team(world, each) == own]
            if unit in allies or not allies:
                _wait_for(world, other, item, item.until.replace("ally", "").strip())


def _wait_for(world: World, unit: int, item: Condition, until: str) -> None:
    """The rest of what it waits for; with nothing left it ends."""
    if not until:
        lift(world, unit, item.name, "POISE-LEG-4")
        return
    items, later = world.get(unit, Conditions).items, changed(item, until=until)
    become(world, unit, tuple(later if each.name == item.name else each for each in items))


def may_defy(world: World, unit: int) -> bool:
    """POISE-LEG-5: whether a defeat of the unit would be its own to accept."""
    found = world.find(unit, Defiance)
    return found is not None and found.points > 0 and not world.has(unit, Down) and not in_gambit(world, unit)


def exceed(world: World, unit: int, amount: int, source: int | None) -> None:
    """POISE-LEG-6: more damage than its pools hold, which waits for its choice."""
    before = world.find(unit, Excess)
    world.put(unit, Excess(amount + (before.amount if before else 0), source))


def take_excess(world: World, unit: int) -> Excess | None:
    """What has waited, which ends with this."""
    found = world.find(unit, Excess)
    world.drop(unit, Excess)
    return found


def use_defiance(world: World, unit: int) -> None:
    """POISE-LEG-7: a point less."""
    world.put(unit, Defiance(world.get(unit, Defiance).points - 1))
