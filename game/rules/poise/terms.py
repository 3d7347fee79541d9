"""Coming to terms: truce and surrender (POISE-END-3)."""

from __future__ import annotations

from game.components import FIELD, Clock, Down, Side, Unit, changed
from game.ecs import World
from game.events import Blocked, Fell, Used
from game.flow import Option, decide
from game.rules.poise.state import Turn, release
from game.systems.field import standing, team

TERMS = ("truce", "surrender")


def may_offer(world: World) -> bool:
    """At the start of every turn, and once in it."""
    turn = world.get(FIELD, Turn)
    return not (turn.action or turn.maneuver or turn.offered)


async def offer_terms(world: World, unit: int, kind: str) -> None:
    """POISE-END-3: the other sides answer; a truce needs all of them, a surrender one."""
    side = world.get(unit, Unit).side
    world.put(FIELD, changed(world.get(FIELD, Turn), offered=True))
    world.emit(Used(unit, kind, "free", rule="POISE-END-3"))
    about, answers = world.events[-1], []
    for other in _others(world, unit):
        options = [Option("accept", rule="POISE-END-3"), Option("refuse", rule="POISE-END-3")]
        answers.append(await decide(other, kind, options, rule="POISE-END-3", about=about) == "accept")
    if not (all(answers) if kind == "truce" else any(answers)):
        world.emit(Blocked(unit, kind, "POISE-END-3"))
    elif kind == "truce":
        world.put(FIELD, changed(world.get(FIELD, Clock), phase="truce", active=None))
    else:
        for each in standing(world):
            if world.get(each, Unit).side == side:
                release(world, each, "POISE-SKILL-11")
                world.put(each, Down("surrendered", "POISE-END-3"))
                world.emit(Fell(each, "surrendered", None, "POISE-END-3"))


def _others(world: World, unit: int) -> list[int]:
    """The sides of other teams that still fight."""
    own = team(world, unit)
    fighting = {world.get(each, Unit).side for each in standing(world) if team(world, each) != own}
    return [side for side, _ in world.each(Side) if side in fighting]
