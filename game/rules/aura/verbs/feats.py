"""Abilities used in a moment, in others' turns or with the floor: the only writer of `Drained` (AURA-INT-1, 5, 6)."""

from __future__ import annotations

from collections.abc import Collection

from game.grid.grid import Cell
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.aura.budget import Price, pay, unaffordable
from game.rules.aura.checks.numbers import has
from game.rules.aura.harm.conditions import inflict
from game.rules.aura.position.sight import aware
from game.rules.aura.position.space import distance
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Drained, conscious
from game.rules.aura.turns.swift import Moment
from game.rules.aura.verbs.handling import access, drawable
from game.rules.aura.verbs.steps import agile_cells, step
from game.rules.verbs import Perform, at_once
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, shape_of
from game.systems.gear import draw


def ready(world: World, unit: int, ability: str) -> bool:
    """Whether an ability is there, not used up, and can be paid."""
    if not has(world, unit, ability) or ability in world.get(unit, Drained).abilities:
        return False
    return not unaffordable(world, unit, ability_price(world, ability))


def ability_price(world: World, ability: str, *, agile: bool = False) -> Price:
    """What an ability costs; `agile`: paid with Agility instead of Energy."""
    found = sheet_of(world).abilities[ability]
    return Price(agility=found.or_agility) if agile else Price(found.energy, 0, found.agility)


def use_up(world: World, unit: int, ability: str) -> None:
    """An ability is spent until a rest."""
    world.put(unit, Drained((*world.get(unit, Drained).abilities, ability)))


def restore(world: World, unit: int, uses: Collection[str]) -> None:
    """AURA-REST-2: the abilities of such rests come back."""
    abilities, used = sheet_of(world).abilities, world.get(unit, Drained).abilities
    world.put(unit, Drained(tuple(name for name in used if abilities[name].use not in uses)))


def feats(world: World, unit: int, moment: Moment) -> list[Action]:
    """AURA-INT-6 and GEN-12: interrupts that abilities add, at the moment an attack is declared on their owner.

    The ability is the first way of the action.
    """
    if moment.kind != "declared" or unit not in moment.targets or not conscious(world, unit):
        return []
    if world.find(moment.actor, Position) is not None and not aware(world, unit, moment.actor):
        return []
    found = list[Action]()
    if moment.melee and ready(world, unit, "tactical_retreat"):
        cells = retreats(world, unit, moment.actor)
        found += [Action("retreat", cell=cell, how=("tactical_retreat",)) for cell in cells]
    if ready(world, unit, "quick_defender") and not holds(world, unit, "defending"):
        found.append(Action("quick_defend", how=("quick_defender",)))
    return [*found, *anytime(world, unit)]


def anytime(world: World, unit: int) -> list[Action]:
    """AURA-INT-1 and 6: interrupts of abilities that need nobody else, so with the floor as well."""
    return [*draws(world, unit, "quick_draw"), *draws(world, unit, "quick_draw_agile"), *steadfast(world, unit)]


def steadfast(world: World, unit: int) -> list[Action]:
    """AURA-COND-4: what slows may be ignored."""
    able = ready(world, unit, "steadfast") and holds(world, unit, "slowed") and not holds(world, unit, "ignoring")
    return [Action("steadfast", how=("steadfast",))] if able else []


def draws(world: World, unit: int, verb: str) -> list[Action]:
    """AURA-INT-6: side arms that come to hand for an Energy, or for a point of Agility."""
    if not has(world, unit, "quick_draw"):
        return []
    price = ability_price(world, "quick_draw", agile=verb == "quick_draw_agile")
    if unaffordable(world, unit, price):
        return []
    easy = sheet_of(world).main.costs.equip_easy
    arms = [item for item in drawable(world, unit) if access(world, unit, item) == easy]
    return [Action(verb, what=item, how=("quick_draw",)) for item in arms]


def retreats(world: World, unit: int, actor: int) -> list[Cell]:
    """Steps that lead a unit farther from its attacker."""
    grid, size = board_of(world).grid, shape_of(world, unit)
    now, away = distance(world, unit, actor), cells_of(world, actor)
    bodies = {cell: grid.footprint(cell, size) for cell in agile_cells(world, unit)}
    return [cell for cell, body in bodies.items() if grid.distance_sets(body, away, "chebyshev") > now]


def using(ability: str, then: Perform, *, agile: bool) -> Perform:
    """An ability is paid for, used up if it is of that kind, and does what it does."""

    async def perform(world: World, unit: int, action: Action) -> None:
        found = sheet_of(world).abilities[ability]
        pay(world, unit, ability_price(world, ability, agile=agile), found.rule)
        if found.use:
            use_up(world, unit, ability)
        world.emit(Used(unit, ability, "reaction", rule=found.rule))
        await then(world, unit, action)

    return perform


async def retreat(world: World, unit: int, action: Action) -> None:
    """AURA-INT-5: a step away from an attacker."""
    await step(world, unit, action.there, 1, "AURA-INT-5")


# AURA-INT-6: something easy to get at comes to hand
quick_draw = at_once(lambda world, unit, action: draw(world, unit, action.what, "AURA-INT-6"))

# AURA-COND-4: for this Round it is not slowed
stand_firm = at_once(lambda world, unit, action: inflict(world, unit, "ignoring", "AURA-COND-4", unit))
