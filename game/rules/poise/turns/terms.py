"""Coming to terms: truce and surrender (POISE-END-3)."""

from __future__ import annotations

from game.components import Side, Unit
from game.ecs import World
from game.events import Blocked, Used
from game.flow import Action
from game.rules.poise.budget import has_offered, turn
from game.rules.poise.harm.conditions import release
from game.rules.verbs import ask
from game.systems.clock import go
from game.systems.downfall import fell
from game.systems.field import standing, team

TERMS = ("truce", "surrender")


def may_offer(world: World) -> bool:
    """At the start of every turn, and once in it."""
    now = turn(world)
    return not (now.action or now.maneuver or now.offered)


async def offer_terms(world: World, unit: int, kind: str) -> None:
    """POISE-END-3: the other sides answer; a truce needs all of them, a surrender one."""
    side, told = world.get(unit, Unit).side, Used(unit, kind, "free", rule="POISE-END-3")
    has_offered(world)
    world.emit(told)
    given = (Action("accept"), Action("refuse"))
    answers = [(await ask(world, other, kind, given, about=told)).verb == "accept" for other in _others(world, unit)]
    if not (all(answers) if kind == "truce" else any(answers)):
        world.emit(Blocked(unit, kind, "POISE-END-3"))
    elif kind == "truce":
        go(world, "truce", active=None)
    else:
        for each in standing(world):
            if world.get(each, Unit).side == side:
                release(world, each, "POISE-SKILL-11")
                fell(world, each, "surrendered", "POISE-END-3")


def _others(world: World, unit: int) -> list[int]:
    """The sides of other teams that still fight."""
    own = team(world, unit)
    fighting = {world.get(each, Unit).side for each in standing(world) if team(world, each) != own}
    return [side for side, _ in world.each(Side) if side in fighting]
