"""Declaring an attack, and whom it may be aimed at."""

from __future__ import annotations

from game.kernel.components import Down, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Blocked
from game.rules.clash.budget import new_move
from game.rules.clash.gear import weapons_of
from game.rules.clash.house import house
from game.rules.clash.sheet import Kind, Power
from game.rules.clash.state import Plan, aware
from game.rules.clash.turns.windows import window
from game.rules.clash.underway import begin_attack, end_attack, revise_attack
from game.rules.clash.verbs.strike import attack_test, chosen_attribute, resolve, show, within
from game.rules.objectives import verdict
from game.systems.conditions import lift, sources
from game.systems.field import bodies, enemies, standing, team

NEAR = 2  # cells: a foe so near makes a unit want something better in its hand


# What an act does to a turn


def end_feint(world: World, unit: int) -> list[int]:
    """CLASH-MAN-7, COND-8: the next primary action uses feints up; at whom they were."""
    feints = sources(world, unit, "feinting")
    lift(world, unit, "feinting", "CLASH-MAN-7")
    return feints


def begin_act(world: World, unit: int) -> None:
    """An act that is neither a step nor handling things uses a feint up and begins a new move (CLASH-OA-2)."""
    end_feint(world, unit)
    new_move(world)


# Attacks


async def attack(world: World, plan: Plan) -> None:
    """CLASH-ATK-9: declare what is paid for already, let others react, look again whether it may go on, resolve."""
    begin_attack(world, plan)
    about = Attacked(plan.unit, plan.target, plan.what, attack_test(world, plan).numbers, _rule(plan))
    world.emit(about)
    if plan.kind == "melee" and not plan.power:
        plan = changed(plan, attribute=await chosen_attribute(world, plan.unit, about, "CLASH-ATK-2"))
        revise_attack(world, plan)
    await window(world, about, plan)
    if verdict(world) is None:
        if world.has(plan.unit, Down) or not _still_there(world, plan):
            world.emit(Blocked(plan.unit, "void_attack", "CLASH-INTX-13"))
            show(world, plan.unit)
        else:
            await resolve(world, plan, about)
    end_attack(world)


def _still_there(world: World, plan: Plan) -> bool:
    """Whether target and weapon still are: the unconscious are none, unless the setting `attack_downed` says so."""
    if not plan.power and plan.what not in weapons_of(world, plan.unit):
        return False
    if world.has(plan.target, Down) and not house(world).attack_downed:
        return False
    return world.has(plan.target, Position) and within(world, plan)


def _rule(plan: Plan) -> str:
    if plan.reaction:
        return "CLASH-OA-1"
    if plan.power:
        return "CLASH-ATK-4" if plan.kind in ("melee_spell", "ranged_spell") else "CLASH-ATK-8"
    return {"melee": "CLASH-ATK-1", "ranged": "CLASH-ATK-3"}.get(plan.kind, "CLASH-ATK-7")


# Means and targets


def kind_of(power: Power, key: str, spells: dict[str, Power]) -> Kind:
    """How a power attacks: what defends against it, and whether cover and flanking count."""
    if key in spells:
        return "melee_spell" if power.melee else "ranged_spell"
    return "melee" if power.melee else "ranged"


def foes(world: World, unit: int) -> list[int]:
    """CLASH-ATK-10, COND-5, 6: conscious foes the unit knows of.

    The settings `attack_downed` and `friendly_fire` add the unconscious and friends.
    """
    found = [foe for foe in enemies(world, unit) if aware(world, unit, foe)]
    downed, friendly = house(world).attack_downed, house(world).friendly_fire
    if not (downed or friendly):
        return found
    own, up = team(world, unit), standing(world)
    friends = [other for other in up if team(world, other) == own and other != unit] if friendly else []
    fallen = [o for o in bodies(world) if o not in up and (friendly or team(world, o) != own)] if downed else []
    return sorted((*found, *friends, *fallen))


def rivals(world: World, unit: int) -> list[int]:
    """CLASH-COND-5: those of them who could resist: nobody contends with the unconscious."""
    return [foe for foe in foes(world, unit) if not world.has(foe, Down)]
